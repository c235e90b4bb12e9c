//! Every further endpoint through the real router: kinds, performance, tests, exports.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::path::Path;

use gasoline_server::ServerOptions;
use gasoline_server::app::SavedCapture;
use gasoline_server::ids::FixedIds;
use http::StatusCode;
use serde_json::{Value, json};
use support::TestServer;
use support::agent::Agent;
use support::schema::violations;

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

/// One entry of each kind that needs no picture, of a test and a time.
async fn one_of_each_kind(server: &TestServer, test_id: &str, ts: i64) {
    let entry = json!({ "ts": ts, "test_id": test_id, "url": format!("http://localhost/{test_id}"), "id": "c", "event": "open" });
    let batch = |field: &str| json!({ field: [entry] });
    let of_type = |kind: &str| {
        let mut entry = entry.clone();
        entry["type"] = json!(kind);
        json!({ "entries": [entry] })
    };
    for (path, body) in [
        ("/logs", batch("entries")),
        ("/websocket-events", batch("events")),
        ("/network-bodies", batch("bodies")),
        ("/enhanced-actions", batch("actions")),
        ("/dom-snapshots", batch("snapshots")),
        ("/performance-snapshot", entry.clone()),
        ("/logs", of_type("resource")),
        ("/logs", of_type("document")),
        ("/logs", of_type("storage")),
    ] {
        assert_eq!(server.post(path, body.to_string()).await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn a_snapshot_can_be_narrowed_by_time_and_test_in_every_kind() {
    let server = TestServer::new();
    one_of_each_kind(&server, "a", 1_000).await;
    one_of_each_kind(&server, "b", 2_000).await;
    for (query, tests) in [
        ("", &["a", "b"] as &[&str]),
        ("?since=1500", &["b"]),
        ("?test_id=a", &["a"]),
        ("?testId=b&since=1500", &["b"]),
        ("?test_id=a&since=1500", &[]),
        ("?test_id=c", &[]),
    ] {
        let snapshot = server.get(&format!("/snapshot{query}")).await.json();
        for array in [
            "logs",
            "websocket_events",
            "network_bodies",
            "enhanced_actions",
            "dom_snapshots",
            "performance_snapshots",
            "resources",
            "documents",
            "storage_writes",
        ] {
            let entries = snapshot[array].as_array().unwrap().iter();
            let found: Vec<_> = entries.map(|entry| entry["test_id"].as_str().unwrap()).collect();
            assert_eq!(found, tests, "{query} {array}");
        }
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

#[tokio::test]
async fn a_failed_request_counts_once_with_or_without_its_body() {
    let server = TestServer::new();
    let failure = |id: &str, status: u16| json!({ "type": "network", "level": "error", "status": status, "requestId": id });
    let entries = json!({ "entries": [
        failure("r1", 500), failure("r2", 404), failure("r3", 0), failure("r4", 200), { "type": "network", "message": "GET /" },
        { "type": "network", "level": "error", "status": 500, "requestId": 7 },
        { "type": "network", "level": "info", "status": 500 }, { "type": "console", "level": "error", "status": 500 },
    ] });
    server.post("/logs", entries.to_string()).await;
    let failures = async || server.get("/snapshot").await.json()["stats"]["network_failures"].clone();
    assert_eq!(failures().await, 5, "bodies are off");
    let bodies = json!({ "bodies": [{ "requestId": "r1", "status": 500 }, { "requestId": "r5", "status": 503 }, { "requestId": 7, "status": 500 }] });
    server.post("/network-bodies", bodies.to_string()).await;
    assert_eq!(failures().await, 6);
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

#[tokio::test]
async fn a_snapshot_says_whether_anything_was_learned_from_it() {
    let server = TestServer::new();
    let mut snapshot: Value = serde_json::from_str(&performance(100.0)).unwrap();
    snapshot["eventId"] = json!("e1");
    for updated in [true, false] {
        let answer = server.post("/performance-snapshot", snapshot.to_string()).await.json();
        assert_eq!(answer, json!({ "received": true, "baseline_updated": updated }));
    }
    let incomplete = json!({ "url": "http://localhost:3000/cart", "timing": { "load": 900 } });
    let answer = server.post("/performance-snapshot", incomplete.to_string()).await.json();
    assert_eq!(answer, json!({ "received": true, "baseline_updated": false }));
    assert_eq!(server.get("/performance-snapshot").await.json()["baseline"]["samples"], 1);
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

    let evidence = server.get("/tests?test_id=t").await.json();
    assert_eq!(messages(&evidence), ["boom"]);
}

#[tokio::test]
async fn the_runners_words_for_an_end_become_those_of_the_report() {
    let server = TestServer::new();
    for status in ["passed", "failed", "timedOut", "interrupted", "skipped"] {
        boundary(&server, json!({ "test_id": status, "action": "end", "status": status })).await;
    }
    boundary(&server, json!({ "test_id": "silent", "action": "end" })).await;
    let tests = server.get("/tests").await.json();
    let ended: Vec<_> = tests["ended"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| {
            (
                test["test_id"].as_str().unwrap(),
                test["status"].as_str().unwrap(),
                test.get("evidence").is_some(),
            )
        })
        .collect();
    assert_eq!(
        ended,
        [
            ("passed", "pass", false),
            ("failed", "fail", true),
            ("timedOut", "error", true),
            ("interrupted", "error", true),
            ("skipped", "skip", false),
            ("silent", "unknown", false),
        ]
    );
}

#[tokio::test]
async fn a_test_that_ends_twice_has_one_record() {
    let server = TestServer::new();
    for status in ["passed", "failed"] {
        boundary(&server, json!({ "test_id": "t", "action": "end", "status": status })).await;
    }
    let tests = server.get("/tests").await.json();
    assert_eq!((tests["ended"].as_array().unwrap().len(), &tests["ended"][0]["status"]), (1, &json!("fail")));
    assert_eq!((&tests["records_dropped"], &tests["evidence_dropped"]), (&json!(0), &json!(0)));
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
            &format!(r#"{{"test_id":"{}","action":"start"}}"#, "t".repeat(1_025)),
            "body is not a test boundary: `test_id` is longer than 1024 bytes",
        ),
        (
            r#"{"test_id":"t","action":"stop"}"#,
            "body is not a test boundary: unknown variant `stop`, expected `start` or `end` at line 1 column 30 (field `action`)",
        ),
    ] {
        let answer = server.post("/test-boundary", body.to_owned()).await;
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
    boundary(&server, json!({ "test_id": "fine", "action": "end", "status": "passed" })).await;
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["1769077800000-chromium___a_b.gasoline", "1769077800000-fine.gasoline"]);
    let open = |name: &String| {
        let file = std::fs::read(folder.path().join(name)).unwrap();
        TestServer::saved(SavedCapture::read(&file, &FixedIds(9)).unwrap())
    };
    let [failed, fine] = [open(&names[0]), open(&names[1])];
    assert_eq!(
        failed.get("/tests").await.json()["ended"],
        json!([{
            "test_id": "chromium › a/b", "started_at": "2026-01-22T10:30:00.000Z",
            "status": "error", "ended_at": "2026-01-22T10:30:00.000Z",
            "stats": {
                "total_logs": 1, "error_count": 1, "warning_count": 0, "network_failures": 0,
                "ws_connections": 0, "evicted": 0, "lost": 0,
            },
            "digest": { "endpoints": [], "calls": [], "console": { "error: boom": 1 } },
        }])
    );
    assert_eq!(messages(&failed.get("/snapshot").await.json()), ["boom"]);
    assert_eq!(fine.get("/tests").await.json()["ended"][0]["status"], "pass");
    assert_eq!(messages(&fine.get("/snapshot").await.json()), Vec::<&str>::new());
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
async fn the_requests_of_one_test_export_as_har() {
    let server = TestServer::new();
    one_of_each_kind(&server, "a", 1_000).await;
    one_of_each_kind(&server, "b", 2_000).await;
    for (query, urls) in [
        ("", &["http://localhost/a", "http://localhost/b"] as &[&str]),
        ("?test_id=a", &["http://localhost/a"]),
        ("?testId=b", &["http://localhost/b"]),
        ("?test_id=c", &[]),
    ] {
        let har = server.get(&format!("/export/har{query}")).await.json();
        let entries = har["log"]["entries"].as_array().unwrap().iter();
        assert_eq!(entries.map(|entry| &entry["request"]["url"]).collect::<Vec<_>>(), urls, "{query}");
        assert_eq!(har["log"]["pages"].as_array().unwrap().is_empty(), urls.is_empty());
    }
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
    assert_eq!(paths.len(), 43, "{paths:?}");
    // Every reference leads somewhere.
    let text = document.to_string();
    for reference in text.split(r##""$ref":"#/components/schemas/"##).skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
    }
}

#[tokio::test]
async fn every_operation_of_the_interface_is_documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/http.md");
    let page = std::fs::read_to_string(page).unwrap();
    let document = TestServer::new().get("/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap().iter();
    // Tools have a page of their own; here stands how any of them is called.
    let documented = |path: &str| if path.starts_with("/tools/") { "/tools/{name}" } else { path }.to_owned();
    let operations = paths.flat_map(|(path, operations)| {
        let (path, methods) = (documented(path), operations.as_object().unwrap().keys());
        methods.map(move |method| format!("`{} {path}", method.to_uppercase()))
    });
    let missing: Vec<_> = operations.filter(|operation| !page.contains(operation)).collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[tokio::test]
async fn answers_are_what_the_interface_says_they_are() {
    let server = TestServer::new();
    let before = server.get("/tests").await;
    server.post("/performance-snapshot", performance(100.0)).await;
    boundary(&server, json!({ "test_id": "a", "action": "start", "title": "runs" })).await;
    boundary(&server, json!({ "test_id": "t", "action": "start", "file": "a.spec.ts", "retry": 1 })).await;
    logs(&server, json!([{ "level": "error", "message": "boom", "test_id": "t" }])).await;
    boundary(&server, json!({ "test_id": "t", "action": "end", "status": "failed", "duration_ms": 12.5 }))
        .await;
    let request =
        json!({ "url": "http://localhost/x?a=1", "method": "POST", "requestBody": "b", "status": 200 });
    server.post("/network-bodies", json!({ "bodies": [request] }).to_string()).await;
    let document = server.get("/openapi.json").await.json();
    let answer_of = |path: &str| {
        let schema =
            &document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        assert_ne!(schema, &json!({ "type": "object" }), "{path} could be anything");
        schema.clone()
    };
    for path in ["/health", "/snapshot", "/export/har", "/performance-snapshot", "/tests"] {
        let answer = server.get(path).await.json();
        assert_eq!(violations(&document, &answer_of(path), &answer), Vec::<String>::new(), "{path}");
        // A schema that takes an empty object as well says nothing.
        assert_ne!(violations(&document, &answer_of(path), &json!({})), Vec::<String>::new(), "{path}");
    }
    assert_eq!(violations(&document, &answer_of("/tests"), &before.json()), Vec::<String>::new());
    let one_test = server.get("/snapshot?test_id=t").await.json();
    assert_eq!(violations(&document, &answer_of("/tests"), &one_test), Vec::<String>::new());
    let named = &document["paths"]["/gasoline-ci.js"]["get"]["responses"]["200"]["content"];
    assert_eq!(named, &json!({ "text/javascript": { "schema": { "type": "string" } } }));
}

#[tokio::test]
async fn an_empty_parameter_is_none_except_where_that_would_remove_everything() {
    let server = TestServer::new();
    logs(&server, json!([{ "message": "a" }, { "message": "b", "test_id": "t" }])).await;
    let body = json!({ "bodies": [{ "url": "http://localhost/x", "method": "GET", "status": 200 }] });
    server.post("/network-bodies", body.to_string()).await;
    for query in ["?test_id=", "?testId=", "?since=", "?since=&test_id="] {
        let snapshot = server.get(&format!("/snapshot{query}")).await.json();
        assert_eq!((messages(&snapshot), snapshot.get("test_id")), (vec!["a", "b"], None), "{query}");
    }
    let har = server.get("/export/har?test_id=").await.json();
    assert_eq!(har["log"]["entries"].as_array().unwrap().len(), 1);
    assert_eq!(server.get("/tests?test_id=").await.json()["running"], json!([]));

    let refusals = [
        server.post("/clear", r#"{"test_id":""}"#).await,
        server.post("/clear?test_id=", "").await,
        server.delete("/clear?testId=").await,
    ];
    for refused in refusals {
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(
            refused.json()["error"],
            "`test_id` is empty; name the test whose data is to be removed, or leave `test_id` out to remove everything"
        );
    }
    assert_eq!(messages(&server.get("/snapshot").await.json()).len(), 2);
    assert_eq!(server.post("/clear", r#"{"test_id":null}"#).await.json()["entries_removed"], 3);
}

#[tokio::test]
async fn a_test_whose_id_holds_a_secret_is_found_by_it_and_never_shows_it() {
    let server = TestServer::new();
    let id = "run?token=abcdefgh12";
    boundary(&server, json!({ "test_id": id, "action": "start" })).await;
    logs(&server, json!([{ "level": "error", "message": "own", "test_id": id }])).await;
    boundary(&server, json!({ "test_id": "other", "action": "start" })).await;
    logs(&server, json!([{ "message": "other", "test_id": "other" }])).await;
    let body =
        json!({ "bodies": [{ "url": "http://localhost/x", "method": "GET", "status": 200, "test_id": id }] });
    server.post("/network-bodies", body.to_string()).await;
    boundary(&server, json!({ "test_id": id, "action": "end", "status": "failed" })).await;

    let query = "test_id=run%3Ftoken%3Dabcdefgh12";
    let snapshot = server.get(&format!("/snapshot?{query}")).await;
    assert_eq!(messages(&snapshot.json()), ["own"]);
    let shown = snapshot.json()["test_id"].as_str().unwrap().to_owned();
    assert!(shown.starts_with("run?token=[redacted:"), "{shown}");
    // What an answer shows can be asked for as well.
    let agent = Agent::connect(&server).await;
    for id in [id, &shown] {
        let (answer, _) = agent.call("get_browser_errors", json!({ "test_id": id })).await;
        assert_eq!(
            (&answer["errors"][0]["message"], &answer["errors"][0]["test_id"]),
            (&json!("own"), &json!(shown))
        );
    }
    let har = server.get(&format!("/export/har?{query}")).await.json();
    assert_eq!(har["log"]["entries"].as_array().unwrap().len(), 1);
    let evidence = server.get(&format!("/tests?{query}")).await.json();
    assert_eq!((messages(&evidence), &evidence["test_id"]), (vec!["own"], &json!(shown)));
    let unknown = server.get("/tests?test_id=run%3Ftoken%3Dzyxwvuts98").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    assert!(unknown.text.contains("[redacted:") && !unknown.text.contains("zyxwvuts98"), "{}", unknown.text);
    let cleared = server.delete(&format!("/clear?{query}")).await.json();
    assert_eq!(cleared["entries_removed"], 2);
    assert_eq!(messages(&server.get("/snapshot").await.json()), ["other"]);
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
    let mut elsewhere = server.app.ingestion.load.reservation();
    elsewhere.grow(24 * 1024 * 1024);
    let answer = server.post("/logs", r#"{"entries":[]}"#).await;
    assert_eq!((answer.status, answer.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, Some("1")));
    drop(elsewhere);
    assert_eq!(server.post("/logs", r#"{"entries":[]}"#).await.status, StatusCode::OK);
}
