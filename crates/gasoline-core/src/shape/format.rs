//! What kind of text a text is, where its form says so: dates, times, ids, addresses.

use serde::{Deserialize, Serialize};

/// A form that texts of one field usually share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names that JSON Schema gives them")]
pub enum Format {
    Date,
    DateTime,
    Email,
    Uri,
    Uuid,
}

impl Format {
    /// As JSON Schema writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Uuid => "uuid",
        }
    }

    /// The form of a text, if it has one.
    pub(super) fn of(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        match bytes {
            _ if is_date(bytes) => Some(Self::Date),
            _ if is_date_time(bytes) => Some(Self::DateTime),
            _ if is_uuid(bytes) => Some(Self::Uuid),
            _ if text.starts_with("https://") || text.starts_with("http://") => Some(Self::Uri),
            _ if is_email(bytes) => Some(Self::Email),
            _ => None,
        }
    }
}

/// Whether every text so far had one form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Formats {
    /// No text was seen.
    #[default]
    Unknown,
    /// Every one.
    All(Format),
    /// Not every one, or none.
    Mixed,
}

impl Formats {
    pub(super) fn note(&mut self, text: &str) {
        // Once mixed, it stays so: most texts need no look.
        if *self != Self::Mixed {
            self.absorb(Format::of(text).map_or(Self::Mixed, Self::All));
        }
    }

    pub(super) fn absorb(&mut self, other: Self) {
        *self = match (*self, other) {
            (Self::Unknown, known) | (known, Self::Unknown) => known,
            (Self::All(one), Self::All(same)) if one == same => Self::All(one),
            _ => Self::Mixed,
        };
    }
}

/// Whether bytes match a form in which `0` stands for any digit and everything else for itself.
fn has_form(bytes: &[u8], form: &[u8]) -> bool {
    bytes.len() == form.len()
        && bytes.iter().zip(form).all(|(byte, wanted)| match wanted {
            b'0' => byte.is_ascii_digit(),
            other => byte == other,
        })
}

fn is_date(bytes: &[u8]) -> bool {
    has_form(bytes, b"0000-00-00")
}

fn is_date_time(bytes: &[u8]) -> bool {
    let Some((date, rest)) = bytes.split_at_checked(10) else { return false };
    let Some((time, rest)) = rest.split_at_checked(9) else { return false };
    is_date(date) && (has_form(time, b"T00:00:00") || has_form(time, b" 00:00:00")) && is_zone(rest)
}

/// Fractions of a second and the zone.
fn is_zone(rest: &[u8]) -> bool {
    let rest = rest.strip_prefix(b".").map_or(rest, |fraction| {
        let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
        fraction.get(digits..).unwrap_or_default()
    });
    matches!(rest, b"" | b"Z") || matches!(rest.first(), Some(b'+' | b'-')) && rest.len() <= 6
}

fn is_uuid(bytes: &[u8]) -> bool {
    let is_hyphen = |place| matches!(place, 8 | 13 | 18 | 23);
    bytes.len() == 36
        && bytes.iter().enumerate().all(|(place, byte)| match is_hyphen(place) {
            true => *byte == b'-',
            false => byte.is_ascii_hexdigit(),
        })
}

fn is_email(bytes: &[u8]) -> bool {
    let Some(at) = bytes.iter().position(|byte| *byte == b'@') else { return false };
    let (name, domain) = bytes.split_at(at);
    let is_word = |part: &[u8]| part.iter().all(|byte| byte.is_ascii_graphic() && *byte != b'@');
    let domain = domain.get(1..).unwrap_or_default();
    !name.is_empty() && is_word(name) && is_word(domain) && domain.contains(&b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_their_letters() {
        for (text, expected) in [
            ("2026-01-31", Some(Format::Date)),
            ("2026-01-31T10:00:00Z", Some(Format::DateTime)),
            ("2026-01-31 10:00:00.123456+02:00", Some(Format::DateTime)),
            ("550e8400-e29b-41d4-a716-446655440000", Some(Format::Uuid)),
            ("https://shop.test/a?b", Some(Format::Uri)),
            ("ann@example.com", Some(Format::Email)),
            ("2026-01-31T10", None),
            ("12-34-5678", None),
            ("@ann", None),
            ("ann@work", None),
            ("a b@c.d", None),
            ("", None),
        ] {
            assert_eq!(Format::of(text), expected, "{text}");
        }
    }

    #[test]
    fn texts_of_several_forms_have_none() {
        let mut formats = Formats::default();
        formats.note("2026-01-31");
        formats.note("2026-02-01");
        assert_eq!(formats, Formats::All(Format::Date));
        formats.note("2026-02-01T00:00:00Z");
        formats.note("2026-02-01");
        assert_eq!(formats, Formats::Mixed);
    }
}
