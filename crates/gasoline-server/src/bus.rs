//! One sequenced, bounded stream of what happens, for everything that reacts: enrichment waits, streaming,
//! contracts, the dashboard, the log file.
//!
//! A slow subscriber loses the oldest events and is told how many; it never slows ingest down.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gasoline_core::store::{Appended, Scope};
use tokio::sync::broadcast;

/// Events a subscriber may be behind before it loses the oldest. One ingest batch is one event.
const CAPACITY: usize = 1_024;

/// Something that happened.
#[derive(Debug)]
pub enum Change {
    /// Entries came in or were completed.
    Entries(Appended),
    /// Entries were removed.
    Cleared(Scope),
}

/// A happening with its place in the sequence.
#[derive(Clone, Debug)]
pub struct Event {
    /// Strictly increasing, without gaps.
    pub seq: u64,
    /// What happened.
    pub what: Arc<Change>,
}

/// The sending side.
#[derive(Debug)]
pub struct Bus {
    sender: broadcast::Sender<Event>,
    next_seq: AtomicU64,
    lagged: Arc<AtomicU64>,
}

impl Bus {
    /// A bus nobody listens to yet.
    pub fn new() -> Self {
        Self::with_capacity(CAPACITY)
    }

    fn with_capacity(capacity: usize) -> Self {
        let (sender, _) = broadcast::channel(capacity);
        Self { sender, next_seq: AtomicU64::new(1), lagged: Arc::default() }
    }

    /// Tells everyone. Callers hold the store's lock, so the sequence equals the order of changes.
    pub fn publish(&self, what: Change) {
        let seq = self.next_seq.fetch_add(1, Ordering::Relaxed);
        if self.sender.receiver_count() > 0 {
            // Failing means the last listener left between the two lines; there is nobody to tell.
            drop(self.sender.send(Event { seq, what: Arc::new(what) }));
        }
    }

    /// A subscription to everything from now on.
    pub fn subscribe(&self) -> Subscription {
        Subscription { receiver: self.sender.subscribe(), lagged: Arc::clone(&self.lagged) }
    }

    /// Events lost by slow subscribers, over all of them.
    pub fn lagged(&self) -> u64 {
        self.lagged.load(Ordering::Relaxed)
    }
}

impl Default for Bus {
    fn default() -> Self {
        Self::new()
    }
}

/// The receiving side.
#[derive(Debug)]
pub struct Subscription {
    receiver: broadcast::Receiver<Event>,
    lagged: Arc<AtomicU64>,
}

impl Subscription {
    /// The next event; `None` when the bus is gone. What was missed is counted on the bus and visible as a gap in
    /// `seq`.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            match self.receiver.recv().await {
                Ok(event) => return Some(event),
                Err(broadcast::error::RecvError::Closed) => return None,
                Err(broadcast::error::RecvError::Lagged(missed)) => {
                    self.lagged.fetch_add(missed, Ordering::Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleared() -> Change {
        Change::Cleared(Scope::Everything)
    }

    #[tokio::test]
    async fn a_slow_subscriber_sees_a_gap_and_the_bus_counts_it() {
        let bus = Bus::with_capacity(2);
        bus.publish(cleared());
        let mut subscription = bus.subscribe();
        for _ in 0..5 {
            bus.publish(cleared());
        }
        let first = subscription.next().await.map(|event| event.seq);
        let second = subscription.next().await.map(|event| event.seq);
        assert_eq!((first, second, bus.lagged()), (Some(5), Some(6), 3));
        drop(bus);
        assert!(subscription.next().await.is_none());
    }
}
