//! The list of an answer, before it is fitted to a budget.

use gasoline_wire::Timestamp;
use serde_json::{Map, Value};

use super::places::Places;

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
    /// What is said once for all rows.
    pub about: About,
}

/// What is said once for all rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Where everything that matches happened.
    pub places: Places,
    /// Members that all rows have in common; the rows go without them.
    pub shared: Map<String, Value>,
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
    /// The same for a list that begins with the rows a filter was meant for: from this row on they are the rest.
    CursorWithRest(usize),
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

    /// Says once what all rows say: takes members that are the same in all of several rows out of them, and what the
    /// summary says of the page out of any number.
    pub(super) fn share(&mut self, names: &[&str]) {
        if let Some((url, tab)) =
            self.about.places.only().map(|(url, tab)| (url.to_owned(), tab.map(str::to_owned)))
        {
            for row in self.shown.iter_mut().filter_map(|row| row.value.as_object_mut()) {
                // The address of a request or socket is its own, even where its sender names no page.
                let has_page = row.contains_key("pageUrl");
                let is_of_page = has_page || matches!(text(row, "type"), Some("console" | "exception"));
                if is_of_page {
                    take_equal(row, if has_page { "pageUrl" } else { "url" }, Some(&url));
                }
                take_equal(row, "tab", tab.as_deref());
            }
        }
        if self.shown.len() < 2 {
            return;
        }
        for name in names {
            let first = self.shown[0].value.get(*name).cloned();
            let Some(value) =
                first.filter(|value| self.shown.iter().all(|row| row.value.get(*name) == Some(value)))
            else {
                continue;
            };
            self.about.shared.insert((*name).to_owned(), value);
            for row in self.shown.iter_mut().filter_map(|row| row.value.as_object_mut()) {
                row.shift_remove(*name);
            }
        }
    }
}

fn text<'r>(row: &'r Map<String, Value>, name: &str) -> Option<&'r str> {
    row.get(name).and_then(Value::as_str)
}

fn take_equal(row: &mut Map<String, Value>, name: &str, value: Option<&str>) {
    let is_equal = row.get(name).is_some_and(|known| match known {
        Value::Number(number) => Some(number.to_string().as_str()) == value,
        known => known.as_str() == value,
    });
    if is_equal {
        row.shift_remove(name);
    }
}
