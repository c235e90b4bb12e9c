//! Entries as rows for a reader: newest first, delivery noise left out, a sentence that says how much and where.

use std::sync::Arc;

use gasoline_wire::{Enrichment, Timestamp};
use serde_json::{Map, Value};

use super::query::Query;
use super::rows::{Order, Paging, Row, Rows};
use crate::store::Entry;

/// Rows of the entries that `includes` and the query admit, newest first.
pub fn rows(
    entries: &[Arc<Entry>],
    query: &Query,
    now: Timestamp,
    name: &'static str,
    includes: impl Fn(&Entry) -> bool,
) -> Rows {
    let mut rows = Rows {
        name,
        shown: Vec::new(),
        beyond_limit: 0,
        order: Order::AsListed,
        paging: Paging::Cursor,
        leaner: &[],
    };
    for entry in entries.iter().rev().filter(|entry| includes(entry) && query.matches(entry)) {
        if rows.shown.len() < query.limit {
            rows.shown.push(Row { seq: entry.seq, time: None, value: Value::Object(row(entry, now)) });
        } else {
            rows.beyond_limit += 1;
        }
    }
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
        sentence(rows, &format!("{total} {noun}"))
    }
}

/// The same for rows counted by the caller, of which there are some.
pub(super) fn sentence(rows: &Rows, how_many: &str) -> String {
    match places(rows).as_slice() {
        [] => format!("{how_many} newest first."),
        [(url, None)] => format!("{how_many} on {url}, newest first."),
        [(url, Some(tab))] => format!("{how_many} on {url} (tab {tab}), newest first."),
        several => format!("{how_many} from {} pages, newest first.", several.len()),
    }
}

/// Distinct documents and tabs of the rows shown.
fn places(rows: &Rows) -> Vec<(String, Option<String>)> {
    let text = |row: &Row, name: &str| {
        row.value.get(name).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    let place = |row: &Row| {
        let document = text(row, "pageUrl").or_else(|| text(row, "url"));
        (document.unwrap_or_else(|| "an unnamed page".to_owned()), text(row, "tab"))
    };
    let mut places: Vec<_> = rows.shown.iter().map(place).collect();
    places.sort();
    places.dedup();
    places
}
