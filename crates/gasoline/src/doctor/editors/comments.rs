//! Makes JSON of the JSON with comments and trailing commas that some editors write.

/// What the text is made of, as far as it matters here.
#[derive(Clone, Copy, Debug)]
enum Piece {
    Comment,
    Comma,
    ClosingBracket,
    Space,
    /// Everything else; a whole string is one piece, whatever it holds.
    Content,
}

/// Overwrites comments and trailing commas by spaces, so that what remains keeps its line.
pub(super) fn blank_out(text: &mut [u8]) {
    let mut rest = text;
    let mut comma: Option<&mut u8> = None;
    while let Some((piece, length)) = next_piece(rest) {
        let (current, later) = rest.split_at_mut(length);
        rest = later;
        match piece {
            Piece::Comment => current.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' '),
            Piece::Comma => comma = current.first_mut(),
            Piece::ClosingBracket => {
                if let Some(comma) = comma.take() {
                    *comma = b' ';
                }
            }
            Piece::Space => {}
            Piece::Content => comma = None,
        }
    }
}

/// The first piece and how many bytes it has; `None` at the end.
fn next_piece(text: &[u8]) -> Option<(Piece, usize)> {
    Some(match text {
        [] => return None,
        [b'/', b'/', rest @ ..] => (Piece::Comment, 2 + until(rest, b"\n")),
        [b'/', b'*', rest @ ..] => (Piece::Comment, (2 + until(rest, b"*/") + 2).min(text.len())),
        [b'"', rest @ ..] => (Piece::Content, 1 + string_length(rest)),
        [b',', ..] => (Piece::Comma, 1),
        [b'}' | b']', ..] => (Piece::ClosingBracket, 1),
        [byte, ..] if byte.is_ascii_whitespace() => (Piece::Space, 1),
        _ => (Piece::Content, 1),
    })
}

/// How many bytes stand before `end`; all if it does not occur.
fn until(text: &[u8], end: &[u8]) -> usize {
    memchr::memmem::find(text, end).unwrap_or(text.len())
}

/// The length of a string whose opening quote is already read, up to and with its closing one.
fn string_length(text: &[u8]) -> usize {
    let mut escaped = false;
    let closes = |byte: &u8| {
        let is_end = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        is_end
    };
    text.iter().position(closes).map_or(text.len(), |position| position + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn blanked(text: &str) -> String {
        let mut text = text.as_bytes().to_vec();
        blank_out(&mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn comments_become_spaces_and_lines_stay() {
        assert_eq!(blanked("{ // a\n\"b\": /* c\nd */ 1}"), "{     \n\"b\":     \n     1}");
    }

    #[test]
    fn only_commas_before_a_closing_bracket_go() {
        assert_eq!(blanked("[1, 2, /* x */ ]"), "[1, 2          ]");
        assert_eq!(blanked("{\"a\":[],\n}"), "{\"a\":[] \n}");
    }

    #[test]
    fn strings_are_left_alone() {
        for text in [r#"{"url":"http://x/*y*/,]"}"#, r#"["\"//",",]"]"#, r#"["\\", 1]"#] {
            assert_eq!(blanked(text), text);
        }
    }

    #[test]
    fn what_never_ends_does_no_harm() {
        for text in ["/*", "/* *", "\"", "\"\\", "//", "/", "[1,"] {
            assert_eq!(blanked(text).len(), text.len());
        }
    }

    proptest! {
        #[test]
        fn json_stays_as_it_is(strings in proptest::collection::vec(any::<String>(), 0..8)) {
            let text = serde_json::to_string(&strings).unwrap();
            prop_assert_eq!(blanked(&text), text);
        }
    }
}
