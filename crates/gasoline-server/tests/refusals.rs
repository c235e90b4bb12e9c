//! Refusals name what is wrong.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use support::agent::Agent;
use support::{TestServer, request};

/// refusals-01, refusals-02, refusals-03
#[tokio::test]
async fn an_argument_that_is_missing_or_wrong_is_named_with_what_was_expected() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for (tool, arguments, expected) in [
        ("query_dom", json!({}), "argument `selector` is missing"),
        (
            "generate_test",
            json!({ "mask_dynamic": { "x": 1 } }),
            "argument `mask_dynamic`: expected true, false or a list of CSS selectors, got {\"x\":1}",
        ),
        (
            "generate_test",
            json!({ "mask_dynamic": ["#clock", 5] }),
            "argument `mask_dynamic`: expected true, false or a list of CSS selectors, got [\"#clock\",5]",
        ),
        (
            "get_browser_logs",
            json!({ "max_tokens": 0 }),
            "argument `max_tokens`: expected a whole number from 100 to 20000, got 0",
        ),
        (
            "get_browser_logs",
            json!({ "max_tokens": "1" }),
            "argument `max_tokens`: expected a whole number from 100 to 20000, got \"1\"",
        ),
        (
            "get_browser_logs",
            json!({ "limit": 0 }),
            "argument `limit`: expected a whole number from 1 to 1000, got 0",
        ),
    ] {
        let (answer, is_error) = agent.call(tool, arguments).await;
        assert!(is_error, "{answer}");
        assert_eq!(answer["error"], expected);
    }
}

/// refusals-04
#[tokio::test]
async fn compressed_bodies_are_refused_as_such() {
    let server = TestServer::new();
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0];
    for path in ["/logs", "/clear", "/tools/get_browser_logs", "/hello"] {
        let encoded = request(Method::POST, path).header("content-encoding", "gzip");
        let answer = server.send(encoded.body(Body::from(gzip.to_vec())).unwrap()).await;
        assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path}");
        assert_eq!(
            answer.json(),
            json!({ "error": "`Content-Encoding: gzip` is not supported; send the body as it is" })
        );
        let unmarked = server.post(path, gzip.to_vec()).await;
        assert_eq!(unmarked.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path}");
        assert_eq!(unmarked.json(), json!({ "error": "body is compressed (gzip); send it as it is" }));
    }
    let identity = request(Method::POST, "/logs").header("content-encoding", "identity");
    let taken = server.send(identity.body(Body::from(r#"{"entries":[{}]}"#)).unwrap()).await;
    assert_eq!(taken.json()["received"], 1, "{}", taken.text);
}

/// server-bounds-04
#[tokio::test]
async fn a_session_too_many_is_refused_under_the_id_of_its_request() {
    let server = TestServer::new();
    let mut agents = Vec::new();
    for _ in 0..64 {
        let agent = Agent::connect(&server).await;
        agent.call("get_browser_logs", json!({})).await;
        agents.push(agent);
    }
    let initialize = json!({
        "jsonrpc": "2.0", "id": "mine", "method": "initialize",
        "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } },
    });
    let message = request(Method::POST, "/mcp").header("accept", "application/json, text/event-stream");
    let answer = server.send(message.body(Body::from(initialize.to_string())).unwrap()).await;
    let answer: Value = answer.json();
    assert_eq!(answer["id"], "mine", "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("64 MCP sessions are in use"), "{answer}");
    agents[0].call("get_browser_logs", json!({})).await;
}
