//! What a capture file says about itself: its format, who saved what when, and what is missing.

use std::collections::BTreeMap;
use std::sync::Arc;

use gasoline_wire::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analysis::not_captured;
use crate::intake::Kind;
use crate::store::{Contents, EvictedByKind, LossAccount, TestLosses};

/// The format that is written, and the newest that can be read.
pub const FORMAT: u32 = 1;

/// Characters kept of what the environment says: none of it is longer, unless by mistake.
const LONGEST_NAME: usize = 200;

/// Who made a capture, as far as the environment tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maker {
    /// Version of Gasoline.
    pub gasoline: String,
    /// Commit of the program under test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Its branch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The run of the CI service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Which part of the suite, where it is split over machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Which attempt at that run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<String>,
}

impl Maker {
    /// Each of its words changed by `change`, and cut to a length somebody would read.
    #[must_use]
    pub fn map(self, change: impl Fn(&str) -> String) -> Self {
        let word = |text: String| change(&text).chars().take(LONGEST_NAME).collect();
        Self {
            gasoline: word(self.gasoline),
            commit: self.commit.map(word),
            branch: self.branch.map(word),
            run: self.run.map(word),
            shard: self.shard.map(word),
            attempt: self.attempt.map(word),
        }
    }
}

/// Which folder of entries belongs to which test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TestFolder {
    pub(super) folder: String,
    pub(super) test_id: Option<Arc<str>>,
}

/// The first part of every capture file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the format.
    pub format: u32,
    /// When the capture was saved.
    pub saved_at: Timestamp,
    /// Who saved it.
    pub made_by: Maker,
    /// The one test that was saved, if not everything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_id: Option<Arc<str>>,
    /// How many entries of each kind there are, by the arrays of `/snapshot`.
    pub entries: BTreeMap<String, usize>,
    /// How many pictures there are.
    pub pictures: usize,
    /// How many tests that ended there are.
    pub tests: usize,
    pub(super) folders: Vec<TestFolder>,
    pub(super) losses: WrittenLosses,
    /// Pages in which something could not be captured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_captured: Vec<Value>,
}

impl Manifest {
    /// What was not kept when the capture was saved.
    pub fn losses(&self) -> LossAccount {
        self.losses.account()
    }

    /// Counts and losses of `contents`; who, when and what else is up to the caller.
    pub(super) fn of(contents: &Contents, saved_at: Timestamp, made_by: Maker) -> Self {
        let view = &contents.view;
        let counted = Kind::ALL.map(|kind| (kind.buffer().to_owned(), view.entries(kind).len()));
        Self {
            format: FORMAT,
            saved_at,
            made_by,
            test_id: None,
            entries: counted.into_iter().filter(|(_, count)| *count > 0).collect(),
            pictures: 0,
            tests: 0,
            folders: Vec::new(),
            losses: WrittenLosses::of(&contents.losses),
            not_captured: not_captured::pages(view.entries(Kind::Document)),
        }
    }
}

/// What the losses look like in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WrittenLosses {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tests: Vec<LossesOfTest>,
    #[serde(default, skip_serializing_if = "is_zero")]
    evicted_with_tests: u64,
    /// The same by kind, as far as that is known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    evicted_with_tests_by_kind: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LossesOfTest {
    test_id: Option<Arc<str>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    evicted: BTreeMap<String, u64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    lost: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    late_context: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A count that can be summed up over all tests, whatever a file says.
fn believable(count: u64) -> u64 {
    count.min(u64::from(u32::MAX))
}

/// Counts under the names of their buffers.
fn written_by_kind(counts: &[u64; Kind::ALL.len()]) -> BTreeMap<String, u64> {
    let counted = Kind::ALL.map(|kind| (kind.buffer().to_owned(), counts[kind.index()]));
    counted.into_iter().filter(|(_, count)| *count > 0).collect()
}

fn read_by_kind(written: &BTreeMap<String, u64>) -> [u64; Kind::ALL.len()] {
    Kind::ALL.map(|kind| written.get(kind.buffer()).map_or(0, |count| believable(*count)))
}

impl WrittenLosses {
    fn of(account: &LossAccount) -> Self {
        let written = |(test_id, losses): (&Option<Arc<str>>, &TestLosses)| LossesOfTest {
            test_id: test_id.clone(),
            evicted: written_by_kind(&losses.evicted),
            lost: losses.lost,
            late_context: losses.merges_dropped,
        };
        let tests = account.tests.iter().map(written).collect();
        Self {
            tests,
            evicted_with_tests: account.evicted_with_tests.of(&Kind::ALL),
            evicted_with_tests_by_kind: written_by_kind(&account.evicted_with_tests.known),
        }
    }

    fn account(&self) -> LossAccount {
        let known = read_by_kind(&self.evicted_with_tests_by_kind);
        let unknown = believable(self.evicted_with_tests).saturating_sub(known.iter().sum());
        let mut account =
            LossAccount { evicted_with_tests: EvictedByKind { known, unknown }, ..LossAccount::default() };
        for test in &self.tests {
            let losses = account.tests.entry(test.test_id.clone()).or_default();
            losses.lost = believable(test.lost);
            losses.merges_dropped = believable(test.late_context);
            losses.evicted = read_by_kind(&test.evicted);
        }
        account
    }
}
