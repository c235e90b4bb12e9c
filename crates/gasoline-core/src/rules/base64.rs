//! Looks into base64, standard and URL-safe, as far as it can be read.

/// Whether the decoded text contains `wanted` in its first kilobyte.
pub(super) fn holds(text: &str, wanted: &[u8]) -> bool {
    const LOOKED_AT: usize = 1368;
    let decoded = decode(&text.as_bytes()[..text.len().min(LOOKED_AT)]);
    memchr::memmem::find(&decoded, wanted).is_some()
}

/// The bytes that `text` stands for, up to the first character that is none of base64.
pub(super) fn decode(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut bits = 0_u32;
    let mut held = 0;
    for value in text.iter().map_while(|byte| value_of(*byte)) {
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            decoded.push((bits >> held & 0xFF) as u8);
        }
    }
    decoded
}

fn value_of(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_alphabets_are_read_and_the_rest_ends_it() {
        assert_eq!(decode(b"aGVsbG8="), b"hello");
        assert_eq!(decode(b"-_-_ x"), decode(b"+/+/"));
        assert_eq!(decode(b""), b"");
        assert!(holds("LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQo", b"PRIVATE KEY"));
        assert!(!holds("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t", b"PRIVATE KEY"));
    }
}
