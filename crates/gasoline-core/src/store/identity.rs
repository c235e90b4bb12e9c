//! Which entries have been seen: resends become no-ops, late fields find their entry, gaps become visible.
//!
//! Identities are the keyed hashes that intake made of the senders' texts: small, and impossible to collide on purpose.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use crate::intake::Kind;

/// Where an entry was put when it came in. Sixteen bytes with its key, because every new entry touches the table at
/// random and what that costs is cache misses. The test is not noted: the few that ask look into every test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    seq_and_kind: u64,
}

impl Place {
    pub(super) fn new(seq: u64, kind: Kind) -> Self {
        Self { seq_and_kind: seq << 4 | kind.index() as u64 }
    }

    pub(super) fn seq(self) -> u64 {
        self.seq_and_kind >> 4
    }

    pub(super) fn kind(self) -> Kind {
        Kind::ALL[(self.seq_and_kind & 0xF) as usize]
    }
}

type Generation = hashbrown::HashMap<u64, Place, BuildHasherDefault<AlreadyHashed>>;

/// Entry identities in two generations: when the newer is full, the older is forgotten as a whole. Forgetting them
/// one by one would touch the table once more for each entry and leave it full of gravestones.
#[derive(Debug)]
pub(super) struct SeenEntries {
    generation_limit: usize,
    newer: Generation,
    older: Generation,
}

impl SeenEntries {
    pub(super) fn new(limit: usize) -> Self {
        Self { generation_limit: limit / 2, newer: Generation::default(), older: Generation::default() }
    }

    /// Where the entry was put, if it is known; otherwise notes that it will be put at `place`.
    pub(super) fn place_or_remember(&mut self, event_id: u64, place: Place) -> Option<Place> {
        if let Some(known) = self.older.get(&event_id) {
            return Some(*known);
        }
        if self.newer.len() >= self.generation_limit {
            std::mem::swap(&mut self.newer, &mut self.older);
            self.newer.clear();
        }
        match self.newer.entry(event_id) {
            hashbrown::hash_map::Entry::Occupied(known) => Some(*known.get()),
            hashbrown::hash_map::Entry::Vacant(free) => {
                free.insert(place);
                None
            }
        }
    }

    /// Where the entry was put, if it is known.
    pub(super) fn place_of(&self, event_id: u64) -> Option<Place> {
        self.newer.get(&event_id).or_else(|| self.older.get(&event_id)).copied()
    }
}

/// The keys are keyed hashes already; hashing them again would only cost time.
#[derive(Default)]
pub(super) struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        // Only `write_u64` is called for a `u64` key; this keeps the hasher total.
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// Counters of one page.
#[derive(Clone, Copy, Debug)]
struct PageCounters {
    first: u32,
    last: u32,
    received: u32,
}

impl PageCounters {
    fn lost(self) -> u64 {
        u64::from((self.last - self.first + 1).saturating_sub(self.received))
    }
}

/// Gaps in the per-page counters `n`.
///
/// Counting starts at the first number seen, so a server that restarts does not report what its predecessor took.
#[derive(Debug)]
pub(super) struct LossTracker {
    limit: usize,
    pages: BTreeMap<u64, PageCounters>,
    order: VecDeque<u64>,
    /// What pages no longer watched had lost.
    settled: u64,
}

impl LossTracker {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, pages: BTreeMap::new(), order: VecDeque::new(), settled: 0 }
    }

    pub(super) fn note(&mut self, page: u64, n: u32) {
        if let Some(counters) = self.pages.get_mut(&page) {
            counters.first = counters.first.min(n);
            counters.last = counters.last.max(n);
            counters.received += 1;
            return;
        }
        self.pages.insert(page, PageCounters { first: n, last: n, received: 1 });
        self.order.push_back(page);
        if self.order.len() > self.limit {
            let oldest = self.order.pop_front().and_then(|page| self.pages.remove(&page));
            self.settled += oldest.map_or(0, PageCounters::lost);
        }
    }

    pub(super) fn lost(&self) -> u64 {
        self.settled + self.pages.values().map(|counters| counters.lost()).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_count_whatever_the_order_of_arrival() {
        let mut tracker = LossTracker::new(2);
        for n in [41, 44, 42] {
            tracker.note(1, n);
        }
        assert_eq!(tracker.lost(), 1);
        tracker.note(1, 43);
        assert_eq!(tracker.lost(), 0);
    }

    #[test]
    fn losses_of_forgotten_pages_stay_counted() {
        let mut tracker = LossTracker::new(1);
        tracker.note(1, 1);
        tracker.note(1, 4);
        tracker.note(2, 1);
        assert_eq!(tracker.lost(), 2);
    }

    #[test]
    fn at_least_half_of_the_limit_is_remembered_and_the_oldest_go_together() {
        let mut seen = SeenEntries::new(4);
        for id in 1..=5 {
            assert!(seen.place_or_remember(id, Place::new(id * 10, Kind::Action)).is_none());
        }
        let known: Vec<_> = (1..=5).filter(|&id| seen.place_of(id).is_some()).collect();
        assert_eq!(known, [3, 4, 5]);
        let place = seen.place_or_remember(3, Place::new(99, Kind::Log)).unwrap();
        assert_eq!((place.seq(), place.kind()), (30, Kind::Action));
    }
}
