//! Errors through the real router: context that arrives late, repeated errors, long lists.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use serde_json::{Value, json};
use support::agent::Agent;
use support::{NOW, TestServer};

async fn send_logs(server: &TestServer, entries: &Value) {
    let answer = server.post("/logs", json!({ "entries": entries }).to_string()).await;
    assert_eq!(answer.json()["rejected"], Value::Null, "{}", answer.text);
}

/// An error with everything known of it.
fn enriched(name: &str, id: usize) -> [Value; 2] {
    let lines: Vec<_> = (1..=11)
        .map(|line| json!({ "line": line, "text": "const something = await somewhere(credentials)" }))
        .collect();
    let snippet = json!({ "file": format!("src/{name}.ts"), "line": 6, "column": 0, "snippet": lines });
    let error = json!({ "type": "exception", "message": format!("Error: {name}"), "url": "http://localhost/", "eventId": id, "ts": NOW });
    let context = json!({ "eventId": id, "enrichment": "done", "_aiContext": { "sourceSnippets": [snippet.clone(), snippet] } });
    [error, context]
}

/// Names that differ in more than numbers.
fn names(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|index| {
        format!("{}{}", char::from(b'a' + (index / 26) as u8), char::from(b'a' + (index % 26) as u8))
    })
}

#[tokio::test]
async fn merged_context_stands_in_the_snapshot_too() {
    let server = TestServer::new();
    let [error, context] = enriched("boom", 1);
    send_logs(&server, &json!([error])).await;
    send_logs(
        &server,
        &json!([{ "eventId": 1, "_aiContext": { "missing": { "stateSnapshot": "switched off" } } }]),
    )
    .await;
    send_logs(&server, &json!([context])).await;
    let snapshot = server.get("/snapshot").await.json();
    let stored = &snapshot["logs"][0];
    assert_eq!(
        [
            &stored["enrichment"],
            &stored["_aiContext"]["summary"],
            &stored["_aiContext"]["missing"],
            &stored["_enrichments"]
        ],
        [
            &json!("done"),
            &json!("Error in src/boom.ts:6 — 'boom'."),
            &json!({ "stateSnapshot": "switched off" }),
            &json!(["sourceMap", "aiContext"]),
        ]
    );
}

#[tokio::test]
async fn details_are_cut_before_rows_and_one_error_alone_is_whole() {
    let server = TestServer::new();
    let entries: Vec<_> = names(8).enumerate().flat_map(|(id, name)| enriched(&name, id)).collect();
    send_logs(&server, &json!(entries)).await;
    let agent = Agent::connect(&server).await;
    let (answer, _) = agent.call("get_browser_errors", json!({})).await;
    let rows = answer["errors"].as_array().unwrap();
    assert!(answer.to_string().len() * 2 / 7 <= 2_000);
    assert_eq!((rows.len(), answer.get("omitted")), (8, None));
    assert_eq!(rows[7]["shortened"], true);
    assert!(rows.iter().all(|row| row["location"].is_string() && row["_aiContext"]["summary"].is_string()));
    let (newest, _) = agent.call("get_browser_errors", json!({ "limit": 1 })).await;
    let row = &newest["errors"][0];
    assert_eq!(
        (row.get("shortened"), row["_aiContext"]["sourceSnippets"].as_array().map(Vec::len)),
        (None, Some(2))
    );
}

#[tokio::test]
async fn a_list_of_groups_can_be_read_page_by_page() {
    let server = TestServer::new();
    let mut entries: Vec<_> = names(5).map(|name| json!({ "type": "exception", "message": name })).collect();
    entries.extend(entries.clone());
    send_logs(&server, &json!(entries)).await;
    let agent = Agent::connect(&server).await;
    let mut read = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let (answer, is_error) =
            agent.call("get_browser_errors", json!({ "limit": 2, "cursor": cursor })).await;
        assert!(!is_error, "{answer}");
        let rows = answer["errors"].as_array().unwrap();
        read.extend(rows.iter().map(|row| format!("{} {}", row["message"].as_str().unwrap(), row["count"])));
        // Errors go on while the list is read.
        send_logs(&server, &json!([{ "type": "exception", "message": "aa" }])).await;
        cursor = answer["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(read, ["ae 2", "ad 2", "ac 2", "ab 2", "aa 2"]);
}

#[tokio::test]
async fn nobody_waits_for_context_whose_time_is_over() {
    let server = TestServer::new();
    send_logs(
        &server,
        &json!([{ "type": "exception", "message": "boom", "eventId": "e", "enrichment": "pending" }]),
    )
    .await;
    server.clock.advance(3_001);
    let agent = Agent::connect(&server).await;
    for tool in ["get_browser_errors", "get_browser_logs"] {
        let (answer, _) = agent.call(tool, json!({})).await;
        let rows = answer.get("errors").or_else(|| answer.get("logs")).unwrap();
        assert_eq!(rows[0]["enrichment"], json!({ "failed": "not complete within 3 s" }));
    }
}

/// What a browser without order sends: each of these in a request of its own.
async fn snapshot_after(entries: &[&Value]) -> Value {
    let server = TestServer::new();
    for entry in entries {
        send_logs(&server, &json!([entry])).await;
    }
    server.get("/snapshot").await.json()
}

#[tokio::test]
async fn context_that_overtakes_its_error_is_in_it_as_if_it_had_come_later() {
    let [error, mut context] = enriched("boom", 1);
    context["_aiContext"]["missing"] = json!({ "stateSnapshot": "password=hunter2" });
    let further = json!({ "eventId": 1, "_aiContext": { "missing": { "componentAncestry": "none" } } });
    let usual = snapshot_after(&[&error, &context, &further]).await;
    let logs = usual["logs"].as_array().unwrap();
    assert_eq!((logs.len(), &logs[0]["enrichment"]), (1, &json!("done")));
    for order in [[&context, &further, &error], [&further, &error, &context], [&context, &error, &further]] {
        assert_eq!(snapshot_after(&order).await, usual);
    }
}

#[tokio::test]
async fn tools_tell_of_an_error_once_whose_context_overtook_it() {
    let server = TestServer::new();
    let [error, context] = enriched("boom", 1);
    send_logs(&server, &json!([context])).await;
    let agent = Agent::connect(&server).await;
    let (answer, _) = agent.call("get_browser_errors", json!({})).await;
    assert_eq!(
        answer,
        json!({ "summary": "No errors captured: nothing that was captured is left.", "errors": [] })
    );
    send_logs(&server, &json!([error])).await;
    let (answer, _) = agent.call("get_browser_errors", json!({})).await;
    assert_eq!(answer["summary"], "1 error on http://localhost/, newest first.");
    assert_eq!(answer["errors"][0]["_aiContext"]["summary"], "Error in src/boom.ts:6 — 'boom'.", "{answer}");
    let (answer, _) = agent.call("get_session_timeline", json!({})).await;
    assert_eq!(
        answer,
        json!({
            "summary": { "actions": 0, "network_requests": 0, "console_errors": 1, "duration_ms": 0 },
            "timeline": [
                { "ts": NOW, "kind": "console", "level": "error", "message": "Error: boom",
                  "location": "src/boom.ts:6", "url": "http://localhost/" },
            ],
        })
    );
}

#[tokio::test]
async fn context_that_waits_in_vain_is_counted_and_a_clear_forgets_it() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for id in 0..66 {
        send_logs(&server, &json!([{ "eventId": id, "enrichment": "done" }])).await;
    }
    let none = |dropped: Value| json!({ "summary": "No errors captured: nothing that was captured is left.", "dropped": dropped, "errors": [] });
    let (answer, _) = agent.call("get_browser_errors", json!({})).await;
    assert_eq!(answer, none(json!({ "late_context": 2 })));
    agent.call("clear_browser_logs", json!({})).await;
    send_logs(&server, &json!([{ "type": "exception", "message": "boom", "eventId": 65 }])).await;
    let snapshot = server.get("/snapshot").await.json();
    assert_eq!(snapshot["logs"][0]["enrichment"], Value::Null);
    assert_eq!(agent.call("get_browser_errors", json!({})).await.0["dropped"], Value::Null);
}

#[tokio::test]
async fn context_of_an_error_that_is_gone_is_counted() {
    let server = TestServer::new();
    let [error, context] = enriched("boom", 1);
    send_logs(&server, &json!([error])).await;
    let agent = Agent::connect(&server).await;
    agent.call("clear_browser_logs", json!({})).await;
    send_logs(&server, &json!([context])).await;
    let (answer, _) = agent.call("get_browser_errors", json!({})).await;
    assert_eq!(
        answer,
        json!({
            "summary": "No errors captured: cleared 0 s ago by you (1 entry removed).",
            "dropped": { "late_context": 1 }, "errors": [],
        })
    );
}
