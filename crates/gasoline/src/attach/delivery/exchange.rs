//! The two things a capture client says to the server: hello, and here is something captured.
//!
//! Every way an exchange can fail becomes one of three, because that is what the sender must decide on.

use std::time::Duration;

use bytes::Bytes;
use gasoline_server::VERSION;
use gasoline_server::clock::{Clock, SystemClock};
use gasoline_wire::{ClientKind, Hello, Received, WIRE_VERSION};
use http::header::RETRY_AFTER;
use http::{Response, StatusCode};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use thiserror::Error;

use crate::failure::describe;
use crate::server_client::{ServerClient, ServerClientError};

/// Local answers take milliseconds; a server that hangs this long is as good as away.
const SLOWEST_ANSWER: Duration = Duration::from_secs(10);

/// More than any answer to a capture client.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// Why an exchange failed.
#[derive(Debug, Error)]
pub(super) enum ExchangeError {
    /// Nobody answers, or somebody else.
    #[error("{0}")]
    Away(String),
    /// More arrives than the server can take.
    #[error("the server is busy")]
    Busy { retry_after: Option<Duration> },
    /// The server will never take this.
    #[error("the server refused it: {0}")]
    Refused(String),
}

impl From<ServerClientError> for ExchangeError {
    fn from(error: ServerClientError) -> Self {
        Self::Away(describe(&error))
    }
}

/// Introduces this client.
pub(super) async fn hello(endpoint: &ServerClient, session: &str) -> Result<(), ExchangeError> {
    let hello = Hello {
        client: ClientKind::Attach,
        version: VERSION.to_owned(),
        wire: WIRE_VERSION,
        session: session.to_owned(),
        clock: SystemClock.now(),
    };
    let body = serde_json::to_vec(&hello).unwrap_or_default();
    exchange(endpoint, "/hello", body.into()).await.map(drop)
}

/// Posts something captured; returns how many entries were refused one by one.
pub(super) async fn post(endpoint: &ServerClient, path: &str, body: Bytes) -> Result<usize, ExchangeError> {
    let answer = exchange(endpoint, path, body).await?;
    Ok(serde_json::from_slice::<Received>(&answer).map_or(0, |received| received.rejected))
}

async fn exchange(endpoint: &ServerClient, path: &str, body: Bytes) -> Result<Bytes, ExchangeError> {
    let exchanging = async {
        let response = endpoint.deliver(path, body).await?;
        let (status, retry_after) = (response.status(), retry_after(&response));
        let answer = Limited::new(response.into_body(), MAX_ANSWER_BYTES).collect().await;
        let answer = answer.map_err(|error| ExchangeError::Away(error.to_string()))?.to_bytes();
        match status {
            status if status.is_success() => Ok(answer),
            StatusCode::TOO_MANY_REQUESTS => Err(ExchangeError::Busy { retry_after }),
            status if status.is_client_error() => Err(ExchangeError::Refused(text_of(&answer))),
            status => {
                Err(ExchangeError::Away(format!("the server answered with status {}", status.as_u16())))
            }
        }
    };
    let silence = || ExchangeError::Away(format!("no answer within {} s", SLOWEST_ANSWER.as_secs()));
    tokio::time::timeout(SLOWEST_ANSWER, exchanging).await.map_err(|_| silence())?
}

fn retry_after(response: &Response<Incoming>) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn text_of(answer: &Bytes) -> String {
    String::from_utf8_lossy(answer).chars().take(500).collect()
}
