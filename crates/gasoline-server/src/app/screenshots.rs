//! A screenshot comes in: its pixels are made fit and kept, what is known of it becomes an entry.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gasoline_core::capture_file::{Image, Picture};
use gasoline_core::compare::pictures::{PictureContext, PictureDifference};
use gasoline_core::intake::{IntakeError, Route};
use gasoline_wire::{
    LiveOutcome, LivePage, LiveQuery, PictureElement, ScreenshotCapture, ScreenshotEntry, ScreenshotQuery,
};
use serde::{Deserialize, Serialize};

use super::live::{LiveError, PageChoice};
use super::pictures::{KeptPicture, Size};
use super::{App, unpoisoned};
use crate::picture::{self, Layout, PictureError, Prepared};
use crate::picture_difference::{self, KeptImage};

/// Elements kept with a picture.
const MOST_ELEMENTS: usize = 200;

/// Elements as an object, which is what redaction reads.
#[derive(Serialize, Deserialize)]
struct Elements {
    elements: Vec<PictureElement>,
}

/// Why a screenshot was not taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScreenshotError {
    #[error("`data` is not base64: {0}")]
    NotBase64(#[from] base64::DecodeError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Intake(#[from] IntakeError),
    #[error("{0}")]
    Refused(String),
    #[error("image processing was interrupted")]
    BrokenOff,
}

impl App {
    /// Keeps one capture and returns its id. A capture sent twice keeps its first id.
    pub(crate) async fn take_screenshot(
        &self,
        capture: ScreenshotCapture,
    ) -> Result<String, ScreenshotError> {
        let event_id = capture.identity.event_id.as_deref();
        let known = event_id.and_then(|id| unpoisoned(&self.captured.pictures).id_of(id).map(str::to_owned));
        if let Some(id) = known {
            return Ok(id);
        }
        let prepared = self.prepare(&capture).await?;
        self.keep_screenshot(capture, prepared)
    }

    /// Has a browser take a picture of a page now; the page and the id of the picture.
    pub(crate) async fn capture_page(
        &self,
        choice: &PageChoice,
        query: ScreenshotQuery,
        patience: Duration,
    ) -> Result<(LivePage, String), LiveError> {
        let query = LiveQuery::Screenshot(query);
        let (page, outcome) = self.ask_page_unredacted(choice, query, patience).await?;
        let LiveOutcome::Screenshot(capture) = outcome else {
            return Err(LiveError::misunderstood(page.tab));
        };
        match self.take_screenshot(*capture).await {
            Ok(id) => Ok((page, id)),
            Err(error) => Err(LiveError::NoPicture { tab: page.tab, reason: error.to_string() }),
        }
    }

    /// A screenshot with everything that is known of it, if it is still kept.
    pub(crate) fn kept_image(&self, id: &str) -> Option<KeptImage> {
        unpoisoned(&self.captured.pictures).whole(id)
    }

    /// The elements that each kept screenshot shows, by its id.
    pub(crate) fn elements_of_screenshots(&self) -> BTreeMap<String, Vec<PictureElement>> {
        unpoisoned(&self.captured.pictures).elements()
    }

    /// What differs between two kept screenshots, and a picture of it. Runs beside the event loop.
    pub(crate) async fn compare_screenshots(
        &self,
        before: KeptImage,
        after: KeptImage,
    ) -> Result<(PictureDifference, Image), ScreenshotError> {
        let _turn = self.ingestion.picture_work.acquire().await.map_err(|_| ScreenshotError::BrokenOff)?;
        let work = tokio::task::spawn_blocking(move || picture_difference::between(&before, &after));
        Ok(work.await.map_err(|_| ScreenshotError::BrokenOff)??)
    }

    /// The pixels of a screenshot, if they are still kept.
    pub(crate) fn screenshot(&self, id: &str) -> Option<Image> {
        unpoisoned(&self.captured.pictures).get(id, Size::Full)
    }

    /// The small copy of a screenshot, if it is still kept.
    pub(crate) fn thumbnail(&self, id: &str) -> Option<Image> {
        unpoisoned(&self.captured.pictures).get(id, Size::Thumbnail)
    }

    /// The small copy of a screenshot; the picture itself where there is none.
    pub(crate) fn small_copy(&self, id: &str) -> Option<Image> {
        self.thumbnail(id).or_else(|| self.screenshot(id))
    }

    /// Where this server shows a screenshot in full size, for as long as it is kept.
    pub(crate) fn screenshot_address(&self, id: &str) -> String {
        format!("http://127.0.0.1:{}/screenshots/{id}", self.run.port)
    }

    /// Runs beside the event loop, and alone: decoded pixels are large.
    async fn prepare(&self, capture: &ScreenshotCapture) -> Result<Prepared, ScreenshotError> {
        let tiles = capture.tiles.iter().flatten();
        let pieces = [&capture.data].into_iter().chain(tiles);
        let pieces = pieces.map(|data| BASE64_STANDARD.decode(data)).collect::<Result<Vec<_>, _>>()?;
        let layout = Layout {
            viewport: capture.viewport,
            tile_height: capture.tile_height,
            masks: capture.masks.clone().unwrap_or_default(),
            marks: capture.marks.clone().unwrap_or_default(),
            crop: capture.crop,
        };
        let _turn = self.ingestion.picture_work.acquire().await.map_err(|_| ScreenshotError::BrokenOff)?;
        let work = tokio::task::spawn_blocking(move || picture::prepare(&pieces, &layout));
        Ok(work.await.map_err(|_| ScreenshotError::BrokenOff)??)
    }

    fn keep_screenshot(
        &self,
        mut capture: ScreenshotCapture,
        prepared: Prepared,
    ) -> Result<String, ScreenshotError> {
        let elements = self.readable_elements(capture.elements.take().unwrap_or_default());
        // Held until the pixels are there, so that nobody reads of a picture they cannot get.
        let mut pictures = unpoisoned(&self.captured.pictures);
        let id = pictures.new_id();
        let event_id = capture.identity.event_id.clone();
        let (viewport, crop) = (Some(capture.viewport), capture.crop);
        let entry = serde_json::to_vec(&describe(id.clone(), capture, &prepared)).unwrap_or_default();
        let ingested = self.ingest_and(Route::Screenshots, &entry, |appended| {
            appended.added.first().and_then(|entry| entry.test_id.clone())
        })?;
        if let Some(reason) = ingested.received.first_rejection {
            return Err(ScreenshotError::Refused(reason));
        }
        let Prepared { full, tiles, thumbnail } = prepared;
        let picture = Picture {
            id: id.clone(),
            event_id,
            test_id: ingested.seen,
            full: Some(full),
            thumbnail: Some(thumbnail),
            context: Arc::new(PictureContext { elements, viewport, crop }),
        };
        pictures.keep(KeptPicture { picture, tiles });
        Ok(id)
    }

    /// Elements as they may be kept: so many, without secrets.
    fn readable_elements(&self, mut elements: Vec<PictureElement>) -> Vec<PictureElement> {
        elements.truncate(MOST_ELEMENTS);
        self.redacted(&Elements { elements }).map(|readable| readable.elements).unwrap_or_default()
    }
}

fn describe(id: String, capture: ScreenshotCapture, prepared: &Prepared) -> ScreenshotEntry {
    let Prepared { full: picture, tiles, .. } = prepared;
    let of_all = |of: fn(&Image) -> usize| of(picture) + tiles.iter().map(of).sum::<usize>();
    ScreenshotEntry {
        id,
        ts: capture.ts,
        url: capture.url,
        trigger: capture.trigger,
        mime_type: picture.image_type.mime_type().to_owned(),
        width: picture.width,
        height: picture.height,
        size: of_all(|image| image.bytes.len()),
        viewport: capture.viewport,
        tiles: (!tiles.is_empty()).then_some(tiles.len() + 1),
        crop: capture.crop,
        notes: notes(capture.notes, capture.marks.map_or(0, |marks| marks.len())),
        related_event_id: capture.related_event_id,
        identity: capture.identity,
    }
}

/// What somebody who looks at a picture has to know.
fn notes(told: Option<Vec<String>>, outlined: usize) -> Option<Vec<String>> {
    let mut notes = told.unwrap_or_default();
    notes.extend((outlined > 0).then(|| format!("outlines drawn: {outlined}; a comparison sees them too")));
    (!notes.is_empty()).then_some(notes)
}
