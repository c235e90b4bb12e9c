//! Endpoints that answer everybody: with personal data, or although their siblings are called with authentication.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, json};

use super::finding::{Collector, Found};
use super::personal::Personal;
use super::table;
use super::traffic::{Access, Call, Traffic};
use super::{Check, Severity};
use crate::address::Parts;
use crate::rules::fields::words_of;

/// Siblings that are called with authentication before the one that is not stands out.
const FEWEST_SIBLINGS: usize = 2;

/// What organisations publish of themselves, and what every visitor may ask for.
const PUBLIC_WORDS: [&str; 22] = [
    "branches",
    "catalog",
    "companies",
    "company",
    "config",
    "contact",
    "contacts",
    "health",
    "imprint",
    "locations",
    "manifest",
    "offices",
    "outlets",
    "places",
    "public",
    "restaurants",
    "settings",
    "shops",
    "status",
    "stores",
    "venues",
    "vendors",
];

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    let calls = || traffic.calls.iter().filter(|call| is_answer(call) && !call.is_of_login());
    for call in calls() {
        let is_private = |each: &&Personal| each.kind.is_grave() || !is_public(&call.request.url);
        let persons: Vec<&Personal> = call.persons().iter().filter(is_private).collect();
        if call.access() == Access::Nobody && !persons.is_empty() {
            unauthenticated(call, &persons, found);
        }
    }
    if found.wants(Check::AuthPatterns) {
        siblings(&calls().collect::<Vec<_>>(), found);
    }
}

fn is_answer(call: &Call<'_>) -> bool {
    (200..300).contains(&call.request.status)
}

/// Whether the path says that it is about an organisation or meant for everyone.
fn is_public(url: &str) -> bool {
    let words = words_of(Parts::of(url).path.as_bytes());
    words.split(' ').any(|word| PUBLIC_WORDS.contains(&word))
}

fn unauthenticated(call: &Call<'_>, persons: &[&Personal], found: &mut Collector) {
    let endpoint = call.endpoint();
    let kinds: BTreeSet<&str> = persons.iter().map(|each| each.kind.name()).collect();
    let is_mock = persons.iter().all(|each| each.is_mock);
    let fields: BTreeSet<&str> = persons.iter().map(|each| each.path.as_str()).collect();
    let named = kinds.iter().copied().collect::<Vec<_>>().join(", ");
    let evidence = Map::from_iter([
        ("method".to_owned(), json!(call.request.method)),
        ("url".to_owned(), json!(call.shown_url())),
        ("status".to_owned(), json!(call.request.status)),
        ("auth_header_present".to_owned(), json!(false)),
        ("response_contains_pii".to_owned(), json!(true)),
        ("pii_fields".to_owned(), json!(kinds)),
        ("field_paths".to_owned(), json!(fields)),
    ]);
    let note = if is_mock { " The values say that they are made up." } else { "" };
    let found_here = Found {
        rule: &table::UNAUTHENTICATED_PII,
        severity: if is_mock { Severity::Info } else { Severity::Warning },
        kind: "",
        title: "Endpoint returns personal data without authentication".to_owned(),
        description: format!(
            "{endpoint} returned personal data ({named}), but the request had neither an Authorization header nor cookies.{note}"
        ),
        endpoint,
        field: "",
        evidence,
        source: call.source(),
        address: call.address(),
        entry: call.entry,
    };
    let category = if found.wants(Check::AuthPatterns) { Check::AuthPatterns } else { Check::PiiExposure };
    found.add_as(category, found_here);
}

/// Endpoints of one origin below one path.
#[derive(Default)]
struct Family<'c> {
    /// Always called with authentication.
    known: BTreeSet<String>,
    /// Never called with it, and the first such call.
    open: BTreeMap<String, &'c Call<'c>>,
}

fn siblings<'c>(calls: &[&'c Call<'c>], found: &mut Collector) {
    let mut families: BTreeMap<(String, String), Family<'c>> = BTreeMap::new();
    for call in calls {
        let endpoint = call.request.endpoint();
        let Some((parent, _)) = endpoint.path().trim_end_matches('/').rsplit_once('/') else { continue };
        if parent.is_empty() || is_public(&call.request.url) {
            continue;
        }
        let origin = Parts::of(call.address()).origin.to_owned();
        let family = families.entry((origin, parent.to_owned())).or_default();
        match call.access() {
            Access::Credential => {
                family.known.insert(endpoint.to_string());
            }
            Access::Nobody => {
                family.open.entry(endpoint.to_string()).or_insert(call);
            }
            Access::Cookie | Access::Unknown => {}
        }
    }
    for family in families.into_values() {
        let open = family.open.iter().filter(|(endpoint, _)| !family.known.contains(*endpoint));
        for (endpoint, call) in open.filter(|_| family.known.len() >= FEWEST_SIBLINGS) {
            sibling(endpoint, call, &family.known, found);
        }
    }
}

fn sibling(endpoint: &str, call: &Call<'_>, known: &BTreeSet<String>, found: &mut Collector) {
    /// Siblings that are named.
    const MOST_NAMED: usize = 3;
    let named: Vec<&String> = known.iter().take(MOST_NAMED).collect();
    let evidence = Map::from_iter([
        ("method".to_owned(), json!(call.request.method)),
        ("url".to_owned(), json!(call.shown_url())),
        ("auth_header_present".to_owned(), json!(false)),
        ("authenticated_siblings".to_owned(), json!(named)),
    ]);
    found.add(Found {
        rule: &table::UNAUTHENTICATED_SIBLING,
        severity: Severity::Info,
        kind: "",
        title: "Endpoint never called with authentication, unlike its siblings".to_owned(),
        description: format!(
            "{endpoint} was never called with authentication and answered; {} endpoints below the same path are.",
            known.len()
        ),
        endpoint: endpoint.to_owned(),
        field: "",
        evidence,
        source: call.source(),
        address: call.address(),
        entry: call.entry,
    });
}
