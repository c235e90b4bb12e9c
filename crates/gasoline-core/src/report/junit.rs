//! The report as JUnit XML, for CI services.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};

use super::ai_context::failure;
use super::model::TestReport;
use super::runner_failure::RunnerFailure;
use super::{Report, text};
use crate::test_record::TestStatus;

/// The report as JUnit XML: a suite for each file and project, a case for each test.
pub fn junit(report: &Report) -> String {
    let mut suites: Vec<TestSuite> = Vec::new();
    for test in report.tests.iter().filter(|test| !test.was_retried) {
        let name = suite_name(test);
        let known = suites.iter().position(|suite| suite.name.as_str() == name);
        let index = known.unwrap_or_else(|| {
            suites.push(TestSuite::new(name));
            suites.len() - 1
        });
        suites[index].add_test_case(case(test));
    }
    let mut document = Document::new("gasoline");
    document.add_test_suites(suites);
    document.to_string().unwrap_or_default()
}

fn suite_name(test: &TestReport) -> String {
    let file = test.file.as_deref().unwrap_or("tests");
    test.project.as_ref().map_or_else(|| file.to_owned(), |project| format!("{file} [{project}]"))
}

fn case(test: &TestReport) -> TestCase {
    let mut case = TestCase::new(test.name(), status(test));
    case.set_classname(test.file.as_deref().unwrap_or("tests"));
    if let Some(milliseconds) = test.duration_ms.filter(|milliseconds| milliseconds.is_finite()) {
        case.set_time(Duration::from_secs_f64(milliseconds.clamp(0.0, 1e9) / 1_000.0));
    }
    if test.is_failure() {
        case.set_system_out(failure(test));
    }
    case
}

fn status(test: &TestReport) -> TestCaseStatus {
    let kind = match test.status {
        TestStatus::Pass => return TestCaseStatus::success(),
        TestStatus::Skip | TestStatus::Unknown => return TestCaseStatus::skipped(),
        TestStatus::Fail => NonSuccessKind::Failure,
        TestStatus::Error => NonSuccessKind::Error,
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message(test));
    status
}

/// What the browser saw, in one line.
pub(super) fn message(test: &TestReport) -> String {
    let Some(app_error) = &test.app_error else { return "failed".to_owned() };
    let reasons = text::shortened(&text::one_line(&app_error.reasons.join("; ")), 300);
    let verdict = format!("app_error: {}: {reasons}", app_error.verdict.as_str());
    // CI pages show this line alone: first what the runner says.
    let runner = RunnerFailure::of(&test.runner_errors).map(|failure| format!("{}; ", failure.line(300)));
    format!("{}{verdict}", runner.unwrap_or_default())
}
