//! Runs of tests, through intake and store.

use gasoline_wire::Timestamp;
use serde_json::{Value, json};

use super::*;
use crate::intake::{self, IntakeLimits, Kind, Route};
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Scope, Store, StoreLimits, View};

/// Requests (endpoint, status, start, duration, body) and console lines of one run.
struct Page {
    bodies: Vec<Value>,
    entries: Vec<Value>,
}

impl Page {
    fn new() -> Self {
        Self { bodies: Vec::new(), entries: Vec::new() }
    }

    fn call(mut self, path: &str, status: u16, start: i64, duration: i64, body: &str) -> Self {
        self.bodies.push(json!({
            "method": "GET", "url": format!("http://localhost{path}"), "status": status, "ts": 1_000_000 + start,
            "duration": duration, "responseBody": body, "contentType": "application/json",
        }));
        self
    }

    fn line(mut self, level: &str, message: &str) -> Self {
        self.entries.push(json!({ "type": "console", "level": level, "message": message }));
        self
    }

    fn view(&self) -> View {
        let key = FingerprintKey::new([1; 16]);
        let mut store = Store::new(StoreLimits::default(), key);
        let arrival =
            Arrival { received_at: Timestamp::from_milliseconds(2_000_000).unwrap(), sole_test: None };
        for (route, body) in [
            (Route::NetworkBodies, json!({ "bodies": self.bodies })),
            (Route::Logs, json!({ "entries": self.entries })),
        ] {
            let taken = intake::take(
                &Redactor::new(key),
                &IntakeLimits::default(),
                route,
                body.to_string().as_bytes(),
            )
            .unwrap();
            store.append(taken.entries, &arrival);
        }
        store.view(&Scope::Everything, &Kind::ALL)
    }

    fn run(&self, failed: bool) -> TestRun {
        TestRun { test: "pays".to_owned(), failed, digest: Some(Digest::of(&self.view())) }
    }
}

fn usual() -> Page {
    Page::new()
        .call("/api/cart/17", 200, 0, 20, r#"{"items":[{"id":1}]}"#)
        .call("/api/user", 200, 5, 30, r#"{"name":"a"}"#)
        .line("warn", "old 4711")
}

#[test]
fn a_digest_holds_order_shapes_and_lines_within_four_kilobytes() {
    let digest = Digest::of(&usual().view());
    assert_eq!(digest.endpoints, ["GET /api/cart/{id}", "GET /api/user"]);
    assert_eq!(
        digest.calls.iter().map(|call| (call.endpoint, call.status, call.ms)).collect::<Vec<_>>(),
        [(0, 200, Some(20)), (1, 200, Some(30))]
    );
    assert_eq!(digest.console.into_iter().collect::<Vec<_>>(), [("warn: old [id]".to_owned(), 1)]);
    let mut page = Page::new();
    for index in 0..100 {
        page = page.call(
            &format!("/api/{}/x", "abcdefghij".repeat(5).split_at(index % 50).0),
            200,
            index as i64,
            1,
            "{}",
        );
        page = page.line("error", &format!("{} broke", "y".repeat(index + 1)));
    }
    let large = Digest::of(&page.view());
    assert!(serde_json::to_string(&large).unwrap().len() <= 4_096);
    assert!(large.omitted > 0 && !large.calls.is_empty() && !large.console.is_empty());
}

#[test]
fn equal_runs_give_nothing() {
    let runs: Vec<TestRun> = (0..20).map(|_| usual().run(false)).collect();
    assert_eq!(changes(&runs, &runs), (Vec::new(), Vec::new()));
    assert_eq!(flakes(&runs), Vec::new());
}

#[test]
fn what_a_change_did_is_told_test_by_test() {
    let before = [usual().run(false)];
    let after = [Page::new()
        .call("/api/cart/18", 200, 0, 20, r#"{"items":[{"id":"x"}]}"#)
        .call("/api/cart/19", 200, 0, 20, r#"{"items":[{"id":"x"}]}"#)
        .call("/api/user", 500, 5, 30, "{}")
        .call("/api/flags", 200, 5, 30, "{}")
        .line("error", "boom")
        .run(true)];
    let (found, notes) = changes(&before, &after);
    assert_eq!((found.len(), notes.len()), (1, 0));
    insta::assert_snapshot!(found[0].lines.join("\n"), @"
    passed → failed
    GET /api/cart/{id}: 1 → 2 requests
    GET /api/cart/{id}: answers have another shape
    GET /api/flags: 0 → 1 requests
    GET /api/user: status 200 → 500
    console `error: boom`: 0 → 1
    console `warn: old [id]`: 1 → 0
    ");
    let other = TestRun { test: "ships".to_owned(), failed: false, digest: None };
    let (found, notes) = changes(std::slice::from_ref(&other), std::slice::from_ref(&other));
    assert_eq!((found, notes), (Vec::new(), vec!["of 1 tests nothing but the outcome was kept".to_owned()]));
    assert_eq!(changes(&[other], &[]).0[0].lines, ["only in the first"]);
}

#[test]
fn what_differs_between_runs_of_one_side_is_no_change() {
    let polled = |times: i64| {
        let page = (0..times).fold(usual(), |page, index| page.call("/api/poll", 200, 50 + index, 1, "{}"));
        page.run(false)
    };
    assert_eq!(changes(&[polled(2), polled(4)], &[polled(3), polled(5)]).0, Vec::new());
    let lines = changes(&[polled(2), polled(4)], &[polled(5), polled(7)]).0.remove(0).lines;
    assert_eq!(lines, ["GET /api/poll: 2 to 4 → 5 to 7 requests"]);
}

#[test]
fn slower_loads_count_only_when_they_are_confirmed() {
    let loaded = |ms: f64| TestRun {
        test: "pays".to_owned(),
        failed: false,
        digest: Some(Digest {
            loads: vec![Load { path: "/".to_owned(), ms, requests: 10, bytes: 5_000.0 }],
            ..Digest::default()
        }),
    };
    let before: Vec<TestRun> = (0..8).map(|index| loaded(1_000.0 + f64::from(index))).collect();
    let after: Vec<TestRun> = (0..3).map(|index| loaded(2_000.0 + f64::from(index))).collect();
    assert_eq!(changes(&before, &after).0[0].lines, ["load of /: 1004 → 2001 ms, confirmed"]);
    assert_eq!(changes(&before, &after[..2]).0, Vec::new());
}

/// A run in which the cart is answered after the user, or before.
fn ordered(is_late: bool) -> Page {
    let cart = if is_late { 400 } else { 20 };
    Page::new().call("/api/cart", 200, 0, cart, "{}").call("/api/user", 200, 5, 50, "{}")
}

#[test]
fn the_difference_that_separates_failing_runs_best_comes_first() {
    let runs: Vec<TestRun> = [(true, true), (false, false), (true, true), (false, false), (false, false)]
        .map(|(is_late, failed)| {
            let page = ordered(is_late);
            let page = if failed { page.line("error", "boom") } else { page.line("warn", "fine") };
            page.run(failed)
        })
        .into();
    let found = flakes(&runs);
    assert_eq!((found.len(), found[0].failures), (1, Failures { failed: 2, of: 5 }));
    let lines: Vec<String> = found[0].differing.iter().map(Differing::line).collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    GET /api/user answered before GET /api/cart: in 2 of 2 failing runs, 0 of 3 passing (p = 0.100)
    GET /api/cart took over 20 ms: in 2 of 2 failing runs, 0 of 3 passing (p = 0.100)
    no warn: fine: in 2 of 2 failing runs, 0 of 3 passing (p = 0.100)
    error: boom: in 2 of 2 failing runs, 0 of 3 passing (p = 0.100)
    ");
}

#[test]
fn where_nothing_separates_the_runs_nothing_is_claimed() {
    let runs = [usual().run(true), usual().run(false), usual().run(true), usual().run(false)];
    assert_eq!(flakes(&runs)[0].differing, Vec::new());
    let blind = TestRun { test: "pays".to_owned(), failed: false, digest: None };
    let found = flakes(&[usual().run(true), blind]);
    assert_eq!((found[0].blind, found[0].differing.len()), (1, 0));
    assert_eq!(
        flakes(&[usual().run(true), usual().run(true)]),
        Vec::new(),
        "a test that always fails is no flake"
    );
}
