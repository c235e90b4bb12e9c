//! Requests: failures as log entries, and request/response pairs with bodies.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Identity, Level, LogKind};

/// Whether the page's own code dealt with a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Handled {
    /// The browser does not say.
    Unknown,
}

/// What a resource that failed to load was to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ResourceKind {
    Script,
    Stylesheet,
    Image,
    Font,
    Media,
    Other,
}

/// A place in original source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SourcePlace {
    /// The original file, `src/api/users.ts`.
    pub file: String,
    /// One-based line in it.
    pub line: u32,
    /// One-based column in it.
    pub column: u32,
}

/// What follows a request or a socket under the same `eventId`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct InitiatorAmendment {
    /// Where its `initiator` is in the original source.
    #[serde(rename = "_initiator")]
    pub initiator: SourcePlace,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}

/// Whether a test made an answer up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mocked {
    /// No server sent it.
    Yes,
    /// No answer came, and the test uses what may refuse requests: `page.route`, `setOffline`.
    Perhaps,
}

/// A fetch or XHR that failed, answered with status 400 or above or with a body that could not be read as JSON; or a
/// script, stylesheet, image or font that could not be loaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct NetworkErrorEvent {
    /// Always `network`.
    #[serde(rename = "type")]
    #[ts(type = "\"network\"")]
    pub kind: LogKind,
    /// Browser time, ISO 8601.
    pub ts: String,
    /// `error` for failures and status 500 up, `warn` for 400–499 and what the page aborted.
    pub level: Level,
    /// `POST /api/orders → 500`, one line.
    pub message: String,
    /// For what a document loads by itself: what it was to be. Absent for requests of scripts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_kind: Option<ResourceKind>,
    /// Where reading the answer failed: whether anybody dealt with that. Of requests that fail nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handled: Option<Handled>,
    /// Request method, upper case.
    pub method: String,
    /// The request, not the document.
    pub url: String,
    /// The document that made the request.
    pub page_url: String,
    /// HTTP status; 0 when no response arrived.
    pub status: u16,
    /// HTTP status text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_text: Option<String>,
    /// Milliseconds until the response or the failure.
    pub duration: f64,
    /// Whether the test made the answer up, or refused the request, as far as the runner's side can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mocked: Option<Mocked>,
    /// Start of the response body, at most 5 KB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<String>,
    /// The frame that asked for it, as the browser prints it: `loadUser (http://…/app.js:10:5)`. The first of the page's
    /// own code; its place in the original source follows as `_initiator`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiator: Option<String>,
    /// Joins this error with its body and the timeline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Values attached by `window.__gasoline.annotate`.
    #[serde(default, rename = "_context", skip_serializing_if = "Option::is_none")]
    #[ts(type = "Record<string, JsonValue>")]
    pub context: Option<Value>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}

/// The `credentials` mode of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the Fetch standard's own names")]
pub enum CredentialsMode {
    Omit,
    SameOrigin,
    Include,
}

/// Whether cookies went with a request, as far as the page can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum CookiePresence {
    True,
    False,
    Unknown,
}

/// One request with its response, bodies up to their caps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct NetworkBodyEvent {
    /// Browser time the request started, ISO 8601.
    pub ts: String,
    /// Request method, upper case.
    pub method: String,
    /// The request, not the document.
    pub url: String,
    /// The document that made the request.
    pub page_url: String,
    /// HTTP status; 0 when no response arrived.
    pub status: u16,
    /// Why no response arrived (`aborted`, `page left`, or the browser's message).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Request body, at most 8 KB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_body: Option<String>,
    /// Response body, at most 16 KB; binary as `[Binary: size, type]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
    /// Response content type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// Milliseconds from start to end of the response body read.
    pub duration: f64,
    /// Whether the test made the answer up, or refused the request, as far as the runner's side can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mocked: Option<Mocked>,
    /// Request headers, sensitive values replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_headers: Option<BTreeMap<String, String>>,
    /// Response headers, sensitive values replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_headers: Option<BTreeMap<String, String>>,
    /// Whether an `Authorization` header was present; its value is never captured.
    pub has_auth_header: bool,
    /// The request's credentials mode.
    pub credentials: CredentialsMode,
    /// Whether cookies were sent.
    pub has_cookies: CookiePresence,
    /// Either body was cut at its cap.
    pub truncated: bool,
    /// Whether the response body was; absent where it is as `truncated` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_truncated: Option<bool>,
    /// The frame that asked for it, as the browser prints it: `loadUser (http://…/app.js:10:5)`. The first of the page's
    /// own code; its place in the original source follows as `_initiator`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiator: Option<String>,
    /// Joins this body with its error and the timeline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub identity: Identity,
}
