//! A call that waits for what happens next.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use gasoline_core::streaming::{Known, StreamConfig, StreamEvent};
use gasoline_wire::Timestamp;
use tokio::sync::Notify;

use super::{Listener, Numbered, Streaming};

/// Events a call is told of; the others are counted.
const MOST_EVENTS: usize = 10;
/// Messages remembered, so that each is told once.
const MOST_REMEMBERED: usize = 200;

/// A call that waits. Unlike a stream it is also told of what was an event before: a caller that waits for an error to come back
/// wants to know that it did.
#[derive(Debug)]
pub(crate) struct Waiting {
    wanted: StreamConfig,
    collected: Mutex<Collected>,
    came: Notify,
}

#[derive(Debug)]
struct Collected {
    events: Vec<Numbered>,
    count: usize,
    told: Known<()>,
}

impl Waiting {
    /// From now on collects what is wanted.
    pub(crate) fn begin(streaming: &Streaming, wanted: StreamConfig) -> Arc<Self> {
        let collected = Collected { events: Vec::new(), count: 0, told: Known::new(MOST_REMEMBERED) };
        let waiting = Arc::new(Self { wanted, collected: Mutex::new(collected), came: Notify::new() });
        let listener: Arc<dyn Listener> = waiting.clone();
        streaming.listen(Weak::clone(&Arc::downgrade(&listener)));
        waiting
    }

    /// Resolves when something has come.
    pub(crate) async fn something(&self) {
        while self.lock().count == 0 {
            self.came.notified().await;
        }
    }

    /// What has come, and how much in all.
    pub(crate) fn collected(&self) -> (Vec<Numbered>, usize) {
        let collected = self.lock();
        (collected.events.clone(), collected.count)
    }

    /// Takes events that came before it began.
    pub(crate) fn look_back(&self, events: &[Numbered]) {
        for (id, event) in events {
            self.add(*id, event);
        }
    }

    fn add(&self, id: u64, event: &Arc<StreamEvent>) {
        if !self.wanted.wants(event) {
            return;
        }
        let mut collected = self.lock();
        if collected.told.insert(&event.key, ()).is_some() {
            return;
        }
        collected.count += 1;
        if collected.events.len() < MOST_EVENTS {
            collected.events.push((id, Arc::clone(event)));
        }
        drop(collected);
        self.came.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Collected> {
        self.collected.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Waiting {
    fn take(&self, id: u64, event: &Arc<StreamEvent>, _now: Timestamp) {
        self.add(id, event);
    }
}
