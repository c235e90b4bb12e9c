//! What is known of one endpoint.

use std::collections::{BTreeMap, VecDeque};

use gasoline_wire::Timestamp;
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::part::{Part, shape_of};
use crate::address::{Endpoint, without_query};
use crate::shape::Shape;

/// Calls whose outcome is remembered.
const MOST_OUTCOMES: usize = 20;
/// Different statuses counted.
const MOST_STATUSES: usize = 20;
/// Memory of the shape of answers, and of what is sent.
const RESPONSE_BYTES: usize = 24 * 1_024;
const REQUEST_BYTES: usize = 6 * 1_024;
/// Characters of the address of the last call.
const URL_CHARACTERS: usize = 300;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The status.
    pub status: u16,
    /// Refused, or a GraphQL answer with errors.
    pub is_error: bool,
    /// The entry.
    pub seq: u64,
}

/// One endpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tracked {
    /// `GET /users/{id}`.
    pub endpoint: String,
    /// In upper case.
    pub method: String,
    /// The same in every run.
    pub fingerprint: String,
    /// The address of the last call, without query.
    pub url: String,
    /// How often it was called.
    pub calls: u64,
    /// How often each status came.
    pub statuses: BTreeMap<u16, u64>,
    /// The last calls, oldest first.
    pub history: VecDeque<Outcome>,
    /// When it was called first.
    pub first_called: Timestamp,
    /// When it was called last.
    pub last_called: Timestamp,
    /// Successful answers that were no JSON.
    pub not_json: u64,
    /// What it answers.
    pub response: Part,
    /// What is sent to it.
    pub request: Part,
}

impl Tracked {
    pub(super) fn new(endpoint: &Endpoint<'_>, name: String, call: &Call<'_>) -> Self {
        Self {
            endpoint: name,
            method: endpoint.method().to_owned(),
            fingerprint: endpoint.fingerprint(),
            url: String::new(),
            calls: 0,
            statuses: BTreeMap::new(),
            history: VecDeque::new(),
            first_called: call.time,
            last_called: call.time,
            not_json: 0,
            response: Part::new(RESPONSE_BYTES),
            request: Part::new(REQUEST_BYTES),
        }
    }

    pub(super) fn note(&mut self, call: &Call<'_>, request: Option<&str>, response: Option<&str>) {
        let answered = response.and_then(shape_of);
        let has_errors = answered.as_ref().is_some_and(is_graphql_error);
        self.note_outcome(call, call.is_failure() || has_errors);
        // Refusals have shapes of their own, and would look like departures.
        if call.is_success() && !has_errors {
            match answered {
                Some(shape) => self.response.note(shape, call.time, call.seq),
                None => self.not_json += u64::from(response.is_some()),
            }
        }
        if let Some(shape) = request.and_then(shape_of).filter(is_object_or_array) {
            self.request.note(shape, call.time, call.seq);
        }
    }

    fn note_outcome(&mut self, call: &Call<'_>, is_error: bool) {
        self.calls += 1;
        self.last_called = call.time;
        self.url = without_query(&call.url).chars().take(URL_CHARACTERS).collect();
        if self.statuses.len() < MOST_STATUSES || self.statuses.contains_key(&call.status) {
            *self.statuses.entry(call.status).or_default() += 1;
        }
        self.history.push_back(Outcome { status: call.status, is_error, seq: call.seq });
        if self.history.len() > MOST_OUTCOMES {
            self.history.pop_front();
        }
    }

    /// Memory of its shapes, about.
    pub(super) fn bytes(&self) -> usize {
        self.response.shape.bytes() + self.request.shape.bytes()
    }
}

/// GraphQL reports errors with status 200.
fn is_graphql_error(shape: &Shape) -> bool {
    let Some(object) = shape.root().object() else { return false };
    let field = |name| object.fields.iter().find(|field| &*field.name == name);
    let has_errors = field("errors").and_then(|field| field.node.array());
    has_errors.is_some_and(|errors| errors.empty < errors.seen)
        && object.fields.iter().all(|field| matches!(&*field.name, "errors" | "data" | "extensions"))
}

/// Forms and plain texts parse as JSON by chance only.
fn is_object_or_array(shape: &Shape) -> bool {
    shape.root().object().is_some() || shape.root().array().is_some()
}
