//! `GET /health`: who this is and how it is doing.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use gasoline_core::intake::Kind;
use gasoline_core::store::{Scope, Store};
use gasoline_wire::{ClientKind, Timestamp, WIRE_VERSION};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::{App, Subject};
use crate::platform;

/// The documented fields, and what `gasoline mcp` needs to decide whether it can bridge to this server.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Health {
    status: &'static str,
    version: &'static str,
    wire: u32,
    run: String,
    pid: u32,
    entries: usize,
    #[serde(rename = "maxEntries")]
    max_entries: usize,
    uptime_s: i64,
    idle_s: i64,
    /// Entries not kept: evicted by a bound, or lost on the way.
    dropped: u64,
    memory_bytes: u64,
    /// MCP clients that hold their push stream open.
    clients: usize,
    extension_last_seen: Option<Timestamp>,
    ci_last_seen: Option<Timestamp>,
    attach_last_seen: Option<Timestamp>,
    /// As each of them said in its last hello.
    extension_version: Option<String>,
    ci_version: Option<String>,
    attach_version: Option<String>,
    last_entry_at: Option<Timestamp>,
    /// Entries that never arrived, seen as gaps in the pages' counters.
    lost: u64,
    /// What does not fit between a capture client and this server.
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<String>,
    /// Why the log file is incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    log_file: Option<String>,
    /// Why records of tests are missing on disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    test_records: Option<String>,
    /// Which options of the server before this one are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing_options: Option<String>,
}

pub(super) async fn get(State(app): State<Arc<App>>) -> Json<Health> {
    let losses = app.losses(&Scope::Everything);
    let (entries, max_entries, stored) =
        app.with_store(|store| (store.count(Kind::Log), store.limits().log_entries, store.bytes()));
    Json(Health {
        status: "ok",
        version: crate::VERSION,
        wire: WIRE_VERSION,
        run: app.run.id.clone(),
        pid: std::process::id(),
        entries,
        max_entries,
        uptime_s: (app.now().as_milliseconds() - app.run.started_at.as_milliseconds()) / 1_000,
        idle_s: app.idle_milliseconds() / 1_000,
        dropped: losses.evicted + losses.lost,
        memory_bytes: platform::resident_bytes().unwrap_or(stored as u64),
        clients: app.agents.connected(),
        extension_last_seen: app.browsers.clients.last_seen(ClientKind::Extension),
        ci_last_seen: app.browsers.clients.last_seen(ClientKind::Ci),
        attach_last_seen: app.browsers.clients.last_seen(ClientKind::Attach),
        extension_version: app.browsers.clients.version(ClientKind::Extension),
        ci_version: app.browsers.clients.version(ClientKind::Ci),
        attach_version: app.browsers.clients.version(ClientKind::Attach),
        last_entry_at: app.with_store(Store::last_entry_at),
        lost: losses.lost,
        mismatch: app.notices.about(Subject::CaptureClient),
        log_file: app.notices.about(Subject::LogFile),
        test_records: app.notices.about(Subject::TestRecords),
        missing_options: app.notices.about(Subject::MissingOptions),
    })
}
