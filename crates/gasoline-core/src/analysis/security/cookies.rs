//! Session cookies that a script wrote, and the attributes they lack. What servers set is not captured.

use serde_json::{Map, json};

use super::documents::severity_of;
use super::finding::{Collector, Found};
use super::secret::{Nature, nature_of_name};
use super::table::{self, Rule};
use super::traffic::{Fields, Traffic};
use super::{Severity, hosts};
use crate::address::Parts;
use crate::removed::Removed;
use crate::rules::fields::words_of;

/// What Observatory takes off for a session cookie without each attribute.
const WITHOUT_SECURE: u32 = 40;
const WITHOUT_HTTP_ONLY: u32 = 30;
const WITHOUT_SAME_SITE: u32 = 5;

/// Shorter values identify no session.
const SHORTEST: usize = 16;

/// Words in the names of session cookies.
const SESSION_WORDS: [&str; 12] = [
    "auth",
    "identity",
    "jsessionid",
    "jwt",
    "login",
    "phpsessid",
    "remember",
    "sess",
    "sessid",
    "session",
    "sid",
    "token",
];

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for write in traffic.storage.iter().filter(|write| write.text("area") == "cookie" && is_session(write)) {
        let url = write.text("url");
        let attribute =
            |name: &str| write.members.get("attributes").and_then(|attributes| attributes.get(name));
        let is_secure = attribute("secure").and_then(serde_json::Value::as_bool) == Some(true);
        if !is_secure {
            let what = "without Secure: it is also sent over unencrypted connections";
            add(write, &table::COOKIE_INSECURE, severity_of(WITHOUT_SECURE, url), what, found);
        }
        let what = "from a script: every script of the page can read it";
        add(write, &table::COOKIE_READABLE, severity_of(WITHOUT_HTTP_ONLY, url), what, found);
        if attribute("sameSite").is_none() {
            let what = "without SameSite: what other sites may send it with is left to the browser";
            add(write, &table::COOKIE_CROSS_SITE, severity_of(WITHOUT_SAME_SITE, url), what, found);
        }
    }
}

/// A name that says so, and a value that can be one.
fn is_session(write: &Fields<'_>) -> bool {
    let key = write.text("key");
    let words = words_of(key.as_bytes());
    let is_named =
        words.split(' ').any(|word| SESSION_WORDS.contains(&word)) && nature_of_name(key) != Nature::Ordinary;
    let is_long = matches!(Removed::parse(write.text("value")), Some(Removed::Marked(marker)) if marker.length >= SHORTEST);
    is_named && is_long
}

fn add(write: &Fields<'_>, rule: &'static Rule, severity: Severity, what: &str, found: &mut Collector) {
    let (url, key) = (write.text("url"), write.text("key"));
    let origin = Parts::of(url).origin;
    let local = if hosts::is_development(url) { " On a developer's machine that is no matter." } else { "" };
    let evidence = Map::from_iter([
        ("page_url".to_owned(), json!(super::sighting::shown(url))),
        ("cookie".to_owned(), json!(key)),
        ("attributes".to_owned(), json!(write.members.get("attributes"))),
    ]);
    found.add(Found {
        rule,
        severity,
        kind: "",
        title: rule.name.to_owned(),
        description: format!("The cookie '{key}' is set {what}.{local}"),
        endpoint: origin.to_owned(),
        field: key,
        evidence,
        source: write.source(),
        address: url,
        entry: write.entry,
    });
}
