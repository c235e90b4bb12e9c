//! A picture of the page with what caused it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Identity, Viewport};

/// Why the picture was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ScreenshotTrigger {
    Navigation,
    Action,
    Error,
    Explicit,
}

/// One capture as it is posted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ScreenshotCapture {
    /// Browser time, ISO 8601.
    pub ts: String,
    /// The document.
    pub url: String,
    /// Why it was taken.
    pub trigger: ScreenshotTrigger,
    /// PNG, base64.
    pub data: String,
    /// Viewport when it was taken.
    pub viewport: Viewport,
    /// `eventId` of the action or error it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub related_event_id: Option<String>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
