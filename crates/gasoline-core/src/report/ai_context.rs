//! A failed test for a model: what went wrong, where and when, in at most 500 tokens a test.

use serde_json::Value;

use super::Report;
use super::model::{ReportedError, ReportedRequest, TestReport};
use super::runner_failure::RunnerFailure;
use super::text::{headline, one_line, places, shortened};
use crate::render::tokens;

/// Estimated tokens of one failure.
const BUDGET: usize = 500;

/// How much of everything is shown.
#[derive(Clone, Copy)]
struct Detail {
    errors: usize,
    places: usize,
    body: usize,
    message: usize,
    requests: usize,
}

/// From everything a model may want to what it cannot do without; the first that fits is taken.
const DETAILS: [Detail; 5] = [
    Detail { errors: 6, places: 3, body: 200, message: 240, requests: 10 },
    Detail { errors: 4, places: 2, body: 120, message: 160, requests: 6 },
    Detail { errors: 3, places: 1, body: 80, message: 120, requests: 4 },
    Detail { errors: 2, places: 1, body: 60, message: 100, requests: 2 },
    Detail { errors: 2, places: 1, body: 0, message: 80, requests: 0 },
];

/// Every failure, one after the other.
pub fn ai_context(report: &Report) -> String {
    let mut parts: Vec<String> = report.failures().map(failure).collect();
    if parts.is_empty() {
        parts.push(format!("No failed tests. {}.", headline(report)));
    }
    let notes: Vec<String> = report.notes.iter().map(|note| format!("Note: {note}")).collect();
    if !notes.is_empty() {
        parts.push(notes.join("\n"));
    }
    parts.join("\n\n")
}

/// One failure within its budget.
pub fn failure(test: &TestReport) -> String {
    let written = DETAILS.iter().map(|detail| written(test, *detail));
    let mut last = String::new();
    for text in written {
        if tokens::estimate(&text) <= BUDGET {
            return text;
        }
        last = text;
    }
    // Texts of many bytes a character: bytes count, not characters.
    let end = last.floor_char_boundary(BUDGET * 3);
    last.get(..end).unwrap_or_default().to_owned()
}

fn written(test: &TestReport, detail: Detail) -> String {
    let mut lines = Vec::new();
    let verdict = test.app_error.as_ref().map_or("unknown", |app_error| app_error.verdict.as_str());
    let name = shortened(&one_line(test.name()), detail.message);
    lines.push(format!("## Test Failure: {name} (app_error: {verdict})"));
    if let Some(app_error) = &test.app_error {
        let reasons = app_error.reasons.iter().map(|reason| shortened(&one_line(reason), detail.message));
        lines.extend(reasons.map(|reason| format!("- {reason}")));
    }
    // In one line: the runner's own error context has the rest.
    let failure = RunnerFailure::of(&test.runner_errors);
    lines.extend(failure.map(|failure| format!("Test error: {}", failure.line(detail.message))));
    lines.extend(problems(test, detail));
    lines.extend(timeline(test, detail));
    lines.extend(hints(test, detail));
    lines.extend(test.notes.iter().map(|note| format!("Note: {note}")));
    lines.join("\n")
}

/// Errors and failed requests, numbered; those that probably matter first.
fn problems(test: &TestReport, detail: Detail) -> Vec<String> {
    let errors =
        test.errors.iter().map(|error| (error.noise.as_deref(), error.at_ms, error_lines(error, detail)));
    let requests = test
        .network_failures
        .iter()
        .map(|request| (request.noise.as_deref(), request.at_ms, request_lines(request, detail)));
    let mut all: Vec<_> = errors.chain(requests).collect();
    all.sort_by_key(|(noise, at, _)| (noise.is_some(), *at));
    if all.is_empty() {
        return vec!["No browser errors were captured.".to_owned()];
    }
    let mut lines = vec![format!("### Browser Errors ({})", all.len())];
    for (number, (noise, _, described)) in (1..).zip(all.iter().take(detail.errors)) {
        let mut described = described.iter();
        lines.extend(described.next().map(|first| format!("{number}. {first}")));
        match noise {
            Some(label) => lines.push(format!("   [likely noise: {label}]")),
            None => lines.extend(described.map(|line| format!("   {line}"))),
        }
    }
    if all.len() > detail.errors {
        lines.push(format!("   … and {} more", all.len() - detail.errors));
    }
    lines
}

fn error_lines(error: &ReportedError, detail: Detail) -> Vec<String> {
    let count = if error.count > 1 { format!(" (×{})", error.count) } else { String::new() };
    let mut lines =
        vec![format!("[{}] {}{count}", error.kind, shortened(&one_line(&error.message), detail.message))];
    lines.extend(places(error).into_iter().take(detail.places).map(|place| format!("at {place}")));
    lines.extend(
        error.likely_cause.iter().map(|cause| format!("likely cause: {}", shortened(cause, detail.message))),
    );
    lines
}

fn request_lines(request: &ReportedRequest, detail: Detail) -> Vec<String> {
    let mut lines =
        vec![format!("[network] {} → {}", shortened(&request.endpoint(), 120), request.outcome())];
    if detail.body > 0 {
        let body = |name: &str, text: &String| format!("{name}: {}", shortened(&one_line(text), detail.body));
        lines.extend(request.request.iter().map(|text| body("Request", text)));
        lines.extend(request.response.iter().map(|text| body("Response", text)));
    }
    lines
}

/// The requests up to the first that failed and a few after it.
fn timeline(test: &TestReport, detail: Detail) -> Vec<String> {
    if test.requests.is_empty() || detail.requests == 0 {
        return Vec::new();
    }
    let first_failure = first_failed(test)
        .and_then(|failed| test.requests.iter().position(|request| std::ptr::eq(request, failed)));
    let end = first_failure.map_or(test.requests.len(), |index| (index + 2).min(test.requests.len()));
    let begin = end.saturating_sub(detail.requests);
    let mut lines = vec!["### Network Timeline".to_owned()];
    if begin > 0 {
        lines.push(format!("… {begin} earlier"));
    }
    for (index, request) in test.requests.iter().enumerate().take(end).skip(begin) {
        let took = request.duration_ms.map(|duration| format!(" ({duration}ms)")).unwrap_or_default();
        let mark = if Some(index) == first_failure { " ← FAILURE" } else { "" };
        let endpoint = shortened(&request.endpoint(), 100);
        lines.push(format!("{}ms: {endpoint} → {}{took}{mark}", request.at_ms, request.outcome()));
    }
    if end < test.requests.len() {
        lines.push(format!("… {} later", test.requests.len() - end));
    }
    lines
}

fn first_failed(test: &TestReport) -> Option<&ReportedRequest> {
    test.requests.iter().find(|request| request.is_apps_failure())
}

/// What follows from the order of what is known, and no more.
fn hints(test: &TestReport, detail: Detail) -> Vec<String> {
    let mut hints = Vec::new();
    let request = first_failed(test);
    let error = test.errors.iter().find(|error| error.noise.is_none() && error.kind == "exception");
    if let Some(request) = request {
        hints.push(format!(
            "- First failed request: {} → {}",
            shortened(&request.endpoint(), 100),
            request.outcome()
        ));
        hints.extend(
            server_message(request, detail).map(|message| format!("- The server says: \"{message}\"")),
        );
    }
    if let (Some(request), Some(error)) = (request, error) {
        let ended = request.at_ms + request.duration_ms.unwrap_or(0);
        if error.at_ms >= ended {
            hints.push(format!("- The exception came {} ms after that answer", error.at_ms - ended));
        } else {
            hints.push("- The exception came before that answer".to_owned());
        }
    }
    if hints.is_empty() { hints } else { [vec!["### Diagnosis Hints".to_owned()], hints].concat() }
}

/// The words in which a JSON answer says what is wrong.
fn server_message(request: &ReportedRequest, detail: Detail) -> Option<String> {
    const NAMES: [&str; 5] = ["details", "detail", "message", "error_description", "error"];
    let answer: Value = serde_json::from_str(request.response.as_deref()?).ok()?;
    let message = NAMES.iter().find_map(|name| answer.get(name)?.as_str())?;
    (detail.body > 0).then(|| shortened(&one_line(message), detail.body))
}
