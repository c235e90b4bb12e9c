//! Text and pictures that no compressor finds a pattern in, the same in every run.

use image::{Rgb, RgbImage};

use crate::drawing::encoded;

/// Letters in no order, always the same for one seed.
pub(crate) fn noise(seed: usize, length: usize) -> String {
    let mut numbers = Numbers(seed as u64);
    (0..length).map(|_| char::from(b'a' + numbers.next() % 26)).collect()
}

/// A PNG picture of that size, in base64.
pub(crate) fn picture(width: u32, height: u32) -> anyhow::Result<String> {
    let mut numbers = Numbers(1);
    encoded(&RgbImage::from_fn(width, height, |_, _| Rgb([numbers.next(), numbers.next(), numbers.next()])))
}

/// Numbers without a pattern, without a source of chance.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 56) as u8
    }
}
