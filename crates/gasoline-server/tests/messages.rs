//! MCP messages as they should not be: unreadable, endless, too large, too many.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use support::agent::Agent;
use support::endless::Endless;
use support::{Answer, TestServer};

async fn post(server: &TestServer, message: impl Into<Body>) -> Answer {
    let request =
        support::request(Method::POST, "/mcp").header("accept", "application/json, text/event-stream");
    server.send(request.body(message.into()).unwrap()).await
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

#[tokio::test]
async fn bad_params_of_known_methods_name_the_field() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for (method, params, message) in [
        (
            "prompts/get",
            json!({}),
            r#"invalid params for `prompts/get`: missing field `name`; expected {"name": string, "arguments"?: object}"#,
        ),
        (
            "resources/read",
            json!({}),
            r#"invalid params for `resources/read`: missing field `uri`; expected {"uri": string}"#,
        ),
        (
            "logging/setLevel",
            json!({ "level": "x" }),
            r#"invalid params for `logging/setLevel`: `level`: unknown variant `x`, expected one of `debug`, `info`, `notice`, `warning`, `error`, `critical`, `alert`, `emergency`; expected {"level": "debug", "info", "notice", "warning", "error", "critical", "alert" or "emergency"}"#,
        ),
        (
            "tools/call",
            json!({ "name": "get_browser_logs", "arguments": 5 }),
            r#"invalid params for `tools/call`: `arguments`: invalid type: integer `5`, expected a map; expected {"name": string, "arguments"?: object}"#,
        ),
        (
            "initialize",
            json!({ "capabilities": {} }),
            r#"invalid params for `initialize`: missing field `protocolVersion`; expected {"protocolVersion": string, "capabilities": object, "clientInfo": {"name": string, "version": string}}"#,
        ),
    ] {
        assert_eq!(agent.request(method, params).await, error(&json!(1), -32602, message));
    }
    assert_eq!(agent.request("ping", json!({ "anything": 5 })).await["result"], json!({}));
}

#[tokio::test]
async fn params_that_are_no_object_get_an_answer_under_their_id() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for (method, params, message) in [
        ("ping", json!([1]), "invalid params for `ping`: `params` is not an object; expected none"),
        ("ping", json!({ "_meta": 5 }), "invalid params for `ping`: `_meta` is not an object; expected none"),
        (
            "tools/list",
            json!("all"),
            r#"invalid params for `tools/list`: `params` is not an object; expected {"cursor"?: string}"#,
        ),
    ] {
        let request = json!({ "jsonrpc": "2.0", "id": "a", "method": method, "params": params });
        let answer: Value = serde_json::from_str(&agent.post(&request).await).unwrap();
        assert_eq!(answer, error(&json!("a"), -32602, message));
    }
}

#[tokio::test]
async fn a_handshake_that_cannot_be_read_is_told_why() {
    let server = TestServer::new();
    let initialize = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test" } },
    });
    let answer = post(&server, initialize.to_string()).await;
    let message = r#"invalid params for `initialize`: `clientInfo`: missing field `version`; expected {"protocolVersion": string, "capabilities": object, "clientInfo": {"name": string, "version": string}}"#;
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, error(&json!(0), -32602, message)));
    // Any other message without a session is a message without a session, whatever its parameters.
    let early = post(&server, r#"{"jsonrpc":"2.0","id":0,"method":"prompts/get"}"#).await;
    assert_eq!(
        (early.status, early.text.as_str()),
        (StatusCode::BAD_REQUEST, "Bad Request: Session ID is required")
    );
}

#[tokio::test]
async fn what_is_no_message_is_refused_in_json_rpc() {
    let server = TestServer::new();
    for (body, id, code, message) in [
        (
            "{",
            Value::Null,
            -32700,
            "the message is not valid JSON: EOF while parsing an object at line 1 column 1",
        ),
        (
            "",
            Value::Null,
            -32700,
            "the message is not valid JSON: EOF while parsing a value at line 1 column 0",
        ),
        ("[]", Value::Null, -32600, "batches are not supported"),
        ("7", Value::Null, -32600, "a message is a JSON object"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
            Value::Null,
            -32600,
            "`method` is a string, and no key is repeated",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            Value::Null,
            -32600,
            "`id` is neither a string nor a whole number",
        ),
        (r#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#, json!(3), -32600, "`jsonrpc` is not \"2.0\""),
        (
            r#"{"jsonrpc":"2.0","id":4}"#,
            json!(4),
            -32600,
            "it has neither `method` nor a readable `result` or `error`",
        ),
        (r#"{"jsonrpc":"2.0","method":"x","params":5}"#, Value::Null, -32601, "unknown method `x`"),
    ] {
        let answer = post(&server, body).await;
        let status = if id.is_null() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
        assert_eq!((answer.status, answer.json()), (status, error(&id, code, message)), "{body}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
    }
    let form = support::request(Method::POST, "/mcp").header("accept", "application/json, text/event-stream");
    let mut form = form.body(Body::from("a=1")).unwrap();
    form.headers_mut().insert("content-type", "text/plain".parse().unwrap());
    assert_eq!(server.send(form).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

/// Both are valid JSON that no parser of ours takes apart; the agent that waits under this id must hear so.
#[tokio::test]
async fn arguments_too_deep_or_not_unicode_are_refused_under_their_id() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    for (argument, reason) in [
        (deep.as_str(), "recursion limit exceeded at line 1 column 179"),
        (r#""a\ud800b""#, "unexpected end of hex escape at line 1 column 62"),
        (r#""\udc00""#, "lone leading surrogate in hex escape at line 1 column 60"),
    ] {
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{{"name":"get_browser_logs","arguments":{{"url_filter":{argument}}}}}}}"#
        );
        let answer: Value = serde_json::from_str(&agent.post_text(call).await).unwrap();
        let message = format!(
            r#"invalid params for `tools/call`: `params`: {reason}; expected {{"name": string, "arguments"?: object}}"#
        );
        assert_eq!(answer, error(&json!(9), -32602, &message));
    }
    assert!(!agent.call("get_browser_logs", json!({})).await.1);
}

#[tokio::test(start_paused = true)]
async fn a_message_that_never_ends_is_cut_off() {
    let server = TestServer::new();
    let started = tokio::time::Instant::now();
    let answer = post(&server, Body::new(Endless)).await;
    assert_eq!(answer.status, StatusCode::REQUEST_TIMEOUT);
    assert_eq!(answer.json()["error"], "body was not complete after 30 s");
    assert_eq!(started.elapsed().as_secs(), 30);
}

#[tokio::test]
async fn a_message_larger_than_a_line_on_stdio_is_refused() {
    let server = TestServer::new();
    let large = post(&server, vec![b' '; 4 * 1024 * 1024 + 1]).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(large.json()["error"], "body is larger than 4194304 bytes; send less at once");
}

#[tokio::test]
async fn agents_can_ask_while_browsers_send_too_much() {
    let server = TestServer::new();
    let mut elsewhere = server.app.ingestion.load.reservation();
    elsewhere.grow(24 * 1024 * 1024);
    let agent = Agent::connect(&server).await;
    assert!(!agent.call("get_browser_logs", json!({})).await.1);
    let long = post(&server, vec![b' '; 64 * 1024 + 1]).await;
    assert_eq!((long.status, long.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, Some("1")));
    drop(elsewhere);
    assert_eq!(server.app.ingestion.load.in_flight(), 0);
}
