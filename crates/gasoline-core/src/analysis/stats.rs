//! How much there is: the counts of `/snapshot` and of a test that ended.

use std::collections::BTreeSet;

use gasoline_wire::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::websocket;
use crate::intake::Kind;
use crate::store::{Entry, Losses, View};

/// The documented counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// Log entries.
    pub total_logs: usize,
    /// Errors and exceptions among them.
    pub error_count: usize,
    /// Warnings among them.
    pub warning_count: usize,
    /// Requests with status 400 and above, or that failed without a response; not those that were given up.
    pub network_failures: usize,
    /// Distinct WebSocket connections.
    pub ws_connections: usize,
    /// Entries dropped because a bound was reached.
    pub evicted: u64,
    /// Entries that never arrived.
    pub lost: u64,
}

impl Stats {
    /// Counts of everything in a view.
    pub fn of(view: &View) -> Self {
        let mut counter = StatsCounter::default();
        for entry in Kind::ALL.into_iter().flat_map(|kind| view.entries(kind)) {
            counter.count(entry);
        }
        counter.finish(view.losses())
    }
}

/// Counts while someone else walks the entries.
#[derive(Debug, Default)]
pub struct StatsCounter {
    stats: Stats,
    connections: BTreeSet<(Option<String>, String)>,
    /// Requests that failed, by their ids: a log entry and one with bodies may tell of the same.
    failed_requests: BTreeSet<String>,
}

impl StatsCounter {
    /// Counts one entry.
    pub fn count(&mut self, entry: &Entry) {
        match entry.kind {
            Kind::Log => {
                self.stats.total_logs += 1;
                self.stats.error_count += usize::from(entry.is_error());
                self.stats.warning_count += usize::from(entry.level == Level::Warn);
                if entry.is_failed_request() {
                    self.count_failure(entry);
                }
            }
            Kind::NetworkBody if entry.is_failed_request() => self.count_failure(entry),
            Kind::WebSocket => self.connections.extend(websocket::connection_of(entry)),
            _ => {}
        }
    }

    /// Counts a failed request once, however many entries are about it.
    fn count_failure(&mut self, entry: &Entry) {
        let is_new = entry.request_id().is_none_or(|id| self.failed_requests.insert(id));
        self.stats.network_failures += usize::from(is_new);
    }

    /// The counts.
    pub fn finish(self, losses: Losses) -> Stats {
        let ws_connections = self.connections.len();
        Stats { ws_connections, evicted: losses.evicted, lost: losses.lost, ..self.stats }
    }
}
