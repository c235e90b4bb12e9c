//! The report in the Common Test Report Format.

use serde_json::{Value, json};

use super::Report;
use super::ai_context::failure;
use super::junit::message;
use super::model::TestReport;
use crate::test_record::TestStatus;

/// The report as CTRF JSON.
pub fn ctrf(report: &Report) -> String {
    let tests: Vec<Value> = report.tests.iter().filter(|test| !test.was_retried).map(test).collect();
    let count = |status: &str| tests.iter().filter(|test| test["status"] == status).count();
    let spans = || report.tests.iter().map(|test| test.span);
    let document = json!({
        "reportFormat": "CTRF",
        "specVersion": "0.0.0",
        "results": {
            "tool": { "name": "gasoline" },
            "summary": {
                "tests": tests.len(),
                "passed": count("passed"),
                "failed": count("failed"),
                "pending": 0,
                "skipped": count("skipped"),
                "other": count("other"),
                "flaky": report.summary.flaky,
                "start": spans().map(|(start, _)| start).min().unwrap_or(0),
                "stop": spans().map(|(_, end)| end).max().unwrap_or(0),
            },
            "tests": tests,
        },
    });
    serde_json::to_string_pretty(&document).unwrap_or_default()
}

fn test(test: &TestReport) -> Value {
    let mut row = json!({
        "name": test.name(),
        "status": status(test.status),
        "duration": test.duration_ms.map_or(0, whole),
        "flaky": test.flaky,
        "retries": test.retry,
        "start": test.span.0,
        "stop": test.span.1,
    });
    if let Some(file) = &test.file {
        row["filePath"] = json!(file);
    }
    if let Some(project) = &test.project {
        row["suite"] = json!([project]);
    }
    if test.is_failure() {
        row["message"] = json!(message(test));
        row["trace"] = json!(failure(test));
        row["extra"] = json!({ "app_error": test.app_error });
    }
    row
}

#[expect(clippy::cast_possible_truncation, reason = "milliseconds of a test")]
fn whole(milliseconds: f64) -> i64 {
    milliseconds.round() as i64
}

fn status(status: TestStatus) -> &'static str {
    match status {
        TestStatus::Pass => "passed",
        TestStatus::Fail | TestStatus::Error => "failed",
        TestStatus::Skip => "skipped",
        TestStatus::Unknown => "other",
    }
}
