//! What a test expects to see: headings and marked elements of the snapshot that belongs to the moment.

use std::collections::BTreeSet;

use gasoline_wire::{DomLandmark, LandmarkKind};
use serde_json::Value;

use super::super::script::{Landmark, Operation, Outcome};
use super::flow::Timed;
use super::identities::Identities;
use super::recorded_flow::{PageLandmarks, RecordedFlow};
use super::traffic::Caused;
use crate::address::Parts;
use crate::removed;

/// Landmarks asserted at one moment.
const MOST_LANDMARKS: usize = 3;
/// Texts of answers that are compared.
const MOST_TEXTS: usize = 2_000;

/// Adds what the page shows after loads, navigations and clicks that asked the server.
pub(super) fn assert_landmarks(steps: &mut [Timed], caused: &[Caused<'_>], recorded: &RecordedFlow<'_>) {
    let (knowledge, landmarks) = (Knowledge::of(recorded), &recorded.landmarks);
    let moments: Vec<(usize, usize)> = landmarks
        .iter()
        .enumerate()
        .filter_map(|(index, shown)| {
            let step = step_of(steps, shown)?;
            let asks = caused.iter().any(|caused| caused.step == step && !caused.requests.is_empty());
            shows_something_new(steps.get(step)?, asks).then_some((step, index))
        })
        .collect();
    for (position, &(step, shown)) in moments.iter().enumerate() {
        // The last picture of a step shows what it came to.
        let is_last = moments.get(position + 1).is_none_or(|(next, _)| *next != step);
        let (Some(timed), Some(shown)) = (steps.get_mut(step), landmarks.get(shown)) else { continue };
        if is_last {
            timed.step.after.extend(knowledge.landmarks(shown).into_iter().map(Outcome::Shows));
        }
    }
}

/// The step whose result a snapshot shows.
fn step_of(steps: &[Timed], shown: &PageLandmarks) -> Option<usize> {
    let tab = &shown.snapshot.identity.tab;
    let is_before = |timed: &Timed| {
        let same_tab = tab.is_none() || timed.tab.is_none() || timed.tab == *tab;
        same_tab && timed.started <= shown.time && !matches!(timed.step.operation, Operation::Remark)
    };
    let step = steps.iter().rposition(is_before)?;
    // Typing changes no heading: the picture taken meanwhile is of what was there before.
    (0..=step).rev().find(|&step| {
        steps
            .get(step)
            .is_some_and(|timed| is_before(timed) && !matches!(timed.step.operation, Operation::Fill(..)))
    })
}

fn shows_something_new(timed: &Timed, asks: bool) -> bool {
    match timed.step.operation {
        Operation::Open(_) | Operation::Reload(_) | Operation::Back(_) | Operation::Forward(_) => true,
        Operation::Click(..) => asks || timed.led_to.is_some(),
        _ => timed.led_to.is_some(),
    }
}

/// What tells an application's own words from data.
#[derive(Debug)]
pub(super) struct Knowledge<'s> {
    /// Texts that answers of the server carried.
    data: BTreeSet<String>,
    /// What the server called things, in addresses.
    identities: &'s Identities,
}

impl<'s> Knowledge<'s> {
    pub(super) fn of(recorded: &'s RecordedFlow<'_>) -> Self {
        let mut data = BTreeSet::new();
        for request in &recorded.requests {
            let body = request.body().and_then(|body| serde_json::from_str(&body).ok());
            body.iter().for_each(|value| collect_texts(value, &mut data));
        }
        Self { data, identities: &recorded.identities }
    }

    fn is_data(&self, text: &str) -> bool {
        self.data.iter().any(|datum| text.contains(datum.as_str()))
    }

    /// The landmarks most likely to be there next time: words of the application first, then what is there whatever it
    /// says.
    fn landmarks(&self, shown: &PageLandmarks) -> Vec<Landmark> {
        let has_data_path = self.identities.general_path(Parts::of(&shown.snapshot.url).path).contains('*');
        let seen = shown.snapshot.landmarks.iter();
        let mut ranked: Vec<(u8, Landmark)> =
            seen.filter_map(|seen| self.ranked(seen, has_data_path)).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.dedup_by(|one, other| one.1 == other.1);
        ranked.into_iter().take(MOST_LANDMARKS).map(|(_, landmark)| landmark).collect()
    }

    fn ranked(&self, seen: &DomLandmark, has_data_path: bool) -> Option<(u8, Landmark)> {
        let text = seen.text.trim();
        if text.is_empty() || is_passing(text) || removed::occurs_in(text) {
            return None;
        }
        let is_data = has_data_path || self.is_data(text);
        match (seen.kind, &seen.test_id) {
            (LandmarkKind::Heading, _) => {
                let level = seen.level.unwrap_or(1);
                let stable = if has_digits(text) { stable_part(text) } else { Some(text.to_owned()) };
                let stable = stable.filter(|_| !is_data);
                let rank = if stable.is_none() { 3 } else { u8::from(has_digits(text)) };
                Some((rank, Landmark::Heading(level, stable)))
            }
            (LandmarkKind::TestId, Some(id)) => {
                // Pages that come from the server whole show data that no answer carried: text alone proves nothing.
                let is_known = !self.data.is_empty() && !is_data && is_words(text);
                let text = is_known.then(|| text.to_owned());
                let rank = if text.is_some() { 1 } else { 2 };
                Some((rank, Landmark::TestId { id: id.clone(), attribute: seen.attribute.clone(), text }))
            }
            (LandmarkKind::TestId, None) => None,
        }
    }
}

/// Texts of a JSON value that would be recognised in a heading.
fn collect_texts(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if (3..=100).contains(&text.chars().count()) && texts.len() < MOST_TEXTS => {
            texts.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| collect_texts(field, texts)),
        _ => {}
    }
}

fn has_digits(text: &str) -> bool {
    text.chars().any(char::is_numeric)
}

/// Whether a text is more likely the application's than somebody's data: no digits, no signs of addresses, few words.
fn is_words(text: &str) -> bool {
    let is_data_sign = |character: char| character.is_numeric() || "@/:$€£¥%#…".contains(character);
    !text.contains(is_data_sign) && text.chars().count() <= 40
}

/// What a page shows only for a while.
pub(super) fn is_passing(text: &str) -> bool {
    const PASSING: [&str; 7] =
        ["loading", "please wait", "saving", "sending", "submitting", "processing", "redirecting"];
    let lower = text.to_lowercase();
    PASSING.iter().any(|word| lower.starts_with(word)) || lower.ends_with("...") || lower.ends_with('…')
}

/// The longest run of words without a number beside it: a word after a number changes with it.
fn stable_part(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut best: Vec<&str> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let mut after_number = false;
    for word in words {
        if has_digits(word) {
            run.clear();
            after_number = true;
        } else if after_number {
            after_number = false;
        } else {
            run.push(word);
            if run.len() > best.len() {
                best.clone_from(&run);
            }
        }
    }
    let part = best.join(" ");
    (part.chars().filter(|character| character.is_alphabetic()).count() >= 3).then_some(part)
}
