//! One client's stream: what it wants, what it was sent, and when the next batch may leave.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use gasoline_wire::Timestamp;

use super::{Batch, Category, Known, Severity, StreamEvent};
use crate::address::Site;

/// Notifications a minute, as documented.
const MOST_A_MINUTE: usize = 12;
const MINUTE_MILLISECONDS: i64 = 60_000;
/// The same message is not repeated within this time.
const DEDUP_MILLISECONDS: i64 = 30_000;
/// Events that come within this time leave together.
const BATCH_MILLISECONDS: i64 = 2_000;
/// Events of a batch that are sent in full; all are counted.
const MOST_TOLD: usize = 20;
/// Messages remembered, so that they are not repeated. One that is forgotten is sent again rather than lost.
const MOST_REMEMBERED: usize = 1_000;

/// What a client wants to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamConfig {
    /// Which categories.
    pub categories: BTreeSet<Category>,
    /// From which severity on.
    pub severity_min: Severity,
    /// Least time between two notifications.
    pub throttle_milliseconds: i64,
    /// Only events about addresses that contain this.
    pub url_filter: Option<String>,
    /// Only events of this app.
    pub site: Option<Site>,
}

impl StreamConfig {
    /// The documented throttle.
    pub const USUAL_THROTTLE_MILLISECONDS: i64 = 5_000;

    /// Whether an event is wanted.
    pub fn wants(&self, event: &StreamEvent) -> bool {
        self.categories.contains(&event.category)
            && event.severity >= self.severity_min
            && self.url_filter.as_deref().is_none_or(|part| event.is_about(part))
            && self.site.as_ref().is_none_or(|site| event.is_of(site))
    }
}

impl Default for StreamConfig {
    fn default() -> Self {
        Self {
            categories: BTreeSet::from(Category::ALL),
            severity_min: Severity::Warning,
            throttle_milliseconds: Self::USUAL_THROTTLE_MILLISECONDS,
            url_filter: None,
            site: None,
        }
    }
}

/// One client's stream.
#[derive(Debug)]
pub struct Stream {
    config: StreamConfig,
    pending: Pending,
    /// When the last notifications left, oldest first.
    sent: VecDeque<Timestamp>,
    /// Messages told or about to be, and when each was last.
    told: Known<Timestamp>,
}

#[derive(Debug, Default)]
struct Pending {
    events: Vec<(u64, Arc<StreamEvent>)>,
    by_category: BTreeMap<&'static str, usize>,
    count: usize,
    repeats: usize,
    since: Option<Timestamp>,
}

impl Pending {
    /// Keeps some events. Of those that were only counted nobody knows what they were.
    fn keep(&mut self, is_kept: impl Fn(&StreamEvent) -> bool) {
        self.events.retain(|(_, event)| is_kept(event));
        self.count = self.events.len();
        self.by_category.clear();
        for (_, event) in &self.events {
            *self.by_category.entry(event.category.as_str()).or_default() += 1;
        }
        if self.events.is_empty() {
            self.since = None;
        }
    }
}

impl Stream {
    /// A stream that has told nothing yet.
    pub fn new(config: StreamConfig) -> Self {
        Self { config, pending: Pending::default(), sent: VecDeque::new(), told: Known::new(MOST_REMEMBERED) }
    }

    /// What is wanted.
    pub fn config(&self) -> &StreamConfig {
        &self.config
    }

    /// Changes what is wanted. What was sent stays; what waits and is no longer wanted goes.
    pub fn configure(&mut self, config: StreamConfig) {
        if !self.pending.events.iter().all(|(_, event)| config.wants(event)) {
            self.pending.keep(|event| config.wants(event));
        }
        self.config = config;
    }

    /// Takes an event, if the client wants it and was not told the same just now.
    pub fn take(&mut self, id: u64, event: &Arc<StreamEvent>, now: Timestamp) -> bool {
        if event.is_known || !self.config.wants(event) {
            return false;
        }
        if self.told.get(&event.key).is_some_and(|told| elapsed(*told, now) < DEDUP_MILLISECONDS) {
            self.pending.repeats += 1;
            return false;
        }
        self.told.insert(&event.key, now);
        let pending = &mut self.pending;
        pending.since.get_or_insert(now);
        pending.count += 1;
        *pending.by_category.entry(event.category.as_str()).or_default() += 1;
        if pending.events.len() < MOST_TOLD {
            pending.events.push((id, Arc::clone(event)));
        }
        true
    }

    /// When the next notification may leave; `None` while nothing waits.
    pub fn due_at(&self) -> Option<Timestamp> {
        let batch = self.pending.since?.shifted(BATCH_MILLISECONDS);
        let throttle = self.sent.back().map(|last| last.shifted(self.config.throttle_milliseconds));
        let full = (self.sent.len() >= MOST_A_MINUTE).then(|| self.sent.front()).flatten();
        let cap = full.map(|oldest| oldest.shifted(MINUTE_MILLISECONDS));
        [Some(batch), throttle, cap].into_iter().flatten().max()
    }

    /// What leaves now, if anything is due.
    pub fn send(&mut self, now: Timestamp) -> Option<Batch> {
        if self.due_at().is_none_or(|due| due > now) {
            return None;
        }
        self.sent.push_back(now);
        if self.sent.len() > MOST_A_MINUTE {
            self.sent.pop_front();
        }
        let Pending { events, by_category, count, repeats, since: _ } = std::mem::take(&mut self.pending);
        Some(Batch { events, count, repeats, by_category })
    }
}

fn elapsed(from: Timestamp, to: Timestamp) -> i64 {
    to.as_milliseconds() - from.as_milliseconds()
}

#[cfg(test)]
mod tests;
