//! Which pixels of two pictures look different.
//!
//! Colours are compared in YIQ, where equal distances look about equally far apart. A pixel on an edge that is drawn
//! between two flat areas in both pictures is not counted: fonts and curves come out a little differently every time.

/// A picture in memory.
#[derive(Clone, Copy, Debug)]
pub struct Pixels<'p> {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: &'p [u8],
}

/// Squared distance of two colours from which on they look different: a tenth of the way from black to white.
const VISIBLE_DISTANCE: f64 = 35_215.0 * 0.1 * 0.1;

/// Equal neighbours from which on a pixel belongs to a flat area.
const FLAT_NEIGHBOURS: usize = 3;

type Colour = [u8; 3];

impl Pixels<'_> {
    /// `None` outside of the picture.
    fn at(&self, x: i64, y: i64) -> Option<Colour> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * 3;
        self.rgb.get(start..start + 3)?.try_into().ok()
    }

    fn neighbours(&self, x: i64, y: i64) -> impl Iterator<Item = (i64, i64, Colour)> {
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (right, down)));
        let others = around.filter(|step| *step != (0, 0));
        others.filter_map(move |(right, down)| {
            self.at(x + right, y + down).map(|colour| (x + right, y + down, colour))
        })
    }

    fn is_flat(&self, x: i64, y: i64) -> bool {
        let Some(own) = self.at(x, y) else { return false };
        // Beyond the border is more of the same.
        let is_border = x == 0 || y == 0 || x + 1 == i64::from(self.width) || y + 1 == i64::from(self.height);
        let equal = self.neighbours(x, y).filter(|(_, _, colour)| *colour == own).count();
        equal + usize::from(is_border) >= FLAT_NEIGHBOURS
    }

    /// Whether the pixel stands between a darker and a brighter area, one of which is flat here and in `other`.
    fn is_edge(&self, x: i64, y: i64, other: &Self) -> bool {
        let Some(own) = self.at(x, y).map(brightness) else { return false };
        let steps: Vec<(f64, i64, i64)> =
            self.neighbours(x, y).map(|(x, y, colour)| (brightness(colour) - own, x, y)).collect();
        if steps.iter().filter(|(step, ..)| step.abs() < f64::EPSILON).count() >= FLAT_NEIGHBOURS {
            return false;
        }
        let darkest =
            steps.iter().filter(|(step, ..)| *step < 0.0).min_by(|one, two| one.0.total_cmp(&two.0));
        let brightest =
            steps.iter().filter(|(step, ..)| *step > 0.0).max_by(|one, two| one.0.total_cmp(&two.0));
        let (Some(darkest), Some(brightest)) = (darkest, brightest) else { return false };
        [darkest, brightest].into_iter().any(|(_, x, y)| self.is_flat(*x, *y) && other.is_flat(*x, *y))
    }
}

/// The pixels of the later picture that look different from those of the earlier.
#[derive(Debug)]
pub(super) struct ChangedPixels {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) mask: Vec<bool>,
    pub(super) count: usize,
    /// Pixels that only the earlier picture has.
    missing: usize,
}

impl ChangedPixels {
    pub(super) fn between(before: Pixels<'_>, after: Pixels<'_>) -> Self {
        let (width, height) = (after.width, after.height);
        let places = (0..i64::from(height)).flat_map(|y| (0..i64::from(width)).map(move |x| (x, y)));
        let mask: Vec<bool> = places.map(|(x, y)| is_changed(&before, &after, x, y)).collect();
        let common = before.width.min(width) as usize * before.height.min(height) as usize;
        let missing = before.width as usize * before.height as usize - common;
        let count = mask.iter().filter(|changed| **changed).count() + missing;
        Self { width, height, mask, count, missing }
    }

    /// Of all pixels of both, with one decimal more than a person would say.
    pub(super) fn percent(&self) -> f64 {
        let all = self.mask.len() + self.missing;
        if all == 0 { 0.0 } else { (self.count as f64 / all as f64 * 10_000.0).round() / 100.0 }
    }
}

fn is_changed(before: &Pixels<'_>, after: &Pixels<'_>, x: i64, y: i64) -> bool {
    match (before.at(x, y), after.at(x, y)) {
        (Some(one), Some(two)) if one == two || distance(one, two) <= VISIBLE_DISTANCE => false,
        (Some(_), Some(_)) => !before.is_edge(x, y, after) && !after.is_edge(x, y, before),
        _ => true,
    }
}

fn brightness([red, green, blue]: Colour) -> f64 {
    f64::from(red) * 0.299 + f64::from(green) * 0.587 + f64::from(blue) * 0.114
}

/// Squared distance in YIQ, brightness weighing most.
fn distance(one: Colour, two: Colour) -> f64 {
    let [red, green, blue] = [0, 1, 2].map(|channel| f64::from(one[channel]) - f64::from(two[channel]));
    let y = red * 0.298_895 + green * 0.586_623 + blue * 0.114_482;
    let i = red * 0.595_978 - green * 0.274_177 - blue * 0.321_801;
    let q = red * 0.211_470 - green * 0.522_617 + blue * 0.311_147;
    0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
}
