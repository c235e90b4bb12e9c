//! The tests of a capture as runs, for comparisons with other captures.

use super::read::Capture;
use crate::intake::Kind;
use crate::redact::FingerprintKey;
use crate::runs::{Digest, TestRun};
use crate::store::{Scope, StoreLimits};
use crate::test_record::{TestDescription, TestRecord, TestStatus};

impl Capture {
    /// Each test that ended, with what it did.
    pub fn test_runs(&self) -> Vec<TestRun> {
        let store = self.store(StoreLimits::default(), FingerprintKey::new([0; 16]));
        let still_there = |record: &TestRecord| {
            let scope = Scope::Test(record.description.test_id.as_ref().into());
            Digest::of(&store.view(&scope, &Kind::ALL))
        };
        let ended = self.tests.ended.iter().filter(|record| record.status != TestStatus::Skip);
        ended
            .map(|record| TestRun {
                test: name(&record.description),
                failed: record.status.needs_evidence(),
                // Files of an earlier version have no digests.
                digest: record
                    .digest
                    .clone()
                    .or_else(|| Some(still_there(record)).filter(|digest| !digest.is_empty())),
            })
            .collect()
    }
}

/// What a test is called in every run: ids differ by retry and repetition.
fn name(description: &TestDescription) -> String {
    let TestDescription { test_id, title, file, project, .. } = description;
    match title {
        None => test_id.to_string(),
        Some(title) => {
            let parts = [project.as_ref(), file.as_ref(), Some(title)];
            parts
                .into_iter()
                .flatten()
                .filter(|part| !part.is_empty())
                .cloned()
                .collect::<Vec<_>>()
                .join(" › ")
        }
    }
}
