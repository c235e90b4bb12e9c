//! Which entries have been seen: resends become no-ops, late fields find their entry, gaps become visible.
//!
//! Identities are the keyed hashes that intake made of the senders' texts: small, and impossible to collide on purpose.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use crate::intake::Kind;

/// Where an entry was put when it came in.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) seq: u64,
    pub(super) kind: Kind,
    pub(super) test_id: Option<Arc<str>>,
}

/// Entry identities, newest first to stay.
#[derive(Debug)]
pub(super) struct SeenEntries {
    limit: usize,
    places: hashbrown::HashMap<u64, Place, BuildHasherDefault<AlreadyHashed>>,
    order: VecDeque<u64>,
}

impl SeenEntries {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, places: hashbrown::HashMap::default(), order: VecDeque::new() }
    }

    pub(super) fn place_of(&self, event_id: u64) -> Option<&Place> {
        self.places.get(&event_id)
    }

    pub(super) fn remember(&mut self, event_id: u64, place: Place) {
        if self.places.insert(event_id, place).is_none() {
            self.order.push_back(event_id);
        }
        if self.order.len() > self.limit
            && let Some(oldest) = self.order.pop_front()
        {
            self.places.remove(&oldest);
        }
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
    fn only_the_newest_identities_are_remembered() {
        let mut seen = SeenEntries::new(2);
        for id in 1..=3 {
            seen.remember(id, Place { seq: id * 10, kind: Kind::Log, test_id: None });
        }
        assert!(seen.place_of(1).is_none());
        assert_eq!(seen.place_of(3).map(|place| place.seq), Some(30));
    }
}
