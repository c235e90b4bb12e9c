//! The user part of an address: `user:password@`.

/// Whether what stands before `at`, the place of an `@`, may be the user part of an address. Ends at the `@` before, so all
/// looks at one text together are linear in it.
pub(super) fn ends_user_part(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let is_outside = |byte: &u8| {
        byte.is_ascii_whitespace() || matches!(byte, b'/' | b'@' | b'?' | b'#' | b'"' | b'\'' | b'<' | b'>')
    };
    let Some(last) = before.iter().rposition(is_outside) else { return false };
    before.get(..=last).is_some_and(|before| before.ends_with(b"://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_follows_a_scheme_is_a_user_part() {
        let ends = |text: &str| ends_user_part(text.as_bytes(), text.rfind('@').unwrap());
        for text in ["postgres://app:x1@db", "see redis://:x1@cache", "https://token@host", "a@b pg://é:ü@db"]
        {
            assert!(ends(text), "{text}");
        }
        for text in ["ann@example.org", "http://localhost/a@b", "mail: \"ann@b\"", "@", "x://a@b@c", "/@"] {
            assert!(!ends(text), "{text}");
        }
    }
}
