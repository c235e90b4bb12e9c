//! What broke: the same error is one row, with everything known of it beside it.
//!
//! Rows are made for the errors a page of the answer shows, newest first. What the page did before is joined from the
//! other buffers here, when it is read: it may arrive later than the error, and is not stored twice.

mod cause;
mod cause_rules;
mod fingerprint;
mod groups;
mod joined;
pub mod lean;

use gasoline_wire::Timestamp;
use serde_json::{Map, Value};

use self::groups::Group;
use self::joined::Surroundings;
use super::listing;
use super::query::Query;
use super::rows::{Order, Paging, Row, Rows};
use crate::enrichment::is_mapped;
use crate::intake::Kind;
use crate::store::View;

/// The kinds of entry an answer is made of.
pub const KINDS: [Kind; 3] = [Kind::Log, Kind::Action, Kind::NetworkBody];

/// Errors and how often they happened.
#[derive(Debug)]
pub struct Errors {
    /// One row for each different error.
    pub rows: Rows,
    /// How often all of them together happened.
    pub occurrences: usize,
}

/// The errors of a view that the query admits.
pub fn errors(view: &View, query: &Query, now: Timestamp) -> Errors {
    let newest = view.entries(Kind::Log).last().map_or(0, |entry| entry.seq);
    // A further page is of the same moment as the first, or a row could move from one to the other unseen.
    let as_of = query.as_of.unwrap_or(newest);
    let mut groups = groups::groups(view.entries(Kind::Log), query, as_of);
    groups.retain(|group| query.before_seq.is_none_or(|before| group.last_seq < before));
    let occurrences = groups.iter().map(|group| group.count).sum();
    let surroundings = Surroundings::new(view);
    let beyond_limit = groups.len().saturating_sub(query.limit);
    groups.truncate(query.limit);
    let shown = groups
        .iter()
        .map(|group| Row {
            seq: group.last_seq,
            time: None,
            value: Value::Object(row(group, &surroundings, now)),
        })
        .collect();
    let rows = Rows {
        name: "errors",
        shown,
        beyond_limit,
        order: Order::AsListed,
        paging: Paging::CursorAsOf(as_of),
        leaner: lean::STEPS,
    };
    Errors { rows, occurrences }
}

impl Errors {
    /// A sentence that says how much there is and where it happened.
    pub fn summary(&self) -> String {
        match (self.rows.total(), self.occurrences) {
            (different, all) if different == all => listing::summary(&self.rows, "error", "errors"),
            (1, all) => listing::sentence(&self.rows, &format!("1 error, {all} times,")),
            (different, all) => {
                listing::sentence(&self.rows, &format!("{different} different errors, {all} in all,"))
            }
        }
    }
}

/// Position of the first field after `ts`, `type` and `message`.
const AFTER_MESSAGE: usize = 3;

fn row(group: &Group<'_>, surroundings: &Surroundings<'_>, now: Timestamp) -> Map<String, Value> {
    let mut row = listing::row(group.shown, now);
    if let (None, Some(context)) = (row.get("_aiContext"), &group.context) {
        row.insert("_aiContext".to_owned(), context.clone());
    }
    let moment = surroundings.before(group.shown);
    let cause = cause::likely(&cause::Evidence {
        message: row.get("message").and_then(Value::as_str).unwrap_or_default(),
        stack: row.get("stack").and_then(Value::as_str).unwrap_or_default(),
        page_url: row.get("pageUrl").or_else(|| row.get("url")).and_then(Value::as_str).unwrap_or_default(),
        requests: &moment.requests,
    });
    let mut leading = leading_fields(group);
    leading.extend(cause.map(|cause| ("likely_cause", cause)));
    for (name, value) in leading.into_iter().rev() {
        row.shift_insert(AFTER_MESSAGE.min(row.len()), name.to_owned(), value);
    }
    name_enrichments(&mut row, !moment.actions.is_empty());
    if !moment.actions.is_empty() {
        row.insert("_actions".to_owned(), Value::Array(moment.actions));
    }
    if !moment.requests.is_empty() {
        row.insert("recent_requests".to_owned(), moment.requests.iter().map(joined::Request::row).collect());
    }
    row
}

/// Where in the source, and how often.
fn leading_fields(group: &Group<'_>) -> Vec<(&'static str, Value)> {
    let mut fields = Vec::new();
    fields.extend(group.mapped.as_ref().map(|place| ("location", Value::from(place.as_str()))));
    if group.count > 1 {
        fields.push(("count", Value::from(group.count)));
        fields.push(("first_ts", Value::from(group.first.to_string())));
        fields.push(("last_ts", Value::from(group.last.to_string())));
    }
    fields
}

/// The documented list of what an error was enriched with; absent where it would be empty.
fn name_enrichments(row: &mut Map<String, Value>, has_actions: bool) {
    let context = row.get("_aiContext");
    let named = [
        (row.contains_key("_context"), "context"),
        (has_actions, "userActions"),
        (context.is_some_and(|context| is_mapped(context.get("sourceSnippets"))), "sourceMap"),
        (context.is_some(), "aiContext"),
    ];
    let named: Vec<Value> =
        named.into_iter().filter(|(present, _)| *present).map(|(_, name)| Value::from(name)).collect();
    if !named.is_empty() {
        row.insert("_enrichments".to_owned(), Value::Array(named));
    }
}

#[cfg(test)]
mod tests;
