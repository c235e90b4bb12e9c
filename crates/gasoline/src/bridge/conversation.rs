//! The client's side of the bridge: what each line of input sets in motion, and in which order.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::AsyncRead;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use super::Ended;
use super::answer::{self, ErrorCode};
use super::courier::Courier;
use super::in_flight::InFlight;
use super::line::{Line, Lines, MAX_LINE_BYTES};
use super::link::Link;
use super::listener;
use super::message::{Message, RequestId};
use super::output::Output;
use super::patience::Patience;
use crate::failure::explain;
use crate::printer::Printer;
use crate::server::Supply;

/// Requests under way at once. A client beyond that waits, which it would also do inside the server.
const MAX_CONCURRENT_REQUESTS: usize = 64;

/// How long the next line waits for the server to have taken the request before it. The server does so at once;
/// this is for one that takes a request only by answering it.
const LONGEST_HANDOVER: Duration = Duration::from_millis(500);

/// The client's side of the bridge.
#[derive(Debug)]
pub(super) struct Conversation {
    pub(super) courier: Courier,
    requests: JoinSet<()>,
    listener: JoinHandle<()>,
    printer: Printer,
}

impl Conversation {
    pub(super) fn start(supply: Supply, output: Output, printer: Printer, patience: Patience) -> Self {
        let link = Arc::new(Link::new(supply));
        let preparing = Arc::clone(&link);
        tokio::spawn(async move { preparing.prepare().await });
        Self {
            listener: tokio::spawn(listener::listen(Arc::clone(&link), output.clone())),
            courier: Courier { link, output, in_flight: Arc::new(InFlight::default()), patience },
            requests: JoinSet::new(),
            printer,
        }
    }

    /// Takes lines until there are no more.
    pub(super) async fn hold(&mut self, mut lines: Lines<impl AsyncRead + Unpin>) {
        loop {
            match lines.next().await {
                Ok(Some(Line::Text(line))) => self.take(line).await,
                Ok(Some(Line::TooLong(id))) => {
                    let reason = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                    self.say(answer::error(id.as_ref(), ErrorCode::InvalidRequest, &reason)).await;
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
            self.printer.warning(&format!("ignored `{what}`: there is no MCP session yet"));
            return false;
        };
        let delivered = self.courier.deliver(session, line).await;
        if let Err(error) = &delivered {
            self.printer.warning(&format!("could not deliver `{what}`: {}", explain(error)));
        }
        delivered.is_ok()
    }

    async fn say(&self, message: Vec<u8>) {
        self.courier.output.send(message).await;
    }

    /// Lets requests under way finish for at most `farewell`, then ends the session.
    pub(super) async fn end(mut self, farewell: Duration) -> Ended {
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
