//! What is known of a picture beside its pixels.

use gasoline_wire::{BoundingBox, PictureElement, Viewport};
use serde::{Deserialize, Serialize};

/// What a page showed when it was pictured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PictureContext {
    /// What could be seen. Positions are those of `viewport`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<PictureElement>,
    /// What was to be seen, before anything was cut off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub viewport: Option<Viewport>,
    /// The part that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crop: Option<BoundingBox>,
}

impl PictureContext {
    /// Where a picture of this size, in pixels, stands in the page's viewport, in CSS pixels.
    pub fn area(&self, width: u32, height: u32) -> BoundingBox {
        match (self.crop, self.viewport) {
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

    /// The elements that an area shows something of.
    pub fn elements_in(&self, shown: BoundingBox) -> Vec<PictureElement> {
        let is_shown = |element: &&PictureElement| {
            let BoundingBox { x, y, width, height } = element.bounding_box;
            x < shown.x + shown.width
                && y < shown.y + shown.height
                && x + width > shown.x
                && y + height > shown.y
        };
        self.elements.iter().filter(is_shown).cloned().collect()
    }
}
