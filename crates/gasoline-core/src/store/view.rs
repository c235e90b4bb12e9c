//! What a reader gets: entries as they were at one moment, which no later write changes.

use std::sync::Arc;

use super::entry::Entry;
use crate::intake::Kind;

/// Which entries a reader wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All tests and everything that belongs to no test.
    #[default]
    Everything,
    /// One test only.
    Test(Box<str>),
}

/// What was not kept, since the start or the last clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Entries dropped because a bound was reached, within the view's scope and kinds.
    pub evicted: u64,
    /// Entries that never arrived, seen as gaps in the pages' counters.
    pub lost: u64,
    /// Late fields whose entry was gone already.
    pub merges_dropped: u64,
}

/// Entries as they were at one moment.
#[derive(Clone, Debug)]
pub struct View {
    pub(super) entries: [Vec<Arc<Entry>>; Kind::ALL.len()],
    pub(super) losses: Losses,
}

impl View {
    /// Entries of one kind, oldest arrival first. Empty for kinds the view was not asked for.
    pub fn entries(&self, kind: Kind) -> &[Arc<Entry>] {
        &self.entries[kind.index()]
    }

    /// What was not kept.
    pub fn losses(&self) -> Losses {
        self.losses
    }
}
