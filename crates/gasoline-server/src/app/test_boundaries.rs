//! Tests start and end: tagging, evidence, records.

use std::io;
use std::path::Path;
use std::sync::Arc;

use gasoline_core::analysis::stats::Stats;
use gasoline_core::boundary::{Boundaries, freeze, kept_errors, record_file};
use gasoline_core::capture_file::{self, Capture, FILE_ENDING, Maker, ReadLimits};
use gasoline_core::intake::Kind;
use gasoline_core::runs::Digest;
use gasoline_core::store::Scope;
use gasoline_core::test_record::{TestRecord, TestStatus};
use gasoline_wire::{BoundaryAction, BoundaryNoted, RunnerError, TestBoundary, Timestamp};

use super::{App, ClearedBy, Subject, unpoisoned};
use crate::platform;

impl App {
    /// Notes the start or end of a test.
    pub async fn note_boundary(self: &Arc<Self>, boundary: TestBoundary) -> BoundaryNoted {
        let boundary = self.redact_boundary(boundary);
        let timestamp = self.now();
        let noted = BoundaryNoted { test_id: boundary.test_id.clone(), action: boundary.action, timestamp };
        match boundary.action {
            BoundaryAction::Start => self.start_test(boundary, timestamp),
            BoundaryAction::End => self.end_test(boundary, timestamp).await,
        }
        noted
    }

    /// Runs a short look at the tests under their lock.
    pub fn with_tests<T>(&self, look: impl FnOnce(&Boundaries) -> T) -> T {
        look(&self.boundaries())
    }

    fn start_test(&self, boundary: TestBoundary, now: Timestamp) {
        let test_id = boundary.test_id.clone();
        let ran_before = self.boundaries().start(boundary, now);
        if ran_before {
            // The same test again, as in a watch mode: what it left behind is not this run's.
            self.clear(&Scope::Test(test_id.as_str().into()), &Kind::ALL, ClearedBy::Test);
        }
        self.lock().set_expendable(&test_id, false);
    }

    async fn end_test(self: &Arc<Self>, boundary: TestBoundary, now: Timestamp) {
        let duration_ms = boundary.duration_ms;
        let errors = kept_errors(boundary.errors.clone());
        let (description, status) = self.boundaries().end(boundary);
        let scope = Scope::Test(description.test_id.as_ref().into());
        let contents = self.with_store(|store| store.contents(&scope));
        if status == TestStatus::Pass {
            self.lock().set_expendable(&description.test_id, true);
        }
        let app = Arc::clone(self);
        let most_bytes = app.with_tests(|tests| tests.limits().evidence_bytes_each);
        // Compressing takes milliseconds, which ingest must not wait for.
        let kept = tokio::task::spawn_blocking(move || {
            let mut record = TestRecord {
                description,
                status,
                ended_at: now,
                duration_ms,
                errors,
                stats: Stats::of(&contents.view),
                digest: Some(Digest::of(&contents.view)).filter(|digest| !digest.is_empty()),
                evidence: None,
                evidence_dropped: false,
            };
            if status.needs_evidence() {
                let picture =
                    unpoisoned(&app.captured.pictures).newest_thumbnail(&record.description.test_id);
                record.evidence = freeze(&record, &contents, picture, &app.run.made_by, most_bytes);
            }
            if let Some(folder) = &app.tests.spill {
                app.spill(folder, &record);
            }
            app.boundaries().keep(record);
        });
        if let Err(error) = kept.await {
            tracing::error!(%error, "the record of a test could not be kept");
        }
    }

    /// The frozen evidence of a test, read back.
    pub(crate) fn evidence(&self, test_id: &str) -> Option<Capture> {
        let evidence = self.with_tests(|tests| {
            let record = tests.ended().find(|record| *record.description.test_id == *test_id);
            record.and_then(|record| record.evidence.clone())
        });
        capture_file::read(&evidence?.capture, &self.redactor, &ReadLimits::default()).ok()
    }

    /// Writes the record beside memory; agents and `/health` learn of a folder that cannot be written.
    fn spill(&self, folder: &Path, record: &TestRecord) {
        match write_record(folder, record, &self.run.made_by) {
            Ok(()) => self.notices.withdraw(Subject::TestRecords),
            Err(error) => {
                let folder = folder.display();
                tracing::warn!(%error, %folder, "the record of a test could not be written");
                let text = format!(
                    "Records of tests cannot be written to `{folder}` ({error}): they are missing there."
                );
                self.notices.give(Subject::TestRecords, text);
            }
        }
    }

    fn redact_boundary(&self, boundary: TestBoundary) -> TestBoundary {
        let redact = |text: String| self.redactor.text(&text).into_inner();
        TestBoundary {
            test_id: redact(boundary.test_id),
            title: boundary.title.map(redact),
            file: boundary.file.map(redact),
            project: boundary.project.map(redact),
            errors: boundary
                .errors
                .map(|errors| errors.into_iter().map(|error| self.redact_error(error)).collect()),
            ..boundary
        }
    }

    fn redact_error(&self, error: RunnerError) -> RunnerError {
        let redact = |text: String| self.redactor.text(&text).into_inner();
        RunnerError {
            message: redact(error.message),
            file: error.file.map(redact),
            source: error.source.map(redact),
            ..error
        }
    }
}

/// Writes a record as a capture file: with its evidence, or alone.
fn write_record(folder: &Path, record: &TestRecord, made_by: &Maker) -> io::Result<()> {
    let path = folder.join(file_name(record));
    platform::create_private_folder(folder)?;
    match &record.evidence {
        Some(evidence) => platform::replace_private_file(&path, &evidence.capture),
        None => platform::replace_private_file(&path, &record_file(record, made_by)),
    }
}

/// When it ended and what it is called, in characters every file system takes.
fn file_name(record: &TestRecord) -> String {
    const LONGEST: usize = 80;
    let id = &record.description.test_id;
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '.' { c } else { '_' };
    let readable: String = id.chars().take(LONGEST).map(plain).collect();
    format!("{}-{readable}.{FILE_ENDING}", record.ended_at.as_milliseconds())
}
