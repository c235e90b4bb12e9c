//! A few words of what the page shows, for assertions about page text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Identity;

/// What kind of element a landmark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum LandmarkKind {
    Heading,
    TestId,
}

/// A heading or an element with a test id, with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct DomLandmark {
    /// Heading or test id.
    pub kind: LandmarkKind,
    /// For headings: 1 or 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// For test ids: the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_id: Option<String>,
    /// For test ids: the attribute that holds it, if it is not `data-testid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// Text, at most 100 characters.
    pub text: String,
}

/// What the page showed after a load or route change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct DomSnapshot {
    /// Browser time, ISO 8601.
    pub ts: String,
    /// The document.
    pub url: String,
    /// Document title.
    pub title: String,
    /// Up to five landmarks.
    pub landmarks: Vec<DomLandmark>,
    /// When a test failed: one line for each element shown, `- button "Pay"` or `- testid "cart"`, without what was typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<String>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
