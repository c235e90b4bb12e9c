//! What is remembered of a test that ended: the record that `/tests` lists, reports read and capture files hold.
//!
//! Only the types. [`crate::boundary`] notes how tests start and end and makes the records.

use std::sync::Arc;

use gasoline_wire::{ImageType, RunnerError, RunnerStatus, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::stats::Stats;
use crate::runs::Digest;

/// How a test ended, in the words of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum TestStatus {
    Pass,
    Fail,
    Error,
    /// Not counted in the report.
    Skip,
    /// The runner did not say.
    Unknown,
}

impl TestStatus {
    /// The status that a runner's word stands for.
    pub fn of(status: Option<RunnerStatus>) -> Self {
        match status {
            Some(RunnerStatus::Passed) => Self::Pass,
            Some(RunnerStatus::Failed) => Self::Fail,
            Some(RunnerStatus::TimedOut | RunnerStatus::Interrupted) => Self::Error,
            Some(RunnerStatus::Skipped) => Self::Skip,
            None => Self::Unknown,
        }
    }

    /// Whether the test's evidence is worth keeping.
    pub fn needs_evidence(self) -> bool {
        matches!(self, Self::Fail | Self::Error)
    }
}

/// What is known of a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestDescription {
    /// The test.
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
    /// Which retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<u32>,
    /// Which worker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<u32>,
    /// When it started, if we were told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
}

/// A test that ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestRecord {
    /// Which.
    #[serde(flatten)]
    pub description: TestDescription,
    /// How.
    pub status: TestStatus,
    /// When.
    pub ended_at: Timestamp,
    /// How long it took, as the runner says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// What the runner says went wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<RunnerError>,
    /// What was captured of it.
    pub stats: Stats,
    /// What it did, in short, for comparisons with other runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// What was captured itself; only of tests that ended badly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// There was evidence, and it made room for that of later tests.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub evidence_dropped: bool,
}

/// A picture made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Thumbnail {
    /// What it is.
    pub mime_type: ImageType,
}

/// What is kept of a test that ended badly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// A capture file: the test's record, its most telling entries and the last picture that was taken of it.
    #[serde(skip)]
    pub capture: Arc<[u8]>,
    /// That picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail: Option<Thumbnail>,
}

impl Evidence {
    /// Bytes it takes, as the bounds count them.
    pub fn bytes(&self) -> usize {
        self.capture.len()
    }
}

/// Every test of a server run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tests {
    /// Tests that run.
    pub running: Vec<TestDescription>,
    /// Tests that ended, oldest first.
    pub ended: Vec<TestRecord>,
    /// Records that had to go because there were too many.
    pub records_dropped: u64,
    /// Records whose evidence had to go because there was too much of it; they say so themselves too.
    pub evidence_dropped: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_runner_has_its_status() {
        let of = |status| TestStatus::of(Some(status));
        assert_eq!(of(RunnerStatus::Passed), TestStatus::Pass);
        assert_eq!(of(RunnerStatus::Failed), TestStatus::Fail);
        assert_eq!(of(RunnerStatus::TimedOut), TestStatus::Error);
        assert_eq!(of(RunnerStatus::Interrupted), TestStatus::Error);
        assert_eq!(of(RunnerStatus::Skipped), TestStatus::Skip);
        assert_eq!(TestStatus::of(None), TestStatus::Unknown);
        let kept = [TestStatus::Pass, TestStatus::Skip, TestStatus::Unknown].map(TestStatus::needs_evidence);
        assert_eq!(kept, [false; 3]);
    }
}
