//! The report for a person at a terminal.

use super::Report;
use super::app_error::counted;
use super::model::{ReportedError, ReportedRequest, ReportedSocket, TestReport};
use super::runner_failure::RunnerFailure;
use crate::test_record::TestStatus;

/// Errors and requests shown of one test.
const MOST_LINES: usize = 10;
/// Characters of a body.
const LONGEST_BODY: usize = 160;

/// The report as text.
pub fn text(report: &Report) -> String {
    let mut lines = vec![headline(report)];
    for test in report.tests.iter().filter(|test| test.status != TestStatus::Pass || test.flaky) {
        lines.push(String::new());
        lines.extend(test_lines(test));
    }
    if !report.notes.is_empty() {
        lines.push(String::new());
    }
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    lines.join("\n")
}

/// `12 tests: 9 passed (1 flaky), 2 failed, 1 unknown`.
pub fn headline(report: &Report) -> String {
    let counts = report.summary;
    let flaky = if counts.flaky == 0 { String::new() } else { format!(" ({} flaky)", counts.flaky) };
    let mut parts = vec![format!("{} passed{flaky}", counts.passed), format!("{} failed", counts.failed)];
    if counts.unknown > 0 {
        parts.push(format!("{} without a result", counts.unknown));
    }
    format!("{}: {}", counted(counts.tests, "test"), parts.join(", "))
}

fn test_lines(test: &TestReport) -> Vec<String> {
    let mut lines = vec![title(test)];
    if let Some(app_error) = &test.app_error {
        lines.push(format!(
            "  app error: {} ({})",
            app_error.verdict.as_str(),
            shortened(&app_error.reasons.join("; "), 300)
        ));
    }
    lines.extend(
        RunnerFailure::of(&test.runner_errors).map(|failure| format!("  [test] {}", failure.line(300))),
    );
    let (shown, noise): (Vec<_>, Vec<_>) =
        moments(test).into_iter().partition(|(_, noise, _)| noise.is_none());
    for (_, _, described) in shown.iter().take(MOST_LINES) {
        lines.extend(described.iter().map(|line| format!("  {line}")));
    }
    if shown.len() > MOST_LINES {
        lines.push(format!("  … and {} more", shown.len() - MOST_LINES));
    }
    if !noise.is_empty() {
        let labels: Vec<&str> = noise.iter().filter_map(|(_, label, _)| *label).collect();
        lines.push(format!("  likely noise: {}", in_words(&labels)));
    }
    lines.extend(test.notes.iter().map(|note| format!("  note: {note}")));
    lines
}

fn title(test: &TestReport) -> String {
    let mark = match test.status {
        _ if test.flaky => "flaky ",
        TestStatus::Fail | TestStatus::Error if test.was_retried => "retried",
        TestStatus::Fail => "failed",
        TestStatus::Error => "timed out or interrupted",
        TestStatus::Unknown => "no result",
        TestStatus::Pass | TestStatus::Skip => "passed",
    };
    let retry = (test.retry > 0).then(|| format!("retry {}", test.retry));
    let details = [test.file.clone(), test.project.clone(), retry, test.duration.clone()];
    let details: Vec<String> = details.into_iter().flatten().collect();
    let details = if details.is_empty() { String::new() } else { format!("  [{}]", details.join(", ")) };
    format!("{}: {}{details}", mark.trim_end(), shortened(test.name(), 200))
}

type Described<'t> = (i64, Option<&'t str>, Vec<String>);

/// Errors, failed requests and broken sockets in order of time.
fn moments(test: &TestReport) -> Vec<Described<'_>> {
    let errors = test.errors.iter().map(|error| (error.at_ms, error.noise.as_deref(), error_lines(error)));
    let requests = test
        .network_failures
        .iter()
        .map(|request| (request.at_ms, request.noise.as_deref(), request_lines(request)));
    let sockets = test
        .ws_errors
        .iter()
        .map(|socket| (socket.at_ms, socket.noise.as_deref(), vec![socket_line(socket)]));
    let mut moments: Vec<Described<'_>> = errors.chain(requests).chain(sockets).collect();
    moments.sort_by_key(|(at, _, _)| *at);
    moments
}

fn error_lines(error: &ReportedError) -> Vec<String> {
    let count = if error.count > 1 { format!("  ×{}", error.count) } else { String::new() };
    let mut lines = vec![format!("[{}] {}{count}", error.kind, shortened(&one_line(&error.message), 300))];
    lines.extend(places(error).into_iter().map(|place| format!("  at {place}")));
    lines.extend(error.likely_cause.iter().map(|cause| format!("  likely cause: {cause}")));
    lines
}

/// Where an error was thrown: in the original source if that is known, then the callers.
pub(super) fn places(error: &ReportedError) -> Vec<String> {
    // The first frame is the place itself, before it was mapped.
    let callers = error.frames.iter().skip(usize::from(error.location.is_some()));
    error.location.iter().chain(callers).cloned().collect()
}

fn request_lines(request: &ReportedRequest) -> Vec<String> {
    let took = request.duration_ms.map(|duration| format!(" ({duration} ms)")).unwrap_or_default();
    let mut lines = vec![format!("[network] {} → {}{took}", request.endpoint(), request.outcome())];
    let body = |name: &str, text: &String| format!("  {name}: {}", shortened(&one_line(text), LONGEST_BODY));
    lines.extend(request.request.iter().map(|text| body("request", text)));
    lines.extend(request.response.iter().map(|text| body("response", text)));
    lines
}

fn socket_line(socket: &ReportedSocket) -> String {
    let code = socket.code.map(|code| format!(" closed with {code}")).unwrap_or_else(|| " failed".to_owned());
    let reason = socket.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    format!("[websocket] {}{code}{reason}", socket.url)
}

/// `analytics 2, favicon 1`.
fn in_words(labels: &[&str]) -> String {
    let mut different = labels.to_vec();
    different.sort_unstable();
    different.dedup();
    let count = |label: &str| labels.iter().filter(|other| **other == label).count();
    different.iter().map(|label| format!("{label} {}", count(label))).collect::<Vec<_>>().join(", ")
}

/// `3.2 s` or `85 ms`.
pub(super) fn duration(milliseconds: f64) -> String {
    if milliseconds < 1_000.0 {
        format!("{milliseconds:.0} ms")
    } else {
        format!("{:.1} s", milliseconds / 1_000.0)
    }
}

/// A text cut to `most` characters, marked where it was cut.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
    }
}

/// A text without line breaks, so that page text never looks like a line of the report.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
