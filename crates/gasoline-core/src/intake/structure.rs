//! What can be wrong with valid JSON text, found without parsing it: too deep, or numbers nobody can hold.

/// Whether valid JSON text nests objects and arrays deeper than `limit`.
pub(crate) fn is_deeper_than(json: &str, limit: usize) -> bool {
    // Most entries open fewer brackets in all than the limit, which a count answers at memory speed.
    let opened = memchr::memchr2_iter(b'{', b'[', json.as_bytes()).take(limit + 1).count();
    opened > limit && depth_exceeds(json.as_bytes(), limit)
}

fn depth_exceeds(json: &[u8], limit: usize) -> bool {
    let mut depth = 0_usize;
    let mut position = 0;
    while let Some(&byte) = json.get(position) {
        match byte {
            b'"' => position = end_of_string(json, position),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > limit {
            return true;
        }
        position += 1;
    }
    false
}

/// Digits from which a number may be too large for a double: without exponent, and of an exponent.
const LONG_NUMBER: usize = 300;
const LONG_EXPONENT: usize = 3;

/// Whether valid JSON text contains a number too large for a double (`1e400`). JavaScript never writes one, and no
/// reader could read the entry back.
pub(super) fn holds_unreadable_number(json: &str) -> bool {
    let bytes = json.as_bytes();
    let suspicious = has_long_exponent(bytes) || has_long_number(bytes);
    suspicious && serde_json::from_str::<serde_json::Value>(json).is_err()
}

fn has_long_exponent(json: &[u8]) -> bool {
    memchr::memchr2_iter(b'e', b'E', json).any(|position| {
        let after_digit = position > 0 && json[position - 1].is_ascii_digit();
        after_digit && begins_long_exponent(&json[position + 1..]) && ends_a_number(&json[..position])
    })
}

fn begins_long_exponent(rest: &[u8]) -> bool {
    let digits = rest.strip_prefix(b"+").or_else(|| rest.strip_prefix(b"-")).unwrap_or(rest);
    digits.len() >= LONG_EXPONENT && digits[..LONG_EXPONENT].iter().all(u8::is_ascii_digit)
}

/// Whether the digits at the end of `before` stand where a value may: ids such as `"7e123"` are common, and taking them
/// for numbers would cost a whole parse each.
fn ends_a_number(before: &[u8]) -> bool {
    let start = before.iter().rposition(|byte| !matches!(byte, b'0'..=b'9' | b'.' | b'-'));
    start.is_none_or(|position| matches!(before[position], b':' | b',' | b'[' | b' ' | b'\n' | b'\r' | b'\t'))
}

/// Looks only at every hundredth byte: a long enough number shows at two of them in a row.
fn has_long_number(json: &[u8]) -> bool {
    const STRIDE: usize = LONG_NUMBER / 3;
    json.len() > LONG_NUMBER
        && json
            .chunks(STRIDE)
            .map(|chunk| chunk[0].is_ascii_digit())
            .scan(false, |previous, digit| Some(std::mem::replace(previous, digit) && digit))
            .any(|both| both)
}

/// Position of the quote that closes the string opened at `start`.
fn end_of_string(json: &[u8], start: usize) -> usize {
    let mut position = start + 1;
    while let Some(offset) = memchr::memchr2(b'"', b'\\', json.get(position..).unwrap_or_default()) {
        position += offset;
        if json[position] == b'"' {
            return position;
        }
        position += 2;
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_beyond_a_double_are_unreadable() {
        let long = "9".repeat(400);
        for json in
            ["[1e400]", "{\"a\":-1E+999}", &format!("[{long}]"), &format!("{{\"x\":\"y\",\"n\":{long}}}")]
        {
            assert!(holds_unreadable_number(json), "{json}");
        }
        let text = format!("\"{long} 1e400\"");
        for json in [
            "[1e300, 1e-400, 12e5]",
            "{\"id\":\"7e123\"}",
            "\"1e400\"",
            "[123456789012345678901234567890]",
            &text,
            "[]",
        ] {
            assert!(!holds_unreadable_number(json), "{json}");
        }
    }

    #[test]
    fn brackets_in_strings_and_side_by_side_do_not_count() {
        assert!(!is_deeper_than(&format!("[{}]", vec!["[]"; 500].join(",")), 2));
        assert!(!is_deeper_than(&format!(r#"{{"a":"{}\""}}"#, "[".repeat(500)), 1));
        assert!(is_deeper_than("[[[]]]", 2));
        assert!(!is_deeper_than("[[[]]]", 3));
    }
}
