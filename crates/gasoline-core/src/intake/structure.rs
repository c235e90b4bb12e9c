//! How deep JSON text is nested, without parsing it.

/// Whether valid JSON text nests objects and arrays deeper than `limit`.
pub(super) fn is_deeper_than(json: &str, limit: usize) -> bool {
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
    fn brackets_in_strings_and_side_by_side_do_not_count() {
        assert!(!is_deeper_than(&format!("[{}]", vec!["[]"; 500].join(",")), 2));
        assert!(!is_deeper_than(&format!(r#"{{"a":"{}\""}}"#, "[".repeat(500)), 1));
        assert!(is_deeper_than("[[[]]]", 2));
        assert!(!is_deeper_than("[[[]]]", 3));
    }
}
