//! Credentials in the addresses and messages of WebSockets.

use serde_json::{Map, json};

use super::Severity;
use super::body::Body;
use super::credentials::{limited, reservation};
use super::finding::{Collector, Found};
use super::hosts;
use super::secret::{Nature, Secret};
use super::sighting::{self, Sighting, shown};
use super::table::{self, Rule};
use super::traffic::{Fields, Traffic, page_template};

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for event in &traffic.sockets {
        for sighting in sighting::in_text(event.text("url")) {
            in_address(event, &sighting, found);
        }
        for sighting in sighting::in_body(&Body::of(Some(event.text("data").to_owned()))) {
            in_message(event, &sighting, found);
        }
    }
}

/// A browser can send no header with a socket, so tokens in its address are common; they are logged all the same.
fn in_address(event: &Fields<'_>, sighting: &Sighting, found: &mut Collector) {
    let secret = Secret::of(sighting);
    let severity = match secret.nature {
        Nature::Ordinary | Nature::Payment | Nature::SocialSecurity => return,
        Nature::Signature | Nature::Code => Severity::Info,
        // Development servers put one into the address of their own socket.
        Nature::Token if hosts::is_loopback(event.text("url")) => Severity::Info,
        Nature::Token => Severity::Warning,
        Nature::Password | Nature::Key => Severity::Critical,
    };
    let title = format!("{} in the address of a WebSocket", secret.label());
    let description = format!("A WebSocket's address holds {} in '{}'.", secret.article(), sighting.name);
    add(event, &table::IN_URL, severity, (&secret, sighting), "url", (title, description), found);
}

fn in_message(event: &Fields<'_>, sighting: &Sighting, found: &mut Collector) {
    let secret = Secret::of(sighting);
    let direction = event.text("direction");
    let severity = match (secret.nature, direction) {
        (
            Nature::Ordinary | Nature::Signature | Nature::Code | Nature::Payment | Nature::SocialSecurity,
            _,
        ) => return,
        (Nature::Key, _) if secret.is_recognised => Severity::Critical,
        (Nature::Password, "incoming") => Severity::Critical,
        // The first message often says who connects.
        (Nature::Password | Nature::Token, "outgoing") => Severity::Info,
        _ => Severity::Warning,
    };
    let title = format!("{} in WebSocket message", secret.label());
    let way = match direction {
        "incoming" => "to the page",
        "outgoing" => "from the page",
        _ => "of a WebSocket",
    };
    let description = format!("A message {way} holds {}.", secret.article());
    add(event, &table::IN_WEBSOCKET, severity, (&secret, sighting), direction, (title, description), found);
}

fn add(
    event: &Fields<'_>,
    rule: &'static Rule,
    severity: Severity,
    (secret, sighting): (&Secret<'_>, &Sighting),
    place: &str,
    (title, description): (String, String),
    found: &mut Collector,
) {
    let url = event.text("url");
    let evidence = Map::from_iter([
        ("url".to_owned(), json!(shown(url))),
        ("field".to_owned(), json!(place)),
        ("field_path".to_owned(), json!(sighting.path)),
        ("pattern".to_owned(), json!(secret.pattern)),
        ("redacted_value".to_owned(), json!(secret.preview)),
    ]);
    found.add(Found {
        rule,
        severity: limited(severity, secret),
        kind: secret.pattern,
        title,
        description: description + reservation(secret),
        endpoint: format!("WS {}", page_template(url)),
        field: &sighting.path,
        evidence,
        source: event.source(),
        address: url,
        entry: event.entry,
    });
}
