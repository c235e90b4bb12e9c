//! Answers in two forms: what `--structured` adds, and that nothing is added without it.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use gasoline_server::{AnswerForm, ServerOptions};
use serde_json::{Value, json};
use support::TestServer;
use support::agent::Agent;
use support::schema::violations;

fn structured() -> TestServer {
    TestServer::with_options(&ServerOptions {
        answers: AnswerForm::TextAndStructure,
        ..ServerOptions::default()
    })
}

/// Something for every tool that reads, with a gap to be told of.
async fn capture(server: &TestServer) {
    let entries = json!({ "entries": [
        { "type": "console", "level": "warn", "message": "careful", "page": "p", "n": 1 },
        { "type": "exception", "message": "boom", "url": "http://localhost/", "page": "p", "n": 3 },
    ] });
    server.post("/logs", entries.to_string()).await;
    let action = json!({ "type": "click", "url": "http://localhost/", "selectors": { "testId": "pay" } });
    server.post("/enhanced-actions", json!({ "actions": [action] }).to_string()).await;
    let request = json!({ "method": "GET", "url": "/api/a", "pageUrl": "http://localhost/", "status": 500 });
    server.post("/network-bodies", json!({ "bodies": [request] }).to_string()).await;
    let opened = json!({ "event": "open", "id": "c", "page": "p", "url": "ws://localhost/a" });
    server.post("/websocket-events", json!({ "events": [opened] }).to_string()).await;
}

async fn tools(agent: &Agent<'_>) -> Vec<Value> {
    agent.request("tools/list", json!({})).await["result"]["tools"].as_array().unwrap().clone()
}

#[tokio::test]
async fn every_answer_is_given_again_as_its_schema_says() {
    let server = structured();
    capture(&server).await;
    let agent = Agent::connect(&server).await;
    let mut answered = Vec::new();
    for tool in tools(&agent).await.into_iter().rev() {
        let name = tool["name"].as_str().unwrap();
        let schema = &tool["outputSchema"];
        assert_eq!((&schema["type"], &schema["required"]), (&json!("object"), &json!(["summary"])), "{name}");
        // Nobody moves the clock here.
        let arguments = if name == "wait_for_events" { json!({ "timeout_seconds": 0 }) } else { json!({}) };
        let call = json!({ "name": name, "arguments": arguments });
        let result = agent.request("tools/call", call).await["result"].clone();
        // The report of a tool that has one stands before the JSON.
        let blocks = result["content"].as_array().unwrap();
        let json = blocks.iter().rev().find_map(|block| block["text"].as_str()).unwrap();
        let text: Value = serde_json::from_str(json).unwrap();
        if result["isError"] == true {
            // A refusal is for reading; no schema promises it.
            assert_eq!(result.get("structuredContent"), None, "{name}");
            continue;
        }
        assert_eq!(result["structuredContent"], text, "{name}");
        assert_eq!(violations(schema, schema, &text), Vec::<String>::new(), "{name}");
        // Whatever the schema does not name would be unknown to a reader.
        let unnamed: Vec<_> = text
            .as_object()
            .unwrap()
            .keys()
            .filter(|member| schema["properties"].get(*member).is_none())
            .collect();
        assert_eq!(
            unnamed,
            EXPECTED_OPEN.iter().find(|(tool, _)| *tool == name).map_or(&[][..], |(_, open)| open)
        );
        answered.push(name.to_owned());
    }
    assert_eq!(
        answered.join(" "),
        "wait_for_events security_audit get_websocket_status get_websocket_events get_test_results get_session_timeline get_reproduction_script \
         get_network_bodies get_browser_logs get_browser_errors generate_test generate_bug_report configure_streaming clear_browser_logs"
    );
}

/// Members too various for a type.
const EXPECTED_OPEN: [(&str, &[&str]); 1] =
    [("get_reproduction_script", &["error_context", "selectors_used"])];

#[tokio::test]
async fn a_schema_names_counts_where_the_summary_is_made_of_them() {
    let server = structured();
    let agent = Agent::connect(&server).await;
    let timeline =
        tools(&agent).await.into_iter().find(|tool| tool["name"] == "get_session_timeline").unwrap();
    let count = json!({ "type": "integer" });
    assert_eq!(
        timeline["outputSchema"],
        json!({
            "type": "object",
            "properties": {
                "summary": {
                    "type": "object",
                    "properties": { "actions": count, "network_requests": count, "console_errors": count, "duration_ms": count },
                    "required": ["actions", "network_requests", "console_errors", "duration_ms"],
                },
                "findings": { "type": "array", "items": { "type": "string" } },
                "timeline": { "type": "array", "items": { "type": "object" } },
                "alerts": { "type": "object" },
                "apps": { "type": "object" },
                "why_empty": { "type": "string" },
                "omitted": count,
                "next_cursor": { "type": "string" },
                "dropped": { "type": "object" },
                "not_captured": { "type": "array", "items": { "type": "object" } },
                "notice": { "type": "string" },
                "too_long": { "type": "string" },
            },
            "required": ["summary"],
        })
    );
}

#[tokio::test]
async fn without_the_flag_nothing_is_sent_twice() {
    let server = TestServer::new();
    capture(&server).await;
    let agent = Agent::connect(&server).await;
    assert!(tools(&agent).await.iter().all(|tool| tool.get("outputSchema").is_none()));
    let result = agent.request("tools/call", json!({ "name": "get_browser_errors" })).await["result"].clone();
    assert_eq!(result.get("structuredContent"), None);

    // And with it, nothing else changes.
    let server = structured();
    let mut listed = tools(&Agent::connect(&server).await).await;
    for tool in &mut listed {
        tool.as_object_mut().unwrap().remove("outputSchema");
    }
    assert_eq!(listed, tools(&agent).await);
}
