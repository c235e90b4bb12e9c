//! `gasoline perf`: what `check_performance` tells agents, for people and pipelines.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use gasoline_core::analysis::performance::{self, PageLoad};
use gasoline_core::capture_file::Capture;
use gasoline_core::compare::{LoadChange, load_changes};
use serde_json::{Value, json};
use thiserror::Error;

use super::report::ReportError;
use super::{CommandError, captures};
use crate::failure::Hint;
use crate::printer::Printer;
use crate::server_client::ServerClientError;
use crate::settings::{Format, PerfFailOn, PerfSettings};

/// Why there is nothing to tell.
#[derive(Debug, Error)]
pub(crate) enum PerfError {
    #[error(transparent)]
    Captures(#[from] ReportError),
    #[error("no page load was measured{0}")]
    NothingMeasured(String),
    #[error("no page was measured in both captures")]
    NothingInCommon,
    #[error("cannot write `{}`", path.display())]
    Output {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl PerfError {
    /// 3 where there is no data; 1 would say that something was found.
    pub(super) fn status(&self) -> ExitCode {
        match self {
            Self::Output { .. } => ExitCode::from(2),
            Self::Captures(error) if error.is_wrong_file() => ExitCode::from(2),
            _ => ExitCode::from(3),
        }
    }
}

impl Hint for PerfError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Captures(ReportError::Server(ServerClientError::Refused { .. })) => {
                Some("name capture files, or start `gasoline` and load a page".to_owned())
            }
            Self::Captures(error) => error.hint(),
            Self::NothingInCommon => Some("capture loads of the same pages".to_owned()),
            _ => None,
        }
    }
}

/// What is printed, and how sure the worst of it is.
struct Told {
    texts: Vec<String>,
    numbers: Vec<Value>,
    is_possible: bool,
    is_confirmed: bool,
}

/// Prints how fast pages load; the status says whether one became slower.
pub(super) async fn run(settings: PerfSettings, printer: Printer) -> Result<ExitCode, CommandError> {
    let mut loaded: Vec<Capture> = Vec::new();
    captures::each(&settings.source, &settings.sensitive_names, |capture| loaded.push(capture))
        .await
        .map_err(PerfError::from)?;
    let told = match &settings.baseline {
        None => newest(&loaded, &settings.url)?,
        Some(path) => {
            let base = captures::open(path, &settings.sensitive_names).map_err(PerfError::from)?;
            since(&base, &loaded, &settings.url)?
        }
    };
    let text = match settings.format {
        Format::Text => told.texts.join("\n\n"),
        Format::Json => json!({ "pages": told.numbers }).to_string(),
    };
    printed(&text, settings.output.as_deref(), printer)?;
    let fails = match settings.fail_on {
        PerfFailOn::Confirmed => told.is_confirmed,
        PerfFailOn::Possible => told.is_possible,
        PerfFailOn::Never => false,
    };
    Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The newest load of each page, against the loads before it in the same capture.
fn newest(loaded: &[Capture], url: &str) -> Result<Told, PerfError> {
    let mut loads: Vec<PageLoad> = Vec::new();
    for capture in loaded {
        let view = capture.view();
        for baseline in capture.learned.baselines.all() {
            let load = performance::load_of(&view, &capture.learned.baselines, &baseline.path);
            loads.extend(load.filter(|load| load.snapshot.url.contains(url)));
        }
    }
    if loads.is_empty() {
        let filter =
            if url.is_empty() { String::new() } else { format!(" with an address that contains `{url}`") };
        return Err(PerfError::NothingMeasured(filter));
    }
    Ok(Told {
        texts: loads.iter().map(performance::report).collect(),
        numbers: loads.iter().map(PageLoad::numbers).collect(),
        is_possible: loads.iter().any(|load| !load.regressions.is_empty()),
        is_confirmed: loads.iter().any(PageLoad::is_confirmed),
    })
}

/// The loads of some captures against those of an earlier one.
fn since(base: &Capture, loaded: &[Capture], url: &str) -> Result<Told, PerfError> {
    let changes: Vec<LoadChange> = loaded
        .iter()
        .flat_map(|capture| load_changes(&base.learned.baselines, &capture.learned.baselines))
        .filter(|change| change.path.contains(url))
        .collect();
    if changes.is_empty() {
        return Err(PerfError::NothingInCommon);
    }
    Ok(Told {
        texts: changes.iter().map(LoadChange::text).collect(),
        numbers: changes.iter().map(|change| json!(change)).collect(),
        is_possible: changes.iter().any(|change| !change.regressions.is_empty()),
        is_confirmed: changes.iter().any(LoadChange::is_confirmed),
    })
}

fn printed(text: &str, output: Option<&Path>, printer: Printer) -> Result<(), PerfError> {
    match output {
        None => printer.answer(text),
        Some(path) => fs::write(path, format!("{text}\n"))
            .map_err(|source| PerfError::Output { path: path.to_owned(), source })?,
    }
    Ok(())
}
