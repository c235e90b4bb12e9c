//! The only mutable state: entries in bounded rings, one set of rings per test.
//!
//! Only redacted entries can enter, because [`IncomingEntry`] holds a [`crate::redact::Redacted`] text. Whatever a
//! bound drops is counted and shown. Readers get a [`View`], which stays as it was.

mod by_kind;
mod by_test;
mod contents;
mod early;
mod entry;
mod identity;
mod limits;
mod partition;
mod ring;
mod view;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use gasoline_wire::{Enrichment, EntryHeader, Timestamp};

pub use by_kind::EvictedByKind;
pub use contents::{Contents, LossAccount, TestLosses};
pub use entry::Entry;
pub(crate) use entry::id_text;
pub use limits::{EarlyLimits, RingLimits, StoreLimits};
pub use view::{Losses, Scope, View};

use crate::enrichment;
use crate::intake::{IncomingEntry, Kind};
use crate::redact::FingerprintKey;
use by_test::{CountsByTest, TestId};
use early::{EarlyAmendment, EarlyAmendments};
use identity::{LossTracker, Place, SeenEntries};
use partition::Partition;

/// When a batch came in, and to whom entries without a test id belong.
#[derive(Clone, Debug, Default)]
pub struct Arrival {
    /// Server time.
    pub received_at: Timestamp,
    /// The running test, when exactly one runs.
    pub sole_test: Option<Arc<str>>,
}

impl Arrival {
    /// The test an entry belongs to: its own, or the one that runs alone.
    fn test_of(&self, incoming: &IncomingEntry) -> TestId {
        incoming.test_id.as_deref().map(Arc::from).or_else(|| self.sole_test.clone())
    }
}

/// What one append did.
#[derive(Debug, Default)]
pub struct Appended {
    /// Entries that are new, in order.
    pub added: Vec<Arc<Entry>>,
    /// Entries that late fields were merged into, as they are now.
    pub merged: Vec<Arc<Entry>>,
}

/// Entries that were cleared.
#[derive(Debug, Default)]
pub struct Removed(Vec<VecDeque<Arc<Entry>>>);

impl Removed {
    /// How many.
    pub fn count(&self) -> usize {
        self.0.iter().map(VecDeque::len).sum()
    }
}

/// The entries and what is known about their senders.
#[derive(Debug)]
pub struct Store {
    limits: StoreLimits,
    /// Entries that belong to no test stand under `None`.
    partitions: BTreeMap<TestId, Partition>,
    /// Bytes of all partitions.
    bytes: usize,
    early: EarlyAmendments,
    next_seq: u64,
    seen: SeenEntries,
    losses: LossTracker,
    merges_dropped: CountsByTest,
    /// Evictions of partitions that are gone.
    evicted_with_partitions: EvictedByKind,
    /// Server time minus browser time, per capture session.
    clock_offsets: BTreeMap<u64, i64>,
    /// The same that intake hashes identities with.
    key: FingerprintKey,
    last_entry_at: Option<Timestamp>,
    revision: u64,
}

impl Store {
    /// An empty store. `key` must be the redactor's: intake hashes identities with it.
    pub fn new(limits: StoreLimits, key: FingerprintKey) -> Self {
        Self {
            limits,
            partitions: BTreeMap::new(),
            bytes: 0,
            early: EarlyAmendments::new(limits.early),
            next_seq: 1,
            seen: SeenEntries::new(limits.identities),
            losses: LossTracker::new(limits.pages),
            merges_dropped: CountsByTest::new(limits.partitions),
            evicted_with_partitions: EvictedByKind::default(),
            clock_offsets: BTreeMap::new(),
            key,
            last_entry_at: None,
            revision: 0,
        }
    }

    /// Changes whenever a reader would see something else than before.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Entries that were ever added.
    pub fn received(&self) -> u64 {
        self.next_seq - 1
    }

    /// Adds a batch, merges late fields, ignores resends.
    pub fn append(&mut self, batch: Vec<IncomingEntry>, arrival: &Arrival) -> Appended {
        let mut appended = Appended { added: Vec::with_capacity(batch.len()), merged: Vec::new() };
        if !batch.is_empty() {
            self.last_entry_at = Some(arrival.received_at);
            self.revision += 1;
        }
        for incoming in batch {
            let event_id = incoming.event_id;
            match self.place(&incoming) {
                Some(place) => appended.merged.extend(self.merge(place, &incoming, arrival)),
                None if event_id.is_some() && !incoming.has_content => self.keep_early(incoming, arrival),
                None => {
                    let entry = self.insert(incoming, arrival);
                    appended.merged.extend(event_id.and_then(|id| self.merge_early(id, &entry)));
                    appended.added.push(entry);
                }
            }
        }
        let overdue = self.early.take_overdue(arrival.received_at);
        self.count_dropped(overdue);
        appended
    }

    /// Remembers how far a capture session's clock is from ours.
    pub fn note_clock(&mut self, session: &str, offset_milliseconds: i64) {
        let session = self.key.fingerprint(session);
        if self.clock_offsets.len() >= self.limits.sessions && !self.clock_offsets.contains_key(&session) {
            self.clock_offsets.pop_first();
        }
        self.clock_offsets.insert(session, offset_milliseconds);
    }

    /// Entries of `kinds` within `scope`, as they are now.
    pub fn view(&self, scope: &Scope, kinds: &[Kind]) -> View {
        let mut entries: [Vec<Arc<Entry>>; Kind::ALL.len()] = Default::default();
        let mut evicted = 0;
        for &kind in kinds {
            let list = &mut entries[kind.index()];
            for partition in self.in_scope(scope) {
                list.extend(partition.ring(kind).iter().cloned());
                evicted += partition.ring(kind).evicted();
            }
            // Rings are ordered by arrival; only several of them together are not.
            if !list.is_sorted_by_key(|entry| entry.seq) {
                list.sort_unstable_by_key(|entry| entry.seq);
            }
        }
        View { entries, losses: self.losses_with(scope, kinds, evicted) }
    }

    /// What was not kept within `scope`, over all kinds.
    pub fn losses(&self, scope: &Scope) -> Losses {
        self.losses_of(scope, &Kind::ALL)
    }

    /// Entries that never arrived since the start, whatever was cleared.
    pub fn lost_ever(&self) -> u64 {
        self.losses.lost_ever()
    }

    /// What was not kept of `kinds` within `scope`. What never arrived is of an unknown kind, and counts for each.
    pub fn losses_of(&self, scope: &Scope, kinds: &[Kind]) -> Losses {
        let of =
            |partition: &Partition| kinds.iter().map(|&kind| partition.ring(kind).evicted()).sum::<u64>();
        self.losses_with(scope, kinds, self.in_scope(scope).map(of).sum())
    }

    fn losses_with(&self, scope: &Scope, kinds: &[Kind], evicted: u64) -> Losses {
        let gone = match scope {
            Scope::Everything => self.evicted_with_partitions.of(kinds),
            Scope::Test(_) => 0,
        };
        let is_amended = kinds.contains(&Kind::Log);
        Losses {
            evicted: evicted + gone,
            lost: self.losses.lost(scope),
            merges_dropped: if is_amended { self.merges_dropped.within(scope) } else { 0 },
        }
    }

    /// Removes entries of `kinds` within `scope` and gives them out: freeing many takes longer than anyone should hold
    /// the store for.
    ///
    /// Identities stay known, so a resend of something cleared does not bring it back.
    pub fn clear(&mut self, scope: &Scope, kinds: &[Kind]) -> Removed {
        self.revision += 1;
        let mut removed = Removed::default();
        let mut shrunk = 0;
        for partition in self.in_scope_mut(scope) {
            for &kind in kinds {
                shrunk += partition.change(kind, |ring| removed.0.push(ring.clear()));
            }
        }
        self.bytes = self.bytes.saturating_add_signed(shrunk);
        self.partitions.retain(|_, partition| partition.bytes() > 0);
        self.early.clear(scope, kinds);
        self.losses.clear(scope);
        self.merges_dropped.clear(scope);
        if *scope == Scope::Everything {
            self.evicted_with_partitions = EvictedByKind::default();
        }
        removed
    }

    /// Says that a test's entries are no longer needed, or are needed again.
    pub fn set_expendable(&mut self, test_id: &str, expendable: bool) {
        if let Some(partition) = self.partitions.get_mut(&Some(Arc::from(test_id))) {
            partition.expendable = expendable;
        }
    }

    /// Number of entries of one kind over all tests.
    pub fn count(&self, kind: Kind) -> usize {
        self.partitions.values().map(|partition| partition.ring(kind).len()).sum()
    }

    /// Bytes held, by the measure the bounds use.
    pub fn bytes(&self) -> usize {
        self.bytes + self.early.bytes()
    }

    /// The bounds in force.
    pub fn limits(&self) -> &StoreLimits {
        &self.limits
    }

    /// Server time of the last arrival.
    pub fn last_entry_at(&self) -> Option<Timestamp> {
        self.last_entry_at
    }

    /// Where the entry was put, if it is known; if it is not and brings something to be kept, notes where it will be.
    fn place(&mut self, incoming: &IncomingEntry) -> Option<Place> {
        let event_id = incoming.event_id?;
        if incoming.has_content {
            self.seen.place_or_remember(event_id, Place::new(self.next_seq, incoming.kind))
        } else {
            self.seen.place_of(event_id)
        }
    }

    fn insert(&mut self, incoming: IncomingEntry, arrival: &Arrival) -> Arc<Entry> {
        let received_at = arrival.received_at;
        let seq = self.next_seq;
        self.next_seq += 1;
        let tagged = incoming.test_id.is_none() && arrival.sole_test.is_some();
        let test_id = arrival.test_of(&incoming);
        if let (Some(page), Some(n)) = (incoming.page, incoming.n) {
            self.losses.note(page, n, test_id.as_ref());
        }
        let json = incoming.json.refine(enrichment::completed);
        let offset = incoming.session.and_then(|session| self.clock_offsets.get(&session));
        let time = incoming.time.map(|time| time.shifted(offset.copied().unwrap_or(0)));
        let entry = Arc::new(Entry {
            seq,
            received_at,
            time: time.unwrap_or(received_at),
            kind: incoming.kind,
            class: incoming.class,
            level: incoming.level,
            status: incoming.status,
            test_id,
            tagged,
            enrichment: written_state(incoming.enrichment, json.get()),
            json,
        });
        self.put(Arc::clone(&entry));
        entry
    }

    fn put(&mut self, entry: Arc<Entry>) {
        let kind = entry.kind;
        let limits = &self.limits;
        let partition =
            self.partitions.entry(entry.test_id.clone()).or_insert_with(|| Partition::new(limits));
        let grown = partition.change(kind, |ring| {
            if kind == Kind::Performance {
                let path = entry.path();
                ring.supersede(|older| older.path() == path);
            }
            ring.push(entry);
        });
        self.bytes = self.bytes.saturating_add_signed(grown);
        self.shrink_to_limits();
    }

    /// Lets late fields wait whose entry is unknown. It may also have been dropped longer ago than identities are
    /// remembered; then they are counted when their time is over.
    fn keep_early(&mut self, incoming: IncomingEntry, arrival: &Arrival) {
        let dropped = self.early.keep(EarlyAmendment { incoming, arrival: arrival.clone() });
        self.count_dropped(dropped);
        self.shrink_to_limits();
    }

    /// Merges what waited for a new entry. Only the last of what it became is given out: nobody saw the others.
    fn merge_early(&mut self, event_id: u64, entry: &Entry) -> Option<Arc<Entry>> {
        let place = Place::new(entry.seq, entry.kind);
        let mut merged = None;
        while let Some(EarlyAmendment { incoming, arrival }) = self.early.take(event_id) {
            merged = self.merge(place, &incoming, &arrival).or(merged);
        }
        merged
    }

    fn count_dropped(&mut self, amendments: Vec<EarlyAmendment>) {
        for amendment in amendments {
            self.merges_dropped.add(amendment.test_id(), 1);
        }
    }

    /// Merges late fields into a stored entry by putting a new entry in its place.
    fn merge(&mut self, place: Place, incoming: &IncomingEntry, arrival: &Arrival) -> Option<Arc<Entry>> {
        let stored = self
            .partitions
            .values()
            .find_map(|partition| partition.ring(place.kind()).find(place.seq()).cloned());
        let Some(stored) = stored else {
            let dropped = u64::from(enrichment::carries_late_fields(incoming.json.get()));
            self.merges_dropped.add(arrival.test_of(incoming), dropped);
            return None;
        };
        let json = incoming
            .json
            .combine(&stored.json, |arriving, stored| enrichment::late_fields(stored, arriving))?;
        if json.get().len() > self.limits.entry_bytes {
            self.merges_dropped.add(stored.test_id.clone(), 1);
            return None;
        }
        let further = enrichment::further(stored.enrichment.as_ref(), incoming.enrichment.as_ref());
        let enrichment = written_state(further, json.get());
        let merged = Arc::new(Entry { json, enrichment, ..Entry::clone(&stored) });
        let partition = self.partitions.get_mut(&stored.test_id)?;
        let grown = partition.change(place.kind(), |ring| ring.replace(Arc::clone(&merged)));
        self.bytes = self.bytes.saturating_add_signed(grown);
        self.shrink_to_limits();
        Some(merged)
    }

    /// Enforces the bounds over all tests: tests that passed pay first, then the one that holds most, so a noisy test
    /// cannot evict the evidence of a quiet one.
    fn shrink_to_limits(&mut self) {
        while self.bytes() > self.limits.total_bytes {
            let weight =
                |partition: &Partition| (partition.expendable && partition.bytes() > 0, partition.bytes());
            let heaviest = self.partitions.values_mut().max_by_key(|partition| weight(partition));
            let Some(partition) = heaviest else { return };
            let Some(kind) = partition.kind_of_oldest() else {
                return;
            };
            let shrunk = partition.change(kind, |ring| ring.evict_oldest());
            self.bytes = self.bytes.saturating_add_signed(shrunk);
        }
        while self.partitions.len() > self.limits.partitions {
            self.drop_stalest_partition();
        }
    }

    /// Drops the test that has been quiet longest, one that passed before any other.
    fn drop_stalest_partition(&mut self) {
        let rank = |partition: &Partition| (!partition.expendable, partition.newest().map(|entry| entry.seq));
        let stalest = self.partitions.iter().min_by_key(|(_, partition)| rank(partition));
        let Some(key) = stalest.map(|(key, _)| key.clone()) else {
            return;
        };
        if let Some(partition) = self.partitions.remove(&key) {
            self.bytes -= partition.bytes();
            for kind in Kind::ALL {
                let ring = partition.ring(kind);
                self.evicted_with_partitions.add(kind, ring.evicted() + ring.len() as u64);
            }
        }
    }

    fn in_scope<'s>(&'s self, scope: &'s Scope) -> impl Iterator<Item = &'s Partition> {
        self.partitions
            .iter()
            .filter(|(test, _)| scope.includes(test.as_deref()))
            .map(|(_, partition)| partition)
    }

    fn in_scope_mut<'s>(&'s mut self, scope: &'s Scope) -> impl Iterator<Item = &'s mut Partition> {
        self.partitions
            .iter_mut()
            .filter(|(test, _)| scope.includes(test.as_deref()))
            .map(|(_, partition)| partition)
    }
}

/// The state of enrichment as the entry's text says it: a reason that was too long is cut there, and an entry read back
/// from a file has nothing but its text.
fn written_state(state: Option<Enrichment>, text: &str) -> Option<Enrichment> {
    match state {
        Some(Enrichment::Failed(_)) => EntryHeader::read_text(text).ok()?.enrichment,
        state => state,
    }
}

#[cfg(test)]
mod tests;
