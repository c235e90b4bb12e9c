//! What is said of connections, from what senders post.

use gasoline_wire::Timestamp;
use serde_json::{Value, json};

use super::super::errors;
use super::super::query::Query;
use super::super::timeline::{self, Include, TimelineOptions};
use super::unanswered;
use crate::intake::{self, IntakeLimits, Kind, Route};
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Scope, Store, StoreLimits};

const NOW: i64 = 1_705_919_400_000;

/// A store and what happened on sockets, at milliseconds from `NOW`.
struct Sockets(Store);

impl Sockets {
    fn of(events: &[Value]) -> Self {
        let mut sockets = Self(Store::new(StoreLimits::default(), FingerprintKey::new([3; 16])));
        sockets.post(Route::WebSocketEvents, events);
        sockets
    }

    fn post(&mut self, route: Route, entries: &[Value]) {
        let redactor = Redactor::new(FingerprintKey::new([3; 16]));
        let body = json!({ route.field(): entries }).to_string();
        let taken = intake::take(&redactor, &IntakeLimits::default(), route, body.as_bytes()).unwrap();
        assert_eq!(taken.first_rejection, None);
        self.0.append(taken.entries, &Arrival { received_at: at(0), sole_test: None });
    }

    fn errors(&self) -> Vec<Value> {
        let view = self.0.view(&Scope::Everything, &errors::KINDS);
        let found = errors::errors(&view, &all(), at(60_000), errors::Form::Documented);
        found.rows.shown.into_iter().map(|row| row.value).collect()
    }

    fn timeline(&self, after: i64) -> (Value, Vec<Value>) {
        let include =
            Include { actions: true, network: true, console: true, websocket: true, screenshots: true };
        let options = TimelineOptions { include, last_n_actions: None };
        let view = self.0.view(&Scope::Everything, &timeline::KINDS);
        let built = timeline::timeline(&view, &all(), &options, at(after));
        let rows = built.rows.shown.into_iter().rev().map(|row| row.value);
        (json!(built.summary), rows.collect())
    }

    fn unanswered(&self, after: i64) -> Vec<Value> {
        unanswered(&self.0.view(&Scope::Everything, &[Kind::WebSocket]), at(after), |_| true)
    }
}

fn at(after: i64) -> Timestamp {
    Timestamp::from_milliseconds(NOW + after).unwrap()
}

fn all() -> Query {
    Query { limit: 50, ..Query::default() }
}

fn event(after: i64, kind: &str, id: &str, extra: Value) -> Value {
    let mut event = json!({
        "ts": NOW + after, "event": kind, "id": id, "url": "ws://localhost:9000/feed?token=x", "pageUrl": "http://localhost:3000/",
        "page": "p", "tab": "7",
    });
    event.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    event
}

fn message(after: i64, direction: &str, data: &Value) -> Value {
    event(after, "message", "a", json!({ "direction": direction, "data": data.to_string(), "size": 10 }))
}

fn close(after: i64, id: &str, code: u16) -> Value {
    event(after, "close", id, json!({ "code": code, "reason": "" }))
}

/// websockets-01
#[test]
fn a_connection_that_broke_is_an_error_with_its_life_and_what_came_after() {
    let sockets = Sockets::of(&[
        event(0, "connecting", "a", json!({})),
        event(10, "open", "a", json!({})),
        message(20, "outgoing", &json!({ "type": "subscribe" })),
        message(30, "incoming", &json!({ "type": "price", "value": 5 })),
        message(40, "incoming", &json!({ "type": "price", "value": 6 })),
        close(5_010, "a", 1006),
        event(6_000, "connecting", "b", json!({})),
        event(6_200, "open", "b", json!({})),
    ]);
    assert_eq!(
        sockets.errors(),
        [json!({
            "ts": at(5_010).to_string(), "type": "websocket",
            "message": "WebSocket closed abnormally with code 1006 (the connection broke), no reason given",
            "level": "error", "url": sockets.0.view(&Scope::Everything, &[Kind::WebSocket]).entries(Kind::WebSocket)[0]
                .header().url.unwrap(),
            "pageUrl": "http://localhost:3000/", "id": "a", "lived": "5000 ms",
            "carried": {
                "incoming": 2, "last_incoming": "{\"type\":\"price\",\"value\":6}",
                "outgoing": 1, "last_outgoing": "{\"type\":\"subscribe\"}",
            },
            "reconnected": "after 1190 ms", "tab": "7",
        })]
    );
}

#[test]
fn ends_that_were_meant_are_no_errors_and_a_loop_of_failures_is_one() {
    let meant = Sockets::of(&[close(1, "a", 1000), close(2, "b", 1001), close(3, "c", 1005)]);
    assert_eq!(meant.errors(), Vec::<Value>::new());
    let mut failing = Vec::new();
    for number in 0..4 {
        let id = format!("c{number}");
        failing.push(event(number * 100, "connecting", &id, json!({})));
        failing.push(event(number * 100 + 1, "error", &id, json!({})));
        failing.push(close(number * 100 + 2, &id, 1006));
    }
    let rows = Sockets::of(&failing).errors();
    assert_eq!(rows.len(), 1);
    assert_eq!((&rows[0]["count"], &rows[0]["id"]), (&json!(4), &json!("c3")));
    assert_eq!(
        (&rows[0]["lived"], &rows[0]["reconnected"]),
        (&json!("never opened"), &json!("no, and nothing tried to"))
    );
}

/// websockets-02
#[test]
fn the_timeline_has_sockets_and_joins_messages_in_a_row() {
    let mut sockets = Sockets::of(&[
        event(0, "open", "a", json!({})),
        message(10, "outgoing", &json!("hi")),
        message(20, "incoming", &json!("ho")),
        message(40, "incoming", &json!("again")),
        close(50, "a", 1006),
    ]);
    let click =
        json!({ "type": "click", "timestamp": NOW + 30, "url": "http://localhost:3000/", "tab": "7" });
    sockets.post(Route::EnhancedActions, &[click]);
    let (summary, rows) = sockets.timeline(60);
    assert_eq!(
        summary,
        json!({ "actions": 1, "network_requests": 0, "console_errors": 0, "websocket_events": 5, "duration_ms": 50 })
    );
    let told = |row: &Value| {
        let names = ["kind", "event", "direction", "data", "incoming", "outgoing", "last", "code"];
        let shown = names.iter().filter_map(|name| row.get(*name)).map(ToString::to_string);
        shown.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        rows.iter().map(told).collect::<Vec<_>>(),
        [
            r#""websocket" "open""#,
            r#""websocket" "message" 1 1 "\"ho\"""#,
            r#""action""#,
            r#""websocket" "message" "incoming" "\"again\"""#,
            r#""websocket" "close" 1006"#,
        ]
    );
}

/// websockets-03
#[test]
fn a_message_without_the_answer_its_like_had_is_pointed_out() {
    let question = |after: i64, id: u32| message(after, "outgoing", &json!({ "id": id, "method": "quote" }));
    let answer = |after: i64, id: u32| message(after, "incoming", &json!({ "id": id, "result": {} }));
    let events = [
        question(0, 1),
        answer(50, 1),
        message(60, "outgoing", &json!({ "id": 9, "method": "log" })),
        question(100, 2),
        answer(220, 2),
        question(1_000, 3),
    ];
    let sockets = Sockets::of(&events);
    assert_eq!(sockets.unanswered(2_500), Vec::<Value>::new());
    let expected = "no answer in 4000 ms; 2 before like it got one within 120 ms";
    let missing = sockets.unanswered(5_000);
    assert_eq!(missing.len(), 1);
    assert_eq!(
        (&missing[0]["data"], &missing[0]["why"]),
        (&json!(r#"{"id":3,"method":"quote"}"#), &json!(expected))
    );
    let (_, rows) = sockets.timeline(5_000);
    assert_eq!(rows.iter().filter_map(|row| row["unanswered"].as_str()).collect::<Vec<_>>(), [expected]);
}

#[test]
fn nothing_is_claimed_where_the_answer_may_have_been_left_out() {
    let question = |after: i64, id: u32| message(after, "outgoing", &json!({ "id": id, "method": "quote" }));
    let answer = |after: i64, id: u32| message(after, "incoming", &json!({ "id": id, "result": {} }));
    let sampled = json!({ "direction": "incoming", "data": "x", "size": 1,
        "sampled": { "messageRate": 300.0, "keptRate": 10.0, "skipped": 29 } });
    let sockets =
        Sockets::of(&[question(0, 1), answer(5, 1), question(10, 2), event(20, "message", "a", sampled)]);
    assert_eq!(sockets.unanswered(60_000), Vec::<Value>::new());
    // Nothing like it was ever answered, so nothing is known to be missing.
    let first = Sockets::of(&[question(0, 1)]);
    assert_eq!(first.unanswered(60_000), Vec::<Value>::new());
    let closed = Sockets::of(&[question(0, 1), answer(5, 1), question(10, 2), close(20, "a", 1006)]);
    assert_eq!(
        closed.errors()[0]["unanswered"],
        json!(["no answer before the connection ended; the one before like it got one within 5 ms"])
    );
}
