//! What a tool takes, as JSON Schema: its own arguments and the shared ones, without what clients stumble over or pay
//! for.

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::JsonObject;
use super::tool::Tool;

/// The schema of a tool's arguments.
pub(super) fn schema<T: Tool>() -> JsonObject {
    let inline = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = inline.into_generator().into_root_schema_for::<T::Arguments>().to_value();
    tidy(&mut schema);
    let Value::Object(mut schema) = schema else {
        return JsonObject::new();
    };
    for noise in ["$schema", "title", "description"] {
        schema.remove(noise);
    }
    schema.insert("type".to_owned(), json!("object"));
    if let Value::Object(properties) = schema.entry("properties").or_insert_with(|| json!({})) {
        properties.extend(T::SHARED.properties());
    }
    schema
}

/// Drops number formats no validator knows and nullability every client takes for granted.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.remove("format");
            object.remove("minimum");
            object.remove("default");
            if let Some(Value::Array(types)) = object.get("type")
                && let Some(only) = types.iter().find(|kind| *kind != "null").cloned()
            {
                object.insert("type".to_owned(), only);
            }
            if let Some(Value::Array(values)) = object.get_mut("enum") {
                values.retain(|value| !value.is_null());
            }
            for (name, inside) in object {
                match (name.as_str(), inside) {
                    // Its names are arguments, not words of the schema: one may well be called `format`.
                    ("properties", Value::Object(properties)) => properties.values_mut().for_each(tidy),
                    (_, inside) => tidy(inside),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}
