//! Captured answers as a module that a test can run on.

use serde_json::Value;

use super::lines::Lines;
use super::lower::session::Request;
use super::lower::traffic;
use super::syntax::{self, Expression, Spread, code, string};

/// Bodies in one module, as documented.
const MOST_BODIES: usize = 20;
/// Bytes of one module, as documented.
const LARGEST: usize = 50 * 1024;

/// A module and what it lacks.
#[derive(Debug)]
pub(super) struct Fixtures {
    pub(super) module: String,
    /// Endpoints whose answers are not in it.
    pub(super) left_out: Vec<String>,
}

/// The last answer of each endpoint, under `METHOD /path`.
pub(super) fn emit(requests: &[Request]) -> Fixtures {
    let mut answers: Vec<(String, Expression)> = Vec::new();
    let mut left_out = Vec::new();
    let mut size = 0;
    let mut endpoints: Vec<String> = Vec::new();
    for request in requests.iter().rev().filter(|request| request.status != 0 && traffic::is_api(request)) {
        let (method, path) = traffic::endpoint(request);
        let endpoint = format!("{method} {path}");
        if endpoints.contains(&endpoint) {
            continue;
        }
        endpoints.push(endpoint.clone());
        size += request.body.as_ref().map_or(0, String::len);
        if request.truncated || answers.len() == MOST_BODIES || size > LARGEST {
            left_out.push(endpoint);
        } else {
            answers.push((endpoint, answer(request)));
        }
    }
    answers.reverse();
    let mut file = Lines::default();
    file.comment("Answers of the captured session: the last of each endpoint, secrets replaced.");
    let fixtures = Expression::Object(answers, Spread::Always);
    file.text(&syntax::value(&fixtures, "export const fixtures = ", ";"));
    Fixtures { module: file.finish(), left_out }
}

fn answer(request: &Request) -> Expression {
    let body = request.body.as_deref().unwrap_or_default();
    let is_json = request.content_type.contains("json");
    let value = is_json.then(|| serde_json::from_str::<Value>(body).ok()).flatten();
    let body = value.map_or_else(|| string(body), |value| literal(&value));
    let content_type =
        if request.content_type.is_empty() { "text/plain" } else { request.content_type.as_str() };
    let fields =
        [("status", code(request.status.to_string())), ("contentType", string(content_type)), ("body", body)];
    let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
    Expression::Object(fields.collect(), Spread::Always)
}

/// A JSON value as code.
fn literal(value: &Value) -> Expression {
    match value {
        Value::Null => code("null"),
        Value::Bool(value) => code(value.to_string()),
        Value::Number(number) => code(number.to_string()),
        Value::String(text) => string(text),
        Value::Array(items) => Expression::List(items.iter().map(literal).collect()),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), literal(value)));
            Expression::Object(fields.collect(), Spread::Always)
        }
    }
}
