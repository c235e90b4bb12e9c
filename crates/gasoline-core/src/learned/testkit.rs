//! Contracts learned from requests, for tests of everything that reads them.

use gasoline_wire::Timestamp;
use serde_json::{Value, json};

use super::{Contracts, Learner};
use crate::intake::{self, IntakeLimits, Kind, Route};
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Scope, Store, StoreLimits, View};

/// A browser whose entries go through intake and store, as a server's do. Each batch comes a second after the one before.
pub(crate) struct Browser {
    store: Store,
    redactor: Redactor,
    /// What was learned.
    pub(crate) contracts: Contracts,
    seconds: i64,
}

impl Browser {
    pub(crate) fn new() -> Self {
        let key = FingerprintKey::new([7; 16]);
        Self {
            store: Store::new(StoreLimits::default(), key),
            redactor: Redactor::new(key),
            contracts: Contracts::default(),
            seconds: 0,
        }
    }

    pub(crate) fn post(&mut self, route: Route, batch: &Value) {
        self.seconds += 1;
        let received_at = Timestamp::from_milliseconds(self.seconds * 1_000).unwrap();
        let limits = IntakeLimits::default();
        let intake = intake::take(&self.redactor, &limits, route, batch.to_string().as_bytes()).unwrap();
        let appended = self.store.append(intake.entries, &Arrival { received_at, sole_test: None });
        for entry in appended.added.iter().filter(|entry| entry.kind == Kind::NetworkBody) {
            self.contracts.note(entry);
        }
    }

    pub(crate) fn request(&mut self, body: &Value) {
        self.post(Route::NetworkBodies, &json!({ "bodies": [body] }));
    }

    /// An answer in JSON.
    pub(crate) fn answer(&mut self, method: &str, path: &str, status: u16, body: &str) {
        self.request(&json!({
            "method": method, "url": format!("http://localhost:3000{path}"), "status": status,
            "contentType": "application/json", "responseBody": body,
            "_initiator": { "file": "src/api.ts", "line": 12, "column": 3 },
        }));
    }

    /// An answer in JSON to something sent in JSON.
    pub(crate) fn exchange(&mut self, method: &str, path: &str, sent: &str, status: u16, answer: &str) {
        self.request(&json!({
            "method": method, "url": format!("http://localhost:3000{path}"), "status": status,
            "contentType": "application/json", "requestBody": sent, "responseBody": answer,
        }));
    }

    pub(crate) fn view(&self) -> View {
        self.store.view(&Scope::Everything, &Kind::ALL)
    }
}

/// What is learned of calls: method, path, what was sent and what came back.
pub(crate) fn traffic(calls: &[(&str, &str, Option<Value>, Value)]) -> Contracts {
    let mut browser = Browser::new();
    for (method, path, sent, answer) in calls {
        browser.request(&json!({
            "method": method, "url": format!("http://localhost:3000{path}"), "status": 200,
            "contentType": "application/json", "responseBody": answer.to_string(),
            "requestBody": sent.as_ref().map(Value::to_string),
        }));
    }
    browser.contracts
}
