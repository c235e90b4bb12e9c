//! Late fields that are here before their entry.
//!
//! A beacon is a request of its own, and a later one may overtake an earlier. What it brings for an entry that is not
//! known yet waits for it here; what waits too long, or finds no room, is given out to be counted.

use std::collections::VecDeque;

use gasoline_wire::Timestamp;

use super::Arrival;
use super::by_test::TestId;
use super::limits::EarlyLimits;
use super::view::Scope;
use crate::intake::{IncomingEntry, Kind};

/// Late fields, and when they came.
#[derive(Debug)]
pub(super) struct EarlyAmendment {
    pub(super) incoming: IncomingEntry,
    pub(super) arrival: Arrival,
}

impl EarlyAmendment {
    /// The test it belongs to as far as it says so itself: its entry may tell better, but is not here.
    pub(super) fn test_id(&self) -> TestId {
        self.arrival.test_of(&self.incoming)
    }

    /// Bytes it counts for: its JSON and what stands around it.
    pub(super) fn cost(&self) -> usize {
        self.incoming.json.get().len() + size_of::<Self>()
    }
}

/// Late fields that wait for their entries, oldest first.
#[derive(Debug)]
pub(super) struct EarlyAmendments {
    limits: EarlyLimits,
    waiting: VecDeque<EarlyAmendment>,
    bytes: usize,
}

impl EarlyAmendments {
    pub(super) fn new(limits: EarlyLimits) -> Self {
        Self { limits, waiting: VecDeque::new(), bytes: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Lets it wait; gives out what finds no room any more. That is the oldest, or itself if it is larger than the room
    /// for all: it would push out the others and still not fit.
    pub(super) fn keep(&mut self, amendment: EarlyAmendment) -> Vec<EarlyAmendment> {
        if amendment.cost() > self.limits.bytes {
            return vec![amendment];
        }
        self.bytes += amendment.cost();
        self.waiting.push_back(amendment);
        let EarlyLimits { amendments, bytes, .. } = self.limits;
        self.take_oldest_while(|early| early.waiting.len() > amendments || early.bytes > bytes)
    }

    /// Gives out what has waited too long. Costs nothing but a look when nothing has.
    pub(super) fn take_overdue(&mut self, now: Timestamp) -> Vec<EarlyAmendment> {
        let came_before = now.as_milliseconds() - self.limits.milliseconds;
        let is_overdue = |early: &EarlyAmendment| early.arrival.received_at.as_milliseconds() < came_before;
        self.take_oldest_while(|early| early.waiting.front().is_some_and(is_overdue))
    }

    /// The oldest that waits for this entry.
    pub(super) fn take(&mut self, event_id: u64) -> Option<EarlyAmendment> {
        let is_awaited = |early: &EarlyAmendment| early.incoming.event_id == Some(event_id);
        let position = self.waiting.iter().position(is_awaited)?;
        let taken = self.waiting.remove(position)?;
        self.bytes -= taken.cost();
        Some(taken)
    }

    /// Forgets what waits for entries of `kinds` within `scope`.
    pub(super) fn clear(&mut self, scope: &Scope, kinds: &[Kind]) {
        self.waiting.retain(|early| {
            !(kinds.contains(&early.incoming.kind) && scope.includes(early.test_id().as_deref()))
        });
        self.bytes = self.waiting.iter().map(EarlyAmendment::cost).sum();
    }

    fn take_oldest_while(&mut self, must_go: impl Fn(&Self) -> bool) -> Vec<EarlyAmendment> {
        let mut taken = Vec::new();
        while must_go(self)
            && let Some(oldest) = self.waiting.pop_front()
        {
            self.bytes -= oldest.cost();
            taken.push(oldest);
        }
        taken
    }
}
