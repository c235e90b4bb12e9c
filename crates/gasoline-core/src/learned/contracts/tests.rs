//! Contracts as they are learned from requests.

use serde_json::{Value, json};

use super::*;
use crate::learned::testkit::Browser;

/// A browser that asks for JSON.
struct Traffic(Browser);

impl Traffic {
    fn new() -> Self {
        Self(Browser::new())
    }

    fn send(&mut self, request: &Value) {
        self.0.request(request);
    }

    fn get(&mut self, path: &str, status: u16, body: &Value) {
        self.answer(path, status, &body.to_string());
    }

    fn answer(&mut self, path: &str, status: u16, body: &str) {
        self.0.answer("GET", path, status, body);
    }

    fn departures(&self, endpoint: &str) -> Vec<String> {
        let tracked = self.0.contracts.endpoints().find(|tracked| tracked.endpoint == endpoint).unwrap();
        let shown = |departure: &Departure| {
            let Departure { rule, path, expected, actual, seen_in, count, .. } = departure;
            format!("{} {path} {expected}>{actual} {seen_in} {count}", rule.name())
        };
        tracked.response.departures.iter().map(shown).collect()
    }
}

#[test]
fn a_field_that_goes_missing_departs_as_often_as_it_is_missing() {
    let mut traffic = Traffic::new();
    for id in 1..=3 {
        traffic.get(&format!("/users/{id}"), 200, &json!({ "id": id, "name": "a", "avatar": "x" }));
    }
    assert_eq!(traffic.departures("GET /users/{id}"), [""; 0]);
    traffic.get("/users/4", 200, &json!({ "id": 4, "name": "b" }));
    traffic.get("/users/5", 200, &json!({ "id": 5, "name": "c" }));
    traffic.get("/users/6", 200, &json!({ "id": 6, "name": "c", "avatar": "y" }));
    assert_eq!(traffic.departures("GET /users/{id}"), ["shape_change avatar > 3 2"]);
    let tracked = traffic.0.contracts.endpoints().next().unwrap();
    assert_eq!((tracked.calls, tracked.response.consistency()), (6, Some(66)));
}

#[test]
fn below_three_answers_only_missing_fields_are_named() {
    let mut traffic = Traffic::new();
    traffic.get("/a", 200, &json!({ "id": 1, "name": "a" }));
    traffic.get("/a", 200, &json!({ "id": "1", "more": true }));
    assert_eq!(traffic.departures("GET /a"), ["shape_change name > 1 1"]);
}

#[test]
fn every_kind_of_departure_is_found() {
    let mut traffic = Traffic::new();
    let usual = json!({
        "id": 1, "when": "2026-01-01", "owner": { "id": 1 }, "price": 10, "note": "a", "tags": ["a"],
        "items": [{ "sku": "a", "price": 1 }],
    });
    for _ in 0..3 {
        traffic.get("/a", 200, &usual);
    }
    traffic.get(
        "/a",
        200,
        &json!({
            "id": "1", "when": "2026-01-01T00:00:00Z", "owner": null, "price": 10.5, "note": null, "tags": [1],
            "items": [{ "sku": "a" }], "extra": [],
        }),
    );
    assert_eq!(
        traffic.departures("GET /a"),
        [
            "type_change id number>string 3 1",
            "format_change when date>date-time 3 1",
            "type_change owner object>null 3 1",
            "format_change price integer>number with a fraction 3 1",
            "null_field note string>null 3 1",
            "array_shape_change tags[] string>number 3 1",
            "array_shape_change items[].price > 3 1",
            "new_field extra >array 3 1",
        ]
    );
}

#[test]
fn optional_and_nullable_fields_seen_before_are_no_departure() {
    let mut traffic = Traffic::new();
    for body in [
        json!({ "id": 1, "note": null }),
        json!({ "id": 2, "note": "a", "more": 1 }),
        json!({ "id": 3, "note": null, "more": null }),
        json!({ "id": 4 , "note": "b" }),
    ] {
        traffic.get("/a", 200, &body);
    }
    // The first time that `more` is there teaches that it is optional.
    assert_eq!(traffic.departures("GET /a"), [""; 0]);
}

#[test]
fn a_cut_body_lacks_nothing_and_teaches_its_beginning() {
    let mut traffic = Traffic::new();
    let whole = json!({ "items": [{ "a": 1 }], "total": 7 }).to_string();
    for _ in 0..3 {
        traffic.answer("/a", 200, &whole);
    }
    traffic.answer("/a", 200, whole.get(..17).unwrap());
    assert_eq!(traffic.departures("GET /a"), [""; 0]);
}

#[test]
fn refusals_and_other_formats_do_not_change_the_shape() {
    let mut traffic = Traffic::new();
    for _ in 0..3 {
        traffic.get("/a", 200, &json!({ "id": 1 }));
    }
    traffic.get("/a", 500, &json!({ "error": "no" }));
    traffic.answer("/a", 200, "<html>");
    traffic.answer("/a", 200, "");
    traffic.answer("/a", 204, "");
    let tracked = traffic.0.contracts.endpoints().next().unwrap();
    assert_eq!(traffic.departures("GET /a"), [""; 0]);
    assert_eq!((tracked.response.shape.whole(), tracked.not_json), (3, 1));
    let outcomes: Vec<_> = tracked.history.iter().map(|outcome| (outcome.status, outcome.is_error)).collect();
    assert_eq!(outcomes[3], (500, true));
    assert_eq!(tracked.statuses.clone().into_iter().collect::<Vec<_>>(), [(200, 5), (204, 1), (500, 1)]);
}

#[test]
fn graphql_operations_are_endpoints_and_their_errors_are_no_shape() {
    let mut traffic = Traffic::new();
    let mut call = |operation: &str, answer: Value| {
        traffic.send(&json!({
            "method": "POST", "url": "http://localhost/graphql", "status": 200, "contentType": "application/json",
            "requestBody": json!({ "operationName": operation, "query": format!("query {operation} {{ a }}") }).to_string(),
            "responseBody": answer.to_string(),
        }));
    };
    call("GetUser", json!({ "data": { "user": { "name": "a" } } }));
    call("GetCart", json!({ "data": { "cart": [] } }));
    call("GetUser", json!({ "errors": [{ "message": "no" }], "data": null }));
    let endpoints: Vec<_> =
        traffic.0.contracts.endpoints().map(|tracked| (tracked.endpoint.as_str(), tracked.calls)).collect();
    assert_eq!(endpoints, [("POST /graphql#GetUser", 2), ("POST /graphql#GetCart", 1)]);
    let user = traffic.0.contracts.endpoints().next().unwrap();
    assert_eq!((user.response.shape.whole(), user.history[1].is_error), (1, true));
    assert_eq!(user.request.shape.whole(), 2);
}

#[test]
fn the_endpoint_called_longest_ago_is_forgotten_and_counted() {
    let mut traffic = Traffic::new();
    for number in 0..31 {
        traffic.get(&format!("/path-{}", "x".repeat(number + 1)), 200, &json!({}));
    }
    assert_eq!(
        (traffic.0.contracts.endpoints().count(), traffic.0.contracts.forgotten()),
        (MOST_ENDPOINTS, 1)
    );
    assert_eq!(traffic.0.contracts.requests(), 31);
}

#[test]
fn what_never_answered_in_json_is_no_api() {
    let mut traffic = Traffic::new();
    traffic.send(&json!({
        "method": "GET", "url": "http://localhost/page", "status": 200, "contentType": "text/html",
        "responseBody": "<html>",
    }));
    traffic
        .send(&json!({ "method": "GET", "url": "http://localhost/gone", "status": 0, "error": "aborted" }));
    assert_eq!((traffic.0.contracts.endpoints().count(), traffic.0.contracts.requests()), (0, 0));
}

#[test]
fn what_was_learned_is_saved_and_read_back() {
    let mut traffic = Traffic::new();
    for _ in 0..3 {
        traffic.get("/a", 200, &json!({ "id": 1, "items": [{ "b": [1] }] }));
    }
    traffic.get("/a", 200, &json!({ "id": 1 }));
    let saved = serde_json::to_string(&traffic.0.contracts).unwrap();
    let mut read: Contracts = serde_json::from_str(&saved).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), saved);
    std::mem::swap(&mut read, &mut traffic.0.contracts);
    traffic.get("/a", 200, &json!({ "id": 1 }));
    assert_eq!(traffic.departures("GET /a"), ["shape_change items > 3 2"]);
}

#[test]
fn secrets_teach_their_type_and_nothing_else() {
    let mut traffic = Traffic::new();
    for secret in ["hunter2hunter2", "correct-horse-battery"] {
        traffic.get("/login", 200, &json!({ "password": secret, "id": 1 }));
    }
    let saved = serde_json::to_string(&traffic.0.contracts).unwrap();
    assert!(!saved.contains("hunter2") && !saved.contains("correct-horse"), "{saved}");
    assert_eq!(traffic.departures("GET /login"), [""; 0]);
}

#[test]
fn a_file_has_all_endpoints_whose_requests_are_there() {
    let mut browser = Browser::new();
    for number in 0..35 {
        browser.answer(
            "GET",
            &format!(
                "/api/kind-{}",
                char::from(b'a' + number % 26).to_string().repeat(usize::from(number / 26) + 1)
            ),
            200,
            r#"{"a":1}"#,
        );
    }
    assert_eq!((browser.contracts.endpoints().count(), browser.contracts.forgotten()), (30, 5));
    let completed = browser.contracts.clone().completed(&browser.view());
    assert_eq!((completed.endpoints().count(), completed.forgotten()), (35, 0));
    assert_eq!(completed.endpoints().next().map(|last| last.endpoint.as_str()), Some("GET /api/kind-ii"));
}
