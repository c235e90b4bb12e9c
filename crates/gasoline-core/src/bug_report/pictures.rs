//! Which picture belongs to which step. Only the metadata of pictures is read here. The caller knows where their pixels
//! are.

use gasoline_wire::{ScreenshotEntry, ScreenshotTrigger};
use serde_json::json;

use super::error::BugError;
use super::evidence::{AFTER_MILLISECONDS, Evidence, Reach};
use crate::analysis::query::Query;
use crate::codegen::PlainStep;
use crate::intake::Kind;
use crate::store::View;

/// Pictures in one report; the last ones are nearest to the error.
const MOST_PICTURES: usize = 10;

/// A picture that a report shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportPicture {
    /// Names it on the server and in capture files.
    pub id: String,
    /// What is written under it: `Step 2`, `Step 3: Error state`.
    pub label: String,
    /// What a file of it is called, without ending: `step-2`.
    pub name: String,
    /// The item of the list of steps, from 0; the error is the one after the last step.
    pub(super) item: usize,
}

/// The pictures of a report, each at its step.
pub(super) fn placed(
    view: &View,
    query: &Query,
    evidence: &Evidence,
    error: Option<&BugError>,
) -> Vec<ReportPicture> {
    let session = evidence.flow.as_ref().and_then(|flow| flow.session.as_deref());
    let reach = Reach { query, session, span: evidence.span };
    let mut taken: Vec<(i64, ScreenshotEntry)> = view
        .entries(Kind::Screenshot)
        .iter()
        .filter(|entry| query.admits(entry) && reach.is_of_session(entry))
        .filter_map(|entry| Some((entry.time.as_milliseconds(), entry.typed(json!({ "url": "" }))?)))
        .collect();
    taken.sort_by_key(|(time, _)| *time);
    let steps = evidence.steps();
    let mut items: Vec<Option<(bool, ReportPicture)>> = Vec::new();
    items.resize_with(steps.len() + 1, || None);
    for (time, picture) in &taken {
        let Some((item, is_related)) = item_of(steps, error, *time, picture) else { continue };
        let Some(place) = items.get_mut(item) else { continue };
        // The last one shows most of what a step did; one that was taken because of it beats any other.
        if place.as_ref().is_none_or(|(was_related, _)| is_related || !was_related) {
            *place = Some((is_related, described(picture, item, item == steps.len())));
        }
    }
    let mut pictures: Vec<ReportPicture> = items.into_iter().flatten().map(|(_, picture)| picture).collect();
    pictures.drain(..pictures.len().saturating_sub(MOST_PICTURES));
    pictures
}

/// The step of a picture, and whether it was taken because of it.
fn item_of(
    steps: &[PlainStep],
    error: Option<&BugError>,
    time: i64,
    picture: &ScreenshotEntry,
) -> Option<(usize, bool)> {
    if let Some(event) = &picture.related_event_id {
        if error.is_some_and(|error| error.event_ids.contains(event)) {
            return Some((steps.len(), true));
        }
        if let Some(step) = steps.iter().position(|step| step.event_ids.contains(event)) {
            return Some((step, true));
        }
    }
    // Of an error that came back, the last time is what the steps lead to.
    if let Some(error) = error.filter(|error| time >= error.last) {
        let is_soon = time <= error.last.saturating_add(AFTER_MILLISECONDS);
        let is_of_error = picture.trigger == ScreenshotTrigger::Error && picture.related_event_id.is_none();
        return (is_soon && (is_of_error || picture.trigger != ScreenshotTrigger::Error))
            .then_some((steps.len(), false));
    }
    let is_elsewhere = |step: &PlainStep| {
        step.tab.as_deref().zip(picture.identity.tab.as_deref()).is_some_and(|(one, other)| one != other)
    };
    steps.iter().rposition(|step| step.started <= time && !is_elsewhere(step)).map(|step| (step, false))
}

fn described(picture: &ScreenshotEntry, item: usize, is_error: bool) -> ReportPicture {
    let number = item + 1;
    let label = if is_error { format!("Step {number}: Error state") } else { format!("Step {number}") };
    ReportPicture { id: picture.id.clone(), label, name: format!("step-{number}"), item }
}
