//! A way to find an element again that was tried when it was recorded.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What an element is recognised by.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum LocatorStrategy {
    TestId,
    Role,
    Label,
    Placeholder,
    AltText,
    Title,
    Text,
    Id,
    Css,
}

/// One way to address an element.
///
/// It matched the recorded element and no other under the rules by which Playwright matches, narrowed by all that is
/// given here: first the container, then the strategy, then `hasText`, then `nth`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Locator {
    /// What the element is recognised by.
    pub by: LocatorStrategy,
    /// The test id, accessible name, label, placeholder, text, id or CSS selector.
    pub value: String,
    /// For `testId`: the attribute that holds it, if it is not `data-testid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// For `role`: the role; an empty `value` then means that any name will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The whole text in its own case, where otherwise a part of it in any case would do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// The container in which to look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Box<Self>>,
    /// Only elements that contain this text, in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_text: Option<String>,
    /// The place among what still matches, from zero: the last resort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
}

/// A frame on the way from the top document to the element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct FrameStep {
    /// The frame element in the document around it; empty where that document is of another origin and cannot be
    /// asked.
    pub locators: Vec<Locator>,
    /// The frame's document.
    pub url: String,
    /// The frame's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}
