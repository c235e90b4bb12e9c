//! Tests that run and tests that ended.
//!
//! Any number of tests may run at once. An entry that names no test belongs to the one that runs, if exactly one does.
//! When a test ends badly its evidence is frozen into a compressed record, which outlives a clear of the test.

mod evidence;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use gasoline_wire::{RunnerStatus, TestBoundary, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

pub use evidence::freeze;

use crate::analysis::stats::Stats;

/// Bounds on what is remembered of tests.
#[derive(Clone, Copy, Debug)]
pub struct BoundaryLimits {
    /// Tests that run at the same time.
    pub running: usize,
    /// Tests that ended.
    pub records: usize,
    /// Bytes of frozen evidence over all of them: with the store's own bound it stays under the process's.
    pub evidence_bytes: usize,
    /// Bytes of one test's frozen evidence.
    pub evidence_bytes_each: usize,
}

impl Default for BoundaryLimits {
    fn default() -> Self {
        Self { running: 256, records: 200, evidence_bytes: 12 * 1024 * 1024, evidence_bytes_each: 128 * 1024 }
    }
}

/// How a test ended, in the words of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
    fn of(status: Option<RunnerStatus>) -> Self {
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
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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
    /// What was captured of it.
    pub stats: Stats,
    /// Its `/snapshot` document, gzip; only of tests that ended badly.
    #[serde(skip)]
    pub evidence: Option<Arc<[u8]>>,
}

/// Running and ended tests.
#[derive(Debug)]
pub struct Boundaries {
    limits: BoundaryLimits,
    running: BTreeMap<Arc<str>, TestDescription>,
    ended: VecDeque<TestRecord>,
    records_dropped: u64,
}

impl Boundaries {
    /// No tests yet.
    pub fn new(limits: BoundaryLimits) -> Self {
        Self { limits, running: BTreeMap::new(), ended: VecDeque::new(), records_dropped: 0 }
    }

    /// The bounds in force.
    pub fn limits(&self) -> &BoundaryLimits {
        &self.limits
    }

    /// The running test, when exactly one runs.
    pub fn sole_running(&self) -> Option<Arc<str>> {
        let mut ids = self.running.keys();
        ids.next().filter(|_| ids.next().is_none()).cloned()
    }

    /// Notes that a test started. True when the same test ended before, so that what it left should go first.
    pub fn start(&mut self, boundary: TestBoundary, now: Timestamp) -> bool {
        let description = describe(boundary, Some(now));
        let known = self.ended.len();
        self.ended.retain(|record| record.description.test_id != description.test_id);
        self.running.insert(Arc::clone(&description.test_id), description);
        if self.running.len() > self.limits.running {
            let oldest = self
                .running
                .values()
                .min_by_key(|test| test.started_at)
                .map(|test| Arc::clone(&test.test_id));
            oldest.and_then(|id| self.running.remove(&id));
        }
        self.ended.len() < known
    }

    /// Notes that a test ended; returns its status and what is known of it. The caller then [`Self::keep`]s a record.
    pub fn end(&mut self, boundary: TestBoundary) -> (TestDescription, TestStatus) {
        let status = TestStatus::of(boundary.status);
        let started = self.running.remove(boundary.test_id.as_str());
        let started_at = started.as_ref().and_then(|test| test.started_at);
        let said_now = describe(boundary, started_at);
        // What was said at the start holds, unless the end says it again.
        let description = match started {
            None => said_now,
            Some(test) => TestDescription {
                title: said_now.title.or(test.title),
                file: said_now.file.or(test.file),
                project: said_now.project.or(test.project),
                retry: said_now.retry.or(test.retry),
                worker: said_now.worker.or(test.worker),
                ..said_now
            },
        };
        (description, status)
    }

    /// Keeps the record of a test that ended.
    pub fn keep(&mut self, record: TestRecord) {
        self.ended.push_back(record);
        while self.ended.len() > self.limits.records || self.evidence_bytes() > self.limits.evidence_bytes {
            self.ended.pop_front();
            self.records_dropped += 1;
        }
    }

    /// Tests that run now.
    pub fn running(&self) -> impl Iterator<Item = &TestDescription> {
        self.running.values()
    }

    /// Tests that ended, oldest first.
    pub fn ended(&self) -> impl Iterator<Item = &TestRecord> {
        self.ended.iter()
    }

    /// Records that had to go.
    pub fn records_dropped(&self) -> u64 {
        self.records_dropped
    }

    fn evidence_bytes(&self) -> usize {
        self.ended.iter().filter_map(|record| record.evidence.as_ref()).map(|evidence| evidence.len()).sum()
    }
}

fn describe(boundary: TestBoundary, started_at: Option<Timestamp>) -> TestDescription {
    let TestBoundary { test_id, title, file, project, retry, worker, .. } = boundary;
    TestDescription { test_id: test_id.into(), title, file, project, retry, worker, started_at }
}

#[cfg(test)]
mod tests {
    use gasoline_wire::BoundaryAction;

    use super::*;

    fn boundary(test_id: &str, action: BoundaryAction) -> TestBoundary {
        TestBoundary {
            test_id: test_id.to_owned(),
            action,
            title: None,
            file: None,
            project: None,
            retry: None,
            worker: None,
            status: None,
            duration_ms: None,
        }
    }

    fn record(test_id: &str, evidence: usize) -> TestRecord {
        TestRecord {
            description: describe(boundary(test_id, BoundaryAction::End), None),
            status: TestStatus::Fail,
            ended_at: Timestamp::default(),
            duration_ms: None,
            stats: Stats::default(),
            evidence: Some(vec![0; evidence].into()),
        }
    }

    #[test]
    fn untagged_entries_belong_to_the_running_test_only_while_it_runs_alone() {
        let mut boundaries = Boundaries::new(BoundaryLimits::default());
        assert_eq!(boundaries.sole_running(), None);
        boundaries.start(boundary("a", BoundaryAction::Start), Timestamp::default());
        assert_eq!(boundaries.sole_running().as_deref(), Some("a"));
        boundaries.start(boundary("b", BoundaryAction::Start), Timestamp::default());
        assert_eq!(boundaries.sole_running(), None);
        boundaries.end(boundary("a", BoundaryAction::End));
        assert_eq!(boundaries.sole_running().as_deref(), Some("b"));
    }

    #[test]
    fn what_was_said_at_the_start_is_still_known_at_the_end() {
        let mut boundaries = Boundaries::new(BoundaryLimits::default());
        let start = TestBoundary {
            title: Some("logs in".to_owned()),
            retry: Some(1),
            ..boundary("a", BoundaryAction::Start)
        };
        boundaries.start(start, Timestamp::default());
        let end = TestBoundary { status: Some(RunnerStatus::TimedOut), ..boundary("a", BoundaryAction::End) };
        let (description, status) = boundaries.end(end);
        assert_eq!(
            (description.title.as_deref(), description.retry, status),
            (Some("logs in"), Some(1), TestStatus::Error)
        );
        let (unknown, status) = boundaries.end(boundary("never started", BoundaryAction::End));
        assert_eq!((unknown.started_at, status), (None, TestStatus::Unknown));
    }

    #[test]
    fn records_are_bounded_by_count_and_bytes_and_dropped_ones_counted() {
        let limits = BoundaryLimits { records: 3, evidence_bytes: 100, ..BoundaryLimits::default() };
        let mut boundaries = Boundaries::new(limits);
        for (test, bytes) in [("a", 10), ("b", 10), ("c", 10), ("d", 10), ("e", 85)] {
            boundaries.keep(record(test, bytes));
        }
        let kept: Vec<_> = boundaries.ended().map(|record| record.description.test_id.to_string()).collect();
        assert_eq!((kept, boundaries.records_dropped()), (vec!["d".to_owned(), "e".to_owned()], 3));
    }

    #[test]
    fn a_test_that_starts_again_replaces_its_record() {
        let mut boundaries = Boundaries::new(BoundaryLimits::default());
        boundaries.keep(record("a", 1));
        assert!(boundaries.start(boundary("a", BoundaryAction::Start), Timestamp::default()));
        assert_eq!(boundaries.ended().count(), 0);
        assert!(!boundaries.start(boundary("b", BoundaryAction::Start), Timestamp::default()));
    }
}
