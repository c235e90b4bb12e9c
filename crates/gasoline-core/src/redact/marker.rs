//! Makes the marker of a secret.

use std::fmt;
use std::hash::Hasher;

use siphasher::sip::SipHasher24;

use crate::removed::{JsonType, Marker};
use crate::rules;

/// Key of the fingerprints of one server run; random, so fingerprints of two runs cannot be compared.
#[derive(Clone, Copy)]
pub struct FingerprintKey([u8; 16]);

impl FingerprintKey {
    /// A key from random bytes.
    pub fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Keyed hash of `text`.
    pub fn fingerprint(&self, text: &str) -> u64 {
        let mut hasher = SipHasher24::new_with_key(&self.0);
        hasher.write(text.as_bytes());
        hasher.finish()
    }
}

impl fmt::Debug for FingerprintKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("FingerprintKey(…)")
    }
}

/// From this many characters up a marker shows the first six and last three.
const SHORTEST_PREVIEWED: usize = 16;

/// The marker of `secret`.
pub(super) fn marker_of(rule: &str, secret: &str, json_type: JsonType, key: &FingerprintKey) -> Marker {
    let length = secret.chars().count();
    let preview = (length >= SHORTEST_PREVIEWED).then(|| {
        let first: String = secret.chars().take(6).map(printable).collect();
        let last: String = secret.chars().skip(length - 3).map(printable).collect();
        format!("{first}...{last}")
    });
    let (fingerprint, confirmed) = (key.fingerprint(secret), rules::confirmed(rule, secret));
    let traits = rules::traits(rule, secret);
    Marker { rule: rule.to_owned(), json_type, length, fingerprint, preview, confirmed, traits }
}

/// Quotes, brackets and control characters would let a secret's own text break out of the marker.
fn printable(character: char) -> char {
    if character.is_ascii_alphanumeric() || "_-./+=".contains(character) { character } else { '*' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_reads_back_and_short_secrets_show_nothing() {
        let key = FingerprintKey::new([7; 16]);
        let long = marker_of("jwt", "eyJhbGciOi\"]:.xyz0", JsonType::String, &key);
        assert_eq!(long.preview.as_deref(), Some("eyJhbG...yz0"));
        assert_eq!(Marker::parse(&long.to_string()), Some(long));
        let short = marker_of("sensitive-field", "hunter2", JsonType::Number, &key);
        assert_eq!(short.preview, None);
        assert_eq!(Marker::parse(&short.to_string()), Some(short));
    }

    #[test]
    fn fingerprints_depend_on_the_key() {
        let (one, other) = (FingerprintKey::new([1; 16]), FingerprintKey::new([2; 16]));
        assert_eq!(one.fingerprint("a"), one.fingerprint("a"));
        assert_ne!(one.fingerprint("a"), other.fingerprint("a"));
    }
}
