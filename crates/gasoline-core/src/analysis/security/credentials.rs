//! Credentials in addresses, bodies and headers of requests, and in addresses of pages.

use serde_json::{Map, Value, json};

use super::finding::{Collector, Found};
use super::secret::{Nature, Secret};
use super::sighting::{self, Sighting};
use super::table::{self, Rule};
use super::traffic::{Call, Fields, Traffic, page_template};
use super::{Severity, hosts};
use crate::analysis::requests::is_foreign;
use crate::rules::fields::words_of;

/// Pages that are opened by a link with a code that works once.
const ONE_TIME_PAGES: [&str; 12] = [
    "activate",
    "callback",
    "confirm",
    "confirmation",
    "invitation",
    "invite",
    "join",
    "magic",
    "reset",
    "unsubscribe",
    "verification",
    "verify",
];

/// Tokens that stand for a person, by their names.
const SESSION_WORDS: [&str; 9] =
    ["access", "auth", "bearer", "id", "jwt", "refresh", "session", "sid", "authorization"];

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for call in &traffic.calls {
        for sighting in sighting::in_text(&call.request.url) {
            in_url(call, &sighting, found);
        }
        for sighting in sighting::in_body(&call.sent) {
            in_request_body(call, &sighting, found);
        }
        for sighting in sighting::in_body(&call.answered) {
            in_response(call, &sighting, found);
        }
        in_headers(call, found);
    }
    for document in &traffic.documents {
        for sighting in sighting::in_text(document.text("url")) {
            in_page_address(document, &sighting, found);
        }
    }
}

fn in_url(call: &Call<'_>, sighting: &Sighting, found: &mut Collector) {
    let secret = Secret::of(sighting);
    let severity = match secret.nature {
        Nature::Ordinary | Nature::Payment | Nature::SocialSecurity => return,
        Nature::Signature => Severity::Info,
        // Exchanged once for a token.
        Nature::Code if words_of(sighting.name.as_bytes()) == "code" => Severity::Info,
        Nature::Code => Severity::Warning,
        Nature::Password | Nature::Token | Nature::Key => Severity::Critical,
    };
    let name = &sighting.name;
    let (place, place_text) = match name.is_empty() {
        true => ("path", "the path".to_owned()),
        false => ("query_param", format!("query parameter '{name}'")),
    };
    let method = &call.request.method;
    let mut evidence = evidence(call, &secret, place);
    if !name.is_empty() {
        evidence.insert("param_name".to_owned(), json!(name));
    }
    let endpoint = call.endpoint();
    let description = format!(
        "{method} request to {} includes {} in {place_text}. URLs are logged by servers, kept in the browser's history and may be cached by proxies.",
        call.request.endpoint().path(),
        secret.article(),
    );
    let title = format!(
        "{} exposed in URL {}",
        secret.label(),
        if name.is_empty() { "path" } else { "query parameter" }
    );
    add(found, &table::IN_URL, severity, call, &secret, sighting, (title, description, endpoint, evidence));
}

fn in_request_body(call: &Call<'_>, sighting: &Sighting, found: &mut Collector) {
    let secret = Secret::of(sighting);
    let is_open = hosts::is_unencrypted(call.address());
    let rule = match secret.nature {
        Nature::Password | Nature::Payment | Nature::Code if is_open => &table::PASSWORD_UNENCRYPTED,
        // That is how a person logs in or pays.
        Nature::Password | Nature::Payment | Nature::Code => return,
        Nature::Ordinary | Nature::Signature | Nature::SocialSecurity => return,
        Nature::Token | Nature::Key => &table::IN_REQUEST_BODY,
    };
    let severity = match secret.nature {
        Nature::Key if secret.is_recognised => Severity::Critical,
        Nature::Token | Nature::Key if call.is_of_login() => Severity::Info,
        Nature::Token | Nature::Key => Severity::Warning,
        _ => Severity::Critical,
    };
    let title = match is_open {
        true => format!("{} sent without encryption", secret.label()),
        false => format!("{} in request body", secret.label()),
    };
    let path = call.request.endpoint().path().to_owned();
    let description = match is_open {
        true => format!(
            "{} sends {} over unencrypted HTTP in {}.",
            call.endpoint(),
            secret.article(),
            field_text(sighting)
        ),
        false => format!(
            "The body of {} {path} holds {} in {}.",
            call.request.method,
            secret.article(),
            field_text(sighting)
        ),
    };
    let evidence = with_field(evidence(call, &secret, "request_body"), sighting);
    add(found, rule, severity, call, &secret, sighting, (title, description, call.endpoint(), evidence));
}

fn in_response(call: &Call<'_>, sighting: &Sighting, found: &mut Collector) {
    let secret = Secret::of(sighting);
    let severity = match secret.nature {
        Nature::Ordinary | Nature::Payment | Nature::SocialSecurity | Nature::Signature | Nature::Code => {
            return;
        }
        Nature::Password => Severity::Critical,
        Nature::Key if secret.is_recognised => Severity::Critical,
        Nature::Token | Nature::Key if is_expected_token(call) => Severity::Info,
        Nature::Token if secret.is_recognised || names_session(&sighting.name) => Severity::Critical,
        Nature::Token | Nature::Key => Severity::Warning,
    };
    let title = format!("{} in response", secret.label());
    let description = if severity == Severity::Info && secret.is_live() {
        format!(
            "{} answers with {} in {}, as a login does.",
            call.endpoint(),
            secret.article(),
            field_text(sighting)
        )
    } else {
        format!(
            "{} answers with {} in {}. Every script of the page can read it.",
            call.endpoint(),
            secret.article(),
            field_text(sighting)
        )
    };
    let mut evidence = with_field(evidence(call, &secret, "response_body"), sighting);
    evidence.insert("status".to_owned(), json!(call.request.status));
    add(
        found,
        &table::IN_RESPONSE,
        severity,
        call,
        &secret,
        sighting,
        (title, description, call.endpoint(), evidence),
    );
}

/// A login or refresh answers with a token: over TLS, to this machine, or to the page's own origin.
fn is_expected_token(call: &Call<'_>) -> bool {
    let is_own = !is_foreign(&call.request.url, &call.request.page_url);
    call.is_of_login() && (!hosts::is_unencrypted(call.address()) || is_own)
}

fn names_session(name: &str) -> bool {
    let words = words_of(name.as_bytes());
    words == "token" || words.split(' ').any(|word| SESSION_WORDS.contains(&word))
}

/// Sensitive headers were emptied in the page; a key in any other one is as exposed.
fn in_headers(call: &Call<'_>, found: &mut Collector) {
    let texts = |headers: &Map<String, Value>| -> Vec<(String, String)> {
        let texts =
            headers.iter().filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
        texts.collect()
    };
    for (name, value) in texts(&call.request.request_headers) {
        for sighting in sighting::in_text(&value) {
            let secret = Secret::of(&sighting);
            if secret.nature == Nature::Key && secret.is_recognised {
                let description =
                    format!("{} is sent with {} in the header '{name}'.", secret.label(), call.endpoint());
                let title = format!("{} in request header", secret.label());
                header(
                    found,
                    &table::IN_REQUEST_HEADER,
                    Severity::Critical,
                    call,
                    &secret,
                    &name,
                    (title, description),
                );
            }
        }
    }
    for (name, value) in texts(&call.request.response_headers) {
        for sighting in sighting::in_text(&value) {
            let secret = Secret::of(&sighting);
            let is_exposed = matches!(secret.nature, Nature::Key | Nature::Password) && secret.is_recognised;
            if is_exposed {
                let description =
                    format!("{} answers with {} in the header '{name}'.", call.endpoint(), secret.article());
                let title = format!("{} in response header", secret.label());
                header(
                    found,
                    &table::IN_RESPONSE,
                    Severity::Critical,
                    call,
                    &secret,
                    &name,
                    (title, description),
                );
            }
        }
    }
}

fn header(
    found: &mut Collector,
    rule: &'static Rule,
    severity: Severity,
    call: &Call<'_>,
    secret: &Secret<'_>,
    name: &str,
    (title, description): (String, String),
) {
    let mut evidence = evidence(call, secret, "header");
    evidence.insert("header".to_owned(), json!(name));
    let sighting = Sighting {
        removed: crate::removed::Removed::Masked,
        path: format!("header.{name}"),
        name: name.to_owned(),
        is_value: true,
    };
    add(found, rule, severity, call, secret, &sighting, (title, description, call.endpoint(), evidence));
}

fn in_page_address(document: &Fields<'_>, sighting: &Sighting, found: &mut Collector) {
    let secret = Secret::of(sighting);
    let url = document.text("url");
    let endpoint = format!("page {}", page_template(url));
    let words = words_of(page_template(url).as_bytes());
    let is_one_time = words.split(' ').any(|word| ONE_TIME_PAGES.contains(&word));
    let severity = match secret.nature {
        Nature::Ordinary | Nature::Payment | Nature::SocialSecurity => return,
        Nature::Signature | Nature::Code => Severity::Info,
        Nature::Token if is_one_time => Severity::Info,
        Nature::Token => Severity::Warning,
        Nature::Password | Nature::Key => Severity::Critical,
    };
    let evidence = Map::from_iter([
        ("page_url".to_owned(), json!(sighting::shown(url))),
        ("param_name".to_owned(), json!(sighting.name)),
        ("pattern".to_owned(), json!(secret.pattern)),
        ("redacted_value".to_owned(), json!(secret.preview)),
    ]);
    found.add(Found {
        rule: &table::IN_URL,
        severity: limited(severity, &secret),
        kind: secret.pattern,
        title: format!("{} in the address of a page", secret.label()),
        description: format!(
            "The address of a page holds {} in '{}'. Addresses of pages are kept in the browser's history and shared with links.",
            secret.article(),
            sighting.name
        ),
        endpoint,
        field: &sighting.path,
        evidence,
        source: None,
        address: url,
        entry: document.entry,
    });
}

/// What is meant for everyone or for tests is worth knowing, no more.
pub(super) fn limited(severity: Severity, secret: &Secret<'_>) -> Severity {
    if secret.is_live() { severity } else { Severity::Info }
}

/// Why it is no alarm, for the description.
pub(super) fn reservation(secret: &Secret<'_>) -> &'static str {
    match (secret.is_public, secret.is_test) {
        (true, _) => " Its issuer means it to be seen by everyone; check that its use is restricted.",
        (_, true) => " It says that it is for tests.",
        _ => "",
    }
}

fn add(
    found: &mut Collector,
    rule: &'static Rule,
    severity: Severity,
    call: &Call<'_>,
    secret: &Secret<'_>,
    sighting: &Sighting,
    (title, description, endpoint, evidence): (String, String, String, Map<String, Value>),
) {
    found.add(Found {
        rule,
        severity: limited(severity, secret),
        kind: secret.pattern,
        title,
        description: description + reservation(secret),
        endpoint,
        field: &sighting.path,
        evidence,
        source: call.source(),
        address: call.address(),
        entry: call.entry,
    });
}

fn evidence(call: &Call<'_>, secret: &Secret<'_>, field: &str) -> Map<String, Value> {
    let mut evidence = Map::from_iter([
        ("method".to_owned(), json!(call.request.method)),
        ("url".to_owned(), json!(call.shown_url())),
        ("field".to_owned(), json!(field)),
        ("pattern".to_owned(), json!(secret.pattern)),
        ("redacted_value".to_owned(), json!(secret.preview)),
    ]);
    evidence.extend(secret.checksum().map(|checksum| ("checksum".to_owned(), json!(checksum))));
    evidence
}

fn with_field(mut evidence: Map<String, Value>, sighting: &Sighting) -> Map<String, Value> {
    if !sighting.path.is_empty() {
        evidence.insert("field_path".to_owned(), json!(sighting.path));
    }
    evidence
}

fn field_text(sighting: &Sighting) -> String {
    match sighting.path.as_str() {
        "" => "its text".to_owned(),
        path => format!("'{path}'"),
    }
}
