//! Requests as every answer reads them: each once, with when it was sent and when it was answered.
//!
//! A request with bodies is one entry; of a failed one a log entry may tell as well, or alone where bodies are not
//! captured. A body's time is the start of its request, a log entry's its end.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use gasoline_wire::{CookiePresence, Mocked};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::address::{Endpoint, Parts};
use crate::intake::{Kind, LogClass};
use crate::shape::Json;
use crate::store::{Entry, View};

/// What our capture writes of requests that the page itself gave up.
const GIVEN_UP: [&str; 2] = ["aborted", "page left"];

/// One request.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// In upper case; `GET` where the sender does not say.
    pub method: String,
    /// The request's address.
    pub url: String,
    /// The document's.
    pub page_url: String,
    /// 0 without response.
    pub status: u16,
    /// Why there was no response.
    pub error: Option<String>,
    /// Milliseconds, where they are known.
    pub duration: Option<f64>,
    /// Milliseconds since 1970.
    pub started: i64,
    /// When it was answered or failed.
    pub ended: i64,
    /// The answer's type.
    pub content_type: String,
    /// What was sent.
    pub request_body: Option<String>,
    /// The answer, or its beginning.
    pub response: Option<String>,
    /// Headers of the request, in lower case, as far as they were captured.
    pub request_headers: Map<String, Value>,
    /// The same of the answer.
    pub response_headers: Map<String, Value>,
    /// Whether it had an `Authorization` header, where the sender says so.
    pub has_auth_header: Option<bool>,
    /// Whether cookies went with it, where the sender says so.
    pub has_cookies: Option<CookiePresence>,
    /// Who sent it.
    pub initiator: Option<Initiator>,
    /// What its sender calls it.
    pub id: Option<String>,
    /// It was refused or got no answer, and nobody gave it up.
    pub has_failed: bool,
    /// Whether the test made the answer up, or refused the request.
    pub mocked: Option<Mocked>,
}

/// The frame that sent a request or opened a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initiator {
    /// As the browser prints it: `load (http://localhost/app.js:10:3)`.
    pub frame: Option<String>,
    /// The same place in the original source.
    pub mapped: Option<Mapped>,
}

/// A place in original source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapped {
    /// The file.
    pub file: String,
    /// One-based.
    pub line: u64,
    /// One-based, where it is known.
    pub column: Option<u64>,
}

impl Initiator {
    /// Read from the fields of an entry of any kind.
    pub fn of(fields: &Map<String, Value>) -> Option<Self> {
        let frame = fields.get("initiator").and_then(Value::as_str).map(str::to_owned);
        let mapped = fields.get("_initiator").and_then(Mapped::of);
        (frame.is_some() || mapped.is_some()).then_some(Self { frame, mapped })
    }

    /// The line in original source, `src/cart.ts:12`, if that is known.
    pub fn line_text(&self) -> Option<String> {
        self.mapped.as_ref().map(|mapped| format!("{}:{}", mapped.file, mapped.line))
    }

    /// The best known place: `src/cart.ts:12:5`, or the frame.
    pub fn text(&self) -> String {
        match (&self.mapped, &self.frame) {
            (Some(mapped), _) => mapped.text(),
            (None, frame) => frame.clone().unwrap_or_default(),
        }
    }
}

impl Mapped {
    fn of(value: &Value) -> Option<Self> {
        let (file, line) = (value.get("file")?.as_str()?.to_owned(), value.get("line")?.as_u64()?);
        Some(Self { file, line, column: value.get("column").and_then(Value::as_u64) })
    }

    /// `src/cart.ts:12:5`.
    pub fn text(&self) -> String {
        let column = self.column.map(|column| format!(":{column}")).unwrap_or_default();
        format!("{}:{}{column}", self.file, self.line)
    }
}

/// The members of an entry. Bodies are long and full of escapes, over which a parser takes its time.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members<'e> {
    #[serde(borrow)]
    request_body: Option<Json<'e>>,
    #[serde(borrow)]
    response_body: Option<Json<'e>>,
    #[serde(borrow)]
    response: Option<Json<'e>>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Request {
    /// The request an entry is about; `None` for text that is no object.
    pub fn read(entry: &Entry) -> Option<Self> {
        let Members { request_body, response_body, response, rest: mut fields } =
            serde_json::from_str(entry.text()).ok()?;
        // What a document loads by itself: no code waits for an image.
        if fields.contains_key("resourceKind") {
            return None;
        }
        let request_headers = headers(fields.remove("requestHeaders"));
        let response_headers = headers(fields.remove("responseHeaders"));
        let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
        let duration = fields.get("duration").and_then(Value::as_f64);
        let (started, ended) = span(entry, duration);
        let method = text("method").filter(|method| !method.is_empty());
        Some(Self {
            method: method.unwrap_or_else(|| "GET".to_owned()),
            url: text("url").unwrap_or_default(),
            page_url: text("pageUrl").unwrap_or_default(),
            status: entry.status.unwrap_or(0),
            error: text("error"),
            duration,
            started,
            ended,
            content_type: text("contentType").unwrap_or_default(),
            request_body: request_body.and_then(Json::text).map(Cow::into_owned),
            response: response_body.or(response).and_then(Json::text).map(Cow::into_owned),
            request_headers,
            response_headers,
            has_auth_header: fields.get("hasAuthHeader").and_then(Value::as_bool),
            has_cookies: fields
                .get("hasCookies")
                .and_then(|cookies| CookiePresence::deserialize(cookies).ok()),
            initiator: Initiator::of(&fields),
            id: entry.request_id(),
            has_failed: entry.is_failed_request(),
            mocked: fields.get("mocked").and_then(|mocked| Mocked::deserialize(mocked).ok()),
        })
    }

    /// Whether an answer came.
    pub fn is_answered(&self) -> bool {
        self.status != 0
    }

    /// Whether the page itself gave it up.
    pub fn is_given_up(&self) -> bool {
        self.error.as_deref().is_some_and(|error| GIVEN_UP.contains(&error))
    }

    /// What it has in common with others that ask the same.
    pub fn endpoint(&self) -> Endpoint<'_> {
        Endpoint::of(&self.method, &self.url, self.request_body.as_deref())
    }

    /// Whether both entries are about one request.
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.id, &other.id) {
            (None, None) => (&self.method, &self.url, self.ended) == (&other.method, &other.url, other.ended),
            (one, another) => one == another,
        }
    }

    /// The path alone where the origin is the page's own.
    pub fn short_url(&self, page_url: &str) -> &str {
        without_own_origin(&self.url, page_url)
    }
}

/// Headers by their names in lower case; senders of other captures keep the case of the page.
fn headers(value: Option<Value>) -> Map<String, Value> {
    let Some(Value::Object(headers)) = value else { return Map::new() };
    headers.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect()
}

/// When the request of an entry was sent and answered, in milliseconds since 1970.
pub fn span(entry: &Entry, duration: Option<f64>) -> (i64, i64) {
    let (time, lasted) = (entry.time.as_milliseconds(), duration.unwrap_or(0.0).max(0.0).round() as i64);
    match entry.kind {
        Kind::NetworkBody => (time, time.saturating_add(lasted)),
        _ => (time.saturating_sub(lasted), time),
    }
}

/// The path alone where the origin is the page's own.
pub fn without_own_origin<'u>(url: &'u str, page: &str) -> &'u str {
    let own = Parts::of(page).origin;
    if own.is_empty() {
        url
    } else {
        url.strip_prefix(own).filter(|rest| rest.starts_with('/')).unwrap_or(url)
    }
}

/// Whether an address is of another origin than the page. A path alone is the page's own.
pub fn is_foreign(url: &str, page_url: &str) -> bool {
    let origin = Parts::of(url).origin;
    !origin.is_empty() && origin != Parts::of(page_url).origin
}

/// The entries that tell of requests, each request once.
pub fn entries(view: &View) -> impl Iterator<Item = &Arc<Entry>> {
    let with_bodies = view.entries(Kind::NetworkBody);
    let known: BTreeSet<String> = with_bodies.iter().filter_map(|entry| entry.request_id()).collect();
    let only_logged = view.entries(Kind::Log).iter().filter(move |entry| {
        entry.class == LogClass::Network && entry.request_id().is_none_or(|id| !known.contains(&id))
    });
    with_bodies.iter().chain(only_logged)
}

/// Every request of a view, once, with the entry that tells of it.
pub fn all(view: &View) -> Vec<(&Arc<Entry>, Request)> {
    entries(view).filter_map(|entry| Some((entry, Request::read(entry)?))).collect()
}
