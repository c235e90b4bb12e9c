//! Two kept pictures side by side: what differs, and a picture of it.
//!
//! Works on pixels and takes tens of milliseconds, so callers run it beside the event loop.

use gasoline_core::capture_file::Image;
use gasoline_core::compare::pictures::{self, PictureDifference, Pixels, Side};
use gasoline_wire::{BoundingBox, PictureElement};
use image::RgbImage;

use crate::app::PictureDetails;
use crate::picture::{self, PictureError};

/// What stands where something changed.
const CHANGED: image::Rgb<u8> = image::Rgb([230, 0, 120]);

/// How much of the later picture shows through, of 255.
const FAINT: u16 = 80;

/// A kept picture.
#[derive(Clone, Debug)]
pub(crate) struct KeptImage {
    pub(crate) image: Image,
    pub(crate) details: PictureDetails,
}

impl KeptImage {
    /// Where it stands in the page's viewport, in CSS pixels.
    fn area(&self) -> BoundingBox {
        let Image { width, height, .. } = self.image;
        match (self.details.crop, self.details.viewport) {
            (Some(crop), _) => crop,
            // Of a full page only the first piece is here, and the viewport is all of it.
            (None, Some(viewport)) => {
                let height = f64::from(height) * viewport.width / f64::from(width.max(1));
                BoundingBox { x: 0.0, y: 0.0, width: viewport.width, height }
            }
            (None, None) => {
                BoundingBox { x: 0.0, y: 0.0, width: f64::from(width), height: f64::from(height) }
            }
        }
    }

    /// The elements that the picture shows something of.
    fn elements(&self) -> Vec<PictureElement> {
        let shown = self.area();
        let is_shown = |element: &&PictureElement| {
            let BoundingBox { x, y, width, height } = element.bounding_box;
            x < shown.x + shown.width
                && y < shown.y + shown.height
                && x + width > shown.x
                && y + height > shown.y
        };
        self.details.elements.iter().filter(is_shown).cloned().collect()
    }
}

/// What differs, and the later picture with it marked.
pub(crate) fn between(
    before: &KeptImage,
    after: &KeptImage,
) -> Result<(PictureDifference, Image), PictureError> {
    let (one, two) = (picture::decode(&before.image.bytes)?, picture::decode(&after.image.bytes)?);
    let (earlier, later) = (before.elements(), after.elements());
    let found = pictures::difference(
        &Side { pixels: pixels(&one), elements: &earlier, area: before.area() },
        &Side { pixels: pixels(&two), elements: &later, area: after.area() },
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
