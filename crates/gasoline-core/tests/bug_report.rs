//! Whole bug reports of recorded sessions, compared with what was reviewed. `UPDATE_GOLDEN=1` rewrites them.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::path::{Path, PathBuf};

use gasoline_core::analysis::query::Query;
use gasoline_core::bug_report::{
    self, BugReport, BugReportOptions, KINDS, NothingToReport, PictureLink, ReportPicture,
};
use gasoline_wire::Timestamp;
use serde_json::{Value, json};
use support::{query, view_of};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn session(name: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(name)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn now() -> Timestamp {
    Timestamp::from_milliseconds(1_769_250_700_000).unwrap()
}

fn gathered(
    session: &Value,
    query: &Query,
    options: &BugReportOptions,
) -> Result<BugReport, NothingToReport> {
    bug_report::gather(&view_of(session, &KINDS), query, now(), options)
}

fn report(session: &Value, options: &BugReportOptions) -> BugReport {
    gathered(session, &query(), options).unwrap()
}

fn beside(picture: &ReportPicture) -> PictureLink {
    PictureLink::At(format!("{}.png", picture.name))
}

fn check(name: &str, written: &str) {
    let path = folder().join("bug_report").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        #[allow(clippy::disallowed_methods, reason = "only a test writes, and only when asked to")]
        std::fs::write(&path, written).unwrap();
    }
    let reviewed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, reviewed, "{name} differs; review it after UPDATE_GOLDEN=1");
}

#[test]
fn a_report_of_an_exception_is_as_reviewed() {
    let options = BugReportOptions {
        title: Some("Export button throws TypeError".to_owned()),
        expected: Some("Export dialog should open with data format options.".to_owned()),
        last_n_actions: None,
    };
    let report = report(&session("bug_report/export.json"), &options);
    let written = report.markdown(&beside, usize::MAX);
    check("export.md", &written.text);
    assert!(written.is_whole);
    let shown: Vec<(&str, &str)> =
        report.pictures.iter().map(|picture| (picture.id.as_str(), picture.label.as_str())).collect();
    assert_eq!(shown, [("1", "Step 1"), ("2", "Step 3"), ("3", "Step 4: Error state")]);
}

#[test]
fn reports_of_other_sessions_are_as_reviewed() {
    for name in ["shop", "hostile", "login"] {
        let recorded = session(&format!("codegen/{name}.json"));
        let written = report(&recorded, &BugReportOptions::default()).markdown(&beside, usize::MAX);
        check(&format!("{name}.md"), &written.text);
    }
}

/// The session without some of it.
fn without(names: &[&str]) -> Value {
    let mut session = session("bug_report/export.json");
    for name in names {
        session.as_object_mut().unwrap().remove(*name);
    }
    session
}

#[test]
fn an_error_without_actions_has_no_steps_and_no_script() {
    let report = report(&without(&["actions", "bodies"]), &BugReportOptions::default());
    let text = report.markdown(&|_| PictureLink::Gone, usize::MAX).text;
    let steps = text.split("### Steps to Reproduce\n\n").nth(1).unwrap().split("\n\n###").next().unwrap();
    // Which of two browsers is meant nobody knows: the latest error to arrive is.
    assert_eq!(
        steps,
        "No user action was captured before the error.\n\n1. Error: `RangeError: of somebody else`"
    );
    assert!(
        !text.contains("### Reproduction Script") && text.contains("No requests were captured."),
        "{text}"
    );
}

#[test]
fn actions_without_an_error_leave_a_marked_blank() {
    let mut session = without(&["entries", "bodies"]);
    session["entries"] = json!([]);
    let report = report(&session, &BugReportOptions::default());
    let text = report.markdown(&|_| PictureLink::Unwanted, usize::MAX).text;
    assert!(
        text.starts_with(
            "## Bug Report: no error was captured\n\n**URL**: http://localhost:3000/dashboard  \n"
        ),
        "{text}"
    );
    let blank = "> **To fill in:** what happened instead. No error and no failed request was captured.";
    assert!(text.contains(blank) && text.contains("> **To fill in:** what should have happened."), "{text}");
    assert!(text.contains("- Browser and viewport: not captured") && !text.contains("!["), "{text}");
}

#[test]
fn a_failed_request_is_the_bug_where_nothing_was_thrown() {
    let mut session = without(&["entries", "screenshots"]);
    session["actions"].as_array_mut().unwrap().truncate(3);
    session["bodies"].as_array_mut().unwrap().push(json!({
        "ts": "2026-01-24T10:30:02.000Z", "method": "GET", "url": "http://localhost:3000/favicon.ico", "status": 404,
        "pageUrl": "http://localhost:3000/dashboard", "duration": 1, "session": "s1", "tab": "7",
    }));
    let report = report(&session, &BugReportOptions::default());
    assert_eq!(report.title, "GET /api/export answered 500");
    let error = report.error.as_ref().unwrap();
    assert_eq!(error.kind.severity(), "Error (failed request)");
    let text = report.markdown(&beside, usize::MAX).text;
    assert!(text.contains("4. Error: `GET /api/export answered 500`"), "{text}");
}

#[test]
fn nothing_captured_is_no_report() {
    let empty = json!({ "actions": [], "entries": [
        { "type": "console", "level": "info", "ts": "2026-01-24T10:29:51.000Z", "message": "started" },
    ] });
    assert_eq!(gathered(&empty, &query(), &BugReportOptions::default()).err(), Some(NothingToReport));
    // Nor is what a filter leaves out.
    let elsewhere = Query { url_filter: Some("/elsewhere".to_owned()), ..query() };
    let left = gathered(&session("bug_report/export.json"), &elsewhere, &BugReportOptions::default());
    assert_eq!(left.err(), Some(NothingToReport));
}

#[test]
fn with_less_room_details_go_before_sections_and_what_is_missing_is_named() {
    let report = report(&session("bug_report/export.json"), &BugReportOptions::default());
    let whole = report.markdown(&beside, usize::MAX);
    assert_eq!(report.markdown(&beside, whole.text.len()), whole);
    for room in 0..whole.text.len() {
        let written = report.markdown(&beside, room);
        assert!(!written.is_whole);
        assert!(written.text.len() <= room.max(60), "{} of {room}", written.text.len());
    }
    let without_script = report.markdown(&beside, whole.text.len() - 1).text;
    assert!(without_script.contains("get\\_reproduction\\_script gives it"), "{without_script}");
    assert!(without_script.contains("### Console"), "{without_script}");
    let small = report.markdown(&beside, 900).text;
    assert!(small.contains("### Steps to Reproduce") && small.contains("_Left out here: "), "{small}");
}
