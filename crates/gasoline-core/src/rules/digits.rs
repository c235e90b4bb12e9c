//! Prefilter for rules on numbers, which have no keyword: is there a digit run that could be a card or a social
//! security number?

/// Fewest digits in a payment card number.
const SHORTEST_CARD: usize = 13;
/// A number we look for is at least eleven bytes long, so wherever it begins, a word of eight bytes that starts at a
/// multiple of this lies within it.
const STRIDE: usize = 4;

/// Whether `text` contains at least 13 digits separated by at most one space or dash each and starting like a card
/// (2–6), or digits in the form `ddd-dd-dddd`.
pub(super) fn may_hold_number(text: &[u8]) -> bool {
    let mut position = 0;
    while let Some(word) = text.get(position..).and_then(|rest| rest.first_chunk::<8>()) {
        if !is_within_number(u64::from_le_bytes(*word)) {
            position += STRIDE;
            continue;
        }
        // Of two bytes in a number one is a digit.
        let digit = position + usize::from(!word[0].is_ascii_digit());
        let run = run_at(text, start_of_run(text, digit));
        if run.may_be_card || run.may_be_social_security_number {
            return true;
        }
        // The run is done with; a word within another starts behind it.
        position = run.end.next_multiple_of(STRIDE).max(position + STRIDE);
    }
    false
}

/// Whether all eight bytes are digits, dashes or spaces.
fn is_within_number(word: u64) -> bool {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = EACH * 0x80;
    // Digits, dashes and spaces share their upper three bits with little else; most words end here.
    if word & (EACH * 0xE0) != EACH * 0x20 {
        return false;
    }
    // No byte has its highest bit set now, so none of these sums carries into the next byte.
    let above_nine = (word ^ (EACH * 0x30)) + EACH * (0x80 - 10);
    let not_dash = (word ^ (EACH * 0x2D)) + EACH * 0x7F;
    let not_space = (word ^ (EACH * 0x20)) + EACH * 0x7F;
    above_nine & not_dash & not_space & HIGH == 0
}

/// Where the run begins that the digit at `position` belongs to.
fn start_of_run(text: &[u8], position: usize) -> usize {
    let mut start = position;
    loop {
        match text[..start] {
            [.., b'0'..=b'9'] => start -= 1,
            [.., b'0'..=b'9', b'-' | b' '] => start -= 2,
            _ => return start,
        }
    }
}

struct Run {
    end: usize,
    may_be_card: bool,
    may_be_social_security_number: bool,
}

fn run_at(text: &[u8], start: usize) -> Run {
    let mut digits = 0;
    let mut end = start;
    // Any digit may open a card: a longer run such as `1-4111…` still contains one.
    let mut card_digits = 0;
    while let Some(&byte) = text.get(end) {
        if byte.is_ascii_digit() {
            digits += 1;
            if card_digits > 0 || matches!(byte, b'2'..=b'6') {
                card_digits += 1;
            }
        } else if !(matches!(byte, b'-' | b' ') && text.get(end + 1).is_some_and(u8::is_ascii_digit)) {
            break;
        }
        end += 1;
    }
    Run {
        end,
        may_be_card: card_digits >= SHORTEST_CARD,
        may_be_social_security_number: digits >= 9 && has_dashed_form(&text[start..end]),
    }
}

fn has_dashed_form(run: &[u8]) -> bool {
    run.windows(11).any(|window| window[3] == b'-' && window[6] == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fires_on_cards_and_social_security_numbers_only() {
        for text in ["4111111111111111", "x 4111 1111 1111 1111", "123-45-6789", "1-4111111111111111"] {
            assert!(may_hold_number(text.as_bytes()), "{text}");
        }
        for text in ["", "2026-11-15T20:00:00.000Z", "1705919400123", "a 12 b 34", "http://localhost:3000/7"]
        {
            assert!(!may_hold_number(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn digits_dashes_and_spaces_only_are_within_a_number() {
        for byte in 0..=u8::MAX {
            let expected = matches!(byte, b'0'..=b'9' | b'-' | b' ');
            for place in 0..8 {
                let mut word = *b"1234-6 8";
                word[place] = byte;
                assert_eq!(is_within_number(u64::from_le_bytes(word)), expected, "{word:?}");
            }
        }
    }

    #[test]
    fn finds_a_number_wherever_it_stands() {
        for number in ["4111111111111111", "4111 1111-1111 1111", "123-45-6789"] {
            for before in 0..40 {
                for filling in ["x", "-", " ", "1x", "2-x"] {
                    for around in [" ", "\""] {
                        let (front, back) = (filling.repeat(before), filling.repeat(before % 7));
                        let text = format!("{front}{around}{number}{around}{back}");
                        assert!(may_hold_number(text.as_bytes()), "{text}");
                    }
                }
            }
        }
    }
}
