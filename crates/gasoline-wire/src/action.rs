//! What the user did, with selectors good enough to do it again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{FrameStep, Identity, Locator};

/// Kinds of user action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ActionKind {
    Click,
    Input,
    Submit,
    Keypress,
    Navigate,
    Scroll,
    Select,
    Check,
    Uncheck,
    /// Follows the two clicks of which it is made, which are entries of their own: a replay leaves them out.
    DoubleClick,
    RightClick,
    /// Files were chosen.
    Upload,
    /// Something was dragged and dropped.
    Drag,
    /// A dialog of the browser was answered: `alert`, `confirm`, `prompt`.
    Dialog,
    /// The page opened another tab or window. One that a middle click opened names its link, because that click is no
    /// entry of its own.
    NewTab,
}

/// A key that was held down while something else was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Modifier {
    Alt,
    Control,
    /// Command, or the Windows key.
    Meta,
    Shift,
}

/// How an address came to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NavigationKind {
    /// A document was loaded: by a link, a form, a script, or because somebody typed the address.
    Load,
    /// The same document again.
    Reload,
    /// A document of the history.
    History,
    /// `pushState`, or another fragment, where the browser tells it from a step in the history.
    Push,
    /// `replaceState`.
    Replace,
    /// A step in the history, or another fragment, within one document.
    Pop,
}

/// A dialog of the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum DialogKind {
    Alert,
    Confirm,
    Prompt,
}

/// ARIA role with accessible name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct RoleSelector {
    pub role: String,
    pub name: String,
}

/// Every way found to address the element, best chosen when code is generated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Selectors {
    /// `data-testid`, `data-test-id` or `data-cy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_id: Option<String>,
    /// The attribute that holds the test id, if it is not `data-testid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_id_attribute: Option<String>,
    /// `aria-label`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aria_label: Option<String>,
    /// Role and accessible name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<RoleSelector>,
    /// Unique element id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Visible text of something clickable, at most 50 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// CSS path of at most five levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css_path: Option<String>,
    /// Ways that found exactly this element when it was recorded, the one most likely to last first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locators: Option<Vec<Locator>>,
    /// The element is inside an open shadow root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_shadow: Option<bool>,
}

/// Pointer position in the viewport.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Position {
    pub x: f64,
    pub y: f64,
}

/// Scroll offset of the document when the action happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct ScrollOffset {
    pub x: f64,
    pub y: f64,
}

/// One user action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ActionEvent {
    /// Browser time, ISO 8601; of typing, when its last character was entered.
    pub ts: String,
    /// For `input`: when typing began, if that was earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_ts: Option<String>,
    /// What the user did.
    #[serde(rename = "type")]
    pub kind: ActionKind,
    /// The document.
    pub url: String,
    /// Short form of the element, `button#submit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Every way found to address the element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selectors: Option<Selectors>,
    /// Visible text of the element clicked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Value typed; `[redacted]` in sensitive fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The user entered more than this entry holds: `value`, or what was selected, is only its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    /// `type` attribute of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_type: Option<String>,
    /// Key pressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Keys held down during a click or another key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<Vec<Modifier>>,
    /// How often the key was pressed in a row, if more than once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Where a click landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// For `navigate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_url: Option<String>,
    /// For `navigate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_url: Option<String>,
    /// For `navigate`: how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub navigation: Option<NavigationKind>,
    /// For `upload`: the names of the files; their content is not captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<String>>,
    /// For `drag`: where it was dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Selectors>,
    /// For `dialog`: which; its message is `text`, what was typed into a prompt `value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialog: Option<DialogKind>,
    /// For `dialog`: whether it was accepted rather than dismissed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<bool>,
    /// The frames around the element, outermost first; absent in the top document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<Vec<FrameStep>>,
    /// For `select`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selected_value: Option<String>,
    /// For `select`, where several options are shown at once: the value of each that is chosen. `selectedValue` has
    /// commas between them, and a value may have commas of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selected_values: Option<Vec<String>>,
    /// For `select`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selected_text: Option<String>,
    /// For `scroll`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scroll_x: Option<f64>,
    /// For `scroll`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scroll_y: Option<f64>,
    /// For `submit`: the form's action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form_action: Option<String>,
    /// For `submit`: the form's method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form_method: Option<String>,
    /// Document scroll at that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scroll: Option<ScrollOffset>,
    /// Requests in flight at that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_requests: Option<u32>,
    /// The page showed a loading state at that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub busy: Option<bool>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
