//! The only writer to stdout: one JSON line a figure as it becomes known, a table at the end.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use serde_json::json;

use crate::figure::{Figure, Limit, Unit, Verdict};

/// What has been measured so far.
#[derive(Debug)]
pub(crate) struct Report {
    figures: Vec<Figure>,
    failures: Vec<(&'static str, String)>,
    json: Option<File>,
}

impl Report {
    /// A report that also appends its JSON lines to the file `json`.
    pub(crate) fn new(json: Option<&Path>) -> anyhow::Result<Self> {
        let open = |path: &Path| {
            OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .with_context(|| format!("cannot write to `{}`", path.display()))
        };
        Ok(Self { figures: Vec::new(), failures: Vec::new(), json: json.map(open).transpose()? })
    }

    /// Adds a figure.
    pub(crate) fn figure(&mut self, figure: Figure) -> anyhow::Result<()> {
        self.line(&serde_json::to_string(&figure)?)?;
        self.figures.push(figure);
        Ok(())
    }

    /// Adds a group that could not be measured.
    pub(crate) fn failure(&mut self, group: &'static str, error: &anyhow::Error) -> anyhow::Result<()> {
        let reason = format!("{error:#}");
        self.line(&json!({ "figure": group, "ok": false, "error": reason }).to_string())?;
        self.failures.push((group, reason));
        Ok(())
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(io::stdout().lock(), "{line}")?;
        match &mut self.json {
            Some(file) => writeln!(file, "{line}"),
            None => Ok(()),
        }
    }

    /// Prints everything once more, for people.
    pub(crate) fn print_table(&self) -> io::Result<()> {
        let mut output = io::stdout().lock();
        writeln!(output, "\n{}", row("figure", "value", "limit", ""))?;
        for figure in &self.figures {
            let value = with_unit(figure.value, figure.unit);
            let limit = figure.limit.map(|limit| limit_text(limit, figure.unit));
            let limit = limit.unwrap_or_default();
            writeln!(output, "{}", row(figure.name, &value, &limit, verdict(figure)))?;
        }
        for (group, reason) in &self.failures {
            writeln!(output, "{group} could not be measured: {reason}")?;
        }
        Ok(())
    }

    /// Whether everything was measured and nothing is certainly worse than it should be.
    pub(crate) fn is_acceptable(&self) -> bool {
        let far_off = |figure: &Figure| figure.verdict() == Verdict::FarOff;
        self.failures.is_empty() && !self.figures.iter().any(far_off)
    }
}

fn row(name: &str, value: &str, limit: &str, verdict: &str) -> String {
    let line = format!("{name:<34} {value:>16} {limit:>16}  {verdict}");
    line.trim_end().to_owned()
}

fn verdict(figure: &Figure) -> &'static str {
    match figure.verdict() {
        Verdict::Reported => "",
        Verdict::Met => "ok",
        Verdict::Missed => "missed",
        Verdict::FarOff => "FAR OFF",
    }
}

fn limit_text(limit: Limit, unit: Unit) -> String {
    match limit {
        Limit::AtLeast(limit) => format!("≥ {}", with_unit(limit, unit)),
        Limit::AtMost(limit) => format!("≤ {}", with_unit(limit, unit)),
    }
}

fn with_unit(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Ratio => format!("{value:.2} ×"),
        Unit::Milliseconds => format!("{value:.2} ms"),
        Unit::Megabytes => format!("{value:.1} MB"),
        Unit::MegabytesPerSecond => format!("{value:.1} MB/s"),
        Unit::EntriesPerSecond => format!("{:.2} M/s", value / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_limit_is_shown_and_only_one_far_off_fails() {
        let mut report = Report::new(None).unwrap();
        let clear = |value| Figure::limited("clear", value, Unit::Milliseconds, Limit::AtMost(2.0));
        report.figures.push(clear(3.0));
        assert_eq!(verdict(&report.figures[0]), "missed");
        assert!(report.is_acceptable());
        report.figures.push(clear(7.0));
        assert!(!report.is_acceptable());
    }

    #[test]
    fn a_group_that_could_not_be_measured_fails() {
        let mut report = Report::new(None).unwrap();
        report.failures.push(("start", "no such file".to_owned()));
        assert!(!report.is_acceptable());
    }
}
