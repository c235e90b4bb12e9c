//! Loaded resources, per navigation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Identity, LogKind};

/// One loaded resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ResourceEvent {
    /// Always `resource`.
    #[serde(rename = "type")]
    #[ts(type = "\"resource\"")]
    pub kind: LogKind,
    /// Browser time the load started, ISO 8601.
    pub ts: String,
    /// The resource, not the document.
    pub url: String,
    /// The document.
    pub page_url: String,
    /// `script`, `link`, `img`, `fetch`, ….
    pub initiator_type: String,
    /// HTTP status, when the browser tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_status: Option<u16>,
    /// Subresource integrity attribute of the element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub integrity: Option<String>,
    /// Bytes over the network; 0 from cache or when the browser hides it.
    pub transfer_size: f64,
    /// Bytes after decoding.
    pub decoded_size: f64,
    /// Milliseconds after navigation start.
    pub start_time: f64,
    /// Milliseconds the load took.
    pub duration: f64,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
