//! OpenAPI 3.1: paths, statuses and the JSON Schema of what was seen.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::learned::{Part, Tracked};
use crate::shape::{Array, Formats, Node, Object, Seen, is_map};

/// Methods that an OpenAPI document knows.
const METHODS: [&str; 8] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];
/// What stands for data in a path.
const PLACEHOLDER: &str = "{id}";

/// A document of the endpoints given.
pub fn openapi<'t>(endpoints: impl Iterator<Item = &'t Tracked>) -> Value {
    let mut operations: BTreeMap<(String, String), Vec<&Tracked>> = BTreeMap::new();
    for tracked in endpoints.filter(|tracked| METHODS.contains(&tracked.method.as_str())) {
        let key = (path_of(tracked).to_owned(), tracked.method.to_ascii_lowercase());
        operations.entry(key).or_default().push(tracked);
    }
    let mut paths: Map<String, Value> = Map::new();
    for ((path, method), mut endpoints) in operations {
        endpoints.sort_by(|one, other| one.endpoint.cmp(&other.endpoint));
        let (path, parameters) = numbered(&path);
        let item = paths.entry(path).or_insert_with(|| json!({}));
        if let Value::Object(item) = item {
            item.insert(method, operation(&endpoints, parameters));
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Observed API",
            "version": "0.0.0",
            "description": "Learned from captured traffic: what was seen, which may be less than what is allowed.",
        },
        "paths": paths,
    })
}

/// The path without method and operation.
fn path_of(tracked: &Tracked) -> &str {
    let path = tracked.endpoint.split_once(' ').map_or("/", |(_, path)| path);
    path.split_once('#').map_or(path, |(path, _)| path)
}

/// A path whose parameters have names of their own, and their descriptions.
fn numbered(path: &str) -> (String, Vec<Value>) {
    let mut names = Vec::new();
    let segments: Vec<String> = path
        .split('/')
        .map(|segment| {
            if segment != PLACEHOLDER {
                return segment.to_owned();
            }
            let number = names.len() + 1;
            names.push(if number == 1 { "id".to_owned() } else { format!("id{number}") });
            names.last().map(|name| format!("{{{name}}}")).unwrap_or_default()
        })
        .collect();
    let parameter = |name: &String| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    (segments.join("/"), names.iter().map(parameter).collect())
}

/// What is known of one method of a path. One address may serve many operations.
fn operation(endpoints: &[&Tracked], parameters: Vec<Value>) -> Value {
    let mut operation = Map::new();
    if !parameters.is_empty() {
        operation.insert("parameters".to_owned(), Value::Array(parameters));
    }
    let sent: Vec<Value> =
        endpoints.iter().filter_map(|tracked| part_schema(tracked, &tracked.request)).collect();
    if let Some(schema) = one_of(sent) {
        let body = json!({ "content": { "application/json": { "schema": schema } } });
        operation.insert("requestBody".to_owned(), body);
    }
    operation.insert("responses".to_owned(), Value::Object(responses(endpoints)));
    Value::Object(operation)
}

fn responses(endpoints: &[&Tracked]) -> Map<String, Value> {
    let mut statuses: BTreeMap<u16, u64> = BTreeMap::new();
    for (status, count) in endpoints.iter().flat_map(|tracked| &tracked.statuses) {
        *statuses.entry(*status).or_default() += count;
    }
    let answered: Vec<Value> =
        endpoints.iter().filter_map(|tracked| part_schema(tracked, &tracked.response)).collect();
    let has_body = |status: u16| (200..300).contains(&status) && status != 204;
    let usual = statuses.iter().filter(|(status, _)| has_body(**status)).max_by_key(|(_, count)| **count);
    let usual = usual.map(|(status, _)| *status);
    let mut schema = one_of(answered);
    let response = |(status, count): (&u16, &u64)| {
        let times = if *count == 1 { "Seen once".to_owned() } else { format!("Seen {count} times") };
        let mut response = json!({ "description": times });
        if let (true, Some(schema)) = (usual == Some(*status), schema.take()) {
            response["content"] = json!({ "application/json": { "schema": schema } });
        }
        (status.to_string(), response)
    };
    statuses.iter().map(response).collect()
}

fn part_schema(tracked: &Tracked, part: &Part) -> Option<Value> {
    if part.shape.whole() + part.shape.cut() == 0 {
        return None;
    }
    let mut schema = schema(part.shape.root());
    if let (Some((_, name)), Value::Object(members)) = (tracked.endpoint.split_once('#'), &mut schema) {
        members.insert("title".to_owned(), json!(name));
    }
    Some(schema)
}

fn one_of(mut schemas: Vec<Value>) -> Option<Value> {
    match schemas.len() {
        0 | 1 => schemas.pop(),
        _ => Some(json!({ "oneOf": schemas })),
    }
}

/// The JSON Schema of what was seen at a place.
fn schema(node: &Node) -> Value {
    let mut schema = Map::new();
    let mut types = Vec::new();
    for seen in node.types() {
        types.push(match seen {
            Seen::Null => "null",
            Seen::Boolean => "boolean",
            Seen::Number if node.is_integer() => "integer",
            Seen::Number => "number",
            Seen::Text => "string",
            Seen::Object(object) => {
                describe_object(object, &mut schema);
                "object"
            }
            Seen::Array(array) => {
                describe_array(array, &mut schema);
                "array"
            }
        });
    }
    if let Formats::All(format) = node.formats() {
        schema.insert("format".to_owned(), json!(format.name()));
    }
    match types.as_slice() {
        [] => {}
        [only] => {
            schema.insert("type".to_owned(), json!(only));
        }
        several => {
            schema.insert("type".to_owned(), json!(several));
        }
    }
    Value::Object(schema)
}

fn describe_object(object: &Object, into: &mut Map<String, Value>) {
    if let (true, Some(field)) = (is_map(object), object.fields.first()) {
        into.insert("additionalProperties".to_owned(), schema(&field.node));
        return;
    }
    let properties: Map<String, Value> =
        object.fields.iter().map(|field| (field.name.to_string(), schema(&field.node))).collect();
    let required: Vec<&str> =
        object.fields.iter().filter(|field| object.always_has(field)).map(|field| &*field.name).collect();
    if !properties.is_empty() {
        into.insert("properties".to_owned(), Value::Object(properties));
    }
    if !required.is_empty() {
        into.insert("required".to_owned(), json!(required));
    }
}

fn describe_array(array: &Array, into: &mut Map<String, Value>) {
    if array.element.types().next().is_some() {
        into.insert("items".to_owned(), schema(&array.element));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::testkit::traffic;

    #[test]
    fn a_document_says_what_was_seen() {
        let graphql =
            |name: &str| Some(json!({ "operationName": name, "query": format!("query {name} {{ a }}") }));
        let contracts = traffic(&[
            (
                "GET",
                "/users/1/orders/7",
                None,
                json!({ "id": 1, "when": "2026-01-01", "sum": 1.5, "note": null }),
            ),
            (
                "GET",
                "/users/1/orders/8",
                None,
                json!({ "id": 2, "when": "2026-01-02", "sum": 2, "more": ["a"] }),
            ),
            ("POST", "/graphql", graphql("GetUser"), json!({ "data": { "user": { "name": "a" } } })),
            ("POST", "/graphql", graphql("GetCart"), json!({ "data": { "cart": { "17": { "n": 1 } } } })),
        ]);
        insta::assert_snapshot!(
            "openapi_document",
            serde_json::to_string_pretty(&openapi(contracts.endpoints())).unwrap()
        );
    }
}
