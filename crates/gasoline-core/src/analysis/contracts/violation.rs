//! A violation of a contract, as an agent reads it.

use std::sync::Arc;

use gasoline_wire::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::description::described;
use crate::analysis::shape;
use crate::intake::Kind;
use crate::learned::{Departure, Part, Rule, Tracked};
use crate::shape::{Json, Path, Step};
use crate::store::{Entry, View};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Severity {
    Info,
    Warning,
    Critical,
}

/// Something that departed from the contract of an endpoint.
#[derive(Clone, Debug)]
pub struct Violation {
    /// How bad it is.
    pub severity: Severity,
    /// The same for the same rule, endpoint and field in every run.
    pub fingerprint: String,
    /// When it was last seen.
    pub last_at: Timestamp,
    /// The entry that showed it last.
    pub last_seq: u64,
    /// What the reader sees.
    pub row: Map<String, Value>,
}

/// Which half of an exchange departed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    Request,
    Response,
}

/// Characters of a value shown.
const VALUE_CHARACTERS: usize = 100;
/// An error so long after the answer may come from it.
const FOLLOWS_WITHIN_MILLISECONDS: i64 = 2_000;

/// One departure as a violation.
pub(super) fn of(
    tracked: &Tracked,
    part: &Part,
    departure: &Departure,
    half: Half,
    view: &View,
) -> Violation {
    let entry = entry_of(view, departure.last_seq);
    let severity = severity(departure);
    let fingerprint = fingerprint(tracked, departure, half);
    let mut row = Map::new();
    let mut add = |name: &str, value: Value| {
        row.insert(name.to_owned(), value);
    };
    add("endpoint", json!(tracked.endpoint));
    add("type", json!(departure.rule.name()));
    add("severity", json!(severity));
    if half == Half::Request {
        add("in", json!("request"));
    }
    add("description", json!(description(departure, half)));
    add_detail(&mut add, part, departure, entry, half);
    add("occurrences", occurrences(tracked, departure));
    if let Some(entry) = entry {
        if let Some(place) = initiator(entry) {
            add("requested_at", place);
        }
        if let Some(error) = following_error(view, entry, &departure.path) {
            add("page_error", json!(error));
        }
    }
    add("fingerprint", json!(fingerprint));
    Violation { severity, fingerprint, last_at: departure.last_at, last_seq: departure.last_seq, row }
}

fn severity(departure: &Departure) -> Severity {
    match departure.rule {
        Rule::ShapeChange | Rule::ArrayShapeChange if !departure.is_established() => Severity::Info,
        Rule::ShapeChange | Rule::ArrayShapeChange | Rule::TypeChange => Severity::Warning,
        Rule::NewField | Rule::NullField | Rule::FormatChange => Severity::Info,
    }
}

fn fingerprint(tracked: &Tracked, departure: &Departure, half: Half) -> String {
    let half = if half == Half::Request { ":request" } else { "" };
    format!("{}{half}:{}:{}", departure.rule.name(), tracked.fingerprint, departure.path)
}

fn description(departure: &Departure, half: Half) -> String {
    let Departure { rule, path, expected, actual, seen_in, count, .. } = departure;
    let name = if half == Half::Request { "request" } else { "response" };
    let place = if path.steps().is_empty() { format!("The {name}") } else { format!("Field '{path}'") };
    let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
    match rule {
        Rule::ShapeChange | Rule::ArrayShapeChange if departure.is_missing() => {
            format!("{place} was in all of {seen_in} {name}s and is missing since, {times}")
        }
        Rule::ShapeChange | Rule::ArrayShapeChange | Rule::TypeChange => {
            format!("{place} changed type from '{expected}' to '{actual}', {times}")
        }
        Rule::NewField => format!("{place} ({actual}) is new after {seen_in} {name}s without it"),
        Rule::NullField => format!("{place} was never null in {seen_in} {name}s and is null now, {times}"),
        Rule::FormatChange => format!("{place} changed from {expected} to {actual}"),
    }
}

fn add_detail(
    add: &mut impl FnMut(&str, Value),
    part: &Part,
    departure: &Departure,
    entry: Option<&Arc<Entry>>,
    half: Half,
) {
    let body = entry.and_then(|entry| body_of(entry, half));
    if departure.is_missing() {
        add("missing_fields", json!([departure.path.to_string()]));
        add("expected_shape", expected_shape(part, departure));
        if let Some(actual) = body.as_deref().and_then(shape::of_text) {
            add("actual_shape", actual);
        }
        return;
    }
    add("field", json!(departure.path.to_string()));
    if !departure.expected.is_empty() {
        add("expected_type", json!(departure.expected));
    }
    add("actual_type", json!(departure.actual));
    if let Some(value) = body.and_then(|body| value_at(&body, &departure.path)) {
        add("sample_value", value);
    }
}

/// The shape as it was before fields went missing: without those that came at the same time or later.
fn expected_shape(part: &Part, missing: &Departure) -> Value {
    let mut shape = described(part.shape.root());
    let is_later = |other: &&Departure| other.rule == Rule::NewField && other.first_at >= missing.first_at;
    for departure in part.departures.iter().filter(is_later) {
        remove(&mut shape, departure.path.steps());
    }
    for departure in part.departures.iter().filter(|departure| departure.is_missing()) {
        require(&mut shape, departure.path.steps());
    }
    shape
}

/// Takes away the field at a place.
fn remove(shape: &mut Value, steps: &[Step]) {
    let Some((step, rest)) = steps.split_first() else { return };
    match (step, shape) {
        (Step::Field(name), Value::Object(fields)) => {
            for key in [name.to_string(), format!("{name}?")] {
                if rest.is_empty() {
                    fields.shift_remove(&key);
                } else if let Some(field) = fields.get_mut(&key) {
                    remove(field, rest);
                }
            }
        }
        (Step::Element, Value::Array(elements)) => {
            elements.iter_mut().for_each(|element| remove(element, rest));
        }
        (Step::Value, Value::Object(values)) => values.values_mut().for_each(|value| remove(value, rest)),
        _ => {}
    }
}

/// Takes the mark of an optional field from the one at a place.
fn require(shape: &mut Value, steps: &[Step]) {
    let Some((step, rest)) = steps.split_first() else { return };
    match (step, shape) {
        (Step::Field(name), Value::Object(fields)) => {
            let marked = format!("{name}?");
            if rest.is_empty() {
                let unmarked = |(key, value)| (if key == marked { name.to_string() } else { key }, value);
                *fields = std::mem::take(fields).into_iter().map(unmarked).collect();
            } else if let Some(field) = fields.get_mut(&**name) {
                require(field, rest);
            } else if let Some(field) = fields.get_mut(&marked) {
                require(field, rest);
            }
        }
        (Step::Element, Value::Array(elements)) => {
            elements.iter_mut().for_each(|element| require(element, rest));
        }
        (Step::Value, Value::Object(values)) => {
            values.values_mut().for_each(|value| require(value, rest));
        }
        _ => {}
    }
}

fn occurrences(tracked: &Tracked, departure: &Departure) -> Value {
    json!({
        "expected_count": departure.seen_in,
        "violation_count": departure.count,
        "first_seen": tracked.first_called,
        "last_violation": departure.last_at,
    })
}

pub(super) fn entry_of(view: &View, seq: u64) -> Option<&Arc<Entry>> {
    let entries = view.entries(Kind::NetworkBody);
    entries.binary_search_by_key(&seq, |entry| entry.seq).ok().and_then(|place| entries.get(place))
}

/// The body of one half, while its entry is in its buffer.
pub(super) fn body_of(entry: &Entry, half: Half) -> Option<String> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Bodies<'e> {
        #[serde(borrow)]
        request_body: Option<Json<'e>>,
        #[serde(borrow)]
        response_body: Option<Json<'e>>,
    }
    let bodies: Bodies<'_> = serde_json::from_str(entry.text()).ok()?;
    let body = if half == Half::Request { bodies.request_body } else { bodies.response_body };
    body.and_then(Json::text).map(String::from)
}

/// The first value at a place, short.
fn value_at(body: &str, path: &Path) -> Option<Value> {
    let whole: Value = serde_json::from_str(body).ok()?;
    let mut value = &whole;
    for step in path.steps() {
        value = match step {
            Step::Field(name) => value.get(&**name)?,
            Step::Element => value.get(0)?,
            Step::Value => value.as_object()?.values().next()?,
        };
    }
    Some(shortened(value))
}

/// A value that does not take over the answer.
pub(super) fn shortened(value: &Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > VALUE_CHARACTERS => {
            Value::from(text.chars().take(VALUE_CHARACTERS).chain(['…']).collect::<String>())
        }
        Value::Object(_) | Value::Array(_) => {
            let text = value.to_string();
            match text.chars().count() > VALUE_CHARACTERS {
                true => Value::from(text.chars().take(VALUE_CHARACTERS).chain(['…']).collect::<String>()),
                false => value.clone(),
            }
        }
        scalar => scalar.clone(),
    }
}

/// Where in the app the request was made, if that is known.
fn initiator(entry: &Entry) -> Option<Value> {
    #[derive(serde::Deserialize)]
    struct Fields {
        #[serde(rename = "_initiator")]
        initiator: Option<Value>,
    }
    let place = serde_json::from_str::<Fields>(entry.text()).ok()?.initiator?;
    let (file, line) = (place.get("file")?.as_str()?, place.get("line")?.as_u64()?);
    Some(json!(format!("{file}:{line}")))
}

/// The message of an error shortly after an answer that names the field: the page probably failed because of it.
fn following_error(view: &View, entry: &Entry, path: &Path) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Fields {
        message: Option<String>,
    }
    let field = path.last_field()?;
    let answered = entry.time.as_milliseconds();
    let follows = |error: &&Arc<Entry>| {
        let after = error.time.as_milliseconds() - answered;
        error.is_error() && (0..=FOLLOWS_WITHIN_MILLISECONDS).contains(&after)
    };
    let message = |error: &Arc<Entry>| {
        serde_json::from_str::<Fields>(error.text()).ok().and_then(|fields| fields.message)
    };
    view.entries(Kind::Log)
        .iter()
        .filter(follows)
        .filter_map(message)
        .find(|message| names(message, field))
        .map(|message| message.chars().take(VALUE_CHARACTERS * 2).collect())
}

/// Whether a message holds a name as a word of its own.
fn names(message: &str, field: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    message.match_indices(field).any(|(at, found)| {
        let before = message.get(..at).and_then(|text| text.chars().next_back());
        let after = message.get(at + found.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}
