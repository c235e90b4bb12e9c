//! What became of the elements of a page between two pictures, in words.

use std::collections::BTreeMap;

use gasoline_wire::{BoundingBox, PictureElement};

/// Sentences in one comparison.
const MOST_SENTENCES: usize = 20;

/// Pixels by which an element has to move or grow to be worth a word.
const VISIBLE_STEP: f64 = 1.0;

/// From this many elements that moved alike on, one sentence names all of them.
const MANY: usize = 3;

/// Elements named of many.
const MOST_NAMED: usize = 3;

/// What became of elements: texts and what came or went first, then what moved, then what only looks different.
pub(super) fn changes(
    before: &[PictureElement],
    after: &[PictureElement],
    places: &[BoundingBox],
) -> Vec<String> {
    let earlier: BTreeMap<&str, &PictureElement> = by_selector(before);
    let later: BTreeMap<&str, &PictureElement> = by_selector(after);
    let mut sentences = Vec::new();
    let mut moved: BTreeMap<(i64, i64), Vec<&str>> = BTreeMap::new();
    let mut unmoved = Vec::new();
    for element in after.iter().filter(|element| later.contains_key(element.selector.as_str())) {
        match earlier.get(element.selector.as_str()) {
            None => sentences.push(format!("{} appeared{}", named(element), saying(element))),
            Some(old) if Change::between(old, element).is_none() => unmoved.push(element),
            Some(old) => match Change::between(old, element) {
                Change { moved: Some(step), resized: None, text: None } => {
                    moved.entry(step).or_default().push(&element.selector);
                }
                change => sentences.push(format!("{} {}", named(element), change.words())),
            },
        }
    }
    // Places, before and after, of elements that have a sentence of their own.
    let is_named = |element: &&PictureElement| !unmoved.iter().any(|same| same.selector == element.selector);
    let named_places: Vec<BoundingBox> =
        before.iter().chain(after).filter(is_named).map(|element| element.bounding_box).collect();
    let gone = before.iter().filter(|element| !later.contains_key(element.selector.as_str()));
    sentences.extend(gone.map(|element| format!("{} disappeared{}", named(element), saying(element))));
    sentences.extend(moved.iter().flat_map(|(step, selectors)| told_together(*step, selectors)));
    let unexplained = places.iter().filter(|place| !is_explained(**place, &named_places));
    sentences.extend(unexplained.filter_map(|place| looks_different(*place, &unmoved)));
    sentences.dedup();
    let beyond = sentences.len().saturating_sub(MOST_SENTENCES);
    sentences.truncate(MOST_SENTENCES);
    if beyond > 0 {
        sentences.push(format!("and {beyond} further changes"));
    }
    sentences
}

/// Those that one selector finds alone.
fn by_selector(elements: &[PictureElement]) -> BTreeMap<&str, &PictureElement> {
    elements.iter().map(|element| (element.selector.as_str(), element)).collect()
}

fn named(element: &PictureElement) -> String {
    format!("`{}`", element.selector)
}

fn saying(element: &PictureElement) -> String {
    element.text.as_ref().map(|text| format!(" (\"{text}\")")).unwrap_or_default()
}

/// How one element differs.
struct Change {
    moved: Option<(i64, i64)>,
    resized: Option<(BoundingBox, BoundingBox)>,
    text: Option<(String, String)>,
}

impl Change {
    fn between(before: &PictureElement, after: &PictureElement) -> Self {
        let (one, two) = (before.bounding_box, after.bounding_box);
        let differs = |one: f64, two: f64| (one - two).abs() >= VISIBLE_STEP;
        let has_moved = differs(one.x, two.x) || differs(one.y, two.y);
        let is_resized = differs(one.width, two.width) || differs(one.height, two.height);
        let text = |element: &PictureElement| element.text.clone().unwrap_or_default();
        Self {
            moved: has_moved.then(|| ((two.x - one.x).round() as i64, (two.y - one.y).round() as i64)),
            resized: is_resized.then_some((one, two)),
            text: (before.text != after.text).then(|| (text(before), text(after))),
        }
    }

    fn is_none(&self) -> bool {
        self.moved.is_none() && self.resized.is_none() && self.text.is_none()
    }

    fn words(&self) -> String {
        let moved = self.moved.map(|step| format!("moved {}", direction(step)));
        let resized = self.resized.map(|(one, two)| {
            format!(
                "went from {} x {} to {} x {} px",
                whole(one.width),
                whole(one.height),
                whole(two.width),
                whole(two.height)
            )
        });
        let text = self.text.as_ref().map(|(one, two)| format!("its text went from \"{one}\" to \"{two}\""));
        [moved, resized, text].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

fn whole(pixels: f64) -> i64 {
    pixels.round() as i64
}

/// `14 px down`, `3 px left and 2 px up`.
fn direction((right, down): (i64, i64)) -> String {
    let along = |step: i64, forward: &str, back: &str| {
        (step != 0).then(|| format!("{} px {}", step.abs(), if step > 0 { forward } else { back }))
    };
    let parts: Vec<String> =
        [along(right, "right", "left"), along(down, "down", "up")].into_iter().flatten().collect();
    if parts.is_empty() { "by less than a pixel".to_owned() } else { parts.join(" and ") }
}

/// What moved in the same way: a line pushes everything below it.
fn told_together(step: (i64, i64), selectors: &[&str]) -> Vec<String> {
    if selectors.len() < MANY {
        return selectors.iter().map(|selector| format!("`{selector}` moved {}", direction(step))).collect();
    }
    let first: Vec<String> =
        selectors.iter().take(MOST_NAMED).map(|selector| format!("`{selector}`")).collect();
    let more = if selectors.len() > MOST_NAMED { ", …" } else { "" };
    vec![format!("{} elements moved {}: {}{more}", selectors.len(), direction(step), first.join(", "))]
}

/// Whether a changed place is where named elements were or are.
fn is_explained(place: BoundingBox, named_places: &[BoundingBox]) -> bool {
    named_places.iter().map(|known| overlap(*known, place)).sum::<f64>() * 2.0 >= area(place)
}

/// Elements so much larger than a changed place say nothing about it.
const MUCH_LARGER: f64 = 20.0;

/// Pixels between an element and what reaches out of it.
const NEXT_TO: f64 = 4.0;

/// The smallest element around a changed place, where nothing else is known of it; else the one it begins at.
fn looks_different(place: BoundingBox, unmoved: &[&PictureElement]) -> Option<String> {
    let smallest = |is_meant: &dyn Fn(BoundingBox) -> bool| {
        let meant = unmoved.iter().filter(|element| is_meant(element.bounding_box));
        meant.min_by(|one, two| area(one.bounding_box).total_cmp(&area(two.bounding_box)))
    };
    let around = smallest(&|own| overlap(own, place) * 2.0 >= area(place));
    let is_telling = around.is_some_and(|found| area(found.bounding_box) <= MUCH_LARGER * area(place));
    let beside =
        smallest(&|own| area(own) <= MUCH_LARGER * area(place) && overlap(grown(own, NEXT_TO), place) > 0.0);
    match (around, beside) {
        (Some(found), _) if is_telling => {
            Some(format!("{} looks different at the same place{}", named(found), saying(found)))
        }
        (_, Some(found)) => Some(format!("what is beside {} looks different{}", named(found), saying(found))),
        (Some(found), None) => Some(format!("a part of {} looks different", named(found))),
        (None, None) => None,
    }
}

fn grown(own: BoundingBox, by: f64) -> BoundingBox {
    BoundingBox { x: own.x - by, y: own.y - by, width: own.width + 2.0 * by, height: own.height + 2.0 * by }
}

fn area(area: BoundingBox) -> f64 {
    area.width * area.height
}

fn overlap(one: BoundingBox, two: BoundingBox) -> f64 {
    let width = (one.x + one.width).min(two.x + two.width) - one.x.max(two.x);
    let height = (one.y + one.height).min(two.y + two.height) - one.y.max(two.y);
    width.max(0.0) * height.max(0.0)
}
