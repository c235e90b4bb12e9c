//! A queue bounded by count and bytes that drops its oldest entries and counts them.

use std::collections::VecDeque;
use std::sync::Arc;

use super::entry::Entry;
use super::limits::RingLimits;

/// Entries of one kind within one test, in order of `seq`.
#[derive(Debug)]
pub(super) struct Ring {
    limits: RingLimits,
    entries: VecDeque<Arc<Entry>>,
    bytes: usize,
    evicted: u64,
}

impl Ring {
    pub(super) fn new(limits: RingLimits) -> Self {
        Self { limits, entries: VecDeque::new(), bytes: 0, evicted: 0 }
    }

    /// A ring that holds exactly this, whatever the bounds: what was once kept is not dropped on reading it back.
    pub(super) fn restored(limits: RingLimits, mut entries: Vec<Arc<Entry>>, evicted: u64) -> Self {
        entries.sort_by_key(|entry| entry.seq);
        entries.dedup_by_key(|entry| entry.seq);
        let bytes = entries.iter().map(|entry| entry.cost()).sum();
        Self { limits, entries: entries.into(), bytes, evicted }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.entries.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn evicted(&self) -> u64 {
        self.evicted
    }

    pub(super) fn oldest_seq(&self) -> Option<u64> {
        self.entries.front().map(|entry| entry.seq)
    }

    pub(super) fn push(&mut self, entry: Arc<Entry>) {
        self.bytes += entry.cost();
        self.entries.push_back(entry);
        self.shrink_to_limits();
    }

    /// Drops the oldest entry and counts it.
    pub(super) fn evict_oldest(&mut self) {
        if let Some(entry) = self.entries.pop_front() {
            self.bytes -= entry.cost();
            self.evicted += 1;
        }
    }

    pub(super) fn find(&self, seq: u64) -> Option<&Arc<Entry>> {
        self.position(seq).map(|position| &self.entries[position])
    }

    /// Puts `entry` where the one with the same `seq` stands. Views taken earlier keep the old one.
    pub(super) fn replace(&mut self, entry: Arc<Entry>) {
        if let Some(position) = self.position(entry.seq) {
            self.bytes += entry.cost();
            self.bytes -= self.entries[position].cost();
            self.entries[position] = entry;
            self.shrink_to_limits();
        }
    }

    /// Removes entries that a newer one makes obsolete. Not an eviction: nothing anyone wanted is gone.
    pub(super) fn supersede(&mut self, is_obsolete: impl Fn(&Entry) -> bool) {
        let bytes = &mut self.bytes;
        self.entries.retain(|entry| {
            let obsolete = is_obsolete(entry);
            *bytes -= if obsolete { entry.cost() } else { 0 };
            !obsolete
        });
    }

    /// Empties the ring, forgets what it evicted and gives the entries out.
    pub(super) fn clear(&mut self) -> VecDeque<Arc<Entry>> {
        std::mem::replace(self, Self::new(self.limits)).entries
    }

    fn position(&self, seq: u64) -> Option<usize> {
        self.entries.binary_search_by_key(&seq, |entry| entry.seq).ok()
    }

    fn shrink_to_limits(&mut self) {
        // The newest stays even if it alone exceeds the bytes: an entry is at most 1 MB, and losing what was just
        // sent would help nobody.
        while self.entries.len() > self.limits.entries
            || (self.bytes > self.limits.bytes && self.entries.len() > 1)
        {
            self.evict_oldest();
        }
    }
}
