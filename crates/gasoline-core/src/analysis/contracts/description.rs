//! A learned shape in the documented form: names and types, no values.

use serde_json::{Map, Value};

use crate::shape::{Node, Object, Seen, TypeName, is_map};

/// Levels described; what lies deeper is `"..."`.
const DEEPEST: usize = 3;

/// The shape of many values. A field that is not always there ends with `?`; several types are joined by `|`; the keys of a map are
/// `{key}`.
pub fn described(node: &Node) -> Value {
    describe(node, 0)
}

fn describe(node: &Node, depth: usize) -> Value {
    if depth > DEEPEST {
        return Value::from("...");
    }
    let compound = node.types().find_map(|seen| match seen {
        Seen::Object(object) => Some(fields(object, depth + 1)),
        Seen::Array(array) => Some(Value::Array(
            array.element.types().next().map(|_| describe(&array.element, depth + 1)).into_iter().collect(),
        )),
        _ => None,
    });
    let names: Vec<String> = node.types().map(|seen| TypeName::of(seen).to_string()).collect();
    match (compound, names.len()) {
        (Some(compound), 1) => compound,
        (_, 0) => Value::from("unknown"),
        _ => Value::from(names.join(" | ")),
    }
}

fn fields(object: &Object, depth: usize) -> Value {
    if let (true, Some(field)) = (is_map(object), object.fields.first()) {
        return Value::Object(Map::from_iter([("{key}".to_owned(), describe(&field.node, depth))]));
    }
    let named = object.fields.iter().map(|field| {
        let mark = if object.always_has(field) || object.whole == 0 { "" } else { "?" };
        (format!("{}{mark}", field.name), describe(&field.node, depth))
    });
    let more = (object.unnamed > 0).then(|| ("[more]".to_owned(), Value::from("...")));
    Value::Object(named.chain(more).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::shape::{Limits, Shape};

    fn check(texts: &[&str], expected: &Value) {
        let mut shape = Shape::new(Limits::LEARNED);
        for text in texts {
            shape.observe(text);
        }
        assert_eq!(&described(shape.root()), expected);
    }

    #[test]
    fn shapes_show_what_is_optional_and_what_varies() {
        check(
            &[r#"{"id":1,"name":null,"tags":[]}"#, r#"{"id":2,"name":"a","tags":["x"],"more":{"a":true}}"#],
            &json!({ "id": "number", "name": "null | string", "tags": ["string"], "more?": { "a": "boolean" } }),
        );
        check(&[r#"{"17":{"a":1},"18":{"a":2}}"#], &json!({ "{key}": { "a": "number" } }));
        check(&["[]"], &json!([]));
        check(&[r#"{"a":{"b":{"c":{"d":1}}}}"#], &json!({ "a": { "b": { "c": { "d": "..." } } } }));
        check(&["[1]", r#"{"a":1}"#], &json!("object | array"));
    }
}
