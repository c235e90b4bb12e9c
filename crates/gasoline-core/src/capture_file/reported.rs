//! The tests of a capture, added to a report.

use gasoline_wire::Timestamp;

use super::limits::ReadLimits;
use super::read::{Capture, read};
use crate::analysis::stats::Stats;
use crate::export::otlp::{Exporter, RunDetails, RunName};
use crate::intake::Kind;
use crate::redact::{FingerprintKey, Redactor};
use crate::report::{Depth, Report};
use crate::store::{Scope, Store, StoreLimits, View};
use crate::test_record::{TestDescription, TestRecord, TestStatus};

/// Which tests of a capture are reported, and how much of each.
#[derive(Clone, Debug, Default)]
pub struct ReportOptions {
    /// Only this test: its id, its title or a part of the title.
    pub test_id: Option<String>,
    /// Only tests that ended at this time or later.
    pub since: Option<Timestamp>,
    /// How much of each, and how it is labelled.
    pub depth: Depth,
}

impl ReportOptions {
    fn admits(&self, record: &TestRecord) -> bool {
        self.since.is_none_or(|since| record.ended_at >= since)
            && self.test_id.as_deref().is_none_or(|wanted| {
                let TestDescription { test_id, title, .. } = &record.description;
                test_id.as_ref() == wanted || title.as_ref().is_some_and(|title| title.contains(wanted))
            })
    }
}

/// Said of failed tests whose evidence is not in a damaged file.
const EVIDENCE_DAMAGED: &str = "what was captured of it is missing: the capture file is damaged";

/// What entries without a test are reported under.
const NO_TEST: &str = "(no test)";

impl Capture {
    /// Adds its tests to a report. Where it has none, everything captured is one test without a result.
    pub fn report(&self, report: &mut Report, options: &ReportOptions, redactor: &Redactor) {
        let store = self.store(StoreLimits::default(), FingerprintKey::new([0; 16]));
        for record in self.tests.ended.iter().filter(|record| record.status != TestStatus::Skip) {
            if options.admits(record) {
                let view = entries_of(record, &store, redactor);
                match self.missing_of(record) {
                    Some(missing) => report.add_incomplete(record, &view, missing, &options.depth),
                    None => report.add(record, &view, &options.depth),
                }
            }
        }
        if self.tests.ended.is_empty() && !self.entries.is_empty() && options.test_id.is_none() {
            let view = store.view(&Scope::Everything, &Kind::ALL);
            report.add(&without_test(self.saved_at), &view, &options.depth);
        }
        report.notes.extend(self.notes());
    }

    /// What damage took from a test.
    fn missing_of(&self, record: &TestRecord) -> Option<&'static str> {
        let is_bare = record.evidence.is_none() && !record.evidence_dropped && record.status.needs_evidence();
        (is_bare && !self.damages.is_empty()).then_some(EVIDENCE_DAMAGED)
    }

    /// Adds its tests to an export. A run that no CI service names is known by `unnamed`.
    pub fn export(
        &self,
        exporter: &mut Exporter,
        options: &ReportOptions,
        unnamed: &str,
        redactor: &Redactor,
    ) {
        let store = self.store(StoreLimits::default(), FingerprintKey::new([0; 16]));
        let made_by = self.manifest.as_ref().map(|manifest| manifest.made_by.clone()).unwrap_or_default();
        let name = RunName {
            run: made_by.run.unwrap_or_else(|| unnamed.to_owned()),
            attempt: made_by.attempt,
            shard: made_by.shard,
        };
        let details =
            RunDetails { version: made_by.gasoline, commit: made_by.commit, branch: made_by.branch };
        for record in self.tests.ended.iter().filter(|record| record.status != TestStatus::Skip) {
            if options.admits(record) {
                exporter.add(&name, &details, record, &entries_of(record, &store, redactor));
            }
        }
    }

    /// When its first test started, if it has one.
    pub fn first_start(&self) -> Option<Timestamp> {
        self.tests.ended.iter().filter_map(|record| record.description.started_at).min()
    }

    /// What a reader of a report should know about the capture.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let counted = [
            (self.tests.running.len() as u64, "tests had not ended"),
            (self.tests.records_dropped, "tests are left out: there were too many"),
            (
                self.tests.evidence_dropped,
                "failed tests are without what was captured: it made room for later ones",
            ),
        ];
        notes.extend(
            counted.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")),
        );
        notes.extend(self.damages.sentence());
        notes
    }
}

/// What was frozen of a failed test; of others what is still there.
fn entries_of(record: &TestRecord, store: &Store, redactor: &Redactor) -> View {
    let frozen = record.evidence.as_ref();
    let frozen = frozen.and_then(|evidence| read(&evidence.capture, redactor, &ReadLimits::default()).ok());
    match frozen {
        Some(capture) => capture.view(),
        None => store.view(&Scope::Test(record.description.test_id.as_ref().into()), &Kind::ALL),
    }
}

fn without_test(saved_at: Timestamp) -> TestRecord {
    TestRecord {
        description: TestDescription {
            test_id: NO_TEST.into(),
            title: None,
            file: None,
            project: None,
            retry: None,
            worker: None,
            started_at: None,
        },
        status: TestStatus::Unknown,
        ended_at: saved_at,
        duration_ms: None,
        errors: Vec::new(),
        stats: Stats::default(),
        evidence: None,
        digest: None,
        evidence_dropped: false,
    }
}
