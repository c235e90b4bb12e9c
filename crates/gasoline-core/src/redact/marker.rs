//! What stands where a secret stood.

use std::fmt;
use std::hash::Hasher;

use siphasher::sip::SipHasher24;

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

/// JSON type of the value a marker replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonType {
    /// A string, or part of one.
    String,
    /// A number.
    Number,
}

/// From this many characters up a marker shows the first six and last three.
const SHORTEST_PREVIEWED: usize = 16;

/// What is kept of a secret: enough to recognise it, too little to use it.
///
/// Printed as `[redacted:rule:type:length:fingerprint]`, from 16 characters up with `:first6...last3` before the
/// bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Id of the rule that found it.
    pub rule: String,
    /// What it replaced.
    pub json_type: JsonType,
    /// Length of the secret in characters.
    pub length: usize,
    /// Equal secrets have equal fingerprints within one server run.
    pub fingerprint: u64,
    /// First six and last three characters.
    pub preview: Option<String>,
}

impl Marker {
    pub(super) fn of(rule: &str, secret: &str, json_type: JsonType, key: &FingerprintKey) -> Self {
        let length = secret.chars().count();
        let preview = (length >= SHORTEST_PREVIEWED).then(|| {
            let first: String = secret.chars().take(6).map(printable).collect();
            let last: String = secret.chars().skip(length - 3).map(printable).collect();
            format!("{first}...{last}")
        });
        Self { rule: rule.to_owned(), json_type, length, fingerprint: key.fingerprint(secret), preview }
    }

    /// Reads a marker back from exactly its printed form.
    pub fn parse(text: &str) -> Option<Self> {
        let inside = text.strip_prefix("[redacted:")?.strip_suffix(']')?;
        let mut parts = inside.splitn(5, ':');
        let rule = parts.next()?.to_owned();
        let json_type = match parts.next()? {
            "string" => JsonType::String,
            "number" => JsonType::Number,
            _ => return None,
        };
        let length = parts.next()?.parse().ok()?;
        let fingerprint = u64::from_str_radix(parts.next()?, 16).ok()?;
        Some(Self { rule, json_type, length, fingerprint, preview: parts.next().map(str::to_owned) })
    }
}

/// Quotes, brackets and control characters would let a secret's own text break out of the marker.
fn printable(character: char) -> char {
    if character.is_ascii_alphanumeric() || "_-./+=".contains(character) { character } else { '*' }
}

impl fmt::Display for Marker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json_type = match self.json_type {
            JsonType::String => "string",
            JsonType::Number => "number",
        };
        let Self { rule, length, fingerprint, .. } = self;
        write!(formatter, "[redacted:{rule}:{json_type}:{length}:{fingerprint:016x}")?;
        if let Some(preview) = &self.preview {
            write!(formatter, ":{preview}")?;
        }
        formatter.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_reads_back_and_short_secrets_show_nothing() {
        let key = FingerprintKey::new([7; 16]);
        let long = Marker::of("jwt", "eyJhbGciOi\"]:.xyz0", JsonType::String, &key);
        assert_eq!(long.preview.as_deref(), Some("eyJhbG...yz0"));
        assert_eq!(Marker::parse(&long.to_string()), Some(long));
        let short = Marker::of("sensitive-field", "hunter2", JsonType::Number, &key);
        assert_eq!(short.preview, None);
        assert_eq!(Marker::parse(&short.to_string()), Some(short));
        assert_eq!(Marker::parse("[redacted]"), None);
    }

    #[test]
    fn fingerprints_depend_on_the_key() {
        let (one, other) = (FingerprintKey::new([1; 16]), FingerprintKey::new([2; 16]));
        assert_eq!(one.fingerprint("a"), one.fingerprint("a"));
        assert_ne!(one.fingerprint("a"), other.fingerprint("a"));
    }
}
