//! A browser that says and answers exactly what a test wants.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::attach::cdp::{self, Client, DebugAddress, Events};

/// The browser's end of a connection.
pub(super) struct FakeBrowser {
    socket: WebSocketStream<TcpStream>,
}

/// A command as it arrived.
#[derive(Debug)]
pub(super) struct Command {
    id: u64,
    pub(super) session: Option<String>,
    pub(super) method: String,
    pub(super) params: Value,
}

impl FakeBrowser {
    /// Both ends of a new connection.
    pub(super) async fn connected() -> (Self, Client, Events) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address: DebugAddress =
            format!("ws://{}/devtools/browser/1", listener.local_addr().unwrap()).parse().unwrap();
        let DebugAddress::Socket { authority, path } = address else { panic!("not a socket") };
        let accepting = async {
            let (stream, _) = listener.accept().await.unwrap();
            tokio_tungstenite::accept_async(stream).await.unwrap()
        };
        let (socket, opened) = tokio::join!(accepting, cdp::open(&authority, &path));
        let (client, events) = opened.unwrap();
        (Self { socket }, client, events)
    }

    /// The next command.
    pub(super) async fn command(&mut self) -> Command {
        let message = self.socket.next().await.unwrap().unwrap();
        let mut value: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
        Command {
            id: value["id"].as_u64().unwrap(),
            session: value["sessionId"].as_str().map(str::to_owned),
            method: value["method"].as_str().unwrap().to_owned(),
            params: value["params"].take(),
        }
    }

    /// The next `count` commands as `session method`, each answered.
    pub(super) async fn obey(&mut self, count: usize) -> Vec<String> {
        let mut obeyed = Vec::new();
        for _ in 0..count {
            let command = self.command().await;
            self.answer(&command, json!({})).await;
            obeyed.push(format!("{} {}", command.session.as_deref().unwrap_or("browser"), command.method));
        }
        obeyed
    }

    pub(super) async fn answer(&mut self, command: &Command, result: Value) {
        self.say(&json!({ "id": command.id, "sessionId": command.session, "result": result }).to_string())
            .await;
    }

    pub(super) async fn refuse(&mut self, command: &Command, message: &str) {
        let error = json!({ "code": -32000, "message": message });
        self.say(&json!({ "id": command.id, "error": error }).to_string()).await;
    }

    pub(super) async fn event(&mut self, session: Option<&str>, method: &str, params: Value) {
        self.say(&json!({ "sessionId": session, "method": method, "params": params }).to_string()).await;
    }

    /// Says anything.
    pub(super) async fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Opens a target and waits until it is set up, or let go.
    pub(super) async fn opens(&mut self, parent: Option<&str>, session: &str, target: &str, kind: &str) {
        let info = json!({ "targetId": target, "type": kind, "url": "http://localhost/", "title": "", "attached": true });
        let attached = json!({ "sessionId": session, "targetInfo": info, "waitingForDebugger": true });
        self.event(parent, "Target.attachedToTarget", attached).await;
    }

    /// A document begins.
    pub(super) async fn context(
        &mut self,
        session: &str,
        id: i64,
        frame: &str,
        is_default: bool,
        origin: &str,
    ) {
        let place = json!({ "isDefault": is_default, "type": "default", "frameId": frame });
        let context = json!({ "id": id, "origin": origin, "name": "", "uniqueId": "u", "auxData": place });
        self.event(Some(session), "Runtime.executionContextCreated", json!({ "context": context })).await;
    }

    /// The page script sends one entry.
    pub(super) async fn entry(&mut self, session: &str, context: i64, message: &str) {
        self.sends(session, context, json!({ "message": message })).await;
    }

    /// The page script describes its document.
    pub(super) async fn document(&mut self, session: &str, context: i64, url: &str) {
        let entry = json!({ "type": "document", "url": url, "responseHeaders": "not_observed" });
        self.sends(session, context, entry).await;
    }

    /// The page script sends this entry.
    pub(super) async fn sends(&mut self, session: &str, context: i64, entry: Value) {
        let payload = json!({ "path": "/logs", "body": { "entries": [entry] } }).to_string();
        let called =
            json!({ "name": "__gasolineBinding", "payload": payload, "executionContextId": context });
        self.event(Some(session), "Runtime.bindingCalled", called).await;
    }

    /// Ends without a word, as a killed browser does.
    pub(super) fn die(self) {
        drop(self);
    }

    /// Sends bytes that are no WebSocket frame.
    pub(super) async fn babble(self) {
        use tokio::io::AsyncWriteExt;
        let mut stream = self.socket.into_inner();
        stream.write_all(&[0xff; 64]).await.unwrap();
        stream.flush().await.unwrap();
        // Open until the other side has read it and hung up.
        let mut rest = Vec::new();
        tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut rest).await.ok();
    }
}
