//! What clients are told unasked: through the real router, on a clock that the test moves.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::time::Duration;

use axum::body::Body;
use futures_util::StreamExt;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use support::agent::Agent;
use support::{TestServer, request};
use tower::ServiceExt;

async fn fail(server: &TestServer, path: &str) {
    let body = json!({ "bodies": [{
        "method": "POST", "url": format!("http://localhost:3000{path}"), "pageUrl": "http://localhost:3000/",
        "status": 500, "responseBody": "{\"error\":\"Internal server error\"}",
    }] });
    let answer = server.post("/network-bodies", body.to_string()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
}

async fn throw(server: &TestServer, message: &str) {
    let entry = json!({ "type": "exception", "message": message, "url": "http://localhost:3000/cart" });
    server.post("/logs", json!({ "entries": [entry] }).to_string()).await;
}

async fn enable(agent: &Agent<'_>, arguments: Value) -> Value {
    let mut all = json!({ "enabled": true });
    all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
    let (answer, is_error) = agent.call("configure_streaming", all).await;
    assert!(!is_error, "{answer}");
    answer
}

#[tokio::test]
async fn an_enabled_stream_delivers_in_three_ways_and_the_documented_form() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let mut notifications = agent.listen().await;
    enable(&agent, json!({})).await;
    fail(&server, "/api/users").await;
    server.clock.until_timers(1).await;
    server.clock.advance(2_000);
    let event = json!({
        "category": "network_errors", "severity": "error", "message": "Server error: POST /api/users → 500",
        "timestamp": "2026-01-22T10:30:00.000Z", "id": 1,
        "context": {
            "url": "http://localhost:3000/api/users", "pageUrl": "http://localhost:3000/", "method": "POST", "status": 500,
            "response_preview": "{\"error\":\"Internal server error\"}",
        },
    });
    assert_eq!(
        notifications.next().await,
        json!({ "jsonrpc": "2.0", "method": "notifications/gasoline/event", "params": event })
    );
    assert_eq!(
        notifications.next().await,
        json!({ "jsonrpc": "2.0", "method": "notifications/message",
            "params": { "level": "error", "logger": "gasoline", "data": event } })
    );
    let (answer, _) = agent.call("get_browser_logs", json!({})).await;
    assert_eq!(
        answer["alerts"],
        json!({ "count": 1, "events": [{
            "category": "network_errors", "severity": "error", "message": "Server error: POST /api/users → 500",
            "timestamp": "2026-01-22T10:30:00.000Z",
        }] })
    );
    let (answer, _) = agent.call("get_browser_logs", json!({})).await;
    assert_eq!(answer.get("alerts"), None, "each alert is told once");
}

#[tokio::test]
async fn streaming_is_off_until_it_is_turned_on_and_after_it_is_turned_off() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let (status, _) = agent.call("configure_streaming", json!({})).await;
    assert_eq!(
        status,
        json!({
            "summary": "Streaming is off. `wait_for_events` works all the same.", "enabled": false,
            "events": ["errors", "network_errors", "performance", "user_frustration", "security"],
            "severity_min": "warning", "throttle_seconds": 5, "notifications_sent": 0,
        })
    );
    fail(&server, "/api/a").await;
    assert_eq!(agent.call("get_browser_logs", json!({})).await.0.get("alerts"), None);
    enable(&agent, json!({})).await;
    fail(&server, "/api/b").await;
    agent.call("configure_streaming", json!({ "enabled": false })).await;
    fail(&server, "/api/c").await;
    assert_eq!(agent.call("get_browser_logs", json!({})).await.0.get("alerts"), None);
}

#[tokio::test]
async fn one_clients_choice_is_no_other_clients() {
    let server = TestServer::new();
    let (one, other, third) =
        (Agent::connect(&server).await, Agent::connect(&server).await, Agent::connect(&server).await);
    enable(&one, json!({ "events": ["errors"], "throttle_seconds": 60 })).await;
    let status = enable(&other, json!({ "url_filter": "/api/b" })).await;
    assert_eq!((&status["url_filter"], &status["throttle_seconds"]), (&json!("/api/b"), &json!(5)));
    throw(&server, "boom").await;
    fail(&server, "/api/a").await;
    fail(&server, "/api/b").await;
    let told = async |agent: &Agent<'_>| {
        let (answer, _) = agent.call("get_browser_logs", json!({})).await;
        let rows = answer["alerts"]["events"].as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(told(&one).await, ["New error: boom"]);
    assert_eq!(told(&other).await, ["Server error: POST /api/b → 500"]);
    assert_eq!(told(&third).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_throttle_beyond_its_bounds_or_an_unknown_category_is_refused_and_changes_nothing() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for (arguments, reason) in [
        (
            json!({ "enabled": true, "throttle_seconds": 0 }),
            "argument `throttle_seconds`: expected a whole number from 1 to 60, got 0",
        ),
        (
            json!({ "enabled": true, "throttle_seconds": 61 }),
            "argument `throttle_seconds`: expected a whole number from 1 to 60, got 61",
        ),
        (
            json!({ "enabled": true, "throttle_seconds": "soon" }),
            "argument `throttle_seconds`: expected a whole number from 0, got \"soon\"",
        ),
    ] {
        assert_eq!(agent.call("configure_streaming", arguments).await, (json!({ "error": reason }), true));
    }
    let (answer, is_error) =
        agent.call("configure_streaming", json!({ "enabled": true, "events": ["all"] })).await;
    assert!(is_error && answer["error"].as_str().unwrap().contains("network_errors"), "{answer}");
    assert_eq!(agent.call("configure_streaming", json!({})).await.0["enabled"], false);
    for smallest_and_largest in [1, 60] {
        enable(&agent, json!({ "throttle_seconds": smallest_and_largest })).await;
    }
}

#[tokio::test]
async fn our_own_programs_have_no_stream_and_are_told_what_to_use() {
    let server = TestServer::new();
    let answer = server.post("/tools/configure_streaming", "{}").await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(answer.text.contains("/events/stream"), "{}", answer.text);
}

/// A thousand significant events a second for ten seconds, then one a second.
#[tokio::test]
async fn a_flood_reaches_a_client_in_at_most_twelve_notifications_a_minute_that_count_everything() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let mut notifications = agent.listen().await;
    enable(&agent, json!({ "throttle_seconds": 1 })).await;
    let (mut counted, mut received, mut posted) = (0, 0, 0);
    for second in 0..60 {
        let count = if second < 10 { 1_000 } else { 1 };
        let bodies: Vec<Value> = (0..count)
            .map(|number| json!({ "method": "GET", "status": 500, "url": format!("http://localhost:3000/a{second}x{number}") }))
            .collect();
        posted += count;
        server.post("/network-bodies", json!({ "bodies": bodies }).to_string()).await;
        // A stream with something to send waits for the clock; then it moves on.
        server.clock.until_timers(1).await;
        server.clock.advance(1_000);
        while let Some(message) = notifications.next_now().await {
            if message["method"] == "notifications/gasoline/event" {
                received += 1;
                counted += message["params"]["count"].as_i64().unwrap_or(1);
            }
        }
    }
    assert!(received <= 12, "{received}");
    let (answer, _) = agent.call("get_browser_logs", json!({})).await;
    assert_eq!(answer["alerts"]["count"], posted);
    server.clock.until_timers(1).await;
    server.clock.advance(60_000);
    while counted < i64::from(posted) {
        let message = notifications.next().await;
        if message["method"] == "notifications/gasoline/event" {
            counted += message["params"]["count"].as_i64().unwrap_or(1);
        }
    }
    assert_eq!(counted, i64::from(posted));
}

#[tokio::test]
async fn waiting_returns_what_happens_together_and_works_with_streaming_off() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let waiting = agent.call("wait_for_events", json!({}));
    let happening = async {
        server.clock.until_timers(1).await;
        fail(&server, "/api/users").await;
        throw(&server, "boom").await;
        server.clock.until_timers(2).await;
        server.clock.advance(300);
    };
    let ((answer, is_error), ()) = tokio::join!(waiting, happening);
    assert!(!is_error);
    let messages: Vec<_> =
        answer["events"].as_array().unwrap().iter().map(|event| &event["message"]).collect();
    assert_eq!(messages, ["Server error: POST /api/users → 500", "New error: boom"]);
    assert_eq!((&answer["summary"], &answer["count"]), (&json!("2 events."), &json!(2)));
    // What comes between two calls is not missed.
    fail(&server, "/api/orders").await;
    let cursor = answer["next_cursor"].clone();
    let again = agent.call("wait_for_events", json!({ "cursor": cursor }));
    let ((answer, _), ()) = tokio::join!(again, async {
        server.clock.until_timers(2).await;
        server.clock.advance(300);
    });
    assert_eq!(answer["events"][0]["message"], "Server error: POST /api/orders → 500");
}

#[tokio::test]
async fn who_waits_is_told_that_an_error_came_back() {
    let server = TestServer::new();
    throw(&server, "boom").await;
    let agent = Agent::connect(&server).await;
    let waiting = agent.call("wait_for_events", json!({}));
    let happening = async {
        server.clock.until_timers(1).await;
        throw(&server, "boom").await;
        server.clock.until_timers(2).await;
        server.clock.advance(300);
    };
    let ((answer, _), ()) = tokio::join!(waiting, happening);
    assert_eq!(answer["summary"], "1 event, 1 of them seen before.");
    assert_eq!(answer["events"][0]["seen_before"], true);
}

#[tokio::test]
async fn silence_says_whether_pages_were_active() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let (answer, ()) =
        tokio::join!(agent.call("wait_for_events", json!({ "timeout_seconds": 500 })), async {
            server.clock.until_timers(1).await;
            server.clock.advance(55_000);
        });
    let summary = answer.0["summary"].as_str().unwrap();
    assert!(summary.starts_with("No significant event in 55 s: no captured page"), "{summary}");
    assert!(summary.ends_with(" 55 s is the longest wait; call again to go on."), "{summary}");
    let (answer, ()) = tokio::join!(agent.call("wait_for_events", json!({})), async {
        server.clock.until_timers(1).await;
        server
            .post("/logs", json!({ "entries": [{ "level": "log", "message": "hello" }] }).to_string())
            .await;
        server.clock.advance(30_000);
    });
    assert_eq!(
        answer.0["summary"],
        "No significant event in 30 s: captured pages were active, and nothing of what they did is significant."
    );
}

#[tokio::test]
async fn a_client_with_a_progress_token_may_wait_longer_and_is_shown_that_the_call_goes_on() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let params = json!({ "name": "wait_for_events", "arguments": { "timeout_seconds": 70 }, "_meta": { "progressToken": "p" } });
    let message = json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": params });
    let (text, ()) = tokio::join!(agent.post(&message), async {
        for _ in 0..7 {
            server.clock.until_timers(2).await;
            server.clock.advance(10_000);
            tokio::task::yield_now().await;
        }
    });
    assert!(text.contains("notifications/progress"), "{text}");
    assert!(text.contains("No significant event in 70 s"), "{text}");
}

#[tokio::test]
async fn a_call_that_is_withdrawn_stops_waiting() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let message = json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/call",
        "params": { "name": "wait_for_events", "arguments": {} } });
    let cancelled =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 9 } });
    let (text, ()) = tokio::join!(agent.post(&message), async {
        server.clock.until_timers(1).await;
        agent.post(&cancelled).await;
        server.clock.until_timers(0).await;
    });
    assert!(!text.contains("\"result\""), "{text}");
}

/// A reader of `/events/stream`.
struct Reader {
    pieces: axum::body::BodyDataStream,
}

impl Reader {
    async fn open(server: &TestServer, path: &str, last: Option<&str>) -> Self {
        let mut request = request(Method::GET, path);
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = server.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut reader = Self { pieces: response.into_body().into_data_stream() };
        assert_eq!(reader.next().await, ": open\n\n");
        reader
    }

    async fn next(&mut self) -> String {
        let piece = tokio::time::timeout(Duration::from_secs(20), self.pieces.next()).await.unwrap();
        String::from_utf8(piece.unwrap().unwrap().to_vec()).unwrap()
    }

    /// The id and message of the next event.
    async fn event(&mut self) -> (String, String) {
        let text = self.next().await;
        let field = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(name))
                .unwrap_or_else(|| panic!("{text}"))
                .to_owned()
        };
        let data: Value = serde_json::from_str(&field("data: ")).unwrap();
        (field("id: "), data["message"].as_str().unwrap().to_owned())
    }
}

#[tokio::test]
async fn a_reader_gets_events_with_ids_and_resumes_after_the_last_one() {
    let server = TestServer::new();
    fail(&server, "/api/before").await;
    let mut reader = Reader::open(&server, "/events/stream", None).await;
    fail(&server, "/api/a").await;
    let (id, message) = reader.event().await;
    assert_eq!(message, "Server error: POST /api/a → 500");
    drop(reader);
    fail(&server, "/api/b").await;
    fail(&server, "/api/b").await;
    throw(&server, "boom").await;
    let mut reader = Reader::open(&server, "/events/stream", Some(&id)).await;
    assert_eq!(reader.event().await.1, "Server error: POST /api/b → 500");
    assert_eq!(reader.event().await.1, "New error: boom");
    let mut other_run = Reader::open(&server, "/events/stream?events=errors", Some("other-99")).await;
    assert_eq!(other_run.event().await.1, "New error: boom");
}

#[tokio::test]
async fn a_reader_that_missed_events_is_told_so() {
    let server = TestServer::new();
    fail(&server, "/api/first").await;
    for number in 0..300 {
        fail(&server, &format!("/api/n{number}x")).await;
    }
    let first = format!("{}-1", server.app.run.id);
    let mut reader = Reader::open(&server, "/events/stream", Some(&first)).await;
    assert_eq!(reader.next().await, "event: missed\ndata: {}\n\n");
    assert_eq!(reader.event().await.1, "Server error: POST /api/n44x → 500");
}

#[tokio::test]
async fn a_reader_that_does_not_read_is_dropped_and_others_go_on() {
    let server = TestServer::new();
    let stuck = Reader::open(&server, "/events/stream", None).await;
    for number in 0..40 {
        fail(&server, &format!("/api/n{number}x")).await;
    }
    server.clock.until_timers(1).await;
    server.clock.advance(10_000);
    server.clock.until_timers(0).await;
    let mut other = Reader::open(&server, "/events/stream", None).await;
    fail(&server, "/api/last").await;
    assert_eq!(other.event().await.1, "Server error: POST /api/last → 500");
    drop(stuck);
}

#[tokio::test]
async fn a_reader_of_entries_gets_each_once_in_order_and_resumes() {
    let server = TestServer::new();
    throw(&server, "early").await;
    let mut reader = Reader::open(&server, "/entries/stream", None).await;
    throw(&server, "one").await;
    let (id, message) = reader.event().await;
    assert_eq!(message, "one");
    drop(reader);
    throw(&server, "two").await;
    let mut reader = Reader::open(&server, "/entries/stream", Some(&id)).await;
    throw(&server, "three").await;
    assert_eq!((reader.event().await.1, reader.event().await.1), ("two".to_owned(), "three".to_owned()));
    server.delete("/clear").await;
    assert_eq!(reader.next().await, "event: cleared\ndata: {}\n\n");
    let from_page = request(Method::GET, "/entries/stream").header("origin", "http://localhost:3000");
    assert_eq!(server.send(from_page.body(Body::empty()).unwrap()).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn readers_are_guarded_and_bounded() {
    let server = TestServer::new();
    let from_page = request(Method::GET, "/events/stream").header("origin", "http://localhost:3000");
    assert_eq!(server.send(from_page.body(Body::empty()).unwrap()).await.status, StatusCode::FORBIDDEN);
    assert_eq!(server.get("/events/stream?events=everything").await.status, StatusCode::BAD_REQUEST);
    let mut readers = Vec::new();
    for _ in 0..32 {
        readers.push(Reader::open(&server, "/events/stream", None).await);
    }
    assert_eq!(server.get("/events/stream").await.status, StatusCode::TOO_MANY_REQUESTS);
    drop(readers);
}

#[tokio::test]
async fn a_clear_makes_errors_new_again_and_leaves_streams_as_they_are() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    enable(&agent, json!({})).await;
    throw(&server, "boom").await;
    agent.call("clear_browser_logs", json!({})).await;
    server.clock.advance(30_000);
    throw(&server, "boom").await;
    let (answer, _) = agent.call("get_browser_logs", json!({})).await;
    assert_eq!(answer["alerts"]["events"][0]["message"], "New error: boom");
}

#[tokio::test]
async fn a_client_about_one_app_is_told_of_no_other() {
    let server = TestServer::new();
    let agent = Agent::connect_to(&server, "/mcp?site=localhost:4000").await;
    enable(&agent, json!({})).await;
    throw(&server, "boom").await;
    assert_eq!(agent.call("get_browser_logs", json!({})).await.0.get("alerts"), None);
}
