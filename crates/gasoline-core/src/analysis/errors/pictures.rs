//! Which picture shows an error.
//!
//! A page that throws in a loop is pictured once a second, so an error without a picture of its own has the one that was
//! taken of its page within that second.

use gasoline_wire::{ScreenshotEntry, ScreenshotTrigger};

use super::joined::Place;
use crate::intake::Kind;
use crate::store::{Entry, View};

/// Pictures of one tab are so far apart at least, and no page looks different because of one error among many.
const SAME_MOMENT_MILLISECONDS: i64 = 1_000;

/// The pictures of a view that were taken at errors, read once for all of them.
#[derive(Debug)]
pub(super) struct Pictures(Vec<ErrorPicture>);

#[derive(Debug)]
struct ErrorPicture {
    id: String,
    place: Place,
    time: i64,
    error: Option<String>,
}

impl Pictures {
    pub(super) fn new(view: &View) -> Self {
        let read = |entry: &Entry| {
            let picture: ScreenshotEntry = serde_json::from_str(entry.text()).ok()?;
            (picture.trigger == ScreenshotTrigger::Error).then(|| ErrorPicture {
                id: picture.id,
                place: Place::of(entry),
                time: entry.time.as_milliseconds(),
                error: picture.related_event_id,
            })
        };
        Self(view.entries(Kind::Screenshot).iter().filter_map(|entry| read(entry)).collect())
    }

    /// The id of the picture of an error: its own, else the nearest of the same moment.
    pub(super) fn of(&self, error: &Entry) -> Option<&str> {
        if self.0.is_empty() {
            return None;
        }
        let header = error.header();
        let is_own = |picture: &&ErrorPicture| {
            header.event_id.as_deref().is_some_and(|id| picture.error.as_deref() == Some(id))
        };
        if let Some(own) = self.0.iter().find(is_own) {
            return Some(&own.id);
        }
        let (place, time) = (Place::of(error), error.time.as_milliseconds());
        let distance = |picture: &ErrorPicture| (picture.time - time).abs();
        let same = self.0.iter().filter(|picture| {
            picture.place.is_same_page(&place) && distance(picture) < SAME_MOMENT_MILLISECONDS
        });
        same.min_by_key(|picture| distance(picture)).map(|picture| picture.id.as_str())
    }
}
