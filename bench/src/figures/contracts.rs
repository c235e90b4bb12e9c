//! What learning the contracts of APIs costs while entries come in, and how long their analysis takes.

use std::time::Instant;

use gasoline_core::analysis::contracts::{self, EndpointFilter};
use gasoline_core::intake::Kind;
use gasoline_core::learned::Learned;
use gasoline_wire::Route;
use serde_json::{Value, json};

use super::in_process::{Filled, timed};
use super::milliseconds_since;
use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};
use crate::samples::Samples;

const ENDPOINTS: usize = 30;
const CALLS: usize = 100;
/// Bytes of answers, in turn: most are small.
const BODY_BYTES: [usize; 5] = [200, 500, 1_000, 2_000, 16_000];
/// Entries in one request, as our own capture sends them.
const BATCH: usize = 10;

const MOST_OF_INGEST: Limit = Limit::AtMost(0.05);
const SLOWEST_ANALYSIS: Limit = Limit::AtMost(10.0);

pub(super) fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let mut shares = Samples::default();
    let mut traffic = Traffic::default();
    for _ in 0..bench.effort.rounds {
        traffic = Traffic::default();
        shares.push(traffic.take_all()?);
    }
    let view = traffic.filled.view(&[Kind::NetworkBody, Kind::Log]);
    let analysis = timed(bench.effort.tool_calls / 5, || {
        contracts::analyze(&traffic.learned.contracts, &view, &EndpointFilter::default())
    });
    let tracked = traffic.learned.contracts.endpoints().count();
    Ok(vec![
        Figure::limited("contracts_share_of_ingest", shares.median(), Unit::Ratio, MOST_OF_INGEST)
            .with("microseconds_per_call", traffic.learning * 1e3 / (ENDPOINTS * CALLS) as f64)
            .with("ingest_microseconds_per_call", traffic.ingest * 1e3 / (ENDPOINTS * CALLS) as f64),
        Figure::limited("contracts_analysis", analysis.median(), Unit::Milliseconds, SLOWEST_ANALYSIS)
            .with("p99_ms", analysis.percentile(99))
            .with("endpoints", tracked as f64),
    ])
}

/// A server's way with the calls of an app.
#[derive(Default)]
struct Traffic {
    filled: Filled,
    learned: Learned,
    /// Milliseconds spent so far.
    ingest: f64,
    learning: f64,
}

impl Traffic {
    /// Takes every call of every endpoint in turn; what learning cost, as a part of the rest.
    fn take_all(&mut self) -> anyhow::Result<f64> {
        let calls: Vec<Value> = (0..ENDPOINTS * CALLS)
            .map(|call| answer(call % ENDPOINTS, call, BODY_BYTES[call / ENDPOINTS % BODY_BYTES.len()]))
            .collect();
        for batch in calls.chunks(BATCH) {
            let body = json!({ Route::NetworkBodies.field(): batch }).to_string();
            self.take(body.as_bytes())?;
        }
        Ok(self.learning / self.ingest)
    }

    fn take(&mut self, body: &[u8]) -> anyhow::Result<()> {
        let start = Instant::now();
        let entries = self.filled.read(Route::NetworkBodies, body)?;
        let appended = self.filled.append(entries)?;
        self.ingest += milliseconds_since(start);
        let start = Instant::now();
        for entry in &appended.added {
            self.learned.note(entry);
        }
        self.learning += milliseconds_since(start);
        Ok(())
    }
}

/// An answer of about so many bytes. Each endpoint has fields of its own.
pub(super) fn answer(endpoint: usize, call: usize, bytes: usize) -> Value {
    let item = |number: usize| {
        json!({
            "id": call * 100 + number, "name": format!("Thing {number}"), "price": 12.5,
            "tags": ["new", "sale"], "stock": { "count": number, "place": "Berlin" },
            format!("field{endpoint}"): number.is_multiple_of(2), owner_of(endpoint): if endpoint.is_multiple_of(4) { "ann@people.dev" } else { "ann" },
        })
    };
    let count = bytes / item(0).to_string().len();
    let items: Vec<Value> = (0..count).map(item).collect();
    json!({
        "ts": "2026-01-01T00:00:00.000Z", "method": "GET", "url": format!("http://localhost:3000/api/things{}", letters(endpoint)),
        "status": 200, "duration": 20, "contentType": "application/json", "truncated": false,
        "responseBody": json!({ "items": items, "total": count, "next": null }).to_string(),
        "session": "s", "tab": "1", "page": "p", "frame": "0", "eventId": format!("c{call}"),
    })
}

/// Every fourth endpoint answers about persons.
fn owner_of(endpoint: usize) -> &'static str {
    if endpoint.is_multiple_of(4) { "email" } else { "owner" }
}

/// A name without digits, which could pass for an id.
fn letters(number: usize) -> String {
    [number / 26, number % 26].map(|digit| char::from(b'a' + digit as u8)).iter().collect()
}
