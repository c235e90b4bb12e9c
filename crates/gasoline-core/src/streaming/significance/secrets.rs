//! `security`: secrets in requests. They were replaced by markers on arrival; the markers say what was there.

use std::collections::BTreeSet;

use serde_json::json;

use super::fields::Fields;
use super::{Category, Known, Severity, StreamEvent, event};
use crate::address::without_query;
use crate::removed::{self, Marker};
use crate::rules::RuleSet;
use crate::store::Entry;

/// What bodies carry in the ordinary course of signing in and paying. In an address each of them is exposed.
const USUAL_IN_BODIES: [&str; 8] = [
    "sensitive-field",
    "jwt",
    "bearer-token",
    "url-parameter",
    "url-password",
    "encoded-secret",
    "card-number",
    "social-security-number",
];

/// The event of a request that exposes a secret, once for each address and kind of secret.
pub(super) fn judge(entry: &Entry, fields: &Fields<'_>, known: &mut Known<()>) -> Option<StreamEvent> {
    if !removed::occurs_in(entry.text()) {
        return None;
    }
    let url = fields.url();
    let mut found: BTreeSet<String> = secrets(&url).collect();
    let place = if found.is_empty() { "body" } else { "url" };
    for body in [fields.request_body(), fields.response_body()] {
        found.extend(secrets(&body).filter(|rule| !USUAL_IN_BODIES.contains(&rule.as_str())));
    }
    if found.is_empty() && masked_by_page(&url) {
        found.insert("masked".to_owned());
    }
    if found.is_empty() {
        return None;
    }
    let method = fields.method();
    let message = format!("Possible credential exposure in {method} {}", fields.request_address());
    let context = vec![("method", json!(method)), ("in", json!(place)), ("secrets", json!(found))];
    let told = event(entry, (Category::Security, Severity::Warning), message, context);
    let identity = format!("{method} {} {found:?}", without_query(&url));
    Some(StreamEvent { is_known: known.insert(&identity, ()).is_some(), ..told })
}

/// The rules of the secrets in a text that are not meant for everyone.
fn secrets(text: &str) -> impl Iterator<Item = String> + use<'_> {
    let found = removed::markers(text).filter_map(|place| Marker::parse(text.get(place)?));
    found.map(|marker| marker.rule).filter(|rule| !is_publishable(rule))
}

/// Whether the page itself masked a part of an address: it does so only where the name says that it is secret.
fn masked_by_page(url: &str) -> bool {
    removed::occurs_in(url) && removed::markers(url).next().is_none()
}

fn is_publishable(rule: &str) -> bool {
    RuleSet::rules().iter().any(|known| known.id == rule && known.publishable)
}
