//! How long a security audit of full buffers takes.

use gasoline_core::analysis::query::Query;
use gasoline_core::analysis::security::{self, Check};
use gasoline_wire::Route;
use serde_json::{Value, json};

use super::contracts::answer;
use super::in_process::{Filled, timed};
use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};

const LOGS: usize = 1_000;
const BODIES: usize = 100;
const BODY_BYTES: usize = 16 * 1024;
const SLOWEST: Limit = Limit::AtMost(10.0);

pub(super) fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let mut filled = Filled::default();
    let logs: Vec<Value> = (0..LOGS).map(log).collect();
    let bodies: Vec<Value> = (0..BODIES).map(|call| answer(call % 20, call, BODY_BYTES)).collect();
    filled.take(Route::Logs, &logs)?;
    filled.take(Route::NetworkBodies, &bodies)?;
    let view = filled.view(security::KINDS);
    let query = Query { limit: usize::MAX, ..Query::default() };
    let times = timed(bench.effort.tool_calls, || security::audit(&view, &query, &Check::ALL));
    let findings = security::audit(&view, &query, &Check::ALL).findings.len();
    Ok(vec![
        Figure::limited("security_audit", times.median(), Unit::Milliseconds, SLOWEST)
            .with("p99_ms", times.percentile(99))
            .with("findings", findings as f64),
    ])
}

/// One in fifty holds something to be found.
fn log(number: usize) -> Value {
    let message = if number.is_multiple_of(50) {
        format!("signed in person{number}@example.org with Bearer abcdefghijklmnopqrstuvwxyz{number}")
    } else {
        format!("rendered the cart in 34 ms with {number} items left from the cache while loading settings")
    };
    json!({ "level": "log", "message": message, "url": "http://localhost:3000/" })
}
