//! What one POST carries, and what comes back.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The entries of one POST, still as the sender's JSON text.
#[derive(Debug)]
pub struct Batch<'a> {
    /// One element per entry, in order.
    pub entries: Vec<&'a RawValue>,
}

/// Why a whole batch could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// The body is not UTF-8.
    #[error("body is not UTF-8 (first bad byte at offset {offset})")]
    NotUtf8 {
        /// Where the first bad byte stands.
        offset: usize,
    },
    /// The body is not JSON.
    #[error("body is not valid JSON: {reason}")]
    NotJson {
        /// The parser's words, with line and column.
        reason: String,
    },
    /// The body is JSON of another shape.
    #[error("expected `{{\"{field}\": […]}}`: {reason}")]
    Shape {
        /// The array the route expects.
        field: &'static str,
        /// What stood there instead.
        reason: String,
    },
}

impl<'a> Batch<'a> {
    /// Splits `{"<field>": [entry, …]}` without interpreting the entries. Other fields are ignored.
    pub fn split(body: &'a [u8], field: &'static str) -> Result<Self, BatchError> {
        let text = read_utf8(body)?;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let entries = deserializer
            .deserialize_map(EntriesOf(field))
            .and_then(|entries| deserializer.end().map(|()| entries))
            .map_err(|error| Self::explain(&error, field))?;
        let missing = || BatchError::Shape { field, reason: format!("missing field `{field}`") };
        entries.map(|entries| Self { entries }).ok_or_else(missing)
    }

    /// A body that is one entry by itself.
    pub fn single(body: &'a [u8]) -> Result<Self, BatchError> {
        let text = read_utf8(body)?;
        let entry = serde_json::from_str::<&RawValue>(text)
            .map_err(|error| BatchError::NotJson { reason: error.to_string() })?;
        Ok(Self { entries: vec![entry] })
    }

    fn explain(error: &serde_json::Error, field: &'static str) -> BatchError {
        if error.is_data() {
            BatchError::Shape { field, reason: error.to_string() }
        } else {
            BatchError::NotJson { reason: error.to_string() }
        }
    }
}

fn read_utf8(body: &[u8]) -> Result<&str, BatchError> {
    std::str::from_utf8(body).map_err(|error| BatchError::NotUtf8 { offset: error.valid_up_to() })
}

/// Finds the named array in an object.
struct EntriesOf(&'static str);

impl<'de> Visitor<'de> for EntriesOf {
    type Value = Option<Vec<&'de RawValue>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object with an array `{}`", self.0)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut entries = None;
        while let Some(key) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            if key == self.0 {
                entries = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(entries)
    }
}

/// One entry that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryRejection {
    /// Position in the batch.
    pub index: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// The answer to a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Received {
    /// Entries taken, resends of known ones included.
    pub received: usize,
    /// Entries refused.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rejected: usize,
    /// The first refusal, `entries[3]: …`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_rejection: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The answer to a clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cleared {
    /// Always true.
    pub cleared: bool,
    /// How many entries went.
    pub entries_removed: usize,
}

/// The body of every refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// What is wrong, and where a person can act, what to do.
    pub error: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_their_exact_text_and_other_fields_are_ignored() {
        let body = br#"{"sender":"curl","entries":[{"a": 1.50},"x"],"more":{}}"#;
        let batch = Batch::split(body, "entries").unwrap();
        let texts: Vec<_> = batch.entries.iter().map(|entry| entry.get()).collect();
        assert_eq!(texts, [r#"{"a": 1.50}"#, r#""x""#]);
    }

    #[test]
    fn unreadable_bodies_say_what_was_expected() {
        let reason = |body: &[u8]| Batch::split(body, "entries").unwrap_err().to_string();
        assert_eq!(reason(b"{\"entries\":[\xff]}"), "body is not UTF-8 (first bad byte at offset 12)");
        assert_eq!(
            reason(b"{\"entries\":["),
            "body is not valid JSON: EOF while parsing a list at line 1 column 12"
        );
        assert_eq!(reason(b"{}"), "expected `{\"entries\": […]}`: missing field `entries`");
        assert_eq!(
            reason(b"{\"entries\":{}}"),
            "expected `{\"entries\": […]}`: invalid type: map, expected a sequence at line 1 column 11"
        );
        assert_eq!(
            reason(b"[]"),
            "expected `{\"entries\": […]}`: invalid type: sequence, expected an object with an array `entries` at line 1 column 0"
        );
    }
}
