//! Two snapshots: what differs, and the verdict on it.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::issue::Issue;
use super::performance::{judged, percent};
use super::snapshot::{EndpointState, ErrorState, Snapshot, SocketState};
use super::verdict::{Tally, Verdict};
use crate::learned::{self, Measured};

/// A duration that differs by less than this, or by less than half, is noise.
const NOISE_MILLISECONDS: f64 = 100.0;
/// A figure of a load.
type Figure = fn(&Measured) -> f64;

/// Rows of each list.
const MOST_ROWS: usize = 30;

/// What differs between two snapshots.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The documented lists.
    pub diff: Value,
    /// The documented counts.
    pub summary: Summary,
    /// What the reader has to know besides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The documented counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The verdict.
    pub verdict: Verdict,
    /// Occurrences of errors that only the second has.
    pub new_errors: u64,
    /// Occurrences of errors that only the first has.
    pub resolved_errors: u64,
    /// Figures that are confirmed to be worse.
    pub performance_regressions: usize,
    /// Endpoints that fail only in the second.
    pub new_network_errors: usize,
}

/// What differs from `a` to `b`.
pub fn difference(a: &Snapshot, b: &Snapshot) -> Difference {
    let errors = Errors::between(a, b);
    let network = Network::between(a, b);
    let (performance, regressions) = performance(a, b);
    let counted = |rows: &[&ErrorState]| rows.iter().map(|state| state.issue.count()).sum::<u64>();
    let tally = Tally {
        resolved: errors.resolved.len() + network.resolved,
        new: errors.new.len() + network.new_errors.len(),
        ..Tally::default()
    };
    let summary = Summary {
        verdict: tally.verdict_on_difference(regressions),
        new_errors: counted(&errors.new),
        resolved_errors: counted(&errors.resolved),
        performance_regressions: regressions,
        new_network_errors: network.new_errors.len(),
    };
    let notes = notes(a, b, &errors);
    let diff = json!({
        "errors": errors.rows(),
        "network": network.rows(),
        "performance": performance,
        "websockets": { "connection_changes": sockets(a, b) },
    });
    Difference { diff, summary, notes }
}

fn notes(a: &Snapshot, b: &Snapshot, errors: &Errors<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if !errors.not_exercised.is_empty() {
        notes.push(format!(
            "{} errors of the first are missing from the second only because their pages were not used there, or only with other data in the address: not counted as resolved",
            errors.not_exercised.len()
        ));
    }
    for (name, snapshot) in [("first", a), ("second", b)] {
        if snapshot.is_empty() {
            notes.push(format!("nothing was captured for the {name}"));
        }
        if snapshot.not_kept > 0 {
            notes.push(format!(
                "{} errors and endpoints of the {name} were too many to keep",
                snapshot.not_kept
            ));
        }
    }
    notes
}

struct Errors<'s> {
    new: Vec<&'s ErrorState>,
    resolved: Vec<&'s ErrorState>,
    unchanged: Vec<&'s ErrorState>,
    /// Gone, but so is the page.
    not_exercised: Vec<&'s ErrorState>,
}

impl<'s> Errors<'s> {
    fn between(a: &'s Snapshot, b: &'s Snapshot) -> Self {
        let only = |one: &'s Snapshot, other: &'s Snapshot| {
            let missing = one.errors.iter().filter(|(key, _)| !other.errors.contains_key(*key));
            missing.map(|(_, state)| state).collect::<Vec<_>>()
        };
        let is_tried = |state: &&ErrorState| {
            let has_address = state.addresses.sole().is_none_or(|address| b.addresses.may_include(address));
            let has_pages = state.pages.iter().all(|page| page.is_empty() || b.pages.contains(page));
            !b.is_empty() && has_address && has_pages
        };
        let (resolved, not_exercised) = only(a, b).into_iter().partition(is_tried);
        let unchanged = b.errors.iter().filter(|(key, _)| a.errors.contains_key(*key));
        Self {
            new: only(b, a),
            resolved,
            unchanged: unchanged.map(|(_, state)| state).collect(),
            not_exercised,
        }
    }

    fn rows(&self) -> Value {
        let rows = |states: &[&ErrorState]| {
            states.iter().take(MOST_ROWS).map(|state| json!(state.issue)).collect::<Vec<_>>()
        };
        let mut written = json!({
            "new": rows(&self.new), "resolved": rows(&self.resolved), "unchanged": rows(&self.unchanged),
        });
        if !self.not_exercised.is_empty() {
            written["not_exercised"] = json!(rows(&self.not_exercised));
        }
        written
    }
}

#[derive(Default)]
struct Network {
    new_errors: Vec<Value>,
    status_changes: Vec<Value>,
    new_endpoints: Vec<Value>,
    missing_endpoints: Vec<Value>,
    /// Endpoints that failed and no longer do.
    resolved: usize,
}

impl Network {
    fn between(a: &Snapshot, b: &Snapshot) -> Self {
        let mut network = Self::default();
        for (endpoint, after) in &b.endpoints {
            let before = a.endpoints.get(endpoint);
            if after.failed > 0 && before.is_none_or(|before| before.failed == 0) {
                network.new_errors.push(row(endpoint, after));
            }
            match before {
                None => network.new_endpoints.push(row(endpoint, after)),
                Some(before) => network.compare(endpoint, before, after),
            }
        }
        let missing = a.endpoints.iter().filter(|(endpoint, _)| !b.endpoints.contains_key(*endpoint));
        network.missing_endpoints = missing.map(|(endpoint, before)| row(endpoint, before)).collect();
        network
    }

    fn compare(&mut self, endpoint: &str, before: &EndpointState, after: &EndpointState) {
        let is_tried = before.failed_at.sole().is_none_or(|address| after.answered_at.may_include(address));
        if before.failed > 0 && after.failed == 0 && after.answered > 0 && is_tried {
            self.resolved += 1;
        }
        let slower = duration_change(before.duration, after.duration);
        if before.status == after.status && slower.is_none() {
            return;
        }
        let mut change = row(endpoint, after);
        if let Value::Object(fields) = &mut change {
            fields.shift_remove("status");
            fields.insert("before".to_owned(), json!(before.status));
            fields.insert("after".to_owned(), json!(after.status));
            fields.extend(slower.map(|slower| ("duration_change".to_owned(), json!(slower))));
        }
        self.status_changes.push(change);
    }

    fn rows(self) -> Value {
        let cut = |mut rows: Vec<Value>| {
            rows.truncate(MOST_ROWS);
            rows
        };
        json!({
            "new_errors": cut(self.new_errors),
            "status_changes": cut(self.status_changes),
            "new_endpoints": cut(self.new_endpoints),
            "missing_endpoints": cut(self.missing_endpoints),
        })
    }
}

fn row(endpoint: &str, state: &EndpointState) -> Value {
    let Issue::Network { method, url, .. } = Issue::endpoint(endpoint, state.status, state.calls) else {
        return Value::Null;
    };
    json!({ "method": method, "url": url, "status": state.status })
}

fn duration_change(before: Option<f64>, after: Option<f64>) -> Option<String> {
    let (before, after) = (before?, after?);
    let change = after - before;
    let is_noise = change.abs() < NOISE_MILLISECONDS || change.abs() < before.min(after) / 2.0;
    (!is_noise).then(|| format!("{}{}ms", if change > 0.0 { "+" } else { "" }, change.round()))
}

/// The figures of a page that both were measured on, and how many are confirmed to be worse.
fn performance(a: &Snapshot, b: &Snapshot) -> (Value, usize) {
    let of = |snapshot: &'_ Snapshot, path: &str| {
        snapshot.performance.iter().find(|one| one.path == path).cloned()
    };
    let both = b.performance.iter().find_map(|after| Some((of(a, &after.path)?, after)));
    let Some((before, after)) = both else { return (json!({}), 0) };
    let later = loads_since(&before, after);
    let worse = judged(&before, &later);
    let confirmed = worse.iter().filter(|one| one.is_confirmed).count();
    let (Some(was), Some(is)) = (before.loads.back(), after.loads.back()) else { return (json!({}), 0) };
    let mut figures = Map::new();
    figures.insert("path".to_owned(), json!(after.path));
    let all: [(&str, &str, Figure); 3] = [
        ("load_time", "load", |measured| measured.load),
        ("request_count", "request_count", |measured| measured.request_count),
        ("transfer_size", "transfer_size", |measured| measured.transfer_size),
    ];
    for (name, metric, figure) in all {
        let found = worse.iter().find(|one| one.metric == metric || one.metric == name);
        let (was, is) = (figure(was), figure(is));
        let mut written = json!({
            "before": was.round() as i64, "after": is.round() as i64, "change": percent(was, is),
            "regression": found.is_some_and(|one| one.is_confirmed),
        });
        if found.is_some_and(|one| !one.is_confirmed) {
            written["possible"] = json!(true);
        }
        figures.insert(name.to_owned(), written);
    }
    let others: Vec<Value> = worse.into_iter().map(|one| one.row).collect();
    if !others.is_empty() {
        figures.insert("regressions".to_owned(), json!(others));
    }
    (Value::Object(figures), confirmed)
}

/// The loads that the second knows and the first does not. Of one taken earlier, only its last says anything.
fn loads_since(before: &learned::Baseline, after: &learned::Baseline) -> Vec<Measured> {
    let new = after.samples.saturating_sub(before.samples) as usize;
    if after.samples < before.samples {
        return after.loads.back().copied().into_iter().collect();
    }
    after.loads.iter().skip(after.loads.len().saturating_sub(new)).copied().collect()
}

fn sockets(a: &Snapshot, b: &Snapshot) -> Vec<Value> {
    let name = |state: Option<&SocketState>| match state {
        Some(SocketState::Open) => "open",
        Some(SocketState::Closed) => "closed",
        None => "absent",
    };
    let mut urls: Vec<&String> = a.sockets.keys().chain(b.sockets.keys()).collect();
    urls.sort();
    urls.dedup();
    let changed = urls.into_iter().filter(|url| a.sockets.get(*url) != b.sockets.get(*url));
    changed
        .map(|url| json!({ "url": url, "before": name(a.sockets.get(url)), "after": name(b.sockets.get(url)) }))
        .collect()
}
