//! The document itself, once per page.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Identity, LogKind, Mocked};

/// Size of the viewport in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
pub struct Viewport {
    pub width: f64,
    pub height: f64,
    pub device_pixel_ratio: f64,
}

/// The document's response headers, if anything could observe them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResponseHeaders {
    /// Only the extension and CDP see them.
    NotObserved,
    /// Lower-case names, sensitive values replaced.
    Observed(BTreeMap<String, String>),
}

/// One document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct DocumentEvent {
    /// Always `document`.
    #[serde(rename = "type")]
    #[ts(type = "\"document\"")]
    pub kind: LogKind,
    /// Browser time, ISO 8601.
    pub ts: String,
    /// The document.
    pub url: String,
    /// The browser's user agent string.
    pub user_agent: String,
    /// Viewport when the document started.
    pub viewport: Viewport,
    /// Document title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Referrer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referrer: Option<String>,
    /// Status of its response, if that could be observed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Whether the test made the answer up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mocked: Option<Mocked>,
    /// Response headers.
    pub response_headers: ResponseHeaders,
    /// What is not captured in this document (`fetch`, `console`, …), because somebody had taken away what capture needs for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_captured: Option<Vec<String>>,
    /// The same for what turned out after the document was described: `worker requests` once it has a worker.
    #[serde(default, rename = "_notCaptured", skip_serializing_if = "Option::is_none")]
    pub not_captured_later: Option<Vec<String>>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
