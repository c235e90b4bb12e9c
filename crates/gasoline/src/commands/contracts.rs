//! `gasoline contracts`: what `validate_api` tells agents, for people and pipelines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use gasoline_core::analysis::contracts::{
    self, EndpointFilter, ExpectedError, Severity, Violation, analyze, endpoints,
};
use gasoline_core::capture_file::Capture;
use gasoline_core::codegen::api_types;
use gasoline_core::export::openapi;
use gasoline_core::learned::Contracts;
use serde_json::{Value, json};
use thiserror::Error;

use super::baseline::Baseline;
use super::report::ReportError;
use super::{CommandError, captures};
use crate::failure::Hint;
use crate::printer::{Printer, printable};
use crate::server_client::ServerClientError;
use crate::settings::{ContractsFormat, ContractsSettings};

/// Why there is no analysis.
#[derive(Debug, Error)]
pub(crate) enum ContractsError {
    #[error(transparent)]
    Captures(#[from] ReportError),
    #[error("no request with a JSON answer was captured{0}")]
    NothingCaptured(String),
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("cannot use `{}`", path.display())]
    Expected {
        path: PathBuf,
        #[source]
        source: ExpectedError,
    },
    #[error("cannot write `{}`", path.display())]
    Output {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl ContractsError {
    /// 3 where there is no data; 1 would say that something was found.
    pub(super) fn status(&self) -> ExitCode {
        match self {
            Self::Captures(error) if error.is_wrong_file() => ExitCode::from(2),
            Self::Captures(_) | Self::NothingCaptured(_) => ExitCode::from(3),
            _ => ExitCode::from(2),
        }
    }
}

impl Hint for ContractsError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Captures(ReportError::Server(ServerClientError::Refused { .. })) => {
                Some("name capture files, or start `gasoline` and use the app".to_owned())
            }
            Self::Captures(error) => error.hint(),
            _ => None,
        }
    }
}

/// What all captures came to.
#[derive(Default)]
struct Gathered {
    /// By fingerprint.
    violations: BTreeMap<String, Violation>,
    coverage: Option<Value>,
    endpoints: usize,
    requests: u64,
    /// What the files taught, one after the other: none before the first.
    learned: Option<Contracts>,
}

/// Prints what changed; the status says whether some of it counts.
pub(super) async fn run(settings: ContractsSettings, printer: Printer) -> Result<ExitCode, CommandError> {
    let expected = settings.expected.as_deref().map(read_expected).transpose()?;
    let mut gathered = Gathered::default();
    let mut refused = None;
    captures::each(&settings.source, &settings.sensitive_names, |capture| {
        refused = refused.take().or(gathered.add(capture, &settings.filter, expected.as_ref()).err());
    })
    .await
    .map_err(ContractsError::from)?;
    if let Some(source) = refused {
        let path = settings.expected.clone().unwrap_or_default();
        return Err(ContractsError::Expected { path, source }.into());
    }
    if gathered.endpoints == 0 {
        let filter =
            if settings.filter == EndpointFilter::default() { "" } else { ", or the filter left it out" };
        return Err(ContractsError::NothingCaptured(filter.to_owned()).into());
    }
    let mut violations: Vec<Violation> = std::mem::take(&mut gathered.violations).into_values().collect();
    violations.sort_by_key(|each| (std::cmp::Reverse(each.severity), each.fingerprint.clone()));
    if let (true, Some(path)) = (settings.write_baseline, &settings.baseline) {
        return Ok(write_baseline(path, &violations, printer)?);
    }
    let known = settings.baseline.as_deref().map(read_baseline).transpose()?;
    let is_known =
        |violation: &Violation| known.as_ref().is_some_and(|known| known.knows(&violation.fingerprint));
    let (known, new): (Vec<_>, Vec<_>) = violations.into_iter().partition(is_known);
    let fails = new.iter().any(|violation| settings.fail_on.is_some_and(|least| violation.severity >= least));
    let text = gathered.written(&settings, &new, known.len());
    printed(&text, settings.output.as_deref(), printer)?;
    Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl Gathered {
    fn add(
        &mut self,
        capture: Capture,
        filter: &EndpointFilter,
        expected: Option<&Value>,
    ) -> Result<(), ExpectedError> {
        let view = capture.view();
        let learned = match self.learned.take() {
            None => capture.learned.contracts.completed(&view),
            Some(before) => before.followed_by(&view),
        };
        let mut analysis = analyze(&learned, &view, filter);
        if let Some(expected) = expected {
            let checked = contracts::check(expected, &view, filter)?;
            self.coverage = checked.coverage.or(self.coverage.take());
            analysis.add(checked.violations);
        }
        self.endpoints = analysis.tracked_endpoints;
        self.requests = analysis.total_requests;
        for violation in analysis.violations {
            self.violations.entry(violation.fingerprint.clone()).or_insert(violation);
        }
        self.learned = Some(learned);
        Ok(())
    }

    fn written(&self, settings: &ContractsSettings, new: &[Violation], known: usize) -> String {
        let learned = self.learned.clone().unwrap_or_default();
        match settings.format {
            ContractsFormat::Text => self.text(new, known),
            ContractsFormat::Json => self.json(new, known),
            ContractsFormat::Openapi => openapi(endpoints(&learned, &settings.filter)).to_string(),
            ContractsFormat::Typescript => api_types(endpoints(&learned, &settings.filter)),
        }
    }

    fn json(&self, new: &[Violation], known: usize) -> String {
        let rows: Vec<&serde_json::Map<String, Value>> = new.iter().map(|violation| &violation.row).collect();
        let mut answer = json!({
            "summary": {
                "endpoints": self.endpoints, "requests": self.requests, "known": known,
                "critical": count(new, Severity::Critical),
                "warning": count(new, Severity::Warning),
                "info": count(new, Severity::Info),
            },
            "violations": rows,
        });
        if let Some(coverage) = &self.coverage {
            answer["coverage"] = coverage.clone();
        }
        answer.to_string()
    }

    fn text(&self, new: &[Violation], known: usize) -> String {
        let mut lines: Vec<String> = new.iter().map(block).collect();
        let counts: Vec<String> = [Severity::Critical, Severity::Warning, Severity::Info]
            .into_iter()
            .filter_map(|severity| match count(new, severity) {
                0 => None,
                count => Some(format!("{count} {}", name(severity))),
            })
            .collect();
        let found = if counts.is_empty() { "no violations".to_owned() } else { counts.join(", ") };
        let known = if known > 0 { format!("; {known} known from the baseline") } else { String::new() };
        lines.push(format!("endpoints: {}, requests: {}: {found}{known}", self.endpoints, self.requests));
        if let Some(coverage) = &self.coverage {
            lines.extend(["never_called", "undocumented"].iter().filter_map(|part| listed(coverage, part)));
        }
        lines.join("\n")
    }
}

fn listed(coverage: &Value, part: &str) -> Option<String> {
    let names: Vec<&str> = coverage.get(part)?.as_array()?.iter().filter_map(Value::as_str).collect();
    (!names.is_empty()).then(|| printable(&format!("{}: {}", part.replace('_', " "), names.join("; "))))
}

fn block(violation: &Violation) -> String {
    let field = |name: &str| violation.row.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut text = format!("{}: {}: {}", name(violation.severity), field("endpoint"), field("description"));
    for (name, words) in [("requested_at", "requested at"), ("page_error", "the page then failed with")] {
        if !field(name).is_empty() {
            text.push_str(&format!("\n  {words} {}", field(name)));
        }
    }
    text.lines().map(printable).collect::<Vec<_>>().join("\n")
}

fn count(violations: &[Violation], severity: Severity) -> usize {
    violations.iter().filter(|violation| violation.severity == severity).count()
}

fn name(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "critical",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

fn read_expected(path: &Path) -> Result<Value, ContractsError> {
    let unreadable = |source| ContractsError::Unreadable { path: path.to_owned(), source };
    let text = fs::read(path).map_err(unreadable)?;
    serde_json::from_slice(&text).map_err(|error| unreadable(error.into()))
}

fn read_baseline(path: &Path) -> Result<Baseline, ContractsError> {
    Baseline::read(path).map_err(|source| ContractsError::Unreadable { path: path.to_owned(), source })
}

fn write_baseline(
    path: &Path,
    violations: &[Violation],
    printer: Printer,
) -> Result<ExitCode, ContractsError> {
    let baseline = Baseline::of(violations.iter().map(|violation| violation.fingerprint.clone()));
    baseline.write(path).map_err(|source| ContractsError::Output { path: path.to_owned(), source })?;
    printer.answer(&format!(
        "{} violations are known from now on, in `{}`",
        violations.len(),
        path.display()
    ));
    Ok(ExitCode::SUCCESS)
}

fn printed(text: &str, output: Option<&Path>, printer: Printer) -> Result<(), ContractsError> {
    match output {
        None => printer.answer(text),
        Some(path) => fs::write(path, format!("{text}\n"))
            .map_err(|source| ContractsError::Output { path: path.to_owned(), source })?,
    }
    Ok(())
}
