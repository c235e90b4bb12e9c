//! Makes JSON text that JavaScript writes readable for everyone.
#![expect(
    clippy::string_slice,
    reason = "every offset comes from a match or an ASCII delimiter, so it lies between characters"
)]

use std::borrow::Cow;

/// `JSON.stringify` writes a lone surrogate as its `\ud800` escape, which no UTF-8 reader accepts. Each becomes
/// `\ufffd`; everything else stays as it is.
pub(super) fn lone_surrogates(json: &str) -> Cow<'_, str> {
    let mut repaired: Option<String> = None;
    let mut copied = 0;
    let mut position = 0;
    while let Some(offset) = memchr::memchr(b'\\', json.as_bytes().get(position..).unwrap_or_default()) {
        let start = position + offset;
        position = start + 2;
        match surrogate_at(json, start) {
            Some(Surrogate::High) if surrogate_at(json, start + 6) == Some(Surrogate::Low) => {
                position = start + 12
            }
            Some(_) => {
                let output = repaired.get_or_insert_default();
                output.push_str(&json[copied..start]);
                output.push_str("\\ufffd");
                copied = start + 6;
                position = copied;
            }
            None => {}
        }
    }
    match repaired {
        None => Cow::Borrowed(json),
        Some(mut output) => {
            output.push_str(&json[copied..]);
            Cow::Owned(output)
        }
    }
}

/// Whether there is nothing to repair.
pub(super) fn is_intact(json: &str) -> bool {
    matches!(lone_surrogates(json), Cow::Borrowed(_))
}

#[derive(PartialEq, Eq)]
enum Surrogate {
    High,
    Low,
}

/// The surrogate escape that begins at `start`, if one does.
fn surrogate_at(json: &str, start: usize) -> Option<Surrogate> {
    let digits = json.get(start..start + 6)?.strip_prefix("\\u")?;
    match u32::from_str_radix(digits, 16).ok()? {
        0xD800..=0xDBFF => Some(Surrogate::High),
        0xDC00..=0xDFFF => Some(Surrogate::Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_surrogates_change() {
        let check = |input: &str, expected: &str| assert_eq!(lone_surrogates(input), expected, "{input}");
        check(r#""plain""#, r#""plain""#);
        check(r#""\ud83d\ude00""#, r#""\ud83d\ude00""#);
        check(r#""\ud83d""#, r#""\ufffd""#);
        check(r#""\ude00\ud83dx""#, r#""\ufffd\ufffdx""#);
        check(r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#);
        check(r#""\\ud83d""#, r#""\\ud83d""#);
        check(r#""\ud83dé""#, r#""\ufffdé""#);
    }
}
