//! What a flow needs to be in place before it starts: calls that the session made earlier, written so that they can be made again.
//!
//! Only what was seen to work is repeated: changes that the server accepted before the first action of the flow. Items that a list
//! showed are created only by a call that the session made too. Everything else is named, with the reason.

mod call;
mod emit;
mod items;
mod values;

use std::collections::BTreeSet;

use serde::Serialize;

use self::call::SetupCall;
pub(super) use self::emit::{ANSWER_OF, Needed, write, write_login};
use self::items::NeededItems;
use self::values::SafeValues;
use super::lower::plain;
use super::lower::recorded_flow::RecordedFlow;
use super::lower::request::Request;
use super::lower::traffic;
use crate::address::{Endpoint, Parts};

/// Setup calls of one file. A session that needs more has a database to be filled.
const MOST_CALLS: usize = 20;

/// Last segments of paths to which pages send what nobody reads back.
const BACKGROUND: [&str; 10] =
    ["analytics", "telemetry", "collect", "beacon", "track", "rum", "metrics", "logs", "log", "heartbeat"];

/// What a captured request is to a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Classification {
    /// Made before the flow, and needed by it.
    Setup,
    /// Made by the flow itself.
    Action,
    /// Neither.
    Irrelevant,
}

/// How many requests are what, for the reader of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Classified {
    /// Calls that are made before the flow.
    pub setup: Vec<String>,
    /// Changes that the flow makes by itself.
    pub action: Vec<String>,
    /// Reads, failed attempts, background traffic and other sites.
    pub irrelevant: usize,
}

/// What is done before a flow.
#[derive(Debug)]
pub(super) struct Setup {
    /// The call by which the session logged in.
    login: Option<SetupCall>,
    /// Further calls, in order.
    calls: Vec<SetupCall>,
    /// Items that a list showed and nothing before created.
    items: Vec<NeededItems>,
    pub(super) classified: Classified,
    pub(super) warnings: Vec<String>,
}

impl Setup {
    /// Derives the setup of a flow.
    pub(super) fn of(recorded: &RecordedFlow<'_>, base_url: Option<&str>) -> Self {
        let flow = FlowWords::of(recorded);
        let mut values = SafeValues::new(&flow.entered);
        let mut classified = Classified::default();
        let mut chosen: Vec<&Request<'_>> = Vec::new();
        let before = recorded.before.iter().map(|request| (request, true));
        for (request, is_before) in before.chain(recorded.requests.iter().map(|request| (request, false))) {
            match classify(request, is_before) {
                Classification::Setup => chosen.push(request),
                Classification::Action => classified.action.push(name_of(request)),
                Classification::Irrelevant => classified.irrelevant += 1,
            }
        }
        let mut warnings = Vec::new();
        let left_out = chosen.len().saturating_sub(MOST_CALLS);
        if left_out > 0 {
            warnings.push(format!(
                "The setup makes the last {MOST_CALLS} changes before the flow; {left_out} earlier ones are left out"
            ));
        }
        let chosen: Vec<&Request<'_>> = chosen.split_off(left_out);
        let origin = Origin::of(recorded, base_url);
        let mut calls: Vec<SetupCall> = Vec::new();
        let mut login = None;
        for request in &chosen {
            match SetupCall::of(request, &origin, &mut values, &calls) {
                Ok(call) => {
                    classified.setup.push(name_of(request));
                    if call.is_login && login.is_none() {
                        login = Some(call);
                    } else {
                        calls.push(call);
                    }
                }
                Err(reason) => {
                    classified.irrelevant += 1;
                    warnings.push(format!("Not part of the setup: {} ({reason})", name_of(request)));
                }
            }
        }
        let items = items::needed(recorded, &chosen, &flow, &origin, &mut values);
        warnings.extend(unknown_lists(&items));
        let items: Vec<NeededItems> = items.into_iter().filter(|items| items.url.is_some()).collect();
        for name in items.iter().map(|items| format!("{} ({} items)", items.name, items.count)) {
            classified.setup.push(name);
        }
        let mut setup = Self { login, calls, items, classified, warnings };
        setup.keep_only_needed_references();
        setup.warnings.extend(values.warnings());
        setup.warnings.extend(setup.limits(&flow));
        setup
    }

    /// Whether there is anything to do.
    pub(super) fn is_empty(&self) -> bool {
        self.login.is_none() && self.calls.is_empty() && self.items.is_empty()
    }

    /// Answers that no later call refers to need no name.
    fn keep_only_needed_references(&mut self) {
        let used: BTreeSet<usize> = self.calls.iter().flat_map(|call| call.refers_to()).collect();
        for (index, call) in self.calls.iter_mut().enumerate() {
            call.is_referred_to = used.contains(&index);
        }
    }

    /// What a reader must know before they rely on it.
    fn limits(&self, flow: &FlowWords) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.is_empty() {
            warnings.push(
                "No setup calls: no change was captured before the first action of this flow; last_n_actions makes it start later"
                    .to_owned(),
            );
        }
        let has_tokens = self.calls.iter().chain(&self.login).any(|call| call.has_auth_header);
        if has_tokens && self.login.is_none() {
            warnings.push(
                "Setup calls had an Authorization header, and the login that gave it was not captured: set GASOLINE_AUTHORIZATION"
                    .to_owned(),
            );
        }
        let ids: Vec<&str> = self.calls.iter().flat_map(|call| call.given_ids()).collect();
        let opened =
            flow.opened.iter().find(|url| Parts::of(url).path.split('/').any(|part| ids.contains(&part)));
        warnings.extend(opened.map(|url| {
            format!("The flow opens {url}, an address with an id that the setup gets anew: open the new one instead")
        }));
        warnings
    }
}

/// Lists that nothing captured can fill.
fn unknown_lists(items: &[NeededItems]) -> Vec<String> {
    items
        .iter()
        .filter(|items| items.url.is_none())
        .map(|items| {
            format!(
                "{} showed {} items, and no captured call creates one: they must be there already",
                items.name, items.captured
            )
        })
        .collect()
}

/// What a request is to the test.
fn classify(request: &Request<'_>, is_before: bool) -> Classification {
    let is_change = match request.method.as_ref() {
        "POST" => !is_graphql_read(request),
        "PUT" | "PATCH" | "DELETE" => true,
        _ => false,
    };
    let is_accepted = (200..400).contains(&request.status);
    if !is_change || !is_accepted || !traffic::is_api(request) || is_background(request) {
        return Classification::Irrelevant;
    }
    if is_before { Classification::Setup } else { Classification::Action }
}

/// Whether a POST only reads: a GraphQL query.
fn is_graphql_read(request: &Request<'_>) -> bool {
    let Some(body) = request.request_body() else { return false };
    let document = serde_json::from_str::<serde_json::Value>(&body).ok();
    let document = document.as_ref().and_then(|body| body.get("query")?.as_str());
    document.is_some_and(|document| !document.trim_start().starts_with("mutation"))
}

fn is_background(request: &Request<'_>) -> bool {
    let last = Parts::of(&request.url).path.rsplit('/').find(|segment| !segment.is_empty());
    last.is_some_and(|last| BACKGROUND.contains(&last))
}

/// `POST /api/items`, `POST /graphql#CreateItem`.
fn name_of(request: &Request<'_>) -> String {
    let body = request.request_body();
    Endpoint::of(&request.method, &request.url, body.as_deref()).to_string()
}

/// The origin of the flow, and what is used instead.
#[derive(Debug)]
struct Origin {
    captured: String,
    replacement: Option<String>,
}

impl Origin {
    fn of(recorded: &RecordedFlow<'_>, base_url: Option<&str>) -> Self {
        let first = recorded.actions.first();
        let url = first
            .map(|action| action.event.to_url.as_deref().unwrap_or(&action.event.url))
            .unwrap_or_default();
        Self { captured: Parts::of(url).origin.to_owned(), replacement: base_url.map(str::to_owned) }
    }

    /// An address with the origin that is to be used.
    fn applied(&self, url: &str) -> String {
        let parts = Parts::of(url);
        let rest = url.get(parts.origin.len()..).unwrap_or_default();
        match &self.replacement {
            Some(replacement) if parts.origin == self.captured || parts.origin.is_empty() => {
                format!("{replacement}{rest}")
            }
            _ if parts.origin.is_empty() => format!("{}{rest}", self.captured),
            _ => url.to_owned(),
        }
    }
}

/// Words that the flow itself uses: what it enters, finds and opens.
#[derive(Debug)]
struct FlowWords {
    entered: Vec<String>,
    found: Vec<String>,
    opened: Vec<String>,
    shown: Vec<String>,
}

impl FlowWords {
    fn of(recorded: &RecordedFlow<'_>) -> Self {
        use super::script::Operation::{Back, Forward, Open, Reload};
        let steps = plain::steps(recorded);
        let entered = steps.iter().flat_map(|step| step.entered()).flatten().map(str::to_owned).collect();
        let mut found: Vec<String> = steps.iter().filter_map(|step| step.element.clone()).collect();
        found.extend(recorded.failures.iter().map(|failure| failure.message.clone()));
        let mut opened: Vec<String> = Vec::new();
        for step in &steps {
            if let Open(url) | Reload(url) | Back(url) | Forward(url) = &step.operation {
                opened.push(url.clone());
            }
            opened.extend(step.led_to.clone());
        }
        opened.extend(recorded.requests.iter().map(|request| request.url.clone().into_owned()));
        let shown = recorded.landmarks.iter().flat_map(|page| &page.snapshot.landmarks);
        let shown = shown.map(|landmark| landmark.text.clone()).collect();
        Self { entered, found, opened, shown }
    }
}
