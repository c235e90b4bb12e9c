//! MCP on stdio, carried line by line to a server's HTTP endpoint and back.
//!
//! The bridge understands JSON-RPC envelopes and nothing of MCP beyond the handshake: what a message says is between
//! the client and the server, and passes byte for byte. Reading order: [`line`] cuts the input, [`message`] tells
//! what a line is, [`delivery`] carries it, [`link`] keeps the session, [`listener`] hears what comes unasked,
//! [`output`] writes.

mod answer;
mod delivery;
mod event_stream;
mod in_flight;
mod line;
mod link;
mod listener;
mod message;
mod messages;
mod output;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use gasoline_server::platform::Parent;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use self::answer::ErrorCode;
use self::delivery::Courier;
use self::in_flight::InFlight;
use self::line::{Line, Lines, MAX_LINE_BYTES};
use self::link::{Link, LinkError};
use self::message::{Message, RequestId};
use self::output::Output;
use crate::failure::explain;
use crate::printer::Printer;
use crate::server::Supply;

/// Requests under way at once. A client beyond that waits, which it would also do inside the server.
const MAX_CONCURRENT_REQUESTS: usize = 64;

/// How long the next line waits for the server to have taken the request before it. The server does so at once;
/// this is for one that takes a request only by answering it.
const LONGEST_HANDOVER: Duration = Duration::from_millis(500);

/// Time for requests under way when the input ends.
const LONGEST_FAREWELL: Duration = Duration::from_secs(5);

/// Whether there ever was an MCP client on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    AfterHandshake,
    WithoutHandshake,
}

/// Bridges `input` and `output` to the server that `supply` provides, until the input ends, the client no longer
/// reads, its process dies, or `stop` completes.
pub(crate) async fn run(
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
    supply: Supply,
    printer: Printer,
    stop: impl Future<Output = ()>,
) -> Ended {
    let parent = Parent::current();
    let (output, writer) = Output::start(output);
    let mut conversation = Conversation::start(supply, output, printer);
    let Courier { link, output, .. } = conversation.courier.clone();
    let farewell = tokio::select! {
        () = conversation.hold(Lines::new(input)) => LONGEST_FAREWELL,
        () = orphaned(&link, parent) => Duration::ZERO,
        () = output.closed() => Duration::ZERO,
        () = stop => Duration::ZERO,
    };
    drop(output);
    let ended = conversation.end(farewell).await;
    // What was answered must be written, unless the client does not read any more.
    tokio::time::timeout(LONGEST_FAREWELL, writer).await.ok();
    ended
}

/// Completes when the process that shook hands with us has died, even if somebody still holds our input open.
async fn orphaned(link: &Link, parent: Parent) {
    link.sessions().wait_for(Option::is_some).await.ok();
    parent.death().await;
}

/// The client's side of the bridge.
#[derive(Debug)]
struct Conversation {
    courier: Courier,
    requests: JoinSet<()>,
    listener: JoinHandle<()>,
    printer: Printer,
}

impl Conversation {
    fn start(supply: Supply, output: Output, printer: Printer) -> Self {
        let link = Arc::new(Link::new(supply));
        let preparing = Arc::clone(&link);
        tokio::spawn(async move { preparing.prepare().await });
        Self {
            listener: tokio::spawn(listener::listen(Arc::clone(&link), output.clone())),
            courier: Courier { link, output, in_flight: Arc::new(InFlight::default()) },
            requests: JoinSet::new(),
            printer,
        }
    }

    async fn hold(&mut self, mut lines: Lines<impl AsyncRead + Unpin>) {
        loop {
            match lines.next().await {
                Ok(Some(Line::Text(line))) => self.take(line).await,
                Ok(Some(Line::TooLong)) => {
                    let reason = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                    self.say(answer::error(None, ErrorCode::InvalidRequest, &reason)).await;
                }
                Ok(None) => return,
                Err(error) => return self.printer.warning(&format!("cannot read input: {error}")),
            }
        }
    }

    async fn take(&mut self, line: Bytes) {
        match Message::read(&line) {
            Err(rejection) => self.say(answer::rejection(&rejection)).await,
            Ok(Message::Request { id, method }) if method == "initialize" => {
                self.initialize(&id, line).await;
            }
            Ok(Message::Request { id, method }) => self.request(id, &method, line).await,
            Ok(Message::Notification { method, cancels }) => {
                if let Some(id) = cancels {
                    self.courier.in_flight.cancel(&id);
                }
                self.notify(&method, line).await;
            }
            Ok(Message::Response) => {
                self.pass_on("a response", line).await;
            }
        }
    }

    /// Nothing else is read meanwhile: all that follows needs the session that this opens.
    async fn initialize(&self, id: &RequestId, line: Bytes) {
        let answer = match self.courier.link.open(line).await {
            Ok(answer) => answer,
            Err(error) => {
                let explanation = explain(&error);
                self.printer.warning(&explanation);
                answer::error(Some(id), ErrorCode::Server, &explanation)
            }
        };
        self.say(answer).await;
    }

    async fn request(&mut self, id: RequestId, method: &str, line: Bytes) {
        let Some(session) = self.courier.link.session() else {
            return self.answer_before_handshake(&id, method).await;
        };
        while self.requests.len() >= MAX_CONCURRENT_REQUESTS {
            self.requests.join_next().await;
        }
        while self.requests.try_join_next().is_some() {}
        let (taken, handover) = oneshot::channel();
        self.courier.in_flight.begin(id.clone());
        let courier = self.courier.clone();
        self.requests.spawn(courier.request(session, line, id, taken));
        // Messages reach the server in the order in which the client wrote them, so that a cancellation cannot
        // overtake the request it cancels.
        tokio::time::timeout(LONGEST_HANDOVER, handover).await.ok();
    }

    async fn answer_before_handshake(&self, id: &RequestId, method: &str) {
        let answer = if method == "ping" {
            answer::pong(id)
        } else {
            let reason = "there is no MCP session yet: send `initialize` first";
            answer::error(Some(id), ErrorCode::InvalidRequest, reason)
        };
        self.say(answer).await;
    }

    async fn notify(&self, method: &str, line: Bytes) {
        let is_delivered = self.pass_on(method, line.clone()).await;
        if is_delivered && method == "notifications/initialized" {
            self.courier.link.confirm(line);
        }
    }

    /// Delivers a message nobody waits for. There is nobody to tell about a failure but the person.
    async fn pass_on(&self, what: &str, line: Bytes) -> bool {
        let Some(session) = self.courier.link.session() else {
            let warning = format!("ignored `{what}`: there is no MCP session yet");
            self.printer.warning(&warning);
            return false;
        };
        let delivered = self.courier.deliver(session, line).await;
        if let Err(error) = &delivered {
            self.warn_undelivered(what, error);
        }
        delivered.is_ok()
    }

    fn warn_undelivered(&self, what: &str, error: &LinkError) {
        let warning = format!("could not deliver `{what}`: {}", explain(error));
        self.printer.warning(&warning);
    }

    async fn say(&self, message: Vec<u8>) {
        self.courier.output.send(message).await;
    }

    /// Lets requests under way finish for at most `farewell`, then ends the session.
    async fn end(mut self, farewell: Duration) -> Ended {
        let unfinished = async { while self.requests.join_next().await.is_some() {} };
        tokio::time::timeout(farewell, unfinished).await.ok();
        self.requests.shutdown().await;
        self.listener.abort();
        let ended = match self.courier.link.session() {
            Some(_) => Ended::AfterHandshake,
            None => Ended::WithoutHandshake,
        };
        self.courier.link.close().await;
        ended
    }
}
