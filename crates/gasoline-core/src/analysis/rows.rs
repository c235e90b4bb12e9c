//! The list of an answer, before it is fitted to a budget.

use serde_json::Value;

/// One element of a list.
#[derive(Clone, Debug)]
pub struct Row {
    /// Position for `next_cursor`.
    pub seq: u64,
    /// What the reader sees.
    pub value: Value,
}

/// The list of an answer.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Name of the array.
    pub name: &'static str,
    /// Rows within the limit, in the order of the answer.
    pub shown: Vec<Row>,
    /// Matching rows beyond the limit.
    pub beyond_limit: usize,
}

impl Rows {
    /// No rows yet.
    pub fn named(name: &'static str) -> Self {
        Self { name, shown: Vec::new(), beyond_limit: 0 }
    }

    /// How many rows match, shown or not.
    pub fn total(&self) -> usize {
        self.shown.len() + self.beyond_limit
    }
}
