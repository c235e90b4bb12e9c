//! What a report says of a test.

use std::collections::BTreeSet;
use std::sync::Arc;

use gasoline_wire::{Mocked, RunnerError};
use serde::Serialize;

use super::app_error::AppError;
use crate::test_record::TestStatus;

/// How many tests ended how. Of a test that was retried only the last attempt counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Counts {
    pub tests: usize,
    pub passed: usize,
    pub failed: usize,
    /// Passed after a failed attempt; counted as passed too.
    pub flaky: usize,
    /// The runner did not say how they ended.
    pub unknown: usize,
}

impl Counts {
    pub(super) fn of(tests: &[TestReport]) -> Self {
        let mut counts = Self::default();
        for test in tests.iter().filter(|test| !test.was_retried) {
            counts.tests += 1;
            counts.passed += usize::from(test.status == TestStatus::Pass);
            counts.failed += usize::from(test.is_failure());
            counts.flaky += usize::from(test.flaky);
            counts.unknown += usize::from(test.status == TestStatus::Unknown);
        }
        counts
    }
}

/// One attempt at one test.
#[derive(Clone, Debug, Serialize)]
pub struct TestReport {
    /// Which.
    pub test_id: Arc<str>,
    /// For display.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its source file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The runner's project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Which attempt after the first.
    #[serde(skip_serializing_if = "is_zero")]
    pub retry: u32,
    /// How it ended.
    pub status: TestStatus,
    /// It passed after a failed attempt.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub flaky: bool,
    /// A later attempt at the same test decides.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub was_retried: bool,
    /// How long it took, for a reader: `3.2 s`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
    /// The same as a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// Whether the app or the test is at fault; of failed tests only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_error: Option<AppError>,
    /// What the runner says went wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runner_errors: Vec<RunnerError>,
    /// Different errors, in order of time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ReportedError>,
    /// Requests that were refused or got no answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub network_failures: Vec<ReportedRequest>,
    /// WebSocket connections that broke.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ws_errors: Vec<ReportedSocket>,
    /// Every request, in order of time.
    #[serde(skip)]
    pub requests: Vec<ReportedRequest>,
    /// When it began and ended, in milliseconds since 1970.
    #[serde(skip)]
    pub span: (i64, i64),
    /// What is missing of this test.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl TestReport {
    /// What a reader knows the test by.
    pub fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.test_id)
    }

    /// Whether the run is red because of it.
    pub fn is_failure(&self) -> bool {
        self.status.needs_evidence() && !self.was_retried
    }

    /// Failures first, then flaky tests, then the rest; by file and name among themselves.
    pub(super) fn position(&self) -> (u8, Option<&str>, &str, u32) {
        let rank = match () {
            () if self.is_failure() => 0,
            () if self.flaky || self.was_retried => 1,
            () if self.status == TestStatus::Unknown => 2,
            () => 3,
        };
        (rank, self.file.as_deref(), self.name(), self.retry)
    }

    /// What all attempts at a test share.
    fn identity(&self) -> Option<(Option<&str>, Option<&str>, &str)> {
        Some((self.project.as_deref(), self.file.as_deref(), self.title.as_deref()?))
    }
}

/// Of several attempts at a test the last decides; one that passed after a failure is flaky.
pub(super) fn mark_flaky(tests: &mut [TestReport]) {
    let retried: BTreeSet<usize> =
        (0..tests.len()).filter(|index| has_later_attempt(tests, *index)).collect();
    let flaky: BTreeSet<usize> = (0..tests.len())
        .filter(|index| !retried.contains(index) && tests[*index].status == TestStatus::Pass)
        .filter(|index| {
            retried.iter().any(|earlier| {
                tests[*earlier].identity() == tests[*index].identity()
                    && tests[*earlier].status.needs_evidence()
            })
        })
        .collect();
    for (index, test) in tests.iter_mut().enumerate() {
        test.was_retried = retried.contains(&index);
        test.flaky = flaky.contains(&index);
    }
}

fn has_later_attempt(tests: &[TestReport], index: usize) -> bool {
    let test = &tests[index];
    let Some(identity) = test.identity() else { return false };
    tests.iter().any(|other| other.retry > test.retry && other.identity() == Some(identity))
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What an error says of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Nobody caught it.
    Uncaught,
    /// An error that only the engine makes of wrong code was caught and printed.
    CaughtAndPrinted,
    /// Code of the app could not be loaded.
    CodeMissing,
    /// The app's own policy blocked code or requests.
    Blocked,
    /// An answer was not what the page took it for.
    Unreadable,
    /// The test itself brought it about: it refused a request, or made an answer up.
    OfTheTest,
    /// Something was printed, or a picture is missing: that alone says nothing.
    Open,
}

/// One error, however often it happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportedError {
    /// `exception`, `console` or another kind of log entry.
    pub kind: String,
    /// What it says, shortened.
    pub message: String,
    /// Where in the original source, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The app's own frames, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// How often.
    pub count: u64,
    /// When it first happened, after the start of the test.
    pub at_ms: i64,
    /// What it says of the app.
    #[serde(skip)]
    pub(super) meaning: Meaning,
    /// What probably caused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likely_cause: Option<String>,
    /// Why it probably does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Arc<str>>,
}

/// One request.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportedRequest {
    /// HTTP method.
    pub method: String,
    /// Address; without the origin where that is the page's own.
    pub url: String,
    /// 0 without an answer.
    pub status: u16,
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<i64>,
    /// When it was sent, after the start of the test.
    pub at_ms: i64,
    /// Start of what was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// Start of the answer, or why there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<String>,
    /// It was refused or got no answer.
    #[serde(skip)]
    pub failed: bool,
    /// There was no answer when the page was closed.
    #[serde(skip)]
    pub(super) is_open: bool,
    /// Whether the test made the answer up, or refused the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mocked: Option<Mocked>,
    /// Why it probably does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Arc<str>>,
}

impl ReportedRequest {
    /// `POST /api/orders`.
    pub fn endpoint(&self) -> String {
        format!("{} {}", self.method, self.url)
    }

    /// `500`, or that there was none.
    pub fn outcome(&self) -> String {
        let by_the_test = self.by_the_test();
        match self.status {
            0 => format!("no answer{by_the_test}"),
            status => format!("{status}{by_the_test}"),
        }
    }

    /// What the test has to do with it.
    pub(super) fn by_the_test(&self) -> &'static str {
        match self.mocked {
            None => "",
            Some(Mocked::Yes) => " (mocked by the test)",
            Some(Mocked::Perhaps) => " (perhaps refused by the test, which uses route or setOffline)",
        }
    }

    /// Whether it says something of the app: it failed, and neither is it noise nor has the test to do with it.
    pub(super) fn is_apps_failure(&self) -> bool {
        self.failed && self.noise.is_none() && self.mocked.is_none()
    }
}

/// A connection that broke.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportedSocket {
    /// Its address.
    pub url: String,
    /// Why it was closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<u16>,
    /// In words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// A later connection took its place.
    #[serde(skip)]
    pub(super) is_replaced: bool,
    /// The test may have closed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mocked: Option<Mocked>,
    /// When, after the start of the test.
    pub at_ms: i64,
    /// Why it probably does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Arc<str>>,
}
