//! A store inside this process, for what is measured without a server around it.

use std::hint::black_box;
use std::time::Instant;

use gasoline_core::intake::{self, IncomingEntry, IntakeLimits, Kind, Route};
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::store::{Appended, Arrival, Scope, Store, StoreLimits, View};
use gasoline_wire::Timestamp;
use serde_json::{Value, json};

use super::milliseconds_since;
use crate::samples::Samples;

/// A store and what entries pass on their way in.
pub(super) struct Filled {
    store: Store,
    redactor: Redactor,
}

impl Default for Filled {
    fn default() -> Self {
        let key = FingerprintKey::new([7; 16]);
        Self { store: Store::new(StoreLimits::default(), key), redactor: Redactor::new(key) }
    }
}

impl Filled {
    /// Takes entries as a server does.
    pub(super) fn take(&mut self, route: Route, entries: &[Value]) -> anyhow::Result<Appended> {
        let body = json!({ route.field(): entries }).to_string();
        let taken = self.read(route, body.as_bytes())?;
        self.append(taken)
    }

    /// Reads the body of a request.
    pub(super) fn read(&self, route: Route, body: &[u8]) -> anyhow::Result<Vec<IncomingEntry>> {
        Ok(intake::take(&self.redactor, &IntakeLimits::default(), route, body)?.entries)
    }

    /// Adds what was read.
    pub(super) fn append(&mut self, entries: Vec<IncomingEntry>) -> anyhow::Result<Appended> {
        let received_at = Timestamp::parse("2026-01-01T00:00:00.000Z")?;
        Ok(self.store.append(entries, &Arrival { received_at, sole_test: None }))
    }

    /// Everything of these kinds.
    pub(super) fn view(&self, kinds: &[Kind]) -> View {
        self.store.view(&Scope::Everything, kinds)
    }
}

/// Milliseconds of each of so many calls.
pub(super) fn timed<T>(calls: usize, mut work: impl FnMut() -> T) -> Samples {
    let call = |_| {
        let start = Instant::now();
        black_box(work());
        milliseconds_since(start)
    };
    (0..calls).map(call).collect()
}
