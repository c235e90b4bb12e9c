//! What JSON values look like: types, fields and how often each was there, merged over many values. Never a value itself.
//!
//! One reader for everything that asks: answers of one endpoint, messages of a connection, a body in a timeline. It streams
//! over the text and builds no tree of it, so it may run while entries come in.

mod difference;
mod format;
mod learner;
mod map;
mod merge;
mod nested;
mod node;
mod path;

pub use difference::{Difference, Differing, TypeName, differences};
pub use format::{Format, Formats};
use learner::Learner;
pub use map::is_map;
pub(crate) use nested::Json;
pub use node::{Array, Field, Node, Object, Seen};
pub use path::{Path, Step};
use serde::{Deserialize, Serialize};

/// How much of a value is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Objects and arrays nested deeper are known to be there, and not looked into.
    pub levels: usize,
    /// Elements of an array, from its beginning.
    pub elements: usize,
    /// Fields of one object by name; further ones are counted. Maps keyed by id have hundreds.
    pub fields: usize,
    /// Memory of one shape, about: when it is used up, new fields are counted and not named.
    pub bytes: usize,
}

impl Limits {
    /// What is learned of the answers of an endpoint.
    pub const LEARNED: Self = Self { levels: 8, elements: 20, fields: 200, bytes: 64 * 1_024 };
}

/// How far a text could be read. What stands before a damage is learned; fields that may follow it do not count as missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// All of it.
    Whole,
    /// Up to its end, which is not that of its JSON: only the beginning was captured.
    Cut,
    /// Up to something that is no JSON.
    Invalid,
}

/// What the values observed so far look like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    root: Node,
    limits: Limits,
    /// Memory used, as the limit counts it.
    bytes: usize,
    whole: u64,
    cut: u64,
}

impl Shape {
    /// A shape of nothing yet.
    pub fn new(limits: Limits) -> Self {
        Self { root: Node::default(), limits, bytes: 0, whole: 0, cut: 0 }
    }

    /// Takes one more value into account, given as JSON text.
    pub fn observe(&mut self, json: &str) -> Reading {
        let reading = Learner::new(self.limits, &mut self.bytes).read(json, &mut self.root);
        match reading {
            Reading::Whole => self.whole += 1,
            Reading::Cut => self.cut += 1,
            Reading::Invalid => {}
        }
        reading
    }

    /// What stands outermost in the values.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Values read to their end.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Values of which only the beginning was there.
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// Memory used, about.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests;
