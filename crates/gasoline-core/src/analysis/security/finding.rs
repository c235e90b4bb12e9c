//! A finding, and how the same one on many requests becomes one row.

use std::collections::BTreeMap;

use gasoline_wire::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::table::Rule;
use super::{Check, Severity, hosts};
use crate::store::Entry;

/// Places in the source that one finding names.
const MOST_SOURCES: usize = 5;

/// Something that should be fixed, or at least known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The check that found it.
    pub category: Check,
    /// Id of the rule in the table.
    pub rule: String,
    /// What is wrong, in a few words.
    pub title: String,
    /// The same in a sentence or two.
    #[serde(default)]
    pub description: String,
    /// What shows it; secrets as their first six and last three characters.
    #[serde(default)]
    pub evidence: Map<String, Value>,
    /// What to do.
    #[serde(default)]
    pub recommendation: String,
    /// The weakness it is an instance of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwe: Option<String>,
    /// Where it was seen: an endpoint without its data, `console`, an origin.
    pub endpoint: String,
    /// In so many entries.
    pub count: u64,
    /// First time.
    pub first_seen: String,
    /// Last time.
    pub last_seen: String,
    /// Code that logged, stored or requested it, `src/auth.ts:45`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// The same for the same rule, endpoint and field in every run.
    pub fingerprint: String,
}

impl Finding {
    /// Adds what another capture says of the same.
    pub fn absorb(&mut self, other: Self) {
        self.severity = self.severity.max(other.severity);
        self.count += other.count;
        self.first_seen = std::mem::take(&mut self.first_seen).min(other.first_seen);
        self.last_seen = std::mem::take(&mut self.last_seen).max(other.last_seen);
        for source in other.sources {
            if self.sources.len() < MOST_SOURCES && !self.sources.contains(&source) {
                self.sources.push(source);
            }
        }
    }
}

/// One sighting of something wrong.
pub(super) struct Found<'f> {
    pub(super) rule: &'static Rule,
    pub(super) severity: Severity,
    /// What distinguishes findings of one rule: the kind of secret, the header.
    pub(super) kind: &'f str,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) endpoint: String,
    /// Path of the field or name of the parameter.
    pub(super) field: &'f str,
    pub(super) evidence: Map<String, Value>,
    pub(super) source: Option<String>,
    /// The address that is concerned.
    pub(super) address: &'f str,
    pub(super) entry: &'f Entry,
}

/// Findings by fingerprint.
pub(super) struct Collector {
    checks: Vec<Check>,
    found: BTreeMap<String, Collected>,
}

struct Collected {
    finding: Finding,
    first: Timestamp,
    last: Timestamp,
    /// An entry counts once, however often it shows the same.
    last_seq: u64,
}

impl Collector {
    pub(super) fn new(checks: &[Check]) -> Self {
        Self { checks: checks.to_vec(), found: BTreeMap::new() }
    }

    /// Whether a check was asked for.
    pub(super) fn wants(&self, check: Check) -> bool {
        self.checks.contains(&check)
    }

    /// Adds a sighting under its rule's own check.
    pub(super) fn add(&mut self, found: Found<'_>) {
        let category = found.rule.category;
        self.add_as(category, found);
    }

    /// Adds a sighting that two checks look for, under one of them.
    pub(super) fn add_as(&mut self, category: Check, found: Found<'_>) {
        let Found { rule, kind, ref endpoint, field, entry, .. } = found;
        let kind = if kind.is_empty() { String::new() } else { format!("/{kind}") };
        let fingerprint = format!("{}{kind}:{endpoint}:{field}", rule.id);
        match self.found.get_mut(&fingerprint) {
            Some(known) => known.note(found.severity, found.source, entry),
            None => {
                let collected = Collected::of(category, fingerprint.clone(), found);
                self.found.insert(fingerprint, collected);
            }
        }
    }

    pub(super) fn into_findings(self) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self.found.into_values().map(Collected::finish).collect();
        findings.sort_by(|one, other| {
            let order = (other.severity, &other.last_seen).cmp(&(one.severity, &one.last_seen));
            order.then_with(|| one.fingerprint.cmp(&other.fingerprint))
        });
        findings
    }
}

impl Collected {
    fn of(category: Check, fingerprint: String, found: Found<'_>) -> Self {
        let Found { rule, severity, title, description, endpoint, evidence, source, address, entry, .. } =
            found;
        let finding = Finding {
            severity,
            category,
            rule: rule.id.to_owned(),
            title,
            description,
            evidence,
            recommendation: recommendation(rule, address),
            cwe: rule.cwe.map(str::to_owned),
            endpoint,
            count: 1,
            first_seen: String::new(),
            last_seen: String::new(),
            sources: source.into_iter().collect(),
            fingerprint,
        };
        Self { finding, first: entry.time, last: entry.time, last_seq: entry.seq }
    }

    fn note(&mut self, severity: Severity, source: Option<String>, entry: &Entry) {
        let Self { finding, first, last, last_seq } = self;
        finding.severity = finding.severity.max(severity);
        finding.count += u64::from(*last_seq != entry.seq);
        (*first, *last, *last_seq) = ((*first).min(entry.time), (*last).max(entry.time), entry.seq);
        let is_new =
            |source: &String| finding.sources.len() < MOST_SOURCES && !finding.sources.contains(source);
        if let Some(source) = source.filter(is_new) {
            finding.sources.push(source);
        }
    }

    fn finish(self) -> Finding {
        let Self { finding, first, last, .. } = self;
        Finding { first_seen: first.to_string(), last_seen: last.to_string(), ..finding }
    }
}

fn recommendation(rule: &Rule, address: &str) -> String {
    match hosts::environment(address) {
        Some(environment) => format!("{} Seen on a {environment} host.", rule.recommendation),
        None => rule.recommendation.to_owned(),
    }
}
