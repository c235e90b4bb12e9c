//! `gasoline report`: what a run of tests came to, from capture files or a running server.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use gasoline_core::capture_file::{self, ReadLimits};
use gasoline_core::export::otlp::Exporter;
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::report::{self, Report};
use gasoline_server::ReadError;
use gasoline_server::ids::{Ids, SystemIds};
use http::StatusCode;
use http_body_util::{BodyExt, Limited};
use thiserror::Error;

use super::CommandError;
use crate::failure::Hint;
use crate::otlp::OtlpError;
use crate::printer::Printer;
use crate::run_folder;
use crate::saved_files::{self, FileError, LARGEST_FILE};
use crate::server_client::{ServerClient, ServerClientError};
use crate::settings::{ReportFormat, ReportSettings, ReportSource};

/// Why there is no report.
#[derive(Debug, Error)]
pub(crate) enum ReportError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("cannot read `{}`", path.display())]
    Content {
        path: PathBuf,
        #[source]
        source: ReadError,
    },
    #[error(transparent)]
    Server(#[from] ServerClientError),
    #[error("the server on port `{port}` answered with status {status}")]
    Refused { port: u16, status: StatusCode },
    #[error("the answer of the server on port `{port}` broke off or was too large")]
    Cut { port: u16 },
    #[error("{0}")]
    NoTests(String),
    #[error("cannot write `{}`", path.display())]
    Output {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl ReportError {
    /// Whether there was nothing to report on.
    pub(super) fn is_without_data(&self) -> bool {
        !matches!(self, Self::Output { .. })
    }

    /// Whether a file that was named cannot be read.
    pub(super) fn is_wrong_file(&self) -> bool {
        matches!(self, Self::File(_) | Self::Content { .. })
    }
}

impl Hint for ReportError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Server(ServerClientError::Refused { .. }) => {
                Some("name capture files, or start `gasoline` before the tests".to_owned())
            }
            Self::Content { source: ReadError::Newer { .. }, .. } => {
                Some("update this program to read it".to_owned())
            }
            _ => None,
        }
    }
}

/// Prints the report, or writes it to the file that was named.
pub(super) async fn run(settings: ReportSettings, printer: Printer) -> Result<(), CommandError> {
    let gathered = gather(&settings, printer).await?;
    let report = &gathered.report;
    if report.tests.is_empty() {
        return Err(ReportError::NoTests(without_tests(&settings, report)).into());
    }
    write(&settings, report, printer)?;
    Ok(gathered.export(&settings).await?)
}

/// What is said of a run, and what is exported of it.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) report: Report,
    exporter: Exporter,
    /// What a run is called that no CI service names: by its first test, so that the same files are the same run.
    unnamed: Option<String>,
}

impl Gathered {
    /// Exports the run, if that is asked for.
    pub(super) async fn export(self, settings: &ReportSettings) -> Result<(), OtlpError> {
        match &settings.otlp {
            Some(target) => target.take(&self.exporter.finish()).await,
            None => Ok(()),
        }
    }
}

pub(super) async fn gather(settings: &ReportSettings, printer: Printer) -> Result<Gathered, ReportError> {
    let redactor = redactor(settings);
    let mut gathered = Gathered::default();
    match &settings.source {
        ReportSource::Server { port } => {
            let capture = match download(*port).await {
                Err(ReportError::Server(ServerClientError::Refused { .. }))
                    if settings.save.is_none() && run_folder::has_records(*port) =>
                {
                    return gather_last_run(settings, *port, printer);
                }
                capture => capture?,
            };
            if let Some(path) = &settings.save {
                fs::write(path, &capture)
                    .map_err(|source| ReportError::Output { path: path.clone(), source })?;
            }
            let name = format!("port {port}");
            add(&mut gathered, &capture, Path::new(&name), settings, &redactor)?;
        }
        ReportSource::Files(paths) => add_files(&mut gathered, paths, settings, &redactor, printer)?,
    }
    gathered.report.finish();
    Ok(gathered)
}

/// Also for what was captured before the project declared its names.
fn redactor(settings: &ReportSettings) -> Redactor {
    Redactor::with_names(FingerprintKey::new(SystemIds.bytes()), &settings.sensitive_names)
}

/// The last run whose server ended with it.
fn gather_last_run(settings: &ReportSettings, port: u16, printer: Printer) -> Result<Gathered, ReportError> {
    let redactor = redactor(settings);
    let mut gathered = Gathered::default();
    let folder = run_folder::of(port).unwrap_or_default();
    add_files(&mut gathered, &[folder], settings, &redactor, printer)?;
    let report = &mut gathered.report;
    report.notes.push(format!("no server runs on port {port}: this is the last run that started its own"));
    report.finish();
    Ok(gathered)
}

/// One file after the other: a hundred shards cost no more memory than the largest.
fn add_files(
    gathered: &mut Gathered,
    paths: &[PathBuf],
    settings: &ReportSettings,
    redactor: &Redactor,
    printer: Printer,
) -> Result<(), ReportError> {
    for path in saved_files::expanded(paths)? {
        let file = saved_files::read(&path)?;
        if let Err(error) = add(gathered, &file, &path, settings, redactor) {
            let only_one = paths.len() == 1 && !paths[0].is_dir();
            if only_one {
                return Err(error);
            }
            printer.warning(&crate::failure::describe(&error));
            gathered.report.notes.push(format!("`{}` could not be read", path.display()));
        }
    }
    Ok(())
}

fn add(
    gathered: &mut Gathered,
    file: &[u8],
    path: &Path,
    settings: &ReportSettings,
    redactor: &Redactor,
) -> Result<(), ReportError> {
    let capture = capture_file::read(file, redactor, &ReadLimits::default())
        .map_err(|source| ReportError::Content { path: path.to_owned(), source })?;
    capture.report(&mut gathered.report, &settings.options, redactor);
    if settings.otlp.is_some() {
        let first = || capture.first_start().unwrap_or(capture.saved_at).to_string();
        let unnamed = gathered.unnamed.get_or_insert_with(first);
        capture.export(&mut gathered.exporter, &settings.options, unnamed, redactor);
    }
    Ok(())
}

/// Everything a running server holds.
pub(super) async fn download(port: u16) -> Result<Bytes, ReportError> {
    let response = ServerClient::new(port).capture().await?;
    if response.status() != StatusCode::OK {
        return Err(ReportError::Refused { port, status: response.status() });
    }
    let most = usize::try_from(LARGEST_FILE).unwrap_or(usize::MAX);
    let body = Limited::new(response.into_body(), most).collect().await;
    Ok(body.map_err(|_| ReportError::Cut { port })?.to_bytes())
}

fn without_tests(settings: &ReportSettings, report: &Report) -> String {
    let options = &settings.options;
    let wanted = options.test_id.as_ref().map(|id| format!("no test that ended is called `{id}`"));
    let since = options.since.map(|since| format!("no test ended since {since}"));
    let reason = wanted.or(since).unwrap_or_else(|| "nothing was captured and no test ended".to_owned());
    [vec![reason], report.notes.clone()].concat().join("; ")
}

pub(super) fn write(settings: &ReportSettings, report: &Report, printer: Printer) -> Result<(), ReportError> {
    let text = match settings.format {
        ReportFormat::Text => report::text(report),
        ReportFormat::Json => report::json(report),
        ReportFormat::AiContext => report::ai_context(report),
        ReportFormat::Junit => report::junit(report),
        ReportFormat::Ctrf => report::ctrf(report),
        ReportFormat::Github => {
            // Workflow commands are read from standard output, whatever else is written where.
            for annotation in report::annotations(report) {
                printer.answer(&annotation);
            }
            report::job_summary(report)
        }
    };
    match &settings.output {
        None => printer.answer(&text),
        Some(path) => {
            let failed = |source| ReportError::Output { path: path.clone(), source };
            let mut options = fs::OpenOptions::new();
            // A job summary has parts by several steps.
            let appends = settings.format == ReportFormat::Github;
            let mut file = options
                .create(true)
                .write(true)
                .append(appends)
                .truncate(!appends)
                .open(path)
                .map_err(failed)?;
            writeln!(file, "{text}").map_err(failed)?;
        }
    }
    Ok(())
}
