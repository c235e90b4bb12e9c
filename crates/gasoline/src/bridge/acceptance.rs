//! Tells whether the server took a message, and if not, why, and whether another server might.

use http::{Response, StatusCode};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use thiserror::Error;

use super::messages::StreamError;
use crate::server_client::ServerClientError;

/// How much of a refusal's text is worth repeating.
const MAX_REASON_BYTES: usize = 4 * 1024;

/// Why a message did not reach the server or its answer did not reach us.
#[derive(Debug, Error)]
pub(super) enum DeliveryError {
    #[error(transparent)]
    Unreachable(#[from] ServerClientError),
    #[error(transparent)]
    Interrupted(#[from] StreamError),
    #[error("the server no longer knows this MCP session")]
    SessionUnknown,
    #[error("the server ended the connection without an answer")]
    Unanswered,
    #[error("the server did not answer within {seconds} s")]
    TimedOut { seconds: u64 },
    #[error("the server on port `{port}` hangs: it has not said how it is for {seconds} s")]
    Hangs { port: u16, seconds: u64 },
    #[error("the server refused the message with status {status}: {reason}")]
    Refused { status: StatusCode, reason: String },
}

impl DeliveryError {
    /// Whether a new session may succeed where this one failed. A refusal would only be repeated, and the client has
    /// waited long enough.
    pub(super) fn is_loss(&self) -> bool {
        !matches!(self, Self::Refused { .. } | Self::TimedOut { .. } | Self::Hangs { .. })
    }
}

/// Lets a response pass that says the message was taken.
pub(super) async fn accepted(response: Response<Incoming>) -> Result<Response<Incoming>, DeliveryError> {
    match response.status() {
        status if status.is_success() => Ok(response),
        StatusCode::NOT_FOUND => Err(DeliveryError::SessionUnknown),
        status => Err(DeliveryError::Refused { status, reason: reason(response).await }),
    }
}

async fn reason(response: Response<Incoming>) -> String {
    let body = Limited::new(response.into_body(), MAX_REASON_BYTES).collect();
    let text = body.await.map(http_body_util::Collected::to_bytes);
    String::from_utf8_lossy(&text.unwrap_or_default()).trim().to_owned()
}
