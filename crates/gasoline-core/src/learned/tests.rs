//! Connections as they are learned from events.

use std::sync::Arc;

use gasoline_wire::{Direction, Identity, SampledRate, Timestamp, WebSocketEvent, WebSocketEventKind};
use serde_json::Value;

use super::*;
use crate::intake::{self, IntakeLimits, Route};
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Store, StoreLimits};

fn at(milliseconds: i64) -> Timestamp {
    Timestamp::from_milliseconds(milliseconds).unwrap()
}

fn event(id: &str, kind: WebSocketEventKind) -> WebSocketEvent {
    WebSocketEvent {
        ts: String::new(),
        event: kind,
        id: id.to_owned(),
        url: "ws://localhost/live".to_owned(),
        page_url: "http://localhost/".to_owned(),
        initiator: None,
        direction: None,
        data: None,
        size: None,
        truncated: None,
        code: None,
        mocked: None,
        reason: None,
        sampled: None,
        identity: Identity::default(),
    }
}

fn message(data: &str, direction: Direction) -> WebSocketEvent {
    WebSocketEvent {
        data: Some(data.to_owned()),
        size: Some(data.len() as u32),
        direction: Some(direction),
        ..event("c", WebSocketEventKind::Message)
    }
}

fn note(connections: &mut Connections, milliseconds: i64, event: &WebSocketEvent) {
    connections.note_event(event, &Origin { time: at(milliseconds), test_id: None });
}

#[test]
fn totals_rates_and_shapes_include_what_sampling_left_out() {
    let mut connections = Connections::default();
    note(&mut connections, 0, &event("c", WebSocketEventKind::Open));
    for second in 0..10 {
        note(&mut connections, second * 1_000, &message(r#"{"type":"tick","n":1}"#, Direction::Incoming));
    }
    let sampled = SampledRate { message_rate: 80.0, kept_rate: 5.0, skipped: 14, skipped_outgoing: None };
    let busy = WebSocketEvent { sampled: Some(sampled), ..message(r#"{"other":1}"#, Direction::Incoming) };
    note(&mut connections, 9_500, &busy);
    note(&mut connections, 9_600, &message("plain text", Direction::Outgoing));
    let connection = connections.open()[0].clone();
    assert_eq!((connection.incoming.total, connection.outgoing.total), (25, 1));
    // Seconds 5 to 9: five ticks and the busy fifteen.
    assert!((connection.incoming.per_second(at(9_900)) - 4.0).abs() < 1e-9);
    assert!((connection.incoming.per_second(at(60_000))).abs() < 1e-9);
    assert_eq!((connection.shapes.messages(), connection.shapes.variants.len()), (11, 2));
    assert_eq!(connection.incoming.sampling.as_ref().map(|sampled| sampled.skipped), Some(14));
    assert_eq!(connection.outgoing.sampling, None);
}

#[test]
fn totals_of_a_closed_connection_include_what_the_close_tells_of() {
    let mut connections = Connections::default();
    note(&mut connections, 0, &message("in", Direction::Incoming));
    note(&mut connections, 0, &message("out", Direction::Outgoing));
    let sampled = SampledRate { message_rate: 80.0, kept_rate: 5.0, skipped: 14, skipped_outgoing: Some(4) };
    let close = WebSocketEvent { sampled: Some(sampled), ..event("c", WebSocketEventKind::Close) };
    note(&mut connections, 9_000, &close);
    let closed = connections.closed(at(9_000)).next().unwrap();
    assert_eq!((closed.incoming.total, closed.outgoing.total), (11, 5));
}

#[test]
fn closed_connections_stay_for_five_minutes_ten_at_most() {
    let mut connections = Connections::default();
    for index in 0..12 {
        let id = format!("c{index}");
        note(&mut connections, index, &event(&id, WebSocketEventKind::Open));
        let close = WebSocketEvent { code: Some(1006), ..event(&id, WebSocketEventKind::Close) };
        note(&mut connections, index, &close);
    }
    let closed: Vec<_> = connections.closed(at(1_000)).map(|connection| connection.id.clone()).collect();
    assert_eq!((closed.len(), closed[0].as_str(), connections.open().len()), (10, "c11", 0));
    assert_eq!(connections.closed(at(10 * 60 * 1_000)).count(), 0);
}

#[test]
fn a_connection_first_heard_of_by_a_message_is_open() {
    let mut connections = Connections::default();
    note(&mut connections, 5, &message("hello", Direction::Incoming));
    assert_eq!(connections.open()[0].state, ConnectionState::Open);
}

#[test]
fn sampling_of_one_direction_ends_with_its_next_message_only() {
    let mut connections = Connections::default();
    let sampled = SampledRate { message_rate: 80.0, kept_rate: 5.0, skipped: 14, skipped_outgoing: None };
    let busy = WebSocketEvent { sampled: Some(sampled), ..message("tick", Direction::Incoming) };
    note(&mut connections, 0, &busy);
    note(&mut connections, 1, &message("ping", Direction::Outgoing));
    assert!(connections.open()[0].incoming.sampling.is_some());
    note(&mut connections, 2, &message("tick", Direction::Incoming));
    assert!(connections.open()[0].incoming.sampling.is_none());
}

#[test]
fn of_a_message_with_many_or_long_keys_the_first_are_named() {
    let mut connections = Connections::default();
    let fields: Vec<_> = (0..50).map(|index| format!(r#""{index:02}{}":1"#, "k".repeat(100))).collect();
    note(&mut connections, 0, &message(&format!("{{{}}}", fields.join(",")), Direction::Incoming));
    let shapes = connections.open()[0].shapes.clone();
    let (keys, count) = shapes.variants.first_key_value().unwrap();
    assert_eq!((keys.named.len(), keys.more, *count), (20, 30, 1));
    assert_eq!(keys.named[19], format!("19{}", "k".repeat(58)));
}

#[test]
fn a_clear_forgets_the_connections_of_its_scope() {
    let mut connections = Connections::default();
    for (id, test) in [("open a", Some("a")), ("open b", Some("b")), ("open", None), ("closed a", Some("a"))]
    {
        let origin = Origin { time: at(0), test_id: test.map(Arc::from) };
        let kind = if id.starts_with("open") { WebSocketEventKind::Open } else { WebSocketEventKind::Close };
        connections.note_event(&event(id, kind), &origin);
    }
    let left = |connections: &Connections| -> Vec<String> {
        let all = connections.open().into_iter().chain(connections.closed(at(0)));
        all.map(|connection| connection.id.clone()).collect()
    };
    connections.clear(&Scope::Test("a".into()));
    assert_eq!(left(&connections), ["open", "open b"]);
    connections.clear(&Scope::Everything);
    assert_eq!(left(&connections), [""; 0]);
}

#[test]
fn what_a_sender_makes_endless_is_cut() {
    let mut connections = Connections::default();
    let long = "é".repeat(5_000);
    let opened = WebSocketEvent {
        url: long.clone(),
        page_url: long.clone(),
        identity: Identity { page: Some(long.clone()), tab: Some(long.clone()), ..Identity::default() },
        ..event(&long, WebSocketEventKind::Open)
    };
    note(&mut connections, 0, &opened);
    let fields: serde_json::Map<String, Value> =
        (0..1_000).map(|number| (format!("{number:04}{long}"), Value::Null)).collect();
    let message = WebSocketEvent {
        event: WebSocketEventKind::Message,
        data: Some(Value::from(fields).to_string()),
        ..opened.clone()
    };
    note(&mut connections, 1, &message);
    let closing = WebSocketEvent { event: WebSocketEventKind::Close, reason: Some(long), ..opened };
    note(&mut connections, 2, &closing);

    let closed = connections.closed(at(3)).next().unwrap();
    let cut = "é".repeat(1_000);
    assert_eq!([&closed.id, &closed.url], [&cut, &cut]);
    assert_eq!((closed.page_url.as_ref(), closed.tab.as_ref()), (Some(&cut), Some(&cut)));
    assert_eq!(closed.closed, Some((None, Some(cut))));
    let (keys, count) = closed.shapes.variants.iter().next().unwrap();
    assert_eq!((keys.named.len(), keys.named[0].chars().count(), keys.more, *count), (20, 60, 980, 1));
}

/// Learners with an entry of every kind noted.
fn taught() -> Learned {
    let key = FingerprintKey::new([1; 16]);
    let mut store = Store::new(StoreLimits::default(), key);
    let mut learned = Learned::default();
    for (route, body) in [
        (
            Route::PerformanceSnapshot,
            include_str!("../../../../fixtures/wire/performance-snapshot.json").to_owned(),
        ),
        (
            Route::WebSocketEvents,
            format!(r#"{{"events":[{}]}}"#, include_str!("../../../../fixtures/wire/websocket-event.json")),
        ),
    ] {
        let taken =
            intake::take(&Redactor::new(key), &IntakeLimits::default(), route, body.as_bytes()).unwrap();
        for entry in &store.append(taken.entries, &Arrival::default()).added {
            assert_ne!(learned.note(entry), Lessons::default(), "{route:?}");
        }
    }
    learned
}

#[test]
fn a_clear_reaches_the_learners_of_its_kinds_and_baselines_outlive_it() {
    let known =
        |learned: &Learned| (learned.baselines.of("/cart").is_some(), learned.connections.open().len());
    let mut learned = taught();
    assert_eq!(known(&learned), (true, 1));
    learned.clear(&Scope::Everything, &[Kind::Log, Kind::Performance]);
    assert_eq!(known(&learned), (true, 1));
    learned.clear(&Scope::Everything, &[Kind::WebSocket]);
    assert_eq!(known(&learned), (true, 0));
}

#[test]
fn most_kinds_teach_nothing() {
    let teaching: Vec<_> = Kind::ALL.into_iter().filter(|kind| Learned::is_taught_by(*kind)).collect();
    assert_eq!(teaching, [Kind::WebSocket, Kind::NetworkBody, Kind::Performance]);
}
