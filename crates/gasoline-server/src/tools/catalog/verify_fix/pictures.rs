//! What pages look like after a change, where they were pictured before and after it.

use gasoline_core::compare::pictures::{PagePair, pairs};
use gasoline_core::compare::{Side, Verification};
use gasoline_core::intake::Kind;
use gasoline_core::render::{Answer, AnswerPicture};
use gasoline_core::store::{Scope, View};
use gasoline_wire::ScreenshotEntry;
use serde_json::{Value, json};

use crate::app::App;

/// Elements named of each page.
const MOST_ELEMENTS: usize = 5;

/// Pictures taken before and after, each in order of time.
#[derive(Debug, Default)]
pub(super) struct Pictured {
    before: Vec<ScreenshotEntry>,
    after: Vec<ScreenshotEntry>,
}

impl Pictured {
    /// What was taken around a verification.
    pub(super) fn around(one: &Verification, view: &View) -> Self {
        let mut pictured = Self::default();
        for entry in view.entries(Kind::Screenshot) {
            let Ok(taken) = serde_json::from_str(entry.text()) else { continue };
            match one.side_of(entry) {
                Some(Side::Before) => pictured.before.push(taken),
                Some(Side::After) => pictured.after.push(taken),
                None => {}
            }
        }
        pictured
    }

    /// Adds what changed to an answer. Without a picture before, nobody expects it.
    pub(super) async fn add_to(&self, answer: &mut Answer, app: &App) {
        if self.before.is_empty() {
            return;
        }
        let pairs = pairs(&self.before, &self.after);
        if pairs.is_empty() {
            answer.fields.push(("pictures_missing", json!(NO_PAIR)));
            return;
        }
        let mut rows = Vec::new();
        for pair in pairs {
            let (row, marked) = compared(app, pair).await;
            rows.push(row);
            answer.pictures.extend(marked);
        }
        answer.fields.push(("pictures", Value::Array(rows)));
    }
}

/// What is missing for a comparison.
const NO_PAIR: &str = "pictures were taken before, but none of the same page and size since `watch`: take one with capture_screenshot, then compare again";

/// The view of all pictures.
pub(super) fn view(app: &App) -> View {
    app.view(&Scope::Everything, &[Kind::Screenshot])
}

async fn compared(app: &App, pair: PagePair<'_>) -> (Value, Option<AnswerPicture>) {
    let mut row = json!({ "page": pair.page(), "before": pair.before.id, "after": pair.after.id });
    let kept = app.kept_image(&pair.before.id).zip(app.kept_image(&pair.after.id));
    let Some((before, after)) = kept else {
        row["summary"] = json!("not compared: one of the two is not kept any more");
        return (row, None);
    };
    match app.compare_screenshots(before, after).await {
        Ok((found, marked)) => {
            row["summary"] = json!(found.summary());
            row["elements"] = json!(found.elements.iter().take(MOST_ELEMENTS).collect::<Vec<_>>());
            if !found.notes.is_empty() {
                row["notes"] = json!(found.notes);
            }
            let mime_type = marked.image_type.mime_type();
            let picture = AnswerPicture { mime_type, bytes: marked.bytes };
            (row, (found.changed_pixels > 0).then_some(picture))
        }
        Err(error) => {
            row["summary"] = json!(format!("not compared: {error}"));
            (row, None)
        }
    }
}
