//! A POST body from anyone: intake, redaction, store and snapshot must take it, and the snapshot must be JSON.

use std::sync::OnceLock;

use gasoline_core::intake::{self, IntakeLimits, Kind, Route};
use gasoline_core::learned::Learned;
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::render::snapshot::document;
use gasoline_core::store::{Arrival, Scope, Store, StoreLimits};
use gasoline_wire::Timestamp;

/// Feeds `body` to every route of one store.
pub(crate) fn run(body: &[u8]) {
    static REDACTOR: OnceLock<Redactor> = OnceLock::new();
    let key = FingerprintKey::new([1; 16]);
    let redactor = REDACTOR.get_or_init(|| Redactor::new(key));
    let mut store = Store::new(StoreLimits { log_entries: 8, ..StoreLimits::default() }, key);
    let mut learned = Learned::default();
    for route in Route::ALL {
        let Ok(intake) = intake::take(redactor, &IntakeLimits::default(), route, body) else { continue };
        let appended = store.append(intake.entries, &Arrival::default());
        for entry in &appended.added {
            learned.note(entry);
        }
    }
    let view = store.view(&Scope::Everything, &Kind::ALL);
    let text: Vec<u8> = document(view.clone(), Timestamp::default(), None).flatten().collect();
    serde_json::from_slice::<serde::de::IgnoredAny>(&text).expect("a snapshot is JSON");
    for entry in Kind::ALL.into_iter().flat_map(|kind| view.entries(kind)) {
        serde_json::from_str::<serde_json::Value>(entry.text()).expect("a stored entry is readable JSON");
    }
}
