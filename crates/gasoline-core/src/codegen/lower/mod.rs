//! From a captured session to a script: what to do, what to wait for, what to expect.

pub(crate) mod address;
pub(crate) mod dynamic;
pub(crate) mod flow;
pub(crate) mod identities;
mod kept_actions;
mod landmarks;
pub(crate) mod locate;
pub(crate) mod looks;
mod passwords;
pub(crate) mod plain;
pub(crate) mod recorded_flow;
pub(crate) mod request;
mod shapes;
pub(crate) mod step_pictures;
pub(crate) mod traffic;
pub(crate) mod words;

use self::address::Addresses;
use self::flow::{Flow, Timed};
use self::identities::Identities;
use self::looks::PageMasks;
use self::recorded_flow::{Action, Failure, RecordedFlow};
use self::step_pictures::StepPicture;
use self::traffic::{AnswerAssertions, Names};
use super::script::{ErrorWatch, Outcome, Script, Step};

/// What a script asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
#[allow(clippy::struct_excessive_bools, reason = "they are the documented switches of `assertions`")]
pub struct Assertions {
    pub addresses: bool,
    pub network: bool,
    pub response_shape: bool,
    pub no_errors: bool,
    pub dom_state: bool,
    pub visual: bool,
}

/// A script and what was noticed while it was made.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) script: Script,
    pub(crate) warnings: Vec<String>,
    /// The pictures that were taken at its steps.
    pub(crate) pictures: Vec<StepPicture>,
}

/// Makes a script of a session that has actions. The title is the caller's part.
pub(crate) fn lower(
    recorded: &RecordedFlow<'_>,
    base_url: Option<&str>,
    assertions: Assertions,
    masks: &PageMasks,
) -> Lowered {
    let mut warnings = Vec::new();
    let first = recorded.actions.first().map(|action| top_url(recorded, action)).unwrap_or_default();
    let kept = kept_actions::kept(&recorded.actions);
    let mut flow = Flow::new(Addresses::new(&first, base_url), top_urls(recorded), &mut warnings);
    kept.iter().for_each(|kept| flow.add(kept));
    let Flow { mut steps, mut addresses, pages, .. } = flow;
    let caused = traffic::caused(&steps, &recorded.requests);
    if assertions.network {
        let options = AnswerAssertions { shape: assertions.response_shape };
        traffic::assert_answers(&mut steps, &caused, options, &mut Names::default());
    }
    if assertions.addresses {
        expect_addresses(&mut steps, &mut addresses, &recorded.identities);
        traffic::note_fetched(&mut steps, &caused);
    }
    if assertions.dom_state && !recorded.landmarks.is_empty() {
        landmarks::assert_landmarks(&mut steps, &caused, recorded);
    }
    if assertions.visual {
        looks::expect_looks(&mut steps, &caused, &recorded.identities, masks);
    }
    place_failures(&mut steps, &recorded.failures);
    if addresses.stripped {
        warnings.push("Tokens were removed from addresses — the flow may need a fresh login".to_owned());
    }
    warnings.extend(addresses.redacted.iter().map(|address| {
        format!(
            "The address {address} holds a redacted value — put a real one in its place before you run this"
        )
    }));
    warnings.extend(left_out(recorded));
    let errors = error_watch(recorded, assertions);
    let pictures = step_pictures::step_pictures(&steps, &recorded.pictures);
    let script = Script {
        title: String::new(),
        header: Vec::new(),
        steps: steps.into_iter().map(|timed| timed.step).collect(),
        pages,
        errors,
    };
    Lowered { script, warnings, pictures }
}

/// What the flow is about: the last error that was thrown, else the last that was logged.
pub(crate) fn main_failure(failures: &[Failure]) -> Option<Failure> {
    failures.iter().rev().find(|failure| failure.is_thrown).or(failures.last()).cloned()
}

/// The first known address of each tab's top document.
fn top_urls(recorded: &RecordedFlow<'_>) -> Vec<(Option<String>, String)> {
    let mut urls: Vec<(Option<String>, String)> = Vec::new();
    for action in recorded.actions.iter().filter(|action| action.is_in_top_frame()) {
        if urls.iter().all(|(tab, _)| tab.as_deref() != action.tab()) {
            urls.push((action.tab().map(str::to_owned), action.event.url.clone()));
        }
    }
    urls
}

fn top_url(recorded: &RecordedFlow<'_>, action: &Action) -> String {
    if action.is_in_top_frame() {
        return action.event.to_url.clone().unwrap_or_else(|| action.event.url.clone());
    }
    let found = top_urls(recorded).into_iter().find(|(tab, _)| tab.as_deref() == action.tab());
    found.map_or_else(|| action.event.url.clone(), |(_, url)| url)
}

fn left_out(recorded: &RecordedFlow<'_>) -> Vec<String> {
    let mut warnings = Vec::new();
    if recorded.foreign > 0 {
        warnings.push(format!("{} actions of other sessions or tests were left out", recorded.foreign));
    }
    if recorded.unreadable > 0 {
        warnings.push(format!("{} actions could not be read and were left out", recorded.unreadable));
    }
    warnings
}

/// Where an operation led is expected after it.
fn expect_addresses(steps: &mut [Timed], addresses: &mut Addresses, identities: &Identities) {
    let mut entered: Vec<&str> = Vec::new();
    for Timed { step, led_to, .. } in steps {
        entered.extend(step.operation.entered());
        if let Some(led_to) = led_to {
            step.after.push(Outcome::Address(addresses.expect(&led_to.url, &entered, identities)));
        }
    }
}

/// An error stands after the step that it followed.
fn place_failures(steps: &mut [Timed], failures: &[Failure]) {
    for failure in failures {
        let position = steps.iter().rposition(|timed| timed.started <= failure.time).unwrap_or(0);
        let Some(timed) = steps.get_mut(position) else { continue };
        let message = words::shortened_line(&failure.message);
        // Some are logged on their way to nobody who catches them.
        let known = timed.step.after.iter_mut().find_map(|outcome| match outcome {
            Outcome::Error { message: known, is_thrown } if *known == message => Some(is_thrown),
            _ => None,
        });
        match known {
            Some(is_thrown) => *is_thrown |= failure.is_thrown,
            None => timed.step.after.push(Outcome::Error { message, is_thrown: failure.is_thrown }),
        }
    }
}

fn error_watch(recorded: &RecordedFlow<'_>, assertions: Assertions) -> ErrorWatch {
    if !assertions.no_errors {
        return ErrorWatch::Off;
    }
    let mut known: Vec<String> = Vec::new();
    for failure in &recorded.failures {
        let message = words::shortened_line(&failure.message);
        if !known.contains(&message) && !message.starts_with("Failed to load resource") {
            known.push(message);
        }
    }
    if known.is_empty() { ErrorWatch::None } else { ErrorWatch::Known(known) }
}

/// Assertions of a script: what can turn a run red besides a step that cannot be done.
pub(crate) fn count_assertions(script: &Script) -> usize {
    let of_step = |step: &Step| -> usize {
        step.after
            .iter()
            .map(|outcome| match outcome {
                Outcome::Address(_) | Outcome::Shows(_) | Outcome::Looks { .. } => 1,
                Outcome::Answered { shape, .. } => 1 + usize::from(shape.is_some()),
                Outcome::Tab(_) | Outcome::Picture(_) | Outcome::Error { .. } | Outcome::Note(_) => 0,
            })
            .sum()
    };
    script.steps.iter().map(of_step).sum::<usize>() + usize::from(script.errors == ErrorWatch::None)
}

#[cfg(test)]
mod tests;
