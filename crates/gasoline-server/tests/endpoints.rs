//! Every further endpoint through the real router: kinds, performance, tests, exports.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::io::Read;

use gasoline_server::ServerOptions;
use http::StatusCode;
use serde_json::{Value, json};
use support::TestServer;

#[tokio::test]
async fn each_kind_has_its_endpoint_and_its_array() {
    let server = TestServer::new();
    for (path, field, array) in [
        ("/websocket-events", "events", "websocket_events"),
        ("/network-bodies", "bodies", "network_bodies"),
        ("/enhanced-actions", "actions", "enhanced_actions"),
        ("/dom-snapshots", "snapshots", "dom_snapshots"),
    ] {
        let body = json!({ field: [{ "url": "http://localhost/", "id": "c", "event": "open", "x": 1 }] });
        assert_eq!(server.post(path, body.to_string()).await.json(), json!({ "received": 1 }), "{path}");
        assert_eq!(server.get("/snapshot").await.json()[array][0]["x"], 1, "{array}");
        let wrong = server.post(path, r#"{"things":[]}"#).await;
        assert_eq!(
            wrong.json()["error"],
            format!("expected `{{\"{field}\": […]}}`: missing field `{field}`")
        );
    }
}

#[tokio::test]
async fn stats_count_failures_and_connections() {
    let server = TestServer::new();
    let bodies = json!({ "bodies": [
        { "status": 200 }, { "status": 404 }, { "status": 503, "error": "page left" },
        { "status": 0, "error": "TypeError: Failed to fetch" }, { "status": 0, "error": "timeout" },
        { "url": "/unanswered", "error": "network error" },
        { "status": 0, "url": "/opaque" }, { "status": 0, "error": "aborted" }, { "status": 0, "error": "page left" },
    ] });
    server.post("/network-bodies", bodies.to_string()).await;
    let events = json!({ "events": [
        { "id": "c1", "page": "p", "event": "open" }, { "id": "c1", "page": "p", "event": "close" },
        { "id": "c1", "page": "q", "event": "open" },
    ] });
    server.post("/websocket-events", events.to_string()).await;
    let stats = server.get("/snapshot").await.json()["stats"].clone();
    assert_eq!((&stats["network_failures"], &stats["ws_connections"]), (&json!(5), &json!(2)));
}

fn performance(load: f64) -> String {
    json!({
        "ts": "2026-01-22T10:30:00.000Z", "url": "http://localhost:3000/cart?x=1",
        "timing": { "domContentLoaded": 1, "load": load, "firstContentfulPaint": null, "largestContentfulPaint": null,
                    "timeToFirstByte": 1, "domInteractive": 1 },
        "network": { "requestCount": 1, "transferSize": 1, "decodedSize": 1, "byType": {
            "script": { "count": 0, "size": 0 }, "style": { "count": 0, "size": 0 }, "image": { "count": 0, "size": 0 },
            "font": { "count": 0, "size": 0 }, "fetch": { "count": 0, "size": 0 }, "other": { "count": 1, "size": 1 },
        }, "slowestRequests": [] },
        "longTasks": { "count": 0, "totalBlockingTime": 0, "longest": 0 },
    })
    .to_string()
}

#[tokio::test]
async fn performance_is_kept_per_path_with_its_baseline() {
    let server = TestServer::new();
    let missing = server.get("/performance-snapshot?url=/cart").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    for load in [100.0, 300.0] {
        let answer = server.post("/performance-snapshot", performance(load)).await;
        assert_eq!(answer.json(), json!({ "received": true, "baseline_updated": true }));
    }
    let latest = server.get("/performance-snapshot?url=/cart").await.json();
    assert_eq!(latest["snapshot"]["timing"]["load"], 300.0);
    let baseline = &latest["baseline"];
    assert_eq!((&baseline["path"], &baseline["samples"]), (&json!("/cart"), &json!(2)));
    assert_eq!(
        (&baseline["usual"]["load"], &baseline["before_latest"]["load"]),
        (&json!(200.0), &json!(100.0))
    );
    assert_eq!(server.get("/snapshot").await.json()["performance_snapshots"].as_array().unwrap().len(), 1);

    server.post("/clear", r#"{"preserve_config":true}"#).await;
    server.post("/performance-snapshot", performance(200.0)).await;
    assert_eq!(server.get("/performance-snapshot").await.json()["baseline"]["samples"], 3);
    server.post("/clear", "").await;
    server.post("/performance-snapshot", performance(200.0)).await;
    assert_eq!(server.get("/performance-snapshot").await.json()["baseline"]["samples"], 1);
    let refused = server.post("/performance-snapshot", "[]").await;
    assert_eq!(refused.json()["error"], "snapshot[0]: expected an object, got array");
}

async fn boundary(server: &TestServer, body: Value) -> Value {
    server.post("/test-boundary", body.to_string()).await.json()
}

async fn logs(server: &TestServer, entries: Value) {
    server.post("/logs", json!({ "entries": entries }).to_string()).await;
}

fn messages(snapshot: &Value) -> Vec<&str> {
    snapshot["logs"].as_array().unwrap().iter().map(|entry| entry["message"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn entries_without_a_test_belong_to_the_one_that_runs_alone() {
    let server = TestServer::new();
    logs(&server, json!([{ "message": "before" }])).await;
    let noted = boundary(&server, json!({ "test_id": "a", "action": "start" })).await;
    assert_eq!(noted, json!({ "test_id": "a", "action": "start", "timestamp": "2026-01-22T10:30:00.000Z" }));
    logs(&server, json!([{ "message": "alone" }, { "message": "own id", "test_id": "b" }])).await;
    boundary(&server, json!({ "test_id": "b", "action": "start" })).await;
    logs(&server, json!([{ "message": "ambiguous" }])).await;
    let a = server.get("/snapshot?test_id=a").await.json();
    assert_eq!((messages(&a), &a["logs"][0]["test_id"]), (vec!["alone"], &json!("a")));
    assert_eq!(messages(&server.get("/snapshot?test_id=b").await.json()), ["own id"]);
    assert_eq!(server.get("/snapshot").await.json()["logs"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn a_failed_test_leaves_evidence_that_outlives_its_clear() {
    let server = TestServer::new();
    boundary(&server, json!({ "test_id": "t", "action": "start", "title": "logs in?token=abcdefgh12" }))
        .await;
    logs(&server, json!([{ "level": "error", "message": "boom" }])).await;
    boundary(&server, json!({ "test_id": "t", "action": "end", "status": "failed", "duration_ms": 12.5 }))
        .await;
    server.post("/clear", r#"{"test_id":"t"}"#).await;

    let tests = server.get("/tests").await.json();
    let ended = &tests["ended"][0];
    assert_eq!(
        (&ended["status"], &ended["duration_ms"], &ended["stats"]["error_count"]),
        (&json!("fail"), &json!(12.5), &json!(1))
    );
    assert!(ended["title"].as_str().unwrap().starts_with("logs in?token=[redacted:"));

    let request =
        support::request(http::Method::GET, "/tests?test_id=t").body(axum::body::Body::empty()).unwrap();
    let compressed = server.send_raw(request).await;
    let mut text = String::new();
    flate2::read::GzDecoder::new(compressed.as_slice()).read_to_string(&mut text).unwrap();
    let evidence: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(messages(&evidence), ["boom"]);
}

#[tokio::test]
async fn a_passed_test_leaves_counts_and_a_second_run_starts_clean() {
    let server = TestServer::new();
    for run in ["first", "second"] {
        boundary(&server, json!({ "test_id": "t", "action": "start" })).await;
        logs(&server, json!([{ "message": run, "test_id": "t" }])).await;
        assert_eq!(messages(&server.get("/snapshot?test_id=t").await.json()), [run]);
        boundary(&server, json!({ "test_id": "t", "action": "end", "status": "passed" })).await;
    }
    let tests = server.get("/tests").await.json();
    assert_eq!(tests["ended"].as_array().unwrap().len(), 1);
    assert_eq!(tests["ended"][0]["status"], "pass");
    assert_eq!(server.get("/tests?test_id=t").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn broken_boundaries_name_the_field() {
    let server = TestServer::new();
    for (body, reason) in [
        (r#"{"action":"start"}"#, "body is not a test boundary: missing field `test_id` at line 1 column 18"),
        (r#"{"test_id":"","action":"start"}"#, "body is not a test boundary: `test_id` is empty"),
        (
            r#"{"test_id":"t","action":"stop"}"#,
            "body is not a test boundary: unknown variant `stop`, expected `start` or `end` at line 1 column 30 (field `action`)",
        ),
    ] {
        let answer = server.post("/test-boundary", body).await;
        assert_eq!(
            (answer.status, answer.json()["error"].as_str().unwrap()),
            (StatusCode::BAD_REQUEST, reason)
        );
    }
}

#[tokio::test]
async fn spilled_records_are_files_anyone_can_open() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions { spill: Some(folder.path().to_path_buf()), ..ServerOptions::default() };
    let server = TestServer::with_options(&options);
    boundary(&server, json!({ "test_id": "chromium › a/b", "action": "start" })).await;
    logs(&server, json!([{ "level": "error", "message": "boom" }])).await;
    boundary(&server, json!({ "test_id": "chromium › a/b", "action": "end", "status": "timedOut" })).await;
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["1769077800000-chromium___a_b.json", "1769077800000-chromium___a_b.snapshot.json.gz"]);
}

#[tokio::test]
async fn requests_export_as_har() {
    let server = TestServer::new();
    let sample = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/wire/network-body.json"
    ));
    let body =
        format!(r#"{{"bodies":[{},{{"url":"http://localhost/x?a=1&b","method":"POST"}}]}}"#, sample.unwrap());
    server.post("/network-bodies", body).await;
    let har = server.get("/export/har").await.json();
    insta::assert_json_snapshot!("har", har);
}

#[tokio::test]
async fn the_capture_script_may_be_embedded_anywhere() {
    let script = TestServer::new().get("/gasoline-ci.js").await;
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(script.header("cross-origin-resource-policy"), Some("cross-origin"));
    assert!(script.text.len() > 1_000);
}

#[tokio::test]
async fn the_interface_describes_itself() {
    let document = TestServer::new().get("/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths: Vec<_> = document["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(paths.len(), 15, "{paths:?}");
    // Every reference leads somewhere.
    let text = document.to_string();
    for reference in text.split(r##""$ref":"#/components/schemas/"##).skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
    }
}

#[tokio::test]
async fn an_unreadable_query_is_refused_like_anything_else() {
    let server = TestServer::new();
    let refused = server.delete("/clear?preserve_config=perhaps").await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.json()["error"].as_str().unwrap().contains("preserve_config"), "{}", refused.text);
    assert_eq!(server.get("/snapshot?test_id=a&test_id=b").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn too_much_at_once_is_asked_to_wait() {
    let server = TestServer::new();
    let mut elsewhere = server.app.ingest_load.reservation();
    elsewhere.grow(24 * 1024 * 1024);
    let answer = server.post("/logs", r#"{"entries":[]}"#).await;
    assert_eq!((answer.status, answer.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, Some("1")));
    drop(elsewhere);
    assert_eq!(server.post("/logs", r#"{"entries":[]}"#).await.status, StatusCode::OK);
}
