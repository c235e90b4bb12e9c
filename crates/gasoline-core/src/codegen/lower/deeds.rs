//! Which recorded actions are deeds of their own, and which only show what another one did.
//!
//! One click on a label is recorded as a click and a check, typing as a click and several inputs, a double click as
//! three events. A script must do each thing once.

use gasoline_wire::ActionKind;

use super::session::Action;

/// How long after its cause an effect may be recorded.
const EFFECT_MILLISECONDS: i64 = 1_000;
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
                && (matches!(before.event.kind, ActionKind::Click | ActionKind::DoubleClick | ActionKind::Dialog)
                    || before.event.key.as_deref() == Some("Enter"))
        }
        // A button that has the focus is clicked by Enter, without a place.
        ActionKind::Click => {
            let by_enter = before.event.key.as_deref() == Some("Enter") && action.event.position.is_none();
            let by_drop = before.event.kind == ActionKind::Drag;
            (by_enter && action.time - before.time <= 100) || (by_drop && action.time - before.time <= 100)
        }
        _ => false,
    }
}

/// Takes back what an action stands for as well; when the first of that began.
fn take_absorbed(action: &Action, kept: &mut Vec<Kept<'_>>) -> Option<i64> {
    let mut started = None;
    while let Some(index) = previous_index(action, kept) {
        let Some(before) = kept.get(index) else { break };
        if !absorbs(action, before.action) {
            break;
        }
        started = Some(before.started);
        kept.remove(index);
    }
    started
}

fn absorbs(action: &Action, before: &Action) -> bool {
    let apart = action.time - before.time;
    let clicked = before.event.kind == ActionKind::Click;
    let same = is_same_element(action, before);
    match action.event.kind {
        ActionKind::DoubleClick => clicked && same && apart <= DOUBLE_CLICK_MILLISECONDS,
        ActionKind::Check | ActionKind::Uncheck => clicked && (same || apart <= EFFECT_MILLISECONDS / 2),
        ActionKind::Select => clicked && same,
        // The dialog for files stays open as long as the user likes.
        ActionKind::Upload => clicked,
        // Typing goes on, or the click that put the cursor there.
        ActionKind::Input => same && (clicked || before.event.kind == ActionKind::Input),
        ActionKind::Scroll => before.event.kind == ActionKind::Scroll && same,
        _ => false,
    }
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
