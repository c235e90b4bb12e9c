//! Tests that run and tests that ended.
//!
//! Any number of tests may run at once. An entry that names no test belongs to the one that runs, if exactly one does.
//! When a test ends badly its evidence is frozen into a compressed record, which outlives a clear of the test.

mod evidence;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use gasoline_wire::{RunnerError, TestBoundary, Timestamp};

pub use evidence::{freeze, record_file};

use crate::store::Scope;
use crate::test_record::{Evidence, TestDescription, TestRecord, TestStatus, Tests};

/// Bounds on what is remembered of tests.
#[derive(Clone, Copy, Debug)]
pub struct BoundaryLimits {
    /// Tests that run at the same time.
    pub running: usize,
    /// Tests that ended.
    pub records: usize,
    /// Bytes of frozen evidence over all of them: with the store's own bound it stays under the process's.
    pub evidence_bytes: usize,
    /// Bytes of one test's frozen evidence, its thumbnail included.
    pub evidence_bytes_each: usize,
}

/// Bytes kept of a title, a file's or a project's name. They are there to be read, and nobody reads more.
const LONGEST_NAME: usize = 1_024;

/// Errors of a test that are kept, and bytes of each: of a difference of long texts the beginning is enough.
const MOST_ERRORS: usize = 3;
const LONGEST_ERROR: usize = 4_096;

impl Default for BoundaryLimits {
    fn default() -> Self {
        Self { running: 256, records: 200, evidence_bytes: 4 * 1024 * 1024, evidence_bytes_each: 128 * 1024 }
    }
}

/// Running and ended tests.
#[derive(Debug)]
pub struct Boundaries {
    limits: BoundaryLimits,
    running: BTreeMap<Arc<str>, TestDescription>,
    ended: VecDeque<TestRecord>,
    records_dropped: u64,
    evidence_dropped: u64,
}

impl Boundaries {
    /// No tests yet.
    pub fn new(limits: BoundaryLimits) -> Self {
        Self {
            limits,
            running: BTreeMap::new(),
            ended: VecDeque::new(),
            records_dropped: 0,
            evidence_dropped: 0,
        }
    }

    /// Tests that a capture file tells of.
    pub fn restored(limits: BoundaryLimits, tests: Tests) -> Self {
        let Tests { running, ended, records_dropped, evidence_dropped } = tests;
        let running = running.into_iter().map(|test| (Arc::clone(&test.test_id), test)).collect();
        Self { limits, running, ended: ended.into(), records_dropped, evidence_dropped }
    }

    /// All that is known of tests, or of those within `scope`.
    pub fn tests(&self, scope: &Scope) -> Tests {
        let running = self.running.values().filter(|test| scope.includes(Some(&test.test_id)));
        let ended = self.ended.iter().filter(|record| scope.includes(Some(&record.description.test_id)));
        Tests {
            running: running.cloned().collect(),
            ended: ended.cloned().collect(),
            records_dropped: self.records_dropped,
            evidence_dropped: self.evidence_dropped,
        }
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

    /// Keeps the record of a test that ended, in place of an earlier one of the same test.
    pub fn keep(&mut self, record: TestRecord) {
        self.ended.retain(|earlier| earlier.description.test_id != record.description.test_id);
        self.ended.push_back(record);
        while self.ended.len() > self.limits.records {
            self.ended.pop_front();
            self.records_dropped += 1;
        }
        while self.evidence_bytes() > self.limits.evidence_bytes {
            self.drop_oldest_evidence();
        }
    }

    /// How the test ended stays known, and that there was more.
    fn drop_oldest_evidence(&mut self) {
        if let Some(oldest) = self.ended.iter_mut().find(|record| record.evidence.is_some()) {
            oldest.evidence = None;
            oldest.evidence_dropped = true;
            self.evidence_dropped += 1;
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

    /// Evidence that had to go while its record stayed.
    pub fn evidence_dropped(&self) -> u64 {
        self.evidence_dropped
    }

    fn evidence_bytes(&self) -> usize {
        self.ended.iter().filter_map(|record| record.evidence.as_ref()).map(Evidence::bytes).sum()
    }
}

fn describe(boundary: TestBoundary, started_at: Option<Timestamp>) -> TestDescription {
    let TestBoundary { test_id, title, file, project, retry, worker, .. } = boundary;
    let [title, file, project] = [title, file, project].map(|name| name.map(shortened));
    TestDescription { test_id: test_id.into(), title, file, project, retry, worker, started_at }
}

/// The errors that are kept of what a runner says, each of bounded length.
pub fn kept_errors(errors: Option<Vec<RunnerError>>) -> Vec<RunnerError> {
    let kept = errors.unwrap_or_default().into_iter().take(MOST_ERRORS);
    kept.map(|error| RunnerError {
        message: cut(error.message, LONGEST_ERROR),
        file: error.file.map(shortened),
        source: error.source.map(shortened),
        ..error
    })
    .collect()
}

fn shortened(name: String) -> String {
    cut(name, LONGEST_NAME)
}

fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(text.floor_char_boundary(most));
        text.push('…');
        text.shrink_to_fit();
    }
    text
}

#[cfg(test)]
mod tests {
    use gasoline_wire::{BoundaryAction, RunnerStatus};

    use super::*;
    use crate::analysis::stats::Stats;

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
            errors: None,
        }
    }

    fn record(test_id: &str, evidence: usize) -> TestRecord {
        TestRecord {
            description: describe(boundary(test_id, BoundaryAction::End), None),
            status: TestStatus::Fail,
            ended_at: Timestamp::default(),
            duration_ms: None,
            errors: Vec::new(),
            stats: Stats::default(),
            evidence: Some(Evidence { capture: vec![0; evidence].into(), thumbnail: None }),
            digest: None,
            evidence_dropped: false,
        }
    }

    fn passed(test_id: &str) -> TestRecord {
        TestRecord { status: TestStatus::Pass, evidence: None, ..record(test_id, 0) }
    }

    /// The records that are left: `-` stands where evidence was dropped, a number where it is kept.
    fn kept(boundaries: &Boundaries) -> Vec<String> {
        let of = |record: &TestRecord| match (&record.evidence, record.evidence_dropped) {
            (Some(evidence), _) => format!("{} {}", record.description.test_id, evidence.bytes()),
            (None, true) => format!("{} -", record.description.test_id),
            (None, false) => record.description.test_id.to_string(),
        };
        boundaries.ended().map(of).collect()
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
    fn records_beyond_the_bound_are_dropped_oldest_first_and_counted() {
        let mut boundaries = Boundaries::new(BoundaryLimits { records: 3, ..BoundaryLimits::default() });
        for test in ["a", "b", "c", "d", "e"] {
            boundaries.keep(record(test, 10));
        }
        assert_eq!(kept(&boundaries), ["c 10", "d 10", "e 10"]);
        assert_eq!((boundaries.records_dropped(), boundaries.evidence_dropped()), (2, 0));
    }

    #[test]
    fn evidence_beyond_the_bound_goes_while_every_record_stays() {
        let mut boundaries =
            Boundaries::new(BoundaryLimits { evidence_bytes: 100, ..BoundaryLimits::default() });
        boundaries.keep(passed("p"));
        for (test, bytes) in [("a", 40), ("b", 40), ("c", 50), ("d", 60)] {
            boundaries.keep(record(test, bytes));
        }
        boundaries.keep(passed("q"));
        assert_eq!(kept(&boundaries), ["p", "a -", "b -", "c -", "d 60", "q"]);
        assert_eq!((boundaries.records_dropped(), boundaries.evidence_dropped()), (0, 3));
    }

    #[test]
    fn a_second_end_of_a_test_replaces_its_record() {
        let mut boundaries = Boundaries::new(BoundaryLimits::default());
        for (test, bytes) in [("a", 1), ("b", 2), ("a", 3)] {
            boundaries.keep(record(test, bytes));
        }
        assert_eq!(kept(&boundaries), ["b 2", "a 3"]);
        assert_eq!(boundaries.records_dropped(), 0);
    }

    #[test]
    fn names_nobody_would_read_to_their_end_are_cut_between_characters() {
        let mut boundaries = Boundaries::new(BoundaryLimits::default());
        let long = Some("é".repeat(LONGEST_NAME));
        let end = TestBoundary {
            title: long.clone(),
            file: long.clone(),
            project: long,
            ..boundary("a", BoundaryAction::End)
        };
        let (description, _) = boundaries.end(end);
        let expected = Some(format!("{}…", "é".repeat(LONGEST_NAME / 2)));
        assert_eq!(
            [description.title, description.file, description.project],
            [expected.clone(), expected.clone(), expected]
        );
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
