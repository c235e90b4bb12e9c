//! What a page's content security policy did not allow.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Identity, Level, LogKind};

/// One violation, as the browser's `securitypolicyviolation` event tells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ViolationEvent {
    /// Always `violation`.
    #[serde(rename = "type")]
    #[ts(type = "\"violation\"")]
    pub kind: LogKind,
    /// Browser time, ISO 8601.
    pub ts: String,
    /// `error` where it was blocked, `warn` where the policy only reports.
    pub level: Level,
    /// What was blocked and by which directive, one line.
    pub message: String,
    /// The directive: `script-src-elem`.
    pub directive: String,
    /// What was blocked: an address, or `inline`, `eval`, ….
    pub blocked: String,
    /// Where the page asked for it, `app.js:42`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Script or document that asked for it.
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
    /// Values attached by `window.__gasoline.annotate`.
    #[serde(default, rename = "_context", skip_serializing_if = "Option::is_none")]
    #[ts(type = "Record<string, JsonValue>")]
    pub context: Option<Value>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
