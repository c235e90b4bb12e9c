//! What a reader gets: entries as they were at one moment, which no later write changes.

use std::sync::Arc;

use gasoline_wire::Timestamp;

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

impl Scope {
    /// Whether what belongs to `test`, or to none, is wanted.
    pub fn includes(&self, test: Option<&str>) -> bool {
        match self {
            Self::Everything => true,
            Self::Test(id) => test == Some(id),
        }
    }

    /// The test, if it is one.
    pub fn test_id(&self) -> Option<&str> {
        match self {
            Self::Everything => None,
            Self::Test(id) => Some(id),
        }
    }
}

/// What was not kept, since the start or the last clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Entries dropped because a bound was reached, within the view's scope and kinds.
    pub evicted: u64,
    /// Entries that never arrived, seen as gaps in the pages' counters, within the view's scope.
    pub lost: u64,
    /// Late fields whose entry was gone already, never came or had no room for them, within the view's scope.
    pub merges_dropped: u64,
}

/// Entries as they were at one moment.
#[derive(Clone, Debug, Default)]
pub struct View {
    pub(super) entries: [Vec<Arc<Entry>>; Kind::ALL.len()],
    pub(super) losses: Losses,
}

impl View {
    /// Entries of one kind, oldest arrival first. Empty for kinds the view was not asked for.
    pub fn entries(&self, kind: Kind) -> &[Arc<Entry>] {
        &self.entries[kind.index()]
    }

    /// The part of this view that says most within `bytes`: errors and failed requests first, then the newest entries.
    #[must_use]
    pub fn most_telling(&self, bytes: usize) -> Self {
        let mut ranked: Vec<&Arc<Entry>> = self.entries.iter().flatten().collect();
        ranked.sort_unstable_by_key(|entry| (!entry.is_telling(), std::cmp::Reverse(entry.seq)));
        let mut left = bytes;
        let mut entries: [Vec<Arc<Entry>>; Kind::ALL.len()] = Default::default();
        let mut losses = self.losses;
        for entry in ranked {
            match left.checked_sub(entry.cost()) {
                Some(rest) => {
                    left = rest;
                    entries[entry.kind.index()].push(Arc::clone(entry));
                }
                None => losses.evicted += 1,
            }
        }
        entries.iter_mut().for_each(|list| list.sort_unstable_by_key(|entry| entry.seq));
        Self { entries, losses }
    }

    /// Leaves out what happened before `time`, by corrected browser time.
    pub fn keep_since(&mut self, time: Timestamp) {
        for entries in &mut self.entries {
            entries.retain(|entry| entry.time >= time);
        }
    }

    /// What was not kept.
    pub fn losses(&self) -> Losses {
        self.losses
    }
}
