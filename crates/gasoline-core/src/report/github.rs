//! The report for GitHub Actions: a job summary and annotations.

use std::collections::BTreeSet;

use super::ai_context::failure;
use super::model::{Meaning, TestReport};
use super::text::{headline, one_line, shortened};
use super::{Report, Verdict};

/// GitHub drops a summary above 1,024 KB whole.
const LARGEST_SUMMARY: usize = 900 * 1024;
/// GitHub shows ten annotations a step.
const MOST_ANNOTATIONS: usize = 10;

/// The job summary, as Markdown.
pub fn job_summary(report: &Report) -> String {
    let mut summary = format!("# Gasoline\n\n{}\n", headline(report));
    let failures: Vec<&TestReport> = report.failures().collect();
    for (index, test) in failures.iter().enumerate() {
        let section = section(test);
        if summary.len() + section.len() > LARGEST_SUMMARY {
            summary.push_str(&format!("\n{} more failures are not shown here.\n", failures.len() - index));
            break;
        }
        summary.push_str(&section);
    }
    for note in &report.notes {
        summary.push_str(&format!("\nNote: {}\n", escaped(note)));
    }
    summary
}

/// Page text stands in a code block whose fence it cannot close.
fn section(test: &TestReport) -> String {
    let verdict = test.app_error.as_ref().map_or(Verdict::Unknown, |app_error| app_error.verdict);
    let title = escaped(&shortened(&one_line(test.name()), 200));
    let body = failure(test);
    let longest = body.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!(
        "\n<details open><summary>{title} (app error: {})</summary>\n\n{fence}text\n{body}\n{fence}\n\n</details>\n",
        verdict.as_str()
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Workflow commands that mark the source: one a cause, at most ten.
pub fn annotations(report: &Report) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut annotations = Vec::new();
    for test in report.failures() {
        let line = failing_line(test);
        let in_test = line.as_ref().map(|(file, line)| (*file, line.as_str()));
        for error in
            test.errors.iter().filter(|error| error.noise.is_none() && error.meaning != Meaning::OfTheTest)
        {
            let place = error.location.as_deref().and_then(file_and_line).or(in_test);
            if seen.insert((error.message.clone(), error.location.clone())) {
                annotations.push(annotation(place, &error.message, test.name()));
            }
        }
        for request in test.network_failures.iter().filter(|request| request.is_apps_failure()) {
            let what = format!("{} → {}", request.endpoint(), request.outcome());
            if seen.insert((what.clone(), None)) {
                annotations.push(annotation(in_test, &what, test.name()));
            }
        }
    }
    // A failure without anything captured has its own line at least.
    for test in report.failures().filter(|test| test.errors.is_empty() && test.network_failures.is_empty()) {
        if let Some(error) = test.runner_errors.first() {
            let line = failing_line(test);
            let place = line.as_ref().map(|(file, line)| (*file, line.as_str()));
            if seen.insert((error.message.clone(), error.file.clone())) {
                annotations.push(annotation(place, &error.message, test.name()));
            }
        }
    }
    annotations.truncate(MOST_ANNOTATIONS);
    annotations
}

/// Where the test failed, for what has no place of its own.
fn failing_line(test: &TestReport) -> Option<(&str, String)> {
    test.runner_errors.iter().find_map(|error| Some((error.file.as_deref()?, error.line?.to_string())))
}

fn annotation(place: Option<(&str, &str)>, message: &str, test: &str) -> String {
    let place = place.map(|(file, line)| format!("file={},line={line},", property(file))).unwrap_or_default();
    let title = property(&shortened(&one_line(test), 100));
    format!("::error {place}title={title}::{}", data(&shortened(&one_line(message), 300)))
}

/// `src/a.ts:4:2` as file and line.
fn file_and_line(location: &str) -> Option<(&str, &str)> {
    let (rest, _column) = location.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    line.bytes().all(|byte| byte.is_ascii_digit()).then_some((file, line))
}

/// Escaped as the runner reads the text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escaped as the runner reads a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
