//! Messages of the protocol: commands out, answers and events in.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// One debugging session: a client's view of one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct SessionId(pub(crate) Arc<str>);

impl fmt::Display for SessionId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A command on its way out.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Command<'a, P> {
    pub(super) id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) session_id: Option<&'a SessionId>,
    pub(super) method: &'a str,
    pub(super) params: P,
}

/// Anything that comes in, still as the browser's text.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Incoming<'a> {
    pub(super) id: Option<u64>,
    #[serde(borrow)]
    pub(super) session_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) params: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) result: Option<&'a RawValue>,
    pub(super) error: Option<Refusal>,
}

/// The browser's own words for a command it did not follow.
#[derive(Clone, Debug, Deserialize, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    message: String,
}

/// Why a command has no result.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// The browser refused it, or its target went away.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The connection ended first.
    #[error("the connection to the browser has ended")]
    Gone,
    /// The answer is not what the protocol says.
    #[error("the browser's answer to `{method}` cannot be read: {reason}")]
    Unreadable { method: &'static str, reason: String },
}

/// Something that happened in the browser.
#[derive(Debug)]
pub(crate) struct Event<'a> {
    /// The session it belongs to; `None` for the browser itself.
    pub(crate) session: Option<Cow<'a, str>>,
    pub(crate) method: Cow<'a, str>,
    params: Option<&'a RawValue>,
}

impl<'a> Event<'a> {
    /// The event in a message, if it is one.
    pub(super) fn of(message: Incoming<'a>) -> Option<Self> {
        let method = message.method?;
        Some(Self { session: message.session_id, method, params: message.params })
    }

    /// The parameters as a known shape; `None` if they have another.
    pub(crate) fn params<T: Deserialize<'a>>(&self) -> Option<T> {
        serde_json::from_str(self.params?.get()).ok()
    }
}
