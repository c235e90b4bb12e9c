//! Tasks that block the page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Identity, Level, LogKind};

/// One task that kept the main thread for more than half a second, sent when it happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct LongTaskEvent {
    /// Always `longtask`.
    #[serde(rename = "type")]
    #[ts(type = "\"longtask\"")]
    pub kind: LogKind,
    /// Browser time, ISO 8601.
    pub ts: String,
    /// Always `warn`.
    pub level: Level,
    /// `Main thread blocked for 812 ms`.
    pub message: String,
    /// Milliseconds.
    pub duration: f64,
    /// The document.
    pub url: String,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
