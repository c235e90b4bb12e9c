//! The structure of a JSON body: names and types, no values.

use serde_json::{Map, Value};

use crate::redact::{JsonType, Marker};

/// Levels described; what lies deeper is `"..."`.
const DEEPEST: usize = 3;

/// The shape of a JSON text; `None` when it is not JSON.
pub fn of_text(text: &str) -> Option<Value> {
    serde_json::from_str::<Value>(text).ok().map(|value| describe(&value, 0))
}

fn describe(value: &Value, depth: usize) -> Value {
    if depth > DEEPEST {
        return Value::from("...");
    }
    match value {
        Value::Object(fields) => {
            let described = fields.iter().map(|(name, field)| (name.clone(), describe(field, depth + 1)));
            Value::Object(described.collect::<Map<_, _>>())
        }
        Value::Array(items) => items.first().map(|first| describe(first, depth + 1)).into_iter().collect(),
        // A secret was here; its marker remembers what it was.
        Value::String(text) => match Marker::parse(text).map(|marker| marker.json_type) {
            Some(JsonType::Number) => Value::from("number"),
            Some(JsonType::String) | None => Value::from("string"),
        },
        Value::Number(_) => Value::from("number"),
        Value::Bool(_) => Value::from("boolean"),
        Value::Null => Value::from("null"),
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
        check(r#"{"a":{"b":{"c":{"d":1}}}}"#, json!({ "a": { "b": { "c": { "d": "..." } } } }).clone());
        assert_eq!(of_text("<html>"), None);
    }

    #[test]
    fn a_marker_counts_as_what_it_replaced() {
        let body = r#"{"cvv":"[redacted:sensitive-field:number:3:00000000000000ff]","token":"[redacted:jwt:string:9:00000000000000ff]"}"#;
        assert_eq!(of_text(body), Some(json!({ "cvv": "number", "token": "string" })));
    }
}
