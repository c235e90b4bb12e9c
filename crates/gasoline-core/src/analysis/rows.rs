//! The list of an answer, before it is fitted to a budget.

use gasoline_wire::Timestamp;
use serde_json::{Map, Value};

/// One element of a list.
#[derive(Clone, Debug)]
pub struct Row {
    /// Position for `next_cursor`.
    pub seq: u64,
    /// The other half of the position, in lists that are ordered by time.
    pub time: Option<Timestamp>,
    /// What the reader sees.
    pub value: Value,
}

/// The list of an answer.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Name of the array.
    pub name: &'static str,
    /// Rows within the limit, most wanted first.
    pub shown: Vec<Row>,
    /// Matching rows beyond the limit.
    pub beyond_limit: usize,
    /// How the rows stand in the answer.
    pub order: Order,
    /// How a reader gets at what was left out.
    pub paging: Paging,
    /// What rows can do without before any of them is left out, in this order.
    pub leaner: &'static [Leaner],
}

/// Takes something out of a row; whether there was something to take.
pub type Leaner = fn(&mut Map<String, Value>) -> bool;

/// How rows stand in the answer. They are always fitted in the order given, so the first survive a tight budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As given.
    AsListed,
    /// The other way round.
    Reversed,
}

/// How a reader gets at rows that were left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paging {
    /// By a cursor: the rows are kept.
    Cursor,
    /// By a cursor that also says up to which arrival the list looked: rows of several entries stay where they were.
    CursorAsOf(u64),
    /// The same for rows in order of time, which is not that of arrival: the cursor names both.
    CursorInTime(u64),
    /// Not at all: the rows are of one moment. The field of this name says how many are shown.
    Counted(&'static str),
    /// Not at all, for the same reason; `omitted` alone says how many are missing.
    OfOneMoment,
}

impl Rows {
    /// How many rows match, shown or not.
    pub fn total(&self) -> usize {
        self.shown.len() + self.beyond_limit
    }
}
