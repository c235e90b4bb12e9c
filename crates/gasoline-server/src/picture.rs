//! Makes a picture fit to be kept: within its bounds of size, password fields painted over, with a thumbnail.
//!
//! Works on bytes alone and takes tens of milliseconds, so callers run it beside the event loop.

use std::io::Cursor;

use gasoline_core::capture_file::Image;
use gasoline_wire::{ImageType, MaskedArea, Viewport};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits, Rgb, RgbImage};

/// Longest edge that vision models look at without scaling it down themselves.
const LONGEST_EDGE: u32 = 1568;

/// Most bytes of a kept picture.
const MOST_BYTES: usize = 500 * 1024;

/// Width of a thumbnail.
const THUMBNAIL_WIDTH: u32 = 320;

/// Most bytes of a thumbnail: one goes into the 128 KB that are kept of a failed test.
const MOST_THUMBNAIL_BYTES: usize = 32 * 1024;

/// Most pixels that are decoded: a 4K screen fits, and decoding stays within the memory we promise.
const MOST_PIXELS: u64 = 12_000_000;

/// JPEG qualities to try, best first, when PNG does not fit.
const QUALITIES: [u8; 4] = [85, 70, 50, 30];

/// What stands where a password field stood.
const MASK: Rgb<u8> = Rgb([64, 64, 64]);

/// Pixels a mask extends beyond its area: rounding must not leave an edge visible.
const MASK_MARGIN: f64 = 2.0;

/// A picture and its small copy.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub(crate) full: Image,
    pub(crate) thumbnail: Image,
}

/// Why a picture cannot be kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PictureError {
    #[error("`data` is not a PNG or JPEG picture: {0}")]
    Unreadable(#[source] ImageError),
    #[error("the picture has {width} x {height} pixels; at most {MOST_PIXELS} are taken")]
    TooManyPixels { width: u32, height: u32 },
    #[error("the picture cannot be encoded: {0}")]
    Encoding(#[source] ImageError),
}

/// Decodes, paints over `masks`, and encodes within the bounds.
pub(crate) fn prepare(
    data: &[u8],
    viewport: Viewport,
    masks: &[MaskedArea],
) -> Result<Prepared, PictureError> {
    let mut picture = decode(data)?;
    // Before scaling, so that no masked pixel bleeds into its surroundings.
    paint(&mut picture, viewport, masks);
    let picture = shrink(picture, LONGEST_EDGE);
    let thumbnail = fit(scale_to_width(&picture, THUMBNAIL_WIDTH), MOST_THUMBNAIL_BYTES)?;
    Ok(Prepared { full: fit(picture, MOST_BYTES)?, thumbnail })
}

/// The pixels without transparency, which a screenshot does not have.
fn decode(data: &[u8]) -> Result<RgbImage, PictureError> {
    let reader = ImageReader::new(Cursor::new(data)).with_guessed_format();
    let mut reader = reader.map_err(|error| PictureError::Unreadable(error.into()))?;
    reader.limits(Limits::no_limits());
    let decoder = reader.into_decoder().map_err(PictureError::Unreadable)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PictureError::TooManyPixels { width, height });
    }
    DynamicImage::from_decoder(decoder).map(DynamicImage::into_rgb8).map_err(PictureError::Unreadable)
}

/// Areas are in CSS pixels of the viewport; the picture may have more pixels, or fewer.
fn paint(picture: &mut RgbImage, viewport: Viewport, masks: &[MaskedArea]) {
    let scale_x = ratio(picture.width(), viewport.width);
    let scale_y = ratio(picture.height(), viewport.height);
    for mask in masks {
        let columns = covered(mask.x, mask.width, scale_x, picture.width());
        let rows = covered(mask.y, mask.height, scale_y, picture.height());
        for row in rows {
            for column in columns.clone() {
                picture.put_pixel(column, row, MASK);
            }
        }
    }
}

fn ratio(pixels: u32, css_pixels: f64) -> f64 {
    if css_pixels > 0.0 { f64::from(pixels) / css_pixels } else { 1.0 }
}

/// The pixels a stretch covers, within `0..end`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts from f64 saturate, and the result is clamped to the picture"
)]
fn covered(start: f64, length: f64, scale: f64, end: u32) -> std::ops::Range<u32> {
    let first = (start * scale - MASK_MARGIN).floor().max(0.0) as u32;
    let last = ((start + length) * scale + MASK_MARGIN).ceil().max(0.0) as u32;
    first.min(end)..last.min(end)
}

/// PNG while it fits, then JPEG of falling quality, then smaller and smaller.
fn fit(picture: RgbImage, most_bytes: usize) -> Result<Image, PictureError> {
    let lossless = png(&picture)?;
    if lossless.bytes.len() <= most_bytes {
        return Ok(lossless);
    }
    let mut picture = picture;
    loop {
        for quality in QUALITIES {
            let encoded = jpeg(&picture, quality)?;
            if encoded.bytes.len() <= most_bytes {
                return Ok(encoded);
            }
        }
        let edge = picture.width().max(picture.height()) * 3 / 4;
        picture = shrink(picture, edge);
    }
}

fn shrink(picture: RgbImage, longest_edge: u32) -> RgbImage {
    let (width, height) = picture.dimensions();
    if width.max(height) <= longest_edge {
        return picture;
    }
    DynamicImage::from(picture).resize(longest_edge, longest_edge, FilterType::CatmullRom).into_rgb8()
}

fn scale_to_width(picture: &RgbImage, width: u32) -> RgbImage {
    if picture.width() <= width {
        return picture.clone();
    }
    let height = u64::from(picture.height()) * u64::from(width) / u64::from(picture.width());
    let height = u32::try_from(height).unwrap_or(u32::MAX).max(1);
    image::imageops::thumbnail(picture, width, height)
}

fn png(picture: &RgbImage) -> Result<Image, PictureError> {
    let mut bytes = Vec::new();
    picture.write_with_encoder(PngEncoder::new(&mut bytes)).map_err(PictureError::Encoding)?;
    Ok(encoded(picture, bytes, ImageType::Png))
}

fn jpeg(picture: &RgbImage, quality: u8) -> Result<Image, PictureError> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    picture.write_with_encoder(encoder).map_err(PictureError::Encoding)?;
    Ok(encoded(picture, bytes, ImageType::Jpeg))
}

fn encoded(picture: &RgbImage, bytes: Vec<u8>, image_type: ImageType) -> Image {
    Image { bytes: bytes.into(), image_type, width: picture.width(), height: picture.height() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

    fn viewport(width: f64, height: f64) -> Viewport {
        Viewport { width, height, device_pixel_ratio: 1.0 }
    }

    fn plain(width: u32, height: u32) -> Vec<u8> {
        png(&RgbImage::from_pixel(width, height, WHITE)).unwrap().bytes.to_vec()
    }

    /// Noise no compressor finds a pattern in.
    fn noise(width: u32, height: u32) -> Vec<u8> {
        let mut state = 1_u32;
        let picture = RgbImage::from_fn(width, height, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [_, red, green, blue] = state.to_le_bytes();
            Rgb([red, green, blue])
        });
        png(&picture).unwrap().bytes.to_vec()
    }

    #[test]
    fn a_small_picture_stays_as_large_as_it_is() {
        let Prepared { full, thumbnail } = prepare(&plain(640, 400), viewport(640.0, 400.0), &[]).unwrap();
        assert_eq!((full.image_type, full.width, full.height), (ImageType::Png, 640, 400));
        assert_eq!((thumbnail.image_type, thumbnail.width, thumbnail.height), (ImageType::Png, 320, 200));
    }

    #[test]
    fn a_large_picture_is_scaled_to_its_longest_edge() {
        let prepared = prepare(&plain(1000, 3136), viewport(1000.0, 3136.0), &[]).unwrap();
        assert_eq!((prepared.full.width, prepared.full.height), (500, 1568));
    }

    #[test]
    fn what_does_not_fit_as_png_becomes_jpeg_within_the_bound() {
        let prepared = prepare(&noise(1568, 1568), viewport(1568.0, 1568.0), &[]).unwrap();
        assert_eq!(prepared.full.image_type, ImageType::Jpeg);
        assert!(prepared.full.bytes.len() <= MOST_BYTES, "{}", prepared.full.bytes.len());
        assert_eq!(prepared.thumbnail.image_type, ImageType::Jpeg);
        assert!(prepared.thumbnail.bytes.len() <= MOST_THUMBNAIL_BYTES, "{}", prepared.thumbnail.bytes.len());
    }

    #[test]
    fn masks_cover_their_area_at_any_scale_and_nothing_else() {
        let mask = MaskedArea { x: 10.0, y: 20.0, width: 30.0, height: 5.0 };
        // Twice as many pixels as CSS pixels.
        let prepared = prepare(&plain(200, 200), viewport(100.0, 100.0), &[mask]).unwrap();
        let picture = decode(&prepared.full.bytes).unwrap();
        let (columns, rows) = (18..82, 38..52);
        for (column, row, pixel) in picture.enumerate_pixels() {
            let expected = if columns.contains(&column) && rows.contains(&row) { MASK } else { WHITE };
            assert_eq!(*pixel, expected, "at {column}, {row}");
        }
    }

    #[test]
    fn masks_beyond_the_picture_or_without_sense_are_harmless() {
        let area = |x, width| MaskedArea { x, y: -5.0, width, height: 1e300 };
        let masks = [area(f64::NAN, 1.0), area(-1e300, 1e299), area(1e300, 5.0), area(5.0, -50.0)];
        for viewport in [viewport(0.0, -1.0), viewport(f64::NAN, f64::INFINITY), viewport(4.0, 4.0)] {
            prepare(&plain(4, 4), viewport, &masks).unwrap();
        }
    }

    #[test]
    fn what_is_no_picture_or_too_large_a_one_is_refused_with_the_reason() {
        let refusal = |data: &[u8]| prepare(data, viewport(1.0, 1.0), &[]).unwrap_err().to_string();
        assert!(refusal(b"GIF89a").starts_with("`data` is not a PNG or JPEG picture"));
        assert!(refusal(&plain(8, 8)[..40]).starts_with("`data` is not a PNG or JPEG picture"));
        let huge = plain(12_000, 1_001);
        assert_eq!(refusal(&huge), "the picture has 12000 x 1001 pixels; at most 12000000 are taken");
    }
}
