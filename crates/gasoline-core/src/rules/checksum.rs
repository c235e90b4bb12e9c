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

/// Whether a token of the form `prefix_random` ends in six characters of base 62 that are the CRC-32 of what stands before them.
pub(super) fn ends_in_crc32(token: &str) -> bool {
    const CHECKSUM: usize = 6;
    let Some(random) = token.rsplit_once('_').map(|(_, random)| random.as_bytes()) else { return false };
    let Some(end) = random.len().checked_sub(CHECKSUM) else { return false };
    let (random, checksum) = random.split_at(end);
    let mut rest = crc32(random);
    let expected = [(); CHECKSUM].map(|()| {
        let digit = (rest % 62) as usize;
        rest /= 62;
        BASE_62[digit]
    });
    checksum.iter().rev().eq(expected.iter())
}

const BASE_62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn crc32(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xEDB8_8320;
    let step = |rest: u32| if rest & 1 == 1 { rest >> 1 ^ POLYNOMIAL } else { rest >> 1 };
    !bytes.iter().fold(u32::MAX, |rest, byte| (0..8).fold(rest ^ u32::from(*byte), |rest, _| step(rest)))
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
    fn a_checksum_at_the_end_of_a_token_is_told() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        let random = "a".repeat(30);
        let mut rest = crc32(random.as_bytes());
        let mut digits = Vec::new();
        for _ in 0..6 {
            digits.insert(0, char::from(BASE_62[(rest % 62) as usize]));
            rest /= 62;
        }
        let checksum: String = digits.into_iter().collect();
        assert!(ends_in_crc32(&format!("ghp_{random}{checksum}")));
        assert!(!ends_in_crc32(&format!("ghp_{random}{}", "0".repeat(6))));
        assert!(!ends_in_crc32("ghp_") && !ends_in_crc32("x"));
    }

    #[test]
    fn social_security_numbers_need_issued_ranges() {
        assert!(is_social_security_number("123-45-6789"));
        for other in ["000-12-3456", "666-12-3456", "900-12-3456", "123-00-4567", "123-45-0000", "12-34"] {
            assert!(!is_social_security_number(other), "{other}");
        }
    }
}
