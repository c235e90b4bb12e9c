//! Who removed captured data, and when: a list that is empty because of it says so.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gasoline_core::intake::Kind;
use gasoline_core::store::Scope;
use gasoline_wire::Timestamp;

/// Clears remembered.
const MOST_CLEARS: usize = 32;

/// Who removed something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClearedBy {
    /// The MCP client with this number.
    Client(u64),
    /// A program over HTTP: our command line, a test fixture, a script.
    Http,
    /// A test that began again.
    Test,
}

/// What was removed, and by whom.
#[derive(Clone, Debug)]
pub(crate) struct PastClear {
    pub(crate) at: Timestamp,
    pub(crate) by: ClearedBy,
    pub(crate) removed: usize,
    scope: Scope,
    kinds: Vec<Kind>,
}

/// The last clears, newest last.
#[derive(Debug, Default)]
pub(crate) struct ClearHistory(Mutex<VecDeque<PastClear>>);

impl ClearHistory {
    /// Notes a clear. One that removed nothing explains nothing.
    pub(super) fn note(&self, by: ClearedBy, at: Timestamp, removed: usize, scope: &Scope, kinds: &[Kind]) {
        if removed == 0 {
            return;
        }
        let mut clears = self.lock();
        if clears.len() == MOST_CLEARS {
            clears.pop_front();
        }
        clears.push_back(PastClear { at, by, removed, scope: scope.clone(), kinds: kinds.to_vec() });
    }

    /// The last clear that concerned one of these kinds within `scope`.
    pub(crate) fn last(&self, scope: &Scope, kinds: &[Kind]) -> Option<PastClear> {
        let concerns = |clear: &&PastClear| {
            let is_within =
                *scope == Scope::Everything || clear.scope == Scope::Everything || clear.scope == *scope;
            is_within && clear.kinds.iter().any(|kind| kinds.contains(kind))
        };
        self.lock().iter().rev().find(concerns).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<PastClear>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
