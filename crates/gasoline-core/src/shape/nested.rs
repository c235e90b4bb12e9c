//! A field as its entry has it: JSON, decoded when somebody asks for it. Bodies are long, and many are never read.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// The JSON of one value, known to be valid.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(from = "&'e RawValue")]
pub(crate) struct Json<'e>(pub(crate) &'e str);

impl<'e> From<&'e RawValue> for Json<'e> {
    fn from(raw: &'e RawValue) -> Self {
        Self(raw.get())
    }
}

impl<'e> Json<'e> {
    /// The value, if it is of this type.
    pub(crate) fn read<T: Deserialize<'e>>(self) -> Option<T> {
        serde_json::from_str(self.0).ok()
    }

    /// The text, if the value is one. Bodies are JSON within JSON, with an escape every few bytes, over which a parser takes
    /// several times as long.
    pub(crate) fn text(self) -> Option<Cow<'e, str>> {
        let inside = self.escaped()?;
        if !inside.as_bytes().contains(&b'\\') {
            return Some(Cow::Borrowed(inside));
        }
        unescaped(inside).or_else(|| self.read()).map(Cow::Owned)
    }

    /// The text as it is written, escapes and all, if the value is one.
    pub(crate) fn escaped(self) -> Option<&'e str> {
        self.0.strip_prefix('"')?.strip_suffix('"')
    }

    /// An identity as text; other senders write numbers.
    pub(crate) fn identity(self) -> Option<Cow<'e, str>> {
        self.text().or_else(|| self.0.parse::<f64>().is_ok().then_some(Cow::Borrowed(self.0)))
    }
}

/// The text of a JSON string with common escapes only. The others are rare, and some belong together in pairs.
fn unescaped(inside: &str) -> Option<String> {
    let mut rest = inside.as_bytes();
    let mut text = vec![0; rest.len()];
    let mut length = 0;
    // Eight bytes are copied at once, those after an escape again when their turn comes: runs between escapes are short.
    while let Some(chunk) = rest.first_chunk::<8>() {
        *text.get_mut(length..)?.first_chunk_mut()? = *chunk;
        let plain = before_backslash(u64::from_le_bytes(*chunk));
        length += plain;
        rest = rest.get(plain..)?;
        if plain < chunk.len() {
            *text.get_mut(length)? = meaning(*rest.get(1)?)?;
            length += 1;
            rest = rest.get(2..)?;
        }
    }
    while let Some((&byte, after)) = rest.split_first() {
        let (meant, after) = match byte {
            b'\\' => (meaning(*after.first()?)?, after.get(1..)?),
            plain => (plain, after),
        };
        *text.get_mut(length)? = meant;
        length += 1;
        rest = after;
    }
    text.truncate(length);
    String::from_utf8(text).ok()
}

/// How many bytes of a word come before its first backslash.
fn before_backslash(word: u64) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let difference = word ^ (LOW * u64::from(b'\\'));
    ((difference.wrapping_sub(LOW) & !difference & HIGH).trailing_zeros() / 8) as usize
}

/// What stands for itself after a backslash, or for a common control character.
fn meaning(escaped: u8) -> Option<u8> {
    match escaped {
        b'"' | b'\\' | b'/' => Some(escaped),
        b'n' => Some(b'\n'),
        b'r' => Some(b'\r'),
        b't' => Some(b'\t'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_are_decoded_as_the_parser_decodes_them() {
        let texts = ["", "plain é 😀", "{\"a\": \"b\\n\"}\r\n\t", "\u{8}\u{c}\0\u{2028}/", "\\", "\\\\\""];
        let escaped = r#""\u00e9\ud83d\ude00 \/ \b\f\n\"""#;
        let written = texts.map(|text| json!(text).to_string());
        for json in written.iter().map(String::as_str).chain([escaped]) {
            let expected: String = serde_json::from_str(json).unwrap();
            assert_eq!(Json(json).text(), Some(Cow::Owned(expected)), "{json}");
        }
        for other in ["{}", "7", "true", r#""\ud800""#] {
            assert_eq!(Json(other).text(), None);
        }
    }

    #[test]
    fn identities_are_texts_or_numbers() {
        let check = |json, expected: Option<&str>| assert_eq!(Json(json).identity().as_deref(), expected);
        check(r#""a\"b""#, Some("a\"b"));
        check("17", Some("17"));
        check("null", None);
        check("[1]", None);
    }
}
