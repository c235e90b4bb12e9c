//! Reads a batch of ordinary entries in one pass over its bytes: checks the JSON, finds where each entry begins and
//! ends, and picks out its header on the way.
//!
//! Ordinary is what our own capture and most senders write. Anything else makes the scan give up, and the parser reads
//! the text instead. So it must never accept what the parser refuses or read it differently, but need not accept all
//! the parser takes; tests hold it to that. It exists because every byte captured passes here: splitting by the parser and then
//! reading each header costs twice as much.
#![expect(clippy::string_slice, reason = "every offset is that of an ASCII delimiter")]

use crate::EntryHeader;
use crate::header::HeaderBuilder;

/// Deeper nesting is left to the parser.
const DEEPEST: usize = 32;
/// Longer numbers and exponents may not fit a double; the parser knows.
const LONGEST_NUMBER: usize = 300;
const LONGEST_EXPONENT: usize = 2;

/// One entry of a batch.
#[derive(Debug)]
pub struct ScannedEntry<'a> {
    /// The entry's exact text: a JSON object.
    pub text: &'a str,
    /// Where it begins in the batch.
    pub start: usize,
    /// Its header; `None` if some field of it is written in an unusual way.
    pub header: Option<EntryHeader<'a>>,
    /// Whether any string in it has escapes, perhaps of lone surrogates.
    pub escaped: bool,
}

/// Calls `take` with every entry of `{"<field>":[…]}`; `None` if the body is not ordinary, perhaps after some calls.
pub fn scan_batch<'a>(text: &'a str, field: &str, mut take: impl FnMut(ScannedEntry<'a>)) -> Option<()> {
    let mut scanner = Scanner::of(text);
    scanner.expect(b'{')?;
    scanner.expect(b'"')?;
    (scanner.string()? == Some(field)).then_some(())?;
    scanner.expect(b':')?;
    scanner.expect(b'[')?;
    loop {
        take(scanner.entry()?);
        match scanner.next()? {
            b',' => {}
            b']' => break,
            _ => return None,
        }
    }
    scanner.expect(b'}')?;
    scanner.expect_end()
}

/// The header of one entry; `None` if it is not ordinary.
pub(crate) fn scan_header(entry: &str) -> Option<EntryHeader<'_>> {
    let mut scanner = Scanner::of(entry);
    let scanned = scanner.entry()?;
    scanner.expect_end()?;
    scanned.header
}

/// A member's value.
#[derive(Debug)]
pub(crate) enum Value<'a> {
    /// A string without escapes, without its quotes.
    Plain(&'a str),
    /// A string with escapes.
    Escaped,
    /// A number's text.
    Number(&'a str),
    /// `null`.
    Null,
    /// A boolean, object or array.
    Other,
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
    escaped: bool,
}

impl<'a> Scanner<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), position: 0, escaped: false }
    }

    fn entry(&mut self) -> Option<ScannedEntry<'a>> {
        self.escaped = false;
        self.expect(b'{')?;
        let start = self.position - 1;
        let mut header = HeaderBuilder::default();
        self.members(|scanner, name| {
            let value = scanner.value(1)?;
            header.note(name, value);
            Some(())
        })?;
        let text = &self.text[start..self.position];
        Some(ScannedEntry { text, start, header: header.finish(), escaped: self.escaped })
    }

    /// The members of the object whose brace was taken, up to the closing one. `take` reads each value; the name is
    /// `None` if it has escapes.
    #[inline]
    fn members(&mut self, mut take: impl FnMut(&mut Self, Option<&'a str>) -> Option<()>) -> Option<()> {
        let mut next = self.next()?;
        if next == b'}' {
            return Some(());
        }
        loop {
            if next != b'"' {
                return None;
            }
            let name = self.string()?;
            self.expect(b':')?;
            take(self, name)?;
            match self.next()? {
                b',' => next = self.next()?,
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value<'a>> {
        Some(match self.next()? {
            b'"' => self.string()?.map_or(Value::Escaped, Value::Plain),
            b'{' | b'[' if depth == DEEPEST => return None,
            b'{' => {
                self.members(|scanner, _| scanner.value(depth + 1).map(|_| ()))?;
                Value::Other
            }
            b'[' => self.array(depth).map(|()| Value::Other)?,
            b't' => self.literal("true").map(|()| Value::Other)?,
            b'f' => self.literal("false").map(|()| Value::Other)?,
            b'n' => self.literal("null").map(|()| Value::Null)?,
            _ => {
                self.position -= 1;
                Value::Number(self.number()?)
            }
        })
    }

    fn array(&mut self, depth: usize) -> Option<()> {
        if self.next()? == b']' {
            return Some(());
        }
        self.position -= 1;
        loop {
            self.value(depth + 1)?;
            match self.next()? {
                b',' => {}
                b']' => return Some(()),
                _ => return None,
            }
        }
    }

    fn literal(&mut self, word: &str) -> Option<()> {
        let start = self.position - 1;
        let found = self.bytes.get(start..start + word.len())?;
        self.position = start + word.len();
        (found == word.as_bytes()).then_some(())
    }

    fn number(&mut self) -> Option<&'a str> {
        let start = self.position;
        if self.peek() == Some(b'-') {
            self.position += 1;
        }
        match self.peek()? {
            b'0' => self.position += 1,
            b'1'..=b'9' => self.digits(LONGEST_NUMBER)?,
            _ => return None,
        }
        if self.peek() == Some(b'.') {
            self.position += 1;
            self.digits(LONGEST_NUMBER)?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.position += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.position += 1;
            }
            self.digits(LONGEST_EXPONENT)?;
        }
        let text = &self.text[start..self.position];
        (text.len() <= LONGEST_NUMBER).then_some(text)
    }

    fn digits(&mut self, most: usize) -> Option<()> {
        let start = self.position;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.position += 1;
        }
        (1..=most).contains(&(self.position - start)).then_some(())
    }

    /// The string whose opening quote was taken; the inner `None` if it has escapes.
    #[inline]
    fn string(&mut self) -> Option<Option<&'a str>> {
        let start = self.position;
        self.skip_ordinary();
        if self.peek() == Some(b'"') {
            self.position += 1;
            return Some(Some(&self.text[start..self.position - 1]));
        }
        self.escaped = true;
        loop {
            match self.peek()? {
                b'"' => {
                    self.position += 1;
                    return Some(None);
                }
                b'\\' => self.escape()?,
                _ => return None,
            }
            self.skip_ordinary();
        }
    }

    fn escape(&mut self) -> Option<()> {
        match self.bytes.get(self.position + 1)? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => self.position += 2,
            b'u' => {
                let digits = self.bytes.get(self.position + 2..self.position + 6)?;
                digits.iter().all(u8::is_ascii_hexdigit).then_some(())?;
                self.position += 6;
            }
            _ => return None,
        }
        Some(())
    }

    /// Moves to the next quote, backslash or control character. Eight bytes at a time: most strings are too short for
    /// the call of a vectorised search to pay.
    #[inline]
    fn skip_ordinary(&mut self) {
        const LOW: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x8080_8080_8080_8080;
        while let Some(chunk) = self.bytes.get(self.position..).and_then(|rest| rest.first_chunk::<8>()) {
            let word = u64::from_le_bytes(*chunk);
            let quote = word ^ (LOW * b'"' as u64);
            let backslash = word ^ (LOW * b'\\' as u64);
            // The high bit of each such byte, exact up to the first one.
            let found = (quote.wrapping_sub(LOW) & !quote
                | backslash.wrapping_sub(LOW) & !backslash
                | word.wrapping_sub(LOW * 0x20) & !word)
                & HIGH;
            if found != 0 {
                self.position += found.trailing_zeros() as usize / 8;
                return;
            }
            self.position += 8;
        }
        while self.peek().is_some_and(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
            self.position += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    /// Takes the next byte that is not white space.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        loop {
            let byte = self.peek()?;
            self.position += 1;
            if !is_space(byte) {
                return Some(byte);
            }
        }
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then_some(())
    }

    fn expect_end(&self) -> Option<()> {
        self.bytes[self.position..].iter().copied().all(is_space).then_some(())
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Batch;

    fn scanned(text: &str) -> Option<Vec<ScannedEntry<'_>>> {
        let mut found = Vec::new();
        scan_batch(text, "entries", |entry| found.push(entry)).map(|()| found)
    }

    /// Whatever the scan accepts, the parser accepts and reads alike.
    fn check(body: &str) {
        let Some(found) = scanned(body) else { return };
        let parsed = Batch::split(body.as_bytes(), "entries").expect(body);
        assert_eq!(found.len(), parsed.entries.len(), "{body}");
        for (scanned, parsed) in found.iter().zip(parsed.entries) {
            assert_eq!(scanned.text, parsed.get());
            assert!(body[scanned.start..].starts_with(scanned.text));
            assert_eq!(scanned.escaped, scanned.text.contains('\\'));
            match (&scanned.header, EntryHeader::read_any(parsed.get())) {
                (Some(header), Ok(expected)) => assert_eq!(*header, expected, "{body}"),
                // Lone surrogates, which intake repairs before it believes the header.
                (Some(_), Err(error)) => assert!(error.to_string().contains("escape"), "{body}: {error}"),
                (None, _) => {}
            }
        }
    }

    const BODY: &str = r#"{"entries":[{"type":"console","ts":"2026-01-22T10:30:00.007Z","level":"warn","n":12,"message":"a \"b\" \ud800\n","args":[1,-0.5e+3,{"k":[true,false,null]}],"eventId":"p-12","x":{}}, {"message":"z","n":0} ]}"#;

    #[test]
    fn an_ordinary_batch_is_read() {
        let found = scanned(BODY).expect("ordinary");
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|entry| entry.header.is_some()));
    }

    #[test]
    fn agrees_with_the_parser_on_every_damaged_batch() {
        check(BODY);
        for (index, original) in BODY.char_indices() {
            let after = &BODY[index + original.len_utf8()..];
            check(&format!("{}{after}", &BODY[..index]));
            check(&BODY[..index]);
            for replacement in "\"\\{}[]:,09-.eE+tn \u{1}é".chars() {
                check(&format!("{}{replacement}{after}", &BODY[..index]));
                check(&format!("{}{replacement}{}", &BODY[..index], &BODY[index..]));
            }
        }
    }

    #[test]
    fn numbers_beyond_a_double_and_deep_nesting_are_left_to_the_parser() {
        for value in ["1e400".to_owned(), "9".repeat(400), "[".repeat(50) + &"]".repeat(50)] {
            assert!(scanned(&format!(r#"{{"entries":[{{"x":{value}}}]}}"#)).is_none(), "{value}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_parser_on_any_json(
            entries in prop::collection::vec(crate::header::arbitrary::entry(), 1..4),
            separator in prop::sample::select(vec![",", " , ", ",\n"]),
        ) {
            check(&format!("{{\"entries\":[{}]}}", entries.join(separator)));
        }
    }
}
