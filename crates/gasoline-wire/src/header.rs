//! Tolerant reading of the few fields the server needs from any entry.
//!
//! Accepts what other senders write: `ts` or `timestamp`, ISO or epoch milliseconds; `tab` or `tabId`; the test id
//! under three names. Unknown fields are skipped, not refused: the entry's bytes keep them.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, Visitor};
use serde_json::value::RawValue;

use crate::scan::{self, Value};
use crate::{Enrichment, Level, Timestamp};

/// The fields of an entry that routing, identity, time and filters need.
#[derive(Debug, Default, PartialEq)]
pub struct EntryHeader<'a> {
    /// Browser time, if the entry carries one.
    pub time: Option<Timestamp>,
    /// `type`, or `source` when `type` is absent.
    pub kind: Option<Cow<'a, str>>,
    /// Severity, if stated and known.
    pub level: Option<Level>,
    /// Request, socket or document, depending on the kind.
    pub url: Option<Cow<'a, str>>,
    /// The document, where `url` is something else.
    pub page_url: Option<Cow<'a, str>>,
    /// Capture session.
    pub session: Option<Cow<'a, str>>,
    /// Browser tab.
    pub tab: Option<Cow<'a, str>>,
    /// Document instance.
    pub page: Option<Cow<'a, str>>,
    /// Counter per page.
    pub n: Option<u32>,
    /// Entry identity.
    pub event_id: Option<Cow<'a, str>>,
    /// The running test.
    pub test_id: Option<Cow<'a, str>>,
    /// HTTP status.
    pub status: Option<u16>,
    /// Late enrichment.
    pub enrichment: Option<Enrichment>,
    /// The entry says something beyond identity and `_…` fields.
    pub has_content: bool,
}

/// Why an entry could not be read, with the field at fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The entry is not a JSON object.
    #[error("expected an object, got {found}")]
    NotAnObject {
        /// What stood there instead.
        found: &'static str,
    },
    /// One field has an unusable value.
    #[error("`{field}`: {reason}")]
    Field {
        /// Path of the field inside the entry.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl<'a> EntryHeader<'a> {
    /// Reads the header of one entry.
    pub fn read(entry: &'a RawValue) -> Result<Self, HeaderError> {
        Self::read_text(entry.get())
    }

    /// Reads the header of one entry given as JSON text.
    pub fn read_text(entry: &'a str) -> Result<Self, HeaderError> {
        if !entry.starts_with('{') {
            return Err(HeaderError::NotAnObject { found: json_type(entry) });
        }
        if let Some(header) = scan::scan_header(entry) {
            return Ok(header);
        }
        Self::read_any(entry)
    }

    /// Reads a header however it is written.
    pub(crate) fn read_any(entry: &'a str) -> Result<Self, HeaderError> {
        match serde_json::from_str::<Fields<'a>>(entry) {
            Ok(fields) => fields.into_header(),
            // The second, slower reading happens only for refused entries: it knows the path.
            Err(_) => Err(explain(entry)),
        }
    }
}

/// Every spelling read, before they are folded into one.
#[derive(Default, Deserialize)]
struct Fields<'a> {
    ts: Option<Timestamp>,
    timestamp: Option<Timestamp>,
    #[serde(borrow, rename = "type")]
    kind: Option<Text<'a>>,
    #[serde(borrow)]
    source: Option<Text<'a>>,
    #[serde(borrow)]
    level: Option<Text<'a>>,
    #[serde(borrow)]
    url: Option<Text<'a>>,
    #[serde(borrow, rename = "pageUrl")]
    page_url: Option<Text<'a>>,
    #[serde(borrow)]
    session: Option<Text<'a>>,
    #[serde(borrow)]
    tab: Option<Text<'a>>,
    #[serde(borrow, rename = "tabId")]
    tab_id: Option<Text<'a>>,
    #[serde(borrow)]
    page: Option<Text<'a>>,
    n: Option<u32>,
    #[serde(borrow, rename = "eventId")]
    event_id: Option<Text<'a>>,
    #[serde(borrow)]
    test_id: Option<Text<'a>>,
    #[serde(borrow, rename = "testId")]
    test_id_camel: Option<Text<'a>>,
    #[serde(borrow)]
    metadata: Option<&'a RawValue>,
    #[serde(default, deserialize_with = "status_code")]
    status: Option<u16>,
    enrichment: Option<Enrichment>,
    message: Option<PresentText>,
    args: Option<IgnoredAny>,
    event: Option<IgnoredAny>,
    method: Option<IgnoredAny>,
}

impl<'a> Fields<'a> {
    fn into_header(self) -> Result<EntryHeader<'a>, HeaderError> {
        let has_content = self.message.is_some()
            || self.args.is_some()
            || self.event.is_some()
            || self.method.is_some()
            || self.level.is_some()
            || self.url.is_some();
        let test_id = self.test_id.or(self.test_id_camel).or_else(|| metadata_test_id(self.metadata));
        Ok(EntryHeader {
            time: self.ts.or(self.timestamp),
            kind: self.kind.or(self.source).map(|text| text.0),
            level: self.level.map(|text| read_level(&text.0)).transpose()?,
            url: self.url.map(|text| text.0),
            page_url: self.page_url.map(|text| text.0),
            session: self.session.map(|text| text.0),
            tab: self.tab.or(self.tab_id).map(|text| text.0),
            page: self.page.map(|text| text.0),
            n: self.n,
            event_id: self.event_id.map(|text| text.0),
            test_id: test_id.map(|text| text.0).filter(|id| !id.is_empty()),
            status: self.status,
            enrichment: self.enrichment,
            has_content,
        })
    }
}

/// Collects a header whose fields are written the usual way: each once, as a plain string or a whole number.
#[derive(Default)]
pub(crate) struct HeaderBuilder<'a> {
    header: EntryHeader<'a>,
    source: Option<Cow<'a, str>>,
    message: Option<()>,
    arguments: Option<()>,
    event: Option<()>,
    method: Option<()>,
    unusual: bool,
}

impl<'a> HeaderBuilder<'a> {
    /// Notes a member; its name is `None` if that has escapes.
    #[inline]
    pub(crate) fn note(&mut self, name: Option<&str>, value: Value<'a>) {
        self.unusual |= name.is_none_or(|name| self.take(name, value).is_none());
    }

    /// The header; `None` if the parser has to look at a member.
    pub(crate) fn finish(self) -> Option<EntryHeader<'a>> {
        let Self { mut header, source, message, arguments, event, method, unusual } = self;
        header.kind = header.kind.or(source);
        header.has_content = message.or(arguments).or(event).or(method).is_some()
            || header.level.is_some()
            || header.url.is_some();
        (!unusual).then_some(header)
    }

    #[inline]
    fn take(&mut self, name: &str, value: Value<'a>) -> Option<()> {
        let header = &mut self.header;
        match (name, value) {
            ("ts", Value::Plain(text)) => set(&mut header.time, Timestamp::parse(text).ok()?),
            ("type", Value::Plain(text)) => set(&mut header.kind, Cow::Borrowed(text)),
            ("source", Value::Plain(text)) => set(&mut self.source, Cow::Borrowed(text)),
            ("level", Value::Plain(text)) => set(&mut header.level, Level::parse(text)?),
            ("url", Value::Plain(text)) => set(&mut header.url, Cow::Borrowed(text)),
            ("pageUrl", Value::Plain(text)) => set(&mut header.page_url, Cow::Borrowed(text)),
            ("session", Value::Plain(text)) => set(&mut header.session, Cow::Borrowed(text)),
            ("tab", Value::Plain(text)) => set(&mut header.tab, Cow::Borrowed(text)),
            ("page", Value::Plain(text)) => set(&mut header.page, Cow::Borrowed(text)),
            ("n", Value::Number(text)) => set(&mut header.n, text.parse().ok()?),
            ("eventId", Value::Plain(text)) => set(&mut header.event_id, Cow::Borrowed(text)),
            ("test_id", Value::Plain(text)) if !text.is_empty() => {
                set(&mut header.test_id, Cow::Borrowed(text))
            }
            ("message", Value::Plain(_) | Value::Escaped) => set(&mut self.message, ()),
            ("args", Value::Other) => set(&mut self.arguments, ()),
            ("event", Value::Plain(_)) => set(&mut self.event, ()),
            ("method", Value::Plain(_)) => set(&mut self.method, ()),
            ("status", Value::Number(text)) => set(&mut header.status, text.parse().ok()?),
            (
                "ts" | "type" | "source" | "level" | "url" | "session" | "tab" | "page" | "n" | "eventId"
                | "test_id" | "message" | "args" | "timestamp" | "pageUrl" | "tabId" | "testId" | "metadata"
                | "status" | "enrichment" | "event" | "method",
                _,
            ) => None,
            _ => Some(()),
        }
    }
}

/// Notes a field; a second one of the same name is the parser's to refuse.
fn set<T>(field: &mut Option<T>, value: T) -> Option<()> {
    field.replace(value).is_none().then_some(())
}

fn read_level(text: &str) -> Result<Level, HeaderError> {
    Level::parse(text).ok_or_else(|| HeaderError::Field {
        field: "level".to_owned(),
        reason: format!("expected debug, log, info, warn or error, got `{text}`"),
    })
}

/// `metadata` belongs to the sender: whatever it holds, only a test id in it concerns us.
fn metadata_test_id(metadata: Option<&RawValue>) -> Option<Text<'_>> {
    #[derive(Deserialize)]
    struct Metadata<'a> {
        #[serde(borrow, rename = "testId")]
        test_id: Option<Text<'a>>,
    }
    serde_json::from_str::<Metadata<'_>>(metadata?.get()).ok()?.test_id
}

/// Status codes come as numbers, also fractional or as `null`; anything outside 0–65535 is a mistake.
fn status_code<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    let Some(number) = Option::<f64>::deserialize(deserializer)? else {
        return Ok(None);
    };
    if (0.0..=f64::from(u16::MAX)).contains(&number) {
        Ok(Some(number as u16))
    } else {
        Err(de::Error::custom("expected an HTTP status code"))
    }
}

fn json_type(json: &str) -> &'static str {
    match json.bytes().next() {
        Some(b'{') => "object",
        Some(b'[') => "array",
        Some(b'"') => "string",
        Some(b't' | b'f') => "boolean",
        Some(b'n') => "null",
        _ => "number",
    }
}

fn explain(entry: &str) -> HeaderError {
    let deserializer = &mut serde_json::Deserializer::from_str(entry);
    match serde_path_to_error::deserialize::<_, Fields<'_>>(deserializer) {
        Ok(_) => HeaderError::Field { field: ".".to_owned(), reason: "unreadable".to_owned() },
        Err(error) => {
            let message = error.inner().to_string();
            // serde_json appends a position inside the entry, which means nothing to the sender of a batch.
            let reason = message.split(" at line ").next().unwrap_or(&message).to_owned();
            HeaderError::Field { field: error.path().to_string(), reason }
        }
    }
}

/// A string, borrowed when it has no escapes; numbers and booleans are taken as their text.
struct Text<'a>(Cow<'a, str>);

/// Checks that a field reads as text without keeping it.
struct PresentText;

impl<'de> Deserialize<'de> for PresentText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Text::deserialize(deserializer).map(|_| Self)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyScalar;
        impl<'de> Visitor<'de> for AnyScalar {
            type Value = Text<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }
            fn visit_bool<E>(self, truth: bool) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(truth.to_string())))
            }
        }
        deserializer.deserialize_any(AnyScalar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> EntryHeader<'_> {
        EntryHeader::read_text(json).expect(json)
    }

    #[test]
    fn both_time_spellings_and_both_forms_are_read() {
        for json in [
            r#"{"ts":"2024-01-22T10:30:00.000Z"}"#,
            r#"{"timestamp":"2024-01-22T10:30:00.000Z"}"#,
            r#"{"ts":1705919400000}"#,
            r#"{"timestamp":1705919400000}"#,
            r#"{"ts":"2024-01-22T10:30:00.000Z","timestamp":1}"#,
        ] {
            assert_eq!(read(json).time.map(Timestamp::as_milliseconds), Some(1_705_919_400_000), "{json}");
        }
    }

    #[test]
    fn source_stands_in_for_a_missing_type() {
        assert_eq!(read(r#"{"type":"console","source":"app.js:42"}"#).kind.as_deref(), Some("console"));
        assert_eq!(read(r#"{"source":"exception"}"#).kind.as_deref(), Some("exception"));
    }

    #[test]
    fn test_id_is_read_under_its_three_names_and_the_first_wins() {
        assert_eq!(read(r#"{"test_id":"a","testId":"b"}"#).test_id.as_deref(), Some("a"));
        assert_eq!(read(r#"{"testId":"b","metadata":{"testId":"c"}}"#).test_id.as_deref(), Some("b"));
        assert_eq!(read(r#"{"metadata":{"testId":"c","x":[1]}}"#).test_id.as_deref(), Some("c"));
        assert_eq!(read(r#"{"metadata":"free text"}"#).test_id, None);
        assert_eq!(read(r#"{"metadata":{"testId":null}}"#).test_id, None);
    }

    #[test]
    fn numeric_tab_and_unknown_fields_are_taken() {
        let header = read(r#"{"tabId":7,"whatever":{"deep":[1,2]},"n":3,"message":"x"}"#);
        assert_eq!(header.tab.as_deref(), Some("7"));
        assert_eq!(header.n, Some(3));
        assert!(header.has_content);
    }

    #[test]
    fn an_entry_of_identity_and_underscore_fields_only_has_no_content() {
        let patch =
            r#"{"type":"exception","eventId":"e","page":"p","n":1,"enrichment":"done","_aiContext":{}}"#;
        let header = read(patch);
        assert!(!header.has_content);
        assert_eq!(header.enrichment, Some(Enrichment::Done));
    }

    #[test]
    fn ordinary_entries_take_the_quick_reading() {
        let entry = r#"{"type":"console","ts":"2026-01-02T03:04:05.678Z","level":"log","message":"a \"b\"","args":["x"],"url":"http://localhost/","session":"s","tab":"1","page":"p","frame":"0","n":1,"eventId":"e"}"#;
        assert!(scan::scan_header(entry).is_some());
    }

    #[test]
    fn a_field_said_twice_is_refused() {
        for json in [r#"{"message":"","message":""}"#, r#"{"args":[],"args":[]}"#, r#"{"n":1,"n":1}"#] {
            let reason = EntryHeader::read_text(json).unwrap_err().to_string();
            assert!(reason.contains("duplicate field"), "{json}: {reason}");
        }
    }

    #[test]
    fn wrong_types_name_the_field() {
        let reason = |json: &str| EntryHeader::read_text(json).unwrap_err().to_string();
        assert_eq!(reason("[1]"), "expected an object, got array");
        assert_eq!(reason("null"), "expected an object, got null");
        assert_eq!(
            reason(r#"{"ts":{}}"#),
            "`ts`: invalid type: map, expected an ISO 8601 time with offset or epoch milliseconds"
        );
        assert_eq!(
            reason(r#"{"ts":"soon"}"#),
            "`ts`: expected an ISO 8601 time with offset or epoch milliseconds"
        );
        assert_eq!(
            reason(r#"{"level":"loud"}"#),
            "`level`: expected debug, log, info, warn or error, got `loud`"
        );
        assert_eq!(reason(r#"{"message":["x"]}"#), "`message`: invalid type: sequence, expected a string");
        assert_eq!(reason(r#"{"n":-1}"#), "`n`: invalid value: integer `-1`, expected u32");
        assert_eq!(reason(r#"{"status":1e9}"#), "`status`: expected an HTTP status code");
    }
}

/// Entries for property tests.
#[cfg(test)]
pub(crate) mod arbitrary {
    use proptest::prelude::*;

    /// A value for a field: usual, unusual and wrong ones.
    fn field_value() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => "[a-z0-9:./ -]{0,12}".prop_map(|text| serde_json::Value::from(text).to_string()),
            2 => Just(r#""2026-01-02T03:04:05.678Z""#.to_owned()),
            2 => Just(r#""error""#.to_owned()),
            2 => any::<u32>().prop_map(|number| number.to_string()),
            1 => "\\PC{0,6}".prop_map(|text| serde_json::Value::from(text).to_string()),
            1 => prop_oneof![Just("null"), Just("true"), Just("-1.5e3"), Just("[1, {\"a\":\"]\"}]"), Just("{}")]
                .prop_map(str::to_owned),
        ]
    }

    /// One entry: known and unknown fields, some of them more than once.
    pub(crate) fn entry() -> impl Strategy<Value = String> {
        let names = [
            "ts",
            "timestamp",
            "type",
            "source",
            "level",
            "url",
            "pageUrl",
            "session",
            "tab",
            "tabId",
            "page",
            "n",
            "eventId",
            "test_id",
            "testId",
            "metadata",
            "status",
            "enrichment",
            "message",
            "args",
            "event",
            "method",
            "other",
            "frame",
        ];
        let member = (prop::sample::select(names.to_vec()), field_value(), " ?", " ?").prop_map(
            |(name, value, before, after)| format!("{before}\"{name}\"{after}:{before}{value}{after}"),
        );
        prop::collection::vec(member, 0..8).prop_map(|members| format!("{{{}}}", members.join(",")))
    }
}
