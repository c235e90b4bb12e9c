//! The messages in a response of the server, whether it chose to send one as JSON or many as an event stream.

use http::{Response, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use thiserror::Error;

use super::event_stream::{Event, EventDecoder, EventTooLong};

/// Longest JSON body that is passed on, see the same limit for events.
const MAX_BODY_BYTES: usize = 64 * 1024 * 1024;

/// A response that ended before its time.
#[derive(Debug, Error)]
pub(crate) enum StreamError {
    /// The connection broke.
    #[error("the connection broke within an answer")]
    Broken(#[from] hyper::Error),
    /// A body without end.
    #[error("the server sent an answer of more than {MAX_BODY_BYTES} bytes")]
    BodyTooLong,
    /// An event without end.
    #[error(transparent)]
    EventTooLong(#[from] EventTooLong),
}

/// What arrives in one response.
#[derive(Debug)]
pub(crate) struct Messages {
    body: Incoming,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Json(Vec<u8>),
    Events(EventDecoder),
}

impl Messages {
    pub(crate) fn of(response: Response<Incoming>) -> Self {
        let content_type = response.headers().get(header::CONTENT_TYPE);
        let is_stream = content_type.is_some_and(|value| value.as_bytes().starts_with(b"text/event-stream"));
        Self {
            form: if is_stream { Form::Events(EventDecoder::default()) } else { Form::Json(Vec::new()) },
            body: response.into_body(),
        }
    }

    /// The next message; `None` at the end. A JSON body counts as an event without id.
    pub(crate) async fn next(&mut self) -> Result<Option<Event>, StreamError> {
        loop {
            if let Some(event) = self.form.pop() {
                return Ok(Some(event));
            }
            let Some(frame) = self.body.frame().await.transpose()? else {
                return Ok(self.form.finish());
            };
            if let Some(piece) = frame.data_ref() {
                self.form.push(piece)?;
            }
        }
    }
}

impl Form {
    fn push(&mut self, piece: &[u8]) -> Result<(), StreamError> {
        match self {
            Self::Json(body) if body.len() + piece.len() > MAX_BODY_BYTES => Err(StreamError::BodyTooLong),
            Self::Json(body) => {
                body.extend_from_slice(piece);
                Ok(())
            }
            Self::Events(decoder) => Ok(decoder.push(piece)?),
        }
    }

    fn pop(&mut self) -> Option<Event> {
        match self {
            Self::Json(_) => None,
            Self::Events(decoder) => decoder.pop(),
        }
    }

    /// An event that the end of the stream cut off is no event; a JSON body is complete only now.
    fn finish(&mut self) -> Option<Event> {
        match self {
            Self::Json(body) if !body.is_empty() => Some(Event { id: None, data: std::mem::take(body) }),
            Self::Json(_) | Self::Events(_) => None,
        }
    }
}
