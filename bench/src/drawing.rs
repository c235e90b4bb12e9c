//! A picture of a page: areas of one colour, and lines that look like text.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::{ImageFormat, Rgb, RgbImage};

/// Pixels of a line of text, and of a card.
const LINE: u32 = 18;
const CARD: u32 = 160;

/// A PNG picture of that size, in base64.
pub(crate) fn page(width: u32, height: u32) -> anyhow::Result<String> {
    encoded(&RgbImage::from_fn(width, height, pixel))
}

/// A picture as PNG, in base64.
pub(crate) fn encoded(picture: &RgbImage) -> anyhow::Result<String> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(BASE64_STANDARD.encode(bytes.into_inner()))
}

fn pixel(x: u32, y: u32) -> Rgb<u8> {
    let card = (x / CARD, y / CARD);
    let is_text =
        y % LINE < 11 && (x.wrapping_mul(2_654_435_761) >> 28).wrapping_add(y / LINE).is_multiple_of(3);
    match (is_text, (card.0 + card.1) % 3) {
        (true, _) => Rgb([32, 32, 40]),
        (false, 0) => Rgb([255, 255, 255]),
        (false, 1) => Rgb([240, 244, 250]),
        (false, _) => Rgb([250, 236, 220]),
    }
}
