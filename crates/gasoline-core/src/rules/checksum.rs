//! Numbers that prove themselves: payment cards and US social security numbers.

use std::ops::RangeInclusive;

/// Issuer prefixes with the digit counts they use. The prefix is compared as the first four digits.
const CARD_PREFIXES: [(RangeInclusive<u16>, &[usize]); 11] = [
    (4000..=4999, &[13, 16, 19]),
    (5100..=5599, &[16]),
    (2221..=2720, &[16]),
    (3400..=3499, &[15]),
    (3700..=3799, &[15]),
    (6011..=6011, &[16, 19]),
    (6440..=6599, &[16, 19]),
    (3528..=3589, &[16]),
    (3000..=3059, &[14]),
    (3600..=3699, &[14]),
    (3800..=3899, &[14]),
];

/// Whether `text`, ignoring single spaces and dashes, is a payment card number of a known issuer.
pub(super) fn is_card_number(text: &str) -> bool {
    let digits = digits_of(text);
    let Some(prefix) = digits.get(..4) else {
        return false;
    };
    let prefix = prefix.iter().fold(0_u16, |number, &digit| number * 10 + u16::from(digit));
    let known = CARD_PREFIXES
        .iter()
        .any(|(range, lengths)| range.contains(&prefix) && lengths.contains(&digits.len()));
    known && passes_luhn(&digits)
}

/// Whether `text` is `AAA-GG-SSSS` within the ranges ever issued.
pub(super) fn is_social_security_number(text: &str) -> bool {
    let digits = digits_of(text);
    if digits.len() != 9 {
        return false;
    }
    let number = |range: std::ops::Range<usize>| {
        digits[range].iter().fold(0_u32, |number, &digit| number * 10 + u32::from(digit))
    };
    let (area, group, serial) = (number(0..3), number(3..5), number(5..9));
    area != 0 && area != 666 && area < 900 && group != 0 && serial != 0
}

fn digits_of(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect()
}

fn passes_luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(position, &digit)| {
            let doubled = u32::from(digit) * if position % 2 == 1 { 2 } else { 1 };
            if doubled > 9 { doubled - 9 } else { doubled }
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_need_a_known_prefix_a_fitting_length_and_luhn() {
        for card in ["4111 1111 1111 1111", "5555-5555-5555-4444", "378282246310005", "6011111111111117"] {
            assert!(is_card_number(card), "{card}");
        }
        for other in ["4111111111111112", "1705919400123", "9999999999999995", "411111111111111", ""] {
            assert!(!is_card_number(other), "{other}");
        }
    }

    #[test]
    fn social_security_numbers_need_issued_ranges() {
        assert!(is_social_security_number("123-45-6789"));
        for other in ["000-12-3456", "666-12-3456", "900-12-3456", "123-00-4567", "123-45-0000", "12-34"] {
            assert!(!is_social_security_number(other), "{other}");
        }
    }
}
