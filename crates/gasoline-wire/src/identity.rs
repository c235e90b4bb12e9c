//! Who sent an entry: the fields that make delivery idempotent and loss visible.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Bytes of the longest test id that is taken.
pub const LONGEST_TEST_ID: usize = 1_024;

/// Identity carried by every entry our own capture sends.
///
/// Entries without it (curl, other senders) are welcome too, so every field is optional; what an entry lacks is
/// simply not available to the tools (no loss detection without `n`, no merge without `eventId`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Identity {
    /// Capture session: one browser profile run or one CI worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Browser tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<String>,
    /// Document instance; a reload is a new page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Frame within the tab; `"0"` is the top frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// Counter per page, starting at 1. A gap means lost entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_id: Option<String>,
    /// The running test, from `window.__GASOLINE_TEST_ID`.
    #[serde(default, rename = "test_id", skip_serializing_if = "Option::is_none")]
    pub test_id: Option<String>,
}
