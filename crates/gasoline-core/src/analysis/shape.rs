//! The structure of one JSON body as a timeline shows it: names and types, no values.

use serde_json::{Map, Value};

use crate::shape::{Array, Limits, Node, Object, Reading, Seen, Shape};

/// Levels described; what lies deeper is `"..."`.
const DEEPEST: usize = 3;
/// The first element of an array stands for the others.
const LIMITS: Limits = Limits { levels: DEEPEST + 1, elements: 1, ..Limits::LEARNED };

/// The shape of a JSON text; `None` when it is not JSON.
pub fn of_text(text: &str) -> Option<Value> {
    let mut shape = Shape::new(LIMITS);
    (shape.observe(text) == Reading::Whole).then(|| describe(shape.root(), 0))
}

fn describe(node: &Node, depth: usize) -> Value {
    if depth > DEEPEST {
        return Value::from("...");
    }
    match node.types().last() {
        Some(Seen::Object(object)) => Value::Object(describe_fields(object, depth + 1)),
        Some(Seen::Array(array)) => describe_elements(array, depth + 1),
        Some(Seen::Text) => Value::from("string"),
        Some(Seen::Number) => Value::from("number"),
        Some(Seen::Boolean) => Value::from("boolean"),
        Some(Seen::Null) | None => Value::from("null"),
    }
}

fn describe_fields(object: &Object, depth: usize) -> Map<String, Value> {
    let fields = object.fields.iter().map(|field| (field.name.to_string(), describe(&field.node, depth)));
    let more = (object.unnamed > 0).then(|| (format!("[{} more]", object.unnamed), Value::from("...")));
    fields.chain(more).collect()
}

fn describe_elements(array: &Array, depth: usize) -> Value {
    if array.empty > 0 {
        Value::Array(Vec::new())
    } else {
        Value::Array(vec![describe(&array.element, depth)])
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_become_their_types() {
        let check = |text: &str, shape: Value| assert_eq!(of_text(text), Some(shape), "{text}");
        check(r#""hello""#, json!("string"));
        check("42", json!("number"));
        check("true", json!("boolean"));
        check("null", json!("null"));
        check("[]", json!([]));
        check(r#"[{"id":1},{"id":2,"more":1}]"#, json!([{ "id": "number" }]));
        check(
            r#"{"token":"abc123","user":{"id":5,"name":"Bob"}}"#,
            json!({ "token": "string", "user": { "id": "number", "name": "string" } }),
        );
        check(r#"{"a":{"b":{"c":{"d":1}}}}"#, json!({ "a": { "b": { "c": { "d": "..." } } } }));
        check("[[[[[1]]]]]", json!([[[["..."]]]]));
        check("[[[[]]]]", json!([[[[]]]]));
        for other in ["<html>", r#"{"a":1"#, ""] {
            assert_eq!(of_text(other), None, "{other}");
        }
    }

    #[test]
    fn a_marker_counts_as_what_it_replaced() {
        let body = r#"{"cvv":"[redacted:sensitive-field:number:3:00000000000000ff]","token":"[redacted:jwt:string:9:00000000000000ff]"}"#;
        assert_eq!(of_text(body), Some(json!({ "cvv": "number", "token": "string" })));
    }

    #[test]
    fn fields_of_a_map_beyond_the_limit_are_counted() {
        let fields: Map<String, Value> =
            (0..LIMITS.fields + 5).map(|key| (format!("k{key}"), json!(1))).collect();
        let shape = of_text(&Value::Object(fields).to_string()).unwrap();
        assert_eq!(
            (shape.as_object().unwrap().len(), &shape["[5 more]"]),
            (LIMITS.fields + 1, &json!("..."))
        );
    }
}
