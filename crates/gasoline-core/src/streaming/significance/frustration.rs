//! `user_frustration`: clicks that lead to an error, clicks repeated because nothing happens, forms that nothing answers.
//!
//! What an action led to is its `_outcome`, which the page sends after it. A click without one does not count: nobody knows
//! what it did.

use std::collections::VecDeque;

use gasoline_wire::Timestamp;
use serde_json::{Value, json};

use super::errors::some_text;
use super::fields::{Fields, MOST_PREVIEW, preview, start};
use super::{Category, Severity, StreamEvent, event};
use crate::intake::LogClass;
use crate::store::Entry;

/// An error this soon after a click comes from it.
const ERROR_AFTER_MILLISECONDS: i64 = 1_000;
/// Clicks within this time are one attempt.
const ATTEMPT_MILLISECONDS: i64 = 5_000;
/// Clicks without effect that are an event, as documented.
const REPEATED: usize = 3;
/// Actions and errors that are remembered.
const MOST_REMEMBERED: usize = 50;
/// A form that nothing followed for so long is an event, as documented.
const FORM_MILLISECONDS: f64 = 5_000.0;
/// What the page writes of an action that changed nothing.
const NO_EFFECT: &str = "none";

#[derive(Debug)]
struct Click {
    page: String,
    element: String,
    time: Timestamp,
    has_effect: Option<bool>,
    /// Tells it from another one of the same moment.
    event_id: Option<String>,
}

#[derive(Debug)]
struct Thrown {
    page: String,
    message: String,
    time: Timestamp,
}

/// What the user did and what went wrong, of late.
#[derive(Debug, Default)]
pub(super) struct Frustration {
    clicks: VecDeque<Click>,
    thrown: VecDeque<Thrown>,
}

impl Frustration {
    /// A user action. Its error may have come before it: they travel apart.
    pub(super) fn action(&mut self, entry: &Entry, fields: &Fields<'_>) -> Option<StreamEvent> {
        if fields.kind() != "click" {
            return self.outcome(entry, fields);
        }
        let click = Click {
            page: page_of(entry),
            element: element(fields),
            time: entry.time,
            has_effect: None,
            event_id: entry.header().event_id.map(std::borrow::Cow::into_owned),
        };
        let failed = self.thrown.iter().find(|thrown| follows(thrown, &click));
        let error = failed.map(|thrown| error_click(entry, &click.element, &thrown.message));
        remember(&mut self.clicks, click);
        error.or_else(|| self.outcome(entry, fields))
    }

    /// An uncaught error.
    pub(super) fn error(&mut self, entry: &Entry, fields: &Fields<'_>) -> Option<StreamEvent> {
        if entry.class != LogClass::Exception {
            return None;
        }
        let message = preview(&fields.message());
        let thrown = Thrown { page: page_of(entry), message, time: entry.time };
        let click = self.clicks.iter().rev().find(|click| follows(&thrown, click));
        let told = click.map(|click| error_click(entry, &click.element, &thrown.message));
        remember(&mut self.thrown, thrown);
        told
    }

    /// What became of an action.
    pub(super) fn outcome(&mut self, entry: &Entry, fields: &Fields<'_>) -> Option<StreamEvent> {
        let outcome = fields.outcome.as_ref()?;
        let has_effect = outcome.get("effect")?.as_str()? != NO_EFFECT;
        match fields.kind().as_ref() {
            "click" => self.click_outcome(entry, has_effect),
            "submit" if !has_effect && is_long_enough(outcome) => Some(unanswered_form(entry, fields)),
            _ => None,
        }
    }

    fn click_outcome(&mut self, entry: &Entry, has_effect: bool) -> Option<StreamEvent> {
        let event_id = entry.header().event_id;
        let is_it = |click: &Click| match (&event_id, &click.event_id) {
            (Some(id), Some(known)) => id == known,
            _ => click.time == entry.time,
        };
        let at = self.clicks.iter().rposition(is_it)?;
        let click = self.clicks.get_mut(at)?;
        click.has_effect = Some(has_effect);
        let (page, element, time) = (click.page.clone(), click.element.clone(), click.time);
        let is_near = |click: &&Click| {
            click.page == page
                && click.element == element
                && (time.as_milliseconds() - click.time.as_milliseconds()).abs() <= ATTEMPT_MILLISECONDS
        };
        let near: Vec<&Click> = self.clicks.iter().filter(is_near).collect();
        let is_dead = near.len() >= REPEATED && near.iter().all(|click| click.has_effect == Some(false));
        is_dead.then(|| repeated_clicks(entry, &element, near.len()))
    }
}

fn repeated_clicks(entry: &Entry, element: &str, count: usize) -> StreamEvent {
    let message = format!("Repeated clicks on {element} — handler may be broken");
    let context = vec![("element", json!(element)), ("clicks", json!(count))];
    event(entry, (Category::UserFrustration, Severity::Warning), message, context)
}

/// Less says only that the user did something else meanwhile.
fn is_long_enough(outcome: &Value) -> bool {
    outcome.get("ms").and_then(Value::as_f64).is_some_and(|waited| waited >= FORM_MILLISECONDS)
}

fn unanswered_form(entry: &Entry, fields: &Fields<'_>) -> StreamEvent {
    let action = fields.form_action();
    let message = format!("Form submit to {action} — no response after 5s");
    event(entry, (Category::UserFrustration, Severity::Warning), message, vec![("form", json!(action))])
}

fn error_click(entry: &Entry, element: &str, error: &str) -> StreamEvent {
    let message = format!("Click on {element} led to an error: {error}");
    let context = vec![("element", json!(element)), ("error", some_text(error))];
    event(entry, (Category::UserFrustration, Severity::Warning), message, context)
}

fn follows(thrown: &Thrown, click: &Click) -> bool {
    let after = thrown.time.as_milliseconds() - click.time.as_milliseconds();
    thrown.page == click.page && (0..=ERROR_AFTER_MILLISECONDS).contains(&after)
}

/// The document instance, or what comes nearest to it.
fn page_of(entry: &Entry) -> String {
    let header = entry.header();
    header.page.or(header.tab).or(header.url).unwrap_or_default().into_owned()
}

/// The element as a person would find it.
fn element(fields: &Fields<'_>) -> String {
    let selector = |name: &str| fields.selectors.as_ref()?.get(name)?.as_str().map(str::to_owned);
    let test_id = || selector("testId").map(|id| format!("[data-testid=\"{id}\"]"));
    let id = || selector("id").map(|id| format!("#{}", id.trim_start_matches('#')));
    let role = || {
        let role = fields.selectors.as_ref()?.get("role")?;
        let part = |name: &str| role.get(name).and_then(Value::as_str);
        Some(format!("{} \"{}\"", part("role")?, part("name")?))
    };
    let target = || Some(fields.target().into_owned()).filter(|target| !target.is_empty());
    let css = || selector("cssPath");
    let found = test_id().or_else(id).or_else(role).or_else(target).or_else(css);
    start(&found.unwrap_or_else(|| "an element".to_owned()), MOST_PREVIEW)
}

fn remember<T>(list: &mut VecDeque<T>, item: T) {
    if list.len() >= MOST_REMEMBERED {
        list.pop_front();
    }
    list.push_back(item);
}
