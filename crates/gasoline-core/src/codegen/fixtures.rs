//! Captured answers as a module that a test can run on.

use std::borrow::Cow;

use serde_json::Value;

use super::lines::Lines;
use super::lower::address::parts;
use super::lower::session::Request;
use super::lower::traffic;
use super::syntax::{Expression, Spread, code, spread, string};

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

/// The answers of each endpoint in their order, under `METHOD /path`: what a flow changes, it reads again.
pub(super) fn emit(requests: &[Request]) -> Fixtures {
    let mut endpoints: Vec<(String, Vec<&Request>)> = Vec::new();
    let mut left_out = Vec::new();
    for request in requests.iter().filter(|request| request.status != 0 && traffic::is_api(request)) {
        let key = key(request);
        match endpoints.iter_mut().find(|(known, _)| *known == key) {
            _ if request.truncated => note(&mut left_out, key),
            Some((_, answers)) => answers.push(request),
            None => endpoints.push((key, vec![request])),
        }
    }
    bound(&mut endpoints, &mut left_out);
    let fixtures = endpoints.into_iter().map(|(key, answers)| {
        let answers = answers.into_iter().map(answer).collect();
        (Cow::Owned(key), Expression::List(answers))
    });
    let mut file = Lines::default();
    file.comment("Answers of the captured session by endpoint, each in its turn; the last one stays. Secrets are replaced.");
    let fixtures = Expression::Object(fixtures.collect(), Spread::Always);
    file.exported("fixtures", &fixtures);
    Fixtures { module: file.finish(), left_out }
}

/// Method, path and query: with captured answers even ids are what they were.
fn key(request: &Request) -> String {
    let parts = parts(&request.url);
    let query = parts.query.map(|query| format!("?{query}")).unwrap_or_default();
    format!("{} {}{query}", request.method, parts.path)
}

fn note(left_out: &mut Vec<String>, key: String) {
    if !left_out.contains(&key) {
        left_out.push(key);
    }
}

/// Keeps the documented bounds: where an endpoint answers often, only its last answer stays; then whole endpoints go.
fn bound(endpoints: &mut Vec<(String, Vec<&Request>)>, left_out: &mut Vec<String>) {
    let is_over = |endpoints: &[(String, Vec<&Request>)]| {
        let all = || endpoints.iter().flat_map(|(_, answers)| answers);
        let bytes: usize = all().map(|answer| answer.body.as_ref().map_or(0, String::len)).sum();
        all().count() > MOST_BODIES || bytes > LARGEST
    };
    while is_over(endpoints) {
        let longest = endpoints.iter_mut().max_by_key(|(_, answers)| answers.len());
        match longest {
            Some((_, answers)) if answers.len() > 1 => {
                answers.drain(..answers.len() - 1);
            }
            _ => left_out.extend(endpoints.pop().map(|(key, _)| key)),
        }
    }
}

fn answer(request: &Request) -> Expression<'_> {
    let body = request.body.as_deref().unwrap_or_default();
    let is_json = request.content_type.contains("json");
    let value = is_json.then(|| serde_json::from_str::<Value>(body).ok()).flatten();
    let body = match value {
        Some(value) => literal(value),
        None => string(body),
    };
    let content_type =
        if request.content_type.is_empty() { "text/plain" } else { request.content_type.as_str() };
    let status = code(request.status.to_string());
    spread([("status", status), ("contentType", string(content_type)), ("body", body)])
}

/// A JSON value as code.
fn literal(value: Value) -> Expression<'static> {
    match value {
        Value::Null => code("null"),
        Value::Bool(value) => code(value.to_string()),
        Value::Number(number) => code(number.to_string()),
        Value::String(text) => string(text),
        Value::Array(items) => Expression::List(items.into_iter().map(literal).collect()),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, value)| (Cow::Owned(name), literal(value)));
            Expression::Object(fields.collect(), Spread::Always)
        }
    }
}
