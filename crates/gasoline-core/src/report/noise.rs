//! What fails on ordinary days and breaks no test: a table of labels with what they look like.
//!
//! A label is a guess. What carries one is shown with it, and never counts as a reason that the app is at fault.

use std::sync::Arc;

use super::labels::Labels;
use crate::address::Parts;

/// What one kind of noise looks like.
struct Noise {
    label: &'static str,
    /// Ends of host names.
    hosts: &'static [&'static str],
    /// Parts of addresses.
    address_parts: &'static [&'static str],
    /// Last parts of paths, of requests that send something.
    sent_to: &'static [&'static str],
    /// The same, but only at another origin than the page's: there is another meaning for an app's own server.
    sent_elsewhere: &'static [&'static str],
    /// Parts of messages.
    messages: &'static [&'static str],
}

const NOTHING: Noise =
    Noise { label: "", hosts: &[], address_parts: &[], sent_to: &[], sent_elsewhere: &[], messages: &[] };

const TABLE: [Noise; 5] = [
    Noise {
        label: "analytics",
        hosts: &[
            "google-analytics.com",
            "googletagmanager.com",
            "segment.io",
            "segment.com",
            "mixpanel.com",
            "amplitude.com",
            "hotjar.com",
            "plausible.io",
            "posthog.com",
            "sentry.io",
            "clarity.ms",
            "fullstory.com",
            "browser-intake-datadoghq.com",
            "nr-data.net",
        ],
        sent_to: &["analytics", "telemetry"],
        sent_elsewhere: &["collect", "beacon", "track", "rum"],
        ..NOTHING
    },
    Noise {
        label: "browser extension",
        address_parts: &["chrome-extension://", "moz-extension://", "safari-web-extension://"],
        messages: &["chrome-extension://", "moz-extension://", "Extension context invalidated"],
        ..NOTHING
    },
    Noise {
        label: "hot reload",
        address_parts: &[
            "/__webpack_hmr",
            "/sockjs-node",
            "/@vite/client",
            "/_next/webpack-hmr",
            "/ng-cli-ws",
        ],
        messages: &["[vite]", "[HMR]", "[webpack-dev-server]", "[Fast Refresh]"],
        ..NOTHING
    },
    Noise { label: "favicon", address_parts: &["/favicon.ico"], ..NOTHING },
    Noise {
        label: "browser notice",
        messages: &[
            "ResizeObserver loop completed with undelivered notifications",
            "ResizeObserver loop limit exceeded",
        ],
        ..NOTHING
    },
];

/// The label of a request, if it looks like noise or the project says so.
pub(crate) fn of_request(method: &str, url: &str, page_url: &str, labels: &Labels) -> Option<Arc<str>> {
    labels.of_request(url).or_else(|| known_request(method, url, page_url).map(Arc::from))
}

fn known_request(method: &str, url: &str, page_url: &str) -> Option<&'static str> {
    let Parts { origin, path, .. } = Parts::of(url);
    let host = host_of(origin);
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let is_elsewhere = !page_url.is_empty() && Parts::of(page_url).origin != origin;
    let sends = !["GET", "HEAD"].contains(&method);
    let is = |noise: &&Noise| {
        noise.hosts.iter().any(|known| is_below(host, known))
            || noise.address_parts.iter().any(|part| url.contains(part))
            || (sends && noise.sent_to.contains(&last))
            || (sends && is_elsewhere && noise.sent_elsewhere.contains(&last))
    };
    TABLE.iter().find(is).map(|noise| noise.label)
}

/// The label of an error, if it looks like noise or the project says so.
pub(crate) fn of_message(message: &str, stack: &str, labels: &Labels) -> Option<Arc<str>> {
    labels.of_message(message, first_frame(stack)).or_else(|| known_message(message, stack).map(Arc::from))
}

fn known_message(message: &str, stack: &str) -> Option<&'static str> {
    let is = |noise: &&Noise| {
        noise.messages.iter().any(|part| message.contains(part))
            || noise.address_parts.iter().any(|part| first_frame(stack).contains(part))
    };
    TABLE.iter().find(is).map(|noise| noise.label)
}

/// The line of a stack that says where it was thrown.
fn first_frame(stack: &str) -> &str {
    let is_frame = |line: &&str| line.trim_start().starts_with("at ") || line.contains('@');
    stack.lines().find(is_frame).unwrap_or_default()
}

/// The host of an origin, without its port.
pub(super) fn host_of(origin: &str) -> &str {
    let host = origin.rsplit("//").next().unwrap_or_default();
    host.rsplit_once(':').map_or(host, |(host, _)| host)
}

/// Whether a host is `known` or a part of it.
pub(super) fn is_below(host: &str, known: &str) -> bool {
    host.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_only_report_are_noise_and_those_that_read_are_not() {
        for (method, url, label) in [
            ("POST", "http://localhost:3000/api/analytics", Some("analytics")),
            ("POST", "http://localhost:3000/api/track", None),
            ("POST", "https://metrics.example.com/collect", Some("analytics")),
            ("GET", "http://localhost:3000/api/analytics", None),
            ("POST", "https://o1.ingest.sentry.io/api/1/envelope/", Some("analytics")),
            ("GET", "https://notsentry.io/x", None),
            ("GET", "http://localhost:3000/favicon.ico", Some("favicon")),
            ("GET", "http://localhost:5173/@vite/client", Some("hot reload")),
            ("POST", "http://localhost:3000/api/orders", None),
            ("GET", "chrome-extension://abc/a.js", Some("browser extension")),
        ] {
            assert_eq!(known_request(method, url, "http://localhost:3000/"), label, "{method} {url}");
        }
    }

    #[test]
    fn an_error_thrown_in_an_extension_is_noise_and_one_called_from_it_is_not() {
        let own =
            "Error: x\n    at f (http://localhost/a.js:1:1)\n    at g (chrome-extension://abc/b.js:1:1)";
        let foreign =
            "Error: x\n    at g (chrome-extension://abc/b.js:1:1)\n    at f (http://localhost/a.js:1:1)";
        assert_eq!(known_message("x", own), None);
        assert_eq!(known_message("x", foreign), Some("browser extension"));
        assert_eq!(
            known_message("ResizeObserver loop completed with undelivered notifications.", ""),
            Some("browser notice")
        );
    }
}
