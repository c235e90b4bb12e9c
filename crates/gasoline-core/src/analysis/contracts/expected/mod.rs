//! Traffic held against a contract that was written down: an OpenAPI document, or a JSON Schema for the endpoints asked about.
//!
//! Only requests that are still in their buffer can be held against it, because what was learned keeps no values.

mod call;
mod document;
mod drift;
mod openapi_30;

use jsonschema::{Draft, Registry, Validator};
use serde_json::{Map, Value, json};
use thiserror::Error;

use self::call::Call;
use self::document::{Document, Operation};
use self::drift::Drifts;
use super::{EndpointFilter, Violation};
use crate::intake::Kind;
use crate::store::View;

/// Where the document is registered, so that its own references lead into it.
const DOCUMENT: &str = "urn:gasoline:expected";

/// Operations named in each list of the coverage, and characters of a name.
const MOST_NAMES: usize = 25;
const LONGEST_NAME: usize = 100;

/// A contract that cannot be used.
#[derive(Debug, Error)]
pub enum ExpectedError {
    /// Neither of the two.
    #[error("`expected` is neither an OpenAPI document (`openapi`, `paths`) nor a JSON Schema")]
    Unknown,
    /// An older format.
    #[error("`expected` is Swagger 2.0: convert it to OpenAPI 3 first")]
    Swagger,
    /// A reference to another file or address.
    #[error("`expected` refers to `{0}`: only references within the document (`#/…`) are followed")]
    Outside(String),
    /// A schema says nothing about where it applies.
    #[error(
        "a JSON Schema does not say which endpoint it describes: name a part of its address (`url_filter`, or `--url` of `gasoline contracts`)"
    )]
    NoFilter,
    /// It is no schema.
    #[error("`expected` cannot be used: {0}")]
    Unusable(String),
}

/// What was found.
#[derive(Debug)]
pub struct Checked {
    /// Departures from the contract.
    pub violations: Vec<Violation>,
    /// Which operations were called, which never, and what is not in the document. Absent for a schema.
    pub coverage: Option<Value>,
    /// Requests and answers held against the contract.
    pub checked: u64,
    /// Those that were cut or are not JSON.
    pub unreadable: u64,
}

/// Holds the traffic of a view against a contract.
pub fn check(expected: &Value, view: &View, filter: &EndpointFilter) -> Result<Checked, ExpectedError> {
    refuse_outside(expected)?;
    let members = expected.as_object().ok_or(ExpectedError::Unknown)?;
    match kind_of(members)? {
        Contract::OpenApi => check_document(expected, view, filter),
        Contract::Schema => check_schema(expected, view, filter),
    }
}

enum Contract {
    OpenApi,
    Schema,
}

fn kind_of(members: &Map<String, Value>) -> Result<Contract, ExpectedError> {
    const OF_SCHEMAS: [&str; 8] =
        ["$schema", "$ref", "type", "properties", "items", "anyOf", "oneOf", "allOf"];
    if members.contains_key("swagger") {
        Err(ExpectedError::Swagger)
    } else if members.contains_key("openapi") {
        Ok(Contract::OpenApi)
    } else if OF_SCHEMAS.iter().any(|name| members.contains_key(*name)) {
        Ok(Contract::Schema)
    } else {
        Err(ExpectedError::Unknown)
    }
}

/// Nothing is fetched for a contract, so nothing outside of it may be needed.
fn refuse_outside(value: &Value) -> Result<(), ExpectedError> {
    match value {
        Value::Object(members) => members.iter().try_for_each(|(name, member)| match member {
            Value::String(target) if name == "$ref" && !target.starts_with('#') => {
                Err(ExpectedError::Outside(target.chars().take(200).collect()))
            }
            member => refuse_outside(member),
        }),
        Value::Array(items) => items.iter().try_for_each(refuse_outside),
        _ => Ok(()),
    }
}

fn check_schema(schema: &Value, view: &View, filter: &EndpointFilter) -> Result<Checked, ExpectedError> {
    if filter.url_filter.is_none() {
        return Err(ExpectedError::NoFilter);
    }
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .offline()
        .build(schema)
        .map_err(|error| ExpectedError::Unusable(error.to_string()))?;
    let mut drifts = Drifts::default();
    for call in calls(view, filter).filter(|call| call.is_success()) {
        let endpoint = call.endpoint();
        drifts.hold_response(&call, &endpoint, &validator);
    }
    Ok(drifts.into_checked(None))
}

fn check_document(written: &Value, view: &View, filter: &EndpointFilter) -> Result<Checked, ExpectedError> {
    let unusable = |error: String| ExpectedError::Unusable(error);
    let mut current = written.clone();
    openapi_30::modernise(&mut current);
    let document = Document::read(&current)?;
    let registry = Registry::new()
        .draft(Draft::Draft202012)
        .add(DOCUMENT, &current)
        .and_then(jsonschema::RegistryBuilder::prepare)
        .map_err(|error| unusable(error.to_string()))?;
    let mut validators = Validators { registry: &registry, built: Vec::new() };
    let mut drifts = Drifts::default();
    let mut called = vec![0_u64; document.operations.len()];
    let mut undocumented: Vec<(String, u64)> = Vec::new();
    for call in calls(view, filter) {
        let Some(place) = document.find(&call) else {
            let endpoint = call.endpoint();
            match undocumented.iter_mut().find(|(known, _)| *known == endpoint) {
                Some((_, count)) => *count += 1,
                None => undocumented.push((endpoint, 1)),
            }
            continue;
        };
        called[place] += 1;
        hold(&document.operations[place], &call, &mut validators, &mut drifts)?;
    }
    let coverage = coverage(&document, &called, undocumented);
    Ok(drifts.into_checked(Some(coverage)))
}

/// One call against the operation it belongs to.
fn hold(
    operation: &Operation,
    call: &Call,
    validators: &mut Validators<'_>,
    drifts: &mut Drifts,
) -> Result<(), ExpectedError> {
    let name = operation.to_string();
    match operation.response(call.status) {
        Some(response) => {
            if let Some(schema) = &response.schema {
                drifts.hold_response(call, &name, validators.get(schema)?);
            }
        }
        None => drifts.note_status(call, &name, &operation.statuses()),
    }
    if let Some(schema) = &operation.request {
        drifts.hold_request(call, &name, validators.get(schema)?);
    }
    Ok(())
}

/// Validators of the schemas that traffic asks for, each built once.
struct Validators<'r> {
    registry: &'r Registry<'r>,
    built: Vec<(String, Validator)>,
}

impl Validators<'_> {
    /// The validator of the schema at a pointer into the document.
    fn get(&mut self, pointer: &str) -> Result<&Validator, ExpectedError> {
        let place = match self.built.iter().position(|(known, _)| known == pointer) {
            Some(place) => place,
            None => {
                let reference = json!({ "$ref": format!("{DOCUMENT}#{pointer}") });
                let validator = jsonschema::options()
                    .with_draft(Draft::Draft202012)
                    .should_validate_formats(true)
                    .with_registry(self.registry)
                    .offline()
                    .build(&reference)
                    .map_err(|error| ExpectedError::Unusable(format!("#{pointer}: {error}")))?;
                self.built.push((pointer.to_owned(), validator));
                self.built.len() - 1
            }
        };
        Ok(&self.built[place].1)
    }
}

/// Requests of an API that the filter includes.
fn calls<'v>(view: &'v View, filter: &'v EndpointFilter) -> impl Iterator<Item = Call> + 'v {
    view.entries(Kind::NetworkBody)
        .iter()
        .filter_map(|entry| Call::read(entry))
        .filter(|call| filter.includes_call(&call.endpoint(), &call.url))
}

fn coverage(document: &Document, called: &[u64], undocumented: Vec<(String, u64)>) -> Value {
    let with = |is_wanted: fn(u64) -> bool| {
        let operations = document.operations.iter().zip(called);
        bounded(
            operations.filter(|(_, count)| is_wanted(**count)).map(|(operation, _)| operation.to_string()),
        )
    };
    json!({
        "operations": called.len(),
        "called": with(|count| count > 0),
        "never_called": with(|count| count == 0),
        "undocumented": bounded(undocumented.into_iter().map(|(endpoint, count)| match count {
            1 => endpoint,
            count => format!("{endpoint}, {count} times"),
        })),
    })
}

/// The first names, and how many more there are: a document may have thousands.
fn bounded(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.map(|name| name.chars().take(LONGEST_NAME).collect()).collect();
    let more = names.len().saturating_sub(MOST_NAMES);
    if more > 0 {
        names.truncate(MOST_NAMES);
        names.push(format!("… and {more} more"));
    }
    names
}

#[cfg(test)]
mod tests;
