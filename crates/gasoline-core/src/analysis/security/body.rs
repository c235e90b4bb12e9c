//! The text of a body or a message, parsed at most once if it is JSON, and walked within the document's bounds.

use std::cell::OnceCell;

use serde_json::Value;

/// Bytes of a text that are looked at.
pub(super) const SCANNED_BYTES: usize = 10 * 1024;

/// Longer texts are not parsed: capture cuts bodies well below this, other senders may not.
const LONGEST_PARSED: usize = 64 * 1024;

/// A text, and what it says if it is JSON.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) text: String,
    /// Parsed when a check asks for it: most bodies hold nothing that any check looks for.
    json: OnceCell<Option<Value>>,
}

impl Body {
    pub(super) fn of(text: Option<String>) -> Self {
        Self { text: text.unwrap_or_default(), json: OnceCell::new() }
    }

    /// What it says, if it is JSON and not too long.
    pub(super) fn json(&self) -> Option<&Value> {
        self.json.get_or_init(|| parsed(&self.text)).as_ref()
    }

    /// The part of the text that is looked at.
    pub(super) fn beginning(&self) -> &str {
        beginning(&self.text)
    }
}

fn parsed(text: &str) -> Option<Value> {
    let is_composite = matches!(text.trim_start().as_bytes().first(), Some(b'{' | b'['));
    if is_composite && text.len() <= LONGEST_PARSED { serde_json::from_str(text).ok() } else { None }
}

/// The part of a text that is looked at.
pub(super) fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(SCANNED_BYTES)).unwrap_or_default()
}

/// A string or number in a JSON value, and where it stands.
pub(super) struct Leaf<'v> {
    /// Names from the outermost on; `[]` for elements.
    pub(super) steps: &'v [&'v str],
    pub(super) value: &'v Value,
}

impl Leaf<'_> {
    /// `user.keys[].value`.
    pub(super) fn path(&self) -> String {
        let mut path = String::new();
        for step in self.steps {
            if !path.is_empty() && *step != ELEMENT {
                path.push('.');
            }
            path.push_str(step);
        }
        path
    }

    /// The innermost name.
    pub(super) fn name(&self) -> &str {
        self.steps.iter().rev().find(|step| **step != ELEMENT).copied().unwrap_or_default()
    }
}

const ELEMENT: &str = "[]";

/// Shows every string and number of the first bytes to `visit`, at most `levels` names deep.
pub(super) fn leaves(value: &Value, levels: usize, mut visit: impl FnMut(&Leaf<'_>)) {
    let mut walk = Walk { steps: Vec::new(), bytes: SCANNED_BYTES, levels, names: 0 };
    walk.value(value, &mut visit);
}

struct Walk<'v> {
    steps: Vec<&'v str>,
    /// What may still be looked at.
    bytes: usize,
    levels: usize,
    /// Names among the steps.
    names: usize,
}

impl<'v> Walk<'v> {
    fn value(&mut self, value: &'v Value, visit: &mut impl FnMut(&Leaf<'_>)) {
        /// What a number, brackets and commas take.
        const SCALAR: usize = 4;
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    if self.names == self.levels || !self.spend(name.len()) {
                        return;
                    }
                    self.steps.push(name);
                    self.names += 1;
                    self.value(member, visit);
                    self.names -= 1;
                    self.steps.pop();
                }
            }
            Value::Array(elements) => {
                self.steps.push(ELEMENT);
                for element in elements {
                    if !self.spend(1) {
                        break;
                    }
                    self.value(element, visit);
                }
                self.steps.pop();
            }
            Value::String(text) => {
                if self.spend(text.len()) {
                    visit(&Leaf { steps: &self.steps, value });
                }
            }
            Value::Number(_) => {
                if self.spend(SCALAR) {
                    visit(&Leaf { steps: &self.steps, value });
                }
            }
            Value::Null | Value::Bool(_) => {
                self.spend(SCALAR);
            }
        }
    }

    fn spend(&mut self, bytes: usize) -> bool {
        let rest = self.bytes.checked_sub(bytes);
        self.bytes = rest.unwrap_or(0);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn paths(value: &Value, levels: usize) -> Vec<String> {
        let mut paths = Vec::new();
        leaves(value, levels, |leaf| paths.push(leaf.path()));
        paths
    }

    #[test]
    fn leaves_are_named_by_their_path() {
        let value = json!({ "a": 1, "b": [{ "c": "x" }, { "c": "y" }], "d": null, "e": [["z"]] });
        assert_eq!(paths(&value, 5), ["a", "b[].c", "b[].c", "e[][]"]);
        assert_eq!(paths(&json!("x"), 5), [""]);
        let deep = json!({ "a": { "b": { "c": { "d": { "e": 1, "f": { "g": 2 } } } } } });
        assert_eq!(paths(&deep, 5), ["a.b.c.d.e"]);
    }

    #[test]
    fn only_the_first_bytes_are_looked_at() {
        let value = json!({ "long": "x".repeat(SCANNED_BYTES - 10), "near": 1, "far": "y" });
        assert_eq!(paths(&value, 5), ["long"]);
        assert_eq!(beginning(&"é".repeat(SCANNED_BYTES)).len(), SCANNED_BYTES);
        assert!(Body::of(Some("{\"a\":".to_owned())).json().is_none());
        assert!(Body::of(Some(format!("[\"{}\"]", "x".repeat(LONGEST_PARSED)))).json().is_none());
    }
}
