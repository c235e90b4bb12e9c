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
        if let Ok(instant) = text.parse::<jiff::Timestamp>() {
            return Self::from_milliseconds(instant.as_millisecond());
        }
        match text.trim().parse::<f64>() {
            Ok(milliseconds) => Self::from_float(milliseconds),
            Err(_) => Err(TimestampError::Unreadable),
        }
    }

    /// This instant moved by `milliseconds`, kept inside the readable range.
    #[must_use]
    pub fn shifted(self, milliseconds: i64) -> Self {
        let moved = self.0.saturating_add(milliseconds);
        Self(moved.clamp(EARLIEST_MILLISECONDS, LATEST_MILLISECONDS))
    }

    fn from_float(milliseconds: f64) -> Result<Self, TimestampError> {
        if !milliseconds.is_finite() || milliseconds.abs() > LATEST_MILLISECONDS as f64 {
            return Err(TimestampError::OutOfRange);
        }
        // In range, so the cast only drops the fraction `performance.timeOrigin` arithmetic leaves behind.
        Self::from_milliseconds(milliseconds as i64)
    }
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
