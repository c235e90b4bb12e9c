//! From a debugging port to the browser's socket.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::rt::TokioExecutor;
use serde::Deserialize;
use thiserror::Error;
use tokio_tungstenite::tungstenite;

use crate::attach::cdp::{self, Client, DebugAddress, DebugAddressError, Events};

/// A browser answers in milliseconds, a busy one in a second; this is for one that starts on a loaded machine.
const SLOWEST_ANSWER: Duration = Duration::from_secs(10);

/// More than `/json/version` will ever be.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// Why a browser could not be reached.
#[derive(Debug, Error)]
pub(crate) enum DiscoveryError {
    #[error("nothing answers there")]
    Unreachable(#[source] hyper_util::client::legacy::Error),
    #[error("it answered with status {}: {text}", status.as_u16())]
    Refused { status: StatusCode, text: String },
    #[error("what answers there is not a browser")]
    NoBrowser,
    #[error("the browser names a socket that cannot be used")]
    Socket(#[from] DebugAddressError),
    #[error("its socket cannot be opened")]
    Connection(#[from] tungstenite::Error),
    #[error("it did not answer within {} s", SLOWEST_ANSWER.as_secs())]
    Silent,
}

/// The part of `/json/version` that matters.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Version {
    web_socket_debugger_url: String,
}

/// Finds and opens the browser's socket.
pub(super) async fn connect(address: &DebugAddress) -> Result<(Client, Events), DiscoveryError> {
    let connecting = async {
        let socket = match address {
            DebugAddress::Socket { .. } => address.clone(),
            DebugAddress::Port(authority) => socket_of(&authority.to_string()).await?,
        };
        let DebugAddress::Socket { authority, path } = &socket else { return Err(DiscoveryError::NoBrowser) };
        Ok(cdp::open(authority, path).await?)
    };
    tokio::time::timeout(SLOWEST_ANSWER, connecting).await.map_err(|_| DiscoveryError::Silent)?
}

async fn socket_of(authority: &str) -> Result<DebugAddress, DiscoveryError> {
    let client = HttpClient::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
    let request = Request::get(format!("http://{authority}/json/version"));
    let request = request.body(Full::default()).map_err(|_| DiscoveryError::NoBrowser)?;
    let response = client.request(request).await.map_err(DiscoveryError::Unreachable)?;
    let status = response.status();
    let body = Limited::new(response.into_body(), MAX_ANSWER_BYTES).collect().await;
    let body = body.map_err(|_| DiscoveryError::NoBrowser)?.to_bytes();
    if !status.is_success() {
        let text = String::from_utf8_lossy(&body).chars().take(200).collect();
        return Err(DiscoveryError::Refused { status, text });
    }
    let version: Version = serde_json::from_slice(&body).map_err(|_| DiscoveryError::NoBrowser)?;
    Ok(version.web_socket_debugger_url.parse()?)
}
