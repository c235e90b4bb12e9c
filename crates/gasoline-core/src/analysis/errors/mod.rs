//! What broke: the same error is one row, with everything known of it beside it.
//!
//! Rows are made for the errors a page of the answer shows, newest first. What the page did before is joined from the
//! other buffers here, when it is read: it may arrive later than the error, and is not stored twice.

mod cause;
mod fingerprint;
mod groups;
mod joined;
pub mod lean;
mod pictures;
mod sockets;

use std::sync::Arc;

use gasoline_wire::Timestamp;
use serde_json::{Map, Value};

pub(crate) use self::fingerprint::normalised;
pub(super) use self::fingerprint::original_place;
use self::groups::Group;
use self::joined::Surroundings;
use self::pictures::Pictures;
use super::query::Query;
use super::rows::{About, Order, Paging, Row, Rows};
use super::{condense, listing};
use crate::enrichment::is_mapped;
use crate::intake::Kind;
use crate::store::{Entry, View};

/// The kinds of entry an answer is made of.
pub const KINDS: [Kind; 5] = [Kind::Log, Kind::Action, Kind::NetworkBody, Kind::WebSocket, Kind::Screenshot];

/// Errors and how often they happened.
#[derive(Debug)]
pub struct Errors {
    /// One row for each different error.
    pub rows: Rows,
    /// How often all of them together happened.
    pub occurrences: usize,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// With every documented member as it was sent.
    Documented,
    /// For a model.
    Condensed,
}

/// What rows of errors often have in common.
const SHARED: [&str; 3] = ["test_id", "type", "level"];

/// The errors of a view that the query admits.
pub fn errors(view: &View, query: &Query, now: Timestamp, form: Form) -> Errors {
    let kinds = [Kind::Log, Kind::WebSocket];
    let newest = kinds.iter().filter_map(|kind| view.entries(*kind).last()).map(|entry| entry.seq);
    let newest = newest.max().unwrap_or(0);
    // A further page is of the same moment as the first, or a row could move from one to the other unseen.
    let as_of = query.as_of.unwrap_or(newest);
    let mut groups = groups::groups(view.entries(Kind::Log), query, as_of);
    groups.retain(|group| query.before_seq.is_none_or(|before| group.last_seq < before));
    let mut sockets = sockets::closed_abnormally(view, query, as_of);
    sockets.retain(|socket| query.before_seq.is_none_or(|before| socket.last_seq < before));
    let logged: usize = groups.iter().map(|group| group.count).sum();
    let occurrences = logged + sockets.iter().map(|socket| socket.count).sum::<usize>();
    let surroundings = Surroundings::new(view);
    let pictures = Pictures::new(view);
    let mut about = About::default();
    groups.iter().for_each(|group| about.places.extend(&group.places));
    sockets.iter().for_each(|socket| about.places.extend(&socket.places));
    let mut found: Vec<Found<'_>> = groups.into_iter().map(Found::Logged).collect();
    found.extend(sockets.into_iter().map(Found::Socket));
    found.sort_by_key(|found| std::cmp::Reverse(found.seq()));
    let beyond_limit = found.len().saturating_sub(query.limit);
    found.truncate(query.limit);
    let shown = found
        .iter()
        .map(|found| Row {
            seq: found.seq(),
            time: None,
            value: Value::Object(match found {
                Found::Logged(group) => with_picture(row(group, &surroundings, now, form), group, &pictures),
                Found::Socket(socket) => socket.row(),
            }),
        })
        .collect();
    let mut rows = Rows {
        name: "errors",
        shown,
        beyond_limit,
        order: Order::AsListed,
        paging: Paging::CursorAsOf(as_of),
        leaner: lean::STEPS,
        about,
    };
    if form == Form::Condensed {
        rows.share(&SHARED);
    }
    Errors { rows, occurrences }
}

/// What broke.
enum Found<'v> {
    Logged(Group<'v>),
    Socket(sockets::ClosedSocket),
}

impl Found<'_> {
    /// Arrival of the latest occurrence.
    fn seq(&self) -> u64 {
        match self {
            Self::Logged(group) => group.last_seq,
            Self::Socket(socket) => socket.last_seq,
        }
    }
}

impl Errors {
    /// A sentence that says how much there is and where it happened.
    pub fn summary(&self) -> String {
        match (self.rows.total(), self.occurrences) {
            (different, all) if different == all => listing::summary(&self.rows, "error", "errors"),
            (1, all) => self.rows.about.places.sentence(&format!("1 error, {all} times,")),
            (different, all) => {
                self.rows.about.places.sentence(&format!("{different} different errors, {all} in all,"))
            }
        }
    }
}

/// Position of the first field after `ts`, `type` and `message`.
const AFTER_MESSAGE: usize = 3;

fn row(group: &Group<'_>, surroundings: &Surroundings<'_>, now: Timestamp, form: Form) -> Map<String, Value> {
    let mut row = listing::row(group.shown, now);
    if let (None, Some(context)) = (row.get("_aiContext"), &group.context) {
        row.insert("_aiContext".to_owned(), context.clone());
    }
    let moment = surroundings.before(group.shown);
    let page_url = row.get("pageUrl").or_else(|| row.get("url")).and_then(Value::as_str);
    let page_url = page_url.unwrap_or_default().to_owned();
    let cause = cause::likely(&cause::Evidence {
        message: row.get("message").and_then(Value::as_str).unwrap_or_default(),
        stack: row.get("stack").and_then(Value::as_str).unwrap_or_default(),
        page_url: &page_url,
        requests: &moment.requests,
        refusals: &moment.refusals,
        context: row.get("_aiContext"),
    });
    let mut leading = leading_fields(group);
    leading.extend(cause.map(|cause| ("likely_cause", cause)));
    for (name, value) in leading.into_iter().rev() {
        row.shift_insert(AFTER_MESSAGE.min(row.len()), name.to_owned(), value);
    }
    name_enrichments(&mut row, !moment.actions.is_empty());
    if form == Form::Condensed {
        condense::row(&mut row);
    }
    let action = |action: &&Arc<Entry>| match form {
        Form::Documented => joined::short_form(action),
        Form::Condensed => {
            let short = joined::short_form(action);
            Value::from(condense::action_line(&short, action.time, group.shown.time, &page_url))
        }
    };
    if !moment.actions.is_empty() {
        row.insert("_actions".to_owned(), moment.actions.iter().map(action).collect());
    }
    let requests: Vec<_> =
        moment.shown_requests().iter().map(|near| Value::from(near.line(&page_url))).collect();
    if !requests.is_empty() {
        row.insert("recent_requests".to_owned(), Value::Array(requests));
    }
    row
}

/// Names the picture of an error, for `capture_screenshot`.
fn with_picture(mut row: Map<String, Value>, group: &Group<'_>, pictures: &Pictures) -> Map<String, Value> {
    if let Some(id) = pictures.of(group.shown) {
        row.insert("screenshot".to_owned(), Value::from(id));
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
