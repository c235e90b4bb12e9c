//! Reading a request body within its bounds of size and time.

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http_body_util::{BodyExt, Limited};

use super::HttpError;

/// Largest body of one request.
pub(super) const LARGEST_BODY: usize = 10 * 1024 * 1024;
/// How long a sender may take for it.
const SLOWEST_BODY: Duration = Duration::from_secs(30);

/// The whole body, or why not. Slow and endless senders are cut off.
pub(super) async fn read(body: Body) -> Result<Bytes, HttpError> {
    let declared = http_body::Body::size_hint(&body).lower();
    if declared > LARGEST_BODY as u64 {
        return Err(HttpError::BodyTooLarge { limit: LARGEST_BODY });
    }
    let collected = tokio::time::timeout(SLOWEST_BODY, Limited::new(body, LARGEST_BODY).collect()).await;
    match collected {
        Err(_) => Err(HttpError::BodyTooSlow { seconds: SLOWEST_BODY.as_secs() }),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
            Err(HttpError::BodyTooLarge { limit: LARGEST_BODY })
        }
        Ok(Err(error)) => Err(HttpError::BodyBroken(error.to_string())),
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
    }
}
