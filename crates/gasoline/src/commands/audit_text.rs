//! Findings as a person and a program read them.

use gasoline_core::analysis::security::{Finding, Severity};
use serde_json::json;

use crate::printer::printable;

/// Most severe first, then what was not shown and why.
pub(super) fn text(
    shown: &[Finding],
    hidden: usize,
    known: usize,
    not_observed: &[String],
    has_colours: bool,
) -> String {
    let mut blocks: Vec<String> = shown.iter().map(|finding| block(finding, has_colours)).collect();
    let mut last = vec![headline(shown)];
    if hidden > 0 {
        last.push(format!("{hidden} below, shown with --severity info"));
    }
    if known > 0 {
        last.push(format!("{known} known from the baseline"));
    }
    let mut end = last.join("; ");
    for text in not_observed {
        end.push_str(&format!("\nnot observed: {text}"));
    }
    blocks.push(end);
    blocks.join("\n\n")
}

fn headline(shown: &[Finding]) -> String {
    let count = |severity| shown.iter().filter(|finding| finding.severity == severity).count();
    let counts = [
        (count(Severity::Critical), "critical"),
        (count(Severity::Warning), "warning"),
        (count(Severity::Info), "info"),
    ];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    if counts.is_empty() { "nothing found".to_owned() } else { counts.join(", ") }
}

fn block(finding: &Finding, has_colours: bool) -> String {
    let (name, colour) = match finding.severity {
        Severity::Critical => ("critical", "31"),
        Severity::Warning => ("warning", "33"),
        Severity::Info => ("info", "36"),
    };
    let name = if has_colours { format!("\u{1b}[1;{colour}m{name}\u{1b}[0m") } else { name.to_owned() };
    let weakness = finding.cwe.as_ref().map(|cwe| format!("  [{cwe}]")).unwrap_or_default();
    let times = if finding.count == 1 { "once".to_owned() } else { format!("{} times", finding.count) };
    let sources = if finding.sources.is_empty() {
        String::new()
    } else {
        format!(", from {}", finding.sources.join(", "))
    };
    format!(
        "{name}: {}{weakness}\n  {}, seen {times}{sources}\n  {}\n  {}",
        finding.title,
        printable(&finding.endpoint),
        printable(&finding.description),
        finding.recommendation
    )
}

/// One object.
pub(super) fn json(shown: &[Finding], hidden: usize, known: usize, not_observed: &[String]) -> String {
    let count = |severity| shown.iter().filter(|finding| finding.severity == severity).count();
    json!({
        "summary": {
            "total": shown.len(),
            "critical": count(Severity::Critical),
            "warning": count(Severity::Warning),
            "info": count(Severity::Info),
            "below_severity": hidden,
            "known": known,
        },
        "findings": shown,
        "not_observed": not_observed,
    })
    .to_string()
}
