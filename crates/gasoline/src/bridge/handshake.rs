//! The opening of an MCP session: `initialize` to a server, and what its answer means for all that follows.

use std::time::Duration;

use bytes::Bytes;
use http::HeaderValue;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::acceptance::{DeliveryError, accepted};
use super::messages::Messages;
use crate::server_client::{ServerClient, SessionHeaders};

/// A handshake involves no work, so a server that takes longer is not going to answer.
const SLOWEST_HANDSHAKE: Duration = Duration::from_secs(30);

/// A server's reaction to `initialize`.
#[derive(Debug)]
pub(super) struct Handshake {
    /// What goes with every further message, if it succeeded.
    pub(super) headers: SessionHeaders,
    /// The answer for the client.
    pub(super) answer: Vec<u8>,
    /// Whether there is a session now, or the server answered with an error.
    pub(super) succeeded: bool,
}

#[derive(Deserialize)]
struct InitializeAnswer {
    result: Option<InitializeResult>,
    error: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InitializeResult {
    protocol_version: Option<String>,
}

impl Handshake {
    /// Sends `initialize` and waits for the answer.
    pub(super) async fn with(endpoint: &ServerClient, initialize: Bytes) -> Result<Self, DeliveryError> {
        let attempt = tokio::time::timeout(SLOWEST_HANDSHAKE, Self::attempt(endpoint, initialize));
        attempt.await.unwrap_or(Err(DeliveryError::Unanswered))
    }

    async fn attempt(endpoint: &ServerClient, initialize: Bytes) -> Result<Self, DeliveryError> {
        let response = accepted(endpoint.post(None, initialize).await?).await?;
        let headers = SessionHeaders::opened_by(&response);
        let mut messages = Messages::of(response);
        while let Some(event) = messages.next().await? {
            if let Some(handshake) = Self::read(headers.clone(), event.data) {
                return Ok(handshake);
            }
        }
        Err(DeliveryError::Unanswered)
    }

    /// `None` for a message that is not the answer.
    fn read(headers: SessionHeaders, message: Vec<u8>) -> Option<Self> {
        let answer: InitializeAnswer = serde_json::from_slice(&message).ok()?;
        let succeeded = answer.result.is_some();
        if !succeeded && answer.error.is_none() {
            return None;
        }
        let protocol_version = answer
            .result
            .and_then(|result| result.protocol_version)
            .and_then(|version| HeaderValue::try_from(version).ok());
        Some(Self { headers: SessionHeaders { protocol_version, ..headers }, answer: message, succeeded })
    }
}
