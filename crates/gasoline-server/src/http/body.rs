//! Reading a request body within its bounds of size, time and memory.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use bytes::{Bytes, BytesMut};
use http::header::{CONTENT_ENCODING, EXPECT};
use http::{HeaderMap, HeaderValue};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;

use super::HttpError;
use crate::app::{App, Reservation};
use crate::options::LARGEST_QUESTION;

/// Largest body of one request.
pub(super) const LARGEST_BODY: usize = 10 * 1024 * 1024;
/// How long a sender may take for it.
const SLOWEST_BODY: Duration = Duration::from_secs(30);
/// How much of a refused body is read, and for how long, so that its sender gets to see the refusal. Nothing of it is
/// kept, so this may well be more than what is taken.
const MOST_DISCARDED: usize = 32 * 1024 * 1024;
const LONGEST_DISCARD: Duration = Duration::from_secs(5);
/// When an overloaded server may be asked again.
const RETRY_AFTER_SECONDS: u64 = 1;

/// Questions up to this size are taken however much is in flight: an agent must be able to ask while browsers send more
/// than can be taken, and hardly ever says more than this.
const QUESTION_ALWAYS_TAKEN: usize = 64 * 1024;

/// What a gzip file begins with. No JSON does.
const GZIP_MARK: [u8; 2] = [0x1f, 0x8b];

/// Characters of an encoding's name that are repeated.
const LONGEST_ENCODING: usize = 40;

/// What a body may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyBounds {
    /// Largest that is read.
    pub(crate) largest: usize,
    /// Bodies up to this size are taken however much is in flight.
    pub(crate) always_taken: usize,
}

impl BodyBounds {
    /// Of captured data.
    const DATA: Self = Self { largest: LARGEST_BODY, always_taken: 0 };
    /// Of what is asked.
    pub(crate) const QUESTION: Self = Self { largest: LARGEST_QUESTION, always_taken: QUESTION_ALWAYS_TAKEN };
}

/// A whole body; counts as load until it is dropped.
pub(super) struct ReadBody {
    bytes: Bytes,
    reservation: Reservation,
}

impl ReadBody {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The body, and what makes it count.
    pub(super) fn into_parts(self) -> (Bytes, Reservation) {
        (self.bytes, self.reservation)
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

/// A body that has not been read.
#[derive(Debug)]
pub(super) struct UnreadBody {
    body: Body,
    /// Its sender waits to hear whether it is wanted.
    is_held_back: bool,
    /// It is encoded in a way that is not read here.
    encoding: Option<String>,
}

impl<S: Send + Sync> FromRequest<S> for UnreadBody {
    type Rejection = Infallible;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Infallible> {
        let (parts, body) = request.into_parts();
        Ok(Self::of(&parts.headers, body))
    }
}

impl UnreadBody {
    pub(super) fn of(headers: &HeaderMap, body: Body) -> Self {
        let expectation = headers.get(EXPECT).map(HeaderValue::as_bytes);
        let is_held_back = expectation.is_some_and(|value| value.eq_ignore_ascii_case(b"100-continue"));
        let encoding = headers.get(CONTENT_ENCODING).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let encoding =
            encoding.filter(|name| !name.trim().is_empty() && !name.trim().eq_ignore_ascii_case("identity"));
        let encoding = encoding.map(|name| name.chars().take(LONGEST_ENCODING).collect());
        Self { body, is_held_back, encoding }
    }

    /// The whole body, or why not. Slow and endless senders are cut off; when too much is in flight, this one waits.
    pub(super) async fn read(self, app: &App) -> Result<ReadBody, HttpError> {
        self.read_within(app, BodyBounds::DATA).await
    }

    /// The same for bodies that are bounded in another way.
    pub(super) async fn read_within(mut self, app: &App, bounds: BodyBounds) -> Result<ReadBody, HttpError> {
        let declared = http_body::Body::size_hint(&self.body).lower();
        if let Some(encoding) = self.encoding.take() {
            if !self.is_held_back {
                discard(self.body).await;
            }
            return Err(HttpError::Encoded { encoding });
        }
        if declared > bounds.largest as u64 {
            // To read on is of use only to a sender that will not wait and that comes to an end.
            if !self.is_held_back && declared <= MOST_DISCARDED as u64 {
                discard(self.body).await;
            }
            return Err(HttpError::BodyTooLarge { limit: bounds.largest });
        }
        let mut reservation = app.ingestion.load.reservation();
        let whole = collect(&mut self.body, &mut reservation, bounds);
        match tokio::time::timeout(SLOWEST_BODY, whole).await {
            Ok(Ok(bytes)) if bytes.starts_with(&GZIP_MARK) => Err(HttpError::Compressed),
            Ok(Ok(bytes)) => Ok(ReadBody { bytes, reservation }),
            Ok(Err(refusal)) => {
                drop(reservation);
                discard(self.body).await;
                Err(refusal)
            }
            Err(_) => Err(HttpError::BodyTooSlow { seconds: SLOWEST_BODY.as_secs() }),
        }
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

async fn collect(
    body: &mut Body,
    reservation: &mut Reservation,
    bounds: BodyBounds,
) -> Result<Bytes, HttpError> {
    let mut first = Bytes::new();
    let mut rest = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| HttpError::BodyBroken(error.to_string()))?;
        let Ok(data) = frame.into_data() else { continue };
        let length = first.len().max(rest.len()) + data.len();
        if length > bounds.largest {
            return Err(HttpError::BodyTooLarge { limit: bounds.largest });
        }
        if !reservation.grow(data.len()) && length > bounds.always_taken {
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
