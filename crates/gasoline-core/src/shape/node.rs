//! What is known of the values at one place: a node for each place, reached by names of fields and elements of arrays.

/// The values seen at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    pub(super) nulls: u64,
    pub(super) booleans: u64,
    pub(super) numbers: u64,
    pub(super) texts: u64,
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
}

/// Objects seen at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// Fields in the order in which they were first seen.
    pub fields: Vec<Field>,
    /// Members beyond the limits, over all objects: their names are not known.
    pub unnamed: u64,
    /// Objects read to their end.
    pub whole: u64,
    /// Objects begun, the number of the one being read.
    pub(super) begun: u64,
    /// Where the field after the last one found stands: objects of one place mostly have the same order.
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
        self.fields.push(Field { name: name.into(), present: 1, node: Node::default(), last_in: self.begun });
        self.expected = self.fields.len();
        self.fields.len() - 1
    }
}

/// A field of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: Box<str>,
    /// In how many of the objects that were read to their end it was.
    pub present: u64,
    /// Its values.
    pub node: Node,
    /// The object that had it last.
    pub(super) last_in: u64,
}

/// Arrays seen at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Array {
    /// How many there were.
    pub seen: u64,
    /// How many of them had no element.
    pub empty: u64,
    /// Their first elements, all together.
    pub element: Node,
}
