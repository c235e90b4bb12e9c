//! Two kept pictures side by side: what differs, and a picture of it.
//!
//! Works on pixels and takes tens of milliseconds, so callers run it beside the event loop.

use std::sync::Arc;

use gasoline_core::capture_file::{Image, Picture};
use gasoline_core::compare::pictures::{self, PictureContext, PictureDifference, Pixels, Side};
use image::RgbImage;

use crate::picture::{self, PictureError};

/// What stands where something changed.
const CHANGED: image::Rgb<u8> = image::Rgb([230, 0, 120]);

/// How much of the later picture shows through, of 255.
const FAINT: u16 = 80;

/// A kept picture.
#[derive(Clone, Debug)]
pub(crate) struct KeptImage {
    pub(crate) image: Image,
    /// The pieces of a full page below the first.
    pub(crate) tiles: Vec<Image>,
    pub(crate) context: Arc<PictureContext>,
}

/// What differs between two pictures of a capture, and the later one with it marked; none if pixels are missing or unreadable.
pub fn compare_pictures(before: &Picture, after: &Picture) -> Option<(PictureDifference, Image)> {
    let (earlier, later) = (before.full.as_ref()?, after.full.as_ref()?);
    compare((earlier, &before.context), (later, &after.context)).ok()
}

/// What differs, and the later picture with it marked.
pub(crate) fn between(
    before: &KeptImage,
    after: &KeptImage,
) -> Result<(PictureDifference, Image), PictureError> {
    compare((&before.image, &before.context), (&after.image, &after.context))
}

type Shown<'p> = (&'p Image, &'p PictureContext);

fn compare(
    (before, before_context): Shown<'_>,
    (after, after_context): Shown<'_>,
) -> Result<(PictureDifference, Image), PictureError> {
    let (one, two) = (picture::decode(&before.bytes)?, picture::decode(&after.bytes)?);
    let (was, is) =
        (before_context.area(before.width, before.height), after_context.area(after.width, after.height));
    let (earlier, later) = (before_context.elements_in(was), after_context.elements_in(is));
    let found = pictures::difference(
        &Side { pixels: pixels(&one), elements: &earlier, area: was },
        &Side { pixels: pixels(&two), elements: &later, area: is },
    );
    let marked = marked(two, &found.mask);
    Ok((found, picture::encode(marked)?))
}

fn pixels(picture: &RgbImage) -> Pixels<'_> {
    Pixels { width: picture.width(), height: picture.height(), rgb: picture.as_raw() }
}

/// The picture, faint, with what changed.
fn marked(mut picture: RgbImage, mask: &[bool]) -> RgbImage {
    for (pixel, changed) in picture.pixels_mut().zip(mask) {
        if *changed {
            *pixel = CHANGED;
            continue;
        }
        for channel in &mut pixel.0 {
            let faint = (u16::from(*channel) * FAINT + 255 * (255 - FAINT)) / 255;
            *channel = u8::try_from(faint).unwrap_or(u8::MAX);
        }
    }
    picture
}
