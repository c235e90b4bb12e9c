//! App bug or test bug: whether what was captured shows that the app is at fault.
//!
//! `yes` and `no` each need a reason of their own. Without one the answer is `unknown`: a test that is changed until it passes on a
//! broken app is the worst that can come of a report.

use serde::Serialize;

use super::model::{Meaning, ReportedError, ReportedRequest, ReportedSocket};
use super::pages::Pages;
use super::runner_failure::RunnerFailure;
use super::text::shortened;
use super::{app_bug, test_bug};

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The app is at fault.
    Yes,
    /// The app did what it always did.
    No,
    /// Nothing captured decides it.
    Unknown,
}

impl Verdict {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unknown => "unknown",
        }
    }
}

/// The answer and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AppError {
    /// The answer.
    pub verdict: Verdict,
    /// Why, the strongest first.
    pub reasons: Vec<String>,
}

/// Reasons shown.
const MOST_REASONS: usize = 3;

/// What is known of a failed test.
#[derive(Clone, Copy)]
pub(super) struct Facts<'f> {
    pub(super) errors: &'f [ReportedError],
    pub(super) requests: &'f [ReportedRequest],
    pub(super) sockets: &'f [ReportedSocket],
    /// Nothing that was captured is missing.
    pub(super) is_complete: bool,
    /// The runner's own error.
    pub(super) failure: Option<&'f RunnerFailure>,
    /// What the test's pages were and showed.
    pub(super) pages: &'f Pages,
}

/// Judges a failed test.
pub(super) fn judge(facts: Facts<'_>) -> AppError {
    let mut reasons = app_bug::reasons(facts);
    if !reasons.is_empty() {
        reasons.truncate(MOST_REASONS);
        return AppError { verdict: Verdict::Yes, reasons };
    }
    if let Some(reason) = test_fault(facts) {
        return AppError { verdict: Verdict::No, reasons: vec![reason] };
    }
    AppError { verdict: Verdict::Unknown, reasons: open_questions(facts) }
}

/// Why the test is at fault. A page that shows any fault of its own leaves that open.
fn test_fault(facts: Facts<'_>) -> Option<String> {
    let failure = facts.failure?;
    if let Some(reason) = test_bug::own_fault(failure, facts.pages) {
        return Some(reason);
    }
    let is_faultless = facts.is_complete
        && !facts.errors.iter().any(|error| error.noise.is_none() && error.meaning != Meaning::OfTheTest)
        && !facts.requests.iter().any(ReportedRequest::is_apps_failure)
        && !facts.sockets.iter().any(|socket| socket.noise.is_none() && socket.mocked.is_none());
    is_faultless.then(|| test_bug::mistake(failure, facts.pages, facts.requests)).flatten()
}

/// Why it cannot be said.
fn open_questions(facts: Facts<'_>) -> Vec<String> {
    let Facts { errors, requests, sockets, is_complete, .. } = facts;
    let mut reasons = Vec::new();
    let quiet = |error: &&ReportedError| error.noise.is_none();
    let (loads, printed): (Vec<_>, Vec<_>) =
        errors.iter().filter(quiet).partition(|error| error.kind == "network");
    if !printed.is_empty() {
        let has_uncaught = printed.iter().any(|error| error.meaning == Meaning::Uncaught);
        let when =
            if has_uncaught { "after a request that the test may have refused" } else { "none uncaught" };
        reasons.push(format!("{} on the console, {when}", counted(printed.len(), "error")));
    }
    reasons.extend(loads.iter().map(|error| shortened(&error.message, 160)));
    let refused = requests.iter().filter(|request| request.failed && request.noise.is_none());
    reasons.extend(refused.map(|request| match request.mocked {
        None => format!("{}, which the test may expect", app_bug::answered(request)),
        Some(_) => app_bug::answered(request),
    }));
    if reasons.is_empty() {
        let is_noise = errors.iter().any(|error| error.noise.is_some())
            || sockets.iter().any(|socket| socket.noise.is_some())
            || requests.iter().any(|request| request.failed && request.noise.is_some());
        let besides = if is_noise { " besides what looks like noise" } else { "" };
        let left = if is_complete { "was captured" } else { "is in what is left of the capture" };
        reasons.push(format!("no uncaught error and no failed request {left}{besides}"));
    }
    if !is_complete {
        reasons.insert(0, "the capture is incomplete".to_owned());
    }
    reasons.truncate(MOST_REASONS);
    reasons
}

pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
