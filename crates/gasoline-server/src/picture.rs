//! Makes a picture fit to be kept: within its bounds of size, password fields painted over, with a thumbnail.
//!
//! Works on bytes alone and takes tens of milliseconds, so callers run it beside the event loop.

use std::io::Cursor;
use std::ops::Range;

use gasoline_core::capture_file::Image;
use gasoline_wire::{BoundingBox, ImageType, MaskedArea, Viewport};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits, Rgb, RgbImage};

/// Longest edge that vision models look at without scaling it down themselves.
const LONGEST_EDGE: u32 = 1568;

/// Most bytes of a kept picture, or of each piece of a full page.
const MOST_BYTES: usize = 500 * 1024;

/// Width to which a picture beyond that is scaled before it loses quality.
const SMALLER_WIDTH: u32 = 1280;

/// Pieces of a full page: 16,384 pixels of height, the longest edge at a time.
const MOST_PIECES: usize = 11;

/// Width of a thumbnail.
const THUMBNAIL_WIDTH: u32 = 320;

/// Most bytes of a thumbnail: one goes into the 128 KB that are kept of a failed test.
const MOST_THUMBNAIL_BYTES: usize = 32 * 1024;

/// Most pixels that are decoded: a 4K screen fits, and decoding stays within the memory we promise.
const MOST_PIXELS: u64 = 12_000_000;

/// Most memory for decoding, metadata of the file included: eight bytes for each pixel.
const MOST_DECODING_BYTES: u64 = 8 * MOST_PIXELS;

/// JPEG qualities to try, best first, when PNG does not fit.
const QUALITIES: [u8; 4] = [85, 70, 50, 30];

/// What stands where a password field stood.
const MASK: Rgb<u8> = Rgb([64, 64, 64]);

/// Pixels a mask extends beyond its area: rounding must not leave an edge visible.
const MASK_MARGIN: f64 = 2.0;

/// What outlines an element.
const MARK: Rgb<u8> = Rgb([230, 0, 120]);

/// CSS pixels of an outline.
const MARK_WIDTH: f64 = 3.0;

/// Where things are in a picture, in CSS pixels.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// What the picture shows, all pieces together.
    pub(crate) viewport: Viewport,
    /// Height of a piece, if there are several.
    pub(crate) tile_height: Option<f64>,
    /// What nobody may see.
    pub(crate) masks: Vec<MaskedArea>,
    /// What to outline.
    pub(crate) marks: Vec<BoundingBox>,
    /// The part to keep.
    pub(crate) crop: Option<BoundingBox>,
}

/// A picture, the pieces below it and its small copy.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub(crate) full: Image,
    pub(crate) tiles: Vec<Image>,
    pub(crate) thumbnail: Image,
}

/// Why a picture cannot be kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PictureError {
    #[error("`data` is not a PNG or JPEG picture: {0}")]
    Unreadable(#[source] ImageError),
    #[error("the picture has {width} x {height} pixels; at most {MOST_PIXELS} are taken")]
    TooManyPixels { width: u32, height: u32 },
    #[error("the picture has no pixels: {width} x {height}")]
    Empty { width: u32, height: u32 },
    #[error("the part to keep lies outside the picture")]
    NothingLeft,
    #[error("the picture has {0} pieces; at most {MOST_PIECES} are taken")]
    TooManyPieces(usize),
    #[error("the picture cannot be encoded: {0}")]
    Encoding(#[source] ImageError),
}

/// Decodes the pieces, paints over what nobody may see, outlines what is marked, and encodes within the bounds.
pub(crate) fn prepare(pieces: &[Vec<u8>], layout: &Layout) -> Result<Prepared, PictureError> {
    if pieces.len() > MOST_PIECES {
        return Err(PictureError::TooManyPieces(pieces.len()));
    }
    let mut thumbnail = None;
    let mut images = Vec::with_capacity(pieces.len());
    for (index, data) in pieces.iter().enumerate() {
        let picture = piece(data, index, layout)?;
        if thumbnail.is_none() {
            thumbnail = Some(fit(scale_to_width(&picture, THUMBNAIL_WIDTH), MOST_THUMBNAIL_BYTES)?);
        }
        images.push(fit(picture, MOST_BYTES)?);
    }
    let mut images = images.into_iter();
    match (images.next(), thumbnail) {
        (Some(full), Some(thumbnail)) => Ok(Prepared { full, tiles: images.collect(), thumbnail }),
        _ => Err(PictureError::Empty { width: 0, height: 0 }),
    }
}

/// One piece, as it may be seen.
fn piece(data: &[u8], index: usize, layout: &Layout) -> Result<RgbImage, PictureError> {
    let mut picture = decode(data)?;
    let Layout { viewport, tile_height, masks, marks, crop } = layout;
    let scale_x = ratio(picture.width(), viewport.width);
    // Of a page in pieces the last may be shorter, and the height of the viewport is that of all.
    let scale_y = if tile_height.is_some() { scale_x } else { ratio(picture.height(), viewport.height) };
    let above = tile_height.unwrap_or(0.0) * index as f64;
    let canvas = Canvas { scale_x, scale_y, above };
    // Before scaling, so that no masked pixel bleeds into its surroundings.
    for mask in masks {
        canvas.fill(&mut picture, *mask);
    }
    for mark in marks {
        canvas.outline(&mut picture, *mark);
    }
    let picture = match crop {
        Some(area) if tile_height.is_none() => canvas.cropped(&picture, *area)?,
        _ => picture,
    };
    Ok(shrink(picture, LONGEST_EDGE))
}

/// A picture within the bounds.
pub(crate) fn encode(picture: RgbImage) -> Result<Image, PictureError> {
    fit(picture, MOST_BYTES)
}

/// The pixels without transparency, which a screenshot does not have.
pub(crate) fn decode(data: &[u8]) -> Result<RgbImage, PictureError> {
    let reader = ImageReader::new(Cursor::new(data)).with_guessed_format();
    let mut reader = reader.map_err(|error| PictureError::Unreadable(error.into()))?;
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MOST_DECODING_BYTES);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(PictureError::Unreadable)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PictureError::TooManyPixels { width, height });
    }
    if width == 0 || height == 0 {
        return Err(PictureError::Empty { width, height });
    }
    DynamicImage::from_decoder(decoder).map(DynamicImage::into_rgb8).map_err(PictureError::Unreadable)
}

/// How CSS pixels of the page become pixels of a picture, which may have more of them, or fewer.
#[derive(Clone, Copy, Debug)]
struct Canvas {
    scale_x: f64,
    scale_y: f64,
    /// CSS pixels above the picture.
    above: f64,
}

impl Canvas {
    fn fill(self, picture: &mut RgbImage, MaskedArea { x, y, width, height }: MaskedArea) {
        let columns = covered(x, width, self.scale_x, MASK_MARGIN, picture.width());
        let rows = covered(y - self.above, height, self.scale_y, MASK_MARGIN, picture.height());
        paint(picture, columns, rows, MASK);
    }

    /// Draws a frame around an area, not over it.
    fn outline(self, picture: &mut RgbImage, BoundingBox { x, y, width, height }: BoundingBox) {
        let (left, top) = (x - MARK_WIDTH, y - MARK_WIDTH);
        let (wide, tall) = (width + 2.0 * MARK_WIDTH, height + 2.0 * MARK_WIDTH);
        for (x, y, width, height) in [
            (left, top, wide, MARK_WIDTH),
            (left, y + height, wide, MARK_WIDTH),
            (left, top, MARK_WIDTH, tall),
            (x + width, top, MARK_WIDTH, tall),
        ] {
            let columns = covered(x, width, self.scale_x, 0.0, picture.width());
            let rows = covered(y - self.above, height, self.scale_y, 0.0, picture.height());
            paint(picture, columns, rows, MARK);
        }
    }

    fn cropped(self, picture: &RgbImage, area: BoundingBox) -> Result<RgbImage, PictureError> {
        let columns = covered(area.x, area.width, self.scale_x, 0.0, picture.width());
        let rows = covered(area.y, area.height, self.scale_y, 0.0, picture.height());
        if columns.is_empty() || rows.is_empty() {
            return Err(PictureError::NothingLeft);
        }
        let (width, height) = (columns.end - columns.start, rows.end - rows.start);
        Ok(image::imageops::crop_imm(picture, columns.start, rows.start, width, height).to_image())
    }
}

fn paint(picture: &mut RgbImage, columns: Range<u32>, rows: Range<u32>, colour: Rgb<u8>) {
    for row in rows {
        for column in columns.clone() {
            picture.put_pixel(column, row, colour);
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
fn covered(start: f64, length: f64, scale: f64, margin: f64, end: u32) -> Range<u32> {
    let first = (start * scale - margin).floor().max(0.0) as u32;
    let last = ((start + length) * scale + margin).ceil().max(0.0) as u32;
    first.min(end)..last.min(end)
}

/// PNG while it fits, first as it is and then not as wide; then JPEG of falling quality, then smaller and smaller.
fn fit(mut picture: RgbImage, most_bytes: usize) -> Result<Image, PictureError> {
    let lossless = png(&picture)?;
    if lossless.bytes.len() <= most_bytes {
        return Ok(lossless);
    }
    if picture.width() > SMALLER_WIDTH {
        picture = scale_to_width(&picture, SMALLER_WIDTH);
        let smaller = png(&picture)?;
        if smaller.bytes.len() <= most_bytes {
            return Ok(smaller);
        }
    }
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

    fn layout(width: f64, height: f64) -> Layout {
        let viewport = viewport(width, height);
        Layout { viewport, tile_height: None, masks: Vec::new(), marks: Vec::new(), crop: None }
    }

    fn prepared(data: Vec<u8>, layout: &Layout) -> Result<Prepared, PictureError> {
        prepare(&[data], layout)
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
        let Prepared { full, thumbnail, .. } = prepared(plain(640, 400), &layout(640.0, 400.0)).unwrap();
        assert_eq!((full.image_type, full.width, full.height), (ImageType::Png, 640, 400));
        assert_eq!((thumbnail.image_type, thumbnail.width, thumbnail.height), (ImageType::Png, 320, 200));
    }

    #[test]
    fn a_large_picture_is_scaled_to_its_longest_edge() {
        let prepared = prepared(plain(1000, 3136), &layout(1000.0, 3136.0)).unwrap();
        assert_eq!((prepared.full.width, prepared.full.height), (500, 1568));
    }

    #[test]
    fn what_does_not_fit_as_png_becomes_jpeg_within_the_bound() {
        let prepared = prepared(noise(1568, 1568), &layout(1568.0, 1568.0)).unwrap();
        assert_eq!(prepared.full.image_type, ImageType::Jpeg);
        assert!(prepared.full.bytes.len() <= MOST_BYTES, "{}", prepared.full.bytes.len());
        assert_eq!(prepared.thumbnail.image_type, ImageType::Jpeg);
        assert!(prepared.thumbnail.bytes.len() <= MOST_THUMBNAIL_BYTES, "{}", prepared.thumbnail.bytes.len());
    }

    #[test]
    fn masks_cover_their_area_at_any_scale_and_nothing_else() {
        let mask = MaskedArea { x: 10.0, y: 20.0, width: 30.0, height: 5.0 };
        // Twice as many pixels as CSS pixels.
        let prepared =
            prepared(plain(200, 200), &Layout { masks: vec![mask], ..layout(100.0, 100.0) }).unwrap();
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
        let masks = vec![area(f64::NAN, 1.0), area(-1e300, 1e299), area(1e300, 5.0), area(5.0, -50.0)];
        for viewport in [viewport(0.0, -1.0), viewport(f64::NAN, f64::INFINITY), viewport(4.0, 4.0)] {
            prepared(plain(4, 4), &Layout { viewport, masks: masks.clone(), ..layout(4.0, 4.0) }).unwrap();
        }
    }

    #[test]
    fn what_is_no_picture_or_too_large_a_one_is_refused_with_the_reason() {
        let refusal = |data: &[u8]| prepared(data.to_vec(), &layout(1.0, 1.0)).unwrap_err().to_string();
        assert!(refusal(b"GIF89a").starts_with("`data` is not a PNG or JPEG picture"));
        assert!(refusal(&plain(8, 8)[..40]).starts_with("`data` is not a PNG or JPEG picture"));
        let huge = plain(12_000, 1_001);
        assert_eq!(refusal(&huge), "the picture has 12000 x 1001 pixels; at most 12000000 are taken");
    }
    #[test]
    fn a_picture_without_pixels_is_refused() {
        let mut bytes = plain(8, 8);
        // The width in the header; the sum that guards it is wrong then too, and either is reason enough.
        bytes[16..20].copy_from_slice(&[0, 0, 0, 0]);
        assert!(prepared(bytes, &layout(1.0, 1.0)).is_err());
        assert!(prepare(&[], &layout(1.0, 1.0)).is_err());
    }

    #[test]
    fn what_a_picture_carries_besides_pixels_cannot_fill_the_memory() {
        let bomb = with_compressed_profile(plain(8, 8), 400_000_000);
        assert!(bomb.len() < 1_000_000, "{}", bomb.len());
        let prepared = prepared(bomb, &layout(8.0, 8.0));
        assert!(prepared.is_ok_and(|prepared| prepared.full.bytes.len() < 1_000));
    }

    /// Puts a colour profile of so many zeros behind the header, compressed.
    fn with_compressed_profile(png: Vec<u8>, length: usize) -> Vec<u8> {
        use std::io::Write;
        let mut zipped = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        let zeros = vec![0; 1_000_000];
        for _ in 0..length / zeros.len() {
            zipped.write_all(&zeros).unwrap();
        }
        let mut chunk = b"iCCPx\0\0".to_vec();
        chunk.extend(zipped.finish().unwrap());
        let mut sum = flate2::Crc::new();
        sum.update(&chunk);
        let header = 33;
        let mut bytes = png[..header].to_vec();
        bytes.extend(u32::try_from(chunk.len() - 4).unwrap().to_be_bytes());
        bytes.extend(chunk);
        bytes.extend(sum.sum().to_be_bytes());
        bytes.extend(&png[header..]);
        bytes
    }

    #[test]
    fn only_the_part_asked_for_is_kept_and_marks_frame_their_element() {
        let element = BoundingBox { x: 20.0, y: 10.0, width: 40.0, height: 30.0 };
        let crop = BoundingBox { x: 10.0, y: 0.0, width: 60.0, height: 50.0 };
        let asked = Layout { marks: vec![element], crop: Some(crop), ..layout(100.0, 100.0) };
        let prepared = prepared(plain(200, 200), &asked).unwrap();
        let picture = decode(&prepared.full.bytes).unwrap();
        assert_eq!(picture.dimensions(), (120, 100));
        let (inside, frame) = ((20..100, 20..80), (14..106, 14..86));
        for (column, row, pixel) in picture.enumerate_pixels() {
            let is_in =
                |(columns, rows): &(Range<u32>, Range<u32>)| columns.contains(&column) && rows.contains(&row);
            let expected = if is_in(&frame) && !is_in(&inside) { MARK } else { WHITE };
            assert_eq!(*pixel, expected, "at {column}, {row}");
        }
        let outside = BoundingBox { x: 500.0, ..crop };
        let error = prepare(&[plain(200, 200)], &Layout { crop: Some(outside), ..asked }).unwrap_err();
        assert_eq!(error.to_string(), "the part to keep lies outside the picture");
    }

    #[test]
    fn a_full_page_comes_in_pieces_and_masks_cross_them() {
        let mask = MaskedArea { x: 0.0, y: 90.0, width: 10.0, height: 20.0 };
        let page = Layout { tile_height: Some(100.0), masks: vec![mask], ..layout(50.0, 150.0) };
        let pieces = [plain(50, 100), plain(50, 50)];
        let Prepared { full, tiles, .. } = prepare(&pieces, &page).unwrap();
        assert_eq!((full.height, tiles.len(), tiles[0].height), (100, 1, 50));
        let [first, second] = [&full, &tiles[0]].map(|image| decode(&image.bytes).unwrap());
        assert_eq!([first.get_pixel(5, 95), first.get_pixel(5, 80)], [&MASK, &WHITE]);
        assert_eq!([second.get_pixel(5, 5), second.get_pixel(5, 20)], [&MASK, &WHITE]);
        let many = vec![plain(1, 1); MOST_PIECES + 1];
        assert_eq!(
            prepare(&many, &page).unwrap_err().to_string(),
            "the picture has 12 pieces; at most 11 are taken"
        );
    }
}
