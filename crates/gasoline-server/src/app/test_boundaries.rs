//! Tests start and end: tagging, evidence, records.

use std::path::Path;
use std::sync::Arc;

use gasoline_core::analysis::stats::Stats;
use gasoline_core::boundary::{Boundaries, Evidence, TestRecord, TestStatus, Thumbnail, freeze};
use gasoline_core::intake::Kind;
use gasoline_core::store::Scope;
use gasoline_wire::{BoundaryAction, BoundaryNoted, TestBoundary, Timestamp};

use super::{App, unpoisoned};
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
            let test_id = &description.test_id;
            let frozen = || freeze(&view, app.newest_thumbnail(test_id), now, test_id, most_bytes);
            let evidence = status.needs_evidence().then(frozen).flatten();
            let stats = Stats::of(&view);
            let evidence_dropped = false;
            let record = TestRecord {
                description,
                status,
                ended_at: now,
                duration_ms,
                stats,
                evidence,
                evidence_dropped,
            };
            if let Some(folder) = &app.spill {
                spill(folder, &record);
            }
            app.boundaries().keep(record);
        });
        if let Err(error) = kept.await {
            tracing::error!(%error, "the record of a test could not be kept");
        }
    }

    fn newest_thumbnail(&self, test_id: &str) -> Option<Thumbnail> {
        let encoded = unpoisoned(&self.pictures).newest_thumbnail(test_id)?;
        Some(Thumbnail { mime_type: encoded.mime_type, bytes: encoded.bytes.as_ref().into() })
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

/// Writes the record beside memory: a JSON file, and the evidence with it.
fn spill(folder: &Path, record: &TestRecord) {
    let name = file_name(record);
    let write = |ending: &str, content: &[u8]| {
        platform::replace_file(&folder.join(format!("{name}.{ending}")), content)
    };
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| write("json", &to_json(record)))
        .and_then(|()| record.evidence.as_ref().map_or(Ok(()), |evidence| spill_evidence(evidence, write)));
    if let Err(error) = written {
        tracing::warn!(%error, folder = %folder.display(), "the record of a test could not be written");
    }
}

fn spill_evidence(
    evidence: &Evidence,
    write: impl Fn(&str, &[u8]) -> std::io::Result<()>,
) -> std::io::Result<()> {
    write("snapshot.json.gz", &evidence.snapshot)?;
    let Some(thumbnail) = &evidence.thumbnail else { return Ok(()) };
    let ending = if thumbnail.mime_type == "image/png" { "thumbnail.png" } else { "thumbnail.jpg" };
    write(ending, &thumbnail.bytes)
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
