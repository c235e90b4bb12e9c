//! When two errors are the same: type, message without what changes from time to time, and where they were thrown.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::address::without_query;
use crate::enrichment::{error_type, throwing_snippet, top_frame};
use crate::intake::LogClass;
use crate::store::Entry;

/// Characters of a message that are compared.
const COMPARED: usize = 500;

/// What changes from one occurrence to the next: ids, times, hosts, numbers.
static VARIABLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let uuid = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
    let host = r"\b[a-z][a-z0-9+.-]{1,20}://[^/\s?#'\x22)]+";
    let hex = r"\b(?:0x)?[0-9a-fA-F]{8,}\b";
    Regex::new(&format!(r"{uuid}|{host}|{hex}|\d+(?:[.,:]\d+)*")).ok()
});

/// The fields that make an error this error, as raw text: most of an entry is never decoded.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Fields<'e> {
    #[serde(borrow)]
    message: Option<&'e RawValue>,
    #[serde(borrow)]
    stack: Option<&'e RawValue>,
    #[serde(borrow)]
    source: Option<&'e RawValue>,
    #[serde(borrow, rename = "type")]
    kind: Option<&'e RawValue>,
    #[serde(borrow, rename = "_aiContext")]
    context: Option<&'e RawValue>,
}

/// What one occurrence says about itself.
#[derive(Debug)]
pub(super) struct Occurrence {
    /// Everything but where it was thrown.
    pub(super) what: String,
    /// Where in the script the browser ran.
    pub(super) place: String,
    /// Late context with at least one part.
    pub(super) context: Option<Value>,
    /// Where in the original source.
    pub(super) mapped: Option<String>,
}

/// Reads one occurrence.
pub(super) fn read(entry: &Entry) -> Occurrence {
    let fields: Fields<'_> = serde_json::from_str(entry.text()).unwrap_or_default();
    let [message, stack, source, kind] = [fields.message, fields.stack, fields.source, fields.kind].map(text);
    let header = entry.header();
    let error_type = error_type(&message, Some(&stack)).unwrap_or_default();
    // A failed request is another error with another status, though both are numbers.
    let status = entry.status.filter(|_| entry.class == LogClass::Network).unwrap_or_default();
    let test = entry.test_id.as_deref().unwrap_or_default();
    let tab = header.tab.as_deref().unwrap_or_default();
    let message = normalised(&message);
    let context = fields.context.and_then(|raw| serde_json::from_str(raw.get()).ok()).filter(has_part);
    Occurrence {
        what: format!("{test}\n{tab}\n{kind}\n{error_type}\n{status}\n{message}"),
        place: place(&stack, &source),
        mapped: context.as_ref().and_then(original_place),
        context,
    }
}

/// The text of a field that is a string, otherwise nothing.
fn text(raw: Option<&RawValue>) -> String {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
}

/// The first line with everything replaced that changes.
pub(crate) fn normalised(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let line: String = line.chars().take(COMPARED).collect();
    // A word of the letters a to f is a word; ids have digits, and addresses their own mark.
    let is_word = |text: &str| text.chars().all(|one| one.is_ascii_alphabetic());
    let replaced =
        |found: &Captures<'_>| if is_word(&found[0]) { found[0].to_owned() } else { "#".to_owned() };
    VARIABLE
        .as_ref()
        .map_or(Cow::Borrowed(line.as_str()), |variable| variable.replace_all(&line, replaced))
        .into_owned()
}

/// The application's innermost frame. A dev server adds a query to every address it reloads.
fn place(stack: &str, source: &str) -> String {
    match top_frame(stack) {
        Some(frame) => format!("{}:{}:{}", without_query(frame.file), frame.line, frame.column),
        None => source.to_owned(),
    }
}

/// Whether there is more than a summary and excuses.
fn has_part(context: &Value) -> bool {
    ["sourceSnippets", "componentAncestry", "stateSnapshot"].iter().any(|part| context.get(part).is_some())
}

/// Where in the original source an error was thrown, by its context.
pub(in crate::analysis) fn original_place(context: &Value) -> Option<String> {
    let snippet = throwing_snippet(context.get("sourceSnippets"))?;
    Some(format!("{}:{}", snippet.get("file")?.as_str()?, snippet.get("line")?.as_u64()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_from_time_to_time_is_not_compared() {
        let same = |one: &str, other: &str| assert_eq!(normalised(one), normalised(other));
        same("User 17 not found", "User 4711 not found");
        same("order 0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab", "order ffffffff-1d2c-4a7b-9f3e-1234567890ab");
        same("GET http://localhost:3000/a", "GET https://staging.example.com/a");
        same("at 2026-01-22T10:30:00.000Z", "at 2026-02-23T11:31:01.001Z");
        same("commit deadbeef01 in a.js:10:3", "commit 77aa88bb99 in a.js:11:4");
        assert_ne!(normalised("reading 'user'"), normalised("reading 'cart'"));
        assert_eq!(normalised("defaced facade"), "defaced facade");
    }
}
