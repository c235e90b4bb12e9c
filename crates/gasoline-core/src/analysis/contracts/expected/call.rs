//! A request with its answer, as a contract is held against it.

use serde_json::Value;

use crate::address::{Endpoint, Parts};
use crate::analysis::requests::{Initiator, Request};
use crate::store::Entry;

/// An answered request of an API.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) method: String,
    pub(super) url: String,
    pub(super) status: u16,
    pub(super) time: gasoline_wire::Timestamp,
    pub(super) seq: u64,
    pub(super) requested_at: Option<String>,
    content_type: String,
    request: Option<String>,
    response: Option<String>,
}

/// What there is of a body.
#[derive(Debug, PartialEq)]
pub(super) enum Body {
    /// None, or one that is not meant to be JSON.
    None,
    /// Cut short, or broken.
    Unreadable,
    /// Whole.
    Json(Value),
}

impl Call {
    /// The call of an entry; none if there was no answer, or if neither side of it is JSON.
    pub(super) fn read(entry: &Entry) -> Option<Self> {
        let request = Request::read(entry)?;
        let call = Self {
            method: request.method.to_ascii_uppercase(),
            status: request.status,
            time: entry.time,
            seq: entry.seq,
            requested_at: request.initiator.as_ref().and_then(Initiator::line_text),
            url: request.url,
            content_type: request.content_type,
            request: request.request_body,
            response: request.response,
        };
        let is_json = |body: &Option<String>| body.as_deref().is_some_and(begins_as_json);
        let is_api = call.content_type.contains("json") || is_json(&call.request) || is_json(&call.response);
        (call.status > 0 && is_api).then_some(call)
    }

    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// `GET /users/{id}`.
    pub(super) fn endpoint(&self) -> String {
        Endpoint::of(&self.method, &self.url, self.request.as_deref()).to_string()
    }

    /// The path as it was called.
    pub(super) fn path(&self) -> &str {
        Parts::of(&self.url).path
    }

    pub(super) fn response(&self) -> Body {
        let is_json = self.content_type.is_empty() || self.content_type.contains("json");
        read(self.response.as_deref().filter(|_| is_json))
    }

    pub(super) fn request(&self) -> Body {
        // Forms and files have no type here; what begins otherwise is one of them.
        read(self.request.as_deref().filter(|text| begins_as_json(text)))
    }
}

fn begins_as_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

fn read(text: Option<&str>) -> Body {
    match text.filter(|text| !text.is_empty()) {
        None => Body::None,
        Some(text) => serde_json::from_str(text).map_or(Body::Unreadable, Body::Json),
    }
}
