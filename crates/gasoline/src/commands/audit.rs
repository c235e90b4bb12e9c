//! `gasoline audit`: what `security_audit` tells agents, for people and pipelines.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use gasoline_core::analysis::security::{Check, Finding, Severity};
use gasoline_core::export::sarif;
use gasoline_server::app::SavedCapture;
use gasoline_server::ids::SystemIds;
use gasoline_server::{ServerOptions, VERSION};
use http_body_util::BodyExt;
use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;

use super::baseline::Baseline;
use super::report::ReportError;
use super::{CommandError, OpenError, audit_text};
use crate::failure::Hint;
use crate::printer::Printer;
use crate::saved_files;
use crate::server_client::{ServerClient, ServerClientError};
use crate::settings::{AuditFormat, AuditSettings, ReportSource};

/// Rows asked for of each check, and what they may cost.
const MOST_ROWS: u32 = 1_000;
const MOST_TOKENS: u32 = 20_000;

/// In the order in which one check takes a finding from another that finds it too.
const CHECKS: [Check; 7] = [
    Check::AuthPatterns,
    Check::PiiExposure,
    Check::Credentials,
    Check::Transport,
    Check::Headers,
    Check::Cookies,
    Check::Scripts,
];

/// Why there is no audit.
#[derive(Debug, Error)]
pub(crate) enum AuditError {
    #[error(transparent)]
    Report(#[from] ReportError),
    #[error("nothing to audit: {0}")]
    NothingCaptured(String),
    #[error("cannot read the baseline `{}`", path.display())]
    Baseline {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("cannot write `{}`", path.display())]
    Output {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl AuditError {
    /// 3 where there is no data; 1 would say that something was found.
    pub(super) fn status(&self) -> ExitCode {
        match self {
            Self::Report(_) | Self::NothingCaptured(_) => ExitCode::from(3),
            Self::Baseline { .. } | Self::Output { .. } => ExitCode::from(2),
        }
    }
}

impl Hint for AuditError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Report(ReportError::Server(ServerClientError::Refused { .. })) => {
                Some("name capture files, or start `gasoline` and use the app".to_owned())
            }
            Self::Report(error) => error.hint(),
            Self::Baseline { .. } => Some("write one with `--write-baseline`".to_owned()),
            Self::NothingCaptured(_) | Self::Output { .. } => None,
        }
    }
}

/// What was found, before a baseline is looked at.
#[derive(Debug, Default)]
struct Gathered {
    findings: BTreeMap<String, Finding>,
    not_observed: Vec<String>,
    omitted: u64,
    /// Whether anything was looked at.
    is_something: bool,
    why_empty: String,
}

/// One answer of the tool.
#[derive(Debug, Deserialize)]
struct Answered {
    #[serde(default)]
    findings: Vec<Finding>,
    #[serde(default)]
    not_observed: Vec<String>,
    #[serde(default)]
    omitted: u64,
    #[serde(default)]
    why_empty: String,
    summary: Value,
}

/// Prints the findings; the status says whether some count.
pub(super) async fn run(settings: AuditSettings, printer: Printer) -> Result<ExitCode, CommandError> {
    let gathered = gather(&settings).await?;
    if !gathered.is_something {
        return Err(AuditError::NothingCaptured(gathered.why_empty).into());
    }
    if gathered.omitted > 0 {
        printer.warning(&format!("{} findings did not fit and are missing", gathered.omitted));
    }
    let mut findings: Vec<Finding> = gathered.findings.into_values().collect();
    findings.sort_by(|one, other| {
        let by_severity = other.severity.cmp(&one.severity);
        by_severity
            .then_with(|| one.category.cmp(&other.category))
            .then_with(|| one.fingerprint.cmp(&other.fingerprint))
    });
    if let (true, Some(path)) = (settings.write_baseline, &settings.baseline) {
        return write_baseline(path.clone(), &findings, printer);
    }
    let known = known(&settings)?;
    let is_known = |finding: &Finding| known.as_ref().is_some_and(|known| known.knows(&finding.fingerprint));
    let (known, new): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_known);
    let fails = new.iter().any(|finding| settings.fail_on.is_some_and(|least| finding.severity >= least));
    write(&settings, &new, &known, &gathered.not_observed, printer)?;
    Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn known(settings: &AuditSettings) -> Result<Option<Baseline>, AuditError> {
    let Some(path) = &settings.baseline else { return Ok(None) };
    let read = Baseline::read(path);
    read.map(Some).map_err(|source| AuditError::Baseline { path: path.clone(), source })
}

fn write_baseline(path: PathBuf, findings: &[Finding], printer: Printer) -> Result<ExitCode, CommandError> {
    let baseline = Baseline::of(findings.iter().map(|finding| finding.fingerprint.clone()));
    baseline.write(&path).map_err(|source| AuditError::Output { path: path.clone(), source })?;
    printer.answer(&format!("{} from now on, in `{}`", known_text(findings.len()), path.display()));
    Ok(ExitCode::SUCCESS)
}

fn known_text(count: usize) -> String {
    if count == 1 { "1 finding is known".to_owned() } else { format!("{count} findings are known") }
}

async fn gather(settings: &AuditSettings) -> Result<Gathered, CommandError> {
    let mut gathered = Gathered::default();
    match &settings.source {
        ReportSource::Server { port } => gathered.ask(settings, *port).await?,
        ReportSource::Files(files) => {
            for path in saved_files::expanded(files).map_err(OpenError::from)? {
                let file = saved_files::read(&path).map_err(OpenError::from)?;
                let saved = SavedCapture::read(&file, &SystemIds)
                    .map_err(|source| OpenError::Content { path: path.clone(), source })?;
                let options = ServerOptions { port: 0, ..ServerOptions::default() };
                let server = gasoline_server::open(options, saved).await?;
                let asked = gathered.ask(settings, server.port()).await;
                server.run_until(std::future::ready(())).await;
                asked?;
            }
        }
    }
    Ok(gathered)
}

impl Gathered {
    /// Asks for one check after the other, so that none takes another's room.
    async fn ask(&mut self, settings: &AuditSettings, port: u16) -> Result<(), AuditError> {
        // What several checks find is one check's, within one capture.
        let mut found_here: BTreeMap<String, Finding> = BTreeMap::new();
        for check in CHECKS {
            let answer = answer_of(settings, port, check).await?;
            let scanned = answer.summary.get("scanned").and_then(Value::as_object);
            self.is_something |=
                scanned.is_some_and(|counts| counts.values().any(|count| count.as_u64() > Some(0)));
            self.omitted += answer.omitted;
            self.why_empty = answer.why_empty;
            for text in answer.not_observed {
                if !self.not_observed.contains(&text) {
                    self.not_observed.push(text);
                }
            }
            for finding in answer.findings {
                found_here.entry(finding.fingerprint.clone()).or_insert(finding);
            }
        }
        for (fingerprint, finding) in found_here {
            match self.findings.get_mut(&fingerprint) {
                Some(known) => known.absorb(finding),
                None => {
                    self.findings.insert(fingerprint, finding);
                }
            }
        }
        Ok(())
    }
}

async fn answer_of(settings: &AuditSettings, port: u16, check: Check) -> Result<Answered, ReportError> {
    let mut question = json!({ "checks": [check], "severity_min": Severity::Info, "limit": MOST_ROWS, "max_tokens": MOST_TOKENS });
    if let Some(test) = &settings.test_id {
        question["test_id"] = json!(test);
    }
    let response =
        ServerClient::new(port).deliver("/tools/security_audit", question.to_string().into()).await?;
    let status = response.status();
    if !status.is_success() {
        return Err(ReportError::Refused { port, status });
    }
    let body = response.into_body().collect().await.map_err(|_| ReportError::Cut { port })?;
    serde_json::from_slice(&body.to_bytes()).map_err(|_| ReportError::Cut { port })
}

fn write(
    settings: &AuditSettings,
    new: &[Finding],
    known: &[Finding],
    not_observed: &[String],
    printer: Printer,
) -> Result<(), AuditError> {
    let shown: Vec<Finding> =
        new.iter().filter(|finding| finding.severity >= settings.severity).cloned().collect();
    let hidden = new.len() - shown.len();
    let has_colours = settings.output.is_none() && printer.has_colours();
    let text = match settings.format {
        AuditFormat::Text => audit_text::text(&shown, hidden, known.len(), not_observed, has_colours),
        AuditFormat::Json => audit_text::json(&shown, hidden, known.len(), not_observed),
        // Code scanning compares by itself what is new.
        AuditFormat::Sarif => {
            let all =
                shown.iter().chain(known.iter().filter(|finding| finding.severity >= settings.severity));
            sarif(&all.cloned().collect::<Vec<_>>(), VERSION)
        }
    };
    match &settings.output {
        None => printer.answer(&text),
        Some(path) => fs::write(path, format!("{text}\n"))
            .map_err(|source| AuditError::Output { path: path.clone(), source })?,
    }
    Ok(())
}
