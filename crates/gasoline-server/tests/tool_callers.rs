//! Every way to call a tool gives the same answer, and the ways differ only in how they refuse.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Body;
use gasoline_server::app::SavedCapture;
use gasoline_server::ids::FixedIds;
use gasoline_server::tools::{self, Caller, Definition, Effect};
use gasoline_server::{ServerOptions, ToolProfile};
use http::{Method, StatusCode};
use serde_json::{Value, json};
use support::agent::Agent;
use support::{NOW, TestServer};
use tokio_util::sync::CancellationToken;

/// Something for every tool that reads: errors, requests, sockets, actions, a loss and a page that captures less.
async fn capture(server: &TestServer) {
    let entry = |n: u32, extra: Value| {
        let mut entry =
            json!({ "url": "http://localhost/cart", "page": "p", "n": n, "ts": NOW - 1_000 + i64::from(n) });
        entry.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        entry
    };
    let logs = json!([
        entry(1, json!({ "type": "document", "notCaptured": ["xhr"] })),
        entry(2, json!({ "type": "console", "level": "warn", "message": "careful" })),
        entry(9, json!({ "type": "exception", "message": "boom", "stack": "Error: boom\n    at a.js:1:2" })),
    ]);
    let actions = json!([
        entry(3, json!({ "type": "click", "selectors": { "testId": "pay" } })),
        entry(4, json!({ "type": "input", "value": "7", "selectors": { "testId": "amount" } })),
    ]);
    let body = json!({ "method": "POST", "url": "http://localhost/api/pay", "pageUrl": "http://localhost/cart", "status": 500,
                       "requestBody": "{\"amount\":7}", "responseBody": "{\"error\":\"no\"}", "contentType": "application/json" });
    let socket = |event: Value| {
        let mut event = entry(event["n"].as_u64().unwrap() as u32, event);
        event
            .as_object_mut()
            .unwrap()
            .extend([("id".to_owned(), json!("c1")), ("url".to_owned(), json!("ws://localhost/live"))]);
        event
    };
    let events = json!([
        socket(json!({ "n": 6, "event": "open" })),
        socket(
            json!({ "n": 7, "event": "message", "direction": "incoming", "data": "{\"tick\":1}", "size": 10 })
        ),
    ]);
    for (path, posted) in [
        ("/logs", json!({ "entries": logs })),
        ("/enhanced-actions", json!({ "actions": actions })),
        ("/network-bodies", json!({ "bodies": [entry(5, body)] })),
        ("/websocket-events", json!({ "events": events })),
        ("/performance-snapshot", entry(10, load())),
    ] {
        let answer = server.post(path, posted.to_string()).await;
        assert_eq!(answer.json().get("rejected"), None, "{path}: {}", answer.text);
    }
}

/// The figures of one page load.
fn load() -> Value {
    let total = json!({ "count": 1, "size": 10 });
    json!({
        "timing": { "domContentLoaded": 300, "load": 640, "firstContentfulPaint": 90, "largestContentfulPaint": 120,
            "timeToFirstByte": 8, "domInteractive": 250 },
        "network": { "requestCount": 4, "transferSize": 20000, "decodedSize": 50000, "slowestRequests": [],
            "byType": { "script": total, "style": total, "image": total, "font": total, "fetch": total, "other": total } },
        "longTasks": { "count": 0, "totalBlockingTime": 0, "longest": 0 },
    })
}

/// What every tool is asked. Without a browser, those that ask a page refuse; that too has to be the same.
fn questions() -> Vec<(&'static str, Value)> {
    vec![
        ("capture_screenshot", json!({ "list": true })),
        ("check_performance", json!({ "url": "/cart" })),
        ("generate_bug_report", json!({ "images": "none" })),
        ("generate_test", json!({})),
        ("generate_test", json!({ "fixtures": true, "assertions": { "network": false }, "max_tokens": 100 })),
        ("get_browser_errors", json!({})),
        ("get_browser_errors", json!({ "since": "2030-01-01T00:00:00Z" })),
        ("get_browser_logs", json!({ "level": "warn", "limit": "1" })),
        ("get_browser_logs", json!({ "test_id": "none" })),
        ("get_network_bodies", json!({ "status_min": 400 })),
        ("get_page_info", json!({})),
        ("get_reproduction_script", json!({ "format": "cypress" })),
        ("get_session_timeline", json!({ "last_n_actions": 1 })),
        ("get_test_results", json!({})),
        ("get_websocket_events", json!({ "direction": "incoming" })),
        ("get_websocket_status", json!({})),
        ("query_dom", json!({ "selector": "main" })),
        ("run_accessibility_audit", json!({ "scope": "main" })),
        ("security_audit", json!({ "severity_min": "info" })),
        ("security_audit", json!({ "checks": ["transport"], "format": "sarif" })),
        ("validate_api", json!({ "action": "report" })),
        ("verify_fix", json!({ "action": "status" })),
        ("verify_fix", json!({ "action": "watch", "session_id": "none" })),
        ("diff_sessions", json!({ "action": "list" })),
        ("wait_for_events", json!({ "timeout_seconds": "0" })),
        ("get_browser_logs", json!({ "limt": 1 })),
        ("get_browser_logs", json!({ "limit": "many" })),
        ("get_browser_logs", json!({ "cursor": 0.5 })),
    ]
}

/// What each way of calling answers, by its name.
async fn answers(
    server: &TestServer,
    agent: &Agent<'_>,
    tool: &str,
    arguments: &Value,
) -> [(&'static str, String); 3] {
    let object = arguments.as_object().unwrap().clone();
    let called = tools::call(&server.app, &Caller::OwnProgram, tool, object, &CancellationToken::new()).await;
    let in_process =
        called.map_or_else(|failure| json!({ "error": failure.to_string() }).to_string(), |reply| reply.json);
    [
        ("MCP", agent.text(tool, arguments).await),
        ("POST /tools", server.post(&format!("/tools/{tool}"), arguments.to_string()).await.text),
        ("in process", in_process),
    ]
}

#[tokio::test]
async fn every_reading_tool_answers_every_caller_with_the_same_bytes() {
    let server = TestServer::new();
    capture(&server).await;
    let agent = Agent::connect(&server).await;
    let mut asked = BTreeSet::new();
    for (tool, arguments) in questions() {
        let [(_, expected), others @ ..] = answers(&server, &agent, tool, &arguments).await;
        assert!(serde_json::from_str::<Value>(&expected).unwrap().is_object(), "{expected}");
        for (caller, answer) in others {
            assert_eq!(answer, expected, "{tool} {arguments} by {caller}");
        }
        asked.insert(tool);
    }
    // A stream belongs to an MCP client: the others are refused.
    let is_asked = |tool: &&Definition| tool.effect != Effect::Removes && tool.name != "configure_streaming";
    let reading = tools::definitions(ToolProfile::All).filter(is_asked);
    assert_eq!(asked, reading.map(|tool| tool.name).collect(), "ask every tool that reads");
}

#[tokio::test]
async fn an_answer_holds_what_was_captured() {
    let server = TestServer::new();
    capture(&server).await;
    let answer = server.post("/tools/get_browser_logs", r#"{"level":"warn"}"#).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, Some("application/json")));
    insta::assert_snapshot!(answer.text, @r#"{"summary":"1 log entry on http://localhost/cart, newest first.","dropped":{"lost":1},"not_captured":[{"url":"http://localhost/cart","kinds":["xhr"]}],"logs":[{"ts":"2026-01-22T10:29:59.002Z","type":"console","message":"careful","level":"warn"}]}"#);
}

#[tokio::test]
async fn no_body_means_no_arguments() {
    let server = TestServer::new();
    let (empty, object) = (
        server.post("/tools/get_browser_logs", "").await,
        server.post("/tools/get_browser_logs", "{}").await,
    );
    assert_eq!((empty.status, empty.text), (StatusCode::OK, object.text));
}

#[tokio::test]
async fn refusals_have_a_status_that_says_whose_fault_it_is() {
    let server = TestServer::new();
    for (tool, body, status, error) in [
        (
            "get_errors",
            "{}",
            404,
            "unknown tool `get_errors`; known tools: capture_screenshot, check_performance, ",
        ),
        ("get_browser_logs", r#"{"level":"loud"}"#, 400, "argument `level`: unknown variant `loud`"),
        (
            "get_browser_logs",
            r#"{"limt":1}"#,
            400,
            "unknown argument `limt`; this tool takes: level, limit, ",
        ),
        ("get_browser_logs", "[]", 400, "body is not an object of arguments: invalid type: sequence"),
        ("get_browser_logs", "{", 400, "body is not an object of arguments: EOF while parsing"),
        ("generate_test", "{}", 404, "no user actions"),
        ("get_page_info", "{}", 503, "no browser is connected; "),
    ] {
        let answer = server.post(&format!("/tools/{tool}"), body).await;
        let told = answer.json()["error"].as_str().unwrap().to_owned();
        assert_eq!(answer.status.as_u16(), status, "{tool} {body}: {told}");
        assert!(told.starts_with(error), "{tool} {body}: {told}");
    }
    assert_eq!(server.get("/tools/get_browser_logs").await.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_short_tool_list_is_for_agents_only() {
    let options = ServerOptions { tools: ToolProfile::Core, ..ServerOptions::default() };
    let server = TestServer::with_options(&options);
    let agent = Agent::connect(&server).await;
    let answer = agent.request("tools/call", json!({ "name": "generate_test", "arguments": {} })).await;
    let told = answer["error"]["message"].as_str().unwrap();
    assert!(
        told.starts_with(
            "unknown tool `generate_test`; known tools: capture_screenshot, get_browser_errors, "
        ),
        "{told}"
    );
    assert_eq!(server.post("/tools/get_websocket_status", "").await.status, StatusCode::OK);
}

#[tokio::test]
async fn our_own_programs_are_told_no_notices() {
    let server = TestServer::new();
    let hello = json!({ "client": "extension", "version": "9.0.0", "wire": 9, "session": "s", "clock": 0 });
    server.post("/hello", hello.to_string()).await;
    assert_eq!(server.post("/tools/get_browser_logs", "").await.json().get("notice"), None);
    let agent = Agent::connect(&server).await;
    let refused = agent.call("get_browser_logs", json!({ "limt": 1 })).await;
    assert!(refused.1 && refused.0.get("notice").is_none());
    // A call that fails has no room for a notice, so the next one carries it.
    assert!(agent.call("get_browser_logs", json!({})).await.0["notice"].is_string());
}

#[tokio::test]
async fn a_file_that_does_not_fit_is_linked_and_read_by_every_caller() {
    let server = TestServer::new();
    capture(&server).await;
    let answer = server.post("/tools/generate_test", r#"{"max_tokens":100}"#).await;
    let link = answer.header("link").unwrap();
    assert_eq!(link, r#"</generated/1/flow.spec.ts>; rel="related"; type="text/x-typescript""#);
    let file = server.get("/generated/1/flow.spec.ts").await;
    assert_eq!((file.status, file.header("content-type")), (StatusCode::OK, Some("text/x-typescript")));
    let agent = Agent::connect(&server).await;
    let uri = json!({ "uri": "gasoline://generated/1/flow.spec.ts" });
    let resource = agent.request("resources/read", uri).await;
    assert_eq!(resource["result"]["contents"][0]["text"], file.text);
    let gone = server.get("/generated/2/flow.spec.ts").await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_caller_that_hangs_up_stops_its_tool() {
    let server = TestServer::new();
    let pending = json!({ "entries": [{ "type": "exception", "message": "boom", "eventId": "e", "enrichment": "pending" }] });
    server.post("/logs", pending.to_string()).await;
    let call = server.post("/tools/get_browser_errors", "");
    tokio::select! {
        answer = call => panic!("answered without waiting: {}", answer.text),
        () = server.clock.until_timers(1) => {}
    }
    let stopped = tokio::time::timeout(Duration::from_secs(30), server.clock.until_timers(0)).await;
    assert!(stopped.is_ok(), "the tool still waits");
}

/// An empty capture, saved at [`NOW`] and opened again.
async fn opened() -> TestServer {
    let export = support::request(Method::GET, "/export/capture").body(Body::empty()).unwrap();
    let file = TestServer::new().send_raw(export).await;
    TestServer::saved(SavedCapture::read(&file, &FixedIds(9)).unwrap())
}

#[tokio::test]
async fn a_saved_capture_is_read_as_of_its_saving_and_refuses_everything_else() {
    let server = opened().await;
    let reason = "this is a saved capture: it can be read, but nothing can be added or removed and no page can be asked; run `gasoline` to capture a browser";
    let refused = json!({ "error": reason });
    for (method, path) in [
        (Method::POST, "/logs"),
        (Method::DELETE, "/logs"),
        (Method::POST, "/hello"),
        (Method::POST, "/screenshots"),
        (Method::POST, "/test-boundary"),
        (Method::POST, "/performance-snapshot"),
        (Method::POST, "/clear"),
        (Method::DELETE, "/clear"),
        (Method::GET, "/live"),
        (Method::POST, "/tools/clear_browser_logs"),
        (Method::POST, "/tools/get_page_info"),
        (Method::POST, "/tools/query_dom"),
        (Method::POST, "/tools/run_accessibility_audit"),
    ] {
        let request = support::request(method.clone(), path).body(Body::from("{}")).unwrap();
        let answer = server.send(request).await;
        assert_eq!(
            (answer.status, answer.json()),
            (StatusCode::CONFLICT, refused.clone()),
            "{method} {path}"
        );
    }
    let agent = Agent::connect(&server).await;
    assert_eq!(agent.call("get_page_info", json!({})).await, (refused, true));
    assert_eq!(
        agent.call("get_browser_logs", json!({})).await.0["summary"],
        "No log entries captured: the saved capture holds none."
    );
    let snapshot = server.get("/snapshot").await.json();
    assert_eq!(snapshot["timestamp"], "2026-01-22T10:30:00.000Z");
    assert_eq!(server.post("/nowhere", "").await.status, StatusCode::NOT_FOUND);
}
