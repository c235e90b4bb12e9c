//! Text and pictures that no compressor finds a pattern in, the same in every run.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::{ImageFormat, Rgb, RgbImage};

/// Letters in no order, always the same for one seed.
pub(crate) fn noise(seed: usize, length: usize) -> String {
    let mut numbers = Numbers(seed as u64);
    (0..length).map(|_| char::from(b'a' + numbers.next() % 26)).collect()
}

/// A PNG picture of that size, in base64.
pub(crate) fn picture(width: u32, height: u32) -> anyhow::Result<String> {
    let mut numbers = Numbers(1);
    let picture =
        RgbImage::from_fn(width, height, |_, _| Rgb([numbers.next(), numbers.next(), numbers.next()]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(BASE64_STANDARD.encode(bytes.into_inner()))
}

/// Numbers without a pattern, without a source of chance.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 56) as u8
    }
}
