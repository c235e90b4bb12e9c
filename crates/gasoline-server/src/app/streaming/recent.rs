//! The newest events, for readers that come back and calls that look back.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_core::store::Scope;
use gasoline_core::streaming::{Known, StreamEvent};
use gasoline_wire::Timestamp;
use serde_json::Value;

/// Events kept. One has at most 2 KB.
const MOST_EVENTS: usize = 256;
/// The same is not kept twice within this time.
const DEDUP_MILLISECONDS: i64 = 30_000;
/// Messages remembered for that.
const MOST_REMEMBERED: usize = 1_000;

/// An event and its number.
pub(crate) type Numbered = (u64, Arc<StreamEvent>);

/// What a reader gets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Since {
    /// The events it has not seen, oldest first.
    pub(crate) events: Vec<Numbered>,
    /// Whether some it has not seen are no longer kept.
    pub(crate) is_incomplete: bool,
    /// Number of the newest event, seen or not.
    pub(crate) newest: u64,
}

/// The newest events.
#[derive(Debug)]
pub(super) struct RecentEvents {
    events: VecDeque<Numbered>,
    newest: u64,
    /// The newest event that is no longer kept.
    dropped: u64,
    told: Known<Timestamp>,
}

impl Default for RecentEvents {
    fn default() -> Self {
        Self { events: VecDeque::new(), newest: 0, dropped: 0, told: Known::new(MOST_REMEMBERED) }
    }
}

impl RecentEvents {
    /// Numbers an event and keeps it, if it is news.
    pub(super) fn push(&mut self, event: &Arc<StreamEvent>, now: Timestamp) -> u64 {
        if event.is_known {
            return self.newest;
        }
        self.newest += 1;
        let elapsed = |told: &Timestamp| now.as_milliseconds() - told.as_milliseconds();
        if self.told.get(&event.key).is_some_and(|told| elapsed(told) < DEDUP_MILLISECONDS) {
            return self.newest;
        }
        self.told.insert(&event.key, now);
        self.events.push_back((self.newest, Arc::clone(event)));
        if self.events.len() > MOST_EVENTS
            && let Some((id, _)) = self.events.pop_front()
        {
            self.dropped = id;
        }
        self.newest
    }

    pub(super) fn newest(&self) -> u64 {
        self.newest
    }

    /// What came after the event `id`. A number that was never given is that of another run: everything is new.
    pub(super) fn since(&self, id: u64) -> Since {
        let id = if id > self.newest { 0 } else { id };
        let first = self.events.partition_point(|(number, _)| *number <= id);
        Since {
            events: self.events.range(first..).cloned().collect(),
            is_incomplete: id < self.dropped,
            newest: self.newest,
        }
    }

    /// Forgets the events of what was cleared.
    pub(super) fn forget(&mut self, scope: &Scope) {
        self.events.retain(|(_, event)| {
            let test = event.context.get("test_id").and_then(Value::as_str);
            !scope.includes(test)
        });
        self.told.clear();
    }
}
