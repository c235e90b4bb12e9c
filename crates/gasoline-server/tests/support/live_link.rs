//! A server on a port and browsers that answer it over a real WebSocket, as a test wants.

use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use gasoline_server::{RunningServer, ServerOptions, router, start};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_util::sync::CancellationToken;

use super::{PORT, TestServer};

/// A server on a port, and the same state behind a router for the agent.
pub(crate) struct Served {
    pub(crate) running: RunningServer,
    pub(crate) server: TestServer,
}

pub(crate) async fn serve() -> Served {
    serve_with(ServerOptions::default()).await
}

pub(crate) async fn serve_with(options: ServerOptions) -> Served {
    let options = ServerOptions { port: 0, ..options };
    let running = start(options.clone()).await.unwrap();
    let app = Arc::clone(running.app());
    let router = router(Arc::clone(&app), &options, PORT, CancellationToken::new()).unwrap();
    let clock = Arc::new(gasoline_server::clock::ManualClock::at(super::NOW));
    Served { running, server: TestServer { router, clock, app } }
}

/// A browser's end of the link.
pub(crate) struct Browser(pub(crate) WebSocketStream<TcpStream>);

impl Served {
    pub(crate) async fn open(&self, headers: &[(&'static str, &str)]) -> Result<Browser, tungstenite::Error> {
        let stream = TcpStream::connect(("127.0.0.1", self.running.port())).await.unwrap();
        let url = format!("ws://127.0.0.1:{}/live", self.running.port());
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        tokio_tungstenite::client_async(request, stream).await.map(|(socket, _)| Browser(socket))
    }

    /// A browser that shows these pages, each focused later than the one before.
    pub(crate) async fn browser(&self, tabs: &[&str]) -> Browser {
        let mut browser = self.open(&[]).await.unwrap();
        browser.hello(1).await;
        browser.shows(tabs).await;
        // The server reads in order; what it knows can be seen.
        while self.server.app.browsers.live.pages().len() < tabs.len() {
            tokio::task::yield_now().await;
        }
        browser
    }
}

impl Browser {
    pub(crate) async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn hello(&mut self, wire: u32) {
        let hello = json!({ "kind": "hello", "client": "extension", "version": "0.1.0", "wire": wire, "session": "s" });
        self.say(hello).await;
    }

    pub(crate) async fn shows(&mut self, tabs: &[&str]) {
        let page = |(index, tab): (usize, &&str)| json!({ "tab": tab, "url": format!("http://localhost/{tab}"), "title": "T", "focusedAt": index + 1 });
        let pages: Vec<Value> = tabs.iter().enumerate().map(page).collect();
        self.say(json!({ "kind": "pages", "pages": pages })).await;
    }

    /// The next message; `None` at the end.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        match self.0.next().await {
            Some(Ok(Message::Text(text))) => Some(serde_json::from_str(&text).unwrap()),
            _ => None,
        }
    }

    pub(crate) async fn answer(&mut self, query: &Value, outcome: Value) {
        self.say(json!({ "kind": "answer", "id": query["id"], "outcome": outcome })).await;
    }
}
