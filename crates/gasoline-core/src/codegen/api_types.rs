//! TypeScript types of what endpoints answer and are sent.

use std::collections::BTreeSet;

use super::js::{comment, property};
use crate::learned::{Part, Tracked};
use crate::shape::{Field, Node, Object, Seen, is_map};

const INDENT: &str = "  ";

/// A module with one type for each half of each endpoint given.
pub fn api_types<'t>(endpoints: impl Iterator<Item = &'t Tracked>) -> String {
    let mut module =
        "// Learned from captured traffic: what was seen, which may be less than what is allowed.\n"
            .to_owned();
    let mut names = BTreeSet::new();
    let mut endpoints: Vec<&Tracked> = endpoints.collect();
    endpoints.sort_by(|one, other| one.endpoint.cmp(&other.endpoint));
    for tracked in endpoints {
        for (part, suffix) in [(&tracked.request, "Request"), (&tracked.response, "Response")] {
            if let Some(text) = declaration(tracked, part, suffix, &mut names) {
                module.push_str(&text);
            }
        }
    }
    module
}

fn declaration(tracked: &Tracked, part: &Part, suffix: &str, names: &mut BTreeSet<String>) -> Option<String> {
    let seen = part.shape.whole() + part.shape.cut();
    if seen == 0 {
        return None;
    }
    let name = unique(&format!("{}{suffix}", type_name(&tracked.endpoint)), names);
    let times = if seen == 1 { "once".to_owned() } else { format!("{seen} times") };
    let endpoint = comment(&tracked.endpoint);
    let shown = type_of(part.shape.root(), 0);
    Some(format!("\n/** `{endpoint}`, seen {times}. */\nexport type {name} = {shown};\n"))
}

/// `GetUsersId` for `GET /users/{id}`.
fn type_name(endpoint: &str) -> String {
    let words = endpoint.split(|character: char| !character.is_ascii_alphanumeric());
    let name: String = words.filter(|word| !word.is_empty()).map(capitalised).collect();
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("Endpoint{name}") } else { name }
}

fn capitalised(word: &str) -> String {
    let is_shouted = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let word = if is_shouted { word.to_ascii_lowercase() } else { word.to_owned() };
    let mut characters = word.chars();
    characters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(characters).collect()
}

fn unique(name: &str, names: &mut BTreeSet<String>) -> String {
    let candidates = (2..).map(|number: usize| format!("{name}{number}"));
    let mut all = std::iter::once(name.to_owned()).chain(candidates);
    all.find(|candidate| names.insert(candidate.clone())).unwrap_or_default()
}

fn type_of(node: &Node, depth: usize) -> String {
    let types: Vec<String> = node.types().map(|seen| one_type(seen, depth)).collect();
    if types.is_empty() { "unknown".to_owned() } else { types.join(" | ") }
}

fn one_type(seen: Seen<'_>, depth: usize) -> String {
    match seen {
        Seen::Null => "null".to_owned(),
        Seen::Boolean => "boolean".to_owned(),
        Seen::Number => "number".to_owned(),
        Seen::Text => "string".to_owned(),
        Seen::Object(object) => object_type(object, depth),
        Seen::Array(array) => format!("Array<{}>", type_of(&array.element, depth)),
    }
}

fn object_type(object: &Object, depth: usize) -> String {
    if let (true, Some(field)) = (is_map(object), object.fields.first()) {
        return format!("Record<string, {}>", type_of(&field.node, depth));
    }
    if object.fields.is_empty() {
        return "Record<string, unknown>".to_owned();
    }
    let indent = INDENT.repeat(depth + 1);
    let field = |field: &Field| {
        let mark = if object.always_has(field) { "" } else { "?" };
        format!("{indent}{}{mark}: {};\n", property(&field.name), type_of(&field.node, depth + 1))
    };
    let fields: String = object.fields.iter().map(field).collect();
    format!("{{\n{fields}{}}}", INDENT.repeat(depth))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::learned::testkit::traffic;

    #[test]
    fn types_say_what_was_seen() {
        let contracts = traffic(&[
            ("GET", "/users/1", None, json!({ "id": 1, "name": null, "tags": ["a"], "odd-name": {} })),
            (
                "GET",
                "/users/2",
                None,
                json!({ "id": 2, "name": "a", "tags": [], "odd-name": { "x": [[1]] }, "more": true }),
            ),
            ("POST", "/users", Some(json!({ "name": "a" })), json!({ "17": { "a": 1 } })),
            ("POST", "/a*/`b", None, json!([])),
        ]);
        insta::assert_snapshot!(api_types(contracts.endpoints()), @r##"
        // Learned from captured traffic: what was seen, which may be less than what is allowed.

        /** `GET /users/{id}`, seen 2 times. */
        export type GetUsersIdResponse = {
          id: number;
          name: null | string;
          tags: Array<string>;
          'odd-name': {
            x?: Array<Array<number>>;
          };
          more?: boolean;
        };

        /** `POST /a* /`b`, seen once. */
        export type PostABResponse = Array<unknown>;

        /** `POST /users`, seen once. */
        export type PostUsersRequest = {
          name: string;
        };

        /** `POST /users`, seen once. */
        export type PostUsersResponse = Record<string, {
          a: number;
        }>;
        "##);
    }
}
