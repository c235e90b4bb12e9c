//! What is significant among what comes in, and who is told: clients with a stream, calls that wait, readers of
//! `/events/stream`.
//!
//! Entries are judged as they come in, before their sender has its answer, so that nothing is missed however much comes. Everybody who
//! listens has bounds of their own and loses nothing to others.

mod client;
mod recent;
mod waiting;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use gasoline_core::intake::Kind;
use gasoline_core::learned::Baseline;
use gasoline_core::store::{Entry, Scope};
use gasoline_core::streaming::{Significance, StreamEvent};
use gasoline_wire::Timestamp;
use tokio::sync::watch;

pub use client::{Alerts, ClientStream, StreamStatus};
use recent::RecentEvents;
pub(crate) use recent::{Numbered, Since};
pub(crate) use waiting::Waiting;

use super::clearing::{Clear, Clearing};

/// Readers of `/events/stream` at once. Nobody has more terminals.
const MOST_READERS: usize = 32;

/// Somebody who is told of events as they happen.
trait Listener: Send + Sync {
    /// Takes an event, or leaves it. Must not wait.
    fn take(&self, id: u64, event: &Arc<StreamEvent>, now: Timestamp);
}

/// What is significant, and who is told.
pub struct Streaming {
    state: Mutex<State>,
    /// Number of the newest event.
    latest: watch::Sender<u64>,
    readers: Arc<AtomicUsize>,
}

#[derive(Default)]
struct State {
    significance: Significance,
    recent: RecentEvents,
    listeners: Vec<Weak<dyn Listener>>,
}

impl Default for Streaming {
    fn default() -> Self {
        Self { state: Mutex::default(), latest: watch::Sender::new(0), readers: Arc::default() }
    }
}

/// A reader of `/events/stream`; it counts until it is dropped.
#[derive(Debug)]
pub(crate) struct Reader(Arc<AtomicUsize>);

impl Drop for Reader {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What came in and may be significant.
#[derive(Debug, Default)]
pub(super) struct Arrived {
    added: Vec<Arc<Entry>>,
    completed: Vec<Arc<Entry>>,
}

impl Arrived {
    pub(super) fn of(added: &[Arc<Entry>], merged: &[Arc<Entry>]) -> Self {
        let concerning = added.iter().filter(|entry| Significance::concerns(entry));
        let completed = merged.iter().filter(|entry| entry.kind == Kind::Action);
        Self { added: concerning.cloned().collect(), completed: completed.cloned().collect() }
    }
}

impl Streaming {
    /// Judges what came in and tells everybody who listens. Most batches take no lock.
    pub(super) fn note(
        &self,
        arrived: &Arrived,
        now: Timestamp,
        baseline: impl Fn(&str) -> Option<Baseline>,
    ) {
        let Arrived { added, completed } = arrived;
        if added.is_empty() && completed.is_empty() {
            return;
        }
        let mut state = self.lock();
        for entry in added {
            for event in state.significance.judge(entry, &baseline) {
                state.tell(event, now);
            }
        }
        for entry in completed {
            if let Some(event) = state.significance.judge_completed(entry) {
                state.tell(event, now);
            }
        }
        let newest = state.recent.newest();
        drop(state);
        self.latest.send_if_modified(|latest| std::mem::replace(latest, newest) != newest);
    }

    /// From now on `listener` is told, for as long as somebody holds it.
    fn listen(&self, listener: Weak<dyn Listener>) {
        let mut state = self.lock();
        state.listeners.retain(|known| known.strong_count() > 0);
        state.listeners.push(listener);
    }

    /// Changes whenever there are events a reader may not have seen.
    pub(crate) fn newest(&self) -> watch::Receiver<u64> {
        self.latest.subscribe()
    }

    /// Events after a number, as far as they are kept.
    pub(crate) fn since(&self, id: u64) -> Since {
        self.lock().recent.since(id)
    }

    /// Admits a reader, unless there are too many.
    pub(crate) fn admit(&self) -> Option<Reader> {
        let admitted = |readers: usize| (readers < MOST_READERS).then_some(readers + 1);
        self.readers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, admitted).ok()?;
        Some(Reader(Arc::clone(&self.readers)))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn tell(&mut self, event: StreamEvent, now: Timestamp) {
        let event = Arc::new(event);
        let id = self.recent.push(&event, now);
        for listener in self.listeners.iter().filter_map(Weak::upgrade) {
            listener.take(id, &event, now);
        }
    }
}

impl Clear for Streaming {
    /// What was told is forgotten with what it was about, and what comes next is new again. What clients chose stays.
    fn clear(&self, clearing: &Clearing<'_>) {
        if !clearing.kinds.contains(&Kind::Log) {
            return;
        }
        let mut state = self.lock();
        state.recent.forget(clearing.scope);
        if *clearing.scope == Scope::Everything {
            state.significance.forget_seen();
        }
    }
}

impl std::fmt::Debug for Streaming {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Streaming").field("latest", &*self.latest.borrow()).finish_non_exhaustive()
    }
}
