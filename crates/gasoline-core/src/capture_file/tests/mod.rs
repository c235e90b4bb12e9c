//! Capture files as a whole: what was saved comes back, and of what was damaged as much as can be.

mod damaged;
mod planted;
mod round_trip;

use std::sync::Arc;

use super::*;
use crate::analysis::stats::Stats;
use crate::intake::{self, IntakeLimits, Route};
use crate::learned::Learned;
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Scope, Store, StoreLimits};
use crate::test_record::{Evidence, TestDescription, TestRecord, TestStatus, Tests, Thumbnail};
use gasoline_wire::{ImageType, Timestamp};

/// 2026-01-22T10:30:00.000Z.
const NOON: i64 = 1_769_077_800_000;

/// One for all tests: compiling the rules takes longer than most of them. It is not that of the server that saved.
fn redactor() -> &'static Redactor {
    static SHARED: std::sync::OnceLock<Redactor> = std::sync::OnceLock::new();
    SHARED.get_or_init(|| Redactor::new(FingerprintKey::new([2; 16])))
}

fn at(milliseconds: i64) -> Timestamp {
    Timestamp::from_milliseconds(NOON + milliseconds).unwrap()
}

/// A server as far as a capture file is concerned.
struct Server {
    redactor: Redactor,
    store: Store,
    learned: Learned,
}

impl Server {
    fn new(limits: StoreLimits) -> Self {
        let key = FingerprintKey::new([1; 16]);
        Self { redactor: Redactor::new(key), store: Store::new(limits, key), learned: Learned::default() }
    }

    fn take(&mut self, route: Route, body: &str, arrival: &Arrival) {
        let taken = intake::take(&self.redactor, &IntakeLimits::default(), route, body.as_bytes()).unwrap();
        assert_eq!(taken.first_rejection, None, "{body}");
        for entry in self.store.append(taken.entries, arrival).added {
            self.learned.note(&entry);
        }
    }

    fn saved(&self, scope: Scope) -> Saved {
        Saved {
            saved_at: at(60_000),
            made_by: Maker {
                gasoline: "0.1.0".to_owned(),
                branch: Some("main".to_owned()),
                ..Maker::default()
            },
            contents: self.store.contents(&scope),
            learned: self.learned.within(&scope),
            tests: Tests::default(),
            pictures: Vec::new(),
            scope,
        }
    }
}

fn write(saved: Saved) -> Vec<u8> {
    CaptureWriter::new(saved).flatten().collect()
}

fn read_file(file: &[u8]) -> Result<Capture, ReadError> {
    read(file, redactor(), &ReadLimits::default())
}

fn picture(id: &str) -> Picture {
    let image = |side: u32| Image {
        image_type: ImageType::Jpeg,
        width: side,
        height: side,
        bytes: vec![9; side as usize].into(),
    };
    let (full, thumbnail) = (Some(image(800)), Some(image(30)));
    Picture {
        id: id.to_owned(),
        event_id: Some(format!("e{id}")),
        test_id: Some("t".into()),
        full,
        thumbnail,
        context: Arc::default(),
    }
}

fn failed_test(capture: &[u8]) -> TestRecord {
    TestRecord {
        description: TestDescription {
            test_id: "t".into(),
            title: Some("logs in".to_owned()),
            file: None,
            project: None,
            retry: Some(1),
            worker: None,
            started_at: Some(at(0)),
        },
        status: TestStatus::Fail,
        ended_at: at(50_000),
        duration_ms: Some(0.1 + 0.2),
        errors: Vec::new(),
        stats: Stats::default(),
        evidence: Some(Evidence {
            capture: capture.into(),
            thumbnail: Some(Thumbnail { mime_type: ImageType::Jpeg }),
        }),
        digest: None,
        evidence_dropped: false,
    }
}
