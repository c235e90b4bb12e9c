//! What console calls and errors print: credentials, and personal data.

use serde_json::{Map, Value, json};

use super::credentials::{limited, reservation};
use super::finding::{Collector, Found};
use super::personal::{self, Personal};
use super::secret::{Nature, Secret};
use super::sighting::{self, Sighting};
use super::table::{self, Rule};
use super::traffic::{Fields, Traffic};
use super::{Check, Severity};
use crate::removed;

/// Where console calls are, in place of an endpoint.
const CONSOLE: &str = "console";

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for log in &traffic.console {
        for sighting in sightings(log) {
            secret(log, &sighting, found);
        }
        if found.wants(Check::PiiExposure) {
            for each in personal::in_text(&text(log)) {
                person(log, &each, found);
            }
        }
    }
}

/// The arguments say where a secret stood; the message has only its text.
fn sightings(log: &Fields<'_>) -> Vec<Sighting> {
    if !removed::occurs_in(log.entry.text()) {
        return Vec::new();
    }
    let in_arguments = log.members.get("args").map(sighting::in_value).unwrap_or_default();
    match in_arguments.is_empty() {
        true => sighting::in_text(log.text("message")),
        // Element markers at the beginning are the arguments themselves.
        false => in_arguments
            .into_iter()
            .map(|each| Sighting {
                path: each.path.trim_start_matches("[]").trim_start_matches('.').to_owned(),
                ..each
            })
            .collect(),
    }
}

/// The message, or for senders that write none the arguments.
fn text(log: &Fields<'_>) -> String {
    match (log.text("message"), log.members.get("args")) {
        ("", Some(arguments)) => arguments.to_string(),
        (message, _) => message.to_owned(),
    }
}

fn secret(log: &Fields<'_>, sighting: &Sighting, found: &mut Collector) {
    let secret = Secret::of(sighting);
    let severity = match secret.nature {
        Nature::Ordinary | Nature::Signature => return,
        Nature::Payment | Nature::SocialSecurity if secret.is_recognised => Severity::Critical,
        Nature::Payment | Nature::SocialSecurity | Nature::Password | Nature::Code => Severity::Warning,
        Nature::Token | Nature::Key
            if secret.is_recognised || secret.preview != "***" || !sighting.is_value =>
        {
            Severity::Critical
        }
        Nature::Token | Nature::Key => Severity::Warning,
    };
    let is_person = matches!(secret.nature, Nature::Payment | Nature::SocialSecurity);
    if is_person && !found.wants(Check::PiiExposure) {
        return;
    }
    let rule = if is_person { &table::PII_IN_CONSOLE } else { &table::IN_CONSOLE };
    let level = log.entry.level.as_str();
    let evidence = Map::from_iter([
        ("type".to_owned(), json!("console")),
        ("level".to_owned(), json!(level)),
        ("pattern".to_owned(), json!(secret.pattern)),
        ("redacted_preview".to_owned(), json!(sighting::shown(&text(log)))),
    ]);
    let what = format!("console.{level}() prints {}{}.", secret.article(), named(sighting));
    let description = what + reservation(&secret);
    let title = format!("{} logged to console", secret.label());
    let kind = secret.pattern;
    add(log, rule, limited(severity, &secret), kind, &sighting.path, (title, description, evidence), found);
}

fn named(sighting: &Sighting) -> String {
    if sighting.name.is_empty() { String::new() } else { format!(" named '{}'", sighting.name) }
}

fn person(log: &Fields<'_>, each: &Personal, found: &mut Collector) {
    let level = log.entry.level.as_str();
    let name = each.kind.name();
    let evidence = Map::from_iter([
        ("type".to_owned(), json!("console")),
        ("level".to_owned(), json!(level)),
        ("pattern".to_owned(), json!(name)),
    ]);
    let title = format!("{} logged to console", each.kind.label());
    let description =
        format!("console.{level}() prints {}. It may be meant for debugging.", each.kind.article());
    add(log, &table::PII_IN_CONSOLE, Severity::Info, name, "", (title, description, evidence), found);
}

fn add(
    log: &Fields<'_>,
    rule: &'static Rule,
    severity: Severity,
    kind: &str,
    field: &str,
    (title, description, mut evidence): (String, String, Map<String, Value>),
    found: &mut Collector,
) {
    let source = log.source();
    evidence.extend(source.as_ref().map(|source| ("source".to_owned(), json!(source))));
    let page = log.page();
    let category = if found.wants(Check::PiiExposure) { Check::PiiExposure } else { Check::Credentials };
    let endpoint = CONSOLE.to_owned();
    let found_here = Found {
        rule,
        severity,
        kind,
        title,
        description,
        endpoint,
        field,
        evidence,
        source,
        address: page,
        entry: log.entry,
    };
    found.add_as(category, found_here);
}
