//! WebSocket connections that closed abnormally: how long they lived, what they carried, whether anything reconnected.

use std::collections::BTreeMap;

use gasoline_wire::{Direction, Timestamp, WebSocketEventKind};
use serde_json::{Map, Value, json};

use super::super::places::Places;
use super::super::query::Query;
use super::super::websocket::events::{Event, by_connection};
use super::super::websocket::moments::preview;
use super::super::websocket::unanswered::unanswered;
use crate::address::without_query;
use crate::intake::Kind;
use crate::store::View;

/// Codes of an end that was meant: done, going away, and closed without a code.
const MEANT: [u16; 3] = [1000, 1001, 1005];

/// Unanswered messages named with a connection.
const MOST_UNANSWERED: usize = 3;

/// Connections to one address that ended in the same way, of which the last is shown.
#[derive(Debug)]
pub(super) struct ClosedSocket {
    /// Arrival of the last end.
    pub(super) last_seq: u64,
    /// How many ended so.
    pub(super) count: usize,
    /// Where they ended.
    pub(super) places: Places,
    first: Timestamp,
    last: Timestamp,
    row: Map<String, Value>,
}

/// The abnormal ends that the query admits.
pub(super) fn closed_abnormally(view: &View, query: &Query, as_of: u64) -> Vec<ClosedSocket> {
    let entries = view.entries(Kind::WebSocket).iter().filter(|entry| entry.seq <= as_of);
    let events: Vec<Event<'_>> = entries.filter_map(Event::read).collect();
    let connections = by_connection(&events);
    let is_complete = view.losses().lost == 0;
    let mut found: BTreeMap<(String, Option<u16>, Option<String>), ClosedSocket> = BTreeMap::new();
    for own in connections.values() {
        let Some(close) = own.iter().find(|event| is_abnormal(event) && query.admits(event.entry)) else {
            continue;
        };
        let (url, tab) = (without_query(&close.event.url).to_owned(), close.event.identity.tab.clone());
        let row = describe(close, own, &events, is_complete);
        let (time, last_seq) = (close.time(), close.entry.seq);
        let socket = found.entry((url, close.event.code, tab)).or_insert_with(|| ClosedSocket {
            last_seq,
            count: 0,
            places: Places::default(),
            first: time,
            last: time,
            row: Map::new(),
        });
        socket.count += 1;
        socket.places.add(close.entry);
        socket.first = socket.first.min(time);
        if socket.count == 1 || last_seq > socket.last_seq {
            (socket.last_seq, socket.last, socket.row) = (last_seq, time.max(socket.last), row);
        }
    }
    found.into_values().collect()
}

impl ClosedSocket {
    /// What the reader sees.
    pub(super) fn row(&self) -> Map<String, Value> {
        let mut row = self.row.clone();
        if self.count > 1 {
            row.insert("count".to_owned(), json!(self.count));
            row.insert("first_ts".to_owned(), json!(self.first.to_string()));
            row.insert("last_ts".to_owned(), json!(self.last.to_string()));
        }
        row
    }
}

fn is_abnormal(event: &Event<'_>) -> bool {
    event.is(WebSocketEventKind::Close) && event.event.code.is_some_and(|code| !MEANT.contains(&code))
}

fn describe(
    close: &Event<'_>,
    own: &[&Event<'_>],
    all: &[Event<'_>],
    is_complete: bool,
) -> Map<String, Value> {
    let event = &close.event;
    let opened = own.iter().find(|event| event.is(WebSocketEventKind::Open));
    let first = own.first().map_or(close.time(), |first| first.time());
    let lived = milliseconds(opened.map_or(first, |open| open.time()), close.time());
    let has_message = own.iter().any(|event| event.is(WebSocketEventKind::Message));
    let is_known_from_start = own.iter().any(|event| event.is(WebSocketEventKind::Connecting));
    let lived = match (opened, has_message || !is_known_from_start) {
        (Some(_), _) => format!("{lived} ms"),
        (None, true) => format!("at least {lived} ms"),
        (None, false) => "never opened".to_owned(),
    };
    let code = event.code.unwrap_or_default();
    let reason = event.reason.as_deref().filter(|reason| !reason.is_empty());
    let why = reason.map_or_else(|| "no reason given".to_owned(), |reason| format!("`{}`", preview(reason)));
    let mut row = Map::new();
    let mut put = |name: &str, value: Value| row.insert(name.to_owned(), value);
    put("ts", json!(close.time().to_string()));
    put("type", json!("websocket"));
    put("message", json!(format!("WebSocket closed abnormally with code {code}{}, {why}", meaning(code))));
    put("level", json!("error"));
    put("url", json!(event.url));
    put("pageUrl", json!(event.page_url));
    put("id", json!(event.id));
    put("lived", json!(lived));
    put("carried", carried(own));
    put("reconnected", reconnected(close, all));
    let missing = if is_complete { unanswered(own, close.time()) } else { Vec::new() };
    if !missing.is_empty() {
        let texts: Vec<&str> = missing.iter().take(MOST_UNANSWERED).map(|one| one.text.as_str()).collect();
        put("unanswered", json!(texts));
    }
    if let Some(tab) = &event.identity.tab {
        put("tab", json!(tab));
    }
    row
}

/// What the usual codes mean, in a few words.
fn meaning(code: u16) -> &'static str {
    match code {
        1006 => " (the connection broke)",
        1009 => " (a message was too large)",
        1011 => " (the server failed)",
        1012 => " (the server restarts)",
        1013 => " (the server is overloaded)",
        1015 => " (TLS failed)",
        _ => "",
    }
}

/// Messages of both directions and how the last ones begin, as far as they are still kept.
fn carried(own: &[&Event<'_>]) -> Value {
    let count = |direction| own.iter().map(|event| event.messages(direction)).sum::<u64>();
    let last = |direction| {
        let last = own.iter().rev().find(|event| event.is_message(direction));
        last.and_then(|event| event.event.data.as_deref()).map(preview)
    };
    let mut carried = Map::new();
    for (name, last_name, direction) in [
        ("incoming", "last_incoming", Direction::Incoming),
        ("outgoing", "last_outgoing", Direction::Outgoing),
    ] {
        carried.insert(name.to_owned(), json!(count(direction)));
        carried.extend(last(direction).map(|data| (last_name.to_owned(), json!(data))));
    }
    Value::Object(carried)
}

/// Whether the same tab opened a connection to the same address since, or tries to.
fn reconnected(close: &Event<'_>, all: &[Event<'_>]) -> Value {
    let is_later = |event: &&Event<'_>| {
        event.key() != close.key()
            && event.time() >= close.time()
            && event.event.identity.tab == close.event.identity.tab
            && without_query(&event.event.url) == without_query(&close.event.url)
    };
    let first = |kind: WebSocketEventKind| all.iter().filter(is_later).find(|event| event.is(kind));
    if let Some(open) = first(WebSocketEventKind::Open) {
        return json!(format!("after {} ms", milliseconds(close.time(), open.time())));
    }
    match all.iter().filter(is_later).filter(|event| event.is(WebSocketEventKind::Connecting)).count() {
        0 => json!("no, and nothing tried to"),
        1 => json!("no, tried once"),
        tries => json!(format!("no, tried {tries} times")),
    }
}

fn milliseconds(from: Timestamp, to: Timestamp) -> i64 {
    (to.as_milliseconds() - from.as_milliseconds()).max(0)
}
