//! Which pictures of two moments show the same page.

use gasoline_wire::ScreenshotEntry;

use crate::address::Parts;

/// Pages that are compared.
const MOST_PAGES: usize = 3;

/// A page that was pictured before and after.
#[derive(Clone, Copy, Debug)]
pub struct PagePair<'e> {
    /// The last picture before.
    pub before: &'e ScreenshotEntry,
    /// The last picture after.
    pub after: &'e ScreenshotEntry,
}

impl PagePair<'_> {
    /// The page, without the host, which may be another one.
    pub fn page(&self) -> String {
        page_of(self.after)
    }
}

/// Pages that were pictured both times in a view of the same size, the latest first. Each list is in order of time.
pub fn pairs<'e>(before: &'e [ScreenshotEntry], after: &'e [ScreenshotEntry]) -> Vec<PagePair<'e>> {
    let mut pairs: Vec<PagePair<'e>> = Vec::new();
    for later in after.iter().rev().filter(|entry| is_whole(entry)) {
        if pairs.iter().any(|known| is_same_page(known.after, later)) {
            continue;
        }
        let earlier = before.iter().rev().find(|entry| is_whole(entry) && is_same_page(entry, later));
        pairs.extend(earlier.map(|earlier| PagePair { before: earlier, after: later }));
    }
    pairs.truncate(MOST_PAGES);
    pairs
}

/// One element says nothing about the page, and a full page is compared by its first piece only.
fn is_whole(entry: &ScreenshotEntry) -> bool {
    entry.crop.is_none() && entry.tiles.is_none()
}

fn is_same_page(one: &ScreenshotEntry, two: &ScreenshotEntry) -> bool {
    let size = |entry: &ScreenshotEntry| (entry.viewport.width.round(), entry.viewport.height.round());
    page_of(one) == page_of(two) && size(one) == size(two)
}

/// Path, query, and a route after `#`.
fn page_of(entry: &ScreenshotEntry) -> String {
    let parts = Parts::of(&entry.url);
    let after_origin = entry.url.get(parts.origin.len()..).unwrap_or_default();
    let (address, fragment) = after_origin.split_once('#').unwrap_or((after_origin, ""));
    let is_route = fragment.starts_with('/') || fragment.starts_with("!/");
    if is_route { format!("{address}#{fragment}") } else { address.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry(id: &str, url: &str, width: f64) -> ScreenshotEntry {
        let entry = json!({
            "id": id, "ts": "2026-01-01T00:00:00.000Z", "url": url, "trigger": "explicit", "mimeType": "image/png",
            "width": 1, "height": 1, "size": 1, "viewport": { "width": width, "height": 9.0, "devicePixelRatio": 1.0 },
        });
        serde_json::from_value(entry).unwrap()
    }

    fn told(before: &[ScreenshotEntry], after: &[ScreenshotEntry]) -> Vec<String> {
        let pairs = pairs(before, after);
        pairs.iter().map(|pair| format!("{} {} {}", pair.page(), pair.before.id, pair.after.id)).collect()
    }

    #[test]
    fn the_last_pictures_of_a_page_are_compared_whatever_its_host() {
        let before = [
            entry("1", "http://localhost:3000/cart?step=1#top", 5.0),
            entry("2", "http://localhost:3000/cart?step=1", 5.0),
            entry("3", "http://localhost:3000/#/orders", 5.0),
            entry("4", "http://localhost:3000/cart?step=2", 5.0),
        ];
        let after = [
            entry("5", "http://localhost:4000/cart?step=1", 5.0),
            entry("6", "http://localhost:4000/#/orders", 5.0),
            entry("7", "http://localhost:4000/#/customers", 5.0),
            entry("8", "http://localhost:4000/cart?step=1#end", 5.0),
        ];
        assert_eq!(told(&before, &after), ["/cart?step=1 2 8", "/#/orders 3 6"]);
    }

    #[test]
    fn views_of_another_size_and_pictures_of_elements_are_not_compared() {
        let page = [entry("1", "http://localhost/", 5.0)];
        assert_eq!(told(&page, &[entry("2", "http://localhost/", 6.0)]), Vec::<String>::new());
        let tiled = page.clone().map(|entry| ScreenshotEntry { tiles: Some(2), ..entry });
        assert_eq!(told(&page, &tiled), Vec::<String>::new());
        assert_eq!(told(&page, &page), ["/ 1 1"]);
    }
}
