//! Reading a request body within its bounds of size, time and memory.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;

use super::HttpError;
use crate::app::{App, Reservation};

/// Largest body of one request.
pub(super) const LARGEST_BODY: usize = 10 * 1024 * 1024;
/// How long a sender may take for it.
const SLOWEST_BODY: Duration = Duration::from_secs(30);
/// How much of a refused body is read, and for how long, so that its sender gets to see the refusal.
const MOST_DISCARDED: usize = LARGEST_BODY;
const LONGEST_DISCARD: Duration = Duration::from_secs(5);
/// When an overloaded server may be asked again.
const RETRY_AFTER_SECONDS: u64 = 1;

/// A whole body; counts as load until it is dropped.
pub(super) struct ReadBody {
    bytes: Bytes,
    _reservation: Reservation,
}

impl ReadBody {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The body as JSON of a known shape; `what` names it in the refusal.
    pub(super) fn parse<T: DeserializeOwned>(&self, what: &str) -> Result<T, HttpError> {
        let deserializer = &mut serde_json::Deserializer::from_slice(&self.bytes);
        serde_path_to_error::deserialize(deserializer).map_err(|error| {
            let field = error.path().to_string();
            let place = if field == "." { String::new() } else { format!(" (field `{field}`)") };
            HttpError::BadRequest(format!("body is not {what}: {}{place}", error.inner()))
        })
    }
}

/// The whole body, or why not. Slow and endless senders are cut off; when too much is in flight, this one waits.
pub(super) async fn read(app: &App, mut body: Body) -> Result<ReadBody, HttpError> {
    // Refused before it is sent: a sender that asks first need not send it at all.
    if http_body::Body::size_hint(&body).lower() > LARGEST_BODY as u64 {
        return Err(HttpError::BodyTooLarge { limit: LARGEST_BODY });
    }
    let mut reservation = app.ingest_load.reservation();
    match tokio::time::timeout(SLOWEST_BODY, collect(&mut body, &mut reservation)).await {
        Ok(Ok(bytes)) => Ok(ReadBody { bytes, _reservation: reservation }),
        Ok(Err(refusal)) => {
            drop(reservation);
            discard(body).await;
            Err(refusal)
        }
        Err(_) => Err(HttpError::BodyTooSlow { seconds: SLOWEST_BODY.as_secs() }),
    }
}

/// Reads on without keeping anything, within reason: closing the connection on a sender that is still writing would
/// destroy the answer on its way, and with it the reason and the time to wait.
async fn discard(mut body: Body) {
    let mut discarded = 0;
    let read_on = async {
        while let (true, Some(Ok(frame))) = (discarded < MOST_DISCARDED, body.frame().await) {
            discarded += frame.data_ref().map_or(0, Bytes::len);
        }
    };
    // Whether it ended, broke off or took too long, the answer is the same.
    drop(tokio::time::timeout(LONGEST_DISCARD, read_on).await);
}

async fn collect(body: &mut Body, reservation: &mut Reservation) -> Result<Bytes, HttpError> {
    let mut first = Bytes::new();
    let mut rest = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| HttpError::BodyBroken(error.to_string()))?;
        let Ok(data) = frame.into_data() else { continue };
        if first.len().max(rest.len()) + data.len() > LARGEST_BODY {
            return Err(HttpError::BodyTooLarge { limit: LARGEST_BODY });
        }
        if !reservation.grow(data.len()) {
            return Err(HttpError::Overloaded { retry_after_seconds: RETRY_AFTER_SECONDS });
        }
        // Most bodies come in one piece, which is then never copied.
        if first.is_empty() && rest.is_empty() {
            first = data;
            continue;
        }
        if rest.is_empty() {
            rest.extend_from_slice(&first);
        }
        rest.extend_from_slice(&data);
    }
    Ok(if rest.is_empty() { first } else { rest.freeze() })
}
