//! How many entries of each kind were dropped with tests that are gone.

use crate::intake::Kind;

/// Counts by kind, and those of older captures, in which nobody wrote the kinds down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvictedByKind {
    /// In the order of [`Kind::ALL`].
    pub known: [u64; Kind::ALL.len()],
    /// Of any kind.
    pub unknown: u64,
}

impl EvictedByKind {
    pub(super) fn add(&mut self, kind: Kind, count: u64) {
        self.known[kind.index()] += count;
    }

    /// Those that may be of `kinds`.
    pub fn of(&self, kinds: &[Kind]) -> u64 {
        kinds.iter().map(|kind| self.known[kind.index()]).sum::<u64>() + self.unknown
    }
}
