//! Requests as a reader gets them in the list and in the timeline.

use serde_json::json;

use super::*;
use crate::analysis::timeline::{self, Include, TimelineOptions};
use crate::intake::{self, IntakeLimits, Kind, Route};
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Scope, Store, StoreLimits, View};

const NOW: i64 = 1_705_919_400_000; // 2024-01-22T10:30:00.000Z

fn view(posted: &[(Route, Vec<Value>)]) -> View {
    let mut store = Store::new(StoreLimits::default(), FingerprintKey::new([3; 16]));
    let redactor = Redactor::new(FingerprintKey::new([3; 16]));
    for (route, entries) in posted {
        let body = json!({ route.field(): entries }).to_string();
        let taken = intake::take(&redactor, &IntakeLimits::default(), *route, body.as_bytes()).unwrap();
        let received_at = Timestamp::from_milliseconds(NOW).unwrap();
        store.append(taken.entries, &Arrival { received_at, sole_test: None });
    }
    store.view(&Scope::Everything, &Kind::ALL)
}

fn request(url: &str, started: i64, duration: f64, extra: &Value) -> Value {
    let mut request = json!({
        "ts": NOW + started, "method": "GET", "url": url, "pageUrl": "http://localhost/shop", "status": 200, "duration": duration, "tab": "7",
    });
    request.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    request
}

fn listed(entries: Vec<Value>, query: &Query) -> Requests {
    let view = view(&[(Route::NetworkBodies, entries)]);
    let now = Timestamp::from_milliseconds(NOW).unwrap();
    requests(view.entries(Kind::NetworkBody), query, now, &RequestFilter::default())
}

fn all() -> Query {
    Query { limit: 50, ..Query::default() }
}

fn rows(found: Requests) -> Vec<Value> {
    found.rows.shown.into_iter().map(|row| row.value).collect()
}

/// `requests-01`, `requests-02`: answered in reverse order, in the list and in the timeline.
#[test]
fn requests_tell_when_they_were_answered_and_in_which_order() {
    let search = |q: &str, started, duration| {
        request(&format!("http://localhost/search?q={q}"), started, duration, &json!({}))
    };
    let entries = vec![search("gra", 100, 50.0), search("g", 0, 300.4)];
    let found = listed(entries.clone(), &all());
    assert_eq!(found.findings, ["answered out of order: q=g after q=gra"]);
    assert_eq!(
        rows(found),
        [
            json!({ "ts": "2024-01-22T10:30:00.000Z", "answered": "2024-01-22T10:30:00.300Z", "method": "GET", "url": "http://localhost/search?q=g",
                "status": 200, "duration": 300.4, "out_of_order": "q=g after q=gra" }),
            json!({ "ts": "2024-01-22T10:30:00.100Z", "answered": "2024-01-22T10:30:00.150Z", "method": "GET", "url": "http://localhost/search?q=gra",
                "status": 200, "duration": 50.0 }),
        ]
    );
    let include =
        Include { actions: true, network: true, console: true, websocket: false, screenshots: false };
    let options = TimelineOptions { include, last_n_actions: None };
    let failed = json!({ "type": "network", "level": "error", "message": "GET /x", "url": "http://localhost/x", "status": 0, "ts": NOW + 500, "duration": 20, "tab": "7" });
    let view = view(&[(Route::NetworkBodies, entries), (Route::Logs, vec![failed])]);
    let timeline = timeline::timeline(&view, &all(), &options, Timestamp::from_milliseconds(NOW).unwrap());
    assert_eq!(timeline.findings, ["answered out of order: q=g after q=gra"]);
    let rows: Vec<_> = timeline.rows.shown.iter().rev().map(|row| &row.value).collect();
    assert_eq!(
        rows,
        [
            &json!({ "ts": NOW, "answered": NOW + 300, "kind": "network", "method": "GET", "url": "http://localhost/search?q=g", "status": 200,
                "duration": 300.4, "out_of_order": "q=g after q=gra", "tab": "7" }),
            &json!({ "ts": NOW + 100, "answered": NOW + 150, "kind": "network", "method": "GET", "url": "http://localhost/search?q=gra", "status": 200, "duration": 50.0, "tab": "7" }),
            &json!({ "ts": NOW + 500, "sent": NOW + 480, "ended": NOW + 500, "kind": "network", "url": "http://localhost/x", "status": 0, "duration": 20, "tab": "7" }),
        ]
    );
}

/// `requests-03`: the place a request came from, mapped where that is known.
#[test]
fn the_initiator_is_shown_where_it_is_known() {
    let mapped = json!({ "initiator": "load (http://localhost/app.js:10:3)", "_initiator": { "file": "src/cart.ts", "line": 12, "column": 5 } });
    let raw = json!({ "initiator": "load (http://localhost/app.js:10:3)" });
    let found = listed(
        vec![request("/a", 0, 1.0, &raw), request("/b", 5, 1.0, &mapped), request("/c", 9, 1.0, &json!({}))],
        &all(),
    );
    let shown: Vec<_> =
        rows(found).iter().map(|row| (row["initiator"].clone(), row["_initiator"].clone())).collect();
    assert_eq!(
        shown,
        [
            (Value::Null, Value::Null),
            (json!("src/cart.ts:12:5"), Value::Null),
            (json!("load (http://localhost/app.js:10:3)"), Value::Null),
        ]
    );
}

/// `rows-04`: equal bodies are shown once.
#[test]
fn a_body_that_a_row_above_shows_is_a_reference() {
    let body = "[1,2,3]".repeat(20);
    let same = json!({ "responseBody": body });
    let found = listed(
        vec![
            request("/a", 0, 1.0, &same),
            request("/b", 5, 1.0, &json!({ "responseBody": "short" })),
            request("/c", 9, 1.0, &same),
        ],
        &all(),
    );
    let shown: Vec<_> =
        rows(found).iter().map(|row| (row["id"].clone(), row["responseBody"].clone())).collect();
    assert_eq!(
        shown,
        [(json!(3), json!(body)), (Value::Null, json!("short")), (Value::Null, json!({ "same_as": 3 }))]
    );
}

/// `rows-05`: what a filter was meant for comes first, on every page.
#[test]
fn rows_that_a_filter_was_meant_for_come_first() {
    let entry = |url: &str, page: &str| request(url, 0, 1.0, &json!({ "pageUrl": page }));
    let entries = || {
        vec![
            entry("/api/cart", "http://localhost/"),
            entry("/api/user", "http://localhost/cart"),
            entry("/api/cart/1", "http://localhost/cart"),
            entry("/logo", "http://localhost/cart"),
            entry("/other", "http://localhost/"),
        ]
    };
    let page = |limit, before_seq, in_rest| {
        let query =
            Query { limit, before_seq, in_rest, url_filter: Some("cart".to_owned()), ..Query::default() };
        let found = listed(entries(), &query);
        let paging = found.rows.paging;
        let left = found.rows.beyond_limit;
        (
            rows(found).iter().map(|row| row["url"].as_str().unwrap().to_owned()).collect::<Vec<_>>(),
            paging,
            left,
        )
    };
    let urls = |urls: &[&str]| urls.iter().map(|url| (*url).to_owned()).collect::<Vec<_>>();
    use crate::analysis::rows::Paging::CursorWithRest;
    assert_eq!(
        page(9, None, false),
        (urls(&["/api/cart/1", "/api/cart", "/logo", "/api/user"]), CursorWithRest(2), 0)
    );
    assert_eq!(page(1, None, false), (urls(&["/api/cart/1"]), CursorWithRest(2), 3));
    assert_eq!(page(2, Some(3), false), (urls(&["/api/cart", "/logo"]), CursorWithRest(1), 1));
    assert_eq!(page(2, Some(4), true), (urls(&["/api/user"]), CursorWithRest(0), 0));
}

/// `summary-02`, `summary-03`: original lines, and when typing began.
#[test]
fn the_timeline_names_original_lines_and_the_start_of_typing() {
    let context =
        json!({ "sourceSnippets": [{ "file": "src/a.ts", "line": 3, "column": 1, "snippet": [] }] });
    let error = |message: &str, extra: Value| {
        let mut error = json!({ "type": "exception", "level": "error", "message": message, "source": "app.js:17127", "ts": NOW });
        error.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        error
    };
    let typing =
        json!({ "ts": NOW - 100, "startTs": "2024-01-22T10:29:58.000Z", "type": "input", "value": "abc" });
    let view = view(&[
        (Route::EnhancedActions, vec![typing]),
        (Route::Logs, vec![error("mapped", json!({ "_aiContext": context })), error("compiled", json!({}))]),
    ]);
    let include =
        Include { actions: true, network: true, console: true, websocket: false, screenshots: false };
    let timeline = timeline::timeline(
        &view,
        &all(),
        &TimelineOptions { include, last_n_actions: None },
        Timestamp::from_milliseconds(NOW).unwrap(),
    );
    let rows: Vec<_> = timeline.rows.shown.iter().rev().map(|row| &row.value).collect();
    assert_eq!(rows[0]["startTs"], "2024-01-22T10:29:58.000Z");
    assert_eq!((&rows[1]["location"], &rows[1]["source"]), (&json!("src/a.ts:3"), &Value::Null));
    assert_eq!((&rows[2]["location"], &rows[2]["source"]), (&Value::Null, &json!("app.js:17127")));
}
