//! The opening of every client: versions, settings and clocks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{OLDEST_SUPPORTED_WIRE_VERSION, Timestamp, WIRE_VERSION};

/// What kind of client says hello.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClientKind {
    /// The browser extension's service worker.
    Extension,
    /// `gasoline-ci.js` or the side that holds its binding.
    Ci,
    /// `gasoline attach`.
    Attach,
}

impl ClientKind {
    /// The wire spelling.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Extension => "extension",
            Self::Ci => "ci",
            Self::Attach => "attach",
        }
    }
}

/// What a client sends to `/hello`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Hello {
    /// What kind of client.
    pub client: ClientKind,
    /// The client's own version.
    pub version: String,
    /// The wire version it speaks.
    pub wire: u32,
    /// Its capture session.
    pub session: String,
    /// Its clock now: ISO 8601 or epoch milliseconds.
    #[ts(type = "string | number")]
    #[schemars(schema_with = "Timestamp::schema_as_read")]
    pub clock: Timestamp,
}

/// Wire versions the server reads, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct WireRange {
    pub min: u32,
    pub max: u32,
}

impl WireRange {
    /// What this build reads.
    pub const SUPPORTED: Self = Self { min: OLDEST_SUPPORTED_WIRE_VERSION, max: WIRE_VERSION };

    /// Whether `version` can be read.
    pub fn contains(self, version: u32) -> bool {
        (self.min..=self.max).contains(&version)
    }
}

/// Capture settings the server hands to its clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaptureSettings {
    /// Largest request body the server takes, in bytes.
    pub max_request_bytes: u32,
    /// Most entries in one batch.
    pub max_batch_entries: u32,
    /// Largest single entry, in bytes.
    pub max_entry_bytes: u32,
}

/// The answer to [`Hello`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[ts(optional_fields)]
pub struct Welcome {
    /// The server's version.
    pub version: String,
    /// Wire versions it reads.
    pub wire: WireRange,
    /// Changes when the server restarts, so a client knows its earlier sends are gone.
    pub run: String,
    /// Server time.
    #[ts(type = "string")]
    pub time: Timestamp,
    /// Limits to respect.
    pub settings: CaptureSettings,
    /// Set when the client's wire version cannot be read; says what to update.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<String>,
}
