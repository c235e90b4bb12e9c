//! One connection to a browser: commands with their answers, and events in the order they happened.
//!
//! Reading never waits for writing, nor for the handler of an event: a browser whose messages are not taken keeps
//! them in its own memory. Commands wait in a bounded queue for a task that writes them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

use super::address::Authority;
use super::message::{CallError, Command, Event, Incoming, Refusal, SessionId};

/// Commands that wait to be written. A new target needs six, so dozens may open at once.
const COMMAND_QUEUE: usize = 512;

/// Largest message taken. A console call with a string of 50 MB is one message, which nobody asked for but which must
/// not end the connection.
const LARGEST_MESSAGE: usize = 256 * 1024 * 1024;

type Socket = WebSocketStream<TcpStream>;
type Outcome = Result<Box<RawValue>, Refusal>;

/// Commands that wait for their answer.
#[derive(Debug, Default)]
struct Pending {
    last_id: u64,
    waiting: HashMap<u64, oneshot::Sender<Outcome>>,
}

type SharedPending = Arc<Mutex<Pending>>;

fn lock(pending: &SharedPending) -> MutexGuard<'_, Pending> {
    pending.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends commands. Clones share the connection.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    commands: mpsc::Sender<Message>,
    pending: SharedPending,
}

/// An answer that is on its way. Dropping it forgets the command, not its effect.
#[derive(Debug)]
pub(crate) struct Answer {
    id: u64,
    method: &'static str,
    outcome: oneshot::Receiver<Outcome>,
    pending: SharedPending,
}

/// What the browser says.
#[derive(Debug)]
pub(crate) struct Events {
    stream: SplitStream<Socket>,
    pending: SharedPending,
}

/// Opens the socket at `path`.
pub(crate) async fn open(authority: &Authority, path: &str) -> Result<(Client, Events), tungstenite::Error> {
    let stream = TcpStream::connect((authority.host.as_str(), authority.port)).await?;
    // A small command behind another would wait for a delayed acknowledgement, while a page waits for it.
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(LARGEST_MESSAGE))
        .max_frame_size(Some(LARGEST_MESSAGE));
    let url = format!("ws://{authority}{path}");
    let (socket, _) = tokio_tungstenite::client_async_with_config(url, stream, Some(config)).await?;
    let (sink, stream) = socket.split();
    let (commands, queue) = mpsc::channel(COMMAND_QUEUE);
    tokio::spawn(write(queue, sink));
    let pending = SharedPending::default();
    Ok((Client { commands, pending: Arc::clone(&pending) }, Events { stream, pending }))
}

/// Ends with the last client or the connection, whichever is first.
async fn write(mut queue: mpsc::Receiver<Message>, mut sink: SplitSink<Socket, Message>) {
    while let Some(message) = queue.recv().await {
        if sink.send(message).await.is_err() {
            return;
        }
    }
    sink.close().await.ok();
}

impl Client {
    /// Sends a command and returns its answer to come. Commands are followed in the order they are sent in.
    pub(crate) async fn send<P: Serialize>(
        &self,
        session: Option<&SessionId>,
        method: &'static str,
        params: P,
    ) -> Result<Answer, CallError> {
        let (sender, outcome) = oneshot::channel();
        let id = {
            let mut pending = lock(&self.pending);
            pending.last_id += 1;
            let id = pending.last_id;
            pending.waiting.insert(id, sender);
            id
        };
        let answer = Answer { id, method, outcome, pending: Arc::clone(&self.pending) };
        let command = Command { id, session_id: session, method, params };
        let text = serde_json::to_string(&command).unwrap_or_default();
        self.commands.send(Message::text(text)).await.map_err(|_| CallError::Gone)?;
        Ok(answer)
    }

    /// Sends a command and waits for its result.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        session: Option<&SessionId>,
        method: &'static str,
        params: impl Serialize,
    ) -> Result<T, CallError> {
        let result = self.send(session, method, params).await?.result().await?;
        serde_json::from_str(result.get())
            .map_err(|error| CallError::Unreadable { method, reason: error.to_string() })
    }
}

impl Answer {
    /// Waits for the result.
    pub(crate) async fn result(mut self) -> Result<Box<RawValue>, CallError> {
        match (&mut self.outcome).await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(refusal)) => {
                tracing::debug!(method = self.method, %refusal, "the browser refused");
                Err(refusal.into())
            }
            Err(_) => Err(CallError::Gone),
        }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        lock(&self.pending).waiting.remove(&self.id);
    }
}

impl Events {
    /// The next message; `None` when the browser has closed the connection.
    pub(crate) async fn next(&mut self) -> Result<Option<Utf8Bytes>, tungstenite::Error> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(Some(text)),
                Some(Ok(Message::Close(_))) | None => return Ok(None),
                Some(Ok(_)) => {}
                Some(Err(error)) if is_end(&error) => return Ok(None),
                Some(Err(error)) => return Err(error),
            }
        }
    }

    /// The event in a message. An answer goes to its waiting caller; what is neither is passed over.
    pub(crate) fn read<'t>(&self, text: &'t str) -> Option<Event<'t>> {
        let message: Incoming<'_> = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                tracing::debug!(%error, "the browser sent what cannot be read");
                return None;
            }
        };
        let Some(id) = message.id else { return Event::of(message) };
        if let Some(waiting) = lock(&self.pending).waiting.remove(&id) {
            let empty = || RawValue::from_string("{}".to_owned()).unwrap_or_default();
            let outcome = match message.error {
                Some(refusal) => Err(refusal),
                None => Ok(message.result.map_or_else(empty, ToOwned::to_owned)),
            };
            // The caller may have stopped waiting.
            waiting.send(outcome).ok();
        }
        None
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        // Nobody will answer any more.
        lock(&self.pending).waiting.clear();
    }
}

/// A browser that is killed closes nothing: its sockets just end.
fn is_end(error: &tungstenite::Error) -> bool {
    use tungstenite::error::ProtocolError;
    matches!(
        error,
        tungstenite::Error::ConnectionClosed
            | tungstenite::Error::AlreadyClosed
            | tungstenite::Error::Io(_)
            | tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)
    )
}
