//! Decodes `text/event-stream`, the form in which the server sends messages, from pieces of any size.

use std::collections::VecDeque;

use thiserror::Error;

/// Longest event that is passed on: far above any answer, screenshots included, and still a bound.
const MAX_EVENT_BYTES: usize = 64 * 1024 * 1024;

/// One event: a message and where in the stream it stood.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// What to ask for to continue after this event.
    pub(crate) id: Option<String>,
    /// Empty for an event that only carries an id.
    pub(crate) data: Vec<u8>,
}

/// The stream contains an event that is longer than any message.
#[derive(Debug, Error)]
#[error("the server sent an event of more than {MAX_EVENT_BYTES} bytes")]
pub(crate) struct EventTooLong;

/// Decodes one stream. Feed it with [`push`](Self::push), drain it with [`pop`](Self::pop).
#[derive(Debug, Default)]
pub(crate) struct EventDecoder {
    /// The unfinished line.
    line: Vec<u8>,
    /// Whether the last byte was a carriage return, so that a line feed right after it ends nothing.
    after_carriage_return: bool,
    /// The unfinished event.
    data: Vec<u8>,
    has_data: bool,
    id: Option<String>,
    finished: VecDeque<Event>,
}

impl EventDecoder {
    /// Takes the next piece of the stream.
    pub(crate) fn push(&mut self, mut piece: &[u8]) -> Result<(), EventTooLong> {
        if self.after_carriage_return && !piece.is_empty() {
            self.after_carriage_return = false;
            piece = piece.strip_prefix(b"\n").unwrap_or(piece);
        }
        while let Some(end) = memchr::memchr2(b'\n', b'\r', piece) {
            let (text, rest) = piece.split_at(end);
            self.line.extend_from_slice(text);
            self.finish_line();
            self.after_carriage_return = rest == b"\r";
            piece = match rest {
                [b'\r', b'\n', rest @ ..] => rest,
                [_, rest @ ..] => rest,
                [] => rest,
            };
        }
        self.line.extend_from_slice(piece);
        if self.line.len() + self.data.len() > MAX_EVENT_BYTES {
            return Err(EventTooLong);
        }
        Ok(())
    }

    /// The next complete event.
    pub(crate) fn pop(&mut self) -> Option<Event> {
        self.finished.pop_front()
    }

    fn finish_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return self.finish_event();
        }
        let (field, value) = split_field(&line);
        match field {
            b"data" => self.add_data(value),
            b"id" => self.id = String::from_utf8(value.to_vec()).ok(),
            // Comments, names of events and reconnection times do not concern us.
            _ => {}
        }
    }

    fn add_data(&mut self, value: &[u8]) {
        if std::mem::replace(&mut self.has_data, true) {
            self.data.push(b'\n');
        }
        self.data.extend_from_slice(value);
    }

    fn finish_event(&mut self) {
        let had_data = std::mem::take(&mut self.has_data);
        let event = Event { id: self.id.take(), data: std::mem::take(&mut self.data) };
        if had_data || event.id.is_some() {
            self.finished.push_back(event);
        }
    }
}

/// `name: value`, where the colon and one space after it may be missing.
fn split_field(line: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b':', line) {
        None => (line, b""),
        Some(colon) => {
            let (field, value) = line.split_at(colon);
            let value = value.get(1..).unwrap_or_default();
            (field, value.strip_prefix(b" ").unwrap_or(value))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decode<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
        let mut decoder = EventDecoder::default();
        for piece in pieces {
            decoder.push(piece).unwrap();
        }
        std::iter::from_fn(|| decoder.pop()).collect()
    }

    fn event(id: Option<&str>, data: &str) -> Event {
        Event { id: id.map(str::to_owned), data: data.as_bytes().to_vec() }
    }

    #[test]
    fn an_event_ends_at_the_blank_line() {
        let stream =
            b"id: 0\nretry: 3000\ndata: \n\nid: 1\nevent: message\ndata: {\"a\":1}\n\ndata: {\"cut\"";
        assert_eq!(decode([&stream[..]]), [event(Some("0"), ""), event(Some("1"), "{\"a\":1}")]);
    }

    #[test]
    fn every_line_ending_of_the_standard_works() {
        for ending in ["\n", "\r\n", "\r"] {
            let stream = format!("data: 1{ending}{ending}data:2{ending}{ending}");
            assert_eq!(decode([stream.as_bytes()]), [event(None, "1"), event(None, "2")], "{ending:?}");
        }
    }

    #[test]
    fn keep_alive_comments_are_not_events() {
        assert_eq!(decode([&b":\n\n: ping\n\n"[..]]), []);
    }

    #[test]
    fn data_of_several_lines_is_joined() {
        assert_eq!(decode([&b"data: [1,\ndata: 2]\n\n"[..]]), [event(None, "[1,\n2]")]);
    }

    #[test]
    fn an_endless_event_is_refused() {
        let mut decoder = EventDecoder::default();
        let piece = vec![b'x'; 1024 * 1024];
        let refused = (0..100).any(|_| decoder.push(&piece).is_err());
        assert!(refused);
    }

    proptest! {
        #[test]
        fn events_do_not_depend_on_how_the_network_splits_them(
            lines in proptest::collection::vec(
                prop_oneof![Just(""), Just("data: a"), Just("data:b:c"), Just("id: 7"), Just(": x")],
                0..20,
            ),
            ending in prop_oneof![Just("\n"), Just("\r\n"), Just("\r")],
            size in 1_usize..5,
        ) {
            let stream = lines.iter().map(|line| format!("{line}{ending}")).collect::<String>();
            let whole = decode([stream.as_bytes()]);
            prop_assert_eq!(decode(stream.as_bytes().chunks(size)), whole);
        }
    }
}
