//! Whether digits stand where a card or social security number would: as a whole token, and not as an id or a part number.

use std::ops::Range;

use super::checksum;

/// Groups in which card numbers are written.
const GROUPS: [&[usize]; 5] = [&[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4], &[4, 4, 4, 4, 3], &[4, 4, 5]];

/// Lengths that are believed of digits in one piece. Longer and shorter ones are ids and times far more often.
const PLAIN_LENGTHS: [usize; 3] = [14, 15, 16];

/// How names of members end whose digits are no card.
const IDENTIFIERS: [&str; 18] = [
    "_at",
    "barcode",
    "code",
    "ean",
    "hash",
    "id",
    "ids",
    "invoicenumber",
    "isbn",
    "ordernumber",
    "ref",
    "reference",
    "seq",
    "serialnumber",
    "sku",
    "time",
    "timestamp",
    "trackingnumber",
];

/// Words before a number of the form of a social security number that make it the number of something else.
const PARTS: [&str; 15] = [
    "article", "case", "item", "model", "no", "number", "order", "part", "pn", "product", "ref", "serial",
    "sku", "ticket", "version",
];

/// How far before a number the word stands that says what it is.
const NEAR: usize = 32;

/// Whether the digits at `span` are a payment card number.
pub(super) fn is_card(text: &str, span: &Range<usize>) -> bool {
    let Some(number) = text.get(span.clone()) else { return false };
    let groups: Vec<usize> = number.split([' ', '-']).map(str::len).collect();
    let is_written = if groups.len() == 1 {
        PLAIN_LENGTHS.contains(&number.len()) && !is_identifier(text, span.start)
    } else {
        GROUPS.contains(&groups.as_slice())
    };
    is_written && is_whole(text, span) && checksum::is_card_number(number)
}

/// Whether the digits at `span` are a social security number.
pub(super) fn is_social_security_number(text: &str, span: &Range<usize>) -> bool {
    let Some(number) = text.get(span.clone()) else { return false };
    is_whole(text, span) && checksum::is_social_security_number(number) && !is_part_number(text, span.start)
}

/// Whether the digits at `span` are a number of JSON, which stands without quotes.
pub(super) fn is_json_number(text: &str, span: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let is_space = |byte: &&u8| byte.is_ascii_whitespace();
    let before = &bytes[..span.start];
    let (blanks, after) = (before.iter().rev().take_while(is_space).count(), &bytes[span.end..]);
    let mut opening = before[..before.len() - blanks].iter().rev();
    let next = after.iter().find(|byte| !byte.is_ascii_whitespace());
    let follows = match opening.next() {
        Some(b':') => matches!(opening.next(), Some(b'"' | b'\\')),
        Some(b'[' | b',') => true,
        _ => false,
    };
    bytes[span.clone()].iter().all(u8::is_ascii_digit)
        && follows
        && matches!(next, None | Some(b',' | b']' | b'}'))
}

/// Whether nothing joins the digits to what stands around: no letter, no further digit behind a dash, no decimal point.
fn is_whole(text: &str, span: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let is_joined = |joint: Option<&u8>, beyond: Option<&u8>| match joint {
        Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'_' => true,
        Some(b'-' | b'.' | b'+' | b'/' | b'#') => beyond.is_some_and(u8::is_ascii_alphanumeric),
        _ => false,
    };
    let mut before = bytes[..span.start].iter().rev();
    let mut after = bytes[span.end..].iter();
    let (previous, further) = (before.next(), before.next());
    let is_signed = matches!(previous, Some(b'-' | b'.' | b'/' | b'#'));
    // A letter behind an escape sequence or a format directive belongs to that.
    let is_behind_escape = previous.is_some_and(u8::is_ascii_lowercase) && ends_escape(&bytes[..span.start]);
    (is_behind_escape || !is_signed && !is_joined(previous, further))
        && !is_joined(after.next(), after.next())
}

/// Whether text ends with `\u{1b}[32m` or `%c`.
fn ends_escape(text: &[u8]) -> bool {
    let parameters = text.strip_suffix(b"m").map(|text| {
        let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
        &text[..text.len() - digits]
    });
    parameters.is_some_and(|text| text.ends_with(b"["))
        || text.ends_with(b"%c")
        || text.ends_with(b"\\n")
        || text.ends_with(b"\\t")
}

/// Whether the number belongs to a member or a setting that is called an id: `"orderId": 4…`.
fn is_identifier(text: &str, start: usize) -> bool {
    let before = &text.as_bytes()[start.saturating_sub(NEAR)..start];
    let before = trim_end(before, b"\"'\\ ");
    let Some((b':' | b'=', before)) = before.split_last() else { return false };
    let name = trim_end(before, b"\"'\\ ").to_ascii_lowercase();
    IDENTIFIERS.iter().any(|ending| name.ends_with(ending.as_bytes()))
}

/// Whether a word right before says that it is the number of a part.
fn is_part_number(text: &str, start: usize) -> bool {
    let before = &text.as_bytes()[start.saturating_sub(NEAR)..start];
    let before = trim_end(before, b"\"'\\ :.#=");
    let length = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = before[before.len() - length..].to_ascii_lowercase();
    let words = String::from_utf8(before.to_ascii_lowercase()).unwrap_or_default();
    let is_listed = std::str::from_utf8(&word).is_ok_and(|word| PARTS.binary_search(&word).is_ok());
    is_listed && !words.contains("social") && !words.contains("ssn") && !words.contains("tax")
}

fn trim_end<'t>(text: &'t [u8], cut: &[u8]) -> &'t [u8] {
    let kept = text.iter().rposition(|byte| !cut.contains(byte)).map_or(0, |last| last + 1);
    &text[..kept]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str) -> Range<usize> {
        let start = text.find("4111").or_else(|| text.find("123-")).unwrap();
        let length = text.as_bytes()[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit() || b" -".contains(byte))
            .count();
        let number = text.get(start..start + length).unwrap();
        start..start + number.trim_end_matches([' ', '-']).len()
    }

    #[test]
    fn a_card_number_is_a_whole_token_in_a_plausible_place() {
        for text in [
            "4111111111111111",
            "x 4111 1111 1111 1111.",
            "{\"n\":4111111111111111}",
            "card=4111-1111-1111-1111&x",
        ] {
            assert!(is_card(text, &span(text)), "{text}");
        }
        for text in [
            "0.4111111111111111",
            "4111111111111111.5",
            "x4111111111111111",
            "ORD-4111111111111111-7",
            "{\"orderId\":4111111111111111}",
            "/orders/4111111111111111",
            "4111 11 11 1111 1111 11",
            "-4111111111111111",
        ] {
            assert!(!is_card(text, &span(text)), "{text}");
        }
    }

    #[test]
    fn a_part_number_is_no_social_security_number() {
        for text in [
            "SSN 123-45-6789.",
            "{\"taxId\":\"123-45-6789\"}",
            "social security no. 123-45-6789",
            "ann 123-45-6789",
        ] {
            assert!(is_social_security_number(text, &span(text)), "{text}");
        }
        for text in
            ["part no. 123-45-6789", "SKU 123-45-6789", "123-45-6789-A", "12-123-45-6789", "X123-45-6789"]
        {
            assert!(!is_social_security_number(text, &span(text)), "{text}");
        }
    }

    #[test]
    fn only_numbers_of_json_need_quotes() {
        for text in [
            "{\"n\":4111111111111111}",
            "{\"n\": 4111111111111111 , \"m\":1}",
            "[4111111111111111]",
            "[1,4111111111111111]",
        ] {
            assert!(is_json_number(text, &span(text)), "{text}");
        }
        for text in ["card 4111111111111111", "{\"n\":\"4111111111111111\"}", "n: 4111111111111111 ok"] {
            assert!(!is_json_number(text, &span(text)), "{text}");
        }
    }
}
