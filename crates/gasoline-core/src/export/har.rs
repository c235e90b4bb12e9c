//! HAR 1.2: captured requests as browsers' network panels export them.
//!
//! Sizes and phases the page cannot see are given as the format's "unknown" (-1); bodies are what was captured, with
//! secrets replaced.

use std::collections::BTreeMap;
use std::sync::Arc;

use gasoline_wire::NetworkBodyEvent;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::address::Parts;
use crate::intake::Kind;
use crate::store::{Entry, View};

/// The document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Har {
    log: Log,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HarLog")]
struct Log {
    version: &'static str,
    creator: Creator,
    pages: Vec<Page>,
    entries: Vec<HarEntry>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HarCreator")]
struct Creator {
    name: &'static str,
    version: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HarPage")]
struct Page {
    started_date_time: String,
    id: String,
    title: String,
    page_timings: PageTimings,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HarPageTimings")]
struct PageTimings {
    on_content_load: i32,
    on_load: i32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct HarEntry {
    pageref: String,
    started_date_time: String,
    time: f64,
    request: Request,
    response: Response,
    cache: BTreeMap<(), ()>,
    timings: Timings,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HarRequest")]
struct Request {
    method: String,
    url: String,
    http_version: &'static str,
    cookies: [(); 0],
    headers: Vec<NameValue>,
    query_string: Vec<NameValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    post_data: Option<PostData>,
    headers_size: i32,
    body_size: i32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HarResponse")]
struct Response {
    status: u16,
    status_text: String,
    http_version: &'static str,
    cookies: [(); 0],
    headers: Vec<NameValue>,
    content: Content,
    #[serde(rename = "redirectURL")]
    redirect_url: String,
    headers_size: i32,
    body_size: i32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HarContent")]
struct Content {
    size: usize,
    mime_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HarPostData")]
struct PostData {
    mime_type: String,
    text: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HarNameValue")]
struct NameValue {
    name: String,
    value: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HarTimings")]
struct Timings {
    send: f64,
    wait: f64,
    receive: f64,
}

/// The protocol version, which a page cannot see.
const UNKNOWN_VERSION: &str = "unknown";

/// The requests of a view.
pub fn document(view: &View, version: &'static str) -> Har {
    let requests: Vec<_> = view.entries(Kind::NetworkBody).iter().filter_map(read).collect();
    let pages = pages_of(&requests);
    let entries = requests.into_iter().map(|(entry, body)| har_entry(&entry, body, &pages)).collect();
    Har { log: Log { version: "1.2", creator: Creator { name: "gasoline", version }, pages, entries } }
}

type Captured = (Arc<Entry>, NetworkBodyEvent);

/// A stored request as its type. Other senders leave out what they do not know; those requests are completed with the
/// format's unknowns rather than dropped.
fn read(entry: &Arc<Entry>) -> Option<Captured> {
    let unknown = json!({
        "method": "GET", "url": "about:blank", "pageUrl": "", "status": 0, "duration": 0, "hasAuthHeader": false,
        "credentials": "same-origin", "hasCookies": "unknown", "truncated": false,
    });
    let body = entry.typed(unknown)?;
    Some((Arc::clone(entry), body))
}

/// One page per document, in the order their first requests came.
fn pages_of(requests: &[Captured]) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    for (entry, body) in requests {
        if pages.iter().all(|page| page.title != body.page_url) {
            pages.push(Page {
                started_date_time: entry.time.to_string(),
                id: format!("page_{}", pages.len() + 1),
                title: body.page_url.clone(),
                page_timings: PageTimings { on_content_load: -1, on_load: -1 },
            });
        }
    }
    pages
}

fn har_entry(entry: &Entry, body: NetworkBodyEvent, pages: &[Page]) -> HarEntry {
    let page = pages.iter().find(|page| page.title == body.page_url);
    let pageref = page.map(|page| page.id.clone()).unwrap_or_default();
    let time = body.duration.max(0.0);
    let truncated = body.truncated.then_some("a body was cut at its capture cap");
    HarEntry {
        pageref,
        started_date_time: entry.time.to_string(),
        time,
        comment: body.error.clone().or_else(|| truncated.map(str::to_owned)),
        timings: Timings { send: 0.0, wait: time, receive: 0.0 },
        cache: BTreeMap::new(),
        response: response(&body),
        request: request(body),
    }
}

fn request(body: NetworkBodyEvent) -> Request {
    let headers = body.request_headers.unwrap_or_default();
    let content_type = header(&headers, "content-type").unwrap_or("application/octet-stream").to_owned();
    Request {
        method: body.method,
        query_string: query_of(&body.url),
        url: uri_of(&body.url),
        http_version: UNKNOWN_VERSION,
        cookies: [],
        headers: name_values(headers),
        post_data: body.request_body.map(|text| PostData { mime_type: content_type, text }),
        headers_size: -1,
        body_size: -1,
    }
}

fn response(body: &NetworkBodyEvent) -> Response {
    let mut headers = body.response_headers.clone().unwrap_or_default();
    // Players of the file send what stands among the headers, and pages read the type there.
    if let (Some(content_type), None) = (&body.content_type, header(&headers, "content-type")) {
        headers.insert("content-type".to_owned(), content_type.clone());
    }
    let text = body.response_body.clone();
    Response {
        status: body.status,
        status_text: String::new(),
        http_version: UNKNOWN_VERSION,
        cookies: [],
        redirect_url: header(&headers, "location").unwrap_or_default().to_owned(),
        headers: name_values(headers),
        content: Content {
            size: text.as_ref().map_or(0, String::len),
            mime_type: body.content_type.clone().unwrap_or_else(|| "x-unknown".to_owned()),
            text,
        },
        headers_size: -1,
        body_size: -1,
    }
}

fn header<'h>(headers: &'h BTreeMap<String, String>, name: &str) -> Option<&'h str> {
    headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

fn name_values(headers: BTreeMap<String, String>) -> Vec<NameValue> {
    headers.into_iter().map(|(name, value)| NameValue { name, value }).collect()
}

/// The address with everything percent-encoded that a URI cannot hold: characters other senders write as they are, and
/// the brackets of the markers that stand where secrets stood.
fn uri_of(url: &str) -> String {
    // Brackets belong in an address only around an IPv6 host.
    let host_end = Parts::of(url).origin.len();
    let mut uri = String::with_capacity(url.len());
    for (position, byte) in url.bytes().enumerate() {
        let kept = match byte {
            b'[' | b']' => position < host_end,
            b'%' => is_escape(url.as_bytes().get(position..position + 3)),
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&'()*+,;=".contains(&byte),
        };
        if kept {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

fn is_escape(bytes: Option<&[u8]>) -> bool {
    bytes.is_some_and(|bytes| bytes.iter().skip(1).all(u8::is_ascii_hexdigit))
}

/// Parameters as they stand in the address, not decoded: the format asks for what was sent.
fn query_of(url: &str) -> Vec<NameValue> {
    Parts::of(url)
        .parameters()
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            NameValue { name: name.to_owned(), value: value.to_owned() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_uris_and_uris_stay_as_they_are() {
        for (url, uri) in [
            ("http://localhost:3000/a%20b?q=1&r='x'#top", "http://localhost:3000/a%20b?q=1&r='x'#top"),
            ("http://[::1]:3000/?key=[marker]", "http://[::1]:3000/?key=%5Bmarker%5D"),
            ("http://localhost/straße?q=日", "http://localhost/stra%C3%9Fe?q=%E6%97%A5"),
            ("http://localhost/%zz/100%", "http://localhost/%25zz/100%25"),
        ] {
            assert_eq!(uri_of(url), uri);
        }
    }
}
