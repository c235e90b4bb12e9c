//! MCP through the real router: what an agent sees.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use serde_json::{Value, json};
use support::TestServer;
use support::agent::Agent;

async fn send_logs(server: &TestServer, entries: &Value) {
    let answer = server.post("/logs", json!({ "entries": entries }).to_string()).await;
    assert_eq!(answer.json()["rejected"], Value::Null, "{}", answer.text);
}

#[tokio::test]
async fn an_agent_reads_errors_newest_first_without_delivery_noise() {
    let server = TestServer::new();
    send_logs(&server, &json!([
        { "type": "console", "level": "log", "message": "hello", "args": ["hello"], "url": "http://localhost:3000/" },
        { "type": "console", "level": "error", "message": "first", "args": ["first"], "ts": "2026-01-22T10:29:00.000Z",
          "source": "app.js:4", "url": "http://localhost:3000/", "tab": "7", "session": "s", "page": "p", "frame": "0",
          "n": 1, "eventId": "e1" },
        { "type": "exception", "message": "boom", "stack": "Error: boom\n    at app.js:10:3", "lineno": 10,
          "ts": "2026-01-22T10:29:30.000Z", "url": "http://localhost:3000/", "tab": "7", "_aiContext": { "summary": "s" } },
    ])).await;
    let (answer, is_error) = Agent::connect(&server).await.call("get_browser_errors", json!({})).await;
    assert!(!is_error);
    assert_eq!(
        answer,
        json!({
            "summary": "2 errors on http://localhost:3000/ (tab 7), newest first.",
            "errors": [
                { "ts": "2026-01-22T10:29:30.000Z", "type": "exception", "message": "boom",
                  "stack": "app.js:10:3", "_aiContext": { "summary": "Error in app.js:10 — 'boom'." } },
                { "ts": "2026-01-22T10:29:00.000Z", "type": "console", "message": "first", "level": "error",
                  "source": "app.js:4" },
            ],
        })
    );
}

#[tokio::test]
async fn filters_limits_and_cursors_lead_through_a_long_list() {
    let server = TestServer::new();
    let entries: Vec<_> = (0..10)
        .map(|i| json!({ "level": "warn", "message": format!("m{i}"), "ts": 1000 + i, "url": format!("http://localhost/p{}", i % 2) }))
        .collect();
    send_logs(&server, &json!(entries)).await;
    let agent = Agent::connect(&server).await;
    let messages = |answer: &Value| -> Vec<String> {
        answer["logs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["message"].as_str().unwrap().to_owned())
            .collect()
    };
    let (first, _) = agent.call("get_browser_logs", json!({ "limit": 3, "url_filter": "/p1" })).await;
    assert_eq!(
        (messages(&first), &first["omitted"]),
        (vec!["m9".into(), "m7".into(), "m5".into()], &json!(2))
    );
    let arguments = json!({ "cursor": first["next_cursor"], "url_filter": "/p1" });
    let (rest, _) = agent.call("get_browser_logs", arguments).await;
    assert_eq!((messages(&rest), rest.get("omitted")), (vec!["m3".into(), "m1".into()], None));
    let (since, _) =
        agent.call("get_browser_logs", json!({ "since": "1970-01-01T00:00:01.008Z", "level": "warn" })).await;
    assert_eq!(messages(&since), ["m9", "m8"]);
    let (none, _) = agent.call("get_browser_logs", json!({ "level": "error" })).await;
    assert_eq!(
        none,
        json!({
            "summary": "No log entries captured: `level: error` left out all 10 there are; call again without.", "logs": [],
        })
    );
}

#[tokio::test]
async fn answers_stay_within_the_token_budget_asked_for() {
    let server = TestServer::new();
    let entries: Vec<_> = (0..200)
        // Different errors, not one with many numbers.
        .map(|i| json!({ "level": "error", "message": format!("{} {}", "y".repeat(i), "x".repeat(300)) }))
        .collect();
    send_logs(&server, &json!(entries)).await;
    let agent = Agent::connect(&server).await;
    for (arguments, most) in [
        (json!({}), 2_000),
        (json!({ "max_tokens": 500 }), 500),
        (json!({ "max_tokens": 1e9, "limit": 1000 }), 20_000),
    ] {
        let (answer, _) = agent.call("get_browser_errors", arguments).await;
        let size = answer.to_string().len();
        assert!(size * 2 / 7 <= most && size * 2 / 7 > most / 2, "{size} bytes for {most} tokens");
        assert!(answer["omitted"].as_u64().unwrap() > 0);
    }
}

#[tokio::test]
async fn wrong_arguments_come_back_as_errors_a_model_can_correct() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for (arguments, reason) in [
        (
            json!({ "limit": "many" }),
            "argument `limit`: expected a whole number from 1 to 1000, got \"many\"",
        ),
        (
            json!({ "since": "soon" }),
            "argument `since`: expected an ISO 8601 time with offset or epoch milliseconds, got `soon`",
        ),
        (
            json!({ "cursor": "x" }),
            "argument `cursor`: expected a `next_cursor` of an earlier answer of this tool, got `x`",
        ),
        (json!({ "tab": {} }), "argument `tab`: expected a string, got {}"),
        (
            json!({ "levle": "error" }),
            "unknown argument `levle`; this tool takes: level, limit, since, cursor, max_tokens, url_filter, test_id, tab",
        ),
        (
            json!({ "level": "loud" }),
            "argument `level`: unknown variant `loud`, expected one of `debug`, `log`, `info`, `warn`, `error`",
        ),
    ] {
        let (answer, is_error) = agent.call("get_browser_logs", arguments).await;
        assert_eq!((answer, is_error), (json!({ "error": reason }), true));
    }
}

#[tokio::test]
async fn unknown_tools_methods_and_broken_params_are_protocol_errors() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let unknown = agent.request("tools/call", json!({ "name": "get_everything" })).await;
    assert_eq!(unknown["error"]["code"], -32602);
    assert_eq!(
        unknown["error"]["message"],
        "unknown tool `get_everything`; known tools: capture_screenshot, check_performance, clear_browser_logs, configure_streaming, diff_sessions, generate_bug_report, generate_test, get_browser_errors, get_browser_logs, get_network_bodies, \
         get_page_info, get_reproduction_script, get_session_timeline, get_test_results, get_websocket_events, get_websocket_status, query_dom, run_accessibility_audit, security_audit, validate_api, \
         verify_fix, wait_for_events"
    );
    assert_eq!(agent.request("tools/call", json!({ "arguments": 5 })).await["error"]["code"], -32602);
    assert_eq!(agent.request("no/such", json!({})).await["error"]["code"], -32601);
}

#[tokio::test]
async fn clearing_says_what_was_removed() {
    let server = TestServer::new();
    send_logs(&server, &json!([{ "message": "a" }, { "message": "b" }])).await;
    let agent = Agent::connect(&server).await;
    let (answer, _) = agent.call("clear_browser_logs", json!({})).await;
    assert_eq!(answer, json!({ "summary": "Removed 2 log entries.", "cleared": true, "entries_removed": 2 }));
    assert_eq!(agent.call("get_browser_logs", json!({})).await.0["logs"], json!([]));
}

#[tokio::test]
async fn what_was_lost_is_said_in_every_answer() {
    let server = TestServer::new();
    send_logs(
        &server,
        &json!([{ "message": "a", "page": "p", "n": 1 }, { "message": "b", "page": "p", "n": 4 }]),
    )
    .await;
    let (answer, _) = Agent::connect(&server).await.call("get_browser_logs", json!({})).await;
    assert_eq!(answer["dropped"], json!({ "lost": 2 }));
}

#[tokio::test]
async fn a_version_mismatch_is_told_once_to_each_agent() {
    let server = TestServer::new();
    let hello = json!({ "client": "extension", "version": "9.0.0", "wire": 9, "session": "s", "clock": 0 });
    server.post("/hello", hello.to_string()).await;
    for agent in [Agent::connect(&server).await, Agent::connect(&server).await] {
        let (first, _) = agent.call("get_browser_logs", json!({})).await;
        assert!(first["notice"].as_str().unwrap().starts_with("The extension (9.0.0) speaks wire version 9"));
        assert_eq!(agent.call("get_browser_logs", json!({})).await.0.get("notice"), None);
    }
}

#[tokio::test]
async fn errors_wait_for_context_on_its_way_but_not_for_ever() {
    let server = TestServer::new();
    let pending =
        json!([{ "type": "exception", "message": "boom", "eventId": "e1", "enrichment": "pending" }]);
    send_logs(&server, &pending).await;
    let agent = Agent::connect(&server).await;
    let late = async {
        server.clock.until_timers(1).await;
        server.clock.advance(499);
        send_logs(
            &server,
            &json!([{ "eventId": "e1", "enrichment": "done", "_aiContext": { "summary": "s" } }]),
        )
        .await;
    };
    let ((answer, _), ()) = tokio::join!(agent.call("get_browser_errors", json!({})), late);
    assert_eq!(answer["errors"][0]["_aiContext"], json!({ "summary": "Error — 'boom'." }));
    assert_eq!(answer["errors"][0]["enrichment"], Value::Null, "what is complete does not say so");

    send_logs(
        &server,
        &json!([{ "type": "exception", "message": "never", "eventId": "e2", "enrichment": "pending" }]),
    )
    .await;
    let given_up = async {
        server.clock.until_timers(1).await;
        server.clock.advance(500);
    };
    let ((answer, _), ()) = tokio::join!(agent.call("get_browser_errors", json!({})), given_up);
    assert_eq!(answer["errors"][0]["enrichment"], "pending");
}

#[tokio::test]
async fn the_handshake_offers_tools_and_says_when_to_use_them() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let tools = agent.request("tools/list", json!({})).await;
    assert_eq!(tools["result"]["tools"].as_array().map(Vec::len), Some(22));
    assert_eq!(
        tools["result"]["tools"][1]["annotations"],
        json!({ "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false })
    );
}
