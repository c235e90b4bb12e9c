//! Prefilter for rules on numbers, which have no keyword: is there a digit run that could be a card or a social
//! security number?

/// Fewest digits in a payment card number.
const SHORTEST_CARD: usize = 13;

/// Whether `text` contains at least 13 digits separated by at most one space or dash each and starting like a card
/// (2–6), or digits in the form `ddd-dd-dddd`.
pub(super) fn may_hold_number(text: &[u8]) -> bool {
    let mut position = 0;
    while let Some(offset) = text.get(position..).and_then(|rest| rest.iter().position(u8::is_ascii_digit)) {
        let start = position + offset;
        let run = run_at(text, start);
        if run.may_be_card || run.may_be_social_security_number {
            return true;
        }
        position = run.end;
    }
    false
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
}
