//! Findings of the audit as SARIF 2.1.0, in the part of it that GitHub code scanning takes.
//!
//! Code scanning refuses addresses with a scheme as places, wants a line, recognises findings by `partialFingerprints`, and takes the
//! severity from the rule: a finding that is less than its rule usually is has a rule of its own.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::address::Parts;
use crate::analysis::security::{self, Finding, Severity};

/// Results beyond these are not shown by code scanning.
const MOST_RESULTS: usize = 5_000;
/// Characters of a message.
const LONGEST_MESSAGE: usize = 1_000;

/// The file's text. `version` is the program's.
pub fn sarif(findings: &[Finding], version: &str) -> String {
    let findings = findings.get(..findings.len().min(MOST_RESULTS)).unwrap_or_default();
    let mut indices: BTreeMap<String, usize> = BTreeMap::new();
    let mut rules: Vec<Value> = Vec::new();
    let mut results: Vec<Value> = Vec::new();
    for finding in findings {
        let id = rule_id(finding);
        let index = *indices.entry(id.clone()).or_insert_with(|| {
            rules.push(rule(finding, &id));
            rules.len() - 1
        });
        results.push(result(finding, &id, index));
    }
    let driver = json!({ "name": "Gasoline", "semanticVersion": version, "rules": rules });
    let file = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "utf16CodeUnits", "results": results }],
    });
    file.to_string()
}

/// `credential-in-url`, or `credential-in-url/info` for what is less.
fn rule_id(finding: &Finding) -> String {
    let usual = security::rule(&finding.rule).map(|rule| rule.severity);
    match finding.severity {
        severity if usual == Some(severity) => finding.rule.clone(),
        Severity::Info => format!("{}/info", finding.rule),
        Severity::Warning => format!("{}/warning", finding.rule),
        Severity::Critical => format!("{}/critical", finding.rule),
    }
}

fn rule(finding: &Finding, id: &str) -> Value {
    let known = security::rule(&finding.rule);
    let name = known.map_or(finding.title.as_str(), |rule| rule.name);
    let help = known.map_or(finding.recommendation.as_str(), |rule| rule.recommendation);
    let weakness = finding.cwe.iter().map(|cwe| format!("external/cwe/{}", cwe.to_lowercase()));
    let tags: Vec<String> = ["security".to_owned()].into_iter().chain(weakness).collect();
    json!({
        "id": id,
        "name": id,
        "shortDescription": { "text": name },
        "fullDescription": { "text": format!("{name}. {help}") },
        "help": { "text": help, "markdown": help },
        "defaultConfiguration": { "level": level(finding.severity) },
        "properties": {
            "tags": tags,
            "precision": "high",
            "problem.severity": problem(finding.severity),
            "security-severity": score(finding.severity),
        },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn problem(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "error",
        Severity::Warning => "warning",
        Severity::Info => "recommendation",
    }
}

fn score(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "9.0",
        Severity::Warning => "6.0",
        Severity::Info => "2.0",
    }
}

fn result(finding: &Finding, id: &str, index: usize) -> Value {
    let (uri, line) = place(finding);
    let times = if finding.count == 1 { "once".to_owned() } else { format!("{} times", finding.count) };
    let text = format!(
        "{}: {} Seen {times}{}. {}",
        finding.title,
        finding.description.trim_end(),
        address(finding).map(|address| format!(", at {address}")).unwrap_or_default(),
        finding.recommendation
    );
    json!({
        "ruleId": id,
        "ruleIndex": index,
        "level": level(finding.severity),
        "message": { "text": text.chars().take(LONGEST_MESSAGE).collect::<String>() },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri },
            "region": { "startLine": line },
        } }],
        "partialFingerprints": { "gasolineFinding/v1": finding.fingerprint },
        "properties": { "category": finding.category, "endpoint": finding.endpoint, "evidence": finding.evidence },
    })
}

/// What the finding is about, as its evidence has it.
fn address(finding: &Finding) -> Option<&str> {
    ["resource_url", "url", "page_url"].iter().find_map(|name| finding.evidence.get(*name)?.as_str())
}

/// The file in the source that is known, or the path of the address.
fn place(finding: &Finding) -> (String, u64) {
    let source = finding.sources.iter().find_map(|source| source_place(source));
    source.unwrap_or_else(|| {
        let path = Parts::of(address(finding).unwrap_or_default()).path.to_owned();
        let path = if path.len() > 1 {
            path
        } else {
            finding.endpoint.rsplit(' ').next().unwrap_or_default().to_owned()
        };
        (relative(&path), 1)
    })
}

/// `src/auth.ts:45:3` as file and line. Frames of bundles are no files of a repository.
fn source_place(source: &str) -> Option<(String, u64)> {
    if source.contains("://") && !source.starts_with("webpack://") || source.contains('(') {
        return None;
    }
    let mut parts = source.rsplitn(3, ':');
    let (last, middle, first) = (parts.next()?, parts.next()?, parts.next());
    let (file, line) = match (first, middle.parse::<u64>()) {
        (Some(file), Ok(line)) => (file.to_owned(), line),
        (Some(scheme), Err(_)) => (format!("{scheme}:{middle}"), last.parse().ok()?),
        (None, _) => (middle.to_owned(), last.parse().ok()?),
    };
    Some((relative(&file), line.max(1)))
}

/// A path without scheme, host and whatever makes it absolute, in the characters that a URI may have.
fn relative(path: &str) -> String {
    let path = path.rsplit_once("://").map_or(path, |(_, rest)| rest);
    let segments = path.split('/').filter(|segment| !matches!(*segment, "" | "." | ".."));
    let path = segments.collect::<Vec<_>>().join("/");
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"/-_.~@+,=".contains(&byte);
        if is_plain { uri.push(char::from(byte)) } else { uri.push_str(&format!("%{byte:02X}")) }
    }
    if uri.is_empty() { "index.html".to_owned() } else { uri }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;
    use crate::analysis::security::Check;

    fn finding(rule: &str, severity: Severity, sources: &[&str], url: &str) -> Finding {
        Finding {
            severity,
            category: Check::Credentials,
            rule: rule.to_owned(),
            title: "GitHub token exposed in URL query parameter".to_owned(),
            description: "GET request to /api/data includes a GitHub token.".to_owned(),
            evidence: Map::from_iter([("url".to_owned(), json!(url))]),
            recommendation: "Move it.".to_owned(),
            cwe: Some("CWE-598".to_owned()),
            endpoint: "GET /api/users/{id}".to_owned(),
            count: 3,
            first_seen: "2026-01-22T10:30:00.000Z".to_owned(),
            last_seen: "2026-01-22T10:30:00.000Z".to_owned(),
            sources: sources.iter().map(|source| (*source).to_owned()).collect(),
            fingerprint: format!("{rule}:GET /api/users/{{id}}:key"),
        }
    }

    #[test]
    fn a_file_of_findings() {
        let findings = [
            finding(
                "credential-in-url",
                Severity::Critical,
                &["src/api/users.ts:12:3"],
                "https://shop.io/api/users/7?key=ghp_Ab...9Zq",
            ),
            finding("credential-in-url", Severity::Info, &[], "https://shop.io/api/users/7?key=ghp_Ab...9Zq"),
            finding("credential-in-url", Severity::Critical, &["load (https://shop.io/app.js:1:2)"], "/a b"),
        ];
        let file: Value = serde_json::from_str(&sarif(&findings, "1.2.3")).unwrap();
        insta::assert_snapshot!(serde_json::to_string_pretty(&file).unwrap());
    }

    #[test]
    fn places_are_relative_and_have_no_scheme() {
        for (sources, url, expected) in [
            (vec!["src/auth.ts:45"], "", ("src/auth.ts", 45)),
            (vec!["webpack://app/./src/a b.ts:45:1"], "", ("app/src/a%20b.ts", 45)),
            (vec!["/srv/app/x.ts:1:1"], "", ("srv/app/x.ts", 1)),
            (vec!["auth.js"], "https://shop.io/api/x?y=1", ("api/x", 1)),
            (vec![], "https://shop.io/", ("api/users/%7Bid%7D", 1)),
        ] {
            let (uri, line) = place(&finding("http-request", Severity::Warning, &sources, url));
            assert_eq!((uri.as_str(), line), expected, "{sources:?} {url}");
        }
        let mut of_origin = finding("csp-missing", Severity::Warning, &[], "https://shop.io");
        of_origin.endpoint = "https://shop.io".to_owned();
        assert_eq!(place(&of_origin).0, "shop.io");
    }

    #[test]
    fn limits_of_code_scanning_are_kept() {
        let many = vec![finding("http-request", Severity::Warning, &[], "/a"); MOST_RESULTS + 1];
        let file: Value = serde_json::from_str(&sarif(&many, "1.2.3")).unwrap();
        let run = &file["runs"][0];
        assert_eq!(run["results"].as_array().map(Vec::len), Some(MOST_RESULTS));
        assert_eq!(run["tool"]["driver"]["rules"].as_array().map(Vec::len), Some(1));
        let empty: Value = serde_json::from_str(&sarif(&[], "1.2.3")).unwrap();
        assert_eq!(empty["runs"][0]["results"], json!([]));
    }
}
