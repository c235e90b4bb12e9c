//! Which of the recorded ways to an element a script uses.
//!
//! Our own capture tried each way when it recorded and put the most durable first. Others send only the documented
//! selectors: then the documented order decides, and a warning says that nobody tried.

use gasoline_wire::{Locator, LocatorStrategy, Selectors};

use super::super::script::Target;
use super::recorded_flow::Action;
use crate::address::is_data;

/// The element of an action; nothing if the action names none.
pub(super) fn target(action: &Action, warnings: &mut Vec<String>) -> Option<Target> {
    let event = &action.event;
    let found = event.selectors.as_ref().map(|selectors| of_selectors(selectors, action, warnings));
    let found = found.flatten().or_else(|| short_form(action, warnings))?;
    let tag = event.target.as_deref().and_then(tag);
    Some(Target { tag, input_type: event.input_type.clone(), ..found })
}

/// The element's name at the start of `button#submit.primary`.
fn tag(short: &str) -> Option<String> {
    let end = short.find(['#', '.', '[', ':']).unwrap_or(short.len());
    short.get(..end).filter(|tag| !tag.is_empty()).map(str::to_ascii_lowercase)
}

/// Where something was dropped.
pub(super) fn drop_target(action: &Action, warnings: &mut Vec<String>) -> Option<Target> {
    action.event.to.as_ref().and_then(|selectors| of_selectors(selectors, action, warnings))
}

fn of_selectors(selectors: &Selectors, action: &Action, warnings: &mut Vec<String>) -> Option<Target> {
    let mut ways = selectors.locators.clone().unwrap_or_default();
    if ways.is_empty() {
        ways = documented(selectors);
        if ways.is_empty() {
            return None;
        }
        let target = action.event.target.as_deref().unwrap_or("an element");
        note(
            warnings,
            format!("Uniqueness of the selector for {target} was not verified when it was recorded"),
        );
    } else {
        prefer_lasting(&mut ways);
        if ways.first().is_some_and(is_by_place) {
            let target = action.event.target.as_deref().unwrap_or("an element");
            note(warnings, format!("Only its position tells {target} from its like; consider a data-testid"));
        }
    }
    Some(Target {
        frames: action.event.frames.clone().unwrap_or_default(),
        ways,
        untried: [by_id(selectors), by_path(selectors)].into_iter().flatten().collect(),
        spoken: selectors.role.as_ref().map(|role| role.name.clone()),
        in_shadow: selectors.in_shadow.unwrap_or(false),
        aria_label: selectors.aria_label.clone(),
        tag: None,
        input_type: None,
    })
}

/// Without selectors the old short form, `button#submit.primary`, is a CSS selector of its own.
fn short_form(action: &Action, warnings: &mut Vec<String>) -> Option<Target> {
    let short =
        action.event.target.as_deref().filter(|target| *target != "document" && !target.is_empty())?;
    note(warnings, format!("No selectors were recorded for {short}; its short form is used"));
    Some(Target {
        frames: action.event.frames.clone().unwrap_or_default(),
        ways: vec![way(LocatorStrategy::Css, short)],
        untried: Vec::new(),
        spoken: None,
        in_shadow: false,
        aria_label: None,
        tag: None,
        input_type: None,
    })
}

fn note(warnings: &mut Vec<String>, text: String) {
    if !warnings.contains(&text) {
        warnings.push(text);
    }
}

/// The documented order: test id, role, label, text, id, CSS path. But an id that was unique comes before what may be ambiguous, unless
/// it is made at run time or was only looked for in one shadow root.
fn documented(selectors: &Selectors) -> Vec<Locator> {
    let role = selectors
        .role
        .as_ref()
        .map(|role| Locator { role: Some(role.role.clone()), ..way(LocatorStrategy::Role, &role.name) });
    let test_id = selectors.test_id.as_deref().map(|id| Locator {
        attribute: selectors.test_id_attribute.clone(),
        ..way(LocatorStrategy::TestId, id)
    });
    let by = |strategy, value: &Option<String>| value.as_deref().map(|value| way(strategy, value));
    let is_unique = |id: &String| selectors.in_shadow != Some(true) && !is_made_at_run_time(id);
    let (first, later) = if selectors.id.as_ref().is_some_and(is_unique) {
        (by_id(selectors), None)
    } else {
        (None, by_id(selectors))
    };
    [
        test_id,
        first,
        role,
        by(LocatorStrategy::Label, &selectors.aria_label),
        by(LocatorStrategy::Text, &selectors.text),
        later,
        by_path(selectors),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Ids of React and other libraries, and those that hold data.
fn is_made_at_run_time(id: &str) -> bool {
    id.contains([':', '«']) || id.split(['-', '_', '.']).any(is_data)
}

fn by_id(selectors: &Selectors) -> Option<Locator> {
    selectors.id.as_deref().map(|id| way(LocatorStrategy::Id, id))
}

fn by_path(selectors: &Selectors) -> Option<Locator> {
    selectors.css_path.as_deref().map(|path| way(LocatorStrategy::Css, path))
}

/// One way without anything that narrows it.
pub(super) fn way(by: LocatorStrategy, value: &str) -> Locator {
    Locator {
        by,
        value: value.to_owned(),
        attribute: None,
        role: None,
        exact: None,
        within: None,
        has_text: None,
        nth: None,
    }
}

/// Whether only a place tells an element, or what it is looked for in, from its like.
fn is_by_place(way: &Locator) -> bool {
    let is_place = way.by == LocatorStrategy::Css && way.value.contains(":nth-");
    way.nth.is_some() || is_place || way.within.as_deref().is_some_and(is_by_place)
}

/// The page ranked by how likely each way lasts and broke ties by the documented table; `nth` lasts least, no matter who ranked
/// it, because after a change it finds the neighbour. A place in CSS finds nothing then, and stays where the page put it:
/// before what is certainly data.
fn prefer_lasting(ways: &mut [Locator]) {
    ways.sort_by_key(|way| way.nth.is_some());
}

/// The name by which answers and warnings call a strategy.
pub(crate) fn strategy_name(by: LocatorStrategy) -> &'static str {
    match by {
        LocatorStrategy::TestId => "testId",
        LocatorStrategy::Role => "role",
        LocatorStrategy::Label => "ariaLabel",
        LocatorStrategy::Placeholder => "placeholder",
        LocatorStrategy::AltText => "altText",
        LocatorStrategy::Title => "title",
        LocatorStrategy::Text => "text",
        LocatorStrategy::Id => "id",
        LocatorStrategy::Css => "cssPath",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ways(id: &str, in_shadow: bool) -> Vec<&'static str> {
        let selectors = json!({
            "testId": null, "role": { "role": "button", "name": "Edit" }, "id": id, "text": "Edit",
            "cssPath": "main > button", "inShadow": in_shadow,
        });
        let selectors: Selectors = serde_json::from_value(selectors).unwrap();
        documented(&selectors).iter().map(|way| strategy_name(way.by)).collect()
    }

    #[test]
    fn an_id_that_was_unique_comes_before_what_may_be_ambiguous() {
        // Situation recordings-07.
        assert_eq!(ways("edit-address", false), ["id", "role", "text", "cssPath"]);
        assert_eq!(ways("edit-address", true), ["role", "text", "id", "cssPath"]);
        for made in [":r1:", "radix-17", "row-0b5c1f7e"] {
            assert_eq!(ways(made, false), ["role", "text", "id", "cssPath"], "{made}");
        }
    }
}
