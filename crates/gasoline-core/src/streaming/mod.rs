//! What is worth telling an agent unasked, and when.
//!
//! [`Significance`] decides whether an entry is an event; [`Stream`] decides for one client which events leave, when, and
//! together with which others. Both take the time as an argument and start no timer.

mod batch;
mod known;
mod significance;
mod stream;

use gasoline_wire::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use batch::Batch;
pub use known::Known;
pub use significance::Significance;
pub use stream::{Stream, StreamConfig};

use crate::address::Site;

/// What kind of event.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Category {
    Errors,
    NetworkErrors,
    Performance,
    UserFrustration,
    Security,
}

impl Category {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Errors, Self::NetworkErrors, Self::Performance, Self::UserFrustration, Self::Security];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Errors => "errors",
            Self::NetworkErrors => "network_errors",
            Self::Performance => "performance",
            Self::UserFrustration => "user_frustration",
            Self::Security => "security",
        }
    }
}

/// How bad it is, the least bad first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Severity {
    Warning,
    Error,
}

impl Severity {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Something an agent may be told unasked. Texts are previews of redacted ones; bodies are not kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StreamEvent {
    /// What kind.
    pub category: Category,
    /// How bad.
    pub severity: Severity,
    /// In one sentence.
    pub message: String,
    /// When, by corrected browser time.
    pub timestamp: Timestamp,
    /// What is known besides: method, address, status, a preview.
    pub context: Map<String, Value>,
    /// Events with equal keys say the same.
    #[serde(skip)]
    pub key: String,
    /// The same was an event before. It is not told unasked again; who waits for it wants to know.
    #[serde(skip)]
    pub is_known: bool,
}

impl StreamEvent {
    /// Whether it is about an address that contains `part`.
    pub fn is_about(&self, part: &str) -> bool {
        ["url", "pageUrl"].iter().any(|name| self.text(name).is_some_and(|url| url.contains(part)))
    }

    /// Whether it is of a document of `site`. One that names no document may be.
    pub fn is_of(&self, site: &Site) -> bool {
        self.text("pageUrl").or_else(|| self.text("url")).is_none_or(|document| site.includes(document))
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.context.get(name)?.as_str()
    }
}
