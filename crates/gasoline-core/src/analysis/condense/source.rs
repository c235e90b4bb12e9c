//! Source around a place as one text, its line marked.

use serde_json::Value;

use crate::enrichment::{is_library, printable};

/// Lines shown before and after the one that threw: what leads to a line explains it better than what follows.
const BEFORE: u64 = 5;
const AFTER: u64 = 2;
/// Reservations about a snippet, and how they begin.
const NOTES: [(&str, &str); 3] = [
    ("note", ""),
    ("missing", "no source: "),
    ("callerBecause", "this called what threw, whose source is not known: "),
];
/// What stands before the line that threw.
const MARK: char = '>';

/// The app's snippets as texts; a library's only where there is no other.
pub(super) fn blocks(snippets: &[Value]) -> Value {
    let is_own = |snippet: &&Value| !snippet.get("file").and_then(Value::as_str).is_some_and(is_library);
    let own: Vec<_> = snippets.iter().filter(is_own).collect();
    let shown = if own.is_empty() { snippets.iter().take(1).collect() } else { own };
    shown.into_iter().map(block).collect()
}

/// `src/a.ts:43:7 in save`, and the lines around it. What is in another form stays as it is.
fn block(snippet: &Value) -> Value {
    let Some(line) = snippet.get("line").and_then(Value::as_u64) else { return snippet.clone() };
    let Some(place) = place(snippet, line) else { return snippet.clone() };
    let lines = snippet.get("snippet").and_then(Value::as_array);
    let lines = lines
        .into_iter()
        .flatten()
        .filter_map(|one| Some((one.get("line")?.as_u64()?, one.get("text")?.as_str()?)));
    let lines: Vec<_> =
        lines.filter(|(number, _)| (line.saturating_sub(BEFORE)..=line + AFTER).contains(number)).collect();
    let indentation =
        lines.iter().filter(|(_, text)| !text.trim().is_empty()).map(|(_, text)| indentation(text)).min();
    let width = lines.last().map_or(0, |(number, _)| number.to_string().len());
    let mut block = place;
    for (number, text) in lines {
        let mark = if number == line { MARK } else { ' ' };
        let text: String = text.chars().skip(indentation.unwrap_or(0)).collect();
        block.push_str(format!("\n{mark}{number:width$} {text}").trim_end());
    }
    for (name, before) in NOTES {
        if let Some(note) = snippet.get(name).and_then(Value::as_str) {
            block.push_str(&format!("\n({before}{})", printable(note)));
        }
    }
    Value::from(block)
}

fn place(snippet: &Value, line: u64) -> Option<String> {
    let file = printable(snippet.get("file")?.as_str()?);
    let column =
        snippet.get("column").and_then(Value::as_u64).map(|column| format!(":{column}")).unwrap_or_default();
    let function = snippet.get("function").and_then(Value::as_str);
    let function = function.map(|name| format!(" in {}", printable(name))).unwrap_or_default();
    Some(format!("{file}:{line}{column}{function}"))
}

fn indentation(text: &str) -> usize {
    text.chars().take_while(|one| one.is_whitespace()).count()
}

/// Only the place of a block.
pub fn place_only(block: &str) -> &str {
    block.lines().next().unwrap_or_default()
}

/// A block with at most so many lines on either side of the marked one.
pub fn around_mark(block: &str, most: usize) -> Option<String> {
    let lines: Vec<_> = block.lines().collect();
    let marked = lines.iter().skip(1).position(|line| line.starts_with(MARK))? + 1;
    let from = marked.saturating_sub(most).max(1);
    let kept: Vec<_> = lines
        .iter()
        .enumerate()
        .filter(|(index, line)| {
            *index == 0 || (from..=marked + most).contains(index) || line.starts_with('(')
        })
        .map(|(_, line)| *line)
        .collect();
    (kept.len() < lines.len()).then(|| kept.join("\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reservations_about_a_place_stay_with_it() {
        let snippet = |name: &str| json!({ "file": "src/a.ts", "line": 3, "column": 1, "snippet": [{ "line": 3, "text": "  x()" }], name: "no map" });
        assert_eq!(block(&snippet("note")), "src/a.ts:3:1\n>3 x()\n(no map)");
        assert_eq!(
            block(&snippet("callerBecause")),
            "src/a.ts:3:1\n>3 x()\n(this called what threw, whose source is not known: no map)"
        );
        assert_eq!(
            block(&json!({ "file": "a.ts", "line": 3, "missing": "404" })),
            "a.ts:3\n(no source: 404)"
        );
        assert_eq!(block(&json!(7)), json!(7));
    }
}
