//! Whole reports, in every format.

use gasoline_wire::{RunnerError, Timestamp};
use serde_json::json;

use super::*;
use crate::analysis::stats::Stats;
use crate::intake::{self, IntakeLimits, Kind, Route};
use crate::redact::{FingerprintKey, Redactor};
use crate::render::tokens;
use crate::store::{Arrival, Scope, Store, StoreLimits};
use crate::test_record::{TestDescription, TestStatus};

const START: i64 = 1_760_000_000_000;

fn view(batches: &[(Route, serde_json::Value)]) -> View {
    let key = FingerprintKey::new([1; 16]);
    let (redactor, limits) = (Redactor::new(key), IntakeLimits::default());
    let mut store = Store::new(StoreLimits::default(), key);
    for (route, body) in batches {
        let intake = intake::take(&redactor, &limits, *route, body.to_string().as_bytes()).unwrap();
        assert_eq!(intake.first_rejection, None);
        store.append(intake.entries, &Arrival::default());
    }
    store.view(&Scope::Everything, &Kind::ALL)
}

fn record(title: &str, status: TestStatus, retry: u32) -> TestRecord {
    let at = |offset| Timestamp::from_milliseconds(START + offset).unwrap();
    TestRecord {
        description: TestDescription {
            test_id: format!("chromium {title} {retry}").into(),
            title: Some(title.to_owned()),
            file: Some("tests/checkout.spec.ts".to_owned()),
            project: Some("chromium".to_owned()),
            retry: Some(retry),
            worker: None,
            started_at: Some(at(0)),
        },
        status,
        ended_at: at(3_200),
        duration_ms: Some(3_200.0),
        errors: Vec::new(),
        stats: Stats::default(),
        evidence: None,
        digest: None,
        evidence_dropped: false,
    }
}

fn request(
    at: i64,
    method: &str,
    path: &str,
    status: u16,
    duration: u32,
    response: &str,
) -> serde_json::Value {
    json!({
        "ts": START + at, "method": method, "url": format!("http://localhost:3000{path}"), "pageUrl": "http://localhost:3000/checkout",
        "status": status, "duration": duration, "contentType": "application/json", "responseBody": response,
        "requestId": format!("{method}{path}{at}"),
    })
}

/// A checkout whose order is refused by the server, and whose page then throws.
fn checkout() -> View {
    let mut order = request(
        120,
        "POST",
        "/api/orders",
        500,
        234,
        r#"{"error":"Internal Server Error","details":"null pointer: user.address"}"#,
    );
    order["requestBody"] = json!(r#"{"items":[{"id":1,"qty":2}]}"#);
    let mut analytics = request(360, "POST", "/api/analytics", 0, 20, "");
    analytics["error"] = json!("TypeError: Failed to fetch");
    let stack = "TypeError: Cannot read properties of null (reading 'id')\n    at submit (http://localhost:3000/src/checkout.tsx:42:7)\n    at dispatch (http://localhost:3000/node_modules/react-dom/index.js:9:1)\n    at onSubmit (http://localhost:3000/src/checkout.tsx:15:3)";
    view(&[
        (
            Route::NetworkBodies,
            json!({ "bodies": [
                request(0, "GET", "/checkout", 200, 42, "<html>"),
                request(50, "GET", "/api/cart", 200, 89, "[]"),
                order, analytics,
            ] }),
        ),
        (
            Route::Logs,
            json!({ "entries": [
                { "ts": START + 370, "type": "exception", "level": "error", "message": "Cannot read properties of null (reading 'id')", "stack": stack, "url": "http://localhost:3000/checkout" },
                { "ts": START + 380, "type": "console", "level": "error", "message": "order failed", "url": "http://localhost:3000/checkout" },
                { "ts": START + 390, "type": "console", "level": "warn", "message": "deprecated", "url": "http://localhost:3000/checkout" },
            ] }),
        ),
    ])
}

/// The page of a test that waits for a control by a name it does not have.
fn menu() -> View {
    let outline = "- heading \"Shop\" [level=1]\n- button \"Menu\"";
    let snapshot = json!({ "ts": START, "url": "http://localhost:3000/", "title": "Shop", "landmarks": [], "outline": outline });
    view(&[(Route::DomSnapshots, json!({ "snapshots": [snapshot] }))])
}

fn with_error(record: TestRecord, message: &str) -> TestRecord {
    let error = RunnerError {
        message: message.to_owned(),
        file: Some("tests/checkout.spec.ts".to_owned()),
        line: Some(12),
        ..RunnerError::default()
    };
    TestRecord { errors: vec![error], ..record }
}

/// A failure, a failure without anything captured, a flaky test with both attempts, one that passed and one without a result.
fn run() -> Report {
    let mut report = Report::default();
    let nothing = || view(&[]);
    report.add(&record("checkout completes", TestStatus::Fail, 0), &checkout(), &Depth::default());
    let waited = "Error: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'menu…', exact: true })";
    let menu_opens = with_error(record("menu opens", TestStatus::Error, 0), waited);
    report.add(&menu_opens, &menu(), &Depth::default());
    report.add(&record("search finds", TestStatus::Fail, 0), &nothing(), &Depth::default());
    report.add(&record("search finds", TestStatus::Pass, 1), &nothing(), &Depth::default());
    report.add(&record("logs in", TestStatus::Pass, 0), &nothing(), &Depth::default());
    report.add(&record("logs out", TestStatus::Unknown, 0), &nothing(), &Depth::default());
    report.notes.push("shard2.gasoline: no end, cut off".to_owned());
    report.finish();
    report
}

#[test]
fn every_format_says_the_same_of_a_run() {
    let report = run();
    insta::assert_snapshot!("text", text(&report));
    insta::assert_snapshot!("json", json(&report));
    insta::assert_snapshot!("ai_context", ai_context(&report));
    insta::assert_snapshot!("junit", junit(&report));
    insta::assert_snapshot!("ctrf", ctrf(&report));
    insta::assert_snapshot!(
        "github",
        format!("{}\n{}", annotations(&report).join("\n"), job_summary(&report))
    );
}

#[test]
fn what_has_no_place_of_its_own_is_annotated_where_the_test_failed() {
    let mut report = Report::default();
    let failed = with_error(record("pays", TestStatus::Fail, 0), "Error: no receipt");
    let bodies = json!({ "bodies": [request(0, "POST", "/api/pay", 500, 1, "")] });
    report.add(&failed, &view(&[(Route::NetworkBodies, bodies)]), &Depth::default());
    report.finish();
    insta::assert_snapshot!(annotations(&report).join("\n"), @"::error file=tests/checkout.spec.ts,line=12,title=pays::POST /api/pay → 500");
}

#[test]
fn severity_adds_warnings() {
    let mut report = Report::default();
    report.add(
        &record("checkout completes", TestStatus::Fail, 0),
        &checkout(),
        &Depth { severity: Severity::Warn, ..Depth::default() },
    );
    let messages: Vec<_> = report.tests[0].errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages, ["Cannot read properties of null (reading 'id')", "order failed", "deprecated"]);
}

#[test]
fn a_failure_costs_at_most_500_tokens_whatever_the_page_says() {
    for text in ["x".repeat(5_000), "😀 ".repeat(2_000), "```\n## Test Failure: other\n".repeat(200)] {
        let entries: Vec<_> = (0..40)
            .map(|n| json!({ "ts": START + n, "type": "exception", "level": "error", "message": format!("{n} {text}"), "url": text }))
            .collect();
        let bodies: Vec<_> = (0..40)
            .map(|n| request(n, "POST", &format!("/{n}/{}", text.escape_default()), 500, 1, &text))
            .collect();
        let view = view(&[
            (Route::Logs, json!({ "entries": entries })),
            (Route::NetworkBodies, json!({ "bodies": bodies })),
        ]);
        let mut report = Report::default();
        report.add(&record(&text, TestStatus::Fail, 0), &view, &Depth::default());
        report.finish();
        let written = ai_context(&report);
        assert!(tokens::estimate(&written) <= 500, "{}", tokens::estimate(&written));
        assert_eq!(written.matches("\n## Test Failure").count(), 0, "{written}");
        assert!(job_summary(&report).len() < 900 * 1024);
        assert!(annotations(&report).len() <= 10);
    }
}

#[test]
fn what_looks_like_noise_or_was_expected_does_not_accuse_the_app() {
    let verdict = |batches: &[(Route, serde_json::Value)]| {
        let mut report = Report::default();
        report.add(&record("t", TestStatus::Fail, 0), &view(batches), &Depth::default());
        let app_error = report.tests[0].app_error.clone().unwrap();
        format!("{}: {}", app_error.verdict.as_str(), app_error.reasons.join("; "))
    };
    let bodies = |body| [(Route::NetworkBodies, json!({ "bodies": [body] }))];
    insta::assert_snapshot!(verdict(&[]), @"unknown: no uncaught error and no failed request was captured");
    insta::assert_snapshot!(verdict(&bodies(request(0, "POST", "/api/analytics", 500, 1, ""))), @"unknown: no uncaught error and no failed request was captured besides what looks like noise");
    insta::assert_snapshot!(verdict(&bodies(request(0, "POST", "/api/login", 401, 1, ""))), @"unknown: POST /api/login answered 401, which the test may expect");
    insta::assert_snapshot!(verdict(&bodies(request(0, "GET", "/api/cart", 503, 1, ""))), @"yes: GET /api/cart answered 503");
}

// verdict-mocks-01, verdict-mocks-02, verdict-mocks-03
#[test]
fn what_the_test_itself_refused_or_made_up_does_not_accuse_the_app() {
    let judged = |batches: &[(Route, serde_json::Value)]| {
        let mut report = Report::default();
        report.add(&record("t", TestStatus::Fail, 0), &view(batches), &Depth::default());
        let app_error = report.tests[0].app_error.clone().unwrap();
        format!("{}: {}", app_error.verdict.as_str(), app_error.reasons.join("; "))
    };
    let mocked = |status: u16, mocked: &str| {
        let mut body = request(0, "GET", "/api/cart", status, 1, "");
        body["mocked"] = json!(mocked);
        if status == 0 {
            body["error"] = json!("TypeError: Failed to fetch");
        }
        (Route::NetworkBodies, json!({ "bodies": [body] }))
    };
    insta::assert_snapshot!(judged(&[mocked(500, "yes")]), @"unknown: GET /api/cart answered 500 (mocked by the test)");
    insta::assert_snapshot!(judged(&[mocked(0, "perhaps")]), @"unknown: GET /api/cart got no answer (perhaps refused by the test, which uses route or setOffline)");
    // What the page throws for want of an answer follows from that.
    let thrown = |kind: &str| {
        let error = json!({ "ts": START + 5, "type": kind, "level": "error", "message": "TypeError: Failed to fetch", "url": "http://localhost:3000/" });
        (Route::Logs, json!({ "entries": [error] }))
    };
    insta::assert_snapshot!(judged(&[mocked(0, "perhaps"), thrown("exception")]), @"unknown: 1 error on the console, after a request that the test may have refused; GET /api/cart got no answer (perhaps refused by the test, which uses route or setOffline)");
    insta::assert_snapshot!(judged(&[thrown("exception")]), @"yes: uncaught TypeError: Failed to fetch");
    insta::assert_snapshot!(judged(&[thrown("console")]), @"unknown: 1 error on the console, none uncaught");
    let closed = |fields: serde_json::Value| {
        let mut event = json!({ "ts": START, "event": "close", "id": "1", "url": "ws://localhost:3000/feed",
            "pageUrl": "http://localhost:3000/", "code": 1006 });
        event.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        (Route::WebSocketEvents, json!({ "events": [event] }))
    };
    insta::assert_snapshot!(judged(&[closed(json!({}))]), @"yes: the connection to ws://localhost:3000/feed broke (1006)");
    assert!(judged(&[closed(json!({ "mocked": "perhaps" }))]).starts_with("unknown"));
    // Another failure, which the server itself sent, still counts.
    let own = (Route::NetworkBodies, json!({ "bodies": [request(5, "POST", "/api/orders", 500, 1, "")] }));
    insta::assert_snapshot!(judged(&[mocked(500, "yes"), own]), @"yes: POST /api/orders answered 500");
}

#[test]
fn a_page_that_could_not_load_its_code_is_broken_and_one_without_a_picture_may_not_be() {
    let judged = |kind: &str, url: &str| {
        let document = json!({ "ts": START, "type": "document", "url": "http://localhost:3000/", "userAgent": "x",
            "viewport": { "width": 1, "height": 1, "devicePixelRatio": 1 }, "responseHeaders": "not_observed" });
        let failed = json!({ "ts": START + 5, "type": "network", "level": "error", "message": format!("{kind} {url} failed to load: 404"),
            "resourceKind": kind, "method": "GET", "url": url, "pageUrl": "http://localhost:3000/", "status": 404, "duration": 1 });
        let mut report = Report::default();
        let view = view(&[(Route::Logs, json!({ "entries": [document, failed] }))]);
        report.add(&record("t", TestStatus::Fail, 0), &view, &Depth::default());
        let app_error = report.tests[0].app_error.clone().unwrap();
        format!("{}: {}", app_error.verdict.as_str(), app_error.reasons.join("; "))
    };
    insta::assert_snapshot!(judged("script", "http://localhost:3000/app.js"), @"yes: script http://localhost:3000/app.js failed to load: 404");
    insta::assert_snapshot!(judged("image", "http://localhost:3000/cat.png"), @"unknown: image http://localhost:3000/cat.png failed to load: 404");
    insta::assert_snapshot!(judged("script", "https://cdn.example/pay.js"), @"unknown: script https://cdn.example/pay.js failed to load: 404");
}
