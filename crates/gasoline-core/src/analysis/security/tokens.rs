//! JSON web tokens that nobody signed, or that never expire, wherever they were seen.

use serde_json::{Map, json};

use super::finding::{Collector, Found};
use super::secret::Secret;
use super::sighting::{self, Sighting};
use super::table::{self, Rule};
use super::traffic::Traffic;
use super::{Severity, hosts};
use crate::removed::{self, Trait};
use crate::store::Entry;

/// Where a token was seen: what shows it, the endpoint or buffer, the address.
struct Place<'p> {
    entry: &'p Entry,
    endpoint: String,
    address: &'p str,
}

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for call in &traffic.calls {
        let place = Place { entry: call.entry, endpoint: call.endpoint(), address: call.address() };
        look(&place, found);
    }
    let others =
        [(&traffic.console, "console"), (&traffic.storage, "storage"), (&traffic.sockets, "websocket")];
    for (entries, name) in others {
        for each in entries {
            let place = Place { entry: each.entry, endpoint: name.to_owned(), address: each.page() };
            look(&place, found);
        }
    }
}

fn look(place: &Place<'_>, found: &mut Collector) {
    let text = place.entry.text();
    // The traits stand in the marker, so the whole entry can be asked at once.
    if !removed::occurs_in(text) {
        return;
    }
    for sighting in sighting::in_text(text) {
        let secret = Secret::of(&sighting);
        if secret.is(Trait::Unsigned) {
            let description = "A JSON web token says `alg: none`: a change of it is not noticed.";
            add(place, &table::TOKEN_UNSIGNED, Severity::Critical, (&secret, &sighting), description, found);
        }
        if secret.is(Trait::NoExpiry) {
            let severity =
                if hosts::is_development(place.address) { Severity::Info } else { Severity::Warning };
            let description =
                "A JSON web token has no `exp` claim: a stolen one works until its key changes.";
            add(place, &table::TOKEN_WITHOUT_EXPIRY, severity, (&secret, &sighting), description, found);
        }
    }
}

fn add(
    place: &Place<'_>,
    rule: &'static Rule,
    severity: Severity,
    (secret, sighting): (&Secret<'_>, &Sighting),
    description: &str,
    found: &mut Collector,
) {
    let evidence = Map::from_iter([
        ("seen_in".to_owned(), json!(place.endpoint)),
        ("redacted_value".to_owned(), json!(secret.preview)),
    ]);
    found.add(Found {
        rule,
        severity,
        kind: "",
        title: rule.name.to_owned(),
        description: description.to_owned(),
        endpoint: place.endpoint.clone(),
        field: &sighting.path,
        evidence,
        source: None,
        address: place.address,
        entry: place.entry,
    });
}
