//! An endpoint that succeeded and now fails.

use serde_json::{Map, Value, json};

use super::violation::{Half, Severity, Violation, body_of, entry_of, shortened};
use crate::learned::{Outcome, Tracked};
use crate::store::View;

/// Successes before failures mean anything.
const FEWEST_SUCCESSES: usize = 3;
/// Refusals in a row before they mean anything: one may answer one wrong input.
const FEWEST_REFUSALS: usize = 2;

/// The violation, if the last calls failed after others had succeeded.
pub(super) fn of(tracked: &Tracked, view: &View) -> Option<Violation> {
    let history: Vec<&Outcome> = tracked.history.iter().collect();
    let failed = history.iter().rev().take_while(|outcome| outcome.is_error).count();
    let last = *history.last().filter(|_| failed > 0)?;
    let succeeded = history.iter().filter(|outcome| !outcome.is_error).count();
    let is_broken = last.status >= 500;
    let fewest = if is_broken { 1 } else { FEWEST_REFUSALS };
    if succeeded < FEWEST_SUCCESSES || failed < fewest {
        return None;
    }
    let severity = if is_broken { Severity::Critical } else { Severity::Warning };
    let success = history.iter().rev().find(|outcome| !outcome.is_error)?.status;
    let statuses: Vec<u16> = history.iter().map(|outcome| outcome.status).collect();
    let fingerprint = format!("error_spike:{}", tracked.fingerprint);
    let mut row = Map::new();
    let mut add = |name: &str, value: Value| {
        row.insert(name.to_owned(), value);
    };
    add("endpoint", json!(tracked.endpoint));
    add("type", json!("error_spike"));
    add("severity", json!(severity));
    add("description", json!(description(success, succeeded, last, failed)));
    add("status_history", json!(statuses));
    let entry = entry_of(view, last.seq);
    if let Some(body) = entry.and_then(|entry| body_of(entry, Half::Response)) {
        let value = serde_json::from_str(&body).unwrap_or(Value::String(body));
        add("last_error_body", shortened(&value));
    }
    add("fingerprint", json!(fingerprint));
    Some(Violation { severity, fingerprint, last_at: tracked.last_called, last_seq: last.seq, row })
}

fn description(success: u16, succeeded: usize, last: &Outcome, failed: usize) -> String {
    let requests = if failed == 1 { "request".to_owned() } else { format!("{failed} requests") };
    let how = match last.status {
        200..300 => format!("an answer with errors ({})", last.status),
        status => format!("error ({status})"),
    };
    format!(
        "Endpoint succeeded ({success}) {succeeded} times, then switched to {how} for the last {requests}"
    )
}
