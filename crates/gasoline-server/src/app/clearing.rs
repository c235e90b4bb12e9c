//! What a clear removes from each part of the state.
//!
//! [`App::clear`] and every group of parts take themselves apart by name, so that a part that is added does not
//! compile before someone has decided what a clear means to it.

use std::sync::Mutex;

use gasoline_core::intake::Kind;
use gasoline_core::learned::Learned;
use gasoline_core::store::Scope;

use super::derived::Derived;
use super::pictures::Pictures;
use super::{App, ClearedBy, free_aside, unpoisoned};

/// What is to be removed.
#[derive(Debug)]
pub(super) struct Clearing<'c> {
    pub(super) scope: &'c Scope,
    pub(super) kinds: &'c [Kind],
}

/// A part of the state that holds captured data, or something made of it.
pub(super) trait Clear {
    /// Removes what the clear concerns.
    fn clear(&self, clearing: &Clearing<'_>);
}

impl App {
    /// Removes entries and everything made of them; returns how many entries.
    pub fn clear(&self, scope: &Scope, kinds: &[Kind], by: ClearedBy) -> usize {
        let Self {
            captured,
            clears,
            derived,
            bus,
            streaming,
            // Records of tests and what is to be compared outlive their data, and what open pages answered is not
            // captured data.
            tests: _,
            comparisons: _,
            browsers: _,
            agents: _,
            notices: _,
            ingestion: _,
            redactor: _,
            project: _,
            clock,
            run: _,
        } = self;
        let clearing = Clearing { scope, kinds };
        let removed = captured.clear(&clearing, bus);
        derived.clear(&clearing);
        streaming.clear(&clearing);
        let count = removed.count();
        clears.note(by, clock.now(), count, scope, kinds);
        free_aside(removed);
        count
    }

    /// Forgets the contracts of APIs; returns of how many endpoints.
    pub fn forget_contracts(&self) -> usize {
        let contracts = &mut unpoisoned(&self.captured.learned).contracts;
        let endpoints = contracts.endpoints().count();
        contracts.reset();
        endpoints
    }

    /// Forgets what was learned from entries.
    pub fn forget_learned(&self) {
        *unpoisoned(&self.captured.learned) = Learned::default();
    }
}

impl Clear for Mutex<Pictures> {
    fn clear(&self, clearing: &Clearing<'_>) {
        if clearing.kinds.contains(&Kind::Screenshot) {
            unpoisoned(self).clear(clearing.scope);
        }
    }
}

impl Clear for Mutex<Learned> {
    fn clear(&self, clearing: &Clearing<'_>) {
        unpoisoned(self).clear(clearing.scope, clearing.kinds);
    }
}

impl Clear for Derived {
    fn clear(&self, clearing: &Clearing<'_>) {
        let Self { snapshots, generated_files } = self;
        let parts: [&dyn Clear; 2] = [snapshots, generated_files];
        parts.into_iter().for_each(|part| part.clear(clearing));
    }
}
