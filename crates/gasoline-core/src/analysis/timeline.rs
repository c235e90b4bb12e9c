//! Cause and effect: user actions, requests and console errors of one flow in order of time.

use std::collections::BTreeSet;
use std::sync::Arc;

use gasoline_wire::{Level, Timestamp};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::network::Notes;
use super::query::Query;
use super::requests::{self, Request};
use super::rows::{About, Order, Paging, Row, Rows};
use super::websocket::events::{Event, by_connection};
use super::websocket::moments::SocketMoment;
use super::websocket::unanswered::{self, Unanswered};
use super::{condense, errors, shape};
use crate::intake::{Kind, LogClass};
use crate::store::{Entry, View};

/// Entries in one timeline.
const MOST_ENTRIES: usize = 200;

/// The kinds of entry a timeline is made of.
pub const KINDS: [Kind; 5] = [Kind::Action, Kind::NetworkBody, Kind::WebSocket, Kind::Log, Kind::Screenshot];

/// What to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Include {
    pub actions: bool,
    pub network: bool,
    pub console: bool,
    pub websocket: bool,
    pub screenshots: bool,
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
    /// WebSocket events.
    #[serde(skip_serializing_if = "is_zero")]
    pub websocket_events: usize,
    /// From the first entry to the last.
    pub duration_ms: i64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A timeline and its counts.
#[derive(Debug)]
pub struct Timeline {
    /// Counts.
    pub summary: TimelineSummary,
    /// Entries, oldest first when rendered.
    pub rows: Rows,
    /// Requests answered in another order than they were sent, in words.
    pub findings: Vec<String>,
}

/// Correlates the entries of a view.
pub fn timeline(view: &View, query: &Query, options: &TimelineOptions, now: Timestamp) -> Timeline {
    let newest = KINDS.iter().filter_map(|kind| view.entries(*kind).last()).map(|entry| entry.seq).max();
    // A further page is of the same moment as the first: what came since may lie anywhere in time.
    let as_of = query.as_of.or(newest).unwrap_or(0);
    let sockets = Sockets::read(view, query, as_of, options.include, now);
    let mut moments = moments(view, query, as_of, options.include);
    moments.extend(sockets.events.iter().map(|event| Moment {
        kind: MomentKind::Socket(SocketMoment { first: event, more: Vec::new() }),
        entry: event.entry,
    }));
    moments.sort_by_key(Moment::position);
    if let Some(count) = options.last_n_actions {
        moments.drain(..start_of_last_actions(&moments, count));
    }
    moments.retain(|moment| options.include.admits(&moment.kind));
    let shown = folded(moments);
    let summary = summarise(&shown);
    let limit = query.limit.min(MOST_ENTRIES);
    let left = remaining(&shown, query);
    let requests = shown.iter().filter(|moment| matches!(moment.kind, MomentKind::Network));
    let notes =
        Notes::of(requests.filter_map(|moment| Some((moment.entry.seq, Request::read(moment.entry)?))));
    let rows = Rows {
        paging: Paging::CursorInTime(as_of),
        leaner: &[],
        name: "timeline",
        beyond_limit: left.len().saturating_sub(limit),
        // Newest first while it is fitted, so that a tight budget costs the oldest.
        shown: left.iter().rev().take(limit).map(|moment| moment.row(&notes, &sockets.unanswered)).collect(),
        order: Order::Reversed,
        about: About::default(),
    };
    Timeline { summary, rows, findings: notes.findings() }
}

/// What earlier pages have not shown. Decided last, so that every page is cut from the same timeline.
fn remaining<'m, 'e, 'v>(moments: &'m [Moment<'e, 'v>], query: &Query) -> &'m [Moment<'e, 'v>] {
    let shown_from = query
        .before_time
        .zip(query.before_seq)
        .map(|oldest| moments.partition_point(|moment| moment.position() < oldest));
    moments.get(..shown_from.unwrap_or(moments.len())).unwrap_or_default()
}

/// WebSocket events that could be shown, and what is missing among them.
struct Sockets<'v> {
    events: Vec<Event<'v>>,
    unanswered: Vec<Unanswered>,
}

impl<'v> Sockets<'v> {
    fn read(view: &'v View, query: &Query, as_of: u64, include: Include, now: Timestamp) -> Self {
        if !include.websocket {
            return Self { events: Vec::new(), unanswered: Vec::new() };
        }
        let admitted = |entry: &&Arc<Entry>| entry.seq <= as_of && query.admits(entry);
        let entries = view.entries(Kind::WebSocket).iter().filter(admitted);
        let events: Vec<Event<'v>> = entries.filter_map(Event::read).collect();
        let connections = by_connection(&events);
        let is_complete = view.losses().lost == 0;
        let unanswered = connections.values().filter(|_| is_complete);
        let unanswered = unanswered.flat_map(|events| unanswered::unanswered(events, now)).collect();
        Self { events, unanswered }
    }
}

/// Messages of one connection in a row, joined.
fn folded<'e, 'v>(moments: Vec<Moment<'e, 'v>>) -> Vec<Moment<'e, 'v>> {
    let mut folded: Vec<Moment<'e, 'v>> = Vec::with_capacity(moments.len());
    for moment in moments {
        if let (Some(Moment { kind: MomentKind::Socket(before), .. }), MomentKind::Socket(next)) =
            (folded.last_mut(), &moment.kind)
            && before.takes(next.first)
        {
            before.more.push(next.first);
            continue;
        }
        folded.push(moment);
    }
    folded
}

#[derive(Debug)]
enum MomentKind<'e, 'v> {
    Action,
    Network,
    Console,
    Screenshot,
    Socket(SocketMoment<'e, 'v>),
}

impl Include {
    fn admits(self, kind: &MomentKind<'_, '_>) -> bool {
        match kind {
            MomentKind::Socket(_) => self.websocket,
            MomentKind::Action => self.actions,
            MomentKind::Network => self.network,
            MomentKind::Console => self.console,
            MomentKind::Screenshot => self.screenshots,
        }
    }
}

struct Moment<'e, 'v> {
    kind: MomentKind<'e, 'v>,
    entry: &'v Arc<Entry>,
}

/// Everything that could be shown. Actions are always among them, because `last_n_actions` counts them even when
/// they are not shown.
fn moments<'e, 'v>(view: &'v View, query: &Query, as_of: u64, include: Include) -> Vec<Moment<'e, 'v>> {
    let admitted = |entry: &&Arc<Entry>| entry.seq <= as_of && query.admits(entry);
    let of = |kind: Kind| view.entries(kind).iter().filter(admitted);
    let mut moments: Vec<Moment<'e, 'v>> =
        of(Kind::Action).map(|entry| Moment { kind: MomentKind::Action, entry }).collect();
    let known_requests: BTreeSet<String> =
        of(Kind::NetworkBody).filter_map(|entry| entry.request_id()).collect();
    if include.network {
        moments.extend(of(Kind::NetworkBody).map(|entry| Moment { kind: MomentKind::Network, entry }));
    }
    if include.screenshots {
        moments.extend(of(Kind::Screenshot).map(|entry| Moment { kind: MomentKind::Screenshot, entry }));
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
fn start_of_last_actions(moments: &[Moment<'_, '_>], count: usize) -> usize {
    let is_action = |moment: &Moment<'_, '_>| matches!(moment.kind, MomentKind::Action);
    let actions = moments.iter().enumerate().filter(|(_, moment)| is_action(moment));
    let positions: Vec<usize> = actions.map(|(index, _)| index).collect();
    match count {
        0 => moments.len(),
        _ => positions.get(positions.len().saturating_sub(count)).copied().unwrap_or(0),
    }
}

fn summarise(moments: &[Moment<'_, '_>]) -> TimelineSummary {
    let count =
        |is: fn(&MomentKind<'_, '_>) -> bool| moments.iter().filter(|moment| is(&moment.kind)).count();
    let is_console_error = |moment: &&Moment<'_, '_>| {
        matches!(moment.kind, MomentKind::Console) && moment.entry.level == Level::Error
    };
    let events = |moment: &Moment<'_, '_>| match &moment.kind {
        MomentKind::Socket(socket) => 1 + socket.more.len(),
        _ => 0,
    };
    let span = moments.first().zip(moments.last());
    TimelineSummary {
        actions: count(|kind| matches!(kind, MomentKind::Action)),
        network_requests: count(|kind| matches!(kind, MomentKind::Network)),
        console_errors: moments.iter().filter(is_console_error).count(),
        websocket_events: moments.iter().map(events).sum(),
        duration_ms: span.map_or(0, |(first, last)| {
            last.entry.time.as_milliseconds() - first.entry.time.as_milliseconds()
        }),
    }
}

/// Fields of an action worth a reader's time, shown when present.
const ACTION_FIELDS: [&str; 14] = [
    "startTs",
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

impl Moment<'_, '_> {
    /// Its place in the timeline. A request has the time of its start, and arrives with its answer.
    fn position(&self) -> (Timestamp, u64) {
        (self.entry.time, self.entry.seq)
    }

    fn row(&self, notes: &Notes, unanswered: &[Unanswered]) -> Row {
        let fields = serde_json::from_str::<Map<String, Value>>(self.entry.text()).unwrap_or_default();
        let mut row = Map::new();
        row.insert("ts".to_owned(), json!(self.entry.time.as_milliseconds()));
        match &self.kind {
            MomentKind::Socket(socket) => {
                row.insert("kind".to_owned(), json!("websocket"));
                socket.fill(&mut row, unanswered);
            }
            MomentKind::Action => {
                self.fill(&mut row, "action", &fields, &ACTION_FIELDS);
                // They are for scripts, and would cost a reader more than everything else together.
                if let Some(Value::Object(selectors)) = row.get_mut("selectors") {
                    selectors.shift_remove("locators");
                }
            }
            MomentKind::Network => {
                self.note_answer(&mut row, &fields);
                let shown = [
                    "method",
                    "url",
                    "status",
                    "duration",
                    "contentType",
                    "error",
                    "initiator",
                    "_initiator",
                ];
                self.fill(&mut row, "network", &fields, &shown);
                condense::show_initiator(&mut row);
                notes.mark(self.entry.seq, &mut row);
                row.extend(response_shape(&fields).map(|shape| ("responseShape".to_owned(), shape)));
            }
            MomentKind::Screenshot => {
                self.fill(&mut row, "screenshot", &fields, &["id", "trigger", "url", "relatedEventId"]);
            }
            MomentKind::Console => {
                self.fill(&mut row, "console", &fields, &[]);
                row.insert("level".to_owned(), json!(self.entry.level.as_str()));
                row.extend(fields.get("message").map(|message| ("message".to_owned(), message.clone())));
                row.extend(place(&fields));
                row.extend(fields.get("url").map(|url| ("url".to_owned(), url.clone())));
            }
        }
        row.extend(self.entry.header().tab.map(|tab| ("tab".to_owned(), json!(tab))));
        Row { seq: self.entry.seq, time: Some(self.entry.time), value: Value::Object(row) }
    }

    /// When a request was answered or failed. What has only a log entry has the time of its end.
    fn note_answer(&self, row: &mut Map<String, Value>, fields: &Map<String, Value>) {
        let Some(duration) = fields.get("duration").and_then(Value::as_f64) else { return };
        let (started, ended) = requests::span(self.entry, Some(duration));
        let is_answered = self.entry.status.is_some_and(|status| status != 0);
        if self.entry.kind != Kind::NetworkBody {
            row.insert("sent".to_owned(), json!(started));
        }
        row.insert(if is_answered { "answered" } else { "ended" }.to_owned(), json!(ended));
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

/// Where an error was thrown: in the original source as its own answer names it, or else in the script that ran.
fn place(fields: &Map<String, Value>) -> Option<(String, Value)> {
    let original = fields.get("_aiContext").and_then(errors::original_place);
    let original = original.map(|place| ("location".to_owned(), json!(place)));
    original.or_else(|| Some(("source".to_owned(), fields.get("source")?.clone())))
}

/// The shape of a JSON response, `null` for other content, nothing when there was no body.
fn response_shape(fields: &Map<String, Value>) -> Option<Value> {
    let body = fields.get("responseBody")?.as_str()?;
    let content_type = fields.get("contentType").and_then(Value::as_str).unwrap_or_default();
    let shape = content_type.contains("json").then(|| shape::of_text(body)).flatten();
    Some(shape.unwrap_or(Value::Null))
}
