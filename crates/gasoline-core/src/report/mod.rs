//! What a run of tests came to: each test with what its browser saw, for a person, a program or a model.
//!
//! A report is built one test at a time, so that a hundred shards cost no more memory than their failures. It says only what was
//! captured: `app_error` is `yes` or `no` with reasons, and `unknown` without them.

mod ai_context;
mod app_bug;
mod app_error;
mod ctrf;
mod gather;
mod github;
mod junit;
mod labels;
mod model;
pub(crate) mod noise;
mod outline;
mod pages;
mod runner_failure;
mod test_bug;
mod text;
mod wanted;
mod wording;

use serde::Serialize;

pub use ai_context::{ai_context, failure as failure_context};
pub use app_error::{AppError, Verdict};
pub use ctrf::ctrf;
pub use github::{annotations, job_summary};
pub use junit::junit;
pub use labels::{Labels, NoiseLabel};
pub use model::{Counts, ReportedError, ReportedRequest, ReportedSocket, TestReport};
pub use text::{headline, text};

use crate::store::View;
use crate::test_record::TestRecord;

/// The least serious errors that are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Severity {
    /// Errors only.
    #[default]
    Error,
    /// Warnings of the console too.
    Warn,
    /// Everything the console printed.
    Info,
}

/// How much of each test is reported, and how it is labelled.
#[derive(Clone, Debug, Default)]
pub struct Depth {
    /// The least serious errors.
    pub severity: Severity,
    /// What a project knows to be noise.
    pub labels: Labels,
}

/// Every test of a run, those that did not pass first.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// How many ended how.
    pub summary: Counts,
    /// The tests.
    pub tests: Vec<TestReport>,
    /// What a reader should know about the report itself: what is missing, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Report {
    /// Adds a test that ended, with what was captured of it.
    pub fn add(&mut self, record: &TestRecord, view: &View, depth: &Depth) {
        self.tests.push(gather::test(record, view, None, depth));
    }

    /// Adds a test of which something is missing, and says what.
    pub(crate) fn add_incomplete(&mut self, record: &TestRecord, view: &View, missing: &str, depth: &Depth) {
        self.tests.push(gather::test(record, view, Some(missing), depth));
    }

    /// Marks tests that passed on a later attempt, puts failures first and counts. Called once, when all tests are added.
    pub fn finish(&mut self) {
        model::mark_flaky(&mut self.tests);
        self.tests.sort_by(|one, other| one.position().cmp(&other.position()));
        self.summary = Counts::of(&self.tests);
    }

    /// The tests that did not pass and were not retried with success.
    pub fn failures(&self) -> impl Iterator<Item = &TestReport> {
        self.tests.iter().filter(|test| test.is_failure())
    }
}

/// The report as the documented JSON.
pub fn json(report: &Report) -> String {
    // Our own types: maps with text keys and finite numbers.
    serde_json::to_string_pretty(report).unwrap_or_default()
}

#[cfg(test)]
mod tests;
