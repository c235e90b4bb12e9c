//! Answers the bridge gives itself, where the server cannot or must not be asked.

use serde_json::Value;

use super::message::{Rejection, RequestId};

/// The JSON-RPC codes the bridge uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorCode {
    /// Not JSON.
    Parse,
    /// JSON, but not a message, or not one that makes sense now.
    InvalidRequest,
    /// The message was fine; the server could not be reached or refused it.
    Server,
}

impl ErrorCode {
    fn number(self) -> i32 {
        match self {
            Self::Parse => -32700,
            Self::InvalidRequest => -32600,
            Self::Server => -32000,
        }
    }
}

/// An error answer to `id`; without one the answer goes to nobody in particular, as JSON-RPC wants it.
pub(crate) fn error(id: Option<&RequestId>, code: ErrorCode, message: &str) -> Vec<u8> {
    let id = id.map_or("null", RequestId::as_json);
    let code = code.number();
    let message = Value::from(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#).into_bytes()
}

/// The answer to a line that is no message.
pub(crate) fn rejection(rejection: &Rejection) -> Vec<u8> {
    error(rejection.id.as_ref(), rejection.code, rejection.reason)
}

/// The answer to `ping`, which asks for nothing but an answer.
pub(crate) fn pong(id: &RequestId) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, id.as_json()).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_with_quotes_and_line_breaks_stays_one_line_of_json() {
        let answer = error(None, ErrorCode::Server, "cannot start:\n\"no\"");
        assert_eq!(
            String::from_utf8(answer).unwrap(),
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"cannot start:\n\"no\""}}"#
        );
    }
}
