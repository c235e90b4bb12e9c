//! How a running server is doing: what it heard from browsers and agents.

use std::time::Duration;

use gasoline_wire::Timestamp;
use serde::Deserialize;

use super::occupant::ask;
use crate::server_client::ServerClient;

/// The part of `/health` that nobody decides by. Read apart from [`Health`](super::Health), so that another version's
/// idea of it never makes a server unrecognisable.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Vitals {
    #[serde(rename = "uptime_s")]
    pub(crate) uptime_seconds: i64,
    /// When the extension was last heard of.
    pub(crate) extension_last_seen: Option<Timestamp>,
    /// When the capture script of a test run was last heard of.
    pub(crate) ci_last_seen: Option<Timestamp>,
    /// When `gasoline attach` was last heard of.
    pub(crate) attach_last_seen: Option<Timestamp>,
    /// The version of the extension.
    #[serde(default)]
    pub(crate) extension_version: Option<String>,
    /// The version of that capture script.
    #[serde(default)]
    pub(crate) ci_version: Option<String>,
    /// The version of that `gasoline attach`.
    #[serde(default)]
    pub(crate) attach_version: Option<String>,
    /// What does not fit between a capture client and the server, and what to update.
    pub(crate) mismatch: Option<String>,
    /// Why the log file is incomplete.
    #[serde(default)]
    pub(crate) log_file: Option<String>,
    /// Why records of tests are missing on disk.
    #[serde(default)]
    pub(crate) test_records: Option<String>,
    /// Which options of the server before it are missing.
    #[serde(default)]
    pub(crate) missing_options: Option<String>,
    /// When an entry of any kind last arrived.
    pub(crate) last_entry_at: Option<Timestamp>,
    /// Log entries stored.
    pub(crate) entries: u64,
    /// Entries not kept, the lost ones included.
    pub(crate) dropped: u64,
    /// Entries that never arrived.
    pub(crate) lost: u64,
    /// MCP clients.
    pub(crate) clients: u64,
}

impl Vitals {
    /// Asks the server; `None` if it does not answer in time or in a way this program understands.
    pub(crate) async fn of(endpoint: &ServerClient, slowest_answer: Duration) -> Option<Self> {
        tokio::time::timeout(slowest_answer, ask(endpoint)).await.ok()?.ok()?
    }
}
