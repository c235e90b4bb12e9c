//! JSON within a JSON string, read without decoding the string first.
//!
//! Bodies of answers are written like this, `{\"id\":1}`, and most of them have no escapes of their own: then every text
//! in them lies there as it is. Anything else makes the reader give up, and the parser reads the decoded text instead. So
//! it must never accept what the parser refuses or read it differently; tests hold it to that.

/// Deeper nesting is left to the parser.
const DEEPEST: usize = 32;
/// Longer numbers may not fit a double; the parser knows.
const LONGEST_NUMBER: usize = 100;

/// A value, or where an object or array begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'b> {
    Text(&'b str),
    Number,
    Boolean,
    Null,
    Object,
    Array,
}

/// A walk over nested JSON. Whatever is asked of it, `None` says that the parser has to read the text.
#[derive(Debug)]
pub(super) struct Reader<'b> {
    text: &'b str,
    position: usize,
    depth: usize,
}

impl<'b> Reader<'b> {
    /// Begins before the first value inside a valid JSON string, given without its quotes.
    pub(super) fn of(text: &'b str) -> Self {
        Self { text, position: 0, depth: 0 }
    }

    /// Takes the next value; of an object or array only the opening brace or bracket.
    pub(super) fn begin(&mut self) -> Option<Token<'b>> {
        Some(match self.next()? {
            b'"' => Token::Text(self.string()?),
            b'{' => Token::Object,
            b'[' => Token::Array,
            b't' => self.word("rue").map(|()| Token::Boolean)?,
            b'f' => self.word("alse").map(|()| Token::Boolean)?,
            b'n' => self.word("ull").map(|()| Token::Null)?,
            first => self.number(first).map(|()| Token::Number)?,
        })
    }

    /// Takes a whole value.
    pub(super) fn skip(&mut self) -> Option<()> {
        match self.begin()? {
            Token::Object => self.members(|reader, _| reader.skip()),
            Token::Array => self.elements(Self::skip),
            _ => Some(()),
        }
    }

    /// The members of the object whose brace was taken. `take` reads each value.
    pub(super) fn members(&mut self, mut take: impl FnMut(&mut Self, &'b str) -> Option<()>) -> Option<()> {
        self.listed(b'}', |reader, first| {
            (first == b'"').then_some(())?;
            let name = reader.string()?;
            (reader.next()? == b':').then_some(())?;
            take(reader, name)
        })
    }

    /// The elements of the array whose bracket was taken. `take` reads each.
    pub(super) fn elements(&mut self, mut take: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.listed(b']', |reader, first| {
            // A quote was two bytes.
            reader.position -= if first == b'"' { 2 } else { 1 };
            take(reader)
        })
    }

    /// What stands between commas up to the closing bracket; `take` is given the first byte of each.
    fn listed(&mut self, close: u8, mut take: impl FnMut(&mut Self, u8) -> Option<()>) -> Option<()> {
        self.depth += 1;
        let mut first = self.next().filter(|_| self.depth < DEEPEST)?;
        while first != close {
            take(self, first)?;
            first = match self.next()? {
                b',' => self.next().filter(|next| *next != close)?,
                end => (end == close).then_some(end)?,
            };
        }
        self.depth -= 1;
        Some(())
    }

    /// Whether nothing follows.
    pub(super) fn expect_end(mut self) -> Option<()> {
        self.skip_spaces();
        self.peek().is_none().then_some(())
    }

    /// Takes the next byte that is not white space; a quote together with its backslash.
    fn next(&mut self) -> Option<u8> {
        self.skip_spaces();
        let byte = self.peek()?;
        self.position += 1;
        if byte != b'\\' {
            return Some(byte);
        }
        self.position += 1;
        self.text.as_bytes().get(self.position - 1).copied().filter(|escaped| *escaped == b'"')
    }

    fn skip_spaces(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.position) {
                Some(b' ') => self.position += 1,
                Some(b'\\') if matches!(bytes.get(self.position + 1), Some(b'n' | b'r' | b't')) => {
                    self.position += 2
                }
                _ => return,
            }
        }
    }

    /// The text whose opening quote was taken.
    fn string(&mut self) -> Option<&'b str> {
        let rest = self.text.get(self.position..)?;
        let length = rest.bytes().position(|byte| byte == b'\\')?;
        (rest.as_bytes().get(length + 1) == Some(&b'"')).then_some(())?;
        self.position += length + 2;
        rest.get(..length)
    }

    fn word(&mut self, rest: &str) -> Option<()> {
        let is_there = self.text.as_bytes().get(self.position..)?.starts_with(rest.as_bytes());
        self.position += rest.len();
        is_there.then_some(())
    }

    /// A number without exponent whose first byte was taken.
    fn number(&mut self, first: u8) -> Option<()> {
        let start = self.position - 1;
        self.position = if first == b'-' { self.position } else { start };
        if self.peek() == Some(b'0') {
            self.position += 1
        } else {
            self.digits()?
        }
        if self.peek() == Some(b'.') {
            self.position += 1;
            self.digits()?;
        }
        let is_over = !matches!(self.peek(), Some(b'e' | b'E' | b'0'..=b'9'));
        (is_over && self.position - start <= LONGEST_NUMBER).then_some(())
    }

    /// At least one digit.
    fn digits(&mut self) -> Option<()> {
        let start = self.position;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        (self.position > start).then_some(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }
}
