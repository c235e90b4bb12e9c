//! The members of a JSON object, found without parsing what they hold.
//!
//! For text that is known to be valid JSON: entries come out of a batch that was parsed as a whole.
#![expect(clippy::string_slice, reason = "every offset is that of an ASCII delimiter")]

/// A member's value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    /// A string without escapes, without its quotes.
    Plain(&'a str),
    /// A string with escapes.
    Escaped,
    /// The exact text of anything else.
    Other(&'a str),
}

/// Iterates over the members of the object that `text` is; ends early at anything unexpected.
pub(crate) struct Members<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Members<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self { text, position: 1 }
    }

    /// Whether everything was read, up to the closing brace.
    pub(crate) fn is_complete(&self) -> bool {
        self.text.as_bytes().get(self.position) == Some(&b'}')
    }

    /// The first byte at or after the position that is not white space.
    #[inline]
    fn next_byte(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.as_bytes().get(self.position)?;
            if byte > b' ' {
                return Some(byte);
            }
            self.position += 1;
        }
    }

    /// Moves past the string that opens at the position.
    #[inline]
    fn string(&mut self) -> Option<Value<'a>> {
        let start = self.position + 1;
        let (end, escaped) = end_of_string(self.text.as_bytes(), start)?;
        self.position = end + 1;
        Some(if escaped { Value::Escaped } else { Value::Plain(&self.text[start..end]) })
    }

    #[inline]
    fn value(&mut self) -> Option<Value<'a>> {
        let start = self.position;
        let bytes = self.text.as_bytes();
        match bytes.get(start)? {
            b'"' => return self.string(),
            b'{' | b'[' => self.position = end_of_nested(bytes, start)?,
            _ => {
                let end = bytes[start..]
                    .iter()
                    .position(|byte| matches!(byte, b',' | b'}' | b' ' | b'\n' | b'\r' | b'\t'))?;
                self.position = start + end;
            }
        }
        Some(Value::Other(&self.text[start..self.position]))
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, Value<'a>);

    #[inline]
    fn next(&mut self) -> Option<(&'a str, Value<'a>)> {
        if self.next_byte()? == b',' {
            self.position += 1;
            self.next_byte()?;
        }
        if self.text.as_bytes()[self.position] != b'"' {
            return None;
        }
        let Value::Plain(name) = self.string()? else { return None };
        if self.next_byte()? != b':' {
            return None;
        }
        self.position += 1;
        self.next_byte()?;
        let value = self.value()?;
        self.next_byte()?;
        Some((name, value))
    }
}

/// Where the string whose text begins at `start` is closed, and whether it has escapes.
#[inline]
fn end_of_string(json: &[u8], start: usize) -> Option<(usize, bool)> {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    /// The high bit of each byte that is zero; exact up to the first one.
    fn zeros(word: u64) -> u64 {
        word.wrapping_sub(LOW) & !word & HIGH
    }
    let mut position = start;
    let mut escaped = false;
    // Eight bytes at a time: names and most values are too short for the call of a vectorised search to pay.
    while let Some(chunk) = json.get(position..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let found = zeros(word ^ (LOW * b'"' as u64)) | zeros(word ^ (LOW * b'\\' as u64));
        if found == 0 {
            position += 8;
            continue;
        }
        position += found.trailing_zeros() as usize / 8;
        if json[position] == b'"' {
            return Some((position, escaped));
        }
        escaped = true;
        position += 2;
    }
    loop {
        match json.get(position)? {
            b'"' => return Some((position, escaped)),
            b'\\' => {
                escaped = true;
                position += 2;
            }
            _ => position += 1,
        }
    }
}

/// Position after the bracket that closes the one at `start`.
fn end_of_nested(json: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut position = start;
    loop {
        match json.get(position)? {
            b'"' => position = end_of_string(json, position + 1)?.0,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        position += 1;
        if depth == 0 {
            return Some(position);
        }
    }
}
