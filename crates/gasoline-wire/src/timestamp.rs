//! Instants on the wire: ISO 8601 or epoch milliseconds, read into one type.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// Milliseconds since the Unix epoch.
///
/// Serialised as ISO 8601 in UTC with millisecond precision, the form documented for `ts`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// 9999-12-30T21:59:59.999Z, the last whole second with a four-digit year in every time zone. Later times are a
/// sender's mistake.
const LATEST_MILLISECONDS: i64 = 253_402_207_199_999;
/// 0000-01-01T00:00:00Z.
const EARLIEST_MILLISECONDS: i64 = -62_167_219_200_000;

/// Why a value could not be read as a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimestampError {
    /// The text is neither ISO 8601 with an offset nor a number.
    #[error("expected an ISO 8601 time with offset or epoch milliseconds")]
    Unreadable,
    /// The instant lies outside the years 0 to 9999.
    #[error("time is outside the years 0 to 9999")]
    OutOfRange,
}

impl Timestamp {
    /// From epoch milliseconds; fails outside the years 0 to 9999.
    pub fn from_milliseconds(milliseconds: i64) -> Result<Self, TimestampError> {
        if (EARLIEST_MILLISECONDS..=LATEST_MILLISECONDS).contains(&milliseconds) {
            Ok(Self(milliseconds))
        } else {
            Err(TimestampError::OutOfRange)
        }
    }

    /// Epoch milliseconds.
    pub fn as_milliseconds(self) -> i64 {
        self.0
    }

    /// Reads ISO 8601 (`2026-01-22T10:30:00.000Z`) or a decimal number of epoch milliseconds.
    pub fn parse(text: &str) -> Result<Self, TimestampError> {
        if let Some(instant) = Self::parse_usual(text) {
            return Ok(instant);
        }
        if let Ok(instant) = text.parse::<jiff::Timestamp>() {
            return Self::from_milliseconds(instant.as_millisecond());
        }
        match text.trim().parse::<f64>() {
            Ok(milliseconds) => Self::from_float(milliseconds),
            Err(_) => Err(TimestampError::Unreadable),
        }
    }

    /// Reads exactly what `Date.prototype.toISOString` writes for the years 0 to 9999; nearly every entry has it.
    fn parse_usual(text: &str) -> Option<Self> {
        let bytes: &[u8; 24] = text.as_bytes().try_into().ok()?;
        let punctuated = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':'), (19, b'.'), (23, b'Z')];
        if punctuated.iter().any(|&(place, mark)| bytes[place] != mark) {
            return None;
        }
        let number = |range: std::ops::Range<usize>| {
            bytes[range].iter().try_fold(0_i64, |number, byte| {
                byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0'))
            })
        };
        let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
        let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
        // Days that not every month has, and leap seconds, are left to the full reader.
        if !(1..=12).contains(&month) || !(1..=28).contains(&day) || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let seconds = ((days_before(year, month) + day - 1) * 24 + hour) * 3_600 + minute * 60 + second;
        Some(Self(seconds * 1_000 + number(20..23)?))
    }

    /// This instant moved by `milliseconds`, kept inside the readable range.
    #[must_use]
    pub fn shifted(self, milliseconds: i64) -> Self {
        let moved = self.0.saturating_add(milliseconds);
        Self(moved.clamp(EARLIEST_MILLISECONDS, LATEST_MILLISECONDS))
    }

    /// What is read, where [`JsonSchema`] says what is written.
    pub fn schema_as_read(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string", "format": "date-time" },
                { "type": "number", "minimum": EARLIEST_MILLISECONDS, "maximum": LATEST_MILLISECONDS },
            ],
        })
    }

    fn from_float(milliseconds: f64) -> Result<Self, TimestampError> {
        if !milliseconds.is_finite() || milliseconds.abs() > LATEST_MILLISECONDS as f64 {
            return Err(TimestampError::OutOfRange);
        }
        // In range, so the cast only drops the fraction `performance.timeOrigin` arithmetic leaves behind.
        Self::from_milliseconds(milliseconds as i64)
    }
}

/// Days from 1970-01-01 to the first of a month. Years begin in March here, so that a leap day is a year's last.
fn days_before(year: i64, month: i64) -> i64 {
    let (year, months) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days_of_years = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    days_of_years + (153 * months + 2) / 5 - 719_468
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(instant) => write!(formatter, "{instant:.3}"),
            Err(_) => write!(formatter, "{}", self.0),
        }
    }
}

impl JsonSchema for Timestamp {
    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyForm;
        impl Visitor<'_> for AnyForm {
            type Value = Timestamp;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an ISO 8601 time with offset or epoch milliseconds")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Timestamp, E> {
                Timestamp::parse(text).map_err(E::custom)
            }
            fn visit_i64<E: de::Error>(self, milliseconds: i64) -> Result<Timestamp, E> {
                Timestamp::from_milliseconds(milliseconds).map_err(E::custom)
            }
            fn visit_u64<E: de::Error>(self, milliseconds: u64) -> Result<Timestamp, E> {
                i64::try_from(milliseconds)
                    .map_err(|_| TimestampError::OutOfRange)
                    .and_then(Timestamp::from_milliseconds)
                    .map_err(E::custom)
            }
            fn visit_f64<E: de::Error>(self, milliseconds: f64) -> Result<Timestamp, E> {
                Timestamp::from_float(milliseconds).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(AnyForm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iso_and_epoch_milliseconds_read_as_the_same_instant() {
        let expected = Timestamp(1_705_919_400_123);
        for form in ["2024-01-22T10:30:00.123Z", "2024-01-22T12:30:00.123+02:00", "1705919400123"] {
            assert_eq!(Timestamp::parse(form), Ok(expected), "{form}");
        }
        assert_eq!(serde_json::from_str::<Timestamp>("1705919400123.7").unwrap(), expected);
    }

    #[test]
    fn the_usual_form_reads_as_the_full_reader_reads_it() {
        for day in (-719_528_i64..2_932_896).step_by(97) {
            let milliseconds = day * 86_400_000 + (day * 7_919_113_i64).rem_euclid(86_400_000);
            let Ok(expected) = Timestamp::from_milliseconds(milliseconds) else { continue };
            let text = expected.to_string();
            let usual = Timestamp::parse_usual(&text);
            assert!(usual.is_none_or(|usual| usual == expected), "{text} {usual:?}");
            assert_eq!(Timestamp::parse(&text), Ok(expected));
        }
    }

    #[test]
    fn absurd_times_are_refused_rather_than_wrapped() {
        for form in ["1e300", "-1e300", "99999999999999999", "NaN", "inf"] {
            assert_eq!(Timestamp::parse(form), Err(TimestampError::OutOfRange), "{form}");
        }
        assert_eq!(Timestamp::parse("yesterday"), Err(TimestampError::Unreadable));
        assert_eq!(Timestamp::parse(""), Err(TimestampError::Unreadable));
    }

    #[test]
    fn printed_form_is_iso_with_milliseconds() {
        assert_eq!(Timestamp(1_705_919_400_000).to_string(), "2024-01-22T10:30:00.000Z");
        assert_eq!(Timestamp(0).shifted(i64::MAX).to_string(), "9999-12-30T21:59:59.999Z");
    }
}
