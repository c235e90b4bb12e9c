//! One captured request as a call that can be made again.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Origin;
use super::values::{KnownIds, SafeValues};
use crate::address::{Endpoint, Parts};
use crate::codegen::js;
use crate::codegen::lower::identities::holds_identities;
use crate::codegen::lower::request::Request;
use crate::codegen::lower::traffic::identifier;
use crate::codegen::syntax::{Expression, code, string};
use crate::removed;

/// Bytes of an answer that are looked at, as documented.
pub(super) const LOOKED_AT: usize = 10 * 1024;
/// How deep in an answer ids are looked for.
const DEEPEST: usize = 3;
/// Last segments of paths by which a session logs in, and by which an account is made.
const LOGIN: [&str; 8] =
    ["login", "signin", "sign-in", "log-in", "authenticate", "session", "sessions", "token"];
const REGISTER: [&str; 5] = ["register", "signup", "sign-up", "users", "accounts"];

/// What is sent.
#[derive(Debug)]
pub(super) enum Body {
    None,
    Json(Expression<'static>),
    Form(Vec<(Cow<'static, str>, Expression<'static>)>),
    Multipart(Vec<(Cow<'static, str>, Expression<'static>)>),
    Text(String),
}

/// One call.
#[derive(Debug)]
pub(super) struct SetupCall {
    /// `POST /api/items`.
    pub(super) name: String,
    /// What its answer is called in code.
    pub(super) variable: String,
    /// Method of Playwright's request context.
    pub(super) method: &'static str,
    pub(super) url: Expression<'static>,
    pub(super) body: Body,
    pub(super) status: u16,
    pub(super) is_login: bool,
    pub(super) has_auth_header: bool,
    pub(super) is_referred_to: bool,
    /// Where in the answer a token stands, of a login.
    pub(super) token: Option<String>,
    /// Ids in the answer, and how code gets at them.
    ids: KnownIds,
    /// Earlier calls whose ids are used.
    uses: Vec<usize>,
}

impl SetupCall {
    /// The call of a request; or why it cannot be made.
    pub(super) fn of(
        request: &Request<'_>,
        origin: &Origin,
        values: &mut SafeValues<'_>,
        before: &[Self],
    ) -> Result<Self, &'static str> {
        let method = match request.method.as_ref() {
            "POST" => "post",
            "PUT" => "put",
            "PATCH" => "patch",
            "DELETE" => "delete",
            _ => return Err("its method changes nothing"),
        };
        let known: KnownIds = before.iter().flat_map(|call| call.ids.iter().cloned()).collect();
        let is_login = is_login(request);
        let body = sent(request, is_login, values, &known)?;
        let url = address(&origin.applied(&request.url), &known);
        if matches!(&url, Expression::Text(url) if removed::occurs_in(url)) {
            return Err("part of its address was redacted");
        }
        let answer = answer(request);
        let variable = variable(request, before);
        let mut ids = Vec::new();
        if let Some(answer) = &answer {
            collect_ids(answer, &variable, DEEPEST, &mut ids);
        }
        let written = format!("{url:?}{body:?}");
        let is_used = |call: &&Self| call.ids.iter().any(|(_, path)| written.contains(path.as_str()));
        let uses =
            before.iter().enumerate().filter(|(_, call)| is_used(call)).map(|(index, _)| index).collect();
        Ok(Self {
            name: super::name_of(request),
            method,
            url,
            body,
            status: request.status,
            is_login,
            has_auth_header: request.has_auth_header,
            is_referred_to: false,
            token: answer.as_ref().filter(|_| is_login).and_then(|answer| token_in(answer, DEEPEST)),
            variable,
            ids,
            uses,
        })
    }

    /// What its address is called where it has a line of its own.
    pub(super) fn url_variable(&self) -> String {
        self.variable.replacen("Answer", "Url", 1)
    }

    /// Earlier calls whose ids it uses.
    pub(super) fn refers_to(&self) -> impl Iterator<Item = usize> + '_ {
        self.uses.iter().copied()
    }

    /// Ids that its answer gave.
    pub(super) fn given_ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(|(id, _)| id.as_str())
    }
}

fn answer(request: &Request<'_>) -> Option<Value> {
    let body = request.body()?;
    (body.len() <= LOOKED_AT).then(|| serde_json::from_str(&body).ok()).flatten()
}

/// Whether somebody logs in by it.
fn is_login(request: &Request<'_>) -> bool {
    let path = Parts::of(&request.url).path.to_ascii_lowercase();
    let last = path.rsplit('/').find(|segment| !segment.is_empty()).unwrap_or_default();
    if request.method != "POST" || REGISTER.contains(&last) {
        return false;
    }
    let has_password =
        || request.request_body().is_some_and(|body| body.to_ascii_lowercase().contains("password"));
    LOGIN.contains(&last) || (path.contains("auth") && has_password())
}

fn sent(
    request: &Request<'_>,
    is_login: bool,
    values: &mut SafeValues<'_>,
    known: &KnownIds,
) -> Result<Body, &'static str> {
    let Some(body) = request.request_body().filter(|body| !body.is_empty()) else { return Ok(Body::None) };
    if let Ok(value) = serde_json::from_str::<Value>(&body) {
        return Ok(Body::Json(match value {
            Value::Object(fields) if fields.get("query").is_some_and(Value::is_string) => {
                graphql(fields, values, known)
            }
            Value::Object(fields) if is_login => credentials(&fields, values, known),
            value => values.value("", &value, known),
        }));
    }
    if body.starts_with(['{', '[']) {
        return Err("what it sent was captured in part");
    }
    if body.contains("[File: ") {
        return Err("it sent files, which are not captured");
    }
    // Our capture writes the fields of a `FormData` one a line.
    let lines: Option<Vec<_>> = body.lines().map(|line| line.split_once('=')).collect();
    if let Some(fields) = lines.filter(|fields| fields.len() > 1) {
        let fields = fields.into_iter();
        let fields = fields.map(|(name, value)| (Cow::Owned(name.to_owned()), values.text(name, value)));
        return Ok(Body::Multipart(fields.collect()));
    }
    let is_form = body.contains('=') && !body.contains(char::is_whitespace);
    if !is_form {
        return Ok(Body::Text(body.into_owned()));
    }
    let fields = body.split('&').filter_map(|part| part.split_once('='));
    let fields = fields.map(|(name, value)| {
        let (name, value) = (decoded(name), decoded(value));
        let value =
            if is_login && is_user(&name) { values.user(&name, &value) } else { values.text(&name, &value) };
        (Cow::Owned(name), value)
    });
    Ok(Body::Form(fields.collect()))
}

/// An operation whole: document and name as they were sent, variables made safe.
fn graphql(fields: Map<String, Value>, values: &mut SafeValues<'_>, known: &KnownIds) -> Expression<'static> {
    let fields = fields.into_iter().map(|(name, value)| {
        let value = match (name.as_str(), value) {
            ("variables", value) => values.value("variables", &value, known),
            (_, value) => crate::codegen::fixtures::literal(value),
        };
        (Cow::Owned(name), value)
    });
    Expression::Object(fields.collect(), crate::codegen::syntax::Spread::Always)
}

/// What is sent to log in.
fn credentials(
    fields: &Map<String, Value>,
    values: &mut SafeValues<'_>,
    known: &KnownIds,
) -> Expression<'static> {
    let fields = fields.iter().map(|(name, value)| {
        let value = match value {
            Value::String(text) if is_user(name) && !removed::occurs_in(text) => values.user(name, text),
            other => values.value(name, other, known),
        };
        (Cow::Owned(name.clone()), value)
    });
    Expression::Object(fields.collect(), crate::codegen::syntax::Spread::Always)
}

fn is_user(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["email", "user", "username", "login", "name"].contains(&name.as_str())
}

/// A form's name or value as it was before it was encoded.
fn decoded(text: &str) -> String {
    let spaced = text.replace('+', " ");
    let bytes = spaced.as_bytes();
    let mut decoded: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escape = bytes.get(at + 1..at + 3).filter(|_| byte == b'%');
        let escape = escape.and_then(|digits| std::str::from_utf8(digits).ok());
        match escape.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(value) => {
                decoded.push(value);
                at += 3;
            }
            None => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// An address whose ids are those that earlier calls are given.
fn address(url: &str, known: &KnownIds) -> Expression<'static> {
    let path_start = Parts::of(url).origin.len();
    let (origin, rest) = url.split_at(path_start);
    let (path, query) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    let mut parts: Vec<(String, Option<&str>)> = vec![(origin.to_owned(), None)];
    for (index, segment) in path.split('/').enumerate() {
        let separator = if index > 0 { "/" } else { "" };
        let found = known.iter().rev().find(|(id, _)| id == segment).map(|(_, path)| path.as_str());
        let Some((text, _)) = parts.last_mut().filter(|(_, code)| code.is_none()) else {
            parts.push((format!("{separator}{segment}"), None));
            continue;
        };
        text.push_str(separator);
        match found {
            Some(path) => {
                let text = std::mem::take(text);
                parts.pop();
                parts.push((text, Some(path)));
                parts.push((String::new(), None));
            }
            None => text.push_str(segment),
        }
    }
    if parts.len() == 1 {
        return string(url.to_owned());
    }
    parts.push((query.to_owned(), None));
    let parts: Vec<(&str, Option<&str>)> = parts.iter().map(|(text, code)| (text.as_str(), *code)).collect();
    code(js::template(&parts))
}

/// `itemsAnswer`, `createItemAnswer2`.
fn variable(request: &Request<'_>, before: &[SetupCall]) -> String {
    let body = request.request_body();
    let endpoint = Endpoint::of(&request.method, &request.url, body.as_deref());
    let operation =
        endpoint.operation().map(|operation| identifier(&operation.name)).filter(|word| !word.is_empty());
    let last = || {
        endpoint
            .path()
            .rsplit('/')
            .filter(|part| !part.starts_with('{'))
            .map(identifier)
            .find(|word| !word.is_empty())
    };
    let word = operation.or_else(last).unwrap_or_else(|| "root".to_owned());
    let is_used = |name: &str| before.iter().any(|call| call.variable == name);
    let base = format!("{word}Answer");
    let mut name = base.clone();
    let mut number = 1_usize;
    while is_used(&name) {
        number += 1;
        name = format!("{base}{number}");
    }
    name
}

/// Ids in an answer with the expressions that lead to them.
fn collect_ids(value: &Value, path: &str, depth: usize, ids: &mut KnownIds) {
    let Value::Object(fields) = value else { return };
    for (name, value) in fields.iter().filter(|(name, _)| is_member(name)) {
        let path = format!("{path}.{name}");
        match value {
            Value::String(text) if holds_identities(name) && !removed::occurs_in(text) => {
                ids.push((text.clone(), path))
            }
            Value::Number(number) if holds_identities(name) => ids.push((number.to_string(), path)),
            Value::Object(_) if depth > 1 => collect_ids(value, &path, depth - 1, ids),
            _ => {}
        }
    }
}

/// Where a token stands in the answer of a login.
fn token_in(answer: &Value, depth: usize) -> Option<String> {
    let Value::Object(fields) = answer else { return None };
    let is_token = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.contains("token") && !name.contains("refresh") && !name.contains("csrf")
    };
    let members = || fields.iter().filter(|(name, _)| is_member(name));
    let own =
        members().find(|(name, value)| is_token(name) && value.is_string()).map(|(name, _)| name.clone());
    own.or_else(|| {
        let mut inside = members().filter(|_| depth > 1);
        inside.find_map(|(name, value)| Some(format!("{name}.{}", token_in(value, depth - 1)?)))
    })
}

/// Whether a field can be read as a member.
fn is_member(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
        && name != "__proto__"
}
