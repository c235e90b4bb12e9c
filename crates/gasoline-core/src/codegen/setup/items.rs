//! Items of a list that a flow found: as many as mattered, with the fields by which the session itself creates such an item.

use serde_json::{Map, Value};

use super::call::LOOKED_AT;
use super::values::SafeValues;
use super::{FlowWords, Origin, name_of};
use crate::address::without_query;
use crate::codegen::lower::recorded_flow::RecordedFlow;
use crate::codegen::lower::request::Request;
use crate::codegen::lower::traffic;
use crate::codegen::syntax::Expression;

/// Items where nothing captured says how many are needed: a list, not one.
const USUAL_COUNT: usize = 3;
/// Of more items than this, only those that the flow uses are written out; the others are made of one.
const MOST_WRITTEN: usize = 10;
/// Shorter texts stand in too many places.
const SHORTEST_TEXT: usize = 3;
/// Fields that get a different value in each item made from one sample.
const TELLING: [&str; 6] = ["name", "title", "label", "subject", "slug", "text"];

/// Items that must be there.
#[derive(Debug)]
pub(super) struct NeededItems {
    /// The list that showed them.
    pub(super) name: String,
    /// Where they are created; none if no captured call does that.
    pub(super) url: Option<String>,
    /// How many are needed.
    pub(super) count: usize,
    /// How many the list had, as far as it was looked at.
    pub(super) captured: usize,
    /// Only part of the list was looked at.
    pub(super) is_cut: bool,
    /// Why so many.
    pub(super) reason: Reason,
    /// Further items that nothing depends on but their number, made of one.
    pub(super) fillers: Option<Fillers>,
    /// The items that are written out.
    pub(super) items: Vec<Expression<'static>>,
    pub(super) has_auth_header: bool,
}

/// Items of which only the number matters.
#[derive(Debug)]
pub(super) struct Fillers {
    pub(super) count: usize,
    /// What all of them are like.
    pub(super) sample: Expression<'static>,
    /// The field whose value differs from item to item.
    pub(super) telling: Option<&'static str>,
}

/// What says how many items are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The flow uses the last of them.
    Used,
    /// The page shows their number.
    Counted,
    /// Nothing.
    Guessed,
}

/// The lists of a flow whose items are not created by the setup.
pub(super) fn needed(
    recorded: &RecordedFlow<'_>,
    setup: &[&Request<'_>],
    flow: &FlowWords,
    origin: &Origin,
    values: &mut SafeValues<'_>,
) -> Vec<NeededItems> {
    let mut found: Vec<NeededItems> = Vec::new();
    let is_list =
        |request: &&Request<'_>| request.method == "GET" && request.status == 200 && traffic::is_api(request);
    for request in recorded.loading.iter().chain(&recorded.requests).filter(is_list) {
        let name = name_of(request);
        let Some(list) = List::of(request).filter(|_| found.iter().all(|known| known.name != name)) else {
            continue;
        };
        let path = without_query(&request.url);
        let creates = |other: &&Request<'_>| {
            other.method == "POST" && (200..300).contains(&other.status) && without_query(&other.url) == path
        };
        let created = setup.iter().filter(|other| creates(other)).count();
        let example = recorded.before.iter().chain(&recorded.requests).find(creates);
        let fields = example.and_then(|example| object(&example.request_body()?));
        let (count, reason) = list.number_that_mattered(flow);
        let wanted = count.saturating_sub(created);
        // Nobody asks for a list that is there anyway, if nothing depends on it.
        if wanted == 0 || (fields.is_none() && reason == Reason::Guessed) {
            continue;
        }
        let telling =
            fields.as_ref().and_then(|fields| TELLING.into_iter().find(|name| fields.contains_key(*name)));
        let mut written =
            |item: &Map<String, Value>| values.value("", &only(item, fields.as_ref()), &Vec::new());
        let candidates = list.items.iter().skip(created).take(wanted);
        let (items, fillers) = if wanted <= MOST_WRITTEN {
            (candidates.map(written).collect(), None)
        } else {
            let used: Vec<_> =
                candidates.clone().filter(|item| is_used(item, flow)).take(MOST_WRITTEN).collect();
            let sample = candidates.clone().find(|item| !is_used(item, flow)).map(&mut written);
            let count = wanted - used.len();
            (used.into_iter().map(written).collect(), sample.map(|sample| Fillers { count, sample, telling }))
        };
        found.push(NeededItems {
            items,
            fillers,
            name,
            url: fields.is_some().then(|| origin.applied(path)),
            count: wanted,
            captured: list.items.len(),
            is_cut: list.is_cut,
            reason,
            has_auth_header: example.is_some_and(|example| example.has_auth_header),
        });
    }
    found
}

/// The fields that creating an item takes.
fn only(item: &Map<String, Value>, fields: Option<&Map<String, Value>>) -> Value {
    let is_wanted = |name: &String| fields.is_none_or(|fields| fields.contains_key(name));
    let kept = item.iter().filter(|(name, _)| is_wanted(name));
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn object(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text).ok()
}

/// Items of an answer.
struct List {
    items: Vec<Map<String, Value>>,
    /// The answer goes on after what was looked at.
    is_cut: bool,
}

impl List {
    /// The items of an answer that is a list, or has one as its first long member.
    fn of(request: &Request<'_>) -> Option<Self> {
        let body = request.body()?;
        let looked_at = body.get(..body.floor_char_boundary(LOOKED_AT)).unwrap_or_default();
        let is_cut = request.truncated || looked_at.len() < body.len();
        let start = looked_at.find('[')?;
        // A list deep inside says less about the address that was asked.
        if looked_at.get(..start)?.matches('{').count() > 1 {
            return None;
        }
        let items = first_items(looked_at.get(start + 1..)?);
        (!items.is_empty()).then_some(Self { items, is_cut })
    }

    fn number_that_mattered(&self, flow: &FlowWords) -> (usize, Reason) {
        let all = self.items.len();
        let is_number = |text: &String| {
            let mut words = text.split(|character: char| !character.is_ascii_digit());
            words.any(|word| word == all.to_string())
        };
        if !self.is_cut && all > 1 && flow.shown.iter().any(is_number) {
            return (all, Reason::Counted);
        }
        match self.items.iter().rposition(|item| is_used(item, flow)) {
            Some(last) => (last + 1, Reason::Used),
            None => (all.min(USUAL_COUNT), Reason::Guessed),
        }
    }
}

/// The objects at the beginning of a list, whole ones only.
fn first_items(text: &str) -> Vec<Map<String, Value>> {
    let mut items = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start().trim_start_matches(',').trim_start();
        if !rest.starts_with('{') {
            return items;
        }
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Map<String, Value>>();
        let Some(Ok(item)) = values.next() else { return items };
        items.push(item);
        let end = values.byte_offset();
        rest = rest.get(end..).unwrap_or_default();
    }
}

/// Whether the flow names an item: by a text of it, or by its id in an address.
fn is_used(item: &Map<String, Value>, flow: &FlowWords) -> bool {
    item.iter().any(|(name, value)| match value {
        Value::String(text) if text.chars().count() >= SHORTEST_TEXT => {
            let is_named = |words: &[String]| words.iter().any(|word| word.contains(text.as_str()));
            is_named(&flow.found) || is_named(&flow.entered) || is_addressed(text, flow)
        }
        Value::Number(number) if crate::codegen::lower::identities::holds_identities(name) => {
            is_addressed(&number.to_string(), flow)
        }
        _ => false,
    })
}

fn is_addressed(id: &str, flow: &FlowWords) -> bool {
    flow.opened.iter().any(|url| without_query(url).split('/').any(|segment| segment == id))
}
