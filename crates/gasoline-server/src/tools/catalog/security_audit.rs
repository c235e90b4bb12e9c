//! What does the browser's traffic show that should not be seen?

use std::collections::BTreeMap;

use gasoline_core::analysis::rows::{About, Leaner, Order, Paging, Row, Rows};
use gasoline_core::analysis::security::{self, Audit, Check, Finding, Severity};
use gasoline_core::export::sarif;
use gasoline_core::intake::Kind;
use gasoline_core::render::{Answer, AnswerFile};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::VERSION;
use crate::tools::arguments::{ListOrder, SharedArguments};
use crate::tools::output::{Member, Summary, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct SecurityAudit;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Default: all.
    #[serde(default)]
    checks: Vec<Check>,
    /// Default: `warning`.
    severity_min: Option<Severity>,
    /// Default: `json`.
    #[serde(default)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Format {
    #[default]
    Json,
    Sarif,
}

/// Documented cap of an answer, in bytes.
const LARGEST_FILE: usize = 50 * 1_024;

/// Documented rows of one check; who asks for a higher `limit` gets more.
const MOST_OF_CHECK: usize = 20;
const USUAL_LIMIT: usize = MOST_OF_CHECK * Check::ALL.len();

/// What findings do without before one of them is left out.
const LEANER: &[Leaner] = &[
    |row| row.shift_remove("description").is_some(),
    |row| row.shift_remove("recommendation").is_some(),
    |row| row.shift_remove("first_seen").is_some(),
    |row| row.shift_remove("evidence").is_some(),
];

impl Tool for SecurityAudit {
    const NAME: &'static str = "security_audit";
    const DESCRIPTION: &'static str = "Security issues in captured traffic and logs: exposed credentials, missing authentication, personal data, insecure transport, headers, cookies, scripts. Secrets are masked.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::List { limit: USUAL_LIMIT, order: ListOrder::Now };
    const KINDS: &'static [Kind] = security::KINDS;
    const SUMMARY: Summary = Summary::Counts(&["total", "critical", "warning", "info"]);
    const MEMBERS: &'static [Member] =
        &[("findings", Type::Rows), ("not_observed", Type::Texts), ("sarif", Type::Text)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let Arguments { checks, severity_min, format } = arguments;
        let checks = if checks.is_empty() { Check::ALL.to_vec() } else { checks };
        let least = severity_min.unwrap_or(Severity::Warning);
        let audit = security::audit(&context.view(security::KINDS), &context.query, &checks);
        Ok(answer(audit, least, format, context.query.limit))
    }
}

fn answer(audit: Audit, least: Severity, format: Format, limit: usize) -> Answer {
    let (shown, hidden): (Vec<_>, Vec<_>) =
        audit.findings.into_iter().partition(|each| each.severity >= least);
    let mut summary = json!({
        "total": shown.len(),
        "critical": count(&shown, Severity::Critical),
        "warning": count(&shown, Severity::Warning),
        "info": count(&shown, Severity::Info),
        "hidden_by_severity_min": hidden.len(),
        "scanned": audit.scanned,
    });
    let (shown, beyond) = within_checks(shown, limit);
    if beyond > 0 {
        summary["beyond_limit"] = json!(beyond);
    }
    let mut fields = Vec::new();
    // With nothing at all captured, that is said instead.
    if !audit.not_observed.is_empty() && !audit.scanned.is_nothing() {
        fields.push(("not_observed", json!(audit.not_observed)));
    }
    if matches!(format, Format::Sarif) {
        let text = sarif(&shown, VERSION);
        let files = vec![AnswerFile {
            field: "sarif",
            name: "security-audit.sarif",
            mime_type: "application/sarif+json",
            largest: LARGEST_FILE,
            narrowed_by: "severity_min",
            text,
        }];
        return Answer { files, ..Answer::plain(summary, fields) };
    }
    if shown.is_empty() && !audit.scanned.is_nothing() {
        fields.push(("findings", json!([])));
        fields.push(("why_empty", json!(nothing_found(least, hidden.len()))));
        return Answer::plain(summary, fields);
    }
    Answer { fields, ..Answer::list(summary, rows(shown, limit)) }
}

/// The first of every check, and how many are left out.
fn within_checks(findings: Vec<Finding>, limit: usize) -> (Vec<Finding>, usize) {
    let total = findings.len();
    let most = if limit > USUAL_LIMIT { limit } else { MOST_OF_CHECK };
    let mut counts: BTreeMap<Check, usize> = BTreeMap::new();
    let mut shown = findings;
    shown.retain(|finding| {
        let count = counts.entry(finding.category).or_default();
        *count += 1;
        *count <= most
    });
    let beyond = total - shown.len();
    (shown, beyond)
}

fn count(findings: &[Finding], severity: Severity) -> usize {
    findings.iter().filter(|finding| finding.severity == severity).count()
}

/// Something was looked at and nothing was found, which is not the same as nothing to look at.
fn nothing_found(least: Severity, hidden: usize) -> String {
    let least = json!(least);
    let least = least.as_str().unwrap_or_default();
    match hidden {
        0 => "What was captured was looked at, see `scanned`, and nothing was found. What the app did not do while it was captured is not judged.".to_owned(),
        1 => format!("Nothing at or above `{least}`. 1 finding is below: call again with `severity_min: info`."),
        hidden => format!("Nothing at or above `{least}`. {hidden} findings are below: call again with `severity_min: info`."),
    }
}

fn rows(findings: Vec<Finding>, limit: usize) -> Rows {
    let values: Vec<Value> = findings.iter().map(|finding| json!(finding)).collect();
    Rows {
        name: "findings",
        beyond_limit: values.len().saturating_sub(limit),
        shown: values.into_iter().take(limit).map(|value| Row { seq: 0, time: None, value }).collect(),
        order: Order::AsListed,
        paging: Paging::OfOneMoment,
        leaner: LEANER,
        about: About::default(),
    }
}
