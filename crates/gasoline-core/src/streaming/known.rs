//! What was met before, as far as a bound allows; the oldest is forgotten first.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Values by the hash of a text. Only hashes are kept.
#[derive(Clone, Debug)]
pub struct Known<T> {
    values: BTreeMap<u64, T>,
    order: VecDeque<u64>,
    most: usize,
}

impl<T> Known<T> {
    /// Remembers at most `most` texts.
    pub fn new(most: usize) -> Self {
        Self { values: BTreeMap::new(), order: VecDeque::new(), most }
    }

    /// What is known of a text.
    pub fn get(&self, text: &str) -> Option<&T> {
        self.values.get(&hash(text))
    }

    /// Notes a text; gives back what was known of it.
    pub fn insert(&mut self, text: &str, value: T) -> Option<T> {
        let hash = hash(text);
        let before = self.values.insert(hash, value);
        if before.is_none() {
            self.order.push_back(hash);
        }
        if self.order.len() > self.most
            && let Some(oldest) = self.order.pop_front()
        {
            self.values.remove(&oldest);
        }
        before
    }

    /// Forgets a text.
    pub fn remove(&mut self, text: &str) {
        let hash = hash(text);
        if self.values.remove(&hash).is_some() {
            self.order.retain(|known| *known != hash);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.values.clear();
        self.order.clear();
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_is_forgotten_first() {
        let mut known = Known::new(2);
        for (text, before) in [("a", None), ("b", None), ("a", Some(1)), ("c", None), ("a", None)] {
            assert_eq!(known.insert(text, 1), before, "{text}");
        }
        known.remove("c");
        assert_eq!((known.get("a"), known.get("b"), known.get("c")), (Some(&1), None, None));
    }
}
