//! What is known of the values at one place: a node for each place, reached by names of fields and elements of arrays.

use serde::{Deserialize, Serialize};

use super::format::Formats;

/// The values seen at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Node {
    pub(super) nulls: u64,
    pub(super) booleans: u64,
    pub(super) numbers: u64,
    /// How many of the numbers were whole.
    pub(super) integers: u64,
    pub(super) texts: u64,
    pub(super) formats: Formats,
    pub(super) object: Option<Box<Object>>,
    pub(super) array: Option<Box<Array>>,
}

/// A type that was seen, with what lies inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Seen<'s> {
    Null,
    Boolean,
    Number,
    Text,
    Object(&'s Object),
    Array(&'s Array),
}

impl Node {
    /// The types seen, in a fixed order.
    pub fn types(&self) -> impl Iterator<Item = Seen<'_>> {
        let scalars = [
            (self.nulls, Seen::Null),
            (self.booleans, Seen::Boolean),
            (self.numbers, Seen::Number),
            (self.texts, Seen::Text),
        ];
        let scalars = scalars.into_iter().filter(|(count, _)| *count > 0).map(|(_, seen)| seen);
        scalars.chain(self.object.as_deref().map(Seen::Object)).chain(self.array.as_deref().map(Seen::Array))
    }

    /// The type, if there was no other.
    pub fn only_type(&self) -> Option<Seen<'_>> {
        let mut types = self.types();
        types.next().filter(|_| types.next().is_none())
    }

    /// Whether it was null once.
    pub fn is_nullable(&self) -> bool {
        self.nulls > 0
    }

    /// Whether there were numbers, and all of them were whole.
    pub fn is_integer(&self) -> bool {
        self.numbers > 0 && self.integers == self.numbers
    }

    /// The form that all texts had.
    pub fn formats(&self) -> Formats {
        self.formats
    }

    /// Objects seen here.
    pub fn object(&self) -> Option<&Object> {
        self.object.as_deref()
    }

    /// Arrays seen here.
    pub fn array(&self) -> Option<&Array> {
        self.array.as_deref()
    }
}

/// Objects seen at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Object {
    /// Fields in the order in which they were first seen.
    pub fields: Vec<Field>,
    /// Members beyond the limits, over all objects: their names are not known.
    pub unnamed: u64,
    /// Objects read to their end.
    pub whole: u64,
    /// Absorbed values that had such an object: an array has many in one value.
    pub values: u64,
    /// Objects begun, the number of the one being read.
    #[serde(skip)]
    pub(super) begun: u64,
    /// Where the field after the last one found stands: objects of one place mostly have the same order.
    #[serde(skip)]
    pub(super) expected: usize,
}

impl Object {
    /// Whether every object that was read to its end had this field.
    pub fn always_has(&self, field: &Field) -> bool {
        self.whole > 0 && field.present == self.whole
    }

    pub(super) fn begin(&mut self) {
        self.begun += 1;
        self.expected = 0;
    }

    /// An object that is cut says nothing of fields it lacks. So that the others compare, those it had do not count either.
    pub(super) fn end(&mut self, is_whole: bool) {
        if is_whole {
            self.whole += 1;
            return;
        }
        for field in &mut self.fields {
            field.present -= u64::from(field.last_in == self.begun);
        }
        self.fields.retain(|field| field.node.types().next().is_some());
    }

    /// The place of a known field, noted as present in the object being read.
    pub(super) fn find(&mut self, name: &str) -> Option<usize> {
        let is_expected = self.fields.get(self.expected).is_some_and(|field| *field.name == *name);
        let place = if is_expected {
            self.expected
        } else {
            self.fields.iter().position(|field| *field.name == *name)?
        };
        let field = self.fields.get_mut(place)?;
        // A name may stand twice in one object.
        field.present += u64::from(field.last_in != self.begun);
        field.last_in = self.begun;
        self.expected = place + 1;
        Some(place)
    }

    pub(super) fn add(&mut self, name: &str) -> usize {
        self.fields.push(Field { last_in: self.begun, ..Field::new(name.into(), 1) });
        self.expected = self.fields.len();
        self.fields.len() - 1
    }
}

/// A field of objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: Box<str>,
    /// In how many of the objects that were read to their end it was.
    pub present: u64,
    /// Its values.
    pub node: Node,
    /// The object that had it last.
    #[serde(skip)]
    pub(super) last_in: u64,
}

impl Field {
    pub(super) fn new(name: Box<str>, present: u64) -> Self {
        Self { name, present, node: Node::default(), last_in: 0 }
    }
}

/// Arrays seen at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Array {
    /// How many there were.
    pub seen: u64,
    /// How many of them had no element.
    pub empty: u64,
    /// Their first elements, all together.
    pub element: Node,
}
