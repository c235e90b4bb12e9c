//! Reads JSON text into a shape, value by value as the parser comes to them.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;

use super::node::{Field, Node, Object};
use super::{Limits, Reading};
use crate::removed::{JsonType, Marker};

/// The limits of a shape, and how much of them is used.
#[derive(Debug)]
pub(super) struct Learner<'s> {
    limits: Limits,
    bytes: &'s mut usize,
}

impl<'s> Learner<'s> {
    pub(super) fn new(limits: Limits, bytes: &'s mut usize) -> Self {
        Self { limits, bytes }
    }

    /// Reads one text into a node.
    pub(super) fn read(&mut self, json: &str, node: &mut Node) -> Reading {
        let mut parser = serde_json::Deserializer::from_str(json);
        let value = Value { learner: self, node, level: 0 };
        match value.deserialize(&mut parser).and_then(|()| parser.end()) {
            Ok(()) => Reading::Whole,
            Err(error) if error.classify() == Category::Eof => Reading::Cut,
            Err(_) => Reading::Invalid,
        }
    }

    /// The place of a field; none if the limits are reached.
    fn place(&mut self, object: &mut Object, name: &str) -> Option<usize> {
        if let Some(place) = object.find(name) {
            return Some(place);
        }
        let bytes = *self.bytes + name.len() + size_of::<Field>();
        if object.fields.len() >= self.limits.fields || bytes > self.limits.bytes {
            object.unnamed += 1;
            return None;
        }
        *self.bytes = bytes;
        Some(object.add(name))
    }
}

/// The next value, to be noted in a node.
struct Value<'l, 's> {
    learner: &'l mut Learner<'s>,
    node: &'l mut Node,
    level: usize,
}

impl<'de> DeserializeSeed<'de> for Value<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, parser: D) -> Result<(), D::Error> {
        parser.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.node.nulls += 1;
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.node.booleans += 1;
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        self.node.numbers += 1;
        self.node.integers += 1;
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        self.node.numbers += 1;
        self.node.integers += 1;
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.node.numbers += 1;
        Ok(())
    }

    /// A secret may have been here; its marker remembers what it was.
    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        match Marker::parse(text).map(|marker| marker.json_type) {
            // What kind of number or text it was is not known: it counts as the usual kind.
            Some(JsonType::Number) => {
                self.node.numbers += 1;
                self.node.integers += 1;
            }
            Some(JsonType::String) => self.node.texts += 1,
            None => {
                self.node.texts += 1;
                self.node.formats.note(text);
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let Self { learner, node, level } = self;
        let array = node.array.get_or_insert_default();
        array.seen += 1;
        let wanted = if level < learner.limits.levels { learner.limits.elements } else { 0 };
        let mut read = 0_usize;
        while read < wanted {
            let element = Value { learner: &mut *learner, node: &mut array.element, level: level + 1 };
            if elements.next_element_seed(element)?.is_none() {
                array.empty += u64::from(read == 0);
                return Ok(());
            }
            read += 1;
        }
        let mut is_empty = read == 0;
        while elements.next_element::<IgnoredAny>()?.is_some() {
            is_empty = false;
        }
        array.empty += u64::from(is_empty);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        let Self { learner, node, level } = self;
        let object = node.object.get_or_insert_default();
        object.begin();
        let read = read_members(learner, object, level, members);
        object.end(read.is_ok());
        read
    }
}

fn read_members<'de, A: MapAccess<'de>>(
    learner: &mut Learner<'_>,
    object: &mut Object,
    level: usize,
    mut members: A,
) -> Result<(), A::Error> {
    let is_too_deep = level >= learner.limits.levels;
    while let Some(place) =
        members.next_key_seed(Name { learner: &mut *learner, object: &mut *object, is_too_deep })?
    {
        match place.and_then(|place| object.fields.get_mut(place)) {
            Some(Field { node, .. }) => {
                members.next_value_seed(Value { learner: &mut *learner, node, level: level + 1 })?;
            }
            None => {
                members.next_value::<IgnoredAny>()?;
            }
        }
    }
    Ok(())
}

/// The next name of a member, to be found among the fields.
struct Name<'l, 's> {
    learner: &'l mut Learner<'s>,
    object: &'l mut Object,
    is_too_deep: bool,
}

impl<'de> DeserializeSeed<'de> for Name<'_, '_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, parser: D) -> Result<Option<usize>, D::Error> {
        parser.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name<'_, '_> {
    type Value = Option<usize>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of a member")
    }

    fn visit_str<E>(self, name: &str) -> Result<Option<usize>, E> {
        if self.is_too_deep {
            self.object.unnamed += 1;
            return Ok(None);
        }
        Ok(self.learner.place(self.object, name))
    }
}
