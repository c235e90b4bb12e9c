//! Which entries are significant, one test a row.

use gasoline_wire::Timestamp;
use serde_json::{Value, json};

use super::*;
use crate::intake::{self, IntakeLimits, Route};
use crate::learned::{Baselines, Learner};
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Store, StoreLimits};

/// A browser whose entries are judged as a server judges them.
struct Browser {
    store: Store,
    redactor: Redactor,
    baselines: Baselines,
    significance: Significance,
}

impl Browser {
    fn new() -> Self {
        let key = FingerprintKey::new([7; 16]);
        Self {
            store: Store::new(StoreLimits::default(), key),
            redactor: Redactor::new(key),
            baselines: Baselines::default(),
            significance: Significance::default(),
        }
    }

    fn post(&mut self, route: Route, body: &Value) -> Vec<StreamEvent> {
        let limits = IntakeLimits::default();
        let intake = intake::take(&self.redactor, &limits, route, body.to_string().as_bytes()).unwrap();
        let received_at = Timestamp::from_milliseconds(1_000).unwrap();
        let appended = self.store.append(intake.entries, &Arrival { received_at, sole_test: None });
        let mut events = Vec::new();
        for entry in appended.added.iter().filter(|entry| Significance::concerns(entry)) {
            if entry.kind == Kind::Performance {
                self.baselines.note(entry);
            }
            events.extend(self.significance.judge(entry, |path| self.baselines.of(path).cloned()));
        }
        events.extend(appended.merged.iter().filter_map(|entry| self.significance.judge_completed(entry)));
        events
    }

    /// What a log entry would be told as.
    fn log(&mut self, entry: Value) -> Vec<String> {
        told(self.post(Route::Logs, &json!({ "entries": [entry] })))
    }

    fn request(&mut self, body: Value) -> Vec<String> {
        told(self.post(Route::NetworkBodies, &json!({ "bodies": [body] })))
    }

    fn answer(&mut self, method: &str, path: &str, status: u16) -> Vec<String> {
        self.request(json!({
            "method": method, "url": format!("http://localhost:3000{path}"), "status": status,
            "pageUrl": "http://localhost:3000/cart",
        }))
    }

    fn act(&mut self, action: Value) -> Vec<String> {
        told(self.post(Route::EnhancedActions, &json!({ "actions": [action] })))
    }

    fn load(&mut self, milliseconds: f64, longest_task: f64) -> Vec<String> {
        told(self.post(Route::PerformanceSnapshot, &snapshot(milliseconds, longest_task)))
    }
}

/// Events as `category severity: message`; `again` before those that were events before.
fn told(events: Vec<StreamEvent>) -> Vec<String> {
    let line = |event: StreamEvent| {
        let again = if event.is_known { "again " } else { "" };
        format!("{again}{} {}: {}", event.category.as_str(), event.severity.as_str(), event.message)
    };
    events.into_iter().map(line).collect()
}

fn snapshot(load: f64, longest: f64) -> Value {
    let total = json!({ "count": 0, "size": 0 });
    let by_type = json!({ "script": total, "style": total, "image": total, "font": total, "fetch": total, "other": total });
    json!({
        "ts": "2026-01-02T03:04:05.678Z", "url": "http://localhost:3000/cart?x=1",
        "timing": { "domContentLoaded": 1, "load": load, "firstContentfulPaint": null, "largestContentfulPaint": null,
                    "timeToFirstByte": 1, "domInteractive": 1 },
        "network": { "requestCount": 1, "transferSize": 1, "decodedSize": 1, "byType": by_type, "slowestRequests": [] },
        "longTasks": { "count": 1, "totalBlockingTime": 1, "longest": longest },
    })
}

fn thrown(message: &str) -> Value {
    json!({ "type": "exception", "mechanism": "error", "message": message, "url": "http://localhost:3000/cart" })
}

#[test]
fn an_error_is_new_once_whatever_numbers_it_holds() {
    let mut browser = Browser::new();
    assert_eq!(browser.log(thrown("User 17 not found")), ["errors error: New error: User 17 not found"]);
    assert_eq!(
        browser.log(thrown("User 18 not found")),
        ["again errors error: New error: User 18 not found"]
    );
    let console = json!({ "type": "console", "level": "error", "message": "Cart is empty", "url": "http://localhost:3000/" });
    assert_eq!(browser.log(console), ["errors error: New error: Cart is empty"]);
    browser.significance.forget_seen();
    assert_eq!(browser.log(thrown("User 19 not found")), ["errors error: New error: User 19 not found"]);
}

#[test]
fn what_is_no_error_is_no_event() {
    let mut browser = Browser::new();
    for level in ["debug", "log", "info", "warn"] {
        assert_eq!(
            browser.log(json!({ "type": "console", "level": level, "message": "hello" })),
            [""; 0],
            "{level}"
        );
    }
    assert_eq!(browser.answer("GET", "/api/ok", 200), [""; 0]);
    assert_eq!(browser.answer("GET", "/api/moved", 302), [""; 0]);
}

#[test]
fn every_unhandled_rejection_is_an_event() {
    let mut browser = Browser::new();
    let rejection =
        json!({ "type": "exception", "mechanism": "unhandledrejection", "message": "no network" });
    let foreign = json!({ "type": "unhandledrejection", "message": "no network" });
    for entry in [rejection.clone(), rejection, foreign] {
        assert_eq!(browser.log(entry), ["errors error: Unhandled rejection: no network"]);
    }
}

#[test]
fn a_server_error_is_an_event_once_for_the_two_entries_that_tell_of_it() {
    let mut browser = Browser::new();
    browser.answer("POST", "/api/users", 201);
    let body = json!({
        "method": "POST", "url": "http://localhost:3000/api/users?page=2", "pageUrl": "http://localhost:3000/", "status": 500,
        "requestId": "r1", "responseBody": "{\"error\":\"Internal server error\"}",
    });
    let [event] =
        <[StreamEvent; 1]>::try_from(browser.post(Route::NetworkBodies, &json!({ "bodies": [body] })))
            .unwrap();
    assert_eq!(
        serde_json::to_value(&event).unwrap(),
        json!({
            "category": "network_errors", "severity": "error", "message": "Server error: POST /api/users → 500",
            "timestamp": "1970-01-01T00:00:01.000Z",
            "context": {
                "url": "http://localhost:3000/api/users?page=2", "pageUrl": "http://localhost:3000/", "method": "POST",
                "status": 500, "response_preview": "{\"error\":\"Internal server error\"}", "previous_status": 201,
            },
        })
    );
    let log = json!({
        "type": "network", "level": "error", "message": "POST /api/users → 500", "method": "POST", "status": 500,
        "url": "http://localhost:3000/api/users?page=2", "requestId": "r1",
    });
    assert_eq!(browser.log(log), [""; 0]);
}

#[test]
fn a_refusal_is_an_event_only_where_the_address_answered_before() {
    let mut browser = Browser::new();
    assert_eq!(browser.answer("GET", "/api/dashboard", 403), [""; 0]);
    browser.answer("GET", "/api/dashboard", 200);
    browser.answer("POST", "/api/dashboard", 200);
    let expected = ["network_errors warning: Auth/access issue: GET /api/dashboard → 403 (was 200)"];
    assert_eq!(browser.answer("GET", "/api/dashboard", 403), expected);
    assert_eq!(browser.answer("GET", "/api/dashboard", 403), expected);
    assert_eq!(browser.answer("GET", "/api/other", 404), [""; 0]);
}

#[test]
fn a_request_without_an_answer_is_an_event_unless_it_was_given_up() {
    let mut browser = Browser::new();
    let mut failed = |error: &str| {
        browser.request(
            json!({ "method": "GET", "url": "http://api.test/a", "pageUrl": "http://localhost:3000/",
            "status": 0, "error": error }),
        )
    };
    assert_eq!(
        failed("Failed to fetch"),
        ["network_errors error: Request failed: GET http://api.test/a got no answer"]
    );
    assert_eq!(failed("aborted"), [""; 0]);
}

#[test]
fn a_load_is_an_event_when_it_is_confirmed_to_take_more_than_twice_as_long() {
    let mut browser = Browser::new();
    for load in [1_000.0, 1_010.0, 990.0, 1_020.0, 1_005.0, 995.0, 1_015.0, 985.0] {
        assert_eq!(browser.load(load, 0.0), [""; 0]);
    }
    assert_eq!(browser.load(2_500.0, 0.0), [""; 0], "one slow load may be chance");
    browser.load(2_510.0, 0.0);
    assert_eq!(
        browser.load(2_520.0, 0.0),
        ["performance warning: Performance regression: /cart loaded in 2.5 s (baseline: 1.0 s)"]
    );
    let next = browser.load(2_530.0, 0.0);
    assert!(next.iter().all(|line| line.starts_with("again ")), "{next:?}");
}

#[test]
fn a_load_that_is_slower_but_not_twice_as_slow_is_no_event() {
    let mut browser = Browser::new();
    let loads = [1_000.0, 1_010.0, 990.0, 1_020.0, 1_005.0, 995.0, 1_015.0, 985.0, 1_800.0, 1_810.0, 1_820.0];
    for load in loads {
        assert_eq!(browser.load(load, 0.0), [""; 0]);
    }
}

#[test]
fn a_task_over_half_a_second_is_an_event_when_it_happens() {
    let mut browser = Browser::new();
    let mut task = |duration: f64| {
        browser.log(json!({ "type": "longtask", "duration": duration, "message": "", "url": "http://localhost:3000/cart" }))
    };
    assert_eq!(task(500.0), [""; 0]);
    assert_eq!(task(812.4), ["performance warning: Main thread blocked for 812ms"]);
    assert_eq!(browser.load(1_000.0, 640.0), ["performance warning: Main thread blocked for 640ms"]);
    assert_eq!(browser.load(1_000.0, 400.0), [""; 0]);
}

#[test]
fn a_secret_in_a_request_is_an_event_once_for_each_address() {
    let mut browser = Browser::new();
    let key = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let mut sent = |url: &str, body: &str| {
        browser.request(json!({ "method": "POST", "url": url, "status": 200, "requestBody": body,
            "pageUrl": "http://localhost:3000/" }))
    };
    let line = "security warning: Possible credential exposure in POST /api/hook";
    let again = format!("again {line}");
    let url = "http://localhost:3000/api/hook";
    assert_eq!(sent(url, &json!({ "token": "x", "note": key }).to_string()), [line]);
    assert_eq!(sent(url, &json!({ "token": "x", "note": key }).to_string()), [again]);
    assert_eq!(
        sent("http://localhost:3000/api/data?api_key=4f9a8b7c6d5e4f3a2b1c", ""),
        ["security warning: Possible credential exposure in POST /api/data"]
    );
    assert_eq!(sent("http://localhost:3000/api/login", r#"{"password":"correct horse battery"}"#), [""; 0]);
}

#[test]
fn no_secret_is_in_an_event() {
    let mut browser = Browser::new();
    let key = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let body = json!({ "method": "GET", "url": format!("http://localhost:3000/a?t={key}"), "status": 500, "responseBody": key });
    let events = browser.post(Route::NetworkBodies, &json!({ "bodies": [body] }));
    assert_eq!(events.len(), 2);
    assert!(!format!("{events:?}").contains(&key));
}

fn click(id: &str, milliseconds: i64) -> Value {
    json!({ "type": "click", "ts": 1_000_000 + milliseconds, "url": "http://localhost:3000/", "page": "p1",
        "selectors": { "id": "save" }, "eventId": id, "session": "s" })
}

fn outcome(id: &str, effect: &str) -> Value {
    json!({ "eventId": id, "session": "s", "page": "p1", "_outcome": { "effect": effect, "ms": 500 } })
}

#[test]
fn three_clicks_without_effect_within_five_seconds_are_an_event() {
    let mut browser = Browser::new();
    for (id, time) in [("a", 0), ("b", 2_000), ("c", 5_000)] {
        assert_eq!(browser.act(click(id, time)), [""; 0]);
    }
    assert_eq!(browser.act(outcome("a", "none")), [""; 0]);
    assert_eq!(browser.act(outcome("b", "none")), [""; 0]);
    let expected = ["user_frustration warning: Repeated clicks on #save — handler may be broken"];
    assert_eq!(browser.act(outcome("c", "none")), expected);
}

#[test]
fn clicks_that_do_something_or_are_far_apart_or_unknown_are_none() {
    for (times, effects) in
        [([0, 1_000, 2_000], ["none", "mutation", "none"]), ([0, 4_000, 9_001], ["none", "none", "none"])]
    {
        let mut browser = Browser::new();
        for (id, time) in ["a", "b", "c"].into_iter().zip(times) {
            browser.act(click(id, time));
        }
        for (id, effect) in ["a", "b", "c"].into_iter().zip(effects) {
            assert_eq!(browser.act(outcome(id, effect)), [""; 0], "{times:?} {effects:?}");
        }
    }
    let mut browser = Browser::new();
    browser.act(click("a", 0));
    browser.act(click("b", 100));
    browser.act(outcome("b", "none"));
    assert_eq!(browser.act(click("c", 200)), [""; 0]);
    assert_eq!(browser.act(outcome("c", "none")), [""; 0], "nobody knows what the first one did");
}

#[test]
fn a_form_that_nothing_follows_for_five_seconds_is_an_event() {
    let submit = json!({ "type": "submit", "ts": 1_000_000, "url": "http://localhost:3000/cart", "page": "p1", "session": "s",
        "formAction": "http://localhost:3000/pay?token=x", "eventId": "f" });
    let after = |effect: &str, ms: i64| {
        let mut browser = Browser::new();
        browser.act(submit.clone());
        browser.act(json!({ "eventId": "f", "session": "s", "page": "p1", "_outcome": { "effect": effect, "ms": ms } }))
    };
    let expected = ["user_frustration warning: Form submit to /pay — no response after 5s"];
    assert_eq!(after("none", 5_000), expected);
    assert_eq!(after("none", 1_200), [""; 0], "the user did something else");
    assert_eq!(after("answer", 40), [""; 0]);
}

#[test]
fn an_error_within_a_second_of_a_click_is_an_event_in_either_order_of_arrival() {
    let error = |milliseconds: i64| json!({ "type": "exception", "message": "boom", "ts": 1_000_000 + milliseconds, "page": "p1", "url": "http://localhost:3000/" });
    let line = "user_frustration warning: Click on #save led to an error: boom";
    let mut browser = Browser::new();
    browser.act(click("a", 0));
    assert_eq!(browser.log(error(1_000)), ["errors error: New error: boom", line]);
    let mut browser = Browser::new();
    browser.log(error(10));
    assert_eq!(browser.act(click("a", 0)), [line]);
    let mut browser = Browser::new();
    browser.act(click("a", 0));
    assert_eq!(browser.log(error(1_001)), ["errors error: New error: boom"]);
}
