//! A picture of the page with what caused it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{BoundingBox, Identity, Viewport};

/// Why the picture was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ScreenshotTrigger {
    Navigation,
    Action,
    Error,
    Explicit,
}

/// What a kept picture is encoded as. A closed list: it is told to browsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum ImageType {
    /// PNG.
    #[serde(rename = "image/png")]
    Png,
    /// JPEG.
    #[serde(rename = "image/jpeg")]
    Jpeg,
}

impl ImageType {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Png, Self::Jpeg];

    /// The MIME type.
    pub fn mime_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// A part of the viewport that must not be seen, in CSS pixels from its top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MaskedArea {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// An element that could be seen when the picture was taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PictureElement {
    /// A CSS selector that finds this element and no other, in its own document or shadow root.
    pub selector: String,
    /// In CSS pixels from the top left corner of what the picture shows without `crop`.
    pub bounding_box: BoundingBox,
    /// Its own text, masked where it is sensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// When pictures are taken unasked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct AutoScreenshot {
    pub on_navigation: bool,
    pub on_error: bool,
    pub on_action: bool,
}

impl AutoScreenshot {
    /// Until somebody decides otherwise.
    pub const USUAL: Self = Self { on_navigation: false, on_error: true, on_action: false };

    /// Whether something that happened is worth a picture.
    pub fn wants(self, trigger: ScreenshotTrigger) -> bool {
        match trigger {
            ScreenshotTrigger::Navigation => self.on_navigation,
            ScreenshotTrigger::Action => self.on_action,
            ScreenshotTrigger::Error => self.on_error,
            ScreenshotTrigger::Explicit => true,
        }
    }
}

/// One capture as it is posted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ScreenshotCapture {
    /// Browser time, ISO 8601.
    pub ts: String,
    /// The document.
    pub url: String,
    /// Why it was taken.
    pub trigger: ScreenshotTrigger,
    /// PNG or JPEG of the viewport, base64.
    pub data: String,
    /// Viewport when it was taken; of a full page, the whole page.
    pub viewport: Viewport,
    /// A full page is sent in pieces, from the top down: `data` is the first, these are the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<String>>,
    /// Height of a piece in CSS pixels; the last may be shorter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile_height: Option<f64>,
    /// The part that is kept; everything without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crop: Option<BoundingBox>,
    /// What to outline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<BoundingBox>>,
    /// What could be seen, up to 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<PictureElement>>,
    /// What somebody who looks at it has to know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// Where password fields stand; the server paints over them before anything is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masks: Option<Vec<MaskedArea>>,
    /// `eventId` of the action or error it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub related_event_id: Option<String>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}

/// What is kept of a capture beside its pixels, and listed in `/snapshot`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScreenshotEntry {
    /// Names the picture: `GET /screenshots/{id}`, as long as it is kept.
    pub id: String,
    /// Browser time, ISO 8601.
    pub ts: String,
    /// The document.
    pub url: String,
    /// Why it was taken.
    pub trigger: ScreenshotTrigger,
    /// What the kept picture is encoded as.
    pub mime_type: String,
    /// Width of the kept picture in pixels.
    pub width: u32,
    /// Height of the kept picture in pixels.
    pub height: u32,
    /// Size of the kept picture in bytes.
    pub size: usize,
    /// Viewport when it was taken; of a full page, the whole page.
    pub viewport: Viewport,
    /// Pieces of a full page, from the top down; absent if it is in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<usize>,
    /// The part that was kept; everything without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crop: Option<BoundingBox>,
    /// What somebody who looks at it has to know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// `eventId` of the action or error it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub related_event_id: Option<String>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
