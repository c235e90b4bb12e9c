//! The live link to the server: it asks, the browser's pages answer.

mod ask;
mod pages;
mod picture;

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use gasoline_wire::{ClientKind, LiveClientMessage, LiveHello, LiveOutcome, LiveServerMessage, WIRE_VERSION};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{self, Message};

#[cfg(test)]
pub(super) use self::ask::ask;
pub(super) use self::ask::attempt;
pub(super) use self::pages::{LivePages, PictureSource};
use super::contexts::is_foreign;

/// A link nobody speaks on is given up by the server.
const ALIVE: Duration = Duration::from_secs(20);

/// Pause before the next attempt to reach a server that is away. Delivery sees to it that one is there.
const RETRY: Duration = Duration::from_secs(1);

/// Answers that wait to be sent.
const ANSWER_QUEUE: usize = 64;

type Socket = WebSocketStream<TcpStream>;

/// Answers the server on `port` for as long as it is polled.
pub(super) async fn serve(pages: LivePages, port: u16, session: String) {
    loop {
        if let Err(error) = converse(&pages, port, &session).await {
            tracing::debug!(%error, "the live link ended");
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn converse(pages: &LivePages, port: u16, session: &str) -> Result<(), tungstenite::Error> {
    let mut socket = open(port).await?;
    let hello = LiveHello {
        client: ClientKind::Attach,
        version: gasoline_server::VERSION.to_owned(),
        wire: WIRE_VERSION,
        session: session.to_owned(),
    };
    say(&mut socket, &LiveClientMessage::Hello(hello)).await?;
    say(&mut socket, &LiveClientMessage::Pages { pages: pages.list(is_empty_or_foreign) }).await?;
    let (sender, mut answers) = mpsc::channel::<(u64, LiveOutcome)>(ANSWER_QUEUE);
    let mut alive = tokio::time::interval(ALIVE);
    loop {
        let message = tokio::select! {
            heard = socket.next() => match heard {
                Some(heard) => {
                    take(pages, heard?, &sender);
                    continue;
                }
                None => return Ok(()),
            },
            Some((id, outcome)) = answers.recv() => LiveClientMessage::Answer { id, outcome },
            () = pages.changed() => LiveClientMessage::Pages { pages: pages.list(is_empty_or_foreign) },
            _ = alive.tick() => LiveClientMessage::Alive,
        };
        say(&mut socket, &message).await?;
    }
}

/// Begins to answer a query. Pages are asked side by side: one that hangs holds up no other.
fn take(pages: &LivePages, message: Message, answers: &mpsc::Sender<(u64, LiveOutcome)>) {
    let Message::Text(text) = message else { return };
    match serde_json::from_str(&text) {
        Ok(LiveServerMessage::Query { id, tab, query }) => {
            let (pages, answers) = (pages.clone(), answers.clone());
            tokio::spawn(async move {
                let outcome = ask::ask(&pages, &tab, &query).await;
                // The link may have ended meanwhile, and with it the question.
                answers.send((id, outcome)).await.ok();
            });
        }
        Ok(LiveServerMessage::Refused { reason }) => {
            tracing::warn!(reason, "the server refuses live queries")
        }
        Err(error) => tracing::debug!(%error, "the server asked what cannot be read"),
    }
}

/// Whether there is nothing of the user's to look at: a new tab, or a document of the browser's own.
fn is_empty_or_foreign(url: &str) -> bool {
    url.is_empty() || url == "about:blank" || is_foreign(url)
}

async fn open(port: u16) -> Result<Socket, tungstenite::Error> {
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://127.0.0.1:{port}/live");
    tokio_tungstenite::client_async(url, stream).await.map(|(socket, _)| socket)
}

async fn say(socket: &mut Socket, message: &LiveClientMessage) -> Result<(), tungstenite::Error> {
    socket.send(Message::text(serde_json::to_string(message).unwrap_or_default())).await
}
