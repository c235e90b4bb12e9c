//! Where something was removed, and what it was called there.

use serde_json::Value;

use super::body::{self, Body};
use crate::removed::{self, Marker, Removed};

/// Removed values that one text is asked for.
const MOST: usize = 100;
/// Names are read so far back.
const LONGEST_NAME: usize = 64;
/// Levels of names below which nothing is looked for.
const DEEPEST: usize = 32;
/// Characters of a text shown as evidence.
const LONGEST_SHOWN: usize = 160;

/// A removed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sighting {
    pub(super) removed: Removed,
    /// Path of the field, or its name alone where the text is no JSON; may be empty.
    pub(super) path: String,
    /// The innermost name; may be empty.
    pub(super) name: String,
    /// It was a value of JSON, not a part of a text. The page masks values of JSON by their name alone, but in a text only what
    /// looks like a secret.
    pub(super) is_value: bool,
}

/// In a body: by paths if it is JSON, else by what stands before.
pub(super) fn in_body(body: &Body) -> Vec<Sighting> {
    // Most bodies hold nothing removed, which is quickly seen.
    if !removed::occurs_in(&body.text) {
        return Vec::new();
    }
    match body.json() {
        Some(json) => in_value(json),
        None => in_text(body.beginning()),
    }
}

/// In a value that was parsed.
pub(super) fn in_value(value: &Value) -> Vec<Sighting> {
    let mut sightings = Vec::new();
    body::leaves(value, DEEPEST, |leaf| {
        let Value::String(text) = leaf.value else { return };
        if sightings.len() >= MOST || !removed::occurs_in(text) {
            return;
        }
        let (path, name) = (leaf.path(), leaf.name());
        match Removed::parse(text) {
            Some(removed) => {
                sightings.push(Sighting { removed, path, name: name.to_owned(), is_value: true })
            }
            None => sightings.extend(in_text(text).into_iter().map(|within| Sighting {
                path: joined(&path, &within.path),
                name: if within.name.is_empty() { name.to_owned() } else { within.name },
                removed: within.removed,
                is_value: false,
            })),
        }
    });
    sightings.truncate(MOST);
    sightings
}

fn joined(path: &str, within: &str) -> String {
    match (path, within) {
        ("", within) => within.to_owned(),
        (path, "") => path.to_owned(),
        (path, within) => format!("{path}.{within}"),
    }
}

/// In any text.
pub(super) fn in_text(text: &str) -> Vec<Sighting> {
    let text = body::beginning(text);
    let mut places: Vec<(usize, Removed)> = Vec::new();
    for place in removed::markers(text) {
        let marker = text.get(place.clone()).and_then(Marker::parse);
        places.extend(marker.map(|marker| (place.start, Removed::Marked(marker))));
    }
    for (start, _) in text.match_indices(removed::FIELD) {
        places.push((start, Removed::Masked));
    }
    places.sort_by_key(|(start, _)| *start);
    let named = places.into_iter().take(MOST).map(|(start, removed)| {
        let name = name_before(text.get(..start).unwrap_or_default()).to_owned();
        Sighting { removed, path: name.clone(), name, is_value: false }
    });
    named.collect()
}

/// The name that a value is given: `"apiKey": "`, `api_key=`, `token: `, `%22token%22%3A%22`.
fn name_before(before: &str) -> &str {
    let from = before.len().saturating_sub(LONGEST_NAME);
    let before = before.get(before.ceil_char_boundary(from)..).unwrap_or_default();
    let is_quote = |character: char| matches!(character, '"' | '\'' | '\\' | '`' | ' ');
    let value_begins = before.trim_end_matches(is_quote);
    let value_begins = value_begins.strip_suffix("Bearer").unwrap_or(value_begins).trim_end_matches(is_quote);
    let Some(named) = value_begins.strip_suffix([':', '=']) else { return "" };
    let named = named.trim_end_matches(is_quote);
    let is_name = |character: char| character.is_ascii_alphanumeric() || "_-.".contains(character);
    let start = named.rfind(|character| !is_name(character)).map_or(0, |place| place + 1);
    named.get(named.ceil_char_boundary(start)..).unwrap_or_default()
}

/// A text with its markers as previews, short enough for a row.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::new();
    let mut copied = 0;
    for place in removed::markers(text) {
        let preview = text.get(place.clone()).and_then(Marker::parse).and_then(|marker| marker.preview);
        shown.push_str(text.get(copied..place.start).unwrap_or_default());
        shown.push_str(preview.as_deref().unwrap_or("***"));
        copied = place.end;
    }
    shown.push_str(text.get(copied..).unwrap_or_default());
    match shown.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", shown.get(..end).unwrap_or_default()),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const MARKER: &str = "[redacted:jwt:string:40:00000000000000ff:eyJhbG...xyz]";

    #[test]
    fn names_stand_before_values() {
        for (before, name) in [
            (r#"{"apiKey":""#, "apiKey"),
            (r#"{\"api_key\": \""#, "api_key"),
            ("/a?x=1&access_token=", "access_token"),
            ("Token: ", "Token"),
            ("Authorization: Bearer ", "Authorization"),
            ("the value é", ""),
            ("", ""),
            ("=", ""),
        ] {
            assert_eq!(name_before(before), name, "{before}");
        }
    }

    #[test]
    fn removed_values_are_found_by_path_and_in_text() {
        let found = |text: &str| {
            let sightings = in_body(&Body::of(Some(text.to_owned())));
            sightings.into_iter().map(|each| format!("{}|{}", each.path, each.name)).collect::<Vec<_>>()
        };
        let body = json!({ "a": { "token": MARKER }, "b": [{ "password": "[redacted]" }],
            "url": format!("/x?key={MARKER}"), "n": 1 });
        assert_eq!(found(&body.to_string()), ["a.token|token", "b[].password|password", "url.key|key"]);
        assert_eq!(found(&format!("user=a&password={MARKER}&b=2")), ["password|password"]);
        assert_eq!(found(&format!(r#"{{"cut":"{MARKER}","#)), ["cut|cut"]);
        assert_eq!(found("plain [x]"), Vec::<String>::new());
        assert_eq!(in_text(&"[redacted] ".repeat(1_000)).len(), MOST);
    }

    #[test]
    fn evidence_shows_previews_and_is_short() {
        assert_eq!(shown(&format!("/a?t={MARKER}&b=1")), "/a?t=eyJhbG...xyz&b=1");
        assert_eq!(shown("pin=[redacted:sensitive-field:string:4:00000000000000ff]"), "pin=***");
        assert_eq!(shown(&"é".repeat(500)).chars().count(), LONGEST_SHOWN + 1);
    }
}
