//! Which picture was taken at which step.

use super::super::script::Operation;
use super::flow::Timed;
use super::recorded_flow::TakenPicture;

/// A picture that was taken at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPicture {
    /// The name under which the script keeps its own picture of that step: `step-2`.
    pub step: String,
    /// Names it on the server and in capture files.
    pub id: String,
}

/// The last picture of each step. One that was taken because of a step is preferred to those that only followed it.
pub(super) fn step_pictures(steps: &[Timed], pictures: &[TakenPicture]) -> Vec<StepPicture> {
    let mut placed: Vec<Option<(bool, &TakenPicture)>> = vec![None; steps.len()];
    for taken in pictures {
        let Some((step, is_related)) = step_of(steps, taken) else { continue };
        let Some(place) = placed.get_mut(step) else { continue };
        if place.is_none_or(|(was_related, _)| is_related || !was_related) {
            *place = Some((is_related, taken));
        }
    }
    let placed = placed.into_iter().enumerate();
    placed
        .filter_map(|(step, found)| {
            let (_, taken) = found?;
            Some(StepPicture { step: step_name(step), id: taken.entry.id.clone() })
        })
        .collect()
}

/// What the picture of a step is called, without ending.
pub(crate) fn step_name(index: usize) -> String {
    format!("step-{}", index + 1)
}

/// The step of a picture, and whether it was taken because of it.
fn step_of(steps: &[Timed], taken: &TakenPicture) -> Option<(usize, bool)> {
    let is_cause = |timed: &Timed| {
        let event = timed.acted.as_ref().and_then(|acted| acted.event_id.as_ref());
        event.is_some() && event == taken.entry.related_event_id.as_ref()
    };
    if let Some(step) = steps.iter().position(is_cause) {
        return Some((step, true));
    }
    let tab = taken.entry.identity.tab.as_deref();
    let is_before = |timed: &Timed| {
        let is_elsewhere = timed.tab.as_deref().zip(tab).is_some_and(|(one, other)| one != other);
        timed.started <= taken.time && !is_elsewhere && !matches!(timed.step.operation, Operation::Remark)
    };
    steps.iter().rposition(is_before).map(|step| (step, false))
}
