//! What travels unencrypted: requests, resources, sockets, pages.

use serde_json::{Map, Value, json};

use super::finding::{Collector, Found};
use super::sighting::shown;
use super::table::{self, Rule};
use super::traffic::{Call, Fields, Traffic, page_template};
use super::{Severity, hosts};
use crate::address::{Endpoint, Parts};

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    traffic.calls.iter().for_each(|call| request(call, found));
    traffic.resources.iter().for_each(|each| resource(each, found));
    traffic.sockets.iter().for_each(|each| socket(each, found));
    traffic.documents.iter().for_each(|each| page(each, found));
}

fn is_mixed(page: &str, url: &str) -> bool {
    hosts::scheme(page) == "https" && hosts::scheme(url) == "http" && !hosts::is_loopback(url)
}

/// A name that only developers' machines know is no alarm.
fn severity(usual: Severity, url: &str) -> Severity {
    if hosts::is_development(url) { Severity::Info } else { usual }
}

fn request(call: &Call<'_>, found: &mut Collector) {
    let (url, page) = (&call.request.url, &call.request.page_url);
    if is_mixed(page, url) {
        let is_script = call.request.content_type.contains("javascript");
        return mixed(
            call.entry,
            page,
            url,
            if is_script { "script" } else { "fetch" },
            call.source(),
            found,
        );
    }
    if !hosts::is_unencrypted(url) {
        return;
    }
    let endpoint = call.endpoint();
    let evidence = Map::from_iter([
        ("method".to_owned(), json!(call.request.method)),
        ("url".to_owned(), json!(shown(url))),
        ("page_url".to_owned(), json!(shown(page))),
    ]);
    let title = "API call over unencrypted HTTP".to_owned();
    let description = format!(
        "{endpoint} is sent to {} over HTTP, where others can read and change it.",
        Parts::of(url).origin
    );
    let place = (endpoint, Parts::of(url).origin);
    add(
        &table::HTTP_REQUEST,
        severity(Severity::Warning, url),
        place,
        (title, description, evidence),
        call.source(),
        (url, call.entry),
        found,
    );
}

fn resource(each: &Fields<'_>, found: &mut Collector) {
    let (url, page) = (each.text("url"), each.text("pageUrl"));
    let kind = match (each.text("resourceKind"), each.text("initiatorType")) {
        ("", "css" | "link") => "stylesheet",
        ("", "img" | "image") => "image",
        ("", kind) => kind,
        (kind, _) => kind,
    };
    // Requests of scripts are captured with their bodies.
    if is_mixed(page, url) && !matches!(kind, "fetch" | "xmlhttprequest") {
        mixed(each.entry, page, url, kind, each.source(), found);
    }
}

fn mixed(
    entry: &crate::store::Entry,
    page: &str,
    url: &str,
    kind: &str,
    source: Option<String>,
    found: &mut Collector,
) {
    let usual = if kind == "script" { Severity::Critical } else { Severity::Warning };
    let evidence = Map::from_iter([
        ("page_url".to_owned(), json!(shown(page))),
        ("resource_url".to_owned(), json!(shown(url))),
        ("resource_type".to_owned(), json!(kind)),
    ]);
    let title = table::MIXED_CONTENT.name.to_owned();
    let what = match kind {
        "fetch" => "sends a request to".to_owned(),
        kind if kind.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("loads an {kind} from"),
        kind => format!("loads a {kind} from"),
    };
    let description = format!("Page at {} {what} {}", shown(page), shown(url));
    let place = (Endpoint::of("GET", url, None).to_string(), Parts::of(url).origin);
    add(
        &table::MIXED_CONTENT,
        severity(usual, url),
        place,
        (title, description, evidence),
        source,
        (url, entry),
        found,
    );
}

fn socket(each: &Fields<'_>, found: &mut Collector) {
    let url = each.text("url");
    // Every event of a connection names it; one is enough.
    let begins = matches!(each.text("event"), "connecting" | "open");
    if !begins || !hosts::is_unencrypted(url) {
        return;
    }
    let evidence = Map::from_iter([
        ("url".to_owned(), json!(shown(url))),
        ("page_url".to_owned(), json!(shown(each.text("pageUrl")))),
    ]);
    let title = table::INSECURE_WEBSOCKET.name.to_owned();
    let description = format!(
        "A WebSocket to {} is not encrypted: others can read and change its messages.",
        Parts::of(url).origin
    );
    let place = (format!("WS {}", page_template(url)), Parts::of(url).origin);
    add(
        &table::INSECURE_WEBSOCKET,
        severity(Severity::Warning, url),
        place,
        (title, description, evidence),
        each.source(),
        (url, each.entry),
        found,
    );
}

fn page(each: &Fields<'_>, found: &mut Collector) {
    let url = each.text("url");
    if hosts::scheme(url) != "http" || hosts::is_loopback(url) {
        return;
    }
    let origin = Parts::of(url).origin;
    let evidence = Map::from_iter([("page_url".to_owned(), json!(shown(url)))]);
    let title = table::HTTP_PAGE.name.to_owned();
    let description =
        format!("Pages of {origin} come over HTTP: others on the way can read and change them.");
    add(
        &table::HTTP_PAGE,
        severity(Severity::Warning, url),
        (origin.to_owned(), ""),
        (title, description, evidence),
        None,
        (url, each.entry),
        found,
    );
}

fn add(
    rule: &'static Rule,
    severity: Severity,
    (endpoint, field): (String, &str),
    (title, description, evidence): (String, String, Map<String, Value>),
    source: Option<String>,
    (address, entry): (&str, &crate::store::Entry),
    found: &mut Collector,
) {
    found.add(Found {
        rule,
        severity,
        kind: "",
        title,
        description,
        endpoint,
        field,
        evidence,
        source,
        address,
        entry,
    });
}
