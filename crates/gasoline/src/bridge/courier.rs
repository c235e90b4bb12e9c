//! Carries one message to the server and what comes back to the client.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{oneshot, watch};

use super::acceptance::{DeliveryError, accepted};
use super::answer::{self, ErrorCode};
use super::in_flight::InFlight;
use super::link::{Link, LinkError, McpSession};
use super::message::{Message, RequestId};
use super::messages::Messages;
use super::output::Output;
use super::patience::Patience;
use crate::failure::explain;
use crate::server::Start;

/// Sessions one message is tried in. Losing several in a row is no accident any more.
const ATTEMPTS: usize = 3;

/// Everything a delivery needs. Cloned for each one.
#[derive(Clone, Debug)]
pub(crate) struct Courier {
    pub(crate) link: Arc<Link>,
    pub(crate) output: Output,
    pub(crate) in_flight: Arc<InFlight>,
    pub(crate) patience: Patience,
}

impl Courier {
    /// Delivers a message that wants no answer.
    pub(crate) async fn deliver(&self, session: Arc<McpSession>, line: Bytes) -> Result<(), LinkError> {
        self.attempt(session, line, None, &mut None).await
    }

    /// Delivers a request; whatever happens, the client gets an answer unless it cancelled.
    ///
    /// `taken` is told, or dropped, as soon as the server has the request.
    pub(crate) async fn request(
        self,
        session: Arc<McpSession>,
        line: Bytes,
        id: RequestId,
        taken: oneshot::Sender<()>,
    ) {
        let result = self.attempt(session, line, Some(&id), &mut Some(taken)).await;
        if let Err(error) = result
            && !self.in_flight.is_cancelled(&id)
        {
            let answer = answer::error(Some(&id), ErrorCode::Server, &explain(&error));
            self.output.send(answer).await;
        }
        self.in_flight.finish(&id);
    }

    async fn attempt(
        &self,
        mut session: Arc<McpSession>,
        line: Bytes,
        awaited: Option<&RequestId>,
        taken: &mut Option<oneshot::Sender<()>>,
    ) -> Result<(), LinkError> {
        let mut attempts_left = ATTEMPTS;
        loop {
            attempts_left -= 1;
            let error = match self.attempt_in(&session, line.clone(), awaited, taken).await {
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            let is_cancelled = awaited.is_some_and(|id| self.in_flight.is_cancelled(id));
            if !error.is_loss() || is_cancelled || attempts_left == 0 {
                return Err(error.into());
            }
            session = self.link.reopen(&session, Start::InPlace).await?;
        }
    }

    async fn attempt_in(
        &self,
        session: &McpSession,
        line: Bytes,
        awaited: Option<&RequestId>,
        taken: &mut Option<oneshot::Sender<()>>,
    ) -> Result<(), DeliveryError> {
        let (heard, hears) = watch::channel(0);
        tokio::select! {
            result = self.exchange(session, line.clone(), awaited, taken, &heard) => result,
            error = self.patience.exhausted(&session.endpoint, &line, hears) => Err(error),
        }
    }

    /// Sends a message and passes on what comes back; each message `heard` is counted.
    async fn exchange(
        &self,
        session: &McpSession,
        line: Bytes,
        awaited: Option<&RequestId>,
        taken: &mut Option<oneshot::Sender<()>>,
        heard: &watch::Sender<u64>,
    ) -> Result<(), DeliveryError> {
        let response = session.endpoint.post(Some(&session.headers), line).await?;
        let mut messages = Messages::of(accepted(response).await?);
        drop(taken.take());
        let mut is_answered = awaited.is_none();
        loop {
            match messages.next().await {
                Ok(Some(event)) => {
                    heard.send_modify(|count| *count += 1);
                    is_answered |= Message::read(&event.data) == Ok(Message::Response);
                    if !event.data.is_empty() {
                        self.output.send(event.data).await;
                    }
                }
                // However the stream ends after the answer: a repetition would bring a second one.
                Ok(None) | Err(_) if is_answered => return Ok(()),
                Ok(None) => return Err(DeliveryError::Unanswered),
                Err(error) => return Err(error.into()),
            }
        }
    }
}
