//! WebSocket lifecycle and messages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Identity, Mocked};

/// What happened on the socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum WebSocketEventKind {
    Connecting,
    Open,
    Message,
    Close,
    Error,
}

/// Which way a message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Direction {
    Incoming,
    Outgoing,
}

/// Present on a message that was kept while others were not, and on a close after messages that were not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct SampledRate {
    /// Messages per second seen in the rolling window.
    pub message_rate: f64,
    /// Messages per second kept.
    pub kept_rate: f64,
    /// Messages left out since the last one kept.
    pub skipped: u32,
    /// For close: how many of those were outgoing; none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped_outgoing: Option<u32>,
}

/// One WebSocket event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct WebSocketEvent {
    /// Browser time, ISO 8601.
    pub ts: String,
    /// What happened.
    pub event: WebSocketEventKind,
    /// The connection, unique within its page. Not an entry identity.
    pub id: String,
    /// The socket's address, not the document.
    pub url: String,
    /// The document that opened the socket.
    pub page_url: String,
    /// For connecting: the frame that asked for it, as the browser prints it: `loadUser (http://…/app.js:10:5)`. The first of the page's
    /// own code; its place in the original source follows as `_initiator`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiator: Option<String>,
    /// For messages: which way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// For messages: text up to 4 KB, or a description of binary data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// For messages: full size in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// For messages: the data was cut at its cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    /// For close: code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<u16>,
    /// Whether the test may have closed it: it uses `routeWebSocket` or `setOffline`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mocked: Option<Mocked>,
    /// For close: reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// For messages kept by sampling; for close, what was left out of both directions since the last ones kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<SampledRate>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
