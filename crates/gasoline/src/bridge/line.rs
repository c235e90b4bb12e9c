//! Cuts standard input into lines, one message each, without ever holding more than one message of legal size.

use std::io;

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt};

use super::message::RequestId;
use super::overlong::IdSearch;

/// Longest line that is passed on. The server takes no longer body, and no honest message comes near it.
pub(crate) const MAX_LINE_BYTES: usize = 4 * 1024 * 1024;

/// What one line of input turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its bytes, without the line ending and never blank.
    Text(Bytes),
    /// Longer than [`MAX_LINE_BYTES`]; its bytes are gone, but not the id it asked under.
    TooLong(Option<RequestId>),
}

/// The lines of a stream.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    pending: LineBuffer,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, pending: LineBuffer::new(MAX_LINE_BYTES) }
    }

    /// The next line; `None` at the end of input. A last line without line ending counts as a line.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            if let Some(line) = self.pending.take_line() {
                return Ok(Some(line));
            }
            if self.input.read_buf(&mut self.pending.bytes).await? == 0 {
                return Ok(self.pending.take_rest());
            }
        }
    }
}

/// Bytes read and not yet handed out.
#[derive(Debug)]
struct LineBuffer {
    bytes: BytesMut,
    /// How many of them are known to contain no line feed, so that a long line is not searched again and again.
    searched: usize,
    /// What is looked for in the current line, which is already too long: only its end is awaited.
    discarding: Option<IdSearch>,
    limit: usize,
}

impl LineBuffer {
    fn new(limit: usize) -> Self {
        Self { bytes: BytesMut::new(), searched: 0, discarding: None, limit }
    }

    /// The next complete line that is not blank.
    fn take_line(&mut self) -> Option<Line> {
        while let Some(length) = self.find_line_feed() {
            let line = self.bytes.split_to(length);
            self.bytes.advance(1);
            self.searched = 0;
            if let Some(line) = self.finish_line(line) {
                return Some(line);
            }
        }
        self.discard_overlong();
        None
    }

    /// What remains at the end of input.
    fn take_rest(&mut self) -> Option<Line> {
        let rest = self.bytes.split();
        self.searched = 0;
        self.finish_line(rest)
    }

    fn find_line_feed(&mut self) -> Option<usize> {
        let unseen = self.bytes.get(self.searched..)?;
        let found = memchr::memchr(b'\n', unseen).map(|position| self.searched + position);
        self.searched = self.bytes.len();
        found
    }

    fn finish_line(&mut self, line: BytesMut) -> Option<Line> {
        // A carriage return before the line feed is whitespace to JSON; only its length must not count.
        let line = line.freeze();
        let line = line.strip_suffix(b"\r").map_or(line.clone(), |text| line.slice_ref(text));
        let is_too_long = line.len() > self.limit;
        if let Some(mut search) = self.discarding.take().or_else(|| is_too_long.then(IdSearch::default)) {
            search.read(&line);
            return Some(Line::TooLong(search.finish()));
        }
        let blank = line.iter().all(u8::is_ascii_whitespace);
        (!blank).then_some(Line::Text(line))
    }

    /// Frees an unfinished line that cannot become legal any more. One byte above the limit may still be the
    /// carriage return of a line that just fits.
    fn discard_overlong(&mut self) {
        if self.discarding.is_some() || self.bytes.len() > self.limit + 1 {
            self.discarding.get_or_insert_default().read(&self.bytes);
            self.bytes = BytesMut::new();
            self.searched = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMIT: usize = 8;

    fn text(line: &str) -> Line {
        Line::Text(Bytes::copy_from_slice(line.as_bytes()))
    }

    /// Feeds the chunks one by one, as reads would deliver them.
    fn cut<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<Line> {
        let mut buffer = LineBuffer::new(LIMIT);
        let mut lines = Vec::new();
        for chunk in chunks {
            buffer.bytes.extend_from_slice(chunk);
            while let Some(line) = buffer.take_line() {
                lines.push(line);
            }
        }
        lines.extend(buffer.take_rest());
        lines
    }

    fn cut_whole(input: &[u8]) -> Vec<Line> {
        cut([input])
    }

    #[test]
    fn line_feed_and_carriage_return_line_feed_both_end_a_line() {
        assert_eq!(cut_whole(b"{}\n[]\r\n"), [text("{}"), text("[]")]);
    }

    #[test]
    fn blank_lines_are_not_messages() {
        assert_eq!(cut_whole(b"\n\r\n  \t\n1\n\n"), [text("1")]);
    }

    #[test]
    fn a_last_line_without_ending_counts() {
        assert_eq!(cut_whole(b"1\n2"), [text("1"), text("2")]);
    }

    #[test]
    fn a_line_of_exactly_the_limit_passes_and_one_byte_more_does_not() {
        assert_eq!(cut_whole(b"12345678\n"), [text("12345678")]);
        assert_eq!(cut_whole(b"12345678\r\n"), [text("12345678")]);
        assert_eq!(cut_whole(b"123456789\n1\n"), [Line::TooLong(None), text("1")]);
    }

    #[test]
    fn an_overlong_line_is_reported_once_and_holds_no_memory() {
        let mut buffer = LineBuffer::new(LIMIT);
        for _ in 0..1_000 {
            buffer.bytes.extend_from_slice(b"0123456789");
            assert_eq!(buffer.take_line(), None);
            assert!(buffer.bytes.capacity() <= 64);
        }
        buffer.bytes.extend_from_slice(b"\n1\n");
        assert_eq!(buffer.take_line(), Some(Line::TooLong(None)));
        assert_eq!(buffer.take_line(), Some(text("1")));
    }

    /// refusals-05
    #[test]
    fn an_overlong_line_keeps_its_id_wherever_that_stands() {
        for message in [r#"{"id":7,"x":"yyyyyyyyyyyyyyy"}"#, r#"{"x":"yyyyyyyyyyyyyyyyyyyyyy","id":7}"#] {
            for size in [1, 5, 1_000] {
                let lines = cut(format!("{message}\n1\n").as_bytes().chunks(size));
                let [Line::TooLong(Some(id)), rest] = lines.as_slice() else { panic!("{lines:?}") };
                assert_eq!((id.as_json(), rest), ("7", &text("1")));
            }
        }
    }

    #[test]
    fn an_overlong_last_line_is_reported_too() {
        assert_eq!(cut_whole(b"0123456789"), [Line::TooLong(None)]);
        assert_eq!(cut([&b"0123456789"[..], b"0123456789"]), [Line::TooLong(None)]);
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_reads_split_the_input(
            input in proptest::collection::vec(
                prop_oneof![Just(b'\n'), Just(b'\r'), Just(b' '), Just(b'a'), any::<u8>()],
                0..64,
            ),
            size in 1_usize..7,
        ) {
            prop_assert_eq!(cut(input.chunks(size)), cut_whole(&input));
        }

        #[test]
        fn legal_messages_come_back_as_they_went_in(
            messages in proptest::collection::vec("[!-~]{1,8}", 0..10),
        ) {
            let input = messages.join("\n");
            let expected: Vec<Line> = messages.iter().map(|message| text(message)).collect();
            prop_assert_eq!(cut_whole(input.as_bytes()), expected);
        }
    }
}
