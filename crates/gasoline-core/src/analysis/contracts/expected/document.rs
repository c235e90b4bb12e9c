//! The operations of an OpenAPI document.

use std::fmt;

use serde_json::Value;

use super::ExpectedError;
use super::call::Call;
use crate::address::Parts;

/// References followed from one to the next.
const LONGEST_CHAIN: usize = 16;
const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];

/// What a document describes.
#[derive(Debug)]
pub(super) struct Document {
    /// In the order of the document.
    pub(super) operations: Vec<Operation>,
    /// Paths under which the API is served, longest first; the last one is empty.
    bases: Vec<String>,
}

/// One method of one path.
#[derive(Debug)]
pub(super) struct Operation {
    method: String,
    template: String,
    /// Pointer to the schema of what is sent.
    pub(super) request: Option<String>,
    responses: Vec<(String, Response)>,
}

/// What an operation may answer.
#[derive(Debug)]
pub(super) struct Response {
    /// Pointer to the schema, if it answers JSON.
    pub(super) schema: Option<String>,
}

impl fmt::Display for Operation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.method, self.template)
    }
}

impl Operation {
    /// What the document says of a status: itself, its class, or any.
    pub(super) fn response(&self, status: u16) -> Option<&Response> {
        let named = |name: &str| {
            self.responses.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, found)| found)
        };
        named(&status.to_string())
            .or_else(|| named(&format!("{}XX", status / 100)))
            .or_else(|| named("default"))
    }

    /// The statuses it documents.
    pub(super) fn statuses(&self) -> String {
        self.responses.iter().map(|(status, _)| status.as_str()).collect::<Vec<_>>().join(", ")
    }
}

impl Document {
    pub(super) fn read(document: &Value) -> Result<Self, ExpectedError> {
        let paths = document.get("paths").and_then(Value::as_object);
        let paths = paths.ok_or_else(|| ExpectedError::Unusable("it has no `paths`".to_owned()))?;
        let mut operations = Vec::new();
        for (template, item) in paths {
            let (item, pointer) = followed(document, item, &["paths", template]);
            for method in METHODS {
                if let Some(operation) = item.get(method) {
                    operations.push(operation_of(document, method, template, operation, &pointer));
                }
            }
        }
        Ok(Self { operations, bases: bases(document) })
    }

    /// The operation a call belongs to: of several the one with most literal segments.
    pub(super) fn find(&self, call: &Call) -> Option<usize> {
        let path = call.path();
        let relative = |base: &String| path.strip_prefix(base.as_str()).filter(|rest| rest.starts_with('/'));
        let best = |rest: &str| {
            let fitting = self.operations.iter().enumerate().filter_map(|(place, operation)| {
                let literal = literal_segments(&operation.template, rest)?;
                (operation.method == call.method).then_some((literal, place))
            });
            // The first of equal ones.
            fitting.min_by_key(|(literal, place)| (usize::MAX - literal, *place))
        };
        self.bases.iter().filter_map(relative).find_map(best).map(|(_, place)| place)
    }
}

/// How many segments of a template stand literally in a path; `None` if it does not fit.
fn literal_segments(template: &str, path: &str) -> Option<usize> {
    let (mut wanted, mut given) =
        (template.trim_end_matches('/').split('/'), path.trim_end_matches('/').split('/'));
    let mut literal = 0;
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(literal),
            (Some(wanted), Some(given)) if wanted == given => literal += 1,
            (Some(wanted), Some(given)) if is_filled(wanted, given) => {}
            _ => return None,
        }
    }
}

/// Whether a segment like `{id}` or `{name}.json` is filled by another.
fn is_filled(wanted: &str, given: &str) -> bool {
    let Some((before, rest)) = wanted.split_once('{') else { return false };
    let Some((_, after)) = rest.rsplit_once('}') else { return false };
    given.len() > before.len() + after.len() && given.starts_with(before) && given.ends_with(after)
}

fn operation_of(
    document: &Value,
    method: &str,
    template: &str,
    operation: &Value,
    item: &[String],
) -> Operation {
    let within = |names: &[&str]| -> Vec<String> {
        item.iter()
            .cloned()
            .chain([method.to_owned()])
            .chain(names.iter().map(|&name| name.to_owned()))
            .collect()
    };
    let request = operation.get("requestBody").and_then(|body| {
        let pointer = within(&["requestBody"]);
        json_schema(document, body, &pointer)
    });
    let responses = operation.get("responses").and_then(Value::as_object);
    let responses = responses.into_iter().flatten().map(|(status, response)| {
        let pointer = within(&["responses", status]);
        (status.clone(), Response { schema: json_schema(document, response, &pointer) })
    });
    Operation {
        method: method.to_ascii_uppercase(),
        template: template.to_owned(),
        request,
        responses: responses.collect(),
    }
}

/// Pointer to the schema of the JSON content of a request or response.
fn json_schema(document: &Value, described: &Value, pointer: &[String]) -> Option<String> {
    let names: Vec<&str> = pointer.iter().map(String::as_str).collect();
    let (described, mut pointer) = followed(document, described, &names);
    let content = described.get("content")?.as_object()?;
    let (media_type, content) = content.iter().find(|(media_type, _)| media_type.contains("json"))?;
    content.get("schema")?;
    pointer.extend(["content".to_owned(), media_type.clone(), "schema".to_owned()]);
    Some(written(&pointer))
}

/// What a reference leads to, with its place; anything else as it is.
fn followed<'d>(document: &'d Value, value: &'d Value, place: &[&str]) -> (&'d Value, Vec<String>) {
    let mut value = value;
    let mut place: Vec<String> = place.iter().map(|&name| name.to_owned()).collect();
    for _ in 0..LONGEST_CHAIN {
        let Some(target) = value.get("$ref").and_then(Value::as_str) else { break };
        let pointer = target.trim_start_matches('#');
        let Some(found) = document.pointer(pointer) else { break };
        value = found;
        place = pointer.split('/').skip(1).map(|name| name.replace("~1", "/").replace("~0", "~")).collect();
    }
    (value, place)
}

/// A JSON pointer as a fragment of an address.
fn written(pointer: &[String]) -> String {
    pointer.iter().map(|name| format!("/{}", escaped(name))).collect()
}

fn escaped(name: &str) -> String {
    let name = name.replace('~', "~0").replace('/', "~1");
    name.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
        text
    })
}

/// The paths of the servers, then none.
fn bases(document: &Value) -> Vec<String> {
    let servers = document.get("servers").and_then(Value::as_array);
    let url = |server: &Value| server.get("url").and_then(Value::as_str).map(str::to_owned);
    let mut bases: Vec<String> = servers
        .into_iter()
        .flatten()
        .filter_map(url)
        .map(|url| Parts::of(&url).path.trim_end_matches('/').to_owned())
        .chain([String::new()])
        .collect();
    bases.sort_by_key(|base| std::cmp::Reverse(base.len()));
    bases.dedup();
    bases
}
