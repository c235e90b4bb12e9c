//! Whom does the page shut out? axe-core, run in the open page.

use std::time::Duration;

use gasoline_core::analysis::rows::{About, Order, Paging, Row, Rows};
use gasoline_core::render::Answer;
use gasoline_wire::{AuditAnswer, AuditFinding, AuditImpact, AuditQuery, LiveOutcome, LivePage, LiveQuery};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{LiveError, PageChoice};
use crate::tools::arguments::SharedArguments;
use crate::tools::output::{Member, Summary, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// How long the page may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Elements shown of each rule, most first: the first number that lets every broken rule into the answer.
const NODES_SHOWN: [usize; 4] = [10, 5, 2, 1];

/// The tool.
pub(super) struct RunAccessibilityAudit;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// CSS selector of the part to check.
    scope: Option<String>,
    /// Rules by axe tag: wcag2a, wcag21aa, best-practice, …
    tags: Option<Vec<String>>,
    include_passes: Option<bool>,
    /// Do not reuse an audit of the last 30 s.
    force_refresh: Option<bool>,
}

impl Tool for RunAccessibilityAudit {
    const NAME: &'static str = "run_accessibility_audit";
    const DESCRIPTION: &'static str = "Checks the open page with axe-core: broken rules by impact, with elements, what is wrong and how to mend it.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::OpenPage;
    const LIMIT: Duration = PATIENCE;
    const SUMMARY: Summary = Summary::Counts(&[
        "violations",
        "critical",
        "serious",
        "moderate",
        "minor",
        "elements",
        "needsReview",
        "passes",
    ]);
    const MEMBERS: &'static [Member] = &[
        ("tab", Type::Text),
        ("url", Type::Text),
        ("title", Type::Text),
        ("violations", Type::Rows),
        ("returnedViolations", Type::Count),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let query = AuditQuery {
            scope: arguments.scope.filter(|scope| !scope.is_empty()),
            tags: arguments.tags.unwrap_or_default(),
            include_passes: arguments.include_passes.unwrap_or(false),
        };
        let page = context.app.browsers.live.choose(&context.page_choice())?;
        if arguments.force_refresh != Some(true)
            && let Some((audit, age)) = context.app.kept_audit(&page, &query)
        {
            return Ok(answer(&page, audit, Some(age), context.max_tokens));
        }
        let choice = PageChoice { tab: Some(page.tab), ..PageChoice::default() };
        let asked = context.app.ask_page(&choice, LiveQuery::Audit(query.clone()), PATIENCE).await?;
        let (page, LiveOutcome::Audit(audit)) = asked else {
            return Err(LiveError::misunderstood(asked.0.tab).into());
        };
        // A page that moved on before it was asked answers for what it shows now.
        if audit.page.url == page.url {
            context.app.keep_audit(&page, query, audit.clone());
        }
        Ok(answer(&page, audit, None, context.max_tokens))
    }
}

fn answer(page: &LivePage, audit: AuditAnswer, age_milliseconds: Option<i64>, max_tokens: usize) -> Answer {
    let AuditAnswer { page: name, violations, incomplete, passes, pass_count, engine, notes } = audit;
    let mut fields = vec![
        ("tab", json!(page.tab)),
        ("url", json!(name.url)),
        ("title", json!(name.title)),
        ("engine", json!(engine)),
    ];
    fields.extend(age_milliseconds.map(|age| ("cachedSeconds", json!(age / 1_000))));
    fields.extend((!notes.is_empty()).then(|| ("notes", json!(notes))));
    fields.extend((!incomplete.is_empty()).then(|| ("needsReview", to_review(&incomplete))));
    fields.extend(passes.map(|passes| ("passes", json!(passes))));
    let summary = summary(&violations, incomplete.len(), pass_count);
    let spent: usize = fields.iter().map(|(_, value)| value.to_string().len()).sum();
    let room = (max_tokens * 7 / 2).saturating_sub(spent + summary.to_string().len() + 300);
    let paging = Paging::Counted("returnedViolations");
    let shown = fitted(&violations, room);
    let rows = Rows {
        name: "violations",
        shown,
        beyond_limit: 0,
        order: Order::AsListed,
        paging,
        leaner: &[],
        about: About::default(),
    };
    Answer { fields, ..Answer::list(summary, rows) }
}

fn summary(violations: &[AuditFinding], to_review: usize, passes: u32) -> Value {
    let of = |impact: AuditImpact| violations.iter().filter(|finding| finding.impact == impact).count();
    json!({
        "violations": violations.len(),
        "critical": of(AuditImpact::Critical),
        "serious": of(AuditImpact::Serious),
        "moderate": of(AuditImpact::Moderate),
        "minor": of(AuditImpact::Minor),
        "elements": violations.iter().map(|finding| finding.node_count).sum::<u32>(),
        "needsReview": to_review,
        "passes": passes,
    })
}

/// Rules only a person can judge, by name: what they concern is on the page.
fn to_review(findings: &[AuditFinding]) -> Value {
    findings.iter().map(|finding| json!({ "id": finding.id, "nodeCount": finding.node_count })).collect()
}

/// Every rule with as many of its elements as leave room for all rules.
fn fitted(violations: &[AuditFinding], room: usize) -> Vec<Row> {
    let rows = |nodes: usize| -> Vec<Row> {
        violations
            .iter()
            .map(|finding| Row { seq: 0, time: None, value: shortened(finding, nodes) })
            .collect()
    };
    let size = |rows: &[Row]| rows.iter().map(|row| row.value.to_string().len() + 1).sum::<usize>();
    let fitting = NODES_SHOWN.into_iter().map(rows).find(|rows| size(rows) <= room);
    fitting.unwrap_or_else(|| rows(1))
}

fn shortened(finding: &AuditFinding, nodes: usize) -> Value {
    let shown = finding.nodes.iter().take(nodes).cloned().collect();
    serde_json::to_value(AuditFinding { nodes: shown, ..finding.clone() }).unwrap_or_default()
}
