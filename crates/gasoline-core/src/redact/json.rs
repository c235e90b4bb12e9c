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
use serde::de::IgnoredAny;

use super::{EntryPolicy, Redactor, pair};
use crate::removed::{self, JsonType};
use crate::rules::{self, fields, work};

/// Texts within texts that are read as JSON: a body within an entry within a body. Deeper ones are searched as text.
const DEEPEST_LEVEL: usize = 4;

/// The same for a text within another one, if it is JSON as a whole; `None` if it is not.
pub(super) fn rewrite_within(redactor: &Redactor, text: &str, level: usize) -> Option<String> {
    let is_composite = matches!(text.trim_start().as_bytes().first(), Some(b'{' | b'['));
    if level >= DEEPEST_LEVEL || !is_composite {
        return None;
    }
    work::note(text.len());
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    Some(rewrite(redactor, text, EntryPolicy::Ordinary, level + 1))
}

/// `entry` with every secret replaced by a marker; it stands within `level` other texts.
pub(super) fn rewrite(redactor: &Redactor, entry: &str, policy: EntryPolicy, level: usize) -> String {
    let mut rewriter = Rewriter {
        redactor,
        policy,
        level,
        source: entry,
        position: 0,
        output: String::with_capacity(entry.len()),
        depth: 0,
        below_secret: None,
        stored_length: (policy == EntryPolicy::StorageWrite).then(|| stored_length(entry)).flatten(),
    };
    rewriter.value(None);
    rewriter.output.push_str(&entry[rewriter.position.min(entry.len())..]);
    rewriter.output
}

struct Rewriter<'s> {
    redactor: &'s Redactor,
    policy: EntryPolicy,
    level: usize,
    source: &'s str,
    position: usize,
    output: String,
    depth: usize,
    /// Below an array or object whose name says that all in it is secret: the member that the value belongs to.
    below_secret: Option<Cow<'s, str>>,
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
        let around = self.below_secret.clone();
        if around.is_none() && name.is_some_and(|name| self.redactor.rules.is_sensitive(name)) {
            self.below_secret = Some(Cow::Borrowed(""));
        }
        self.copy_byte();
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.below_secret = around;
    }

    fn members(&mut self) {
        let named = pair::sensitive_name(&self.source[self.position..], &self.redactor.rules);
        while let Some(byte) = self.peek_after_space() {
            match byte {
                b'}' => {
                    self.copy_byte();
                    break;
                }
                b'"' => self.member(named.as_deref()),
                _ => self.copy_byte(),
            }
        }
    }

    /// A member; `named` is what another member says this object holds the value of.
    fn member(&mut self, named: Option<&str>) {
        let raw = self.take_string();
        let name = unescape(raw);
        let replaced = self.redactor.replace_in(&name, self.level);
        self.emit_string(raw, &name, &replaced);
        self.copy_space();
        self.copy_byte(); // the colon
        if let Some(around) = &mut self.below_secret {
            *around = name.clone();
        }
        let told = named.filter(|_| pair::holds_value(&name));
        self.value(Some(told.unwrap_or(&name)));
    }

    fn elements(&mut self) {
        let mut first: Option<Cow<'s, str>> = None;
        while let Some(byte) = self.peek_after_space() {
            match byte {
                b']' => {
                    self.copy_byte();
                    break;
                }
                b',' => self.copy_byte(),
                b'"' => {
                    let text = unescape(self.peek_string());
                    let is_pair = first.as_ref().is_some_and(|name| rules::is_secret_pair(name, &text));
                    self.string_value(first.as_deref().filter(|_| is_pair));
                    first = Some(text);
                }
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
            None if self.is_other_number(name, &text) => Cow::Borrowed(&*text),
            None => self.redactor.replace_in(&text, self.level),
        };
        self.emit_string(raw, &text, &replaced);
    }

    /// The rule under which a string disappears whole, because of where it stands.
    fn whole_value_rule(&self, name: Option<&str>, text: &str) -> Option<&'static str> {
        if text.is_empty() || removed::begins(text) {
            return None;
        }
        if self.is_stored_value(name) {
            let known = self.redactor.find_in(text).first().map(|found| found.rule);
            return Some(known.unwrap_or("storage-value"));
        }
        let is_secret = match &self.below_secret {
            Some(member) => rules::is_secret_below(member, text),
            None => name.is_some_and(|name| {
                self.redactor.rules.is_declared(name) || rules::is_secret_member(name, text)
            }),
        };
        is_secret.then(|| {
            // A recognised format says more than the field's name.
            let hits = self.redactor.find_in(text);
            hits.first().filter(|hit| hit.span == (0..text.len())).map_or("sensitive-field", |hit| hit.rule)
        })
    }

    /// Whether digits are no card and no social security number because of the name they belong to: an order, a part.
    fn is_other_number(&self, name: Option<&str>, text: &str) -> bool {
        const LONGEST_NUMBER: usize = 24;
        let is_number =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b' '));
        let is_harmless = |name| self.redactor.rules.find(&format!("\"{name}\":\"{text}\"")).is_empty();
        text.len() <= LONGEST_NUMBER && is_number(text) && name.is_some_and(is_harmless)
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
            Some(rule) => self.redactor.marker(rule, text, JsonType::Number).write(&mut self.output, "\""),
            None => self.output.push_str(text),
        }
    }

    fn number_rule(&self, name: Option<&str>, text: &str) -> Option<&'static str> {
        if !text.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return None;
        }
        let is_secret = match &self.below_secret {
            Some(member) => !fields::describes(member),
            None => name.is_some_and(|name| {
                self.redactor.rules.is_declared(name) || fields::is_sensitive_number(name, text)
            }),
        };
        if is_secret {
            return Some("sensitive-field");
        }
        // With its name, which may say that it is an id.
        let member = format!("{}\":{text}", name.unwrap_or_default());
        self.redactor.rules.find(&member).first().map(|hit| hit.rule)
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
        let raw = self.peek_string();
        self.position += raw.len();
        raw
    }

    fn peek_string(&self) -> &'s str {
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
        &self.source[self.position..end]
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
