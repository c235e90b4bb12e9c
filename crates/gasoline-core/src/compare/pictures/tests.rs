//! Drawn pictures, changed on purpose.

use gasoline_wire::{BoundingBox, PictureElement};

use super::*;

const WHITE: [u8; 3] = [255, 255, 255];
const BLACK: [u8; 3] = [0, 0, 0];

/// A picture of 100 by 60 pixels.
struct Drawn(Vec<u8>);

const WIDTH: u32 = 100;
const HEIGHT: u32 = 60;

impl Drawn {
    fn new() -> Self {
        Self(WHITE.repeat((WIDTH * HEIGHT) as usize))
    }

    fn filled(mut self, (left, top, width, height): (u32, u32, u32, u32), colour: [u8; 3]) -> Self {
        for y in top..top + height {
            for x in left..left + width {
                let start = ((y * WIDTH + x) * 3) as usize;
                self.0[start..start + 3].copy_from_slice(&colour);
            }
        }
        self
    }

    fn side<'p>(&'p self, elements: &'p [PictureElement]) -> Side<'p> {
        let pixels = Pixels { width: WIDTH, height: HEIGHT, rgb: &self.0 };
        Side { pixels, elements, area: area(0.0, 0.0, 100.0, 60.0) }
    }
}

fn area(x: f64, y: f64, width: f64, height: f64) -> BoundingBox {
    BoundingBox { x, y, width, height }
}

fn element(selector: &str, bounding_box: BoundingBox, text: &str) -> PictureElement {
    let text = (!text.is_empty()).then(|| text.to_owned());
    PictureElement { selector: selector.to_owned(), bounding_box, text }
}

#[test]
fn equal_pictures_differ_in_nothing() {
    let picture = Drawn::new().filled((10, 10, 20, 20), BLACK);
    let elements = [element("#a", area(10.0, 10.0, 20.0, 20.0), "A")];
    let found = difference(&picture.side(&elements), &picture.side(&elements));
    assert_eq!((found.changed_pixels, found.places.len(), found.elements.len()), (0, 0, 0));
    assert!(found.notes.is_empty());
}

#[test]
fn places_are_told_in_pixels_of_the_page_and_joined_where_they_touch() {
    let before = Drawn::new();
    let after =
        Drawn::new().filled((0, 0, 10, 4), BLACK).filled((12, 0, 4, 4), BLACK).filled((80, 50, 2, 2), BLACK);
    let scrolled = area(300.0, 1000.0, 50.0, 30.0);
    let one = Side { area: scrolled, ..before.side(&[]) };
    let two = Side { area: scrolled, ..after.side(&[]) };
    let found = difference(&one, &two);
    assert_eq!(found.changed_pixels, 40 + 16 + 4);
    assert_eq!(found.changed_percent, 1.0);
    assert_eq!(found.places, [area(300.0, 1000.0, 8.0, 2.0), area(340.0, 1025.0, 1.0, 1.0)]);
    assert_eq!(found.notes, ["the elements of one of the pictures are not known: only places are named"]);
    assert_eq!(found.mask.iter().filter(|changed| **changed).count(), 60);
}

#[test]
fn what_nobody_sees_and_softened_edges_do_not_count() {
    let plain = Drawn::new().filled((20, 20, 30, 20), BLACK);
    let tinted = Drawn::new().filled((0, 0, 10, 10), [250, 252, 255]).filled((20, 20, 30, 20), [4, 0, 4]);
    assert_eq!(difference(&plain.side(&[]), &tinted.side(&[])).changed_pixels, 0);
    // The column between black and white is drawn half way, as fonts are.
    let softened = Drawn::new().filled((20, 20, 30, 20), BLACK).filled((50, 21, 1, 18), [128, 128, 128]);
    assert_eq!(difference(&plain.side(&[]), &softened.side(&[])).changed_pixels, 0);
    let wider = Drawn::new().filled((20, 20, 34, 20), BLACK);
    assert!(difference(&plain.side(&[]), &wider.side(&[])).changed_pixels >= 3 * 20);
}

#[test]
fn elements_are_named_with_what_became_of_them() {
    let before = [
        element(".price", area(10.0, 10.0, 20.0, 8.0), "$12.00"),
        element("#a", area(0.0, 30.0, 10.0, 5.0), ""),
        element("#b", area(20.0, 30.0, 10.0, 5.0), ""),
        element("#c", area(40.0, 30.0, 10.0, 5.0), ""),
        element("#gone", area(60.0, 30.0, 10.0, 5.0), "Pay"),
        element("body", area(0.0, 0.0, 100.0, 60.0), ""),
        element("#logo", area(80.0, 40.0, 16.0, 16.0), ""),
    ];
    let after = [
        element(".price", area(10.0, 24.0, 20.0, 8.0), "NaN"),
        element("#a", area(0.0, 32.0, 10.0, 5.0), ""),
        element("#b", area(20.0, 32.0, 10.0, 5.0), ""),
        element("#c", area(40.0, 32.0, 10.0, 5.0), ""),
        element("body", area(0.0, 0.0, 100.0, 60.0), ""),
        element("#logo", area(80.0, 40.0, 16.0, 16.0), ""),
        element("#new", area(0.0, 50.0, 5.0, 5.0), "Hi"),
    ];
    let red = Drawn::new().filled((82, 42, 10, 10), [200, 0, 0]);
    let found = difference(&Drawn::new().side(&before), &red.side(&after));
    assert_eq!(
        found.elements,
        [
            "`.price` moved 14 px down; its text went from \"$12.00\" to \"NaN\"",
            "`#new` appeared (\"Hi\")",
            "`#gone` disappeared (\"Pay\")",
            "3 elements moved 2 px down: `#a`, `#b`, `#c`",
            "`#logo` looks different at the same place",
        ]
    );
}

#[test]
fn what_only_one_picture_shows_has_changed() {
    let picture = Drawn::new();
    let whole = picture.side(&[]);
    let rgb = &picture.0[..(WIDTH * 20 * 3) as usize];
    let short = Side { pixels: Pixels { width: WIDTH, height: 20, rgb }, ..whole };
    for (before, after) in [(&whole, &short), (&short, &whole)] {
        let found = difference(before, after);
        assert_eq!(found.changed_pixels, (WIDTH * 40) as usize);
        assert!(found.notes[0].starts_with("the pictures differ in size"), "{:?}", found.notes);
    }
}

#[test]
fn nonsense_is_compared_without_harm() {
    let empty = Side {
        pixels: Pixels { width: 0, height: 0, rgb: &[] },
        elements: &[],
        area: area(0.0, 0.0, 0.0, 0.0),
    };
    let short = Side { pixels: Pixels { width: 1000, height: 3, rgb: &[1, 2] }, ..empty };
    for (before, after) in [(&empty, &empty), (&empty, &short), (&short, &empty), (&short, &short)] {
        difference(before, after);
    }
}

#[test]
fn a_place_is_told_once() {
    let page = element("body", area(0.0, 0.0, 100.0, 60.0), "");
    let before = [page.clone(), element("#price", area(10.0, 10.0, 20.0, 8.0), "")];
    let after = [page.clone(), element("#price", area(10.0, 16.0, 20.0, 8.0), "")];
    let drawn = |top: u32| Drawn::new().filled((10, top, 20, 8), BLACK);
    let found = difference(&drawn(10).side(&before), &drawn(16).side(&after));
    assert_eq!(found.elements, ["`#price` moved 6 px down"]);
    let beside = Drawn::new().filled((31, 10, 9, 8), BLACK);
    let found = difference(&Drawn::new().side(&before), &beside.side(&before));
    assert_eq!(found.elements, ["what is beside `#price` looks different"]);
    let far = Drawn::new().filled((70, 40, 9, 8), BLACK);
    let found = difference(&Drawn::new().side(&before), &far.side(&before));
    assert_eq!(found.elements, ["a part of `body` looks different"]);
}
