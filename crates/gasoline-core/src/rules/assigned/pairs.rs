//! Values that stand apart from their name: `{"name":"password","value":"x"}`, `<password>x</password>`, a part of a form.

use std::ops::Range;

use super::super::fields::Sensitivity;
use super::super::plausible::{self, Place};
use super::{Scanner, is_quote};

/// Members and attributes that hold a name.
const NAMES: [&str; 9] =
    ["field", "header", "id", "key", "name", "param", "parameter", "property", "variable"];
/// Members and attributes that hold its value.
const VALUES: [&str; 3] = ["content", "val", "value"];
/// Farthest a value stands from its name.
const NEAR: usize = 256;

/// Whether a string behind a sensitive name looks like its value; two names may stand side by side as well.
pub(in super::super) fn is_second_of_two(value: &str) -> bool {
    let credential = value.rsplit(' ').next().unwrap_or(value);
    credential.len() >= 8 && plausible::is_secret(Sensitivity::Token, credential, Place::Quoted)
}

impl Scanner<'_> {
    /// The value that belongs to a quoted name because of what stands around the quotes.
    pub(super) fn paired_value(&self, sensitivity: Sensitivity, name: &Range<usize>) -> Option<Range<usize>> {
        let opening = self.before_blanks(name.start - 1);
        match self.before(opening)? {
            b'[' | b'(' => self.second_of_two(name.end + 1),
            b':' | b'=' => {
                let label = self.word_before(self.before_blanks(opening - 1))?;
                if NAMES.binary_search(&self.text[label.clone()].to_ascii_lowercase().as_str()).is_err() {
                    return None;
                }
                let is_secret = |span: &Range<usize>| {
                    plausible::is_secret(sensitivity, &self.text[span.clone()], Place::Member)
                };
                self.form_part(name.end + 1)
                    .or_else(|| self.member_after(name.end + 1))
                    .or_else(|| self.member_before(label.start))
                    .filter(is_secret)
            }
            _ => None,
        }
    }

    /// The text of the element that `name` opens.
    pub(super) fn element_value(
        &self,
        sensitivity: Sensitivity,
        name: &Range<usize>,
    ) -> Option<Range<usize>> {
        let is_opened = match self.before(name.start)? {
            b'<' => true,
            b':' => {
                self.word_before(name.start - 1).is_some_and(|prefix| self.before(prefix.start) == Some(b'<'))
            }
            _ => false,
        };
        let head = is_opened.then(|| self.near(name.end)).and_then(|near| {
            let rest = self.text.as_bytes().get(near)?;
            let close = memchr::memchr2(b'>', b'<', rest)?;
            (rest[close] == b'>' && (close == 0 || rest[close - 1] != b'/')).then_some(close)
        })?;
        let start = name.end + head + 1;
        let start = if self.text.get(start..)?.starts_with("<![CDATA[") { start + 9 } else { start };
        let rest = self.text.as_bytes().get(start..)?;
        let length = memchr::memchr2(b'<', b']', rest).unwrap_or(rest.len());
        let span = start..start + length;
        plausible::is_secret(sensitivity, &self.text[span.clone()], Place::Member).then_some(span)
    }

    /// `["Authorization", "Token x"]`, `setItem('token', 'x')`: two strings, the second of which looks random.
    fn second_of_two(&self, position: usize) -> Option<Range<usize>> {
        let comma = self.after_blanks(position);
        let quote = self.after_blanks(comma + 1);
        if self.byte(comma) != Some(b',') || !is_quote(self.byte(quote)?) {
            return None;
        }
        let span = self.within_quotes(quote);
        is_second_of_two(&self.text[span.clone()]).then_some(span)
    }

    /// The content of a part of a form whose name ends before `position`.
    fn form_part(&self, position: usize) -> Option<Range<usize>> {
        let near = &self.text.as_bytes()[self.near(position)];
        let break_at = near.windows(2).position(|pair| pair == b"\n\n");
        let break_at =
            break_at.or_else(|| near.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 2));
        // What stands between is a header of the part, if anything.
        let break_at = break_at.filter(|at| !near[..*at].contains(&b'{'))?;
        let start = position + break_at + 2;
        let rest = &self.text.as_bytes()[start..];
        let end = memchr::memchr_iter(b'\n', rest).find(|at| rest[at + 1..].starts_with(b"--"));
        let end = end.map_or(rest.len(), |at| at - usize::from(at > 0 && rest[at - 1] == b'\r'));
        Some(start..start + end)
    }

    /// `, "value": "x"` within the same object or element, or the element in it.
    fn member_after(&self, position: usize) -> Option<Range<usize>> {
        let near = self.near(position);
        let rest = &self.text.as_bytes()[near];
        let end = memchr::memchr2(b'}', b'>', rest).unwrap_or(rest.len());
        if rest.get(end) == Some(&b'>') && rest[end..].starts_with(b"><value>") {
            let start = position + end + "><value>".len();
            let length = memchr::memchr(b'<', &self.text.as_bytes()[start..])?;
            return Some(start..start + length);
        }
        self.member_in(position..position + end)
    }

    /// `"value": "x", ` before the name.
    fn member_before(&self, position: usize) -> Option<Range<usize>> {
        let mut start = position.saturating_sub(NEAR);
        while !self.text.is_char_boundary(start) {
            start += 1;
        }
        let before = &self.text.as_bytes()[start..position];
        let opening = memchr::memrchr2(b'{', b'<', before)?;
        self.member_in(start + opening..position)
    }

    fn member_in(&self, range: Range<usize>) -> Option<Range<usize>> {
        let text = &self.text[range.clone()];
        VALUES.iter().find_map(|label| {
            let found = text.match_indices(label).find_map(|(at, _)| {
                let end = range.start + at + label.len();
                let unquoted = end + usize::from(self.byte(end).is_some_and(is_quote));
                let separator = self.after_blanks(unquoted);
                let quote = self.after_blanks(separator + 1);
                let is_joined = matches!(self.byte(separator), Some(b':' | b'='));
                (is_joined && quote < range.end && is_quote(self.byte(quote)?)).then_some(quote)
            })?;
            Some(self.within_quotes(found))
        })
    }

    fn near(&self, position: usize) -> Range<usize> {
        position.min(self.text.len())..self.text.len().min(position + NEAR)
    }

    fn before_blanks(&self, position: usize) -> usize {
        let before = &self.text.as_bytes()[..position];
        position - before.iter().rev().take(NEAR).take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// The word that ends before `position`, without quotes.
    fn word_before(&self, position: usize) -> Option<Range<usize>> {
        let end = position - usize::from(self.before(position).is_some_and(is_quote));
        let before = &self.text.as_bytes()[..end];
        let length = before.iter().rev().take(32).take_while(|byte| byte.is_ascii_alphanumeric()).count();
        (length > 0).then_some(end - length..end)
    }
}
