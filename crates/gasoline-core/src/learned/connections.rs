//! WebSocket connections as their events tell: rates, shapes, sampling, and how the closed ones ended.
//!
//! Kept apart from the events themselves, because a busy connection outlives its own opening in any bounded buffer.

mod saved;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use gasoline_wire::{Direction, SampledRate, Timestamp, WebSocketEvent, WebSocketEventKind};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Learner;
use crate::intake::Kind;
use crate::shape::{Limits, Object, Reading, Seen, Shape};
use crate::store::{Entry, Scope};

/// Open connections watched; the one quiet longest is dropped.
const MOST_OPEN: usize = 100;
/// Closed connections remembered.
const MOST_CLOSED: usize = 10;
/// How long they are.
const CLOSED_FOR_MILLISECONDS: i64 = 5 * 60 * 1_000;
/// Window of the message rate.
const RATE_WINDOW_SECONDS: i64 = 5;
/// Different message shapes told apart; further ones count as other.
const MOST_VARIANTS: usize = 20;
/// Keys of a shape that are named; of further ones the number is known.
const MOST_KEYS: usize = 20;
/// Only the outermost keys are looked at, and long ones are shortened afterwards.
const LIMITS: Limits = Limits { levels: 1, elements: 0, bytes: usize::MAX, ..Limits::LEARNED };
/// Characters of a key.
const KEY_CHARACTERS: usize = 60;
/// Characters of a message shown.
const PREVIEW_CHARACTERS: usize = 100;
/// Characters of an address, an id or a reason.
const TEXT_CHARACTERS: usize = 1_000;

/// Messages of one direction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Traffic {
    /// Messages seen, those left out by sampling included.
    pub total: u64,
    /// Bytes of the messages kept.
    pub bytes: u64,
    /// When the last one came, and how it begins.
    pub last: Option<(Timestamp, String)>,
    /// Set while messages of this direction are left out.
    pub sampling: Option<SampledRate>,
    /// Messages by second, newest last.
    recent: VecDeque<(i64, u64)>,
}

impl Traffic {
    /// Messages per second over the last five seconds.
    pub fn per_second(&self, now: Timestamp) -> f64 {
        let oldest = now.as_milliseconds() / 1_000 - RATE_WINDOW_SECONDS;
        let recent: u64 =
            self.recent.iter().filter(|(second, _)| *second > oldest).map(|(_, count)| count).sum();
        recent as f64 / RATE_WINDOW_SECONDS as f64
    }

    fn note(&mut self, time: Timestamp, count: u64, event: &WebSocketEvent) {
        self.total += count;
        self.bytes += u64::from(event.size.unwrap_or(0));
        let preview = event.data.as_deref().unwrap_or_default().chars().take(PREVIEW_CHARACTERS).collect();
        self.last = Some((time, preview));
        self.sampling.clone_from(&event.sampled);
        let second = time.as_milliseconds() / 1_000;
        match self.recent.back_mut() {
            Some((last, known)) if *last == second => *known += count,
            _ => self.recent.push_back((second, count)),
        }
        if self.recent.len() as i64 > RATE_WINDOW_SECONDS + 1 {
            self.recent.pop_front();
        }
    }
}

/// The top-level keys of a message, in alphabetical order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Keys {
    /// The first of them.
    pub named: Vec<String>,
    /// How many there are besides.
    pub more: usize,
}

impl Keys {
    fn of(object: &Object) -> Self {
        let mut keys: Vec<&str> = object.fields.iter().map(|field| &*field.name).collect();
        keys.sort_unstable();
        let short = |key: &&str| key.chars().take(KEY_CHARACTERS).collect();
        let named = keys.iter().take(MOST_KEYS).map(short).collect();
        let unnamed = usize::try_from(object.unnamed).unwrap_or(usize::MAX);
        Self { named, more: keys.len().saturating_sub(MOST_KEYS).saturating_add(unnamed) }
    }
}

/// Which top-level keys JSON messages have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageShapes {
    /// How often each set of keys was seen.
    #[serde(with = "saved::pairs")]
    pub variants: BTreeMap<Keys, u64>,
    /// JSON messages beyond the variants told apart.
    pub other: u64,
}

impl MessageShapes {
    /// JSON messages seen.
    pub fn messages(&self) -> u64 {
        self.variants.values().sum::<u64>() + self.other
    }

    fn note(&mut self, data: &str) {
        let mut shape = Shape::new(LIMITS);
        // The keys of a message that was cut would look like a shape of its own.
        let is_whole = shape.observe(data) == Reading::Whole;
        let Some(Seen::Object(object)) = shape.root().only_type().filter(|_| is_whole) else { return };
        let keys = Keys::of(object);
        if self.variants.contains_key(&keys) || self.variants.len() < MOST_VARIANTS {
            *self.variants.entry(keys).or_default() += 1;
        } else {
            self.other += 1;
        }
    }
}

/// How far a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ConnectionState {
    Connecting,
    Open,
    Error,
    Closed,
}

/// One connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Connection {
    /// Its id within the page.
    pub id: String,
    /// The socket's address.
    pub url: String,
    /// The document that opened it.
    pub page_url: Option<String>,
    /// The tab of that document.
    pub tab: Option<String>,
    /// The test it belongs to.
    pub test_id: Option<Arc<str>>,
    /// How far it has come.
    pub state: ConnectionState,
    /// When it was first heard of, or opened.
    pub opened_at: Timestamp,
    /// When it was last heard of.
    pub last_event_at: Timestamp,
    /// Messages from the server.
    pub incoming: Traffic,
    /// Messages to the server.
    pub outgoing: Traffic,
    /// What JSON messages look like.
    pub shapes: MessageShapes,
    /// How it ended: code and reason.
    pub closed: Option<(Option<u16>, Option<String>)>,
}

/// Connections of this server run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "saved::SavedConnections", into = "saved::SavedConnections")]
pub struct Connections {
    /// By the page and the connection's id within it.
    open: BTreeMap<(String, String), Connection>,
    closed: VecDeque<Connection>,
}

/// Where an event came from, besides what it says itself.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Corrected time of the event.
    pub time: Timestamp,
    /// The test it belongs to.
    pub test_id: Option<Arc<str>>,
}

impl Connections {
    /// Takes one event into account.
    pub fn note_event(&mut self, event: &WebSocketEvent, origin: &Origin) {
        let key = (shortened(event.identity.page.as_deref().unwrap_or_default()), shortened(&event.id));
        let connection = self.open.entry(key.clone()).or_insert_with(|| begin(event, origin));
        connection.last_event_at = origin.time;
        match event.event {
            WebSocketEventKind::Connecting => {}
            WebSocketEventKind::Open => {
                connection.state = ConnectionState::Open;
                connection.opened_at = origin.time;
            }
            WebSocketEventKind::Error => connection.state = ConnectionState::Error,
            WebSocketEventKind::Message => note_message(connection, event, origin.time),
            WebSocketEventKind::Close => {
                connection.state = ConnectionState::Closed;
                if let Some(sampled) = &event.sampled {
                    count_left_out(connection, sampled);
                }
                connection.closed = Some((event.code, event.reason.as_deref().map(shortened)));
                self.closed.extend(self.open.remove(&key));
            }
        }
        self.shrink_to_limits(origin.time);
    }

    /// Connections that are open, oldest first.
    pub fn open(&self) -> Vec<&Connection> {
        let mut open: Vec<_> = self.open.values().collect();
        open.sort_by_key(|connection| connection.opened_at);
        open
    }

    /// Connections closed within the last five minutes, newest first.
    pub fn closed(&self, now: Timestamp) -> impl Iterator<Item = &Connection> {
        self.closed.iter().rev().filter(move |connection| !has_expired(connection, now))
    }

    fn shrink_to_limits(&mut self, now: Timestamp) {
        while self.closed.len() > MOST_CLOSED
            || self.closed.front().is_some_and(|oldest| has_expired(oldest, now))
        {
            self.closed.pop_front();
        }
        while self.open.len() > MOST_OPEN {
            let quietest = self.open.iter().min_by_key(|(_, connection)| connection.last_event_at);
            let Some(key) = quietest.map(|(key, _)| key.clone()) else { return };
            self.open.remove(&key);
        }
    }
}

impl Learner for Connections {
    const KINDS: &'static [Kind] = &[Kind::WebSocket];

    fn note(&mut self, entry: &Entry) -> bool {
        let unknown = json!({ "url": "", "pageUrl": "" });
        let event = entry.typed::<WebSocketEvent>(unknown);
        if let Some(event) = &event {
            self.note_event(event, &Origin { time: entry.time, test_id: entry.test_id.clone() });
        }
        event.is_some()
    }

    /// Connections go with their events.
    fn clear(&mut self, scope: &Scope) {
        let stays = |connection: &Connection| !scope.includes(connection.test_id.as_deref());
        self.open.retain(|_, connection| stays(connection));
        self.closed.retain(stays);
    }

    fn within(&self, scope: &Scope) -> Self {
        let wanted = |connection: &&Connection| scope.includes(connection.test_id.as_deref());
        let open = self.open.iter().filter(|(_, connection)| wanted(connection));
        Self {
            open: open.map(|(key, connection)| (key.clone(), connection.clone())).collect(),
            closed: self.closed.iter().filter(wanted).cloned().collect(),
        }
    }
}

/// As much as is kept of what a sender may make as long as it likes.
fn shortened(text: &str) -> String {
    text.chars().take(TEXT_CHARACTERS).collect()
}

fn has_expired(connection: &Connection, now: Timestamp) -> bool {
    now.as_milliseconds() - connection.last_event_at.as_milliseconds() > CLOSED_FOR_MILLISECONDS
}

/// A connection heard of for the first time. A message is proof enough that it is open.
fn begin(event: &WebSocketEvent, origin: &Origin) -> Connection {
    let is_open = matches!(event.event, WebSocketEventKind::Open | WebSocketEventKind::Message);
    Connection {
        id: shortened(&event.id),
        url: shortened(&event.url),
        page_url: Some(shortened(&event.page_url)).filter(|url| !url.is_empty()),
        tab: event.identity.tab.as_deref().map(shortened),
        test_id: origin.test_id.clone(),
        state: if is_open { ConnectionState::Open } else { ConnectionState::Connecting },
        opened_at: origin.time,
        last_event_at: origin.time,
        incoming: Traffic::default(),
        outgoing: Traffic::default(),
        shapes: MessageShapes::default(),
        closed: None,
    }
}

/// Adds the messages left out since the last ones kept, of which only the close tells.
fn count_left_out(connection: &mut Connection, sampled: &SampledRate) {
    let outgoing = sampled.skipped_outgoing.unwrap_or(0).min(sampled.skipped);
    connection.outgoing.total += u64::from(outgoing);
    connection.incoming.total += u64::from(sampled.skipped - outgoing);
}

fn note_message(connection: &mut Connection, event: &WebSocketEvent, time: Timestamp) {
    let skipped = event.sampled.as_ref().map_or(0, |sampled| sampled.skipped);
    let traffic = match event.direction {
        Some(Direction::Outgoing) => &mut connection.outgoing,
        Some(Direction::Incoming) | None => &mut connection.incoming,
    };
    traffic.note(time, 1 + u64::from(skipped), event);
    if let Some(data) = &event.data {
        connection.shapes.note(data);
    }
}
