//! A browser and a server's store, for tests of comparisons.

use std::sync::Arc;

use gasoline_wire::Timestamp;
use serde_json::{Value, json};

use super::{Baseline, Comparison, Gaps, KINDS, NewVerification, VerificationError, Verifications};
use crate::analysis::query::Query;
use crate::intake::{self, IntakeLimits, Kind, Route};
use crate::learned::Learned;
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Entry, Scope, Store, StoreLimits, View};

/// A browser, a server's store, and verifications that see each entry when it arrives.
pub(super) struct Session {
    store: Store,
    redactor: Redactor,
    pub(super) learned: Learned,
    pub(super) verifications: Verifications,
    pub(super) now: i64,
    rejected: u64,
}

impl Session {
    pub(super) fn new() -> Self {
        Self::with_limits(StoreLimits::default())
    }

    pub(super) fn with_limits(limits: StoreLimits) -> Self {
        let key = FingerprintKey::new([5; 16]);
        Self {
            store: Store::new(limits, key),
            redactor: Redactor::new(key),
            learned: Learned::default(),
            verifications: Verifications::default(),
            now: 1_000_000,
            rejected: 0,
        }
    }

    pub(super) fn time(&self) -> Timestamp {
        Timestamp::from_milliseconds(self.now).unwrap()
    }

    pub(super) fn wait(&mut self, milliseconds: i64) {
        self.now += milliseconds;
    }

    pub(super) fn post(&mut self, route: Route, body: &Value) -> Vec<Arc<Entry>> {
        let body = body.to_string();
        let taken = intake::take(&self.redactor, &IntakeLimits::default(), route, body.as_bytes()).unwrap();
        self.rejected += taken.rejected as u64;
        let arrival = Arrival { received_at: self.time(), sole_test: None };
        let added = self.store.append(taken.entries, &arrival).added;
        added.iter().for_each(|entry| {
            self.learned.note(entry);
        });
        self.verifications.note(&added);
        added
    }

    pub(super) fn log(&mut self, entry: Value) {
        self.post(Route::Logs, &json!({ "entries": [entry] }));
    }

    pub(super) fn error(&mut self, message: &str, page: &str) {
        self.log(json!({ "type": "console", "level": "error", "message": message, "url": format!("http://localhost{page}") }));
    }

    pub(super) fn info(&mut self, page: &str) {
        self.log(json!({ "type": "console", "level": "info", "message": "hi", "url": format!("http://localhost{page}") }));
    }

    pub(super) fn request(&mut self, method: &str, path: &str, status: u16) {
        self.post(Route::NetworkBodies, &json!({ "bodies": [{
            "method": method, "url": format!("http://localhost{path}"), "pageUrl": "http://localhost/", "status": status,
            "responseBody": "{}", "duration": 20,
        }] }));
    }

    pub(super) fn click(&mut self, target: &str, page: &str) {
        self.post(
            Route::EnhancedActions,
            &json!({ "actions": [{
            "type": "click", "target": target, "url": format!("http://localhost{page}"),
        }] }),
        );
    }

    pub(super) fn load(&mut self, path: &str, milliseconds: f64) {
        let body = include_str!("../../../../fixtures/wire/performance-snapshot.json");
        let mut snapshot: Value = serde_json::from_str(body).unwrap();
        snapshot["url"] = json!(format!("http://localhost{path}"));
        snapshot["timing"]["load"] = json!(milliseconds);
        if let Value::Object(fields) = &mut snapshot {
            ["eventId", "page", "n"].iter().for_each(|name| drop(fields.shift_remove(*name)));
        }
        self.post(Route::PerformanceSnapshot, &snapshot);
    }

    pub(super) fn view(&self) -> View {
        self.store.view(&Scope::Everything, &KINDS)
    }

    pub(super) fn clear(&mut self) {
        self.store.clear(&Scope::Everything, &Kind::ALL);
    }

    fn gaps(&self) -> Gaps {
        Gaps { lost: self.store.lost_ever(), rejected: self.rejected }
    }

    pub(super) fn start(&mut self) -> String {
        self.start_with(None, Query::default()).unwrap()
    }

    pub(super) fn start_with(
        &mut self,
        label: Option<&str>,
        filter: Query,
    ) -> Result<String, VerificationError> {
        let baseline = Baseline::of(&self.view(), &filter, &self.learned.baselines, self.time());
        let new = NewVerification {
            label: label.map(str::to_owned),
            filter,
            baseline,
            reproduction: Err("no actions".to_owned()),
        };
        let now = self.time();
        self.verifications.start(new, "run", now).map(|one| one.id.clone())
    }

    pub(super) fn watch(&mut self, id: &str) {
        let (view, gaps, now) = (self.view(), self.gaps(), self.time());
        self.verifications.watch(id, &view, gaps, now).unwrap();
    }

    pub(super) fn compare(&mut self, id: &str) -> Comparison {
        let (gaps, now) = (self.gaps(), self.time());
        self.verifications.compare(id, gaps, now).unwrap().1
    }

    /// Starts, watches, lets `after` happen and compares.
    pub(super) fn verify(&mut self, after: impl FnOnce(&mut Self)) -> Comparison {
        let id = self.start();
        self.watch(&id);
        after(self);
        self.compare(&id)
    }
}
