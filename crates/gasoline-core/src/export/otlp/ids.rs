//! Ids of traces and spans: hashed from what they are about, so that what is sent twice merges.

use std::hash::Hasher;

use siphasher::sip::SipHasher24;

/// A trace, 32 hexadecimal digits.
pub(super) fn trace(parts: &[&str]) -> String {
    format!("{:016x}{:016x}", hash(1, parts), hash(2, parts))
}

/// A span, 16 hexadecimal digits.
pub(super) fn span(parts: &[&str]) -> String {
    format!("{:016x}", hash(3, parts))
}

/// All zeros is no id.
fn hash(key: u64, parts: &[&str]) -> u64 {
    let mut hasher = SipHasher24::new_with_keys(key, 0);
    for part in parts {
        hasher.write_u64(part.len() as u64);
        hasher.write(part.as_bytes());
    }
    hasher.finish().max(1)
}

/// Trace and span of a `traceparent` header, as the W3C words it.
pub(super) fn of_header(text: &str) -> Option<(String, String)> {
    let mut parts = text.trim().split('-');
    let (version, trace, span) = (parts.next()?, parts.next()?, parts.next()?);
    let is_id = |text: &str, length: usize| {
        text.len() == length
            && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
            && text.bytes().any(|byte| byte != b'0')
    };
    let is_version = version.len() == 2 && version != "ff";
    (is_version && is_id(trace, 32) && is_id(span, 16)).then(|| (trace.to_owned(), span.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_together_and_lengths_are_those_of_the_format() {
        assert_eq!((trace(&["a"]).len(), span(&["a"]).len()), (32, 16));
        assert_ne!(span(&["ab", "c"]), span(&["a", "bc"]));
        assert_eq!(span(&["a", "b"]), span(&["a", "b"]));
    }

    #[test]
    fn a_header_is_taken_over_if_it_is_one() {
        let (trace, span) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
        assert_eq!(of_header(&format!("00-{trace}-{span}-01")), Some((trace.to_owned(), span.to_owned())));
        for wrong in [
            "",
            "00-4bf92f3577b34da6a3ce929d0e0e4736",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        ] {
            assert_eq!(of_header(wrong), None, "{wrong}");
        }
    }
}
