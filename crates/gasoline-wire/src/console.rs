//! `console.log/info/debug/warn/error`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Enrichment, Identity, LogKind};

/// Severity of a log entry.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// `console.debug`.
    Debug,
    /// `console.log`.
    Log,
    /// `console.info`.
    Info,
    /// `console.warn`, and responses with status 400–499.
    Warn,
    /// `console.error`, exceptions, failed requests.
    Error,
}

impl Level {
    /// The wire spelling.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Log => "log",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }

    /// Reads the wire spelling and the two synonyms other senders use.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "debug" | "trace" => Self::Debug,
            "log" => Self::Log,
            "info" => Self::Info,
            "warn" | "warning" => Self::Warn,
            "error" => Self::Error,
            _ => return None,
        })
    }
}

/// One console call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ConsoleEvent {
    /// Always `console`.
    #[serde(rename = "type")]
    #[ts(type = "\"console\"")]
    pub kind: LogKind,
    /// Browser time, ISO 8601.
    pub ts: String,
    /// Which console method.
    pub level: Level,
    /// The arguments as one line of text.
    pub message: String,
    /// The arguments, safely serialised.
    #[ts(type = "Array<JsonValue>")]
    pub args: Vec<Value>,
    /// Where it was called, `app.js:42`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The document.
    pub url: String,
    /// For `console.error` with an error: present when more will follow, or has followed, under the same `eventId`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enrichment: Option<Enrichment>,
    /// For `console.error`: values attached by `window.__gasoline.annotate`.
    #[serde(default, rename = "_context", skip_serializing_if = "Option::is_none")]
    #[ts(type = "Record<string, JsonValue>")]
    pub context: Option<Value>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
