//! Capture files through the real router: saved by one server, opened by another, asked the same questions.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::collections::BTreeSet;

use axum::body::Body;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gasoline_server::app::SavedCapture;
use gasoline_server::ids::FixedIds;
use gasoline_server::tools::{self, Effect};
use gasoline_server::{Maker, ReadError, ServerOptions, ToolProfile};
use http::{Method, StatusCode};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use support::agent::Agent;
use support::{TestServer, request};

fn png() -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    RgbImage::from_pixel(64, 32, Rgb([255; 3])).write_to(&mut bytes, ImageFormat::Png).unwrap();
    BASE64_STANDARD.encode(bytes.into_inner())
}

async fn post(server: &TestServer, path: &str, body: Value) {
    let answer = server.post(path, body.to_string()).await;
    assert_eq!(
        (answer.status, answer.json()["rejected"].as_u64().unwrap_or(0)),
        (StatusCode::OK, 0),
        "{path}"
    );
}

const PAGE: &str = "http://localhost:3000/cart?token=abcdefghijkl";

fn at(second: u32) -> String {
    format!("2026-01-22T10:29:{second:02}.000Z")
}

/// More log lines than the buffer holds, a page that could not capture all, an error with late context.
async fn post_logs(server: &TestServer) {
    let logs: Vec<Value> = (0..9)
        .map(|n| json!({ "level": "warn", "message": format!("warning {n}"), "url": PAGE, "ts": at(n), "session": "s", "page": "p", "n": n + 1 }))
        .collect();
    post(server, "/logs", json!({ "entries": logs })).await;
    post(server, "/logs", json!({ "entries": [
        { "type": "document", "url": PAGE, "title": "Cart", "ts": at(1), "notCaptured": ["websocket"] },
        { "type": "exception", "message": "TypeError: x is not a function", "stack": "TypeError: x is not a function\n    at pay (app.js:1:2)",
          "url": PAGE, "ts": at(12), "session": "s", "page": "p", "n": 12, "eventId": "e1", "enrichment": "pending", "tab": "1" },
    ] }))
    .await;
    post(server, "/logs", json!({ "entries": [{ "eventId": "e1", "enrichment": "done", "_aiContext": {
        "sourceSnippets": [{ "file": "src/pay.ts", "line": 3, "column": 1, "snippet": [{ "line": 3, "text": "x()", "isError": true }] }],
    } }] }))
    .await;
}

/// Two calls with a secret, and a connection whose opening was forgotten.
async fn post_traffic(server: &TestServer) {
    post(server, "/network-bodies", json!({ "bodies": [
        { "method": "POST", "url": "http://localhost:3000/api/pay", "pageUrl": PAGE, "status": 500, "duration": 12.3,
          "requestBody": "{\"card\":\"4111111111111111\",\"amount\":5}", "responseBody": "{\"error\":\"no\"}",
          "contentType": "application/json", "ts": at(11), "session": "s", "tab": "1" },
        { "method": "GET", "url": "http://localhost:3000/api/cart/17", "pageUrl": PAGE, "status": 200, "duration": 1,
          "responseBody": "{\"id\":17}", "contentType": "application/json", "ts": at(2), "session": "s", "tab": "1" },
    ] }))
    .await;
    let events: Vec<Value> = (0..520)
        .map(|n| json!({
            "event": if n == 0 { "open" } else { "message" }, "id": "w1", "url": "ws://localhost:3000/live", "pageUrl": PAGE,
            "direction": "incoming", "data": format!("{{\"price\":{n}}}"), "size": 11, "ts": at(20 + n / 30), "page": "p2",
        }))
        .chain([json!({ "event": "close", "id": "w2", "url": "ws://localhost:3000/old", "pageUrl": PAGE, "code": 1006, "ts": at(40) })])
        .collect();
    post(server, "/websocket-events", json!({ "events": events })).await;
}

/// How a page loaded, what the user did there, and a picture of it.
async fn post_page(server: &TestServer) {
    let total = json!({ "count": 1, "size": 10 });
    post(server, "/performance-snapshot", json!({
        "ts": support::NOW - 500, "url": "http://localhost/cart",
        "timing": { "domContentLoaded": 300, "load": 640, "firstContentfulPaint": 90, "largestContentfulPaint": 120,
            "timeToFirstByte": 8, "domInteractive": 250 },
        "network": { "requestCount": 4, "transferSize": 20000, "decodedSize": 50000, "slowestRequests": [],
            "byType": { "script": total, "style": total, "image": total, "font": total, "fetch": total, "other": total } },
        "longTasks": { "count": 0, "totalBlockingTime": 0, "longest": 0 },
    })).await;
    post(server, "/enhanced-actions", json!({ "actions": [
        { "type": "navigate", "url": PAGE, "toUrl": PAGE, "navigation": "load", "ts": at(0), "tab": "1" },
        { "type": "click", "url": PAGE, "ts": at(10), "tab": "1", "selectors": { "testId": "pay", "cssPath": "#pay" } },
    ] }))
    .await;
    let shot = json!({
        "ts": at(13), "url": PAGE, "trigger": "error", "data": png(), "eventId": "shot", "session": "s", "tab": "1",
        "viewport": { "width": 64, "height": 32, "devicePixelRatio": 1 },
    });
    assert_eq!(server.post("/screenshots", shot.to_string()).await.status, StatusCode::OK);
}

/// A session with something of everything a tool may read: secrets, a failed test, a lost entry, an evicted one, a
/// connection whose opening was forgotten, an error with late context, a page that could not capture all.
async fn session() -> TestServer {
    let options = ServerOptions {
        max_entries: 6,
        made_by: Box::new(Maker { branch: Some("main".to_owned()), ..Maker::default() }),
        ..ServerOptions::default()
    };
    let server = TestServer::with_options(&options);
    post(&server, "/hello", json!({
        "client": "ci", "version": "0.1.0", "wire": 1, "session": "s", "clock": "2026-01-22T10:29:59.250Z",
    }))
    .await;
    post(&server, "/test-boundary", json!({ "test_id": "t1", "action": "start", "title": "pays" })).await;
    post_logs(&server).await;
    post_traffic(&server).await;
    post_page(&server).await;
    let end = json!({ "test_id": "t1", "action": "end", "status": "failed", "duration_ms": 0.3 });
    post(&server, "/test-boundary", end).await;
    post(&server, "/test-boundary", json!({ "test_id": "t2", "action": "start" })).await;
    let late = json!({ "entries": [{ "level": "error", "message": "of the second test", "ts": at(50) }] });
    post(&server, "/logs", late).await;
    server.clock.advance(61_500);
    server
}

async fn saved(server: &TestServer, path: &str) -> Vec<u8> {
    server.send_raw(request(Method::GET, path).body(Body::empty()).unwrap()).await
}

/// Opened as `gasoline open` does, by a run with another key.
fn open(file: &[u8]) -> Result<TestServer, ReadError> {
    SavedCapture::read(file, &FixedIds(9)).map(TestServer::saved)
}

/// Every reading tool with the arguments that change most of its answer.
fn questions() -> Vec<(&'static str, Value)> {
    vec![
        ("check_performance", json!({})),
        ("security_audit", json!({ "severity_min": "info" })),
        ("get_browser_errors", json!({})),
        ("get_browser_errors", json!({ "test_id": "t1", "max_tokens": 20_000 })),
        ("get_browser_logs", json!({ "max_tokens": 20_000 })),
        ("get_browser_logs", json!({ "level": "warn", "limit": 2 })),
        ("get_browser_logs", json!({ "test_id": "t2" })),
        ("get_browser_logs", json!({ "since": "2026-01-22T10:29:07.000Z" })),
        ("get_network_bodies", json!({ "max_tokens": 20_000 })),
        ("get_network_bodies", json!({ "status_min": 400 })),
        ("get_test_results", json!({})),
        ("get_websocket_events", json!({ "limit": 7 })),
        ("get_websocket_status", json!({})),
        ("get_session_timeline", json!({ "max_tokens": 20_000 })),
        ("generate_bug_report", json!({ "max_tokens": 20_000 })),
        ("generate_test", json!({ "max_tokens": 20_000 })),
        ("get_reproduction_script", json!({ "max_tokens": 20_000 })),
    ]
}

#[tokio::test]
async fn every_reading_tool_answers_the_same_bytes_live_and_from_the_file() {
    let live = session().await;
    let opened = open(&saved(&live, "/export/capture").await).unwrap();
    for (tool, arguments) in questions() {
        let path = format!("/tools/{tool}");
        let [before, after] =
            [live.post(&path, arguments.to_string()).await, opened.post(&path, arguments.to_string()).await];
        assert_eq!(before.status, StatusCode::OK, "{tool} {arguments}: {}", before.text);
        assert_eq!(after.text, before.text, "{tool} {arguments}");
    }
    let reading = tools::definitions(ToolProfile::All).filter(|tool| tool.effect == Effect::Reads);
    let expected: BTreeSet<_> =
        reading.map(|tool| tool.name).filter(|name| !OPEN_PAGE.contains(name)).collect();
    let asked: BTreeSet<_> = questions().into_iter().map(|(tool, _)| tool).collect();
    assert_eq!(asked, expected, "ask every tool that reads");
}

/// Tools that ask an open page or wait for one, which a file does not have.
const OPEN_PAGE: [&str; 4] = ["get_page_info", "query_dom", "run_accessibility_audit", "wait_for_events"];

#[tokio::test]
async fn everything_that_can_be_read_over_http_is_the_same_too() {
    let live = session().await;
    let file = saved(&live, "/export/capture").await;
    let opened = open(&file).unwrap();
    for path in [
        "/snapshot",
        "/snapshot?test_id=t1",
        "/tests",
        "/tests?test_id=t1",
        "/export/har",
        "/export/har?test_id=t1",
        "/screenshots/1",
        "/screenshots/1?thumb",
        "/tests?test_id=t1&thumb",
    ] {
        assert_eq!(saved(&opened, path).await, saved(&live, path).await, "{path}");
    }
    assert_eq!(saved(&opened, "/export/capture").await, file, "saved again");
}

#[tokio::test]
async fn the_file_has_a_name_and_can_be_of_one_test() {
    let live = session().await;
    let response = live.headers("/export/capture?test_id=t1").await;
    assert_eq!(
        response["content-disposition"],
        "attachment; filename=\"gasoline-2026-01-22T103101.gasoline\""
    );
    assert_eq!(response["content-type"], "application/vnd.gasoline.capture+zip");
    let opened = SavedCapture::read(&saved(&live, "/export/capture?test_id=t1").await, &FixedIds(9)).unwrap();
    insta::assert_snapshot!(opened.summary(), @"saved 2026-01-22T10:31:01.500Z by gasoline 0.1.0, branch main; entries: 513, tests: 1, pictures: 1");
}

#[tokio::test]
async fn every_answer_of_a_damaged_capture_says_so() {
    let file = saved(&session().await, "/export/capture").await;
    let opened = open(&file[..file.len() / 8]).unwrap();
    let agent = Agent::connect(&opened).await;
    for (tool, arguments) in questions() {
        let (answer, _) = agent.call(tool, arguments).await;
        let told = answer["damaged"].as_str().or(answer["error"].as_str()).unwrap_or_default();
        assert!(!told.is_empty(), "{tool}: {answer}");
    }
    let (answer, _) = agent.call("get_websocket_status", json!({})).await;
    insta::assert_snapshot!(
        answer["damaged"].as_str().unwrap(),
        @"this saved capture is damaged: `learned.json`: the file does not hold all of it; `evidence/0000.gasoline`: missing; the end of the file is missing or damaged; 0 of 1 documents could be read; 0 of 2 enhanced_actions could be read; and 6 more"
    );
}
