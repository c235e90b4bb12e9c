//! What answers of one endpoint have in common: names and types, no values, nothing that was missing once.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::super::script::Shape;
use super::address::is_data;
use super::request::Request;
use crate::redact::{JsonType, Marker};

/// Levels described.
const DEEPEST: usize = 3;
/// Elements of an array that are looked at.
const MOST_ELEMENTS: usize = 5;
/// Fields of one object.
const MOST_FIELDS: usize = 30;

/// The common shape of all JSON answers with this status; none if there is nothing to say.
pub(super) fn of(calls: &[&Request<'_>], status: u16) -> Option<Shape> {
    let bodies = calls.iter().filter(|call| call.status == status && !call.truncated);
    let bodies: Vec<_> =
        bodies.filter(|call| call.content_type.contains("json")).map(|call| call.body()).collect();
    let mut shapes = bodies.iter().map(|body| {
        let mut reader = serde_json::Deserializer::from_str(body.as_deref()?);
        let shape = Level(0).deserialize(&mut reader).ok()?;
        reader.end().ok()?;
        shape
    });
    let first = shapes.next()??;
    shapes.try_fold(first, |common, shape| merge(common, shape?)).map(Seen::into_shape)
}

/// A shape whose names are still those of the text it was read from: most of them are only compared.
#[derive(Debug, PartialEq, Eq)]
enum Seen<'b> {
    Text,
    Number,
    Boolean,
    Object(Vec<(Cow<'b, str>, Self)>),
    List(Option<Box<Self>>),
}

impl Seen<'_> {
    fn into_shape(self) -> Shape {
        match self {
            Self::Text => Shape::Text,
            Self::Number => Shape::Number,
            Self::Boolean => Shape::Boolean,
            Self::Object(fields) => {
                let fields = fields.into_iter().map(|(name, seen)| (name.into_owned(), seen.into_shape()));
                Shape::Object(fields.collect())
            }
            Self::List(element) => Shape::List(element.map(|seen| Box::new(seen.into_shape()))),
        }
    }
}

/// A name that is borrowed unless it is written with escapes.
#[derive(Deserialize)]
struct Name<'e>(#[serde(borrow)] Cow<'e, str>);

/// Reads the shape of a value at this depth straight from its text: values are never kept. None for null, because what is
/// null now has some other type at other times.
#[derive(Clone, Copy, Debug)]
struct Level(usize);

impl<'de> DeserializeSeed<'de> for Level {
    type Value = Option<Seen<'de>>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level {
    type Value = Option<Seen<'de>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Some(Seen::Boolean))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Some(Seen::Number))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Some(Seen::Number))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Some(Seen::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        // A secret was here; its marker remembers what it was.
        Ok(Some(match Marker::parse(text).map(|marker| marker.json_type) {
            Some(JsonType::Number) => Seen::Number,
            Some(JsonType::String) | None => Seen::Text,
        }))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let inside = Self(self.0 + 1);
        let mut element = items.next_element_seed(inside)?.flatten();
        for _ in 1..MOST_ELEMENTS {
            let Some(next) = items.next_element_seed(inside)? else { break };
            element = element.zip(next).and_then(|(common, next)| merge(common, next));
        }
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Some(Seen::List(element.filter(|_| self.0 < DEEPEST).map(Box::new))))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let mut described = Vec::new();
        while let Some(Name(name)) = fields.next_key()? {
            // Keys that look like ids are data: another session has others.
            if self.0 >= DEEPEST || described.len() >= MOST_FIELDS || is_data(&name) {
                fields.next_value::<IgnoredAny>()?;
            } else if let Some(shape) = fields.next_value_seed(Self(self.0 + 1))? {
                described.push((name, shape));
            }
        }
        Ok(Some(Seen::Object(described)))
    }
}

/// What both have; none if they differ as a whole.
fn merge<'b>(one: Seen<'b>, other: Seen<'b>) -> Option<Seen<'b>> {
    match (one, other) {
        (Seen::Object(one), Seen::Object(mut other)) => {
            let common = one.into_iter().filter_map(|(name, shape)| {
                let index = other.iter().position(|(known, _)| *known == name)?;
                let (_, second) = other.swap_remove(index);
                Some((name, merge(shape, second)?))
            });
            Some(Seen::Object(common.collect()))
        }
        // An empty list says nothing of its elements; another time it may be empty again.
        (Seen::List(Some(one)), Seen::List(Some(other))) => {
            Some(Seen::List(merge(*one, *other).map(Box::new)))
        }
        (Seen::List(_), Seen::List(_)) => Some(Seen::List(None)),
        (one, other) if one == other => Some(one),
        _ => None,
    }
}
