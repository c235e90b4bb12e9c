//! What a browser's traffic shows that should not be seen: credentials, personal data, unprotected endpoints and connections.
//!
//! Secrets are never stored, so checks read the markers that stand in their place. One check a file; what each finding says is in
//! [`table`], so that answers and exports speak of the same rules.

mod auth;
mod body;
mod console;
mod cookies;
mod credentials;
mod documents;
mod finding;
mod hosts;
mod paid_apis;
mod personal;
mod pii;
mod referrers;
mod scripts;
mod secret;
mod sighting;
mod sockets;
mod storage;
mod table;
mod tokens;
mod traffic;
mod transport;

use gasoline_wire::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::finding::Collector;
pub use self::finding::Finding;
pub use self::table::{RULES, Rule, rule};
use self::traffic::Traffic;
pub use super::contracts::Severity;
use super::query::Query;
use crate::store::View;

/// A group of rules that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Check {
    Credentials,
    AuthPatterns,
    PiiExposure,
    Transport,
    Headers,
    Cookies,
    Scripts,
}

impl Check {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 7] = [
        Self::Credentials,
        Self::AuthPatterns,
        Self::PiiExposure,
        Self::Transport,
        Self::Headers,
        Self::Cookies,
        Self::Scripts,
    ];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Credentials => "credentials",
            Self::AuthPatterns => "auth_patterns",
            Self::PiiExposure => "pii_exposure",
            Self::Transport => "transport",
            Self::Headers => "headers",
            Self::Cookies => "cookies",
            Self::Scripts => "scripts",
        }
    }
}

/// The kinds of entry that are read.
pub const KINDS: &[Kind] =
    &[Kind::Log, Kind::WebSocket, Kind::NetworkBody, Kind::Resource, Kind::Document, Kind::Storage];

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Scanned {
    pub network_requests: usize,
    pub console_entries: usize,
    pub unique_endpoints: usize,
    pub websocket_events: usize,
    pub storage_writes: usize,
    pub documents: usize,
    pub resources: usize,
}

impl Scanned {
    /// Whether there was nothing to look at.
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Most severe first, then seen last.
    pub findings: Vec<Finding>,
    /// What was looked at.
    pub scanned: Scanned,
    /// What the checks asked for would have needed and capture did not see.
    pub not_observed: Vec<&'static str>,
}

/// Runs the checks asked for on what `query` admits.
pub fn audit(view: &View, query: &Query, checks: &[Check]) -> Audit {
    let traffic = Traffic::read(view, query);
    let mut found = Collector::new(checks);
    let wants = |check| checks.contains(&check);
    if wants(Check::Credentials) {
        credentials::check(&traffic, &mut found);
        paid_apis::check(&traffic, &mut found);
        sockets::check(&traffic, &mut found);
        storage::check(&traffic, &mut found);
        tokens::check(&traffic, &mut found);
        referrers::check(&traffic, &mut found);
    }
    if wants(Check::Credentials) || wants(Check::PiiExposure) {
        console::check(&traffic, &mut found);
    }
    if wants(Check::PiiExposure) {
        pii::check(&traffic, &mut found);
    }
    if wants(Check::AuthPatterns) || wants(Check::PiiExposure) {
        auth::check(&traffic, &mut found);
    }
    if wants(Check::Transport) {
        transport::check(&traffic, &mut found);
    }
    if wants(Check::Headers) {
        documents::check(&traffic, &mut found);
    }
    if wants(Check::Cookies) {
        cookies::check(&traffic, &mut found);
    }
    if wants(Check::Scripts) {
        scripts::check(&traffic, &mut found);
    }
    Audit {
        findings: found.into_findings(),
        scanned: traffic.scanned(),
        not_observed: not_observed(&traffic, checks),
    }
}

/// What was not there to be looked at, so that nobody takes silence for safety.
fn not_observed(traffic: &Traffic<'_>, checks: &[Check]) -> Vec<&'static str> {
    let no_headers = traffic.documents.iter().all(|document| document.observed_headers().is_none());
    [
        (
            Check::Headers,
            no_headers,
            "response headers of documents (seen by the extension, `gasoline attach` and the Playwright fixture)",
        ),
        (Check::Cookies, true, "attributes of cookies that servers set; only cookies that scripts wrote are checked"),
        (Check::Cookies, traffic.storage.is_empty(), "cookies that scripts wrote"),
        (Check::Scripts, traffic.resources.is_empty(), "loaded scripts and whether they have `integrity`"),
    ]
    .into_iter()
    .filter(|(check, is_missing, _)| *is_missing && checks.contains(check))
    .map(|(_, _, text)| text)
    .collect()
}

#[cfg(test)]
mod tests;
