//! Departures of traffic from a written contract, each once.

use gasoline_wire::Timestamp;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value, json};

use super::Checked;
use super::call::{Body, Call};
use crate::analysis::contracts::{Severity, Violation};
use crate::removed;

/// Departures told of one body: a wrong list is wrong in every element.
const MOST_OF_BODY: usize = 20;
/// Departures told in all.
const MOST: usize = 500;
/// Characters of a description.
const LONGEST: usize = 300;

/// What has departed so far.
#[derive(Debug, Default)]
pub(super) struct Drifts {
    found: Vec<Drift>,
    checked: u64,
    unreadable: u64,
}

#[derive(Debug)]
struct Drift {
    endpoint: String,
    half: &'static str,
    status: u16,
    field: String,
    keyword: String,
    description: String,
    count: u64,
    first_at: Timestamp,
    last_at: Timestamp,
    last_seq: u64,
    requested_at: Option<String>,
}

impl Drifts {
    /// Holds the answer of a call against its schema.
    pub(super) fn hold_response(&mut self, call: &Call, endpoint: &str, validator: &Validator) {
        self.hold(call, endpoint, "response", call.response(), validator);
    }

    /// Holds what a call sent against its schema.
    pub(super) fn hold_request(&mut self, call: &Call, endpoint: &str, validator: &Validator) {
        self.hold(call, endpoint, "request", call.request(), validator);
    }

    /// Notes a status that an operation does not document.
    pub(super) fn note_status(&mut self, call: &Call, endpoint: &str, documented: &str) {
        let description = format!("Status {} is not documented; documented: {documented}", call.status);
        self.note(call, endpoint, "response", String::new(), "status".to_owned(), description);
    }

    fn hold(&mut self, call: &Call, endpoint: &str, half: &'static str, body: Body, validator: &Validator) {
        let value = match body {
            Body::None => return,
            Body::Unreadable => {
                self.unreadable += 1;
                return;
            }
            Body::Json(value) => value,
        };
        self.checked += 1;
        for error in validator.iter_errors(&value).filter(|error| !is_about_removed(error)).take(MOST_OF_BODY)
        {
            let field = field_of(&error);
            let description = described(&error, &field, half);
            self.note(call, endpoint, half, field, error.kind().keyword().to_owned(), description);
        }
    }

    fn note(
        &mut self,
        call: &Call,
        endpoint: &str,
        half: &'static str,
        field: String,
        keyword: String,
        description: String,
    ) {
        let is_same = |known: &&mut Drift| {
            (known.endpoint.as_str(), known.half, known.status, &known.field, &known.keyword)
                == (endpoint, half, call.status, &field, &keyword)
        };
        if let Some(known) = self.found.iter_mut().find(is_same) {
            known.count += 1;
            known.last_at = call.time;
            known.last_seq = call.seq;
            return;
        }
        if self.found.len() >= MOST {
            return;
        }
        self.found.push(Drift {
            endpoint: endpoint.to_owned(),
            half,
            status: call.status,
            field,
            keyword,
            description,
            count: 1,
            first_at: call.time,
            last_at: call.time,
            last_seq: call.seq,
            requested_at: call.requested_at.clone(),
        });
    }

    pub(super) fn into_checked(self, coverage: Option<Value>) -> Checked {
        let violations = self.found.into_iter().map(Drift::into_violation).collect();
        Checked { violations, coverage, checked: self.checked, unreadable: self.unreadable }
    }
}

impl Drift {
    fn into_violation(self) -> Violation {
        // A failure that nobody wrote down breaks no promise about what succeeds.
        let severity = if self.status >= 400 { Severity::Info } else { Severity::Warning };
        let fingerprint = format!(
            "contract_drift:{}:{}:{}:{}:{}",
            self.keyword, self.half, self.endpoint, self.status, self.field
        );
        let mut row = Map::new();
        let mut add = |name: &str, value: Value| {
            row.insert(name.to_owned(), value);
        };
        add("endpoint", json!(self.endpoint));
        add("type", json!("contract_drift"));
        add("severity", json!(severity));
        if self.half == "request" {
            add("in", json!(self.half));
        }
        add("status", json!(self.status));
        add("description", json!(self.description));
        if !self.field.is_empty() {
            add("field", json!(self.field));
        }
        add("rule", json!(self.keyword));
        add(
            "occurrences",
            json!({ "violation_count": self.count, "first_seen": self.first_at, "last_violation": self.last_at }),
        );
        if let Some(place) = self.requested_at {
            add("requested_at", json!(place));
        }
        add("fingerprint", json!(fingerprint));
        Violation { severity, fingerprint, last_at: self.last_at, last_seq: self.last_seq, row }
    }
}

/// Whether a value departs only because something was removed from it.
fn is_about_removed(error: &ValidationError<'_>) -> bool {
    match &**error.instance() {
        Value::String(text) => removed::occurs_in(text),
        // Of alternatives, one may fit but for the removed value.
        value @ (Value::Object(_) | Value::Array(_)) => {
            is_of_alternatives(error.kind()) && removed::occurs_in(&value.to_string())
        }
        _ => false,
    }
}

fn is_of_alternatives(kind: &ValidationErrorKind) -> bool {
    matches!(
        kind,
        ValidationErrorKind::AnyOf { .. }
            | ValidationErrorKind::OneOfNotValid { .. }
            | ValidationErrorKind::OneOfMultipleValid { .. }
            | ValidationErrorKind::Not { .. }
            | ValidationErrorKind::UniqueItems
    )
}

/// `items[].price`; the missing field itself where one is missing.
fn field_of(error: &ValidationError<'_>) -> String {
    let mut field = String::new();
    for segment in error.instance_path() {
        push(&mut field, &segment.to_string());
    }
    if let ValidationErrorKind::Required { property } = error.kind() {
        push(&mut field, property.as_str().unwrap_or_default());
    }
    field
}

fn push(field: &mut String, segment: &str) {
    if segment.bytes().all(|byte| byte.is_ascii_digit()) && !segment.is_empty() {
        field.push_str("[]");
        return;
    }
    if !field.is_empty() {
        field.push('.');
    }
    field.push_str(segment);
}

/// What the contract says and what came. Values of the page are not repeated, only their types.
fn described(error: &ValidationError<'_>, field: &str, half: &str) -> String {
    let place = if field.is_empty() { format!("The {half}") } else { format!("Field '{field}'") };
    let found = type_name(error.instance());
    let text = match error.kind() {
        ValidationErrorKind::Required { .. } => format!("{place} is required and missing"),
        ValidationErrorKind::Type { kind } => {
            format!("{place} is {found}; the contract says {}", type_names(kind))
        }
        ValidationErrorKind::Enum { options } => {
            format!("{place} is none of the values in the contract: {options}")
        }
        ValidationErrorKind::Constant { expected_value } => {
            format!("{place} is not {expected_value}, as the contract says")
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            format!("{place} has fields that the contract does not allow: {}", unexpected.join(", "))
        }
        ValidationErrorKind::Format { format } => format!("{place} is no {format}"),
        kind => format!("{place} ({found}) does not satisfy `{}`", kind.keyword()),
    };
    text.chars().take(LONGEST).collect()
}

fn type_names(kind: &jsonschema::error::TypeKind) -> String {
    match kind {
        jsonschema::error::TypeKind::Single(one) => one.to_string(),
        jsonschema::error::TypeKind::Multiple(several) => {
            several.iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
