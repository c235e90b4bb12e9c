//! OpenAPI 3.0 in the words of 3.1, which are those of JSON Schema.

use serde_json::{Map, Value, json};

/// Rewrites what 3.0 says otherwise; a document of another version stays as it is.
pub(super) fn modernise(document: &mut Value) {
    let version = document.get("openapi").and_then(Value::as_str).unwrap_or_default();
    if version.starts_with("3.0") {
        rewrite(document);
    }
}

fn rewrite(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(rewrite),
        Value::Object(members) => {
            members.values_mut().for_each(rewrite);
            exclude(members, "minimum", "exclusiveMinimum");
            exclude(members, "maximum", "exclusiveMaximum");
            allow_null(members);
        }
        _ => {}
    }
}

/// `exclusiveMinimum: true` beside `minimum: 3` is `exclusiveMinimum: 3`.
fn exclude(members: &mut Map<String, Value>, limit: &str, exclusive: &str) {
    match members.get(exclusive) {
        Some(Value::Bool(true)) => {
            if let Some(value) = members.shift_remove(limit) {
                members.insert(exclusive.to_owned(), value);
            }
        }
        Some(Value::Bool(false)) => {
            members.shift_remove(exclusive);
        }
        _ => {}
    }
}

/// `nullable: true` is one more type.
fn allow_null(members: &mut Map<String, Value>) {
    if members.get("nullable") != Some(&Value::Bool(true)) {
        return;
    }
    members.shift_remove("nullable");
    let schema = Value::Object(std::mem::take(members));
    members.insert("anyOf".to_owned(), json!([schema, { "type": "null" }]));
}
