//! The buffers of one test, or of everything that belongs to no test.

use std::sync::Arc;

use super::entry::Entry;
use super::limits::StoreLimits;
use super::ring::Ring;
use crate::intake::Kind;

/// One ring per kind.
#[derive(Debug)]
pub(super) struct Partition {
    /// Its test passed: under pressure it goes before anything else.
    pub(super) expendable: bool,
    rings: [Ring; Kind::ALL.len()],
}

impl Partition {
    pub(super) fn new(limits: &StoreLimits) -> Self {
        Self { expendable: false, rings: Kind::ALL.map(|kind| Ring::new(limits.ring(kind))) }
    }

    /// Puts a ring in place of the empty one of its kind.
    pub(super) fn restore(&mut self, kind: Kind, ring: Ring) {
        self.rings[kind.index()] = ring;
    }

    pub(super) fn ring(&self, kind: Kind) -> &Ring {
        &self.rings[kind.index()]
    }

    /// Changes one ring and returns by how much the partition grew or shrank.
    pub(super) fn change(&mut self, kind: Kind, change: impl FnOnce(&mut Ring)) -> isize {
        let ring = &mut self.rings[kind.index()];
        let before = ring.bytes();
        change(ring);
        ring.bytes().cast_signed() - before.cast_signed()
    }

    pub(super) fn bytes(&self) -> usize {
        self.rings.iter().map(Ring::bytes).sum()
    }

    pub(super) fn newest(&self) -> Option<&Arc<Entry>> {
        self.rings.iter().filter_map(|ring| ring.iter().last()).max_by_key(|entry| entry.seq)
    }

    /// The kind whose oldest entry is the oldest of all.
    pub(super) fn kind_of_oldest(&self) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .filter(|&kind| self.ring(kind).len() > 0)
            .min_by_key(|&kind| self.ring(kind).oldest_seq())
    }
}
