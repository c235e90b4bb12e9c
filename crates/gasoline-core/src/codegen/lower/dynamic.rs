//! What a page changes by itself: a comparison of pictures leaves it out.
//!
//! Looks at one page, by snapshots and by pictures, are compared in order of time. A text that differs is the page's own doing if
//! nobody acted between the two looks, or if both texts are of a kind that never stays: times, random names.

use std::collections::BTreeMap;

use gasoline_wire::{ActionKind, BoundingBox, PictureElement};

use super::super::js::attribute_value;
use super::landmarks::is_passing;
use super::recorded_flow::RecordedFlow;
use crate::address::Parts;

/// Elements that are left out of the pictures of one page.
const MOST_MASKS: usize = 20;

/// How long after an action the page may still be changing because of it.
const EFFECT_MILLISECONDS: i64 = 2_000;

/// An element that covers more than this part of what is shown would leave nothing to compare.
const LARGEST_PART: f64 = 0.25;

/// Characters from which on a word of letters and digits is taken for a name that nobody chose.
const SHORTEST_RANDOM: usize = 6;

/// Digits from which on a number is taken for one: the time in milliseconds, a random fraction.
const SHORTEST_RANDOM_DIGITS: usize = 8;

/// An element that changed by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DynamicElement {
    /// The path of its page, `*` for segments that are data.
    pub(crate) path: String,
    pub(crate) selector: String,
    pub(crate) before: String,
    pub(crate) after: String,
}

/// What changed by itself, and whether any page was looked at twice.
#[derive(Debug, Default)]
pub(crate) struct Dynamic {
    pub(crate) elements: Vec<DynamicElement>,
    pub(crate) is_compared: bool,
}

/// One look at a page.
#[derive(Debug)]
struct Look<'r> {
    time: i64,
    url: &'r str,
    document: Option<&'r str>,
    texts: Vec<(String, &'r str)>,
}

/// Compares all looks at the pages of a flow. `elements` are those of its pictures, by id.
pub(crate) fn dynamic(
    recorded: &RecordedFlow<'_>,
    elements: &BTreeMap<String, Vec<PictureElement>>,
) -> Dynamic {
    let mut looks: Vec<Look<'_>> = snapshots(recorded).chain(pictures(recorded, elements)).collect();
    looks.sort_by_key(|look| look.time);
    let mut found = Dynamic::default();
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (index, look) in looks.iter().enumerate() {
        let page = recorded.identities.general_path(Parts::of(look.url).path);
        for (selector, text) in &look.texts {
            let earlier = seen.insert((without_fragment(look.url), selector), index);
            let Some(earlier) = earlier.and_then(|earlier| looks.get(earlier)) else { continue };
            found.is_compared = true;
            let Some(before) = earlier.text_of(selector).filter(|before| before != text) else { continue };
            if has_changed_itself(recorded, earlier, look, before, text) {
                found.add(&page, selector, before, text);
            }
        }
    }
    found
}

impl<'r> Look<'r> {
    fn text_of(&self, selector: &str) -> Option<&'r str> {
        self.texts.iter().find(|(known, _)| known == selector).map(|(_, text)| *text)
    }
}

impl Dynamic {
    fn add(&mut self, path: &str, selector: &str, before: &str, after: &str) {
        let of_page: Vec<_> = self.elements.iter().filter(|known| known.path == path).collect();
        if of_page.len() < MOST_MASKS && of_page.iter().all(|known| known.selector != selector) {
            self.elements.push(DynamicElement {
                path: path.to_owned(),
                selector: selector.to_owned(),
                before: before.to_owned(),
                after: after.to_owned(),
            });
        }
    }
}

/// Marked elements of snapshots.
fn snapshots<'r>(recorded: &'r RecordedFlow<'_>) -> impl Iterator<Item = Look<'r>> {
    recorded.landmarks.iter().map(|shown| {
        let marked = shown.snapshot.landmarks.iter().filter_map(|seen| {
            let attribute = seen.attribute.as_deref().unwrap_or("data-testid");
            let selector = format!("[{attribute}={}]", attribute_value(seen.test_id.as_ref()?));
            Some((selector, seen.text.as_str()))
        });
        Look {
            time: shown.time,
            url: &shown.snapshot.url,
            document: shown.snapshot.identity.page.as_deref(),
            texts: marked.collect(),
        }
    })
}

/// Elements with text that a picture shows.
fn pictures<'r>(
    recorded: &'r RecordedFlow<'_>,
    elements: &'r BTreeMap<String, Vec<PictureElement>>,
) -> impl Iterator<Item = Look<'r>> {
    recorded.pictures.iter().filter_map(|taken| {
        let viewport = taken.entry.viewport;
        let largest = viewport.width * viewport.height * LARGEST_PART;
        let shown = elements.get(&taken.entry.id)?.iter().filter(|element| {
            let BoundingBox { width, height, .. } = element.bounding_box;
            width * height <= largest
        });
        let texts = shown.filter_map(|element| Some((element.selector.clone(), element.text.as_deref()?)));
        Some(Look {
            time: taken.time,
            url: &taken.entry.url,
            document: taken.entry.identity.page.as_deref(),
            texts: texts.collect(),
        })
    })
}

fn has_changed_itself(
    recorded: &RecordedFlow<'_>,
    one: &Look<'_>,
    two: &Look<'_>,
    before: &str,
    after: &str,
) -> bool {
    if is_passing(before) || is_passing(after) {
        return false;
    }
    (is_fleeting(before) && is_fleeting(after)) || !has_been_caused(recorded, one, two)
}

/// Whether the user may have changed something between two looks: by acting on the document, or by a request that changes
/// what the next document shows.
fn has_been_caused(recorded: &RecordedFlow<'_>, one: &Look<'_>, two: &Look<'_>) -> bool {
    let is_between = |time: i64| time > one.time - EFFECT_MILLISECONDS && time <= two.time;
    let is_reloaded = one.document.zip(two.document).is_some_and(|(one, two)| one != two);
    if is_reloaded {
        let is_change = |method: &str| !matches!(method, "GET" | "HEAD" | "OPTIONS");
        return recorded
            .requests
            .iter()
            .any(|request| is_between(request.started) && is_change(&request.method));
    }
    let is_interaction = |kind: ActionKind| !matches!(kind, ActionKind::Navigate | ActionKind::Scroll);
    recorded.actions.iter().any(|action| is_between(action.time) && is_interaction(action.event.kind))
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

/// Whether a text is of a kind that is another one each time.
fn is_fleeting(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("just now")
        || lower.ends_with(" ago")
        || text.split_whitespace().any(|word| is_time(word) || is_random(word))
}

/// `10:15`, `2026-01-24`, `24/01/2026`.
fn is_time(word: &str) -> bool {
    let numbers = |separators: &[char]| {
        let parts: Vec<&str> = word.split(separators).collect();
        let are_numbers =
            parts.iter().all(|part| part.chars().take(2).any(|character| character.is_ascii_digit()));
        (are_numbers && parts.len() > 1).then_some(parts.len())
    };
    numbers(&[':']).is_some() || numbers(&['-', '/', '.']).is_some_and(|parts| parts == 3)
}

/// `a8f3k2`, `0.84371529`, `1767225600000`.
fn is_random(word: &str) -> bool {
    let word = word.trim_matches(|character: char| !character.is_alphanumeric());
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let has_letters = word.chars().any(char::is_alphabetic);
    if has_letters { digits > 0 && word.len() >= SHORTEST_RANDOM } else { digits >= SHORTEST_RANDOM_DIGITS }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::recorded_flow::{Action, PageLandmarks, TakenPicture};
    use super::super::request::Request;
    use super::*;

    /// A snapshot of a document at an address, with what its marked elements say.
    fn shown(time: i64, document: &str, url: &str, texts: &[(&str, &str)]) -> PageLandmarks {
        let landmarks: Vec<Value> = texts
            .iter()
            .map(|(id, text)| json!({ "kind": "testId", "testId": id, "attribute": "data-cy", "text": text }))
            .collect();
        let snapshot = json!({
            "ts": "2026-01-01T00:00:00.000Z", "url": format!("http://localhost{url}"), "title": "t",
            "landmarks": landmarks, "page": document,
        });
        PageLandmarks { time, snapshot: serde_json::from_value(snapshot).unwrap() }
    }

    fn click(time: i64) -> Action {
        let event = json!({ "ts": "2026-01-01T00:00:00.000Z", "type": "click", "url": "http://localhost/" });
        Action { time, event: serde_json::from_value(event).unwrap(), effect: None }
    }

    fn taken(time: i64, id: &str) -> TakenPicture {
        let entry = json!({
            "id": id, "ts": "2026-01-01T00:00:00.000Z", "url": "http://localhost/shop#top", "trigger": "explicit",
            "mimeType": "image/png", "width": 100, "height": 100, "size": 1,
            "viewport": { "width": 100.0, "height": 100.0, "devicePixelRatio": 1.0 }, "page": "d1",
        });
        TakenPicture { time, entry: serde_json::from_value(entry).unwrap() }
    }

    fn element(selector: &str, text: &str, height: f64) -> PictureElement {
        let bounding_box = BoundingBox { x: 0.0, y: 0.0, width: 50.0, height };
        PictureElement { selector: selector.to_owned(), bounding_box, text: Some(text.to_owned()) }
    }

    fn selectors(found: &Dynamic) -> Vec<String> {
        found.elements.iter().map(|element| format!("{} {}", element.path, element.selector)).collect()
    }

    #[test]
    fn what_says_something_else_on_the_same_page_although_nobody_acted_is_dynamic() {
        let landmarks = vec![
            shown(0, "d1", "/orders", &[("online", "5 people"), ("title", "Orders")]),
            shown(9_000, "d1", "/orders", &[("online", "7 people"), ("title", "Orders")]),
            shown(20_000, "d2", "/a", &[("title", "A")]),
            shown(30_000, "d3", "/b", &[("title", "B")]),
        ];
        let found = dynamic(&RecordedFlow { landmarks, ..RecordedFlow::default() }, &BTreeMap::new());
        assert!(found.is_compared);
        assert_eq!(selectors(&found), ["/orders [data-cy=\"online\"]"]);
    }

    #[test]
    fn what_an_action_changed_is_compared_unless_it_never_stays() {
        let texts = |cart, clock, order, total| {
            [("cart", cart), ("clock", clock), ("order", order), ("total", total)]
        };
        let landmarks = vec![
            shown(0, "d1", "/shop", &texts("Cart (0)", "10:00", "Order a8f3k2", "Loading…")),
            // The click was a moment before this look, and its answer is still to come.
            shown(5_100, "d1", "/shop", &texts("Cart (1)", "10:00", "Order a8f3k2", "Loading…")),
            shown(6_000, "d1", "/shop", &texts("Cart (2)", "10:01", "Order 77xq01z", "12 rows")),
        ];
        let actions = vec![click(5_000)];
        let recorded = RecordedFlow { landmarks, actions, ..RecordedFlow::default() };
        let found = dynamic(&recorded, &BTreeMap::new());
        assert_eq!(selectors(&found), ["/shop [data-cy=\"clock\"]", "/shop [data-cy=\"order\"]"]);
    }

    #[test]
    fn a_document_loaded_again_shows_what_changes_by_itself_unless_the_server_was_told_to_change_something() {
        let landmarks = || {
            vec![
                shown(0, "d1", "/shop", &[("visits", "Visit 5")]),
                shown(9_000, "d2", "/shop", &[("visits", "Visit 6")]),
            ]
        };
        let recorded = |method: &'static str| {
            let requests = vec![Request { method: method.into(), started: 5_000, ..Request::default() }];
            RecordedFlow {
                landmarks: landmarks(),
                actions: vec![click(4_000)],
                requests,
                ..RecordedFlow::default()
            }
        };
        let found = |method| selectors(&dynamic(&recorded(method), &BTreeMap::new()));
        assert_eq!(found("GET"), ["/shop [data-cy=\"visits\"]"]);
        assert_eq!(found("POST"), Vec::<String>::new());
    }

    #[test]
    fn elements_of_pictures_count_unless_they_are_most_of_the_page() {
        let pictures = vec![taken(0, "1"), taken(9_000, "2"), taken(10_000, "gone")];
        let elements = BTreeMap::from([
            ("1".to_owned(), vec![element("#ticker", "ACME 1", 20.0), element("html > body", "One", 100.0)]),
            ("2".to_owned(), vec![element("#ticker", "ACME 2", 20.0), element("html > body", "Two", 100.0)]),
        ]);
        let found = dynamic(&RecordedFlow { pictures, ..RecordedFlow::default() }, &elements);
        assert_eq!(selectors(&found), ["/shop #ticker"]);
        let [ticker] = found.elements.as_slice() else { panic!("{found:?}") };
        assert_eq!((ticker.before.as_str(), ticker.after.as_str()), ("ACME 1", "ACME 2"));
    }

    #[test]
    fn one_look_is_no_comparison() {
        let landmarks = vec![shown(0, "d1", "/shop", &[("clock", "10:00")])];
        let found = dynamic(&RecordedFlow { landmarks, ..RecordedFlow::default() }, &BTreeMap::new());
        assert!(!found.is_compared && found.elements.is_empty());
    }

    #[test]
    fn times_and_random_names_never_stay() {
        for text in [
            "10:15",
            "at 10:15:07",
            "2026-01-24",
            "24.1.2026",
            "2 min ago",
            "Just now",
            "id a8f3k2",
            "0.84371529",
            "1767225600000",
        ] {
            assert!(is_fleeting(text), "{text}");
        }
        for text in ["Total: $12.00", "Cart (2)", "Orders", "v1.2", "12 rows", "A4", "well-known", ""] {
            assert!(!is_fleeting(text), "{text}");
        }
    }
}
