//! Holds a value against a JSON Schema, as far as our own schemas use the language.

use serde_json::Value;

/// What of `value` does not keep to `schema`; references lead into `document`.
pub(crate) fn violations(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(document, schema, value, "", &mut found);
    found
}

fn check(document: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document.pointer(reference.trim_start_matches('#'));
        return check(document, target.expect(reference), value, place, found);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        if !choices.iter().any(|choice| violations(document, choice, value).is_empty()) {
            found.push(format!("{place}: none of {}", schema["anyOf"]));
        }
        return;
    }
    if !is_of_type(&schema["type"], value) {
        return found.push(format!("{place}: {value} is not of type {}", schema["type"]));
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        found.push(format!("{place}: {value} is none of {}", schema["enum"]));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if value.get(name.as_str().unwrap()).is_none() {
            found.push(format!("{place}: no {name}"));
        }
    }
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(inside) = value.get(name) {
            check(document, member, inside, &format!("{place}/{name}"), found);
        }
    }
    for item in value.as_array().into_iter().flatten() {
        check(document, &schema["items"], item, &format!("{place}[]"), found);
    }
}

fn is_of_type(kinds: &Value, value: &Value) -> bool {
    let is = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no such type: {other}"),
    };
    match kinds {
        Value::Null => true,
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is),
        other => panic!("no type: {other}"),
    }
}
