//! How much has come in and pushed out what was there: where that left holes, their memory goes back to the system.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::platform;

/// Looked at once for this many bytes taken in: often enough that holes cannot grow far, rarely enough to cost nothing.
const EVERY: usize = 4 * 1024 * 1024;

/// What the process needs besides what it holds for others: code, stacks, tables, and an allowance for holes.
const SLACK: usize = 13 * 1024 * 1024;

/// Counts bytes taken in.
#[derive(Debug, Default)]
pub(super) struct Turnover(AtomicUsize);

impl Turnover {
    /// Notes a body that was taken; `held` tells the bytes there are good reasons for.
    pub(super) fn note(&self, bytes: usize, held: impl FnOnce() -> usize) {
        if self.is_due(bytes)
            && platform::resident_bytes().is_some_and(|resident| has_holes(resident, held()))
        {
            platform::return_free_memory();
        }
    }

    fn is_due(&self, bytes: usize) -> bool {
        let before = self.0.fetch_add(bytes, Ordering::Relaxed);
        before / EVERY != before.wrapping_add(bytes) / EVERY
    }
}

fn has_holes(resident: u64, held: usize) -> bool {
    resident > (held + SLACK) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_due_once_for_each_share() {
        let turnover = Turnover::default();
        let due = (0..10).map(|_| turnover.is_due(EVERY / 4)).collect::<Vec<_>>();
        assert_eq!(due, [false, false, false, true, false, false, false, true, false, false]);
        assert!(turnover.is_due(3 * EVERY));
    }

    #[test]
    fn only_what_nothing_explains_is_a_hole() {
        assert!(!has_holes(40_000_000, 30_000_000));
        assert!(has_holes(44_000_000, 30_000_000));
    }
}
