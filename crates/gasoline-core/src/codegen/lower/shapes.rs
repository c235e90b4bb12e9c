//! What answers of one endpoint have in common: names and types, no values, nothing that was missing once.

use serde_json::Value;

use super::super::script::Shape;
use super::address::is_data;
use super::session::Request;
use crate::redact::{JsonType, Marker};

/// Levels described.
const DEEPEST: usize = 3;
/// Elements of an array that are looked at.
const MOST_ELEMENTS: usize = 20;
/// Fields of one object.
const MOST_FIELDS: usize = 30;

/// The common shape of all JSON answers with this status; none if there is nothing to say.
pub(super) fn of(calls: &[&Request], status: u16) -> Option<Shape> {
    let bodies = calls.iter().filter(|call| call.status == status && !call.truncated);
    let mut shapes = bodies.filter(|call| call.content_type.contains("json")).map(|call| {
        let value: Value = serde_json::from_str(call.body.as_deref()?).ok()?;
        describe(&value, 0)
    });
    let first = shapes.next()??;
    shapes.try_fold(first, |common, shape| merge(common, shape?))
}

fn describe(value: &Value, depth: usize) -> Option<Shape> {
    match value {
        Value::Object(fields) if depth < DEEPEST => {
            // Keys that look like ids are data: another session has others.
            let named = fields.iter().filter(|(name, _)| !is_data(name)).take(MOST_FIELDS);
            let described =
                named.filter_map(|(name, field)| Some((name.clone(), describe(field, depth + 1)?)));
            Some(Shape::Object(described.collect()))
        }
        Value::Object(_) => Some(Shape::Object(Vec::new())),
        Value::Array(items) => {
            let mut shapes = items.iter().take(MOST_ELEMENTS).map(|item| describe(item, depth + 1));
            let first = shapes.next().flatten();
            let element =
                first.and_then(|first| shapes.try_fold(first, |common, shape| merge(common, shape?)));
            Some(Shape::List(element.filter(|_| depth < DEEPEST).map(Box::new)))
        }
        // A secret was here; its marker remembers what it was.
        Value::String(text) => match Marker::parse(text).map(|marker| marker.json_type) {
            Some(JsonType::Number) => Some(Shape::Number),
            Some(JsonType::String) | None => Some(Shape::Text),
        },
        Value::Number(_) => Some(Shape::Number),
        Value::Bool(_) => Some(Shape::Boolean),
        // What is null now has some other type at other times.
        Value::Null => None,
    }
}

/// What both have; none if they differ as a whole.
fn merge(one: Shape, other: Shape) -> Option<Shape> {
    match (one, other) {
        (Shape::Object(one), Shape::Object(mut other)) => {
            let common = one.into_iter().filter_map(|(name, shape)| {
                let index = other.iter().position(|(known, _)| *known == name)?;
                let (_, second) = other.swap_remove(index);
                Some((name, merge(shape, second)?))
            });
            Some(Shape::Object(common.collect()))
        }
        // An empty list says nothing of its elements; another time it may be empty again.
        (Shape::List(Some(one)), Shape::List(Some(other))) => {
            Some(Shape::List(merge(*one, *other).map(Box::new)))
        }
        (Shape::List(_), Shape::List(_)) => Some(Shape::List(None)),
        (one, other) if one == other => Some(one),
        _ => None,
    }
}
