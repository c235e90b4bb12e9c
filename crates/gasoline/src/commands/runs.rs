//! `gasoline diff` and `gasoline flakes`: runs of tests against runs, from capture files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gasoline_core::capture_file::{self, ReadLimits};
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::runs::{self, Flake, TestRun};
use gasoline_server::ReadError;
use gasoline_server::ids::{Ids, SystemIds};
use thiserror::Error;

use crate::failure::Hint;
use crate::printer::Printer;
use crate::saved_files::{self, FileError};

/// Why runs cannot be compared.
#[derive(Debug, Error)]
pub(crate) enum RunsError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("cannot read `{}`", path.display())]
    Content {
        path: PathBuf,
        #[source]
        source: ReadError,
    },
    #[error("no test ended in {0}")]
    NoTests(String),
    #[error("every test ran only once, so there is nothing to compare")]
    Once,
    #[error("`{}` would be compared with itself", .0.display())]
    Same(PathBuf),
}

impl Hint for RunsError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Once => Some("name the files of several runs".to_owned()),
            Self::NoTests(_) => Some("record runs with `gasoline ci --save FILE -- COMMAND`".to_owned()),
            _ => None,
        }
    }
}

/// Runs that were read, and the commits they are of.
#[derive(Default)]
struct Runs {
    runs: Vec<TestRun>,
    commits: BTreeSet<String>,
}

fn read(paths: &[PathBuf]) -> Result<Runs, RunsError> {
    let redactor = Redactor::new(FingerprintKey::new(SystemIds.bytes()));
    let mut all = Runs::default();
    for path in saved_files::expanded(paths)? {
        let file = saved_files::read(&path)?;
        let capture = capture_file::read(&file, &redactor, &ReadLimits::default())
            .map_err(|source| RunsError::Content { path, source })?;
        all.runs.extend(capture.test_runs());
        all.commits.extend(capture.manifest.and_then(|manifest| manifest.made_by.commit));
    }
    if all.runs.is_empty() {
        let names: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
        return Err(RunsError::NoTests(names.join(", ")));
    }
    Ok(all)
}

/// What changed from one run to another.
pub(super) fn diff(before: &Path, after: &Path, printer: Printer) -> Result<ExitCode, RunsError> {
    let is_same = |one: &Path, other: &Path| {
        one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
    };
    if is_same(before, after) {
        return Err(RunsError::Same(before.to_owned()));
    }
    let (old, new) = (read(&[before.to_owned()])?.runs, read(&[after.to_owned()])?.runs);
    let (changed, notes) = runs::changes(&old, &new);
    for change in &changed {
        printer.answer(&change.test);
        change.lines.iter().for_each(|line| printer.answer(&format!("  {line}")));
    }
    if changed.is_empty() {
        let tests: BTreeSet<&str> = new.iter().map(|run| run.test.as_str()).collect();
        printer.answer(&format!("Nothing changed in {}.", counted(tests.len(), "test", "tests")));
    }
    notes.iter().for_each(|note| printer.warning(note));
    Ok(if changed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What differed when a test failed.
pub(super) fn flakes(files: &[PathBuf], printer: Printer) -> Result<ExitCode, RunsError> {
    let Runs { runs, commits } = read(files)?;
    if commits.len() > 1 {
        printer.warning("the runs are of different commits, so a difference may be a change of the code");
    }
    let mut tests = BTreeSet::new();
    if runs.iter().all(|run| tests.insert(run.test.as_str())) {
        return Err(RunsError::Once);
    }
    let found = runs::flakes(&runs);
    found.iter().for_each(|flake| tell(flake, printer));
    if found.is_empty() {
        printer.answer(&format!(
            "No test failed in some of {} and passed in others.",
            counted(runs.len(), "run", "runs")
        ));
    }
    Ok(if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn tell(flake: &Flake, printer: Printer) {
    printer
        .answer(&format!("{}: failed {} of {} runs", flake.test, flake.failures.failed, flake.failures.of));
    flake.differing.iter().for_each(|differing| printer.answer(&format!("  {}", differing.line())));
    if flake.differing.is_empty() {
        printer.answer("  nothing that was captured separates the failing runs from the passing ones");
    }
    if flake.blind > 0 {
        printer.answer(&format!(
            "  of {} nothing but the outcome was kept",
            counted(flake.blind, "run", "runs")
        ));
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
