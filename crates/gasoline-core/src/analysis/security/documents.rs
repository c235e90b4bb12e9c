//! Security headers of documents, one row an origin. Severity by the weights of Mozilla's Observatory.

use serde_json::{Map, Value, json};

use super::finding::{Collector, Found};
use super::sighting::shown;
use super::table::{self, Rule};
use super::traffic::{Fields, Traffic};
use super::{Severity, hosts};
use crate::address::Parts;
use crate::store::Entry;

/// What Observatory takes off for each.
const WEIGHTS: [(&Rule, u32); 6] = [
    (&table::CSP_MISSING, 25),
    (&table::CSP_UNSAFE_INLINE, 20),
    (&table::HSTS_MISSING, 20),
    (&table::FRAMING_ALLOWED, 20),
    (&table::NOSNIFF_MISSING, 5),
    (&table::CORS_WILDCARD, 50),
];

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for document in &traffic.documents {
        let Some(headers) = document.observed_headers() else { continue };
        // Pictures and files opened in a tab are documents, too.
        let is_page = header(headers, "content-type").is_none_or(|kind| kind.contains("html"));
        if is_page {
            page(document, headers, found);
        }
    }
    for call in &traffic.calls {
        let (headers, url) = (&call.request.response_headers, call.address());
        cors(headers, url, call.entry, found);
    }
}

/// What a severity follows from a weight.
pub(super) fn severity_of(weight: u32, url: &str) -> Severity {
    match weight {
        _ if hosts::is_development(url) => Severity::Info,
        40.. => Severity::Critical,
        20.. => Severity::Warning,
        _ => Severity::Info,
    }
}

fn header<'h>(headers: &'h Map<String, Value>, name: &str) -> Option<&'h str> {
    let found = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.and_then(|(_, value)| value.as_str())
}

fn page(document: &Fields<'_>, headers: &Map<String, Value>, found: &mut Collector) {
    let url = document.text("url");
    let policy = header(headers, "content-security-policy");
    let mut report = |rule: &'static Rule, name: &str, description: &str| {
        add(rule, name, header(headers, name), description, (url, document.entry), found);
    };
    match policy {
        None => report(
            &table::CSP_MISSING,
            "content-security-policy",
            "answers with no Content-Security-Policy: injected scripts run.",
        ),
        Some(policy) if allows_inline(policy) => report(
            &table::CSP_UNSAFE_INLINE,
            "content-security-policy",
            "has a Content-Security-Policy that allows inline scripts: injected ones run.",
        ),
        Some(_) => {}
    }
    if hosts::scheme(url) == "https" && header(headers, "strict-transport-security").is_none() {
        report(
            &table::HSTS_MISSING,
            "strict-transport-security",
            "answers without Strict-Transport-Security: the first visit can be intercepted.",
        );
    }
    let is_guarded = policy.is_some_and(|policy| directive(policy, "frame-ancestors").is_some());
    if !is_guarded && header(headers, "x-frame-options").is_none() {
        report(
            &table::FRAMING_ALLOWED,
            "x-frame-options",
            "can be framed by any site, which allows clickjacking.",
        );
    }
    let sniffs = header(headers, "x-content-type-options")
        .is_none_or(|value| !value.to_ascii_lowercase().contains("nosniff"));
    if sniffs {
        report(
            &table::NOSNIFF_MISSING,
            "x-content-type-options",
            "answers without `X-Content-Type-Options: nosniff`.",
        );
    }
    cors(headers, url, document.entry, found);
}

fn cors(headers: &Map<String, Value>, url: &str, entry: &Entry, found: &mut Collector) {
    let is_any = header(headers, "access-control-allow-origin") == Some("*");
    let has_credentials = header(headers, "access-control-allow-credentials")
        .is_some_and(|value| value.eq_ignore_ascii_case("true"));
    if is_any && has_credentials {
        let description = "names every origin and credentials together. Browsers refuse that for requests with credentials; every origin can read answers to the others.";
        add(
            &table::CORS_WILDCARD,
            "access-control-allow-origin",
            Some("*"),
            description,
            (url, entry),
            found,
        );
    }
}

/// The values of a directive.
fn directive<'p>(policy: &'p str, name: &str) -> Option<&'p str> {
    policy.split(';').find_map(|part| {
        let part = part.trim();
        let (known, values) = part.split_once(' ').unwrap_or((part, ""));
        known.eq_ignore_ascii_case(name).then_some(values)
    })
}

/// Whether inline scripts run. A nonce or a hash takes `unsafe-inline` back, for browsers that know them.
fn allows_inline(policy: &str) -> bool {
    let Some(values) = directive(policy, "script-src").or_else(|| directive(policy, "default-src")) else {
        return true;
    };
    let is_narrowed = |value: &str| {
        ["'nonce-", "'sha256-", "'sha384-", "'sha512-", "'strict-dynamic'"]
            .iter()
            .any(|start| value.starts_with(start))
    };
    values.split(' ').any(|value| value.eq_ignore_ascii_case("'unsafe-inline'"))
        && !values.split(' ').any(is_narrowed)
}

fn add(
    rule: &'static Rule,
    name: &str,
    value: Option<&str>,
    description: &str,
    (url, entry): (&str, &Entry),
    found: &mut Collector,
) {
    let weight = WEIGHTS.iter().find(|(known, _)| known.id == rule.id).map_or(0, |(_, weight)| *weight);
    let origin = Parts::of(url).origin;
    let evidence = Map::from_iter([
        ("page_url".to_owned(), json!(shown(url))),
        ("header".to_owned(), json!(name)),
        ("value".to_owned(), json!(value.map(shown))),
    ]);
    found.add(Found {
        rule,
        severity: severity_of(weight, url),
        kind: "",
        title: rule.name.to_owned(),
        description: format!("{origin} {description}"),
        endpoint: origin.to_owned(),
        field: "",
        evidence,
        source: None,
        address: url,
        entry,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_are_allowed_unless_something_narrows_it() {
        for policy in ["script-src 'self' 'unsafe-inline'", "default-src 'unsafe-inline'", "img-src *", ""] {
            assert!(allows_inline(policy), "{policy}");
        }
        for policy in [
            "default-src 'self'",
            "script-src 'unsafe-inline' 'nonce-abc'",
            "style-src 'unsafe-inline'; script-src 'self'",
            "Script-Src 'none'; default-src 'unsafe-inline'",
        ] {
            assert!(!allows_inline(policy), "{policy}");
        }
    }
}
