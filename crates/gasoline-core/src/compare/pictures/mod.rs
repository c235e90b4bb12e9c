//! What differs between two pictures of a page: which pixels, in which places, and what became of the elements there.
//!
//! Pixels are compared as a person sees them, edges drawn a little differently left aside. Elements are those that the page
//! named when the pictures were taken; where there are none, only places are known.

mod context;
mod elements;
mod pairs;
mod pixels;
mod places;

#[cfg(test)]
mod tests;

use gasoline_wire::{BoundingBox, PictureElement};
use serde::Serialize;

pub use self::context::PictureContext;
pub use self::pairs::{PagePair, pairs};
use self::pixels::ChangedPixels;
pub use self::pixels::Pixels;

/// Places named in one comparison.
const MOST_PLACES: usize = 20;

/// One of two pictures.
#[derive(Clone, Copy, Debug)]
pub struct Side<'p> {
    /// What it shows.
    pub pixels: Pixels<'p>,
    /// What could be seen.
    pub elements: &'p [PictureElement],
    /// Where the picture stands in the page's viewport, in CSS pixels.
    pub area: BoundingBox,
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PictureDifference {
    /// Pixels that look different.
    pub changed_pixels: usize,
    /// Of a hundred pixels.
    pub changed_percent: f64,
    /// Where they are, in CSS pixels of the viewport, most changed first.
    pub places: Vec<BoundingBox>,
    /// What became of elements, in words.
    pub elements: Vec<String>,
    /// What limits the comparison.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The changed pixels of the later picture, row by row.
    #[serde(skip)]
    pub mask: Vec<bool>,
}

impl PictureDifference {
    /// How much changed, in a sentence without a full stop.
    pub fn summary(&self) -> String {
        let places = match self.places.len() {
            1 => "1 place".to_owned(),
            places => format!("{places} places"),
        };
        match self.changed_pixels {
            0 => "looks the same".to_owned(),
            pixels => format!("{pixels} pixels changed ({} %), in {places}", self.changed_percent),
        }
    }
}

/// Compares.
pub fn difference(before: &Side<'_>, after: &Side<'_>) -> PictureDifference {
    let changed = ChangedPixels::between(before.pixels, after.pixels);
    let found = places::places(&changed);
    let scale = scale_of(after);
    let places: Vec<BoundingBox> =
        found.iter().take(MOST_PLACES).map(|place| in_page(*place, after.area, scale)).collect();
    let mut notes = Vec::new();
    if (before.pixels.width, before.pixels.height) != (after.pixels.width, after.pixels.height) {
        notes.push(format!(
            "the pictures differ in size: {} x {} and {} x {} pixels; what only one of them shows counts as changed",
            before.pixels.width, before.pixels.height, after.pixels.width, after.pixels.height
        ));
    }
    let is_known = !before.elements.is_empty() && !after.elements.is_empty();
    if !is_known {
        notes.push("the elements of one of the pictures are not known: only places are named".to_owned());
    }
    let elements =
        if is_known { elements::changes(before.elements, after.elements, &places) } else { Vec::new() };
    PictureDifference {
        changed_pixels: changed.count,
        changed_percent: changed.percent(),
        places,
        elements,
        notes,
        mask: changed.mask,
    }
}

/// CSS pixels for each pixel of a picture.
fn scale_of(side: &Side<'_>) -> (f64, f64) {
    let ratio = |css: f64, pixels: u32| if pixels == 0 || css <= 0.0 { 1.0 } else { css / f64::from(pixels) };
    (ratio(side.area.width, side.pixels.width), ratio(side.area.height, side.pixels.height))
}

fn in_page(place: places::Place, area: BoundingBox, (scale_x, scale_y): (f64, f64)) -> BoundingBox {
    let places::Place { left, top, right, bottom, .. } = place;
    let whole = |value: f64| value.round();
    BoundingBox {
        x: whole(area.x + f64::from(left) * scale_x),
        y: whole(area.y + f64::from(top) * scale_y),
        width: whole(f64::from(right - left) * scale_x).max(1.0),
        height: whole(f64::from(bottom - top) * scale_y).max(1.0),
    }
}
