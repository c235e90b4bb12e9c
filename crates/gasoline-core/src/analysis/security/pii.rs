//! Personal data in responses and addresses. What nobody had to authenticate for is the business of [`super::auth`].

use serde_json::{Map, json};

use super::finding::{Collector, Found};
use super::personal::{self, Personal, PersonalKind};
use super::secret::{Nature, Secret};
use super::table;
use super::traffic::{Access, Call, Traffic};
use super::{Severity, sighting};

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for call in &traffic.calls {
        if call.access() != Access::Nobody {
            for each in call.persons() {
                in_response(call, each, found);
            }
        }
        in_url(call, found);
    }
}

/// Expected where the request said who sent it.
fn in_response(call: &Call<'_>, each: &Personal, found: &mut Collector) {
    let endpoint = call.endpoint();
    let evidence = Map::from_iter([
        ("method".to_owned(), json!(call.request.method)),
        ("url".to_owned(), json!(call.shown_url())),
        ("field_path".to_owned(), json!(each.path)),
        ("pattern".to_owned(), json!(each.kind.name())),
        ("authenticated".to_owned(), json!(how(call.access()))),
    ]);
    found.add(Found {
        rule: &table::PII_IN_RESPONSE,
        severity: Severity::Info,
        kind: each.kind.name(),
        title: format!("{} in response", each.kind.label()),
        description: format!("{endpoint} answers with {} in '{}'.", each.kind.article(), each.path),
        endpoint,
        field: &each.path,
        evidence,
        source: call.source(),
        address: call.address(),
        entry: call.entry,
    });
}

pub(super) fn how(access: Access) -> &'static str {
    match access {
        Access::Credential => "by a header or parameter",
        Access::Cookie => "by a cookie",
        Access::Unknown => "unknown: cookies that scripts cannot see may have been sent",
        Access::Nobody => "no",
    }
}

/// Cards and social security numbers were removed; email addresses and phone numbers are still there.
fn in_url(call: &Call<'_>, found: &mut Collector) {
    for sighting in sighting::in_text(&call.request.url) {
        let kind = match Secret::of(&sighting).nature {
            Nature::Payment => PersonalKind::Payment,
            Nature::SocialSecurity => PersonalKind::SocialSecurity,
            _ => continue,
        };
        add_url(call, kind, &sighting.name, Severity::Critical, found);
    }
    for each in personal::in_text(&call.request.url.replace("%40", "@")) {
        add_url(call, each.kind, "", Severity::Info, found);
    }
}

fn add_url(call: &Call<'_>, kind: PersonalKind, name: &str, severity: Severity, found: &mut Collector) {
    let endpoint = call.endpoint();
    let evidence = Map::from_iter([
        ("method".to_owned(), json!(call.request.method)),
        ("endpoint".to_owned(), json!(endpoint)),
        ("pattern".to_owned(), json!(kind.name())),
        ("param_name".to_owned(), json!(name)),
    ]);
    found.add(Found {
        rule: &table::PII_IN_URL,
        severity,
        kind: kind.name(),
        title: format!("{} in a URL", kind.label()),
        description: format!("The address of {endpoint} holds {}.", kind.article()),
        endpoint,
        field: name,
        evidence,
        source: call.source(),
        address: call.address(),
        entry: call.entry,
    });
}
