//! A screenshot comes in: its pixels are made fit and kept, what is known of it becomes an entry.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gasoline_core::capture_file::{Image, Picture};
use gasoline_core::intake::{IntakeError, Route};
use gasoline_wire::{ScreenshotCapture, ScreenshotEntry};

use super::pictures::Size;
use super::{App, unpoisoned};
use crate::picture::{self, PictureError, Prepared};

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
    #[error("the work on the picture broke off")]
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
        let data = BASE64_STANDARD.decode(&capture.data)?;
        let prepared = self.prepare(data, &capture).await?;
        self.keep_screenshot(capture, prepared)
    }

    /// The pixels of a screenshot, if they are still kept.
    pub(crate) fn screenshot(&self, id: &str) -> Option<Image> {
        unpoisoned(&self.captured.pictures).get(id, Size::Full)
    }

    /// The small copy of a screenshot, if it is still kept.
    pub(crate) fn thumbnail(&self, id: &str) -> Option<Image> {
        unpoisoned(&self.captured.pictures).get(id, Size::Thumbnail)
    }

    /// Runs beside the event loop, and alone: decoded pixels are large.
    async fn prepare(&self, data: Vec<u8>, capture: &ScreenshotCapture) -> Result<Prepared, ScreenshotError> {
        let _turn = self.ingestion.picture_work.acquire().await.map_err(|_| ScreenshotError::BrokenOff)?;
        let (viewport, masks) = (capture.viewport, capture.masks.clone().unwrap_or_default());
        let work = tokio::task::spawn_blocking(move || picture::prepare(&data, viewport, &masks));
        Ok(work.await.map_err(|_| ScreenshotError::BrokenOff)??)
    }

    fn keep_screenshot(
        &self,
        capture: ScreenshotCapture,
        prepared: Prepared,
    ) -> Result<String, ScreenshotError> {
        // Held until the pixels are there, so that nobody reads of a picture they cannot get.
        let mut pictures = unpoisoned(&self.captured.pictures);
        let id = pictures.new_id();
        let event_id = capture.identity.event_id.clone();
        let entry = serde_json::to_vec(&describe(id.clone(), capture, &prepared.full)).unwrap_or_default();
        let ingested = self.ingest_and(Route::Screenshots, &entry, |appended| {
            appended.added.first().and_then(|entry| entry.test_id.clone())
        })?;
        if let Some(reason) = ingested.received.first_rejection {
            return Err(ScreenshotError::Refused(reason));
        }
        let Prepared { full, thumbnail } = prepared;
        pictures.keep(Picture {
            id: id.clone(),
            event_id,
            test_id: ingested.seen,
            full: Some(full),
            thumbnail: Some(thumbnail),
        });
        Ok(id)
    }
}

fn describe(id: String, capture: ScreenshotCapture, picture: &Image) -> ScreenshotEntry {
    ScreenshotEntry {
        id,
        ts: capture.ts,
        url: capture.url,
        trigger: capture.trigger,
        mime_type: picture.image_type.mime_type().to_owned(),
        width: picture.width,
        height: picture.height,
        size: picture.bytes.len(),
        viewport: capture.viewport,
        related_event_id: capture.related_event_id,
        identity: capture.identity,
    }
}
