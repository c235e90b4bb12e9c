//! What browsers sent, and what was learned from it.

use std::sync::{Arc, Mutex};

use gasoline_core::learned::Learned;
use gasoline_core::store::{Entry, Removed, Store};

use super::clearing::{Clear, Clearing};
use super::pictures::Pictures;
use super::unpoisoned;
use crate::bus::{Bus, Change};

/// What browsers sent, and what was learned from it.
#[derive(Debug)]
pub(super) struct Captured {
    pub(super) store: Mutex<Store>,
    pub(super) learned: Mutex<Learned>,
    pub(super) pictures: Mutex<Pictures>,
}

impl Captured {
    /// Removes entries and what belongs to them. The bus is told under the store's lock, so that its order is that of
    /// the changes.
    pub(super) fn clear(&self, clearing: &Clearing<'_>, bus: &Bus) -> Removed {
        let Self { store, learned, pictures } = self;
        let mut store = unpoisoned(store);
        let removed = store.clear(clearing.scope, clearing.kinds);
        bus.publish(Change::Cleared(clearing.scope.clone()));
        drop(store);
        let parts: [&dyn Clear; 2] = [learned, pictures];
        parts.into_iter().for_each(|part| part.clear(clearing));
        removed
    }

    /// Takes new entries into account; says whether one entered a baseline. Most batches teach nothing and take no
    /// lock.
    pub(super) fn learn(&self, entries: &[Arc<Entry>]) -> bool {
        if entries.is_empty() {
            return false;
        }
        let mut learned = unpoisoned(&self.learned);
        entries.iter().filter(|entry| learned.note(entry).baselines).count() > 0
    }
}
