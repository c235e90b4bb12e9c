//! Entries as rows for a reader: newest first, delivery noise left out, a sentence that says how much and where.

use std::sync::Arc;

use gasoline_wire::{Enrichment, Timestamp};
use serde_json::{Map, Value};

use super::condense;
use super::query::Query;
use super::rows::{About, Order, Paging, Row, Rows};
use crate::store::Entry;

/// What rows of one list often have in common.
const SHARED: [&str; 3] = ["test_id", "type", "level"];

/// Rows of the entries that `includes` and the query admit, newest first. Of entries that a filter admits, those whose own
/// address it names come before those that only happened on such a page.
pub fn rows(
    entries: &[Arc<Entry>],
    query: &Query,
    now: Timestamp,
    name: &'static str,
    includes: impl Fn(&Entry) -> bool,
) -> Rows {
    let mut about = About::default();
    let matching = entries.iter().rev().filter(|entry| includes(entry) && query.admits(entry));
    let (meant, rest): (Vec<_>, Vec<_>) =
        matching.inspect(|entry| about.places.add(entry)).partition(|entry| query.is_meant_for(entry));
    let is_left = |entry: &&Arc<Entry>| query.before_seq.is_none_or(|before| entry.seq < before);
    let (meant, rest): (Vec<_>, Vec<_>) = if query.in_rest {
        (Vec::new(), rest.into_iter().filter(is_left).collect())
    } else {
        // With a cursor among what was meant, the rest comes whole behind it.
        (meant.into_iter().filter(is_left).collect(), rest)
    };
    let left: Vec<_> = meant.iter().chain(&rest).collect();
    let shown = left.iter().take(query.limit).map(|entry| {
        let mut row = row(entry, now);
        condense::row(&mut row);
        Row { seq: entry.seq, time: None, value: Value::Object(row) }
    });
    let paging = if rest.is_empty() { Paging::Cursor } else { Paging::CursorWithRest(meant.len()) };
    let mut rows = Rows {
        name,
        shown: shown.collect(),
        beyond_limit: left.len().saturating_sub(query.limit),
        order: Order::AsListed,
        paging,
        leaner: &[],
        about,
    };
    rows.share(&SHARED);
    rows
}

/// Fields that serve delivery, not the reader.
const NOISE: [&str; 11] =
    ["ts", "timestamp", "session", "page", "frame", "n", "eventId", "tabId", "type", "message", "testId"];

/// One entry for a reader.
pub(super) fn row(entry: &Entry, now: Timestamp) -> Map<String, Value> {
    let fields = match serde_json::from_str::<Value>(entry.text()) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let mut row = Map::new();
    row.insert("ts".to_owned(), Value::from(entry.time.to_string()));
    for leading in ["type", "message"] {
        if let Some(value) = fields.get(leading) {
            row.insert(leading.to_owned(), value.clone());
        }
    }
    for (name, value) in &fields {
        let repeats_message = name == "args" && args_repeat_message(value, fields.get("message"));
        if !NOISE.contains(&name.as_str()) && !repeats_message {
            row.insert(name.clone(), value.clone());
        }
    }
    if let (None, Some(tab)) = (fields.get("tab"), fields.get("tabId")) {
        row.insert("tab".to_owned(), tab.clone());
    }
    if let Some(test_id) = &entry.test_id {
        row.insert("test_id".to_owned(), Value::from(test_id.as_ref()));
    }
    if let (true, Some(state)) = (row.contains_key("enrichment"), entry.enrichment_at(now)) {
        row.insert("enrichment".to_owned(), enrichment(&state));
    }
    row
}

fn enrichment(state: &Enrichment) -> Value {
    serde_json::to_value(state).unwrap_or_default()
}

/// Console arguments that are plain text stand in the message already.
fn args_repeat_message(args: &Value, message: Option<&Value>) -> bool {
    let Some(args) = args.as_array() else { return false };
    let texts: Option<Vec<&str>> = args.iter().map(Value::as_str).collect();
    texts.is_some_and(|texts| message.and_then(Value::as_str) == Some(texts.join(" ").as_str()))
}

/// A sentence that says how much there is and where it happened.
pub fn summary(rows: &Rows, singular: &str, plural: &str) -> String {
    let total = rows.total();
    let noun = if total == 1 { singular } else { plural };
    if rows.shown.is_empty() {
        format!("No {plural} captured.")
    } else {
        rows.about.places.sentence(&format!("{total} {noun}"))
    }
}
