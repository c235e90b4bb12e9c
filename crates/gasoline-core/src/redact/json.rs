//! Copies JSON text, replacing strings and numbers that hold secrets.
//!
//! The input is known to be valid and of bounded depth, so this is a copy with substitutions rather than a parser:
//! whatever is not a string or a sensitive number is copied byte for byte.
#![expect(
    clippy::string_slice,
    reason = "every offset comes from a match or an ASCII delimiter, so it lies between characters"
)]

use std::borrow::Cow;

use serde::Deserialize;

use super::{EntryPolicy, JsonType, Redactor};
use crate::rules::{fields, is_placeholder};

/// `entry` with every secret replaced by a marker.
pub(super) fn rewrite(redactor: &Redactor, entry: &str, policy: EntryPolicy) -> String {
    let mut rewriter = Rewriter {
        redactor,
        policy,
        source: entry,
        position: 0,
        output: String::with_capacity(entry.len()),
        depth: 0,
        is_below_secret: false,
        stored_length: (policy == EntryPolicy::StorageWrite).then(|| stored_length(entry)).flatten(),
    };
    rewriter.value(None);
    rewriter.output.push_str(&entry[rewriter.position.min(entry.len())..]);
    rewriter.output
}

struct Rewriter<'s> {
    redactor: &'s Redactor,
    policy: EntryPolicy,
    source: &'s str,
    position: usize,
    output: String,
    depth: usize,
    /// Whether the name of an array or object around says that all in it is secret.
    is_below_secret: bool,
    /// For a storage write, the length of the value before the page cut it.
    stored_length: Option<usize>,
}

impl<'s> Rewriter<'s> {
    /// One value; `name` is the field it belongs to.
    fn value(&mut self, name: Option<&str>) {
        self.copy_space();
        match self.peek() {
            Some(b'{') => self.container(name, Self::members),
            Some(b'[') => self.container(name, Self::elements),
            Some(b'"') => self.string_value(name),
            _ => self.scalar(name),
        }
    }

    /// An object or array. Below a sensitive name strings and numbers go; names and brackets stay, for what is learned of
    /// the shapes of bodies.
    fn container(&mut self, name: Option<&str>, inside: impl FnOnce(&mut Self)) {
        let is_around = self.is_below_secret;
        self.is_below_secret |= name.is_some_and(fields::is_sensitive);
        self.copy_byte();
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.is_below_secret = is_around;
    }

    fn members(&mut self) {
        while let Some(byte) = self.peek_after_space() {
            match byte {
                b'}' => {
                    self.copy_byte();
                    break;
                }
                b'"' => self.member(),
                _ => self.copy_byte(),
            }
        }
    }

    fn member(&mut self) {
        let raw = self.take_string();
        let name = unescape(raw);
        let replaced = self.redactor.replace_in(&name, JsonType::String);
        self.emit_string(raw, &name, &replaced);
        self.copy_space();
        self.copy_byte(); // the colon
        self.value(Some(&name));
    }

    fn elements(&mut self) {
        while let Some(byte) = self.peek_after_space() {
            match byte {
                b']' => {
                    self.copy_byte();
                    break;
                }
                b',' => self.copy_byte(),
                _ => self.value(None),
            }
        }
    }

    fn string_value(&mut self, name: Option<&str>) {
        let raw = self.take_string();
        let text = unescape(raw);
        let replaced = match self.whole_value_rule(name, &text) {
            Some(rule) => {
                let mut marker = self.redactor.marker(rule, &text, JsonType::String);
                if self.is_stored_value(name) {
                    marker.length = self.stored_length.unwrap_or(marker.length);
                }
                Cow::Owned(marker.to_string())
            }
            None => self.redactor.replace_in(&text, JsonType::String),
        };
        self.emit_string(raw, &text, &replaced);
    }

    /// The rule under which a string disappears whole, because of where it stands.
    fn whole_value_rule(&self, name: Option<&str>, text: &str) -> Option<&'static str> {
        if text.is_empty() || is_placeholder(text) {
            return None;
        }
        if self.is_stored_value(name) {
            let known = self.redactor.find_in(text).first().map(|found| found.rule);
            return Some(known.unwrap_or("storage-value"));
        }
        if self.is_below_secret && name == Some("type") && is_type(text) {
            return None;
        }
        (self.is_below_secret || name.is_some_and(fields::is_sensitive)).then(|| {
            // A recognised format says more than the field's name.
            let hits = self.redactor.find_in(text);
            hits.first().filter(|hit| hit.span == (0..text.len())).map_or("sensitive-field", |hit| hit.rule)
        })
    }

    fn is_stored_value(&self, name: Option<&str>) -> bool {
        self.policy == EntryPolicy::StorageWrite && self.depth == 1 && name == Some("value")
    }

    fn scalar(&mut self, name: Option<&str>) {
        let rest = &self.source[self.position..];
        let end = rest.find([',', '}', ']', ' ', '\n', '\r', '\t']).unwrap_or(rest.len());
        let text = &rest[..end];
        self.position += end;
        match self.number_rule(name, text) {
            Some(rule) => {
                let marker = self.redactor.marker(rule, text, JsonType::Number).to_string();
                self.push_json_string(&marker);
            }
            None => self.output.push_str(text),
        }
    }

    fn number_rule(&self, name: Option<&str>, text: &str) -> Option<&'static str> {
        if !text.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return None;
        }
        if self.is_below_secret || name.is_some_and(|name| fields::is_sensitive_number(name, text)) {
            return Some("sensitive-field");
        }
        self.redactor.rules.find(text).first().map(|hit| hit.rule)
    }

    fn emit_string(&mut self, raw: &str, text: &str, replaced: &str) {
        if replaced == text {
            self.output.push_str(raw);
        } else {
            self.push_json_string(replaced);
        }
    }

    fn push_json_string(&mut self, text: &str) {
        self.output.push_str(&serde_json::Value::from(text).to_string());
    }

    /// The string token at the position, quotes included; moves past it.
    fn take_string(&mut self) -> &'s str {
        let bytes = self.source.as_bytes();
        let mut end = self.position + 1;
        while let Some(offset) = memchr::memchr2(b'"', b'\\', bytes.get(end..).unwrap_or_default()) {
            end += offset;
            if bytes[end] == b'"' {
                break;
            }
            end += 2;
        }
        let end = (end + 1).min(bytes.len());
        let raw = &self.source[self.position..end];
        self.position = end;
        raw
    }

    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.position).copied()
    }

    fn peek_after_space(&mut self) -> Option<u8> {
        self.copy_space();
        self.peek()
    }

    fn copy_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.copy_byte();
        }
    }

    /// Copies one structural byte, which JSON guarantees to be ASCII.
    fn copy_byte(&mut self) {
        if let Some(byte) = self.peek() {
            self.output.push(char::from(byte));
            self.position += 1;
        }
    }
}

/// Whether a text says of what type a value is: pages describe the shape of their state, `"token": {"type": "string"}`.
fn is_type(text: &str) -> bool {
    const TYPES: [&str; 9] =
        ["string", "number", "boolean", "null", "undefined", "object", "array", "function", "bigint"];
    TYPES.contains(&text)
}

/// What a storage write says about the length of its value, which stands behind the value.
fn stored_length(entry: &str) -> Option<usize> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Write {
        value_length: Option<u32>,
    }
    serde_json::from_str::<Write>(entry).ok()?.value_length.and_then(|length| usize::try_from(length).ok())
}

/// The text a JSON string token stands for.
fn unescape(raw: &str) -> Cow<'_, str> {
    let inside = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
    if memchr::memchr(b'\\', inside.as_bytes()).is_none() {
        return Cow::Borrowed(inside);
    }
    // Intake repairs lone surrogates first, so every token decodes; were one not to, its raw text is searched.
    serde_json::from_str::<String>(raw).map_or(Cow::Borrowed(inside), Cow::Owned)
}
