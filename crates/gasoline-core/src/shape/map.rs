//! Objects that are maps: their keys are data, and their values share one shape.

use std::mem::discriminant;

use super::node::{Field, Node, Object};
use crate::address::is_data;

/// Fields from which on an object whose fields come and go may be a map.
const MANY_FIELDS: usize = 20;
/// Fields from which on two unlike objects may be maps.
const SOME_FIELDS: usize = 3;

/// Whether an object is a map: every key is an id, or many keys of one shape come and go.
pub fn is_map(object: &Object) -> bool {
    let fields = &object.fields;
    let are_ids = !fields.is_empty() && fields.iter().all(|field| is_data(&field.name));
    are_ids || (has_many(object) && is_uniform(object))
}

fn has_many(object: &Object) -> bool {
    let optional = object.fields.iter().filter(|field| !object.always_has(field)).count();
    object.fields.len() >= MANY_FIELDS && optional * 2 > object.fields.len()
}

/// Whether two objects at one place are maps: one of them is, or they share few keys and all values have one shape.
pub(super) fn are_maps(one: &Object, other: &Object) -> bool {
    is_map(one) || is_map(other) || (is_uniform(one) && is_uniform(other) && share_few(one, other))
}

fn share_few(one: &Object, other: &Object) -> bool {
    let fewest = one.fields.len().min(other.fields.len());
    let shared = one.fields.iter().filter(|field| find(other, &field.name).is_some()).count();
    fewest >= SOME_FIELDS && shared * 2 < fewest
}

/// A field by its name.
pub(super) fn find<'o>(object: &'o Object, name: &str) -> Option<&'o Field> {
    object.fields.iter().find(|field| *field.name == *name)
}

/// Whether all values look alike. Texts and numbers do so by chance: only objects with the same fields count.
fn is_uniform(object: &Object) -> bool {
    let mut nodes = object.fields.iter().map(|field| &field.node);
    let Some(first) = nodes.next() else { return false };
    nodes.all(|node| looks_like(first, node))
}

fn looks_like(one: &Node, other: &Node) -> bool {
    match (one.only_type(), other.only_type()) {
        (Some(one_type), Some(other_type)) if discriminant(&one_type) == discriminant(&other_type) => {
            match (one.object(), other.object()) {
                (Some(one), Some(other)) => has_same_fields(one, other),
                _ => true,
            }
        }
        _ => false,
    }
}

fn has_same_fields(one: &Object, other: &Object) -> bool {
    one.fields.len() == other.fields.len()
        && one.fields.iter().all(|field| find(other, &field.name).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Shape};
    use super::*;

    fn object(texts: &[&str]) -> Object {
        let mut shape = Shape::new(Limits::LEARNED);
        for text in texts {
            shape.observe(text);
        }
        shape.root().object().unwrap().clone()
    }

    #[test]
    fn keys_that_are_ids_make_a_map() {
        assert!(is_map(&object(&[r#"{"17":{"a":1},"18":{"a":2}}"#])));
        assert!(!is_map(&object(&[r#"{"id":17,"name":"ann"}"#])));
        assert!(!is_map(&object(&["{}"])));
    }

    #[test]
    fn many_keys_of_one_shape_that_come_and_go_make_a_map() {
        let users = |from: usize| {
            let users = (from..from + 15).map(|user| format!(r#""user-{}":{{"age":1}}"#, letters(user)));
            format!("{{{}}}", users.collect::<Vec<_>>().join(","))
        };
        assert!(is_map(&object(&[&users(0), &users(15)])));
        assert!(!is_map(&object(&[&users(0), &users(0)])));
        assert!(are_maps(&object(&[&users(0)]), &object(&[&users(15)])));
        assert!(!are_maps(&object(&[&users(0)]), &object(&[&users(1)])));
    }

    fn letters(number: usize) -> String {
        char::from(b'a' + u8::try_from(number % 26).unwrap()).to_string().repeat(1 + number / 26)
    }
}
