//! After which steps a page is compared with its picture, and what the comparison leaves out.

use std::collections::BTreeMap;

use super::super::script::{Operation, Outcome};
use super::flow::Timed;
use super::identities::Identities;
use super::traffic::Caused;
use crate::address::Parts;

/// Effects of an action that leave the page as it looked.
const UNSEEN: [&str; 10] =
    ["none", "clipboard", "dialog", "download", "focus", "message", "print", "scroll", "selection", "window"];

/// What pictures leave out.
#[derive(Clone, Debug)]
pub(crate) enum PageMasks {
    /// These selectors, on every page.
    Everywhere(Vec<String>),
    /// Selectors by the path of the page, `*` for segments that are data.
    ByPath(BTreeMap<String, Vec<String>>),
}

impl PageMasks {
    pub(crate) const NONE: Self = Self::Everywhere(Vec::new());

    fn of(&self, path: &str) -> Vec<String> {
        match self {
            Self::Everywhere(selectors) => selectors.clone(),
            Self::ByPath(pages) => pages.get(path).cloned().unwrap_or_default(),
        }
    }
}

/// Pictures are compared after loads, navigations, steps that changed the page, and at the end.
pub(super) fn expect_looks(
    steps: &mut [Timed],
    caused: &[Caused<'_>],
    identities: &Identities,
    masks: &PageMasks,
) {
    let last = steps.iter().rposition(|timed| !matches!(timed.step.operation, Operation::Remark));
    // The path that each tab shows.
    let mut paths: BTreeMap<usize, String> = BTreeMap::new();
    for (index, timed) in steps.iter_mut().enumerate() {
        let address = timed.led_to.as_ref().map(|led_to| &led_to.url).or(opened(&timed.step.operation));
        if let Some(address) = address {
            paths.insert(timed.step.page, identities.general_path(Parts::of(address).path));
        }
        let asks = caused.iter().any(|caused| caused.step == index && !caused.requests.is_empty());
        let Some(what) = looked_at(timed, asks, last == Some(index)) else { continue };
        let path = paths.get(&timed.step.page).map(String::as_str).unwrap_or_default();
        let name = format!("{}-{what}", index + 1);
        timed.step.after.push(Outcome::Looks { name, masks: masks.of(path) });
    }
}

fn opened(operation: &Operation) -> Option<&String> {
    match operation {
        Operation::Open(url) | Operation::Reload(url) | Operation::Back(url) | Operation::Forward(url) => {
            Some(url)
        }
        _ => None,
    }
}

/// What a picture after a step is called; none where the page looks as before, as far as is known.
fn looked_at(timed: &Timed, asks: bool, is_last: bool) -> Option<&'static str> {
    let operation = &timed.step.operation;
    match operation {
        Operation::Open(_) => return Some("page-load"),
        Operation::Reload(_) => return Some("reload"),
        _ if timed.led_to.is_some() => return Some("navigation"),
        _ => {}
    }
    let effect = timed.acted.as_ref().and_then(|acted| acted.effect.as_deref());
    // What a field says is seen with whatever follows.
    let is_typing = matches!(operation, Operation::Fill(..));
    let is_changed = match effect {
        Some(effect) => !UNSEEN.contains(&effect),
        None => is_last || (asks && !is_typing),
    };
    is_changed.then(|| kind_of(operation)).flatten()
}

fn kind_of(operation: &Operation) -> Option<&'static str> {
    Some(match operation {
        Operation::Open(_) | Operation::Reload(_) | Operation::Remark => return None,
        Operation::Back(_) | Operation::Forward(_) => "history",
        Operation::Click(..) => "click",
        Operation::Fill(..) => "input",
        Operation::Press(..) => "key",
        Operation::Select(..) => "choice",
        Operation::Check(_) => "check",
        Operation::Uncheck(_) => "uncheck",
        Operation::Upload(..) => "upload",
        Operation::Drag(..) => "drop",
        Operation::SubmitForm(_) => "submit",
    })
}
