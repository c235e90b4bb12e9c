//! The response headers of documents, which a page cannot see and the browser tells us.
//!
//! They come before the document exists, and wait by frame for the entry in which it describes itself.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;

use gasoline_core::removed;
use gasoline_core::rules::headers::is_sensitive_header;
use gasoline_wire::ResponseHeaders;
use serde::Deserialize;
use serde_json::{Value, json};

use super::cdp::Event;

/// A frame shows one document at a time; a few more are on their way or just gone.
const MOST_RESPONSES: usize = 200;
/// The same bounds as in the page's own capture.
const MOST_HEADERS: usize = 100;
const LONGEST_VALUE: usize = 1024;
const SET_COOKIE: &str = "set-cookie";
const NOT_MODIFIED: u16 = 304;

/// Asks a page for its responses, and the browser to keep none of their bodies for us.
pub(super) fn watch() -> (&'static str, Value) {
    ("Network.enable", json!({ "maxTotalBufferSize": 0, "maxResourceBufferSize": 0, "maxPostDataSize": 0 }))
}

/// Responses that became documents, or will.
#[derive(Debug, Default)]
pub(super) struct DocumentHeaders {
    responses: VecDeque<DocumentResponse>,
    /// Requests whose answer set cookies, told before the answer itself.
    setting_cookies: VecDeque<String>,
}

#[derive(Debug)]
struct DocumentResponse {
    request: String,
    frame: String,
    url: String,
    headers: BTreeMap<String, String>,
    is_local: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResponseReceived {
    request_id: String,
    #[serde(rename = "type")]
    kind: String,
    frame_id: Option<String>,
    response: Response,
}

#[derive(Debug, Deserialize)]
struct Response {
    url: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// Absent for a document that did not come over the network.
    #[serde(rename = "remoteIPAddress")]
    remote_address: Option<String>,
}

/// What was on the wire. The browser leaves cookies out of a response, and tells them apart, sooner or later.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResponseOnTheWire {
    request_id: String,
    status_code: u16,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

impl DocumentHeaders {
    /// Notes a response; `None` if it is not one of a document.
    pub(super) fn note(&mut self, event: &Event<'_>) -> Option<()> {
        match event.method.as_ref() {
            "Network.responseReceived" => self.note_response(event.params()?),
            "Network.responseReceivedExtraInfo" => self.note_cookies(event.params()?),
            _ => None,
        }
    }

    fn note_response(&mut self, received: ResponseReceived) -> Option<()> {
        let frame = received.frame_id.filter(|_| received.kind == "Document")?;
        let Response { url, headers, remote_address } = received.response;
        let is_local = remote_address.is_some_and(|address| is_loopback(&address));
        let request = received.request_id;
        let mut response = DocumentResponse { request, frame, url, headers: sanitised(headers), is_local };
        if self.setting_cookies.contains(&response.request) {
            response.add_cookies();
        }
        push_bounded(&mut self.responses, response);
        Some(())
    }

    /// A redirection's cookies are not the document's.
    fn note_cookies(&mut self, wire: ResponseOnTheWire) -> Option<()> {
        let sets_cookies = wire.headers.keys().any(|name| name.eq_ignore_ascii_case(SET_COOKIE));
        let redirects = (300..400).contains(&wire.status_code) && wire.status_code != NOT_MODIFIED;
        if !sets_cookies || redirects {
            return None;
        }
        match self.responses.iter_mut().rev().find(|response| response.request == wire.request_id) {
            Some(response) => response.add_cookies(),
            None => push_bounded(&mut self.setting_cookies, wire.request_id),
        }
        Some(())
    }

    /// The headers with which a frame's document came, by its address.
    pub(super) fn find(&self, frame: &str, url: &str) -> Option<ResponseHeaders> {
        Some(ResponseHeaders::Observed(self.response(frame, url)?.headers.clone()))
    }

    /// Whether a document's beacons to this machine pass: it comes from this machine itself, and without a policy. One
    /// that only reports would report the beacon.
    pub(super) fn let_beacons_pass(&self, frame: &str, url: &str) -> bool {
        let policies = ["content-security-policy", "content-security-policy-report-only"];
        self.response(frame, url).is_some_and(|response| {
            response.is_local && !policies.iter().any(|policy| response.headers.contains_key(*policy))
        })
    }

    fn response(&self, frame: &str, url: &str) -> Option<&DocumentResponse> {
        let address = url.split('#').next().unwrap_or_default();
        self.responses.iter().rev().find(|response| response.frame == frame && response.url == address)
    }
}

/// The browser puts brackets around an address of version 6.
fn is_loopback(address: &str) -> bool {
    let address = address.trim_start_matches('[').trim_end_matches(']');
    address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl DocumentResponse {
    fn add_cookies(&mut self) {
        self.headers.insert(SET_COOKIE.to_owned(), removed::HEADER.to_owned());
    }
}

/// Appends an item; the oldest goes where there are too many.
fn push_bounded<T>(items: &mut VecDeque<T>, item: T) {
    if items.len() == MOST_RESPONSES {
        items.pop_front();
    }
    items.push_back(item);
}

/// Lower-case names, sensitive values replaced.
fn sanitised(headers: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let shown = |(name, value): (String, String)| {
        let name = name.to_ascii_lowercase();
        let value = if is_sensitive_header(&name) { removed::HEADER.to_owned() } else { shortened(&value) };
        (name, value)
    };
    headers.into_iter().take(MOST_HEADERS).map(shown).collect()
}

/// Several values of one name come on lines of their own.
fn shortened(value: &str) -> String {
    let value = value.replace('\n', ", ");
    match value.char_indices().nth(LONGEST_VALUE) {
        None => value,
        Some((end, _)) => {
            let kept = value.get(..end).unwrap_or_default();
            format!("{kept}… [{} characters]", value.chars().count())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The headers of the document that answered `request`, told by these responses on the wire.
    fn told(received_after: usize, on_the_wire: &[(&str, u16, &str)]) -> String {
        let mut known = DocumentHeaders::default();
        for (index, (request, status, header)) in on_the_wire.iter().enumerate() {
            if index == received_after {
                receive(&mut known);
            }
            let headers = [((*header).to_owned(), "x".to_owned())].into();
            let request_id = (*request).to_owned();
            known.note_cookies(ResponseOnTheWire { request_id, status_code: *status, headers });
        }
        if received_after == on_the_wire.len() {
            receive(&mut known);
        }
        serde_json::to_string(&known.find("frame", "http://localhost/#top")).expect("headers are JSON")
    }

    fn receive(known: &mut DocumentHeaders) {
        let received = json!({
            "requestId": "request", "type": "Document", "frameId": "frame",
            "response": { "url": "http://localhost/", "headers": { "Server": "s" } },
        });
        known.note_response(serde_json::from_value(received).expect("a response"));
    }

    #[test]
    fn cookies_of_the_document_are_told_whichever_comes_first() {
        let plain = r#"{"observed":{"server":"s"}}"#;
        let with_cookies = r#"{"observed":{"server":"s","set-cookie":"[REDACTED]"}}"#;
        assert_eq!(told(1, &[("request", 200, "Set-Cookie")]), with_cookies);
        assert_eq!(told(0, &[("request", 200, "set-cookie")]), with_cookies);
        assert_eq!(told(0, &[("request", 304, "Set-Cookie")]), with_cookies);
        assert_eq!(told(1, &[("request", 302, "Set-Cookie"), ("request", 200, "Etag")]), plain);
        assert_eq!(told(1, &[("other", 200, "Set-Cookie")]), plain);
    }

    #[test]
    fn beacons_pass_from_this_machine_and_without_a_policy() {
        let passes = |address: Option<&str>, header: &str| {
            let received = json!({
                "requestId": "request", "type": "Document", "frameId": "F",
                "response": { "url": "http://a/", "headers": { header: "x" }, "remoteIPAddress": address },
            });
            let mut headers = DocumentHeaders::default();
            headers.note_response(serde_json::from_value(received).expect("a response"));
            assert!(!headers.let_beacons_pass("F", "http://b/"));
            headers.let_beacons_pass("F", "http://a/#top")
        };
        assert!(passes(Some("127.0.0.1"), "Server"));
        assert!(passes(Some("[::1]"), "Server"));
        for (address, header) in [
            (Some("10.0.0.1"), "Server"),
            (None, "Server"),
            (Some("127.0.0.1"), "Content-Security-Policy"),
            (Some("127.0.0.1"), "Content-Security-Policy-Report-Only"),
        ] {
            assert!(!passes(address, header), "{address:?} {header}");
        }
    }

    #[test]
    fn sensitive_values_are_replaced_and_long_ones_cut() {
        let headers = [
            ("Content-Type", "text/html".to_owned()),
            ("Set-Cookie", "id=1".to_owned()),
            ("X-Session-Token", "t".to_owned()),
            ("Link", "</a>\n</b>".to_owned()),
            ("X-Long", "ü".repeat(2000)),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value)).into();
        let expected = [
            ("content-type", "text/html".to_owned()),
            ("set-cookie", removed::HEADER.to_owned()),
            ("x-session-token", removed::HEADER.to_owned()),
            ("link", "</a>, </b>".to_owned()),
            ("x-long", format!("{}… [2000 characters]", "ü".repeat(1024))),
        ];
        assert_eq!(sanitised(headers), expected.map(|(name, value)| (name.to_owned(), value)).into());
    }
}
