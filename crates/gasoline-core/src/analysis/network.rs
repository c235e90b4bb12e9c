//! Requests as a list: which are asked for, when they were answered, in which order, with which bodies.

use std::collections::BTreeMap;
use std::sync::Arc;

use gasoline_wire::Timestamp;
use serde_json::{Map, Value, json};

use super::order::{self, Reversed};
use super::query::Query;
use super::requests::Request;
use super::rows::Rows;
use super::{errors::lean, listing};
use crate::store::Entry;

/// Bodies shorter than this are not worth a reference.
const LEAST_FOLDED: usize = 64;
/// Members that hold bodies.
const BODIES: [&str; 2] = ["requestBody", "responseBody"];
/// Findings named in an answer.
const MOST_FINDINGS: usize = 5;

/// Requests and what is remarkable about their order.
#[derive(Debug)]
pub struct Requests {
    /// Newest first.
    pub rows: Rows,
    /// Requests answered in another order than they were sent, in words.
    pub findings: Vec<String>,
}

/// The requests that the filter and the query admit.
pub fn requests(entries: &[Arc<Entry>], query: &Query, now: Timestamp, filter: &RequestFilter) -> Requests {
    let mut rows = listing::rows(entries, query, now, "requests", |entry| filter.includes(entry));
    let admitted = entries.iter().filter(|entry| query.admits(entry));
    let notes = Notes::of(admitted.filter_map(|entry| Some((entry.seq, Request::read(entry)?))));
    for row in &mut rows.shown {
        if let (Value::Object(fields), Some(request)) = (&mut row.value, notes.requests.get(&row.seq)) {
            note_times(fields, request);
            notes.mark(row.seq, fields);
        }
    }
    fold_bodies(&mut rows);
    rows.leaner = lean::STEPS;
    Requests { rows, findings: notes.findings() }
}

/// When a request was answered, where its duration is known.
fn note_times(fields: &mut Map<String, Value>, request: &Request) {
    if request.duration.is_none() {
        return;
    }
    let name = if request.is_answered() { "answered" } else { "ended" };
    if let Ok(time) = Timestamp::from_milliseconds(request.ended) {
        fields.shift_insert(1.min(fields.len()), name.to_owned(), json!(time.to_string()));
    }
}

/// Requests with what their order says.
pub(super) struct Notes {
    requests: BTreeMap<u64, Request>,
    /// By the arrival of the older one.
    reversed: BTreeMap<u64, String>,
}

impl Notes {
    /// Of requests by their arrival.
    pub(super) fn of(requests: impl Iterator<Item = (u64, Request)>) -> Self {
        let requests: BTreeMap<_, _> = requests.collect();
        let (sequence, all): (Vec<_>, Vec<_>) = requests.iter().map(|(seq, request)| (*seq, request)).unzip();
        let told = |Reversed { older, newer }: Reversed| {
            (sequence[older], order::difference(all[older], all[newer]))
        };
        let reversed = order::reversed(&all).into_iter().map(told).collect();
        Self { requests, reversed }
    }

    /// Marks the row of a request that was answered after a newer one.
    pub(super) fn mark(&self, seq: u64, row: &mut Map<String, Value>) {
        row.extend(self.reversed.get(&seq).map(|told| ("out_of_order".to_owned(), json!(told))));
    }

    /// In words, the latest first.
    pub(super) fn findings(&self) -> Vec<String> {
        let told = self.reversed.iter().rev().map(|(_, told)| format!("answered out of order: {told}"));
        told.take(MOST_FINDINGS).collect()
    }
}

/// A body that an earlier row shows already is a reference to that row.
fn fold_bodies(rows: &mut Rows) {
    let mut known: BTreeMap<String, u64> = BTreeMap::new();
    let mut named = Vec::new();
    for row in &mut rows.shown {
        let Value::Object(fields) = &mut row.value else { continue };
        for name in BODIES {
            let Some(body) =
                fields.get(name).and_then(Value::as_str).filter(|body| body.len() >= LEAST_FOLDED)
            else {
                continue;
            };
            match known.get(body).copied() {
                Some(first) => {
                    fields.insert(name.to_owned(), json!({ "same_as": first }));
                    named.push(first);
                }
                None => {
                    known.insert(body.to_owned(), row.seq);
                }
            }
        }
    }
    for row in rows.shown.iter_mut().filter(|row| named.contains(&row.seq)) {
        if let Value::Object(fields) = &mut row.value {
            fields.shift_insert(0, "id".to_owned(), json!(row.seq));
        }
    }
}

/// A choice among requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestFilter {
    /// Only this method, any case.
    pub method: Option<String>,
    /// Only this status and above.
    pub status_min: Option<u16>,
    /// Only this status and below.
    pub status_max: Option<u16>,
}

impl RequestFilter {
    /// Whether a request is asked for. A request without response has status 0.
    pub fn includes(&self, entry: &Entry) -> bool {
        let status = entry.status.unwrap_or(0);
        self.status_min.is_none_or(|least| status >= least)
            && self.status_max.is_none_or(|most| status <= most)
            && self.method.as_deref().is_none_or(|method| method_of(entry).eq_ignore_ascii_case(method))
    }
}

fn method_of(entry: &Entry) -> String {
    #[derive(serde::Deserialize)]
    struct Method {
        method: Option<String>,
    }
    let read = serde_json::from_str::<Method>(entry.text()).ok();
    read.and_then(|fields| fields.method).unwrap_or_else(|| "GET".to_owned())
}

#[cfg(test)]
mod tests;
