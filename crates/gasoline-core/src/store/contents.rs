//! All a store holds, as a capture file keeps it, and a store made of that again.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Store;
use super::by_kind::EvictedByKind;
use super::by_test::TestId;
use super::entry::Entry;
use super::limits::StoreLimits;
use super::partition::Partition;
use super::ring::Ring;
use super::view::{Scope, View};
use crate::intake::Kind;
use crate::redact::FingerprintKey;

/// What one test lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestLosses {
    /// Entries dropped because a bound was reached, by kind, in the order of [`Kind::ALL`].
    pub evicted: [u64; Kind::ALL.len()],
    /// Entries that never arrived.
    pub lost: u64,
    /// Late fields that found no entry.
    pub merges_dropped: u64,
}

/// What was not kept, test by test: a view knows only the sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LossAccount {
    /// Tests that lost something; what belongs to no test stands under `None`.
    pub tests: BTreeMap<Option<Arc<str>>, TestLosses>,
    /// Entries of tests that are gone as a whole.
    pub evicted_with_tests: EvictedByKind,
}

impl LossAccount {
    fn of(&mut self, test_id: &TestId) -> &mut TestLosses {
        self.tests.entry(test_id.clone()).or_default()
    }
}

/// Entries and what is missing among them, at one moment.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The entries.
    pub view: View,
    /// What was not kept.
    pub losses: LossAccount,
}

impl Contents {
    /// The part that says most within `bytes` (see [`View::most_telling`]). What is left out counts as evicted.
    #[must_use]
    pub fn most_telling(&self, bytes: usize) -> Self {
        let mut reduced = Self { view: self.view.most_telling(bytes), losses: self.losses.clone() };
        for kind in Kind::ALL {
            let kept = reduced.view.entries(kind);
            let is_kept = |seq| kept.binary_search_by_key(&seq, |entry| entry.seq).is_ok();
            for entry in self.view.entries(kind).iter().filter(|entry| !is_kept(entry.seq)) {
                reduced.losses.of(&entry.test_id).evicted[kind.index()] += 1;
            }
        }
        reduced
    }
}

impl Store {
    /// Everything within `scope`, as it is now.
    pub fn contents(&self, scope: &Scope) -> Contents {
        Contents { view: self.view(scope, &Kind::ALL), losses: self.loss_account(scope) }
    }

    fn loss_account(&self, scope: &Scope) -> LossAccount {
        let mut account = LossAccount::default();
        for (test_id, partition) in &self.partitions {
            let evicted = Kind::ALL.map(|kind| partition.ring(kind).evicted());
            if scope.includes(test_id.as_deref()) && evicted.iter().any(|&count| count > 0) {
                account.of(test_id).evicted = evicted;
            }
        }
        for (test_id, lost) in self.losses.lost_by_test(scope).filter(|(_, lost)| *lost > 0) {
            account.of(test_id).lost += lost;
        }
        for (test_id, dropped) in self.merges_dropped.of_each(scope) {
            account.of(test_id).merges_dropped += dropped;
        }
        if *scope == Scope::Everything {
            account.evicted_with_tests = self.evicted_with_partitions;
        }
        account
    }

    /// A store of entries that another one held, in which they keep their place. Meant to be read: it may hold more than
    /// its bounds allow, and knows neither clocks nor identities.
    pub fn restored(
        limits: StoreLimits,
        key: FingerprintKey,
        entries: Vec<Arc<Entry>>,
        losses: &LossAccount,
    ) -> Self {
        let mut store = Self::new(limits, key);
        store.revision = 1;
        store.next_seq = entries.iter().map(|entry| entry.seq).max().unwrap_or(0).saturating_add(1);
        store.last_entry_at = entries.iter().map(|entry| entry.received_at).max();
        store.restore_rings(entries, losses);
        for (test_id, of_test) in &losses.tests {
            store.losses.settle(test_id.clone(), of_test.lost);
            store.merges_dropped.add(test_id.clone(), of_test.merges_dropped);
        }
        store.evicted_with_partitions = losses.evicted_with_tests;
        store
    }

    fn restore_rings(&mut self, entries: Vec<Arc<Entry>>, losses: &LossAccount) {
        let mut rings: BTreeMap<(TestId, Kind), Vec<Arc<Entry>>> = BTreeMap::new();
        for entry in entries {
            rings.entry((entry.test_id.clone(), entry.kind)).or_default().push(entry);
        }
        for (test_id, of_test) in &losses.tests {
            for kind in Kind::ALL.into_iter().filter(|kind| of_test.evicted[kind.index()] > 0) {
                rings.entry((test_id.clone(), kind)).or_default();
            }
        }
        for ((test_id, kind), entries) in rings {
            let evicted = losses.tests.get(&test_id).map_or(0, |of_test| of_test.evicted[kind.index()]);
            let ring = Ring::restored(self.limits.ring(kind), entries, evicted);
            self.bytes += ring.bytes();
            let limits = &self.limits;
            let partition = self.partitions.entry(test_id).or_insert_with(|| Partition::new(limits));
            partition.restore(kind, ring);
        }
    }
}
