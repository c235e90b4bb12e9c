//! What a rule needs besides the message, looked for in what was captured around the error.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::super::super::order::{self, Reversed};
use super::super::super::requests::is_foreign;
use super::super::joined::NearRequest;
use super::Evidence;
use super::link::{self, Source};
use super::rules::Need;
use crate::address::Parts;
use crate::enrichment::{frames, is_library, without_type};

/// A failed request explains a missing value for so long.
const EXPLAINS_MILLISECONDS: i64 = 5_000;
/// A message about a request follows it within so long.
const FOLLOWS_MILLISECONDS: i64 = 1_000;
/// Characters that a message must share with an answer to be taken for the server's.
const LEAST_SHARED: usize = 12;
/// How often a frame must repeat to be called a recursion.
const REPEATED: usize = 3;

/// Functions of frameworks that are on the stack only while rendering.
const RENDERING: [&str; 8] = [
    "renderWithHooks",
    "beginWork",
    "performUnitOfWork",
    "renderComponentRoot",
    "componentUpdateFn",
    "flushJobs",
    "flushSync",
    "update_effect",
];

static STATUS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b[45]\d\d\b").ok());

/// What a rule found besides the message.
#[derive(Debug)]
pub(super) enum Basis<'e> {
    Message,
    Stack,
    /// A request, and what ties it to the error where the message alone does not.
    Request(&'e NearRequest, Option<String>),
}

/// What a rule needs, if it is there.
pub(super) fn basis<'e>(
    need: Need,
    evidence: &'e Evidence<'_>,
    source: Option<&Source>,
) -> Option<Basis<'e>> {
    let of_request = |near| Basis::Request(near, None);
    match need {
        Need::Nothing => Some(Basis::Message),
        Need::NoStack => evidence.stack.trim().is_empty().then_some(Basis::Message),
        Need::RenderingInStack => {
            RENDERING.iter().any(|name| evidence.stack.contains(name)).then_some(Basis::Stack)
        }
        Need::RecursionInStack => repeats(evidence.stack).then_some(Basis::Stack),
        Need::LinkedFailedRequest => linked(evidence, source),
        Need::UnansweredForeignRequest => {
            unanswered(evidence).find(|near| is_foreign(&near.request.url, evidence.page_url)).map(of_request)
        }
        Need::UnansweredOwnRequest => unanswered(evidence)
            .find(|near| !is_foreign(&near.request.url, evidence.page_url))
            .map(of_request),
        Need::RefusedRequest => {
            let near = unanswered(evidence).find(|near| is_refused(evidence, near))?;
            Some(Basis::Request(near, Some("the policy's violation names the same origin".to_owned())))
        }
        Need::HtmlAnswer => just_answered(evidence).find(|near| is_html(near)).map(of_request),
        Need::IncompleteAnswer => just_answered(evidence).find(|near| is_incomplete(near)).map(of_request),
        Need::StatusInMessage => {
            let named: Vec<&str> =
                STATUS.as_ref()?.find_iter(evidence.message).map(|one| one.as_str()).collect();
            let is_named = |near: &&NearRequest| named.contains(&near.request.status.to_string().as_str());
            just_answered(evidence).find(is_named).map(of_request)
        }
        Need::MessageInAnswer => {
            just_answered(evidence).find(|near| says(near, evidence.message)).map(of_request)
        }
        Need::OlderAnswerInState => older_in_state(evidence),
    }
}

/// Requests that ended within so long before the error, newest first.
fn ended_within<'e>(evidence: &'e Evidence<'_>, milliseconds: i64) -> impl Iterator<Item = &'e NearRequest> {
    evidence.requests.iter().filter(move |near| (0..=milliseconds).contains(&near.before_milliseconds))
}

fn just_answered<'e>(evidence: &'e Evidence<'_>) -> impl Iterator<Item = &'e NearRequest> {
    ended_within(evidence, FOLLOWS_MILLISECONDS).filter(|near| near.request.is_answered())
}

/// Requests that got no answer and were not given up, where the page heard of that with this message or none.
fn unanswered<'e>(evidence: &'e Evidence<'_>) -> impl Iterator<Item = &'e NearRequest> {
    ended_within(evidence, FOLLOWS_MILLISECONDS)
        .filter(|near| !near.request.is_answered() && !near.request.is_given_up())
}

/// Whether a violation of the policy names the origin of a request.
fn is_refused(evidence: &Evidence<'_>, near: &NearRequest) -> bool {
    let origin = Parts::of(&near.request.url).origin;
    !origin.is_empty() && evidence.refusals.iter().any(|refusal| refusal.contains(origin))
}

/// A request that failed, is tied to the missing value, and was not repeated with success since.
fn linked<'e>(evidence: &'e Evidence<'_>, source: Option<&Source>) -> Option<Basis<'e>> {
    let mut succeeded = Vec::new();
    for near in ended_within(evidence, EXPLAINS_MILLISECONDS) {
        let endpoint = near.request.endpoint();
        if !near.is_unsuccessful() {
            succeeded.push(endpoint);
            continue;
        }
        if near.request.is_given_up() || succeeded.contains(&endpoint) {
            continue;
        }
        if let Some(link) = link::link(evidence.message, evidence.stack, source, &near.request) {
            return Some(Basis::Request(near, Some(link)));
        }
    }
    None
}

fn is_html(near: &NearRequest) -> bool {
    let begins =
        near.request.response.as_deref().map(str::trim_start).is_some_and(|body| body.starts_with('<'));
    begins || (near.request.response.is_none() && near.request.content_type.contains("html"))
}

/// Whether an answer is empty, or is JSON that breaks off where the server stopped.
fn is_incomplete(near: &NearRequest) -> bool {
    let body = near.request.response.as_deref().unwrap_or_default().trim();
    let is_known = near.request.response.is_some() || near.request.status == 204;
    is_known && (body.is_empty() || (body.starts_with(['{', '[']) && !body.ends_with(['}', ']'])))
}

/// Whether the answer of a failed request contains the error's message.
fn says(near: &NearRequest, message: &str) -> bool {
    let message = without_type(message).trim();
    let body = near.request.response.as_deref().unwrap_or_default();
    near.is_unsuccessful() && message.chars().count() >= LEAST_SHARED && body.contains(message)
}

/// Whether a function of the app stands on its own stack again and again.
fn repeats(stack: &str) -> bool {
    let own: Vec<_> = frames(stack).filter(|frame| !is_library(frame.file)).collect();
    own.iter().any(|frame| {
        own.iter().filter(|other| (other.file, other.line) == (frame.file, frame.line)).count() >= REPEATED
    })
}

/// A request whose answer came last though it was sent first, and whose content is what the state holds.
fn older_in_state<'e>(evidence: &'e Evidence<'_>) -> Option<Basis<'e>> {
    let slice = evidence.context?.get("stateSnapshot")?.get("relevantSlice")?.as_object()?;
    let ended: Vec<_> = evidence.requests.iter().filter(|near| near.before_milliseconds >= 0).collect();
    let requests: Vec<_> = ended.iter().map(|near| &near.request).collect();
    order::reversed(&requests).into_iter().find_map(|Reversed { older, newer }| {
        let brought = |index: usize, text: &str| {
            requests[index]
                .response
                .as_deref()
                .is_some_and(|body| body.contains(&Value::from(text).to_string()))
        };
        let is_of_older_only = |value: &Value| {
            value
                .as_str()
                .is_some_and(|text| text.chars().count() > 2 && brought(older, text) && !brought(newer, text))
        };
        slice.values().any(is_of_older_only).then(|| {
            let difference = order::difference(requests[older], requests[newer]);
            Basis::Request(ended[older], Some(format!("answered out of order: {difference}")))
        })
    })
}
