//! Cause and effect: user actions, requests and console errors of one flow in order of time.

use std::collections::BTreeSet;
use std::sync::Arc;

use gasoline_wire::{Level, Timestamp};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::query::Query;
use super::rows::{Order, Paging, Row, Rows};
use super::shape;
use crate::intake::{Kind, LogClass};
use crate::store::{Entry, View};

/// Entries in one timeline.
const MOST_ENTRIES: usize = 200;

/// The kinds of entry a timeline is made of.
pub const KINDS: [Kind; 3] = [Kind::Action, Kind::NetworkBody, Kind::Log];

/// What to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Include {
    pub actions: bool,
    pub network: bool,
    pub console: bool,
}

/// What a timeline is about.
#[derive(Clone, Debug)]
pub struct TimelineOptions {
    /// What to show.
    pub include: Include,
    /// Only the last so many actions and what followed them.
    pub last_n_actions: Option<usize>,
}

/// The documented counts, over everything the options admit, on whatever page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TimelineSummary {
    /// User actions.
    pub actions: usize,
    /// Requests.
    pub network_requests: usize,
    /// Errors, not warnings.
    pub console_errors: usize,
    /// From the first entry to the last.
    pub duration_ms: i64,
}

/// A timeline and its counts.
#[derive(Debug)]
pub struct Timeline {
    /// Counts.
    pub summary: TimelineSummary,
    /// Entries, oldest first when rendered.
    pub rows: Rows,
}

/// Correlates the entries of a view.
pub fn timeline(view: &View, query: &Query, options: &TimelineOptions) -> Timeline {
    let newest = KINDS.iter().filter_map(|kind| view.entries(*kind).last()).map(|entry| entry.seq).max();
    // A further page is of the same moment as the first: what came since may lie anywhere in time.
    let as_of = query.as_of.or(newest).unwrap_or(0);
    let mut moments = moments(view, query, as_of, options.include);
    moments.sort_by_key(Moment::position);
    if let Some(count) = options.last_n_actions {
        moments.drain(..start_of_last_actions(&moments, count));
    }
    let shown: Vec<_> = moments.into_iter().filter(|moment| options.include.admits(moment.kind)).collect();
    let summary = summarise(&shown);
    let limit = query.limit.min(MOST_ENTRIES);
    let left = remaining(&shown, query);
    let rows = Rows {
        paging: Paging::CursorInTime(as_of),
        leaner: &[],
        name: "timeline",
        beyond_limit: left.len().saturating_sub(limit),
        // Newest first while it is fitted, so that a tight budget costs the oldest.
        shown: left.iter().rev().take(limit).map(Moment::row).collect(),
        order: Order::Reversed,
    };
    Timeline { summary, rows }
}

/// What earlier pages have not shown. Decided last, so that every page is cut from the same timeline.
fn remaining<'m, 'v>(moments: &'m [Moment<'v>], query: &Query) -> &'m [Moment<'v>] {
    let shown_from = query
        .before_time
        .zip(query.before_seq)
        .map(|oldest| moments.partition_point(|moment| moment.position() < oldest));
    moments.get(..shown_from.unwrap_or(moments.len())).unwrap_or_default()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MomentKind {
    Action,
    Network,
    Console,
}

impl Include {
    fn admits(self, kind: MomentKind) -> bool {
        match kind {
            MomentKind::Action => self.actions,
            MomentKind::Network => self.network,
            MomentKind::Console => self.console,
        }
    }
}

struct Moment<'v> {
    kind: MomentKind,
    entry: &'v Arc<Entry>,
}

/// Everything that could be shown. Actions are always among them, because `last_n_actions` counts them even when
/// they are not shown.
fn moments<'v>(view: &'v View, query: &Query, as_of: u64, include: Include) -> Vec<Moment<'v>> {
    let admitted = |entry: &&Arc<Entry>| entry.seq <= as_of && query.admits(entry);
    let of = |kind: Kind| view.entries(kind).iter().filter(admitted);
    let mut moments: Vec<Moment<'v>> =
        of(Kind::Action).map(|entry| Moment { kind: MomentKind::Action, entry }).collect();
    let known_requests: BTreeSet<String> =
        of(Kind::NetworkBody).filter_map(|entry| entry.request_id()).collect();
    if include.network {
        moments.extend(of(Kind::NetworkBody).map(|entry| Moment { kind: MomentKind::Network, entry }));
    }
    for entry in of(Kind::Log).filter(|entry| entry.level >= Level::Warn) {
        if entry.class != LogClass::Network {
            moments.push(Moment { kind: MomentKind::Console, entry });
        } else if !entry.request_id().is_some_and(|id| known_requests.contains(&id)) {
            // Without body capture a failed request is known only from its log entry.
            moments.push(Moment { kind: MomentKind::Network, entry });
        }
    }
    moments
}

/// Index of the first moment to keep: the Nth action from the end.
fn start_of_last_actions(moments: &[Moment<'_>], count: usize) -> usize {
    let actions = moments.iter().enumerate().filter(|(_, moment)| moment.kind == MomentKind::Action);
    let positions: Vec<usize> = actions.map(|(index, _)| index).collect();
    match count {
        0 => moments.len(),
        _ => positions.get(positions.len().saturating_sub(count)).copied().unwrap_or(0),
    }
}

fn summarise(moments: &[Moment<'_>]) -> TimelineSummary {
    let count = |kind| moments.iter().filter(|moment| moment.kind == kind).count();
    let is_console_error =
        |moment: &&Moment<'_>| moment.kind == MomentKind::Console && moment.entry.level == Level::Error;
    let span = moments.first().zip(moments.last());
    TimelineSummary {
        actions: count(MomentKind::Action),
        network_requests: count(MomentKind::Network),
        console_errors: moments.iter().filter(is_console_error).count(),
        duration_ms: span.map_or(0, |(first, last)| {
            last.entry.time.as_milliseconds() - first.entry.time.as_milliseconds()
        }),
    }
}

/// Fields of an action worth a reader's time, shown when present.
const ACTION_FIELDS: [&str; 13] = [
    "type",
    "url",
    "selectors",
    "target",
    "text",
    "value",
    "key",
    "modifiers",
    "fromUrl",
    "toUrl",
    "selectedValue",
    "selectedText",
    "scrollY",
];

impl Moment<'_> {
    /// Its place in the timeline. A request has the time of its start, and arrives with its answer.
    fn position(&self) -> (Timestamp, u64) {
        (self.entry.time, self.entry.seq)
    }

    fn row(&self) -> Row {
        let fields = serde_json::from_str::<Map<String, Value>>(self.entry.text()).unwrap_or_default();
        let mut row = Map::new();
        row.insert("ts".to_owned(), json!(self.entry.time.as_milliseconds()));
        match self.kind {
            MomentKind::Action => {
                self.fill(&mut row, "action", &fields, &ACTION_FIELDS);
                // They are for scripts, and would cost a reader more than everything else together.
                if let Some(Value::Object(selectors)) = row.get_mut("selectors") {
                    selectors.shift_remove("locators");
                }
            }
            MomentKind::Network => {
                let shown = ["method", "url", "status", "duration", "contentType", "error"];
                self.fill(&mut row, "network", &fields, &shown);
                row.extend(response_shape(&fields).map(|shape| ("responseShape".to_owned(), shape)));
            }
            MomentKind::Console => {
                self.fill(&mut row, "console", &fields, &[]);
                row.insert("level".to_owned(), json!(self.entry.level.as_str()));
                row.extend(fields.get("message").map(|message| ("message".to_owned(), message.clone())));
                row.extend(fields.get("source").map(|source| ("source".to_owned(), source.clone())));
                row.extend(fields.get("url").map(|url| ("url".to_owned(), url.clone())));
            }
        }
        row.extend(self.entry.header().tab.map(|tab| ("tab".to_owned(), json!(tab))));
        Row { seq: self.entry.seq, time: Some(self.entry.time), value: Value::Object(row) }
    }

    fn fill(&self, row: &mut Map<String, Value>, kind: &str, fields: &Map<String, Value>, names: &[&str]) {
        row.insert("kind".to_owned(), json!(kind));
        for name in names {
            if let Some(value) = fields.get(*name) {
                row.insert((*name).to_owned(), value.clone());
            }
        }
    }
}

/// The shape of a JSON response, `null` for other content, nothing when there was no body.
fn response_shape(fields: &Map<String, Value>) -> Option<Value> {
    let body = fields.get("responseBody")?.as_str()?;
    let content_type = fields.get("contentType").and_then(Value::as_str).unwrap_or_default();
    let shape = content_type.contains("json").then(|| shape::of_text(body)).flatten();
    Some(shape.unwrap_or(Value::Null))
}
