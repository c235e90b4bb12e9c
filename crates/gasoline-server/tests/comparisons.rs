//! `verify_fix` and `diff_sessions` as an agent calls them, on a clock that the test moves.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use serde_json::{Value, json};
use support::TestServer;
use support::agent::Agent;

async fn log(server: &TestServer, level: &str, message: &str, page: &str) {
    let entry = json!({ "type": "console", "level": level, "message": message, "url": format!("http://localhost{page}") });
    let answer = server.post("/logs", json!({ "entries": [entry] }).to_string()).await.json();
    assert_eq!(answer["rejected"], Value::Null, "{answer}");
}

async fn request(server: &TestServer, path: &str, status: u16) {
    let body = json!({ "method": "POST", "url": format!("http://localhost{path}"), "status": status, "responseBody": "{\"card\":1}" });
    server.post("/network-bodies", json!({ "bodies": [body] }).to_string()).await;
}

async fn click(server: &TestServer, target: &str) {
    let action = json!({ "type": "click", "target": target, "url": "http://localhost/cart", "selectors": { "testId": target } });
    server.post("/enhanced-actions", json!({ "actions": [action] }).to_string()).await;
}

async fn verify(agent: &Agent<'_>, arguments: Value) -> Value {
    let (answer, is_error) = agent.call("verify_fix", arguments).await;
    assert!(!is_error, "{answer}");
    answer
}

async fn refusal(agent: &Agent<'_>, tool: &str, arguments: Value) -> String {
    let answer = agent.request("tools/call", json!({ "name": tool, "arguments": arguments })).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_fix_is_verified_from_start_to_verdict() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    click(&server, "pay").await;
    log(&server, "error", "Cannot read properties of undefined (reading 'user')", "/cart").await;
    request(&server, "/api/login", 500).await;
    let started = verify(&agent, json!({ "action": "start", "label": "login" })).await;
    let id = started["session_id"].as_str().unwrap();
    assert_eq!((id, &started["status"]), ("verify-070707070707-1", &json!("baseline_captured")));
    assert_eq!(
        started["baseline"],
        json!({
            "captured_at": "2026-01-22T10:30:00.000Z", "console_errors": 1, "network_errors": 1,
            "error_details": [
                { "type": "console", "message": "Cannot read properties of undefined (reading 'user')", "count": 1 },
                { "type": "network", "method": "POST", "url": "/api/login", "status": 500, "count": 1 },
            ],
            "to_reproduce": ["click pay again", "make the page call POST /api/login again"],
        })
    );
    let watching = verify(&agent, json!({ "action": "watch", "session_id": id })).await;
    assert_eq!(watching["status"], "watching");
    let early = verify(&agent, json!({ "action": "compare", "session_id": id })).await;
    assert_eq!(early["result"]["verdict"], "inconclusive");
    click(&server, "pay").await;
    request(&server, "/api/login", 200).await;
    let compared = verify(&agent, json!({ "action": "compare", "session_id": id })).await;
    assert_eq!(compared["summary"], "fixed: 2 of 2 issues gone, 0 new; occurrences 2 before, 0 after.");
    assert_eq!(compared["status"], "compared");
    assert_eq!(compared["label"], "login");
    assert_eq!(compared["result"]["user_actions"], json!(["click pay"]));
    let status = verify(&agent, json!({ "action": "status", "session_id": id })).await;
    assert_eq!(status["since_watch"], json!({ "issues": 0, "user_actions": 1 }));
    let cancelled = verify(&agent, json!({ "action": "cancel", "session_id": id })).await;
    assert_eq!(cancelled["status"], "cancelled");
    let all = verify(&agent, json!({ "action": "status" })).await;
    assert_eq!(all["sessions"], json!([]));
}

#[tokio::test]
async fn a_wrong_fix_is_unchanged_and_survives_every_clear() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    log(&server, "error", "boom", "/").await;
    let started = verify(&agent, json!({ "action": "start" })).await;
    let id = started["session_id"].as_str().unwrap().to_owned();
    verify(&agent, json!({ "action": "watch", "session_id": id })).await;
    log(&server, "error", "boom", "/").await;
    server.post("/clear", "").await;
    agent.call("clear_browser_logs", json!({})).await;
    let compared = verify(&agent, json!({ "action": "compare", "session_id": id })).await;
    assert_eq!(compared["result"]["verdict"], "unchanged");
    assert_eq!(compared["result"]["changes"][0]["type"], "unchanged");
}

#[tokio::test]
async fn the_script_of_the_baseline_comes_on_request() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    log(&server, "error", "boom", "/").await;
    let none = verify(&agent, json!({ "action": "start", "reproduction": true })).await;
    assert!(none["reproduction_missing"].as_str().unwrap().contains("no user actions"), "{none}");
    click(&server, "pay").await;
    let started = verify(&agent, json!({ "action": "start" })).await;
    assert_eq!(started["reproduction"], Value::Null);
    server.post("/clear", "").await;
    let id = &started["session_id"];
    let status = verify(
        &agent,
        json!({ "action": "status", "session_id": id, "reproduction": true, "max_tokens": 5_000 }),
    )
    .await;
    assert!(status["reproduction"].as_str().unwrap().contains("@playwright/test"), "{status}");
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_with_a_reason() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for (arguments, expected) in [
        (json!({ "action": "explode" }), "unknown variant `explode`"),
        (json!({}), "argument `action` is missing"),
        (json!({ "action": "compare" }), "argument `session_id` is missing"),
        (json!({ "action": "watch", "session_id": "" }), "argument `session_id` is missing"),
        (json!({ "action": "watch", "session_id": "verify-x" }), "none was started: call `start` first"),
        (json!({ "action": "start", "label": "" }), "label: must not be empty"),
        (
            json!({ "action": "start", "label": "x".repeat(101) }),
            "label: must have at most 100 characters, has 101",
        ),
        (json!({ "action": "start", "label": "a\u{202e}b" }), "U+202E"),
    ] {
        let said = refusal(&agent, "verify_fix", arguments).await;
        assert!(said.contains(expected), "{said}");
    }
    for (arguments, expected) in [
        (json!({ "action": "capture" }), "argument `name` is missing"),
        (json!({ "action": "capture", "name": "current" }), "`current` is reserved"),
        (json!({ "action": "capture", "name": " " }), "must not be empty"),
        (json!({ "action": "capture", "name": "x".repeat(51) }), "at most 50 characters"),
        (json!({ "action": "compare" }), "argument `compare_a` is missing"),
        (json!({ "action": "compare", "compare_a": "a" }), "there is no snapshot `a`; none was captured yet"),
        (json!({ "action": "compare", "compare_a": "a", "compare_b": "a" }), "compared with itself"),
        (json!({ "action": "compare", "compare_a": "current" }), "compared with itself"),
        (json!({ "action": "delete", "name": "a" }), "there is no snapshot `a`"),
    ] {
        let said = refusal(&agent, "diff_sessions", arguments).await;
        assert!(said.contains(expected), "{said}");
    }
}

#[tokio::test]
async fn a_verification_expires_on_the_servers_clock() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let started = verify(&agent, json!({ "action": "start" })).await;
    let id = started["session_id"].as_str().unwrap();
    server.clock.advance(30 * 60 * 1_000);
    let said = refusal(&agent, "verify_fix", json!({ "action": "watch", "session_id": id })).await;
    assert!(said.contains("has expired"), "{said}");
}

#[tokio::test]
async fn snapshots_are_captured_compared_listed_and_deleted() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let diff = async |arguments: Value| agent.call("diff_sessions", arguments).await.0;
    log(&server, "error", "old", "/").await;
    request(&server, "/api/a", 200).await;
    let captured = diff(json!({ "action": "capture", "name": "before-deploy" })).await;
    assert_eq!(
        (&captured["action"], &captured["snapshot"]["network_requests"]),
        (&json!("captured"), &json!(1))
    );
    server.post("/clear", "").await;
    log(&server, "error", "React hydration mismatch", "/").await;
    request(&server, "/api/a", 502).await;
    let compared =
        diff(json!({ "action": "compare", "compare_a": "before-deploy", "compare_b": "current" })).await;
    assert_eq!(
        compared["summary"],
        json!({ "verdict": "mixed", "new_errors": 1, "resolved_errors": 1, "performance_regressions": 0, "new_network_errors": 1 })
    );
    assert_eq!(
        compared["diff"]["network"]["new_errors"],
        json!([{ "method": "POST", "url": "/api/a", "status": 502 }])
    );
    diff(json!({ "action": "capture", "name": "after-deploy" })).await;
    let stored =
        diff(json!({ "action": "compare", "compare_a": "before-deploy", "compare_b": "after-deploy" })).await;
    assert_eq!(stored["diff"], compared["diff"]);
    let listed = diff(json!({ "action": "list" })).await;
    let names: Vec<&str> =
        listed["snapshots"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["before-deploy", "after-deploy"]);
    assert_eq!(diff(json!({ "action": "delete", "name": "before-deploy" })).await["action"], "deleted");
    server.clock.advance(2 * 60 * 60 * 1_000);
    assert_eq!(diff(json!({ "action": "list" })).await["snapshots"], json!([]));
}
