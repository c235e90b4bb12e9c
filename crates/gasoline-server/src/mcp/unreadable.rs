//! Messages rmcp cannot read. It answers them with a bare status; here they get an answer in JSON-RPC, with the id of
//! the request wherever that can be made out: its sender waits for exactly that.

use std::borrow::Cow;

use axum::Json;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Method, StatusCode};
use http_body_util::BodyExt;
use rmcp::model::{ErrorData, RequestId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::params;

/// The parts of a message that matter here, read without looking into its parameters.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
}

/// An error answer of JSON-RPC.
#[derive(Debug, Serialize)]
struct Answer {
    jsonrpc: &'static str,
    id: Option<RequestId>,
    error: ErrorData,
}

/// Puts a reason in the place of rmcp's refusal. Every other answer passes as it is.
pub(super) async fn explain(request: Request, next: Next) -> Response {
    if request.method() != Method::POST || !is_json(request.headers()) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    // It has been read already, within its bounds; this only gets hold of it.
    let Ok(body) = body.collect().await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let message = body.to_bytes();
    let response = next.run(Request::from_parts(parts, Body::from(message.clone()))).await;
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
        return failed(&message, response).await;
    }
    let answer = match response.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Some(answer(&message)),
        // An `initialize` that cannot be read looks to rmcp like a message without a session.
        StatusCode::BAD_REQUEST => refused_handshake(&message),
        _ => None,
    };
    answer.map_or(response, IntoResponse::into_response)
}

impl IntoResponse for Answer {
    /// A request that can be told apart from others is answered like any other; for the rest there is only a status.
    fn into_response(self) -> Response {
        let status = if self.id.is_some() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
        (status, Json(self)).into_response()
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    content_type.is_some_and(|value| value.starts_with("application/json"))
}

fn refused_handshake(message: &[u8]) -> Option<Answer> {
    let envelope: Envelope<'_> = serde_json::from_slice(message).ok()?;
    let (id, method) = (envelope.id().ok()?, envelope.method.as_deref()?);
    (method == "initialize").then(|| Answer::new(id, envelope.complaint(method)))
}

/// What rmcp could not do, for example open one more session, said under the id of the request.
async fn failed(message: &[u8], response: Response) -> Response {
    let text = response.into_body().collect().await.map(http_body_util::Collected::to_bytes);
    let text = String::from_utf8_lossy(&text.unwrap_or_default()).into_owned();
    let envelope = serde_json::from_slice::<Envelope<'_>>(message).ok();
    let id = envelope.and_then(|envelope| envelope.id().ok().flatten());
    Answer::new(id, ErrorData::internal_error(text, None)).into_response()
}

/// What is to be said about a message that could not be read.
fn answer(message: &[u8]) -> Answer {
    let text: &RawValue = match serde_json::from_slice(message) {
        Ok(text) => text,
        Err(error) => {
            let reason = format!("the message is not valid JSON: {error}");
            return Answer::new(None, ErrorData::parse_error(reason, None));
        }
    };
    match text.get().chars().next() {
        Some('{') => {}
        Some('[') => return Answer::invalid(None, "batches are not supported"),
        _ => return Answer::invalid(None, "a message is a JSON object"),
    }
    let Ok(envelope) = serde_json::from_str::<Envelope<'_>>(text.get()) else {
        return Answer::invalid(None, "`method` is a string, and no key is repeated");
    };
    let Ok(id) = envelope.id() else {
        return Answer::invalid(None, "`id` is neither a string nor a whole number");
    };
    if envelope.jsonrpc.is_none_or(|version| version.get() != r#""2.0""#) {
        return Answer::invalid(id, "`jsonrpc` is not \"2.0\"");
    }
    match envelope.method.as_deref() {
        Some(method) => Answer::new(id, envelope.complaint(method)),
        None => Answer::invalid(id, "it has neither `method` nor a readable `result` or `error`"),
    }
}

impl Answer {
    fn new(id: Option<RequestId>, error: ErrorData) -> Self {
        Self { jsonrpc: "2.0", id, error }
    }

    fn invalid(id: Option<RequestId>, reason: &'static str) -> Self {
        Self::new(id, ErrorData::invalid_request(reason, None))
    }
}

impl Envelope<'_> {
    /// The id, if there is one; an error if it is none.
    fn id(&self) -> Result<Option<RequestId>, serde_json::Error> {
        self.id.map(|id| serde_json::from_str(id.get())).transpose()
    }

    /// What is wrong with the parameters.
    fn complaint(&self, method: &str) -> ErrorData {
        match self.params.map(|params| serde_json::from_str(params.get())).transpose() {
            Ok(params) => params::refusal(method, params),
            Err(error) => params::unreadable(method, &error),
        }
    }
}
