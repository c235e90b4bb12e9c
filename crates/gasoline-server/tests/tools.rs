//! The tools beyond logs: requests, WebSockets, timeline.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use serde_json::{Map, Value, json};
use support::TestServer;
use support::agent::Agent;

async fn post(server: &TestServer, path: &str, body: Value) {
    let answer = server.post(path, body.to_string()).await.json();
    assert_eq!(answer["rejected"], Value::Null, "{answer}");
}

fn column<'a>(answer: &'a Value, list: &str, field: &str) -> Vec<&'a str> {
    answer[list].as_array().unwrap().iter().map(|row| row[field].as_str().unwrap_or("-")).collect()
}

#[tokio::test]
async fn requests_are_filtered_by_method_status_and_url() {
    let server = TestServer::new();
    let request = |method: &str, url: &str, status: u16| json!({ "method": method, "url": url, "pageUrl": "http://localhost/", "status": status, "requestBody": "{}", "responseBody": "{}" });
    let bodies = json!({ "bodies": [
        request("GET", "/api/a", 200), request("POST", "/api/b", 404), request("POST", "/api/c", 500), request("GET", "/api/d", 0),
    ] });
    post(&server, "/network-bodies", bodies).await;
    let agent = Agent::connect(&server).await;
    let urls = async |arguments: Value| {
        let (answer, is_error) = agent.call("get_network_bodies", arguments).await;
        assert!(!is_error, "{answer}");
        column(&answer, "requests", "url").join(" ")
    };
    assert_eq!(urls(json!({})).await, "/api/d /api/c /api/b /api/a");
    assert_eq!(urls(json!({ "method": "post" })).await, "/api/c /api/b");
    assert_eq!(urls(json!({ "status_min": 400 })).await, "/api/c /api/b");
    assert_eq!(urls(json!({ "status_min": 400, "status_max": 499 })).await, "/api/b");
    assert_eq!(urls(json!({ "status_max": 0 })).await, "/api/d");
    assert_eq!(urls(json!({ "url_filter": "/c" })).await, "/api/c");
    assert_eq!(urls(json!({ "limit": 1 })).await, "/api/d");
}

#[tokio::test]
async fn what_a_page_could_not_capture_is_told_with_every_list() {
    let server = TestServer::new();
    let document = |url: &str, kinds: Value| json!({ "type": "document", "url": url, "notCaptured": kinds });
    let entries = json!({ "entries": [
        document("http://localhost/mended", json!(["fetch"])), { "type": "document", "url": "http://localhost/mended" },
        document("http://localhost/", json!(["fetch", "xhr"])), document("http://localhost/odd", json!("everything")),
    ] });
    post(&server, "/logs", entries).await;
    let agent = Agent::connect(&server).await;
    let expected = json!([{ "url": "http://localhost/", "kinds": ["fetch", "xhr"] }]);
    for tool in ["get_network_bodies", "get_browser_errors", "get_session_timeline"] {
        assert_eq!(agent.call(tool, json!({})).await.0["not_captured"], expected, "{tool}");
    }
    let kinds = json!(vec!["y".repeat(100); 40]);
    let many: Vec<Value> =
        (0..9).map(|index| document(&format!("/{index}{}", "x".repeat(3_000)), kinds.clone())).collect();
    post(&server, "/logs", json!({ "entries": many })).await;
    let told = agent.call("get_network_bodies", json!({})).await.0["not_captured"].take();
    assert_eq!(told.as_array().unwrap().len(), 3);
    assert!(told.to_string().len() < 3_000, "{told}");
}

#[tokio::test]
async fn websocket_events_are_filtered_by_connection_and_direction() {
    let server = TestServer::new();
    let events = json!({ "events": [
        { "event": "open", "id": "c1", "url": "ws://localhost/a" },
        { "event": "message", "id": "c1", "url": "ws://localhost/a", "direction": "incoming", "data": "in" },
        { "event": "message", "id": "c2", "url": "ws://localhost/b", "direction": "outgoing", "data": "out" },
    ] });
    post(&server, "/websocket-events", events).await;
    let agent = Agent::connect(&server).await;
    let (all, _) = agent.call("get_websocket_events", json!({})).await;
    assert_eq!(column(&all, "events", "event"), ["message", "message", "open"]);
    let (one, _) =
        agent.call("get_websocket_events", json!({ "connection_id": "c1", "direction": "incoming" })).await;
    assert_eq!(column(&one, "events", "data"), ["in"]);
}

#[tokio::test]
async fn websocket_status_tells_open_from_closed_and_what_they_carry() {
    let server = TestServer::new();
    let now = support::NOW;
    let event = |extra: Value| {
        let mut event = json!({ "id": "c1", "url": "ws://localhost/live", "pageUrl": "http://localhost/", "tab": "7", "page": "p" });
        event.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        event
    };
    let events = json!({ "events": [
        event(json!({ "event": "connecting", "ts": now - 65_000 })),
        event(json!({ "event": "open", "ts": now - 65_000 })),
        event(json!({ "event": "message", "direction": "incoming", "data": "{\"type\":\"tick\",\"n\":1}", "size": 20, "ts": now - 2_000 })),
        event(json!({ "event": "message", "direction": "incoming", "data": "{\"type\":\"bye\"}", "size": 14, "ts": now - 1_500,
                      "sampled": { "messageRate": 80, "keptRate": 5, "skipped": 8 } })),
        event(json!({ "id": "c0", "event": "close", "code": 1006, "reason": "", "ts": now - 1_000 })),
    ] });
    post(&server, "/websocket-events", events).await;
    let agent = Agent::connect(&server).await;
    let (status, _) = agent.call("get_websocket_status", json!({})).await;
    assert_eq!(
        status,
        json!({
            "summary": "1 open and 1 recently closed WebSocket connections.",
            "connections": [{
                "id": "c1", "url": "ws://localhost/live", "pageUrl": "http://localhost/", "tab": "7", "state": "open",
                "openedAt": "2026-01-22T10:28:55.000Z", "duration": "1m05s",
                "messageRate": {
                    "incoming": { "perSecond": 2.0, "total": 10, "bytes": 34 },
                    "outgoing": { "perSecond": 0.0, "total": 0, "bytes": 0 },
                },
                "lastMessage": {
                    "incoming": { "at": "2026-01-22T10:29:58.500Z", "age": "1.5s", "preview": "{\"type\":\"bye\"}" },
                    "outgoing": null,
                },
                "schema": {
                    "detectedKeys": ["n", "type"], "messageCount": 2, "consistent": false,
                    "variants": [{ "keys": ["n", "type"], "share": 0.5 }, { "keys": ["type"], "share": 0.5 }],
                },
                "sampling": { "active": true, "rate": 5.0, "reason": "incoming: 80 messages/s, about 5/s are kept" },
            }],
            "closed": [{ "id": "c0", "url": "ws://localhost/live", "pageUrl": "http://localhost/", "tab": "7", "code": 1006, "reason": "", "closedAt": "2026-01-22T10:29:59.000Z",
                         "totals": { "incoming": 0, "outgoing": 0 } }],
        })
    );
    let (none, _) = agent.call("get_websocket_status", json!({ "connection_id": "c9" })).await;
    assert_eq!(none["connections"], json!([]));
    server.post("/clear", "").await;
    assert_eq!(agent.call("get_websocket_status", json!({})).await.0["closed"], json!([]));
}

#[tokio::test]
async fn websocket_status_stays_within_its_budget_and_says_what_is_missing() {
    let server = TestServer::new();
    let keys: Vec<_> = (0..100).map(|index| format!("\"key{index:03}\":1")).collect();
    let data = format!("{{{}}}", keys.join(","));
    let mut events = Vec::new();
    for index in 0..70 {
        let event = json!({ "id": format!("c{index}"), "url": "ws://localhost/live", "pageUrl": "http://localhost/", "event": "open" });
        let message =
            json!({ "id": format!("c{index}"), "event": "message", "direction": "incoming", "data": data });
        let close =
            json!({ "id": format!("c{index}"), "event": "close", "code": 1000, "reason": "r".repeat(100) });
        events.extend([event, message].into_iter().chain((index < 10).then_some(close)));
    }
    post(&server, "/websocket-events", json!({ "events": events })).await;
    let agent = Agent::connect(&server).await;
    for (arguments, budget) in [
        (json!({}), 2_000),
        (json!({ "max_tokens": 100 }), 100),
        (json!({ "max_tokens": 500 }), 500),
        (json!({ "max_tokens": 90_000, "limit": 1_000 }), 20_000),
    ] {
        let (status, is_error) = agent.call("get_websocket_status", arguments).await;
        assert!(!is_error && status.to_string().len() <= budget * 7 / 2, "{budget}: {status}");
        assert_eq!(
            status["summary"], "60 open and 10 recently closed WebSocket connections.",
            "{budget}: {status}"
        );
        let left_out = |name: &str| status.get(name).map_or(0, |count| count.as_u64().unwrap() as usize);
        let shown = |name: &str| status[name].as_array().unwrap().len();
        assert_eq!(shown("connections") + left_out("omitted"), 60, "{budget}");
        assert_eq!(shown("closed") + left_out("closed_omitted"), 10, "{budget}");
        assert_eq!(status.get("next_cursor"), None);
    }
    let (one, _) = agent.call("get_websocket_status", json!({ "limit": 1 })).await;
    assert_eq!((one["connections"].as_array().unwrap().len(), &one["omitted"]), (1, &json!(59)));
    let detected = one["connections"][0]["schema"]["detectedKeys"].as_array().unwrap();
    assert_eq!((detected.len(), &detected[20]), (21, &json!("[80 more]")));
    let (unknown, _) = agent.call("get_websocket_status", json!({ "since": "0" })).await;
    assert_eq!(
        unknown["error"],
        "unknown argument `since`; this tool takes: connection_id, limit, max_tokens, url_filter, test_id, tab"
    );
}

#[tokio::test]
async fn connections_of_senders_that_number_them_are_found() {
    let server = TestServer::new();
    let events = json!({ "events": [{ "event": "open", "id": 5, "url": "ws://localhost/a" }, { "event": "message", "id": "6", "direction": "sideways" }] });
    post(&server, "/websocket-events", events).await;
    assert_eq!(server.get("/snapshot").await.json()["stats"]["ws_connections"], 2);
    let agent = Agent::connect(&server).await;
    for id in [json!(5), json!("5")] {
        let (found, _) = agent.call("get_websocket_events", json!({ "connection_id": id })).await;
        assert_eq!(column(&found, "events", "url"), ["ws://localhost/a"]);
        let (found, _) = agent.call("get_websocket_status", json!({ "connection_id": id })).await;
        assert_eq!(column(&found, "connections", "id"), ["5"]);
    }
    let (found, _) = agent.call("get_websocket_events", json!({ "connection_id": "6" })).await;
    assert_eq!(column(&found, "events", "direction"), ["sideways"]);
}

/// Ids of the connections that are open or recently closed.
async fn connections(agent: &Agent<'_>) -> Vec<String> {
    let (status, _) = agent.call("get_websocket_status", json!({})).await;
    let ids = column(&status, "connections", "id").into_iter().chain(column(&status, "closed", "id"));
    let mut ids: Vec<_> = ids.map(str::to_owned).collect();
    ids.sort();
    ids
}

async fn open_connections(server: &TestServer) {
    let events = json!({ "events": [
        { "event": "open", "id": "of a", "test_id": "a" },
        { "event": "close", "id": "closed of a", "test_id": "a" },
        { "event": "open", "id": "of b", "test_id": "b" },
        { "event": "open", "id": "of none" },
    ] });
    post(server, "/websocket-events", events).await;
}

#[tokio::test]
async fn a_clear_takes_the_connections_of_its_scope_with_it() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for (body, left) in [
        (json!({ "test_id": "a" }), &["of b", "of none"] as &[&str]),
        (json!({ "test_id": "a", "preserve_config": true }), &["of b", "of none"]),
        (json!({ "preserve_config": true }), &[]),
        (json!({}), &[]),
    ] {
        open_connections(&server).await;
        assert_eq!(connections(&agent).await, ["closed of a", "of a", "of b", "of none"]);
        server.post("/clear", body.to_string()).await;
        assert_eq!(connections(&agent).await, left, "{body}");
        server.post("/clear", "").await;
    }
    open_connections(&server).await;
    server.delete("/logs").await;
    assert_eq!(connections(&agent).await.len(), 4, "they are no log entries");
}

#[tokio::test]
async fn a_test_that_runs_again_starts_without_its_connections() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let boundary = async |body: Value| server.post("/test-boundary", body.to_string()).await;
    boundary(json!({ "test_id": "a", "action": "start" })).await;
    open_connections(&server).await;
    boundary(json!({ "test_id": "a", "action": "end", "status": "passed" })).await;
    assert_eq!(connections(&agent).await.len(), 4);
    boundary(json!({ "test_id": "a", "action": "start" })).await;
    // What came without a test while only this one ran is its own.
    assert_eq!(connections(&agent).await, ["of b"]);
}

/// A login flow: two actions, two requests, an error, a warning, an ignored info line.
async fn login_flow(server: &TestServer) {
    let actions = json!({ "actions": [
        { "type": "click", "timestamp": 1_000, "url": "http://localhost/login", "selectors": { "testId": "login" }, "eventId": "a1" },
        { "type": "navigate", "timestamp": 1_300, "fromUrl": "/login", "toUrl": "/dashboard", "url": "http://localhost/dashboard" },
    ] });
    post(server, "/enhanced-actions", actions).await;
    let bodies = json!({ "bodies": [
        { "ts": "1970-01-01T00:00:01.150Z", "method": "POST", "url": "/api/login", "pageUrl": "http://localhost/login", "status": 200,
          "duration": 145, "contentType": "application/json", "responseBody": "{\"id\":1,\"user\":{\"name\":\"Bob\"}}" },
        { "ts": "1970-01-01T00:00:01.500Z", "method": "GET", "url": "/api/dashboard", "pageUrl": "http://localhost/dashboard", "status": 500,
          "duration": 80, "contentType": "text/html", "responseBody": "<p>", "requestId": "r2" },
    ] });
    post(server, "/network-bodies", bodies).await;
    let entries = json!({ "entries": [
        { "type": "console", "level": "info", "message": "noise", "ts": 1_550, "url": "http://localhost/dashboard" },
        { "type": "network", "level": "error", "message": "GET /api/dashboard → 500", "url": "/api/dashboard", "status": 500, "requestId": "r2", "ts": 1_580 },
        { "type": "network", "level": "error", "method": "GET", "message": "GET /api/lost → 0", "url": "/api/lost", "status": 0, "requestId": "r3", "ts": 1_590 },
        { "type": "console", "level": "warn", "message": "careful", "ts": 1_600, "url": "http://localhost/dashboard" },
        { "type": "exception", "message": "Failed to load sidebar widget", "ts": 2_000, "url": "http://localhost/dashboard" },
    ] });
    post(server, "/logs", entries).await;
}

#[tokio::test]
async fn the_timeline_orders_cause_and_effect() {
    let server = TestServer::new();
    login_flow(&server).await;
    let (answer, _) = Agent::connect(&server).await.call("get_session_timeline", json!({})).await;
    assert_eq!(
        answer,
        json!({
            "summary": { "actions": 2, "network_requests": 3, "console_errors": 1, "duration_ms": 1_000 },
            "timeline": [
                { "ts": 1_000, "kind": "action", "type": "click", "url": "http://localhost/login", "selectors": { "testId": "login" } },
                { "ts": 1_150, "answered": 1_295, "kind": "network", "method": "POST", "url": "/api/login", "status": 200, "duration": 145,
                  "contentType": "application/json", "responseShape": { "id": "number", "user": { "name": "string" } } },
                { "ts": 1_300, "kind": "action", "type": "navigate", "url": "http://localhost/dashboard", "fromUrl": "/login", "toUrl": "/dashboard" },
                { "ts": 1_500, "answered": 1_580, "kind": "network", "method": "GET", "url": "/api/dashboard", "status": 500, "duration": 80,
                  "contentType": "text/html", "responseShape": null },
                { "ts": 1_590, "kind": "network", "method": "GET", "url": "/api/lost", "status": 0 },
                { "ts": 1_600, "kind": "console", "level": "warn", "message": "careful", "url": "http://localhost/dashboard" },
                { "ts": 2_000, "kind": "console", "level": "error", "message": "Failed to load sidebar widget",
                  "url": "http://localhost/dashboard" },
            ],
        })
    );
}

#[tokio::test]
async fn a_timeline_can_be_narrowed_by_actions_kinds_and_url() {
    let server = TestServer::new();
    login_flow(&server).await;
    let agent = Agent::connect(&server).await;
    let times = async |arguments: Value| -> Vec<i64> {
        let (answer, is_error) = agent.call("get_session_timeline", arguments).await;
        assert!(!is_error, "{answer}");
        answer["timeline"].as_array().unwrap().iter().map(|row| row["ts"].as_i64().unwrap()).collect()
    };
    assert_eq!(times(json!({ "last_n_actions": 1 })).await, [1_300, 1_500, 1_590, 1_600, 2_000]);
    assert_eq!(times(json!({ "last_n_actions": 9 })).await.len(), 7);
    assert_eq!(times(json!({ "last_n_actions": 1, "include": ["network"] })).await, [1_500, 1_590]);
    assert_eq!(times(json!({ "include": ["actions", "console"] })).await, [1_000, 1_300, 1_600, 2_000]);
    assert_eq!(times(json!({ "url": "/login" })).await, [1_000, 1_150]);
    let (wrong, is_error) = agent.call("get_session_timeline", json!({ "include": ["clicks"] })).await;
    assert!(is_error);
    assert_eq!(
        wrong["error"],
        "argument `include[0]`: unknown variant `clicks`, expected one of `actions`, `network`, `console`, `websocket`, `screenshots`"
    );
}

#[tokio::test]
async fn an_empty_timeline_and_a_huge_one() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let (empty, _) = agent.call("get_session_timeline", json!({})).await;
    let nothing = json!({ "actions": 0, "network_requests": 0, "console_errors": 0, "duration_ms": 0 });
    assert_eq!((&empty["summary"], &empty["timeline"]), (&nothing, &json!([])));

    let entries: Vec<_> =
        (0..300).map(|i| json!({ "level": "error", "message": format!("e{i}"), "ts": 1_000 + i })).collect();
    post(&server, "/logs", json!({ "entries": entries })).await;
    let (huge, _) = agent.call("get_session_timeline", json!({ "max_tokens": 20_000 })).await;
    let rows = huge["timeline"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[199]["message"], &huge["omitted"]), (200, &json!("e299"), &json!(100)));
    assert_eq!(huge["summary"]["console_errors"], 300);
    let (older, _) = agent
        .call("get_session_timeline", json!({ "cursor": huge["next_cursor"], "max_tokens": 20_000 }))
        .await;
    assert_eq!(older["timeline"].as_array().unwrap().len(), 100);
}

/// Requests carry the time of their start and arrive with their answer, after what happened meanwhile; one of them is
/// also told of by a log entry, which came before.
async fn late_answers(server: &TestServer) {
    let click = |ts: i64| json!({ "type": "click", "timestamp": ts, "url": "http://localhost/", "tab": "7" });
    let error = |ts: i64| json!({ "type": "exception", "message": format!("at {ts}"), "ts": ts, "url": "http://localhost/", "tabId": 7 });
    let body = |ts: i64, id: &str| json!({ "ts": ts, "method": "GET", "url": "/api", "pageUrl": "http://localhost/", "status": 500, "requestId": id, "tab": "7" });
    let refusal = |ts: i64, id: &str| json!({ "type": "network", "level": "error", "method": "GET", "message": "GET /api", "ts": ts, "url": "/api", "status": 500, "requestId": id });
    for (path, body) in [
        ("/enhanced-actions", json!({ "actions": [click(1_000), click(2_000), click(3_000)] })),
        (
            "/logs",
            json!({ "entries": [error(1_200), refusal(1_900, "r1"), error(2_500), refusal(3_400, "r3"), error(3_500)] }),
        ),
        (
            "/network-bodies",
            json!({ "bodies": [body(3_100, "r2"), body(2_100, "r3"), body(1_100, "r1"), body(3_100, "r4")] }),
        ),
    ] {
        post(server, path, body).await;
    }
}

#[tokio::test]
async fn the_pages_of_a_timeline_together_are_the_timeline() {
    let server = TestServer::new();
    late_answers(&server).await;
    let agent = Agent::connect(&server).await;
    for scope in [
        json!({}),
        json!({ "last_n_actions": 2 }),
        json!({ "last_n_actions": 1, "include": ["network", "console"] }),
        json!({ "since": "1100", "include": ["network"] }),
    ] {
        let (whole, _) = agent.call("get_session_timeline", scope.clone()).await;
        assert!(whole.get("omitted").is_none() && whole["timeline"].as_array().unwrap().len() > 2, "{whole}");
        for limit in 1..=3 {
            let mut arguments = scope.clone();
            arguments["limit"] = json!(limit);
            let mut rows = Vec::new();
            loop {
                let (page, is_error) = agent.call("get_session_timeline", arguments.clone()).await;
                assert!(!is_error, "{page}");
                assert_eq!(page["summary"], whole["summary"]);
                rows.splice(..0, page["timeline"].as_array().unwrap().iter().cloned());
                let total = whole["timeline"].as_array().unwrap().len();
                assert_eq!(
                    page.get("omitted").map_or(0, |left| left.as_u64().unwrap()),
                    (total - rows.len()) as u64
                );
                match page.get("next_cursor") {
                    Some(cursor) => arguments["cursor"] = cursor.clone(),
                    None => break,
                }
            }
            assert_eq!(json!(rows), whole["timeline"], "{scope} by {limit}");
        }
    }
}

#[tokio::test]
async fn what_arrives_between_two_pages_of_a_timeline_moves_nothing() {
    let server = TestServer::new();
    late_answers(&server).await;
    let agent = Agent::connect(&server).await;
    let scope = json!({ "last_n_actions": 2, "limit": 3 });
    let (first, _) = agent.call("get_session_timeline", scope.clone()).await;
    let next = json!({ "last_n_actions": 2, "limit": 3, "cursor": first["next_cursor"] });
    let (second, _) = agent.call("get_session_timeline", next.clone()).await;
    late_answers(&server).await;
    assert_eq!(agent.call("get_session_timeline", next).await.0, second);
    let (fresh, _) = agent.call("get_session_timeline", scope).await;
    assert_ne!(fresh["omitted"], first["omitted"]);
}

#[tokio::test]
async fn a_cursor_of_another_list_is_refused() {
    let server = TestServer::new();
    late_answers(&server).await;
    let agent = Agent::connect(&server).await;
    for (from, to) in
        [("get_session_timeline", "get_browser_logs"), ("get_browser_logs", "get_session_timeline")]
    {
        let (page, _) = agent.call(from, json!({ "limit": 1 })).await;
        let (refused, is_error) = agent.call(to, json!({ "cursor": page["next_cursor"] })).await;
        assert!(is_error, "{refused}");
        let cursor = page["next_cursor"].as_str().unwrap();
        let expected = format!(
            "argument `cursor`: expected a `next_cursor` of an earlier answer of this tool, got `{cursor}`"
        );
        assert_eq!(refused["error"], expected);
    }
}

#[tokio::test]
async fn every_row_of_a_timeline_names_its_tab() {
    let server = TestServer::new();
    late_answers(&server).await;
    let (answer, _) =
        Agent::connect(&server).await.call("get_session_timeline", json!({ "last_n_actions": 1 })).await;
    assert_eq!(column(&answer, "timeline", "kind"), ["action", "network", "network", "console"]);
    assert_eq!(column(&answer, "timeline", "tab"), ["7"; 4]);
    assert_eq!(answer["timeline"][3]["url"], "http://localhost/");
}

#[tokio::test]
async fn the_timeline_tells_which_keys_were_held() {
    let server = TestServer::new();
    let actions = json!({ "actions": [
        { "type": "click", "text": "Open", "modifiers": ["Control", "Shift"], "url": "http://localhost/", "ts": 1_000 },
        { "type": "keypress", "key": "Enter", "modifiers": ["Meta"], "url": "http://localhost/", "ts": 2_000 },
        { "type": "click", "text": "Save", "url": "http://localhost/", "ts": 3_000 },
    ] });
    post(&server, "/enhanced-actions", actions).await;
    let (answer, _) = Agent::connect(&server).await.call("get_session_timeline", json!({})).await;
    assert_eq!(
        answer["timeline"],
        json!([
            { "ts": 1_000, "kind": "action", "type": "click", "url": "http://localhost/", "text": "Open", "modifiers": ["Control", "Shift"] },
            { "ts": 2_000, "kind": "action", "type": "keypress", "url": "http://localhost/", "key": "Enter", "modifiers": ["Meta"] },
            { "ts": 3_000, "kind": "action", "type": "click", "url": "http://localhost/", "text": "Save" },
        ])
    );
}

/// Names of a tool's arguments that are numbers.
fn numbers_of(tool: &Value) -> Vec<&str> {
    let properties = tool["inputSchema"]["properties"].as_object().unwrap();
    let is_number = |schema: &Value| schema["type"] == "integer" || schema["type"] == "number";
    properties.iter().filter(|(_, schema)| is_number(schema)).map(|(name, _)| name.as_str()).collect()
}

/// What a tool cannot be called without.
fn required_by(tool: &Value) -> Map<String, Value> {
    let names = tool["inputSchema"]["required"].as_array().into_iter().flatten();
    names.map(|name| (name.as_str().unwrap().to_owned(), json!("main"))).collect()
}

#[tokio::test]
async fn every_number_of_every_tool_can_be_written_as_text() {
    let server = TestServer::new();
    login_flow(&server).await;
    let agent = Agent::connect(&server).await;
    let list = agent.request("tools/list", json!({})).await;
    let mut tried = 0;
    for tool in list["result"]["tools"].as_array().unwrap() {
        let tool_name = tool["name"].as_str().unwrap();
        // One that waits is asked in `streaming.rs`, where the clock moves.
        for name in numbers_of(tool).into_iter().filter(|_| tool_name != "wait_for_events") {
            let call = async |number: Value| {
                let mut arguments = required_by(tool);
                arguments.insert(name.to_owned(), number);
                agent.call(tool_name, Value::Object(arguments)).await
            };
            let plain = call(json!(2_000)).await;
            for same in [json!("2000"), json!(" 2000 "), json!(2e3)] {
                assert_eq!(call(same.clone()).await, plain, "{tool_name}: {name} as {same}");
            }
            for wrong in [json!("many"), json!(1.5), json!(-1), json!(true)] {
                let (refused, is_error) = call(wrong.clone()).await;
                let reason = refused["error"].as_str().unwrap_or_default();
                let expected = format!("argument `{name}`: expected a whole number from ");
                assert!(is_error && reason.starts_with(&expected), "{tool_name}: {refused}");
                assert!(reason.ends_with(&format!(", got {wrong}")), "{tool_name}: {refused}");
            }
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}

#[tokio::test]
async fn a_status_beyond_all_is_as_good_as_the_largest() {
    let server = TestServer::new();
    login_flow(&server).await;
    let agent = Agent::connect(&server).await;
    let shown =
        async |arguments: Value| agent.call("get_network_bodies", arguments).await.0["requests"].clone();
    assert_eq!(shown(json!({ "status_max": 100_000 })).await, shown(json!({})).await);
    assert_eq!(shown(json!({ "status_min": "100000" })).await, json!([]));
}

#[tokio::test]
async fn how_many_actions_can_be_written_as_any_whole_number_from_one() {
    let server = TestServer::new();
    login_flow(&server).await;
    let agent = Agent::connect(&server).await;
    let (one, _) = agent.call("get_session_timeline", json!({ "last_n_actions": 1 })).await;
    for same in [json!("1"), json!(1.0), json!(" 1 ")] {
        assert_eq!(agent.call("get_session_timeline", json!({ "last_n_actions": same })).await.0, one);
    }
    for tool in ["get_session_timeline", "generate_test", "get_reproduction_script"] {
        for wrong in [json!(0), json!(-1), json!(1.5), json!("all")] {
            let (refused, is_error) = agent.call(tool, json!({ "last_n_actions": wrong })).await;
            let expected = format!("argument `last_n_actions`: expected a whole number from 1, got {wrong}");
            assert_eq!((is_error, &refused["error"]), (true, &json!(expected)), "{tool}");
        }
    }
}

#[tokio::test]
async fn contracts_are_analyzed_reported_and_cleared() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let call = async |arguments: Value| agent.call("validate_api", arguments).await.0;
    let empty = call(json!({ "action": "analyze" })).await;
    assert_eq!(
        empty["summary"],
        "No request with a JSON answer has been captured since the server started or was cleared: use the app, then ask again."
    );
    let answer = |body: Value| {
        json!({ "bodies": [{ "method": "GET", "url": "http://localhost/api/users/1", "status": 200,
            "contentType": "application/json", "responseBody": body.to_string() }] })
    };
    for _ in 0..3 {
        post(&server, "/network-bodies", answer(json!({ "id": 1, "name": "a" }))).await;
    }
    assert_eq!(
        call(json!({ "action": "analyze" })).await["summary"],
        "1 endpoint from 3 requests: no violations."
    );
    post(&server, "/network-bodies", answer(json!({ "id": 1 }))).await;
    let analyzed = call(json!({ "action": "analyze" })).await;
    assert_eq!(analyzed["summary"], "1 endpoint from 4 requests: 1 warning.");
    assert_eq!(column(&analyzed, "violations", "type"), ["shape_change"]);
    assert_eq!((&analyzed["tracked_endpoints"], &analyzed["clean_endpoints"]), (&json!(1), &json!(0)));
    let filtered = call(json!({ "action": "analyze", "url_filter": "/orders" })).await;
    assert_eq!(filtered["summary"], "None of 1 endpoint matches the filter.");
    let reported = call(json!({ "action": "report" })).await;
    assert_eq!(column(&reported, "endpoints", "endpoint"), ["GET /api/users/{id}"]);
    let openapi = call(json!({ "action": "report", "format": "openapi" })).await;
    let document: Value = serde_json::from_str(openapi["openapi"].as_str().unwrap()).unwrap();
    assert_eq!(
        document["paths"]["/api/users/{id}"]["get"]["responses"]["200"]["description"],
        "Seen 4 times"
    );
    let types = call(json!({ "action": "report", "format": "typescript" })).await;
    assert!(
        types["typescript"].as_str().unwrap().contains("export type GetApiUsersIdResponse = {"),
        "{types}"
    );
    // Clearing entries leaves what was learned.
    agent.call("clear_browser_logs", json!({})).await;
    assert_eq!(call(json!({ "action": "clear" })).await["summary"], "Forgot what was learned of 1 endpoint.");
    assert_eq!(call(json!({ "action": "analyze" })).await["tracked_endpoints"], 0);
    let (refused, is_error) = agent.call("validate_api", json!({ "action": "guess" })).await;
    assert!(is_error && refused["error"].as_str().unwrap().contains("`analyze`"), "{refused}");
}

#[tokio::test]
async fn traffic_is_held_against_a_written_contract() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let body = json!({ "bodies": [{ "method": "GET", "url": "http://localhost/api/users/1", "status": 200,
        "contentType": "application/json", "responseBody": json!({ "id": "1" }).to_string() }] });
    post(&server, "/network-bodies", body).await;
    let schema = json!({ "type": "object", "properties": { "id": { "type": "integer" } } });
    let held = |expected: Value| json!({ "action": "analyze", "url_filter": "users", "expected": expected });
    let (answer, _) = agent.call("validate_api", held(schema.clone())).await;
    assert_eq!(
        (answer["summary"].as_str().unwrap(), &answer["violations"][0]["description"]),
        (
            "1 endpoint from 1 requests: no violations. Bodies held against `expected`: 1, departures: 1.",
            &json!("Field 'id' is string; the contract says integer")
        )
    );
    let (refused, is_error) =
        agent.call("validate_api", json!({ "action": "analyze", "expected": schema })).await;
    let reason = "argument `expected`: a JSON Schema does not say which endpoint it describes: name a part of its address (`url_filter`, or `--url` of `gasoline contracts`)";
    assert_eq!((is_error, &refused["error"]), (true, &json!(reason)));
    let (refused, is_error) = agent.call("validate_api", held(json!({ "swagger": "2.0" }))).await;
    let reason = "argument `expected`: `expected` is Swagger 2.0: convert it to OpenAPI 3 first";
    assert_eq!((is_error, &refused["error"]), (true, &json!(reason)));
}

#[tokio::test]
async fn a_load_is_reported_in_words_and_in_numbers() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let (nothing, is_error) = agent.call("check_performance", json!({})).await;
    assert!(is_error, "{nothing}");
    let total = json!({ "count": 0, "size": 0 });
    let snapshot = json!({
        "ts": support::NOW, "url": "http://localhost/shop",
        "timing": { "domContentLoaded": 300, "load": 640, "firstContentfulPaint": 90, "largestContentfulPaint": 120,
            "timeToFirstByte": 8, "domInteractive": 250 },
        "network": { "requestCount": 4, "transferSize": 20000, "decodedSize": 50000, "slowestRequests": [],
            "byType": { "script": total, "style": total, "image": total, "font": total, "fetch": total, "other": total } },
        "longTasks": { "count": 0, "totalBlockingTime": 0, "longest": 0 },
    });
    server.post("/performance-snapshot", snapshot.to_string()).await;
    let texts = agent.texts("check_performance", &json!({ "url": "/shop" })).await;
    assert!(texts[0].starts_with("Load of `http://localhost/shop`. No baseline yet"), "{}", texts[0]);
    let numbers: Value = serde_json::from_str(&texts[1]).unwrap();
    assert_eq!(numbers["summary"], "/shop loaded in 640 ms: no baseline yet.");
    assert_eq!(numbers["timing"]["load"], 640.0);
    let (other, is_error) = agent.call("check_performance", json!({ "url": "/other" })).await;
    assert!(is_error && other["error"].as_str().unwrap().contains("contains `/other`"), "{other}");
}
