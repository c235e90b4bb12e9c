//! Before and after: verifications of fixes and named snapshots. No clear concerns them: they outlive what they were made
//! of, as they are meant to.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use gasoline_core::compare::{Gaps, KINDS, Snapshots, Verification, VerificationError, Verifications};
use gasoline_core::store::{Appended, Scope, Store};

use super::{App, unpoisoned};

/// Verifications and named snapshots.
#[derive(Debug, Default)]
pub(super) struct Comparisons {
    verifications: Mutex<Verifications>,
    snapshots: Mutex<Snapshots>,
    /// Entries that were refused since the start.
    rejected: AtomicU64,
}

impl Comparisons {
    /// Takes what came in into account. Called under the store's lock, so that a verification that begins to watch sees
    /// everything that comes after, and nothing before.
    pub(super) fn note(&self, appended: &Appended, rejected: usize) {
        self.rejected.fetch_add(rejected as u64, Ordering::Relaxed);
        let mut verifications = unpoisoned(&self.verifications);
        if verifications.is_watching() {
            verifications.note(&appended.added);
        }
    }
}

impl App {
    /// Verifications in progress.
    pub(crate) fn verifications(&self) -> MutexGuard<'_, Verifications> {
        unpoisoned(&self.comparisons.verifications)
    }

    /// What a caller wrote, secrets replaced.
    pub(crate) fn redacted_text(&self, text: &str) -> String {
        self.redactor.text(text).into_inner()
    }

    /// Named snapshots.
    pub(crate) fn named_snapshots(&self) -> MutexGuard<'_, Snapshots> {
        unpoisoned(&self.comparisons.snapshots)
    }

    /// What may be missing from an account of what happened, since the start.
    pub(crate) fn gaps(&self) -> Gaps {
        let lost = self.with_store(Store::lost_ever);
        Gaps { lost, rejected: self.comparisons.rejected.load(Ordering::Relaxed) }
    }

    /// Lets a verification begin to watch, and gives what `look` makes of it.
    pub(crate) fn watch_verification<T>(
        &self,
        id: &str,
        look: impl FnOnce(&Verification) -> T,
    ) -> Result<T, VerificationError> {
        let store = self.lock();
        let view = store.view(&Scope::Everything, &KINDS);
        let rejected = self.comparisons.rejected.load(Ordering::Relaxed);
        let gaps = Gaps { lost: store.lost_ever(), rejected };
        self.verifications().watch(id, &view, gaps, self.now()).map(look)
    }
}
