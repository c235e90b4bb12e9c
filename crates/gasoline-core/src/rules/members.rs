//! Values of JSON members whose names say that they are secret, in text that need not be JSON as a whole: a console line, a
//! body that was cut off.
//!
//! Below such a name every string and number is one, however deep, unless it says something about the secret: a message, a
//! label, a length. Brackets, names, `true` and `null` are kept: of what shape a body is can still be learned, and they give
//! nothing away.
#![expect(
    clippy::string_slice,
    reason = "every offset is that of an ASCII delimiter, so it lies between characters"
)]

use std::ops::Range;

use super::fields::{self, Sensitivity};
use super::plausible::{self, Place};

/// A secret value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// Where it stands, without quotes.
    pub(super) span: Range<usize>,
    /// Whether it is a number, which has none.
    pub(super) is_number: bool,
}

/// Secret values of `text`, in order.
pub(super) fn secret_values(text: &str) -> Vec<Value> {
    let mut scanner = Scanner { text, found: Vec::new() };
    let mut position = 0;
    while let Some(opening) = scanner.quote_from(position) {
        let Some(closing) = scanner.quote_from(opening + 1) else { break };
        // The quote that ends one string may begin the next as well: who knows where the first one stood?
        position = closing;
        if let Some(start) = scanner.value_after_name(closing + 1) {
            let name = &text[opening + 1..closing];
            if let Some(sensitivity) = fields::sensitivity(name) {
                position = scanner.member(name, sensitivity, start);
            }
        }
    }
    scanner.found
}

struct Scanner<'t> {
    text: &'t str,
    found: Vec<Value>,
}

impl Scanner<'_> {
    /// Takes the value that begins at `start`; answers where it ends.
    fn member(&mut self, name: &str, sensitivity: Sensitivity, start: usize) -> usize {
        match self.byte(start) {
            Some(b'"') => self.string(start, |value| plausible::is_secret(sensitivity, value, Place::Member)),
            _ if sensitivity == Sensitivity::Long => start,
            Some(b'[' | b'{') => self.all_below(start),
            Some(b'-' | b'0'..=b'9') => {
                let end = self.end_of_number(start);
                if fields::is_sensitive_number(name, &self.text[start..end]) {
                    self.found.push(Value { span: start..end, is_number: true });
                }
                end
            }
            _ => start,
        }
    }

    /// Takes every string and number of the array or object that begins at `start`; it may be cut off.
    fn all_below(&mut self, start: usize) -> usize {
        let mut depth = 0_usize;
        let mut position = start;
        // The member that stands last; an element of an array below it belongs to it as well.
        let mut name = 0..0;
        while let Some(byte) = self.byte(position) {
            match byte {
                b'"' => {
                    position = self.string_or_name(position, &mut name);
                    continue;
                }
                b'-' | b'0'..=b'9' => {
                    let end = self.end_of_number(position);
                    if !fields::describes(&self.text[name.clone()]) {
                        self.found.push(Value { span: position..end, is_number: true });
                    }
                    position = end;
                    continue;
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth -= 1,
                _ => {}
            }
            position += 1;
            if depth == 0 {
                break;
            }
        }
        position
    }

    fn string_or_name(&mut self, start: usize, name: &mut Range<usize>) -> usize {
        let end = self.end_of_string(start + 1);
        if self.value_after_name(end + 1).is_some() {
            *name = start + 1..end;
            return end + 1;
        }
        let text = self.text;
        self.string(start, |value| plausible::is_secret_below(&text[name.clone()], value))
    }

    fn string(&mut self, quote: usize, is_secret: impl FnOnce(&str) -> bool) -> usize {
        let span = quote + 1..self.end_of_string(quote + 1);
        let end = self.text.len().min(span.end + 1);
        if is_secret(&self.text[span.clone()]) {
            self.found.push(Value { span, is_number: false });
        }
        end
    }

    /// Where the value of a member begins whose name ends before `position`; `None` where no colon follows.
    fn value_after_name(&self, position: usize) -> Option<usize> {
        let colon = self.after_space(position);
        (self.byte(colon) == Some(b':')).then(|| self.after_space(colon + 1))
    }

    fn after_space(&self, position: usize) -> usize {
        let rest = self.text.as_bytes().get(position..).unwrap_or_default();
        position + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    }

    /// Where the string ends that begins at `position`, quote excluded.
    fn end_of_string(&self, mut position: usize) -> usize {
        let bytes = self.text.as_bytes();
        while let Some(offset) = memchr::memchr2(b'"', b'\\', bytes.get(position..).unwrap_or_default()) {
            position += offset;
            if bytes[position] == b'"' {
                return position;
            }
            position += 2;
        }
        bytes.len()
    }

    fn end_of_number(&self, start: usize) -> usize {
        let is_part = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E');
        start + self.text.as_bytes()[start..].iter().take_while(is_part).count()
    }

    fn quote_from(&self, position: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(position..)?;
        memchr::memchr(b'"', rest).map(|offset| position + offset)
    }

    fn byte(&self, position: usize) -> Option<u8> {
        self.text.as_bytes().get(position).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(text: &str) -> Vec<&str> {
        secret_values(text).into_iter().map(|value| &text[value.span]).collect()
    }

    #[test]
    fn everything_below_a_sensitive_name_is_found() {
        let text = r#"{"password":["hun\"ter2"],"token":{"value":"a","deep":[{"b":"]}", "c" : -1.5e3}],"d":null,"e":true,"f":""},"otp":[1, 23],"n":[4]}"#;
        assert_eq!(secrets(text), [r#"hun\"ter2"#, "a", "]}", "-1.5e3", "1", "23"]);
        let numbers: Vec<_> = secret_values(text).into_iter().map(|value| value.is_number).collect();
        assert_eq!(numbers, [false, false, false, true, true, true]);
    }

    #[test]
    fn text_may_end_anywhere() {
        let text = r#"{"token":{"a":["ß","cut off \"#;
        for (end, _) in text.char_indices() {
            assert!(secrets(&text[..end]).iter().all(|secret| "aßcut off \\".contains(secret)), "{end}");
        }
        assert_eq!(secrets(text), ["ß", r"cut off \"]);
        assert_eq!(secrets(r#""otp":[1,2"#), ["1", "2"]);
        assert_eq!(secrets(r#"{"password":"#), Vec::<&str>::new());
    }

    #[test]
    fn quotes_around_it_do_not_matter() {
        assert_eq!(secrets(r#"5" wide: {"cvcCode": "123"} and "x"#), ["123"]);
        assert_eq!(secrets(r#"{"a":"token","b":"x"} "password" is "y""#), Vec::<&str>::new());
    }
}
