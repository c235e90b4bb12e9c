//! Something that departed from the contract of an endpoint.

use gasoline_wire::Timestamp;
use serde::{Deserialize, Serialize};

use crate::shape::{Difference, Differing, Node, Path, Seen, TypeName};

/// Answers from which on a shape counts as established.
const ESTABLISHED: u64 = 3;

/// What kind of departure it is, in the documented words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "documented in docs/tools.md")]
pub enum Rule {
    ShapeChange,
    TypeChange,
    NewField,
    ArrayShapeChange,
    NullField,
    FormatChange,
}

impl Rule {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::ShapeChange => "shape_change",
            Self::TypeChange => "type_change",
            Self::NewField => "new_field",
            Self::ArrayShapeChange => "array_shape_change",
            Self::NullField => "null_field",
            Self::FormatChange => "format_change",
        }
    }
}

/// A place that departed from what was established, and how often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departure {
    /// What kind.
    pub rule: Rule,
    /// Where.
    pub path: Path,
    /// What it was: types, or a form.
    pub expected: String,
    /// What it became; empty if it is missing.
    pub actual: String,
    /// In how many values it had been as expected when it departed first.
    pub seen_in: u64,
    /// How often it departed.
    pub count: u64,
    /// When first and last.
    pub first_at: Timestamp,
    /// When last.
    pub last_at: Timestamp,
    /// The entry that departed last.
    pub last_seq: u64,
}

impl Departure {
    /// What a difference comes to; none while too little is known to call it a departure.
    pub(super) fn of(difference: Difference, time: Timestamp, seq: u64) -> Option<Self> {
        let is_established = difference.seen_in >= ESTABLISHED;
        let is_missing = difference.differing == Differing::Missing;
        let (rule, expected, actual) = words(&difference);
        (is_established || is_missing).then_some(Self {
            rule,
            path: difference.path,
            expected,
            actual,
            seen_in: difference.seen_in,
            count: 1,
            first_at: time,
            last_at: time,
            last_seq: seq,
        })
    }

    /// Whether the shape was established when it departed.
    pub fn is_established(&self) -> bool {
        self.seen_in >= ESTABLISHED
    }

    /// Whether a field is missing.
    pub fn is_missing(&self) -> bool {
        self.actual.is_empty()
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        (self.rule, &self.path, &self.actual) == (other.rule, &other.path, &other.actual)
    }

    pub(super) fn repeat(&mut self, time: Timestamp, seq: u64) {
        self.count += 1;
        self.last_at = time;
        self.last_seq = seq;
    }

    /// Whether a later value departs in the same way. What departed once is part of what was learned since.
    pub(super) fn shows_in(&self, value: &Node) -> bool {
        if self.is_missing() {
            return self.path.is_missing_in(value);
        }
        let nodes = self.path.nodes_in(value);
        match self.rule {
            Rule::NullField | Rule::TypeChange | Rule::ArrayShapeChange => {
                let is_new_type = |seen: Seen<'_>| TypeName::of(seen).to_string() == self.actual;
                nodes.into_iter().flat_map(Node::types).any(is_new_type)
            }
            Rule::NewField => !nodes.is_empty(),
            // Only the first time is telling: both forms are known since.
            Rule::FormatChange | Rule::ShapeChange => false,
        }
    }
}

fn words(difference: &Difference) -> (Rule, String, String) {
    let missing = if difference.in_elements { Rule::ArrayShapeChange } else { Rule::ShapeChange };
    match &difference.differing {
        Differing::Missing => (missing, String::new(), String::new()),
        Differing::Added(name) => (Rule::NewField, String::new(), name.to_string()),
        Differing::Type { from, to } => {
            let from: Vec<String> = from.iter().map(TypeName::to_string).collect();
            let is_of_elements = difference.path.steps().last() == Some(&crate::shape::Step::Element);
            let rule = if is_of_elements { Rule::ArrayShapeChange } else { Rule::TypeChange };
            (rule, from.join(" | "), to.to_string())
        }
        Differing::Null { was } => (Rule::NullField, was.to_string(), TypeName::Null.to_string()),
        Differing::Format { from, to } => {
            let to = to.map_or("other text", |to| to.name());
            (Rule::FormatChange, from.name().to_owned(), to.to_owned())
        }
        Differing::Fraction => {
            (Rule::FormatChange, "integer".to_owned(), "number with a fraction".to_owned())
        }
    }
}
