//! What stands where a value was removed: every spelling, read and written here only.
//!
//! The page writes `[redacted]` for fields and `[REDACTED]` for headers, as documented. The server writes a [`Marker`], which
//! also says what was removed. Generated code says `[user-provided]`.

use std::fmt;
use std::ops::Range;

/// What the page writes for the value of a sensitive field.
pub const FIELD: &str = "[redacted]";
/// What stands for the value of a sensitive header.
pub const HEADER: &str = "[REDACTED]";
/// What generated code says where a person must fill in something.
const USER_PROVIDED: &str = "[user-provided]";
/// How every marker begins.
const MARKER: &str = "[redacted:";

/// What a marker says of a checksum.
const CONFIRMED: &str = "checksum";
const REFUTED: &str = "no-checksum";
/// What stands between the first and the last characters of a preview.
const LEFT_OUT: &str = "...";
/// Longer than any marker.
const LONGEST_MARKER: usize = 160;

/// JSON type of the value a marker replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonType {
    /// A string, or part of one.
    String,
    /// A number.
    Number,
}

/// What is known of a secret besides its rule, because it was looked into before it was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// For tests: `sk_test_…`, or `example` as a word in it.
    Test,
    /// A token whose issuer means it to be seen by everyone, though others of its format are secret.
    Public,
    /// A JSON web token that nobody signed: `"alg": "none"`.
    Unsigned,
    /// A JSON web token that never expires.
    NoExpiry,
}

impl Trait {
    const ALL: [Self; 4] = [Self::Test, Self::Public, Self::Unsigned, Self::NoExpiry];

    fn word(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Public => "public",
            Self::Unsigned => "unsigned",
            Self::NoExpiry => "no-expiry",
        }
    }
}

/// What is kept of a secret: enough to recognise it, too little to use it.
///
/// Printed as `[redacted:rule:type:length:fingerprint]`, from 16 characters up with `:first6...last3` before the
/// bracket, and behind that with `:checksum` or `:no-checksum` where the format has one, and its traits.
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
    /// Whether the checksum in it is right; `None` for formats without one.
    pub confirmed: Option<bool>,
    /// What else is known of it.
    pub traits: Vec<Trait>,
}

/// A value that is nothing but what stands for a removed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Removed {
    /// Without anything known of it: masked by the page, or left to a person.
    Masked,
    /// By the server.
    Marked(Marker),
}

impl Removed {
    /// Reads a whole value; `None` if it is anything else.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            FIELD | HEADER | USER_PROVIDED => Some(Self::Masked),
            _ => Marker::parse(text).map(Self::Marked),
        }
    }
}

/// Whether something was removed anywhere in `text`. In addresses the brackets may be escaped.
pub fn occurs_in(text: &str) -> bool {
    // Most texts have neither byte, which is quickly seen.
    memchr::memchr2_iter(b'[', b'%', text.as_bytes())
        .any(|place| text.get(place..).is_some_and(|rest| begins(rest) || begins_escaped(rest)))
}

/// Where markers stand in `text`, in order.
pub fn markers(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, MARKER).filter_map(move |start| {
        // A preview holds no bracket and the whole is short.
        let rest = &bytes[start..bytes.len().min(start + LONGEST_MARKER)];
        let place = start..start + memchr::memchr(b']', rest)? + 1;
        Marker::parse(text.get(place.clone())?).map(|_| place)
    })
}

/// Whether `text` begins with what stands for a removed value.
pub fn begins(text: &str) -> bool {
    [FIELD, HEADER, USER_PROVIDED, MARKER].iter().any(|spelling| text.starts_with(spelling))
}

fn begins_escaped(text: &str) -> bool {
    let escaped = text.get(..3).filter(|bracket| bracket.eq_ignore_ascii_case("%5B"));
    let word = escaped.and_then(|_| text.get(3..11));
    word.is_some_and(|word| word == "redacted" || word == "REDACTED")
}

impl Marker {
    /// Reads a marker back from exactly its printed form.
    pub fn parse(text: &str) -> Option<Self> {
        let inside = text.strip_prefix(MARKER)?.strip_suffix(']')?;
        let mut parts = inside.splitn(5, ':');
        let rule = parts.next()?.to_owned();
        let json_type = match parts.next()? {
            "string" => JsonType::String,
            "number" => JsonType::Number,
            _ => return None,
        };
        let length = parts.next()?.parse().ok()?;
        let fingerprint = u64::from_str_radix(parts.next()?, 16).ok()?;
        let mut marker =
            Self { rule, json_type, length, fingerprint, preview: None, confirmed: None, traits: Vec::new() };
        for word in parts.next().into_iter().flat_map(|rest| rest.split(':')) {
            marker.note(word)?;
        }
        Some(marker)
    }

    /// Reads one of the words behind the fingerprint.
    fn note(&mut self, word: &str) -> Option<()> {
        match word {
            CONFIRMED => self.confirmed = Some(true),
            REFUTED => self.confirmed = Some(false),
            preview if preview.contains(LEFT_OUT) => self.preview = Some(preview.to_owned()),
            word => self.traits.push(Trait::ALL.into_iter().find(|known| known.word() == word)?),
        }
        Some(())
    }

    /// Whether this is known of the secret.
    pub fn is(&self, known: Trait) -> bool {
        self.traits.contains(&known)
    }

    /// Writes the marker in place of its value. A number stood without quotes and a marker is a string, so it brings its
    /// own, spelled as the text around it spells quotes: `"`, `\"`, `%22`.
    pub fn write(&self, output: &mut String, quote: &str) {
        let quote = if self.json_type == JsonType::Number { quote } else { "" };
        output.push_str(&format!("{quote}{self}{quote}"));
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json_type = match self.json_type {
            JsonType::String => "string",
            JsonType::Number => "number",
        };
        let Self { rule, length, fingerprint, .. } = self;
        write!(formatter, "{MARKER}{rule}:{json_type}:{length}:{fingerprint:016x}")?;
        if let Some(preview) = &self.preview {
            write!(formatter, ":{preview}")?;
        }
        if let Some(confirmed) = self.confirmed.filter(|_| self.preview.is_some()) {
            write!(formatter, ":{}", if confirmed { CONFIRMED } else { REFUTED })?;
        }
        for known in &self.traits {
            write!(formatter, ":{}", known.word())?;
        }
        formatter.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(json_type: JsonType, preview: Option<&str>) -> Marker {
        let preview = preview.map(str::to_owned);
        let traits = Vec::new();
        Marker {
            rule: "jwt".to_owned(),
            json_type,
            length: 18,
            fingerprint: 255,
            preview,
            confirmed: None,
            traits,
        }
    }

    #[test]
    fn every_spelling_is_read_and_nothing_else() {
        for masked in ["[redacted]", "[REDACTED]", "[user-provided]"] {
            assert_eq!(Removed::parse(masked), Some(Removed::Masked), "{masked}");
        }
        for marker in [marker(JsonType::String, Some("eyJhbG...yz0")), marker(JsonType::Number, None)] {
            assert_eq!(Removed::parse(&marker.to_string()), Some(Removed::Marked(marker)));
        }
        let confirmed = Marker { confirmed: Some(false), ..marker(JsonType::String, Some("ghp_ab...xyz")) };
        assert_eq!(Marker::parse(&confirmed.to_string()), Some(confirmed.clone()));
        for preview in [None, Some("eyJhbG...yz0".to_owned())] {
            let looked_into =
                Marker { preview, confirmed: None, traits: Trait::ALL.to_vec(), ..confirmed.clone() };
            assert_eq!(Marker::parse(&looked_into.to_string()), Some(looked_into));
        }
        for other in
            ["", "redacted", "[Redacted]", "[redacted", "[redacted:]", "a [redacted]", "[redactedly]"]
        {
            assert_eq!(Removed::parse(other), None, "{other}");
        }
    }

    #[test]
    fn removed_parts_are_seen_within_a_text() {
        for text in [
            "/join/[redacted]",
            "a=[REDACTED]&b",
            "?t=%5Bredacted%3Ajwt",
            "?t=%5bREDACTED%5d",
            "é [redacted:jwt:",
        ] {
            assert!(occurs_in(text), "{text}");
        }
        for text in ["", "[", "%5", "%5Bred", "redacted", "[[redacte", "100 % [x]"] {
            assert!(!occurs_in(text), "{text}");
        }
    }

    #[test]
    fn a_number_brings_quotes_as_its_text_spells_them() {
        let written = |json_type, quote: &str| {
            let mut output = String::new();
            marker(json_type, None).write(&mut output, quote);
            output
        };
        assert_eq!(written(JsonType::Number, "%22"), "%22[redacted:jwt:number:18:00000000000000ff]%22");
        assert_eq!(written(JsonType::String, "\""), "[redacted:jwt:string:18:00000000000000ff]");
    }
}
