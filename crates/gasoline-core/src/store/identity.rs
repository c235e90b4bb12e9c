//! Which entries have been seen: resends become no-ops, late fields find their entry, gaps become visible.
//!
//! Identities are the keyed hashes that intake made of the senders' texts: small, and impossible to collide on purpose.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::by_test::{CountsByTest, TestId};
use super::view::Scope;
use crate::intake::Kind;

/// Bits of a [`Place`] that hold the kind. The rest is enough for 10^18 arrivals.
const KIND_BITS: u32 = 4;
const KIND_MASK: u64 = (1 << KIND_BITS) - 1;
const _: () = assert!(Kind::ALL.len() <= 1 << KIND_BITS, "a kind no longer fits into KIND_BITS");

/// Where an entry was put when it came in. Sixteen bytes with its key, because every new entry touches the table at
/// random and what that costs is cache misses. The test is not noted: the few that ask look into every test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    seq_and_kind: u64,
}

impl Place {
    pub(super) fn new(seq: u64, kind: Kind) -> Self {
        Self { seq_and_kind: seq << KIND_BITS | kind.index() as u64 }
    }

    pub(super) fn seq(self) -> u64 {
        self.seq_and_kind >> KIND_BITS
    }

    pub(super) fn kind(self) -> Kind {
        Kind::ALL[(self.seq_and_kind & KIND_MASK) as usize]
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
            // What was in the newer generation is in the older one now.
            if let Some(known) = self.older.get(&event_id) {
                return Some(*known);
            }
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
#[derive(Clone, Debug)]
struct PageCounters {
    first: u32,
    last: u32,
    received: u32,
    /// The test of all its entries. A page that several tests used belongs to none: whose entries are missing cannot
    /// be known.
    test_id: TestId,
}

impl PageCounters {
    fn lost(&self) -> u64 {
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
    settled: CountsByTest,
    /// What was forgotten by a clear.
    forgotten: u64,
}

impl LossTracker {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            pages: BTreeMap::new(),
            order: VecDeque::new(),
            settled: CountsByTest::new(limit),
            forgotten: 0,
        }
    }

    pub(super) fn note(&mut self, page: u64, n: u32, test_id: Option<&Arc<str>>) {
        if let Some(counters) = self.pages.get_mut(&page) {
            counters.first = counters.first.min(n);
            counters.last = counters.last.max(n);
            counters.received += 1;
            if counters.test_id.as_ref() != test_id {
                counters.test_id = None;
            }
            return;
        }
        let test_id = test_id.cloned();
        self.pages.insert(page, PageCounters { first: n, last: n, received: 1, test_id });
        self.order.push_back(page);
        if self.order.len() > self.limit
            && let Some(oldest) = self.order.pop_front().and_then(|page| self.pages.remove(&page))
        {
            self.settled.add(oldest.test_id.clone(), oldest.lost());
        }
    }

    /// Entries that never arrived within `scope`.
    pub(super) fn lost(&self, scope: &Scope) -> u64 {
        self.lost_by_test(scope).map(|(_, lost)| lost).sum()
    }

    /// The same as counts that belong to tests; a test may come more than once.
    pub(super) fn lost_by_test<'s>(&'s self, scope: &'s Scope) -> impl Iterator<Item = (&'s TestId, u64)> {
        let in_scope = self.pages.values().filter(|counters| scope.includes(counters.test_id.as_deref()));
        self.settled.of_each(scope).chain(in_scope.map(|counters| (&counters.test_id, counters.lost())))
    }

    /// Takes over what was lost before.
    pub(super) fn settle(&mut self, test_id: TestId, lost: u64) {
        self.settled.add(test_id, lost);
    }

    /// Entries that never arrived since the start, whatever was cleared.
    pub(super) fn lost_ever(&self) -> u64 {
        self.forgotten + self.lost(&Scope::Everything)
    }

    /// Forgets what was lost within `scope`. Pages that go on are counted from their next entry.
    pub(super) fn clear(&mut self, scope: &Scope) {
        self.forgotten += self.lost(scope);
        self.settled.clear(scope);
        self.pages.retain(|_, counters| !scope.includes(counters.test_id.as_deref()));
        self.order.retain(|page| self.pages.contains_key(page));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resend_is_known_also_when_the_newer_generation_is_full() {
        for filled in 1..=6_u64 {
            let mut seen = SeenEntries::new(4);
            for event in 1..=filled {
                assert!(seen.place_or_remember(event, Place::new(event, Kind::Log)).is_none());
            }
            let again = seen.place_or_remember(filled, Place::new(99, Kind::Log));
            assert_eq!(again.map(Place::seq), Some(filled));
        }
    }

    #[test]
    fn gaps_count_whatever_the_order_of_arrival() {
        let mut tracker = LossTracker::new(2);
        for n in [41, 44, 42] {
            tracker.note(1, n, None);
        }
        assert_eq!(tracker.lost(&Scope::Everything), 1);
        tracker.note(1, 43, None);
        assert_eq!(tracker.lost(&Scope::Everything), 0);
    }

    #[test]
    fn losses_of_forgotten_pages_stay_counted() {
        let mut tracker = LossTracker::new(1);
        for (page, n, test) in [(1, 1, "a"), (1, 4, "a"), (2, 1, "b"), (2, 3, "b")] {
            tracker.note(page, n, Some(&test.into()));
        }
        let lost = |scope: &Scope| tracker.lost(scope);
        assert_eq!([lost(&of("a")), lost(&of("b")), lost(&Scope::Everything)], [2, 1, 3]);
    }

    fn of(test: &str) -> Scope {
        Scope::Test(test.into())
    }

    #[test]
    fn losses_belong_to_a_test_as_far_as_its_pages_do_and_go_with_its_clear() {
        let mut tracker = LossTracker::new(9);
        let (a, b) = (Arc::from("a"), Arc::from("b"));
        for (page, n, test) in
            [(1, 1, Some(&a)), (1, 3, Some(&a)), (2, 1, Some(&b)), (2, 4, Some(&b)), (3, 1, None)]
        {
            tracker.note(page, n, test);
        }
        // One page that both used, and one that was used before a test began.
        for (page, n, test) in [(4, 1, Some(&a)), (4, 3, Some(&b)), (3, 3, Some(&a))] {
            tracker.note(page, n, test);
        }
        let lost =
            |tracker: &LossTracker| [of("a"), of("b"), Scope::Everything].map(|scope| tracker.lost(&scope));
        assert_eq!(lost(&tracker), [1, 2, 5]);
        tracker.clear(&of("b"));
        assert_eq!(lost(&tracker), [1, 0, 3]);
        tracker.note(2, 9, Some(&b));
        assert_eq!(lost(&tracker), [1, 0, 3], "what a cleared page sent before is not missed");
        tracker.clear(&Scope::Everything);
        assert_eq!((lost(&tracker), tracker.order.len()), ([0, 0, 0], 0));
        assert_eq!(tracker.lost_ever(), 5, "a clear does not make up for what was lost");
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
