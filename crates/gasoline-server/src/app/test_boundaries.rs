//! Tests start and end: tagging, evidence, records.

use std::path::Path;
use std::sync::Arc;

use gasoline_core::analysis::stats::Stats;
use gasoline_core::boundary::{Boundaries, TestDescription, TestRecord, TestStatus, freeze};
use gasoline_core::intake::Kind;
use gasoline_core::store::{Scope, View};
use gasoline_wire::{BoundaryAction, BoundaryNoted, TestBoundary, Timestamp};

use super::App;
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
            self.clear(&Scope::Test(test_id.as_str().into()), &Kind::ALL);
        }
        self.lock().set_expendable(&test_id, false);
    }

    async fn end_test(self: &Arc<Self>, boundary: TestBoundary, now: Timestamp) {
        let duration_ms = boundary.duration_ms;
        let (description, status) = self.boundaries().end(boundary);
        let view = self.view(&Scope::Test(description.test_id.as_ref().into()), &Kind::ALL);
        if status == TestStatus::Pass {
            self.lock().set_expendable(&description.test_id, true);
        }
        let app = Arc::clone(self);
        let most_bytes = app.with_tests(|tests| tests.limits().evidence_bytes_each);
        // Compressing takes milliseconds, which ingest must not wait for.
        let kept = tokio::task::spawn_blocking(move || {
            let record = record(description, status, now, duration_ms, &view, most_bytes);
            if let Some(folder) = &app.spill {
                spill(folder, &record);
            }
            app.boundaries().keep(record);
        });
        if let Err(error) = kept.await {
            tracing::error!(%error, "the record of a test could not be kept");
        }
    }

    fn redact_boundary(&self, boundary: TestBoundary) -> TestBoundary {
        let redact = |text: String| self.redactor.text(&text).into_inner();
        TestBoundary {
            test_id: redact(boundary.test_id),
            title: boundary.title.map(redact),
            file: boundary.file.map(redact),
            project: boundary.project.map(redact),
            ..boundary
        }
    }
}

fn record(
    description: TestDescription,
    status: TestStatus,
    ended_at: Timestamp,
    duration_ms: Option<f64>,
    view: &View,
    most_bytes: usize,
) -> TestRecord {
    let frozen = || freeze(view, ended_at, &description.test_id, most_bytes);
    let evidence = status.needs_evidence().then(frozen).flatten();
    let stats = Stats::of(view);
    TestRecord { status, ended_at, duration_ms, stats, evidence: evidence.map(Arc::from), description }
}

/// Writes the record beside memory: a JSON file, and the evidence with it.
fn spill(folder: &Path, record: &TestRecord) {
    let name = file_name(record);
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| platform::replace_file(&folder.join(format!("{name}.json")), &to_json(record)))
        .and_then(|()| match &record.evidence {
            Some(evidence) => {
                platform::replace_file(&folder.join(format!("{name}.snapshot.json.gz")), evidence)
            }
            None => Ok(()),
        });
    if let Err(error) = written {
        tracing::warn!(%error, folder = %folder.display(), "the record of a test could not be written");
    }
}

fn to_json(record: &TestRecord) -> Vec<u8> {
    serde_json::to_vec_pretty(record).unwrap_or_default()
}

/// When it ended and what it is called, in characters every file system takes.
fn file_name(record: &TestRecord) -> String {
    const LONGEST: usize = 80;
    let id = &record.description.test_id;
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '.' { c } else { '_' };
    let readable: String = id.chars().take(LONGEST).map(plain).collect();
    format!("{}-{readable}", record.ended_at.as_milliseconds())
}
