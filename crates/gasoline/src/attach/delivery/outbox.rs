//! Entries that wait for the server, bounded by count and size.
//!
//! When full, the oldest goes: what just happened is worth more than what happened first. The server sees the gap in
//! `n`; the count here is for the person at the terminal.

use std::collections::VecDeque;

use gasoline_wire::Route;

/// Bounds of a batch or of the whole outbox.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) entries: usize,
    pub(super) bytes: usize,
}

/// Entries that travel together, as JSON.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Batch {
    pub(super) route: Route,
    pub(super) entries: Vec<String>,
}

impl Batch {
    /// The body of the post.
    pub(super) fn body(&self) -> String {
        format!(r#"{{"{}":[{}]}}"#, self.route.field(), self.entries.join(","))
    }
}

/// A queue in order of arrival.
#[derive(Debug)]
pub(super) struct Outbox {
    limits: Limits,
    waiting: VecDeque<(Route, String)>,
    bytes: usize,
    dropped: u64,
}

impl Outbox {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, waiting: VecDeque::new(), bytes: 0, dropped: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// How many entries the bounds have cost.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    pub(super) fn add(&mut self, route: Route, entry: String) {
        self.bytes += entry.len();
        self.waiting.push_back((route, entry));
        self.drop_oldest();
    }

    /// Takes the oldest entries that may travel together; `None` when nothing waits.
    pub(super) fn take(&mut self, limits: Limits) -> Option<Batch> {
        let (route, _) = self.waiting.front()?;
        let mut batch = Batch { route: *route, entries: Vec::new() };
        let mut bytes = 0;
        while let Some((next, entry)) = self.waiting.front() {
            let full = batch.entries.len() >= limits.entries || bytes + entry.len() > limits.bytes;
            if *next != batch.route || (full && !batch.entries.is_empty()) {
                break;
            }
            bytes += entry.len();
            batch.entries.extend(self.waiting.pop_front().map(|(_, entry)| entry));
        }
        self.bytes -= bytes;
        Some(batch)
    }

    /// Returns a batch that could not be delivered to the head of the queue.
    pub(super) fn put_back(&mut self, batch: Batch) {
        for entry in batch.entries.into_iter().rev() {
            self.bytes += entry.len();
            self.waiting.push_front((batch.route, entry));
        }
        self.drop_oldest();
    }

    fn drop_oldest(&mut self) {
        while self.waiting.len() > self.limits.entries || self.bytes > self.limits.bytes {
            let Some((_, entry)) = self.waiting.pop_front() else { return };
            self.bytes -= entry.len();
            self.dropped += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Limits = Limits { entries: 3, bytes: 100 };

    fn filled(limits: Limits, entries: &[(Route, &str)]) -> Outbox {
        let mut outbox = Outbox::new(limits);
        for (route, entry) in entries {
            outbox.add(*route, (*entry).to_owned());
        }
        outbox
    }

    fn batch(route: Route, entries: &[&str]) -> Batch {
        Batch { route, entries: entries.iter().map(|entry| (*entry).to_owned()).collect() }
    }

    #[test]
    fn the_oldest_goes_when_there_are_too_many_or_too_large_ones() {
        let mut outbox = filled(SMALL, &[(Route::Logs, "a"), (Route::Logs, "b"), (Route::Logs, "c")]);
        outbox.add(Route::Logs, "d".to_owned());
        assert_eq!((outbox.len(), outbox.dropped()), (3, 1));
        outbox.add(Route::Logs, "e".repeat(99));
        assert_eq!((outbox.len(), outbox.dropped()), (2, 3));
        assert_eq!(outbox.take(SMALL), Some(batch(Route::Logs, &["d", &"e".repeat(99)])));
    }

    #[test]
    fn a_batch_is_of_one_route_within_its_limits_and_in_order() {
        let entries =
            [(Route::Logs, "a"), (Route::Logs, "b"), (Route::DomSnapshots, "c"), (Route::Logs, "d")];
        let mut outbox = filled(Limits { entries: 9, bytes: 99 }, &entries);
        assert_eq!(outbox.take(Limits { entries: 1, bytes: 99 }), Some(batch(Route::Logs, &["a"])));
        assert_eq!(outbox.take(SMALL), Some(batch(Route::Logs, &["b"])));
        assert_eq!(outbox.take(SMALL), Some(batch(Route::DomSnapshots, &["c"])));
        assert_eq!(outbox.take(SMALL), Some(batch(Route::Logs, &["d"])));
        assert_eq!(outbox.take(SMALL), None);
        assert_eq!((outbox.bytes, outbox.is_empty()), (0, true));
    }

    #[test]
    fn an_entry_larger_than_a_batch_travels_alone() {
        let mut outbox = filled(SMALL, &[(Route::Logs, "large"), (Route::Logs, "next")]);
        assert_eq!(outbox.take(Limits { entries: 9, bytes: 2 }), Some(batch(Route::Logs, &["large"])));
    }

    #[test]
    fn what_comes_back_is_first_again() {
        let mut outbox = filled(SMALL, &[(Route::Logs, "c")]);
        outbox.put_back(batch(Route::Logs, &["a", "b"]));
        assert_eq!(outbox.take(SMALL), Some(batch(Route::Logs, &["a", "b", "c"])));
    }

    #[test]
    fn a_batch_is_posted_in_the_array_of_its_route() {
        assert_eq!(batch(Route::NetworkBodies, &["{}", "1"]).body(), r#"{"bodies":[{},1]}"#);
    }
}
