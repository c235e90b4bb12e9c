//! Counts that belong to tests, for a bounded number of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::view::Scope;

/// The test something belongs to, or none.
pub(super) type TestId = Option<Arc<str>>;

/// How much was lost of what belonged to each test.
#[derive(Debug)]
pub(super) struct CountsByTest {
    limit: usize,
    counts: BTreeMap<TestId, u64>,
}

impl CountsByTest {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, counts: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, test_id: TestId, count: u64) {
        if count == 0 {
            return;
        }
        *self.counts.entry(test_id).or_default() += count;
        if self.counts.len() > self.limit
            && let Some((_, count)) = self.counts.pop_last()
        {
            // The sum stays right; whose it was is forgotten.
            *self.counts.entry(None).or_default() += count;
        }
    }

    /// The counts of each test within `scope`.
    pub(super) fn of_each<'s>(&'s self, scope: &'s Scope) -> impl Iterator<Item = (&'s TestId, u64)> {
        let in_scope = self.counts.iter().filter(|(test_id, _)| scope.includes(test_id.as_deref()));
        in_scope.map(|(test_id, count)| (test_id, *count))
    }

    pub(super) fn within(&self, scope: &Scope) -> u64 {
        self.of_each(scope).map(|(_, count)| count).sum()
    }

    /// Forgets what was counted within `scope`.
    pub(super) fn clear(&mut self, scope: &Scope) {
        self.counts.retain(|test_id, _| !scope.includes(test_id.as_deref()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_more_tests_than_are_remembered_the_counts_stay_in_the_sum() {
        let mut counts = CountsByTest::new(2);
        for test in 0..10 {
            counts.add(Some(Arc::from(format!("t{test}"))), 1);
        }
        assert_eq!((counts.within(&Scope::Everything), counts.counts.len()), (10, 3));
    }
}
