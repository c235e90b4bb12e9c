//! A flow for people: its steps with the words, times and identities that a report needs.

use super::address::Addresses;
use super::flow::{Flow, Timed};
use super::recorded_flow::RecordedFlow;
use super::{kept_actions, top_url, top_urls};
use crate::codegen::script::{Input, Operation, Preparation, Step};

/// One thing the user did.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainStep {
    /// What was done, with what was entered.
    pub operation: Operation,
    /// The generated words, which stand for what the operation does not say.
    pub words: String,
    /// What a person would call the element, if there was one: text of the page.
    pub element: Option<String>,
    /// The element's role.
    pub role: Option<String>,
    /// How often in a row, for keys.
    pub times: usize,
    /// Messages of dialogs that came up, and whether each was accepted.
    pub dialogs: Vec<(String, bool)>,
    /// Which page: 0 for the first tab.
    pub page: usize,
    /// Where it led, if the address changed.
    pub led_to: Option<String>,
    /// Milliseconds since 1970.
    pub started: i64,
    /// The tab in which it happened.
    pub tab: Option<String>,
    /// Identities of its entries.
    pub event_ids: Vec<String>,
}

/// The steps of a flow that has actions.
pub(crate) fn steps(recorded: &RecordedFlow<'_>) -> Vec<PlainStep> {
    let first = recorded.actions.first().map(|action| top_url(recorded, action)).unwrap_or_default();
    let kept = kept_actions::kept(&recorded.actions);
    let mut warnings = Vec::new();
    let mut flow = Flow::new(Addresses::new(&first, None), top_urls(recorded), &mut warnings);
    kept.iter().for_each(|kept| flow.add(kept));
    let Flow { steps, mut addresses, .. } = flow;
    let mut plain: Vec<PlainStep> = Vec::with_capacity(steps.len());
    for timed in steps {
        let step = plain_step(timed, &mut addresses);
        match plain.last_mut() {
            Some(before) if is_same_key(before, &step) => {
                before.times += 1;
                before.led_to = step.led_to.or(before.led_to.take());
            }
            _ => plain.push(step),
        }
    }
    plain
}

fn plain_step(timed: Timed, addresses: &mut Addresses) -> PlainStep {
    let Timed { step, started, tab, led_to, acted, .. } = timed;
    let Step { words, page, before, operation, .. } = step;
    let dialogs = before.into_iter().filter_map(|preparation| match preparation {
        Preparation::Dialog(answer) => Some((answer.message, answer.accepted)),
        Preparation::Answer(_) | Preparation::Tab(_) | Preparation::FileChooser => None,
    });
    let has_element = operation.target().is_some();
    let event_ids = acted.iter().filter_map(|acted| acted.event_id.clone()).collect();
    PlainStep {
        words,
        dialogs: dialogs.collect(),
        page,
        led_to: led_to.map(|led_to| addresses.open(&led_to.url)),
        started,
        tab,
        times: 1,
        role: acted.as_ref().and_then(|acted| acted.role.clone()),
        element: acted.map(|acted| acted.name).filter(|_| has_element),
        event_ids,
        operation,
    }
}

fn is_same_key(before: &PlainStep, step: &PlainStep) -> bool {
    matches!(step.operation, Operation::Press(..))
        && before.operation == step.operation
        && before.page == step.page
}

impl PlainStep {
    /// What was entered or chosen; `None` in it stands for a value that was redacted.
    pub fn entered(&self) -> Vec<Option<&str>> {
        let inputs = match &self.operation {
            Operation::Fill(_, input) => std::slice::from_ref(input),
            Operation::Select(_, inputs) => inputs.as_slice(),
            _ => &[],
        };
        let values = inputs.iter().map(|input| match input {
            Input::Plain(text) => Some(text.as_str()),
            Input::Environment(_) => None,
        });
        values.collect()
    }
}
