//! Credentials that the page writes to web storage. Cookies have a check of their own.

use serde_json::{Map, json};

use super::Severity;
use super::credentials::{limited, reservation};
use super::finding::{Collector, Found};
use super::secret::{Nature, Secret};
use super::sighting::Sighting;
use super::table;
use super::traffic::{Fields, Traffic};
use crate::address::Parts;
use crate::removed::Removed;
use crate::rules::fields::is_sensitive;

/// Shorter values are no tokens.
const SHORTEST: usize = 16;

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for write in traffic.storage.iter().filter(|write| write.text("area") != "cookie") {
        let Some(Removed::Marked(marker)) = Removed::parse(write.text("value")) else { continue };
        let key = write.text("key");
        let is_named = is_sensitive(key) && marker.length >= SHORTEST;
        let is_unknown = matches!(marker.rule.as_str(), "storage-value" | "encoded-secret");
        if !is_unknown || is_named {
            let sighting = Sighting {
                removed: Removed::Marked(marker),
                path: key.to_owned(),
                name: key.to_owned(),
                is_value: true,
            };
            stored(write, &sighting, found);
        }
    }
}

fn stored(write: &Fields<'_>, sighting: &Sighting, found: &mut Collector) {
    let secret = Secret::of(sighting);
    let area = write.text("area");
    let severity = match secret.nature {
        Nature::Ordinary | Nature::Signature | Nature::Code => return,
        Nature::Key if secret.is_recognised => Severity::Critical,
        Nature::Password | Nature::Payment | Nature::SocialSecurity => Severity::Critical,
        // Gone with the tab.
        Nature::Token if area == "sessionStorage" => Severity::Info,
        Nature::Token | Nature::Key => Severity::Warning,
    };
    let origin = Parts::of(write.text("url")).origin;
    let evidence = Map::from_iter([
        ("area".to_owned(), json!(area)),
        ("key".to_owned(), json!(sighting.name)),
        ("pattern".to_owned(), json!(secret.pattern)),
        ("redacted_value".to_owned(), json!(secret.preview)),
        ("page_url".to_owned(), json!(super::sighting::shown(write.text("url")))),
    ]);
    let description = format!("The page writes {} to {area} under '{}'.", secret.article(), sighting.name);
    found.add(Found {
        rule: &table::IN_STORAGE,
        severity: limited(severity, &secret),
        kind: secret.pattern,
        title: format!("{} in {area}", secret.label()),
        description: description + reservation(&secret),
        endpoint: format!("{area} {origin}"),
        field: &sighting.path,
        evidence,
        source: write.source(),
        address: write.text("url"),
        entry: write.entry,
    });
}
