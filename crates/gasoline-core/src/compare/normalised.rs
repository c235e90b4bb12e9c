//! An error message without what differs from one occurrence to the next: what is left makes it the same error.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Characters of a message that are compared.
const COMPARED: usize = 200;
/// Characters of anything that is shown or kept of a page's text.
const PREVIEW: usize = 100;

/// Each pattern with what stands for its matches, in the order in which they are applied.
static PATTERNS: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
    let hex = "[0-9a-fA-F]";
    let patterns = [
        (format!("{hex}{{8}}-(?:{hex}{{4}}-){{3}}{hex}{{12}}"), "[uuid]"),
        (
            r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?".to_owned(),
            "[timestamp]",
        ),
        (r"\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b|\b\d{4}-\d\d-\d\d\b".to_owned(), "[timestamp]"),
        // `http://localhost:3000/src/app.tsx?t=17:10:3`, `app.js:10:3`, `app.js:10`.
        (r"[^\s()'\x22]*\.[A-Za-z]{1,6}(?:\?[^\s()'\x22:]*)?:\d+(?::\d+)?".to_owned(), "[file]"),
        (r"\b[a-z][a-z0-9+.-]{1,20}://[^/\s?#'\x22)]+".to_owned(), "[host]"),
    ];
    patterns.into_iter().filter_map(|(pattern, stands)| Some((Regex::new(&pattern).ok()?, stands))).collect()
});

/// Long hexadecimal, and numbers with the word before them.
static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(?:0x)?(?:[0-9a-fA-F]{8,})\b|(?:(\p{L}+|#)([\s:=#'\x22(\[]{0,3}))?\b(\d+)\b(\.\d+)?").ok()
});

/// Words after which any number counts something out of many.
const COUNTED: [&str; 16] = [
    "#", "id", "ids", "line", "column", "col", "item", "index", "row", "order", "user", "number", "no",
    "product", "page", "attempt",
];

/// The first line of a message with stand-ins for UUIDs, long hex, numbers that look like ids, times, hosts of addresses and
/// places in files. Statuses (`404`) and single digits stay: they tell errors apart.
pub(super) fn normalised(message: &str) -> String {
    let line: String = message.lines().next().unwrap_or_default().trim().chars().take(COMPARED).collect();
    let mut text = Cow::Borrowed(line.as_str());
    for (pattern, stands) in PATTERNS.iter() {
        if let Cow::Owned(replaced) = pattern.replace_all(&text, *stands) {
            text = Cow::Owned(replaced);
        }
    }
    let Some(numbers) = NUMBERS.as_ref() else { return text.into_owned() };
    numbers.replace_all(&text, number_stand_in).into_owned()
}

fn number_stand_in(found: &Captures<'_>) -> String {
    let whole = &found[0];
    let Some(digits) = found.get(3).map(|digits| digits.as_str()) else {
        // A word of the letters a to f is a word.
        let is_word = whole.chars().all(|one| one.is_ascii_alphabetic());
        return if is_word { whole.to_owned() } else { "[id]".to_owned() };
    };
    let (word, between) = (group(found, 1), group(found, 2));
    let is_counted = COUNTED.contains(&word.to_lowercase().as_str());
    if is_counted || looks_like_id(digits) { format!("{word}{between}[id]") } else { whole.to_owned() }
}

fn group<'t>(found: &'t Captures<'_>, index: usize) -> &'t str {
    found.get(index).map_or("", |group| group.as_str())
}

/// Two digits or more, unless they are a status.
fn looks_like_id(digits: &str) -> bool {
    let is_status = digits.len() == 3 && matches!(digits.as_bytes().first(), Some(b'1'..=b'5'));
    digits.len() >= 2 && !is_status
}

/// The beginning of a page's text, on one line.
pub(super) fn preview(text: &str) -> String {
    let mut characters = text.chars().map(|one| if one.is_control() { ' ' } else { one });
    let mut preview: String = characters.by_ref().take(PREVIEW).collect();
    if characters.next().is_some() {
        preview.pop();
        preview.push('…');
    }
    preview
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_each_time_is_replaced() {
        for (message, expected) in [
            ("User 17 not found", "User [id] not found"),
            ("user 7 not found", "user [id] not found"),
            ("order 0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab", "order [uuid]"),
            ("at 2026-01-22T10:30:00.000Z, again 10:30:01", "at [timestamp], again [timestamp]"),
            ("commit deadbeef01 failed", "commit [id] failed"),
            ("GET http://localhost:3000/api/users failed", "GET [host]/api/users failed"),
            ("boom at http://localhost:3000/src/app.tsx?t=17:10:3", "boom at [file]"),
            ("boom (app.js:42)", "boom ([file])"),
            (
                "Cannot read property 'x' of undefined at line 42",
                "Cannot read property 'x' of undefined at line [id]",
            ),
            ("took 1532.25 ms", "took [id] ms"),
            ("first\nsecond 99", "first"),
        ] {
            assert_eq!(normalised(message), expected);
        }
    }

    #[test]
    fn what_tells_errors_apart_stays() {
        for message in [
            "Request failed with status code 500",
            "expected 2 arguments, got 1",
            "defaced facade",
            "utf8 and h264 and es2015",
            "Cannot read properties of undefined (reading 'user')",
        ] {
            assert_eq!(normalised(message), message);
        }
    }

    #[test]
    fn previews_are_one_line_of_a_hundred_characters() {
        assert_eq!(preview("a\nb\tc"), "a b c");
        let long = preview(&"é".repeat(300));
        assert_eq!((long.chars().count(), long.ends_with('…')), (100, true));
        assert_eq!(preview(&"x".repeat(100)), "x".repeat(100));
    }
}
