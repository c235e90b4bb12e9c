//! Pictures as capture files hold them: raw, so that any viewer opens them, and a list of whose they are.

use std::sync::Arc;

use bytes::Bytes;
use gasoline_wire::ImageType;
use serde::{Deserialize, Serialize};

use super::part_name::ending_of;
use crate::compare::pictures::PictureContext;

/// Pixels, encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// As what.
    pub image_type: ImageType,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// The encoded picture.
    pub bytes: Bytes,
}

impl Image {
    /// How the name of a file of it ends.
    pub fn file_ending(&self) -> &'static str {
        ending_of(self.image_type)
    }
}

/// A picture and whose it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its id, which its entry names.
    pub id: String,
    /// The identity of the capture that brought it.
    pub event_id: Option<String>,
    /// The test it belongs to.
    pub test_id: Option<Arc<str>>,
    /// In full size, if it was kept.
    pub full: Option<Image>,
    /// The small copy, if it was kept.
    pub thumbnail: Option<Image>,
    /// What the page showed.
    pub context: Arc<PictureContext>,
}

impl Picture {
    /// Bytes of its pixels.
    pub fn bytes(&self) -> usize {
        [&self.full, &self.thumbnail].into_iter().flatten().map(|image| image.bytes.len()).sum()
    }
}

/// A line of the list of pictures.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PictureRecord {
    pub(super) id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) event_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) test_id: Option<Arc<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) full: Option<ImageRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thumbnail: Option<ImageRecord>,
}

/// What the list says of an image; the rest is its part.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct ImageRecord {
    pub(super) width: u32,
    pub(super) height: u32,
}

impl PictureRecord {
    pub(super) fn of(picture: &Picture) -> Self {
        let record = |image: &Image| ImageRecord { width: image.width, height: image.height };
        Self {
            id: picture.id.clone(),
            event_id: picture.event_id.clone(),
            test_id: picture.test_id.clone(),
            full: picture.full.as_ref().map(record),
            thumbnail: picture.thumbnail.as_ref().map(record),
        }
    }

    /// The picture this is about, its pixels still missing.
    pub(super) fn without_pixels(&self) -> Picture {
        Picture {
            id: self.id.clone(),
            event_id: self.event_id.clone(),
            test_id: self.test_id.clone(),
            full: None,
            thumbnail: None,
            context: Arc::default(),
        }
    }
}
