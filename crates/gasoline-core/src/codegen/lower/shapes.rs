//! What answers of one endpoint have in common: names and types, no values, nothing that was missing once.

use std::borrow::Cow;

use serde_json::Value;

use super::super::script::Shape;
use super::address::is_data;
use super::json::Json;
use super::nested_json::{Reader, Token};
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
    let told = calls.iter().filter(|call| call.status == status && !call.truncated);
    let mut shapes = told.filter(|call| call.content_type.contains("json")).map(|call| of_body(call.body?));
    let first = shapes.next()??;
    shapes.try_fold(first, |common, shape| merge(common, shape?)).map(Seen::into_shape)
}

/// The shape of a body; none for null, because what is null now has some other type at other times.
fn of_body(body: Json<'_>) -> Option<Seen<'_>> {
    nested(body.escaped()?).unwrap_or_else(|| parsed(&body.text()?))
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

/// The shape of a body as it is written in its entry, if that is ordinary.
fn nested(body: &str) -> Option<Option<Seen<'_>>> {
    let mut reader = Reader::of(body);
    let seen = next(&mut reader, 0)?;
    reader.expect_end().map(|()| seen)
}

/// The shape of the next value, read straight from its text: values are never kept.
fn next<'b>(reader: &mut Reader<'b>, depth: usize) -> Option<Option<Seen<'b>>> {
    Some(Some(match reader.begin()? {
        Token::Null => return Some(None),
        Token::Boolean => Seen::Boolean,
        Token::Number => Seen::Number,
        Token::Text(text) => of_text(text),
        Token::Array => Seen::List(element(reader, depth)?.map(Box::new)),
        Token::Object => Seen::Object(fields(reader, depth)?),
    }))
}

/// What the first elements of an array have in common.
fn element<'b>(reader: &mut Reader<'b>, depth: usize) -> Option<Option<Seen<'b>>> {
    let (mut common, mut count) = (None, 0);
    reader.elements(|reader| {
        count += 1;
        if depth >= DEEPEST || count > MOST_ELEMENTS {
            return reader.skip();
        }
        let seen = next(reader, depth + 1)?;
        let before = common.take();
        common = if count == 1 { seen } else { before.zip(seen).and_then(|(one, other)| merge(one, other)) };
        Some(())
    })?;
    Some(common)
}

fn fields<'b>(reader: &mut Reader<'b>, depth: usize) -> Option<Vec<(Cow<'b, str>, Seen<'b>)>> {
    let mut described = Vec::new();
    reader.members(|reader, name| {
        if !is_described(name, depth, described.len()) {
            return reader.skip();
        }
        described.extend(next(reader, depth + 1)?.map(|seen| (Cow::Borrowed(name), seen)));
        Some(())
    })?;
    Some(described)
}

/// Keys that look like ids are data: another session has others.
fn is_described(name: &str, depth: usize, already: usize) -> bool {
    depth < DEEPEST && already < MOST_FIELDS && !is_data(name)
}

/// A secret may have been here; its marker remembers what it was.
fn of_text(text: &str) -> Seen<'static> {
    match Marker::parse(text).map(|marker| marker.json_type) {
        Some(JsonType::Number) => Seen::Number,
        Some(JsonType::String) | None => Seen::Text,
    }
}

/// The shape of a body that the parser has to read.
fn parsed(body: &str) -> Option<Seen<'static>> {
    of_value(&serde_json::from_str(body).ok()?, 0)
}

fn of_value(value: &Value, depth: usize) -> Option<Seen<'static>> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(_) => Seen::Boolean,
        Value::Number(_) => Seen::Number,
        Value::String(text) => of_text(text),
        Value::Array(_) if depth >= DEEPEST => Seen::List(None),
        Value::Array(items) => {
            let mut seen = items.iter().take(MOST_ELEMENTS).map(|item| of_value(item, depth + 1));
            let first = seen.next().flatten();
            let common = first.and_then(|first| seen.try_fold(first, |common, next| merge(common, next?)));
            Seen::List(common.map(Box::new))
        }
        Value::Object(fields) => {
            let mut described = Vec::new();
            for (name, value) in fields {
                if is_described(name, depth, described.len()) {
                    described.extend(of_value(value, depth + 1).map(|seen| (Cow::Owned(name.clone()), seen)));
                }
            }
            Seen::Object(described)
        }
    })
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whatever is read where it stands, the parser accepts and reads alike; whether it was.
    fn check(body: &str) -> bool {
        let written = Value::from(body).to_string();
        let seen = nested(Json(&written).escaped().unwrap());
        let is_json = serde_json::from_str::<Value>(body).is_ok();
        assert!(seen.is_none() || is_json, "{body}");
        assert!(seen.as_ref().is_none_or(|seen| *seen == parsed(body)), "{body}");
        seen.is_some()
    }

    const BODY: &str = r#"{ "items": [{"id":0,"name":"é","tags":["a"]}, {"id":-1.5, "name":null,"tags":[]}],
        "7781": true,"total":{"a":{"b":{"c":[1]}}}, "secret": "[redacted:card:number:9:00000000000000ff]" }"#;

    #[test]
    fn ordinary_bodies_are_read_where_they_stand() {
        for body in
            [BODY, "[]", "{}", "0", "-0.5", "true", "null", "\"\"", " [ 1 , [ ] ]\r\n\t", "[[[[[[1]]]]]]"]
        {
            assert!(check(body), "{body}");
        }
        let others =
            ["", "[1,]", "{\"a\":1,}", "[1 2]", "01", "-", "1.", "1e5", "[1]x", "[1]\u{8}", "tru", "\"a"];
        for body in others {
            assert!(!check(body), "{body}");
        }
        assert!(!check(r#"["\ud800"]"#) && !check(r#"{"a\n":"\""}"#) && !check(&"[".repeat(40)));
    }

    #[test]
    fn damaged_bodies_are_refused_as_the_parser_refuses_them() {
        for (index, original) in BODY.char_indices() {
            let (before, from) = BODY.split_at(index);
            let (_, after) = from.split_at(original.len_utf8());
            check(before);
            check(&format!("{before}{after}"));
            for replacement in "\"\\{}[]:,09-.eE+tn \u{1}\u{8}é".chars() {
                check(&format!("{before}{replacement}{after}"));
                check(&format!("{before}{replacement}{from}"));
            }
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "[a-z\"\\\\é\n]{0,4}".prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 60, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::btree_map("[a-c1\n]{1,3}", inner, 0..6)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn agrees_with_the_parser_on_any_json(value in any_json()) {
            check(&value.to_string());
            check(&serde_json::to_string_pretty(&value).unwrap());
        }
    }
}
