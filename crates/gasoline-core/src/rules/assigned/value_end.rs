//! Where a value ends.

use std::ops::Range;

use super::super::work;
use super::Scanner;

/// As much of a value is looked at to judge it. A longer one is followed to its end only once it is taken: many names may stand
/// before one endless line.
const LONGEST_JUDGED: usize = 512;

/// What ends a value without quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The next parameter of an address or a form.
    Parameter,
    /// The next setting or argument; `;` and `,` stand between them.
    Setting,
    /// The next word.
    Word,
    /// The end of the line.
    Line,
}

impl Ending {
    fn is_end(self, byte: u8) -> bool {
        let is_space = byte.is_ascii_whitespace() || byte.is_ascii_control();
        match self {
            Self::Parameter => is_space || matches!(byte, b'&' | b'"' | b'\'' | b'#' | b'<' | b'>' | b'`'),
            Self::Setting => {
                is_space
                    || matches!(byte, b'&' | b'"' | b'\'' | b'<' | b'>' | b'`' | b',' | b';' | b'|' | b')')
            }
            Self::Word => {
                is_space
                    || matches!(byte, b'&' | b'"' | b'\'' | b'<' | b'>' | b'`' | b',' | b';' | b'}' | b')')
            }
            Self::Line => matches!(byte, b'\n' | b'\r' | b'"' | b'\'' | b'<' | b'`'),
        }
    }
}

impl Scanner<'_> {
    /// The value without quotes that begins at `start`.
    pub(super) fn unquoted(&self, start: usize, ending: Ending) -> Range<usize> {
        self.until(start, |byte| ending.is_end(byte))
    }

    /// The rest of a line, or of the string around it.
    pub(super) fn line(&self, start: usize, enclosing: Option<u8>) -> Range<usize> {
        self.until(start, |byte| matches!(byte, b'\n' | b'\r') || Some(byte) == enclosing)
    }

    /// What stands within the quotes that open at `quote`; it may be cut off.
    pub(super) fn within_quotes(&self, quote: usize) -> Range<usize> {
        let bytes = self.text.as_bytes();
        let mark = bytes[quote];
        let mut end = quote + 1;
        while let Some(&byte) = bytes.get(end) {
            // A string within a string does not outlast it.
            let is_outer = byte == b'"' && mark != b'"';
            if byte == mark || byte == b'\n' || is_outer || end - quote > LONGEST_JUDGED {
                break;
            }
            end += if byte == b'\\' { 2 } else { 1 };
        }
        // An escape may be cut off, and what it escapes be more than one byte.
        let mut end = end.min(bytes.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        work::note(end - quote);
        quote + 1..end
    }

    /// A value that was taken, to its end.
    pub(super) fn whole(&self, span: Range<usize>) -> Range<usize> {
        if span.len() < LONGEST_JUDGED {
            return span;
        }
        let is_line = self.text[span.clone()].contains(' ');
        let is_end = |byte: &u8| match byte {
            b'"' | b'\'' | b'`' | b'<' | b'\\' | b'\n' | b'\r' => true,
            b'&' => !is_line,
            _ => !is_line && byte.is_ascii_whitespace(),
        };
        let rest = &self.text.as_bytes()[span.end..];
        span.start..span.end + rest.iter().position(is_end).unwrap_or(rest.len())
    }

    /// A quote that is escaped belongs to the text around, and so does a line break.
    fn until(&self, start: usize, is_end: impl Fn(u8) -> bool) -> Range<usize> {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let ends_at = |index: usize| match rest[index] {
            b'\\' => matches!(rest.get(index + 1), Some(b'"' | b'\'' | b'n' | b'r' | b't' | b'\\')),
            byte => is_end(byte),
        };
        let mut length = (0..rest.len().min(LONGEST_JUDGED))
            .find(|index| ends_at(*index))
            .unwrap_or(rest.len().min(LONGEST_JUDGED));
        while !self.text.is_char_boundary(start + length) {
            length += 1;
        }
        work::note(length);
        start..start + length
    }
}
