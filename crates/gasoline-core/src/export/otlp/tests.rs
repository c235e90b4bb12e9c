//! Whole exports, as they are written.

use gasoline_wire::{RunnerError, Timestamp};

use super::*;
use crate::analysis::stats::Stats;
use crate::intake::{self, IntakeLimits, Route};
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Scope, Store, StoreLimits};
use crate::test_record::TestDescription;

const START: i64 = 1_760_000_000_000;

fn view(batches: &[(Route, Value)]) -> View {
    let key = FingerprintKey::new([1; 16]);
    let (redactor, limits) = (Redactor::new(key), IntakeLimits::default());
    let mut store = Store::new(StoreLimits::default(), key);
    for (route, body) in batches {
        let intake = intake::take(&redactor, &limits, *route, body.to_string().as_bytes()).unwrap();
        assert_eq!(intake.first_rejection, None);
        store.append(intake.entries, &Arrival::default());
    }
    store.view(&Scope::Everything, &Kind::ALL)
}

fn record(title: &str, status: TestStatus, retry: u32) -> TestRecord {
    let at = |offset| Timestamp::from_milliseconds(START + offset).unwrap();
    let error = RunnerError {
        message: "Error: expected 1".to_owned(),
        file: Some("tests/pay.spec.ts".to_owned()),
        line: Some(7),
        ..RunnerError::default()
    };
    TestRecord {
        description: TestDescription {
            test_id: format!("chromium {title} {retry}").into(),
            title: Some(title.to_owned()),
            file: Some("tests/pay.spec.ts".to_owned()),
            project: Some("chromium".to_owned()),
            retry: Some(retry),
            worker: None,
            started_at: Some(at(0)),
        },
        status,
        ended_at: at(3_200),
        duration_ms: Some(3_200.0),
        errors: if status.needs_evidence() { vec![error] } else { Vec::new() },
        stats: Stats::default(),
        evidence: None,
        evidence_dropped: false,
        digest: None,
    }
}

/// A test whose order is refused, in a page with a trace of its own.
fn pays() -> View {
    let body = |at: i64, path: &str, status: u16, headers: Value| {
        json!({
            "ts": START + at, "method": "POST", "url": format!("http://localhost:3000{path}"), "pageUrl": "http://localhost:3000/",
            "status": status, "duration": 30, "contentType": "application/json", "responseBody": "{}", "requestHeaders": headers,
            "requestId": path,
        })
    };
    let traced = json!({ "Traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" });
    let url = "http://localhost:3000/?token=abcdefgh";
    view(&[
        (
            Route::NetworkBodies,
            json!({ "bodies": [body(100, "/api/cart", 200, json!({})), body(200, "/api/orders", 500, traced)] }),
        ),
        (
            Route::Logs,
            json!({ "entries": [
                { "ts": START + 240, "type": "exception", "level": "error", "message": "TypeError: x is null", "stack": "TypeError: x is null\n    at pay (http://localhost:3000/pay.js:1:2)", "url": url },
                { "ts": START + 250, "type": "console", "level": "warn", "message": "slow", "url": url },
                { "ts": START + 260, "type": "console", "level": "log", "message": "paid", "url": url },
            ] }),
        ),
        (
            Route::PerformanceSnapshot,
            json!({
                "ts": START + 90, "url": "http://localhost:3000/",
                "timing": { "domContentLoaded": 60.0, "load": 80.0, "firstContentfulPaint": 40.5, "largestContentfulPaint": null, "timeToFirstByte": 12.0, "domInteractive": 50.0 },
                "network": { "requestCount": 0, "transferSize": 0, "decodedSize": 0, "byType": { "script": { "count": 0, "size": 0 }, "style": { "count": 0, "size": 0 }, "image": { "count": 0, "size": 0 }, "font": { "count": 0, "size": 0 }, "fetch": { "count": 0, "size": 0 }, "other": { "count": 0, "size": 0 } }, "slowestRequests": [] },
                "longTasks": { "count": 0, "totalBlockingTime": 0, "longest": 0 },
                "cumulativeLayoutShift": 0.01,
            }),
        ),
    ])
}

fn name() -> RunName {
    RunName { run: "4711".to_owned(), attempt: Some("1".to_owned()), shard: Some("2".to_owned()) }
}

fn details() -> RunDetails {
    RunDetails {
        version: "1.2.3".to_owned(),
        commit: Some("abc".to_owned()),
        branch: Some("main".to_owned()),
    }
}

fn exported() -> Signals {
    let mut exporter = Exporter::default();
    exporter.add(&name(), &details(), &record("pays", TestStatus::Fail, 0), &pays());
    exporter.add(&name(), &details(), &record("pays", TestStatus::Pass, 1), &view(&[]));
    exporter.finish()
}

fn pretty(lines: &[String]) -> String {
    let values = lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
    values.map(|value| serde_json::to_string_pretty(&value).unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_run_is_written_as_traces_and_logs() {
    let Signals { traces, logs } = exported();
    assert_eq!((traces.len(), logs.len()), (3, 1));
    insta::assert_snapshot!("traces", pretty(&traces));
    insta::assert_snapshot!("logs", pretty(&logs));
    let all = [traces, logs].concat().concat();
    assert!(!all.contains("abcdefgh") && !all.contains('\n'), "redacted, and a line each");
}

#[test]
fn what_is_exported_twice_has_the_same_ids_and_attempts_have_their_own() {
    assert_eq!(exported(), exported());
    let span = |retry| Test::of(&name(), &record("pays", TestStatus::Fail, retry), &view(&[])).span;
    assert_ne!(span(0), span(1));
    let other = RunName { shard: Some("3".to_owned()), ..name() };
    assert_eq!(other.trace(), name().trace());
    assert_ne!(other.span(), name().span());
}

/// Ids of spans, by their names.
#[test]
fn every_span_but_those_of_runs_and_of_the_page_has_a_parent_in_its_trace() {
    let lines: Vec<Value> =
        exported().traces.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let spans: Vec<&Value> = lines
        .iter()
        .flat_map(|line| line["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap())
        .collect();
    for span in &spans {
        let parent = spans.iter().find(|other| other["spanId"] == span["parentSpanId"]);
        match span["name"].as_str().unwrap() {
            "test run" => assert!(parent.is_none()),
            "POST /api/orders" => {
                assert!(parent.is_none() && span["traceId"] == "4bf92f3577b34da6a3ce929d0e0e4736");
                assert!(spans.iter().any(|other| other["spanId"] == span["links"][0]["spanId"]));
            }
            name => assert_eq!(parent.unwrap()["traceId"], span["traceId"], "{name}"),
        }
    }
}
