//! Which recorded actions are replayed, and which only show what another one did.
//!
//! One click on a label is recorded as a click and a check, typing as a click and several inputs, a double click as
//! three events. A script must do each thing once.

use gasoline_wire::{ActionKind, LocatorStrategy};

use super::recorded_flow::Action;

/// How long after its cause an effect may be recorded.
const EFFECT_MILLISECONDS: i64 = 1_000;
/// How long after a key, a drop or a click on a label the browser makes a click of it, where nothing else tells.
const AT_ONCE_MILLISECONDS: i64 = 100;
/// How long the clicks of a double click may be apart.
const DOUBLE_CLICK_MILLISECONDS: i64 = 1_500;

/// An action that is replayed, and when everything it stands for began.
#[derive(Debug)]
pub(super) struct Kept<'a> {
    pub(super) action: &'a Action,
    pub(super) started: i64,
}

/// The actions that are replayed, in order.
pub(super) fn kept(actions: &[Action]) -> Vec<Kept<'_>> {
    let mut kept: Vec<Kept<'_>> = Vec::with_capacity(actions.len());
    for action in actions {
        if is_effect(action, &kept) {
            continue;
        }
        let started = take_absorbed(action, &mut kept).unwrap_or(action.time);
        kept.push(Kept { action, started });
    }
    kept
}

/// Whether an action only shows what the one before it did.
fn is_effect(action: &Action, kept: &[Kept<'_>]) -> bool {
    let Some(before) = previous(action, kept).map(|kept| kept.action) else {
        return false;
    };
    let is_soon = action.time - before.time <= EFFECT_MILLISECONDS;
    match action.event.kind {
        ActionKind::Submit => {
            is_soon
                && (matches!(
                    before.event.kind,
                    ActionKind::Click | ActionKind::DoubleClick | ActionKind::Dialog
                ) || before.event.key.as_deref() == Some("Enter"))
        }
        // A button that has the focus is clicked by Enter, without a place.
        ActionKind::Click => {
            let by_enter = before.event.key.as_deref() == Some("Enter") && action.event.position.is_none();
            let by_drop = before.event.kind == ActionKind::Drag;
            // A list tells of the choice when the button is let go, and only then comes the click.
            let by_choice = before.event.kind == ActionKind::Select && is_named(action, "option");
            (by_enter || by_drop || by_choice) && action.time - before.time <= AT_ONCE_MILLISECONDS
        }
        _ => false,
    }
}

/// Whether an action was on an element of this name.
fn is_named(action: &Action, name: &str) -> bool {
    action.event.target.as_deref().and_then(|target| target.split(['#', '.']).next()) == Some(name)
}

/// Takes back what an action stands for as well; when the first of that began.
fn take_absorbed(action: &Action, kept: &mut Vec<Kept<'_>>) -> Option<i64> {
    let mut taken: Option<Kept<'_>> = None;
    while let Some(index) = previous_index(action, kept) {
        let Some(before) = kept.get(index) else { break };
        if !absorbs(action, before.action, taken.as_ref().map(|kept| kept.action)) {
            break;
        }
        taken = Some(kept.remove(index));
    }
    taken.map(|kept| kept.started)
}

/// Whether an action stands for the one before it as well, having `taken` the one between them.
fn absorbs(action: &Action, before: &Action, taken: Option<&Action>) -> bool {
    let apart = action.time - before.time;
    let clicked = before.event.kind == ActionKind::Click;
    let same = is_same_element(action, before);
    match action.event.kind {
        ActionKind::DoubleClick => clicked && same && apart <= DOUBLE_CLICK_MILLISECONDS,
        // The click on a label is the browser's click on its box too.
        ActionKind::Check | ActionKind::Uncheck => {
            clicked
                && match names_same(action, before) {
                    _ if same => true,
                    Some(is_label) => is_label && apart <= EFFECT_MILLISECONDS / 2,
                    None => apart <= AT_ONCE_MILLISECONDS,
                }
        }
        ActionKind::Select => clicked && same,
        // The dialog for files stays open as long as the user likes. A click on something else may have put the field there.
        ActionKind::Upload => {
            clicked
                && match taken {
                    None => same || is_named(before, "label"),
                    Some(opened) => is_same_element(action, opened) && forwards(before, opened),
                }
        }
        // Typing goes on, or the click that put the cursor there.
        ActionKind::Input => same && (clicked || before.event.kind == ActionKind::Input),
        ActionKind::Scroll => before.event.kind == ActionKind::Scroll && same,
        _ => false,
    }
}

/// Whether the browser made a click on a field of one on what stands in its label: nobody clicks twice so soon.
fn forwards(clicked: &Action, on_field: &Action) -> bool {
    on_field.time - clicked.time <= AT_ONCE_MILLISECONDS
}

/// Whether what was clicked says part of a box's name, as its label does; unknown where either says nothing.
fn names_same(checked: &Action, clicked: &Action) -> Option<bool> {
    let name = checked.event.selectors.as_ref()?.role.as_ref().map(|role| role.name.to_lowercase())?;
    let selectors = clicked.event.selectors.as_ref()?;
    let by_role = || selectors.role.as_ref().map(|role| role.name.as_str());
    let by_text = || {
        let texts = selectors.locators.iter().flatten().filter(|way| way.by == LocatorStrategy::Text);
        texts.map(|way| way.value.as_str()).next()
    };
    let said = selectors.text.as_deref().or_else(by_text).or_else(by_role).filter(|said| !said.is_empty())?;
    Some(name.contains(&said.to_lowercase()))
}

/// The kept action before this one in the same tab.
fn previous<'k, 'a>(action: &Action, kept: &'k [Kept<'a>]) -> Option<&'k Kept<'a>> {
    previous_index(action, kept).and_then(|index| kept.get(index))
}

fn previous_index(action: &Action, kept: &[Kept<'_>]) -> Option<usize> {
    kept.iter().rposition(|kept| kept.action.tab() == action.tab())
}

/// Whether two actions were on one element, as far as what was recorded tells.
fn is_same_element(one: &Action, other: &Action) -> bool {
    let frame = |action: &Action| action.event.identity.frame.clone();
    if frame(one) != frame(other) || one.event.target != other.event.target {
        return false;
    }
    match (&one.event.selectors, &other.event.selectors) {
        (Some(one), Some(other)) => {
            one.css_path == other.css_path && one.test_id == other.test_id && one.id == other.id
        }
        (None, None) => one.event.target.is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// An element, and in quotes after it what it says.
    fn selectors(element: &str) -> serde_json::Value {
        match element.split_once('"') {
            Some((path, said)) => {
                let said = said.trim_end_matches('"');
                json!({ "cssPath": path, "text": said, "role": { "role": "any", "name": said } })
            }
            None => json!({ "cssPath": element }),
        }
    }

    /// Actions written as `time kind element`, and what is kept of them.
    fn check(written: &[(i64, &str, &str)], expected: &[&str]) {
        let actions: Vec<Action> = written
            .iter()
            .map(|(time, kind, element)| {
                let (kind, key) = kind.split_once(':').map_or((*kind, None), |(kind, key)| (kind, Some(key)));
                let event = json!({
                    "ts": "2026-01-01T00:00:00.000Z", "type": kind, "url": "http://localhost/", "target": element,
                    "key": key, "position": (kind == "click").then_some(json!({ "x": 1, "y": 1 })),
                    "selectors": selectors(element), "tab": "1",
                });
                Action { time: *time, event: serde_json::from_value(event).unwrap(), effect: None }
            })
            .collect();
        let kept = kept(&actions);
        let shown: Vec<String> = kept
            .iter()
            .map(|kept| {
                let kind = json!(kept.action.event.kind);
                format!(
                    "{} {} {}",
                    kept.started,
                    kind.as_str().unwrap(),
                    kept.action.event.target.as_deref().unwrap()
                )
            })
            .collect();
        assert_eq!(shown, expected, "{written:?}");
    }

    #[test]
    fn typing_is_one_fill_that_began_with_the_click_into_the_field() {
        check(&[(0, "click", "a"), (900, "input", "a"), (5_000, "input", "a")], &["0 input a"]);
        check(
            &[(0, "input", "a"), (1, "keypress:Tab", "a"), (9, "input", "b")],
            &["0 input a", "1 keypress a", "9 input b"],
        );
        check(&[(0, "click", "b"), (900, "input", "a")], &["0 click b", "900 input a"]);
    }

    #[test]
    fn a_click_is_not_done_again_by_what_it_caused() {
        check(&[(0, "click", "label"), (4, "check", "box")], &["0 check box"]);
        check(&[(0, "click", "box"), (4, "uncheck", "box")], &["0 uncheck box"]);
        check(&[(0, "click", "other"), (180, "check", "box")], &["0 click other", "180 check box"]);
        check(&[(0, "click", "send"), (4, "submit", "send")], &["0 click send"]);
        check(&[(0, "click", "list"), (8_000, "select", "list")], &["0 select list"]);
        check(&[(0, "drag", "card"), (5, "click", "board")], &["0 drag card"]);
        check(&[(0, "select", "list"), (2, "click", "option.day")], &["0 select list"]);
        check(&[(0, "select", "list"), (2, "click", "options")], &["0 select list", "2 click options"]);
    }

    #[test]
    fn a_label_is_told_from_something_else_by_what_it_says() {
        let box_ = r#"box"Only unanswered tickets""#;
        check(&[(0, "click", r#"span"Unanswered""#), (300, "check", box_)], &[&format!("0 check {box_}")]);
        let other = r#"summary"More""#;
        check(
            &[(0, "click", other), (20, "check", box_)],
            &[&format!("0 click {other}"), &format!("20 check {box_}")],
        );
    }

    #[test]
    fn a_choice_of_files_stands_for_the_click_on_its_field_or_label_and_for_no_other() {
        // Situation recordings-10: what is clicked may have to put the field there first.
        check(
            &[(0, "click", "button"), (30_000, "upload", "file")],
            &["0 click button", "30000 upload file"],
        );
        check(&[(0, "click", "label.drop"), (30_000, "upload", "file")], &["0 upload file"]);
        check(
            &[(0, "click", "next"), (800, "click", "file"), (9_000, "upload", "file")],
            &["0 click next", "800 upload file"],
        );
        // What stands in a label is clicked, and the browser clicks its field.
        check(
            &[
                (0, "click", "next"),
                (800, "click", "span"),
                (801, "click", "file"),
                (9_000, "upload", "file"),
            ],
            &["0 click next", "800 upload file"],
        );
    }

    #[test]
    fn enter_in_a_form_is_one_press() {
        check(&[(0, "keypress:Enter", "field"), (3, "submit", "form")], &["0 keypress field"]);
        check(
            &[(0, "keypress:Escape", "field"), (3, "submit", "form")],
            &["0 keypress field", "3 submit form"],
        );
        check(&[(0, "input", "field"), (3_000, "submit", "form")], &["0 input field", "3000 submit form"]);
    }

    #[test]
    fn a_double_click_swallows_its_clicks_and_no_other() {
        check(
            &[(0, "click", "x"), (5_000, "click", "x"), (5_200, "click", "x"), (5_200, "doubleclick", "x")],
            &["0 click x", "5000 doubleclick x"],
        );
        check(&[(0, "click", "y"), (9, "doubleclick", "x")], &["0 click y", "9 doubleclick x"]);
    }

    #[test]
    fn scrolling_on_is_one_scroll() {
        check(
            &[(0, "scroll", "document"), (600, "scroll", "document"), (900, "scroll", "pane")],
            &["0 scroll document", "900 scroll pane"],
        );
    }
}
