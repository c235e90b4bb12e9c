//! One run of one test, and the runs of several files gathered by test.

use std::collections::BTreeMap;

use super::digest::Digest;

/// One run of one test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestRun {
    /// Project, file and title: the same in every run.
    pub test: String,
    /// How it ended.
    pub failed: bool,
    /// What it did, if that was kept.
    pub digest: Option<Digest>,
}

/// Runs by test.
pub(super) fn by_test(runs: &[TestRun]) -> BTreeMap<&str, Vec<&TestRun>> {
    let mut tests: BTreeMap<&str, Vec<&TestRun>> = BTreeMap::new();
    for run in runs {
        tests.entry(&run.test).or_default().push(run);
    }
    tests
}

/// The smallest and the largest of some counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: u32,
    pub(super) most: u32,
}

impl Range {
    pub(super) fn of(counts: impl Iterator<Item = u32>) -> Self {
        let (mut least, mut most) = (u32::MAX, 0);
        for count in counts {
            least = least.min(count);
            most = most.max(count);
        }
        Self { least: least.min(most), most }
    }

    pub(super) fn overlaps(self, other: Self) -> bool {
        self.least <= other.most && other.least <= self.most
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.least == self.most {
            write!(formatter, "{}", self.least)
        } else {
            write!(formatter, "{} to {}", self.least, self.most)
        }
    }
}
