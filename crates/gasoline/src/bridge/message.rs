//! Reads just enough of a JSON-RPC message to know what to do with it. The message itself is passed on as it came.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::answer::ErrorCode;

/// A request id exactly as the sender wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RequestId(Box<str>);

impl RequestId {
    /// MCP allows strings and whole numbers.
    fn read(value: &RawValue) -> Option<Self> {
        let text = value.get();
        let is_string = text.starts_with('"');
        let is_whole = text.parse::<i128>().is_ok();
        (is_string || is_whole).then(|| Self(text.into()))
    }

    /// Reads an id that stands alone.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::read(serde_json::from_str(text).ok()?)
    }

    /// The JSON text.
    pub(crate) fn as_json(&self) -> &str {
        &self.0
    }
}

/// What a message wants.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// An answer.
    Request { id: RequestId, method: String },
    /// Nothing.
    Notification {
        method: String,
        /// The request this notification cancels.
        cancels: Option<RequestId>,
    },
    /// Nothing: it is the answer to a request of the other side.
    Response,
}

/// Why a line is not a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rejection {
    /// The sender's id, where one could be made out.
    pub(crate) id: Option<RequestId>,
    pub(crate) code: ErrorCode,
    pub(crate) reason: &'static str,
}

impl Rejection {
    fn parse_error(reason: &'static str) -> Self {
        Self { id: None, code: ErrorCode::Parse, reason }
    }

    fn invalid(id: Option<RequestId>, reason: &'static str) -> Self {
        Self { id, code: ErrorCode::InvalidRequest, reason }
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<Cow<'a, str>>,
    // A present `null` must not look like an absent id: the first is malformed, the second a notification.
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

fn present<'de: 'a, 'a, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cancellation<'a> {
    #[serde(borrow)]
    request_id: &'a RawValue,
}

impl Message {
    /// Reads a line.
    pub(crate) fn read(line: &[u8]) -> Result<Self, Rejection> {
        let text = std::str::from_utf8(line).map_err(|_| Rejection::parse_error("the line is not UTF-8"))?;
        // The whole line is checked before its meaning: `{"id":{}` is bad JSON first and a bad id second.
        let value: &RawValue =
            serde_json::from_str(text).map_err(|_| Rejection::parse_error("the line is not valid JSON"))?;
        if value.get().starts_with('[') {
            return Err(Rejection::invalid(None, "batches are not supported"));
        }
        if !value.get().starts_with('{') {
            return Err(Rejection::invalid(None, "a message is a JSON object"));
        }
        let envelope: Envelope<'_> = serde_json::from_str(value.get()).map_err(|_| {
            Rejection::invalid(None, "`jsonrpc` and `method` are strings, and no key is repeated")
        })?;
        envelope.classify()
    }
}

impl Envelope<'_> {
    fn classify(self) -> Result<Message, Rejection> {
        let id = self.id.and_then(RequestId::read);
        if self.jsonrpc.as_deref() != Some("2.0") {
            return Err(Rejection::invalid(id, "`jsonrpc` is not \"2.0\""));
        }
        if self.id.is_some() && id.is_none() {
            return Err(Rejection::invalid(None, "`id` is neither a string nor a whole number"));
        }
        let is_answer = self.result.is_some() || self.error.is_some();
        match (self.method, id) {
            (Some(method), Some(id)) => Ok(Message::Request { id, method: method.into_owned() }),
            (Some(method), None) => Ok(Message::Notification {
                cancels: cancelled_request(&method, self.params),
                method: method.into_owned(),
            }),
            // An error without id answers a message whose id could not be read.
            (None, _) if is_answer => Ok(Message::Response),
            (None, id) => Err(Rejection::invalid(id, "`method` is missing")),
        }
    }
}

fn cancelled_request(method: &str, params: Option<&RawValue>) -> Option<RequestId> {
    if method != "notifications/cancelled" {
        return None;
    }
    let cancellation: Cancellation<'_> = serde_json::from_str(params?.get()).ok()?;
    RequestId::read(cancellation.request_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> RequestId {
        RequestId(text.into())
    }

    fn rejected(line: &[u8]) -> (ErrorCode, Option<RequestId>) {
        let rejection = Message::read(line).unwrap_err();
        (rejection.code, rejection.id)
    }

    #[test]
    fn a_method_with_id_is_a_request_and_the_id_keeps_its_spelling() {
        for spelling in ["7", "\"a\\u0062\"", "12345678901234567890", "-1"] {
            let line = format!(r#"{{"jsonrpc":"2.0","id":{spelling},"method":"ping"}}"#);
            let expected = Message::Request { id: id(spelling), method: "ping".into() };
            assert_eq!(Message::read(line.as_bytes()), Ok(expected));
        }
    }

    #[test]
    fn a_method_without_id_is_a_notification() {
        let line = br#" {"jsonrpc":"2.0","method":"notifications/initialized"} "#;
        let expected = Message::Notification { method: "notifications/initialized".into(), cancels: None };
        assert_eq!(Message::read(line), Ok(expected));
    }

    #[test]
    fn a_cancellation_names_its_request() {
        let line = br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}"#;
        let Ok(Message::Notification { cancels, .. }) = Message::read(line) else {
            panic!("not a notification");
        };
        assert_eq!(cancels, Some(id("\"x\"")));
    }

    #[test]
    fn results_and_errors_are_responses() {
        for line in [
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#,
            r#"{"jsonrpc":"2.0","error":{"code":1,"message":"no"}}"#,
        ] {
            assert_eq!(Message::read(line.as_bytes()), Ok(Message::Response));
        }
    }

    #[test]
    fn bad_json_is_a_parse_error() {
        for line in [&b"hello"[..], b"{", b"[1,2", b"{\"id\":{}", b"\xff\xfe", b"{} {}"] {
            assert_eq!(rejected(line), (ErrorCode::Parse, None), "{line:?}");
        }
    }

    #[test]
    fn json_that_is_no_message_is_an_invalid_request() {
        for line in [
            "1",
            "null",
            "[]",
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            "{}",
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":7}"#,
            r#"{"jsonrpc":"2.0","method":"a","method":"b"}"#,
        ] {
            assert_eq!(rejected(line.as_bytes()), (ErrorCode::InvalidRequest, None), "{line}");
        }
    }

    #[test]
    fn a_rejection_carries_the_id_where_there_is_one() {
        let line = br#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#;
        assert_eq!(rejected(line), (ErrorCode::InvalidRequest, Some(id("3"))));
        assert_eq!(rejected(br#"{"jsonrpc":"2.0","id":4}"#), (ErrorCode::InvalidRequest, Some(id("4"))));
    }

    #[test]
    fn deep_nesting_is_not_an_obstacle() {
        let depth = 100_000;
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{}{}}}"#,
            "[".repeat(depth),
            "]".repeat(depth)
        );
        assert!(Message::read(line.as_bytes()).is_ok());
    }
}
