//! Uncaught errors and unhandled rejections.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Identity, Level, LogKind};

/// Which browser event reported the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mechanism {
    /// The window's `error` event.
    Error,
    /// The window's `unhandledrejection` event.
    UnhandledRejection,
}

/// How far late enrichment of an error has come: `"pending"`, `"done"` or `{"failed": "reason"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Enrichment {
    /// More is on its way under the same `eventId`.
    Pending,
    /// Everything that could be found is there.
    Done,
    /// It could not be completed, and why.
    Failed(String),
}

/// One uncaught error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ExceptionEvent {
    /// Always `exception`.
    #[serde(rename = "type")]
    #[ts(type = "\"exception\"")]
    pub kind: LogKind,
    /// Browser time, ISO 8601.
    pub ts: String,
    /// Always `error`.
    pub level: Level,
    /// Which browser event reported it.
    pub mechanism: Mechanism,
    /// The error's message.
    pub message: String,
    /// The full stack as the browser printed it, and below it those of the causes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// Where it was thrown, `app.js:42`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Script the browser names as origin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// One-based line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lineno: Option<u32>,
    /// One-based column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colno: Option<u32>,
    /// The document.
    pub url: String,
    /// Present when more will follow, or has followed, under the same `eventId`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enrichment: Option<Enrichment>,
    /// Values attached by `window.__gasoline.annotate`.
    #[serde(default, rename = "_context", skip_serializing_if = "Option::is_none")]
    #[ts(type = "Record<string, JsonValue>")]
    pub context: Option<Value>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
