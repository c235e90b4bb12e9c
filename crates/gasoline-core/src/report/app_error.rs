//! App bug or test bug: whether what was captured shows that the app is at fault.
//!
//! `yes` and `no` each need a reason of their own. Without one the answer is `unknown`: a test that is changed until it passes on a
//! broken app is the worst that can come of a report.

use serde::Serialize;

use super::model::{ReportedError, ReportedRequest};
use super::outline::Shown;
use super::runner_failure::RunnerFailure;
use super::test_bug;

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
    /// Nothing that was captured is missing.
    pub(super) is_complete: bool,
    /// The runner's own error.
    pub(super) failure: Option<&'f RunnerFailure>,
    /// What the page showed at the end.
    pub(super) outline: &'f [Shown],
}

/// Judges a failed test.
pub(super) fn judge(facts: Facts<'_>) -> AppError {
    let Facts { errors, requests, is_complete, .. } = facts;
    let mut reasons: Vec<String> = errors.iter().filter(|error| is_uncaught(error)).map(uncaught).collect();
    reasons.extend(requests.iter().filter(|request| is_server_failure(request)).map(answered));
    if !reasons.is_empty() {
        reasons.truncate(MOST_REASONS);
        return AppError { verdict: Verdict::Yes, reasons };
    }
    if let Some(reason) = test_fault(facts) {
        return AppError { verdict: Verdict::No, reasons: vec![reason] };
    }
    AppError { verdict: Verdict::Unknown, reasons: open_questions(errors, requests, is_complete) }
}

/// Why the test is at fault. A page that shows any fault of its own leaves that open.
fn test_fault(facts: Facts<'_>) -> Option<String> {
    let failure = facts.failure?;
    if let Some(reason) = test_bug::own_fault(failure) {
        return Some(reason);
    }
    let is_faultless = facts.is_complete
        && !facts.errors.iter().any(|error| error.noise.is_none())
        && !facts.requests.iter().any(|request| request.failed && request.noise.is_none());
    is_faultless.then(|| test_bug::mistaken_wait(failure, facts.outline, facts.requests)).flatten()
}

/// Why it cannot be said.
fn open_questions(errors: &[ReportedError], requests: &[ReportedRequest], is_complete: bool) -> Vec<String> {
    let mut reasons = Vec::new();
    let printed = errors.iter().filter(|error| error.noise.is_none()).count();
    if printed > 0 {
        reasons.push(format!("{} on the console, none uncaught", counted(printed, "error")));
    }
    let refused = requests.iter().filter(|request| request.failed && request.noise.is_none());
    reasons.extend(refused.map(|request| format!("{}, which the test may expect", answered(request))));
    if reasons.is_empty() {
        let is_noise = errors.iter().any(|error| error.noise.is_some())
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

fn is_uncaught(error: &ReportedError) -> bool {
    error.kind == "exception" && error.noise.is_none()
}

/// A status below 500 may be what the test asked for.
fn is_server_failure(request: &ReportedRequest) -> bool {
    request.failed && request.noise.is_none() && (request.status == 0 || request.status >= 500)
}

fn uncaught(error: &ReportedError) -> String {
    let place = error.location.as_ref().or(error.frames.first());
    let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
    format!("uncaught {}{place}", super::text::shortened(&error.message, 80))
}

fn answered(request: &ReportedRequest) -> String {
    match request.status {
        0 => format!("{} got no answer", request.endpoint()),
        status => format!("{} answered {status}", request.endpoint()),
    }
}

pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
