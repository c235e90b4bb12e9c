//! Undoes JSON and URL escapes, remembering where each decoded byte came from.
#![expect(
    clippy::string_slice,
    reason = "every offset comes from a match or an ASCII delimiter, so it lies between characters"
)]

use std::ops::Range;

/// Nesting worth undoing: a JSON body inside a JSON string inside a URL parameter.
const DEEPEST_LEVEL: usize = 3;

/// A text with one or more levels of escapes undone.
pub(super) struct Decoded {
    /// The decoded text.
    pub(super) text: String,
    /// For each decoded byte, the source bytes it stands for begin here; one more element closes the last.
    starts: Vec<usize>,
    /// What the first escape begins with.
    escape: u8,
}

/// A number stands as near to the name or number before it.
const NEAR: usize = 256;

impl Decoded {
    /// Every further decoding of `text`: once, twice, … until nothing changes.
    pub(super) fn levels(text: &str) -> Vec<Self> {
        let mut levels: Vec<Self> = Vec::new();
        while levels.len() < DEEPEST_LEVEL {
            let next = match levels.last() {
                None => decode_once(text),
                Some(previous) => decode_once(&previous.text).map(|next| next.over(previous)),
            };
            match next {
                Some(level) => levels.push(level),
                None => break,
            }
        }
        levels
    }

    /// Where a span of the decoded text stands in the source.
    pub(super) fn span_in_source(&self, span: Range<usize>) -> Range<usize> {
        self.starts[span.start]..self.starts[span.end]
    }

    /// How `source` spells a quote, as told by the last one before `position` of the decoded text.
    pub(super) fn quote_before<'s>(&self, position: usize, source: &'s str) -> &'s str {
        let near = position.saturating_sub(NEAR);
        match memchr::memrchr(b'"', &self.text.as_bytes()[near..position]) {
            Some(quote) => &source[self.span_in_source(near + quote..near + quote + 1)],
            None if self.escape == b'%' => "%22",
            None => "\\\"",
        }
    }

    /// This decoding of `previous.text`, located in the source of `previous`.
    fn over(self, previous: &Self) -> Self {
        let starts = self.starts.into_iter().map(|start| previous.starts[start]).collect();
        Self { text: self.text, starts, escape: previous.escape }
    }
}

/// How `text` spells a quote, as told by the last one before `position`: within a string of JSON it is escaped.
pub(super) fn quote_before(text: &str, position: usize) -> &str {
    let near = position.saturating_sub(NEAR);
    let Some(quote) = memchr::memrchr(b'"', &text.as_bytes()[near..position]) else { return "\"" };
    let quote = near + quote;
    let escapes = text.as_bytes()[..quote].iter().rev().take(NEAR).take_while(|byte| **byte == b'\\').count();
    &text[quote - escapes..=quote]
}

/// Undoes one level of `\"`, `\n`, `\u0041` and `%41`; `None` when there is nothing to undo.
fn decode_once(text: &str) -> Option<Decoded> {
    let escape = text.as_bytes()[memchr::memchr2(b'\\', b'%', text.as_bytes())?];
    let mut decoded = Decoded { text: String::with_capacity(text.len()), starts: Vec::new(), escape };
    let mut copied = 0;
    let mut position = 0;
    while let Some(offset) =
        text.as_bytes().get(position..).and_then(|rest| memchr::memchr2(b'\\', b'%', rest))
    {
        let start = position + offset;
        let Some((character, width)) = escape_at(&text[start..]) else {
            position = start + 1;
            continue;
        };
        decoded.text.push_str(&text[copied..start]);
        decoded.starts.extend(copied..start);
        decoded.text.push(character);
        // Every byte of the character maps to the start of its escape: spans begin and end between characters.
        decoded.starts.resize(decoded.text.len(), start);
        copied = start + width;
        position = copied;
    }
    if copied == 0 {
        return None;
    }
    decoded.text.push_str(&text[copied..]);
    decoded.starts.extend(copied..=text.len());
    Some(decoded)
}

/// Whether `test` holds for any further decoding of `text`. Remembers no positions, so it is much cheaper than
/// [`Decoded::levels`].
pub(super) fn any_decoding(text: &str, test: impl Fn(&str) -> bool) -> bool {
    let mut decoded = decode_text(text);
    for _ in 0..DEEPEST_LEVEL {
        match &decoded {
            None => return false,
            Some(text) if test(text) => return true,
            Some(text) => decoded = decode_text(text),
        }
    }
    false
}

fn decode_text(text: &str) -> Option<String> {
    let mut decoded: Option<String> = None;
    let mut copied = 0;
    let mut position = 0;
    while let Some(offset) =
        text.as_bytes().get(position..).and_then(|rest| memchr::memchr2(b'\\', b'%', rest))
    {
        let start = position + offset;
        match escape_at(&text[start..]) {
            Some((character, width)) => {
                let decoded = decoded.get_or_insert_with(|| String::with_capacity(text.len()));
                decoded.push_str(&text[copied..start]);
                decoded.push(character);
                copied = start + width;
                position = copied;
            }
            None => position = start + 1,
        }
    }
    let mut decoded = decoded?;
    decoded.push_str(&text[copied..]);
    Some(decoded)
}

/// The character an escape at the start of `text` stands for, and the escape's length.
fn escape_at(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    match (bytes.first()?, bytes.get(1)?) {
        (b'%', _) => {
            let byte = u8::from_str_radix(text.get(1..3)?, 16).ok()?;
            // Secrets are ASCII; a multi-byte sequence is left as it stands.
            byte.is_ascii().then_some((char::from(byte), 3))
        }
        (b'\\', b'u') => {
            let code = u32::from_str_radix(text.get(2..6)?, 16).ok()?;
            char::from_u32(code).map(|character| (character, 6))
        }
        (b'\\', b'n') => Some(('\n', 2)),
        (b'\\', b't') => Some(('\t', 2)),
        (b'\\', b'r') => Some(('\r', 2)),
        (b'\\', escaped @ (b'"' | b'\\' | b'/')) => Some((char::from(*escaped), 2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        Decoded::levels(text).into_iter().map(|level| level.text).collect()
    }

    #[test]
    fn escapes_are_undone_level_by_level() {
        assert_eq!(texts("plain"), Vec::<String>::new());
        assert_eq!(texts("100% sure \\d"), Vec::<String>::new());
        assert_eq!(texts("a%20b"), ["a b"]);
        assert_eq!(texts(r"\\u0041"), [r"\u0041", "A"]);
        assert_eq!(texts("%5Cu0041 é%C3%A9"), [r"\u0041 é%C3%A9", "A é%C3%A9"]);
    }

    #[test]
    fn spans_lead_back_to_the_source() {
        let source = r"é \\u0041BC%44 z";
        let levels = Decoded::levels(source);
        let last = levels.last().unwrap();
        let start = last.text.find("ABCD").unwrap();
        assert_eq!(&source[last.span_in_source(start..start + 4)], r"\\u0041BC%44");
        assert_eq!(&source[last.span_in_source(0..last.text.len())], source);
    }
}
