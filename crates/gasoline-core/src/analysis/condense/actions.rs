//! An action as one line: `0.3 s before: click button#submit 'Login'`.

use gasoline_wire::Timestamp;
use serde_json::Value;

use super::span;
use crate::analysis::requests::without_own_origin;
use crate::enrichment::quoted;

/// What follows the kind of action, quoted.
const QUOTED: [&str; 4] = ["text", "value", "selectedText", "key"];

/// One action in its documented short form, for a reader of an error at `time`.
pub(in crate::analysis) fn line(short: &Value, at: Timestamp, time: Timestamp, page_url: &str) -> String {
    let text = |name: &str| short.get(name).and_then(Value::as_str);
    let mut line = format!("{} before: {}", span(at, time), text("type").unwrap_or("action"));
    for target in [text("target"), text("toUrl"), text("formAction")].into_iter().flatten() {
        line.push_str(&format!(" {}", one_word(without_own_origin(target, page_url))));
    }
    for value in QUOTED.into_iter().filter_map(text) {
        line.push_str(&format!(" {}", quoted(value)));
    }
    line
}

/// A target has no spaces; one that has is quoted.
fn one_word(text: &str) -> String {
    if text.contains(char::is_whitespace) { quoted(text) } else { text.to_owned() }
}
