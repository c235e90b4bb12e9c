//! Finds out who listens on the port.

use std::time::Duration;

use gasoline_server::platform::{PortOwner, port_owner};
use http::{Response, header};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use serde::de::DeserializeOwned;

use super::health::Health;
use crate::server_client::{ServerClient, ServerClientError};

/// Ours answers in well under a millisecond. A loaded machine gets patience, a silent program not for ever.
const SLOWEST_ANSWER: Duration = Duration::from_secs(2);

/// A broken connection can be a program that speaks no HTTP, or a server of ours that is just stopping. The second
/// is gone a moment later.
const ATTEMPTS: usize = 3;
const PAUSE: Duration = Duration::from_millis(50);

/// More than `/health` will ever be, and less than a foreign program might send.
const MAX_HEALTH_BYTES: usize = 64 * 1024;

/// Who listens on a port.
#[derive(Debug)]
pub(crate) enum Occupant {
    Nobody,
    Gasoline(Health),
    /// Another program; named where the system tells.
    Foreign(Option<PortOwner>),
}

/// Asks what listens there.
pub(crate) async fn identify(endpoint: &ServerClient) -> Occupant {
    identify_within(endpoint, SLOWEST_ANSWER).await
}

/// Asks what listens there, for callers with less patience.
pub(crate) async fn identify_within(endpoint: &ServerClient, slowest_answer: Duration) -> Occupant {
    let mut attempts_left = ATTEMPTS;
    loop {
        attempts_left -= 1;
        match tokio::time::timeout(slowest_answer, ask(endpoint)).await {
            Ok(Err(ServerClientError::Refused { .. })) => return Occupant::Nobody,
            Ok(Ok(Some(health))) => return Occupant::Gasoline(health),
            Ok(Err(ServerClientError::Broken { .. })) if attempts_left > 0 => {
                tokio::time::sleep(PAUSE).await;
            }
            Ok(Ok(None) | Err(ServerClientError::Broken { .. })) | Err(_) => {
                return Occupant::Foreign(port_owner(endpoint.port()));
            }
        }
    }
}

/// What a server of ours says about itself, as far as `T` reads it; `None` if it is none of ours.
pub(super) async fn ask<T: DeserializeOwned>(
    endpoint: &ServerClient,
) -> Result<Option<T>, ServerClientError> {
    let response = endpoint.health().await?;
    if !is_gasoline(&response) {
        return Ok(None);
    }
    let body = Limited::new(response.into_body(), MAX_HEALTH_BYTES).collect();
    let bytes = body.await.map(http_body_util::Collected::to_bytes);
    Ok(serde_json::from_slice(&bytes.unwrap_or_default()).ok())
}

fn is_gasoline(response: &Response<Incoming>) -> bool {
    let server = response.headers().get(header::SERVER);
    server.is_some_and(|name| name.as_bytes().starts_with(b"gasoline/"))
}

/// For messages: `python3` (pid 4711).
pub(crate) fn describe_owner(owner: Option<&PortOwner>) -> String {
    owner.map_or_else(
        || "another program, which this system does not name".to_owned(),
        |owner| format!("`{}` (pid {})", owner.program, owner.pid),
    )
}
