//! `gasoline verify -- COMMAND`: runs a command with capture before and after a change, compares, and writes a receipt.

mod captured_run;
mod error;
mod receipt;
mod worktree;

use std::fs;
use std::io::{self, BufRead};
use std::path::Path;
use std::process::ExitCode;

use gasoline_core::capture_file::{self, Capture, ReadLimits};
use gasoline_core::compare::{Comparison, Verdict};
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::runs::{self, Failures, Observed};
use gasoline_core::store::{Scope, StoreLimits};
use gasoline_core::test_record::TestStatus;
use gasoline_server::ids::{Ids, SystemIds};

pub(crate) use self::error::VerifyError;

use self::captured_run::{CapturedRun, Runner};
use self::receipt::Receipt;
use self::worktree::Worktree;
use super::CommandError;
use crate::printer::Printer;
use crate::saved_files;
use crate::settings::{VerifySettings, VerifyWith};

/// Nothing can be said.
const INCONCLUSIVE: u8 = 3;

/// Runs, compares and reports.
pub(super) async fn run(settings: VerifySettings, printer: Printer) -> Result<ExitCode, CommandError> {
    let runner = Runner::new(&settings)?;
    let verdict = match &settings.with {
        VerifyWith::Recording(file) => return Ok(record(&runner, file, printer).await?),
        VerifyWith::Baseline(file) => {
            let before = Side::saved(file)?;
            let after = Side::of(&runner.here().await?)?;
            compare(&settings, &before, &after, printer)?
        }
        VerifyWith::Earlier => {
            let before = Side::of(&runner.here().await?)?;
            wait_for_change(printer)?;
            let after = Side::of(&runner.here().await?)?;
            compare(&settings, &before, &after, printer)?
        }
        VerifyWith::Revision { revision, runs, setup } => {
            against_revision(&settings, &runner, revision, *runs, setup.as_deref(), printer).await?
        }
    };
    Ok(status(verdict))
}

fn status(verdict: Verdict) -> ExitCode {
    match verdict {
        Verdict::Fixed | Verdict::NoIssuesDetected => ExitCode::SUCCESS,
        Verdict::Inconclusive => ExitCode::from(INCONCLUSIVE),
        _ => ExitCode::FAILURE,
    }
}

async fn record(runner: &Runner<'_>, file: &Path, printer: Printer) -> Result<ExitCode, VerifyError> {
    let run = runner.here().await?;
    fs::write(file, &run.capture).map_err(|source| VerifyError::Write { path: file.to_owned(), source })?;
    let side = Side::of(&run)?;
    let again = runs::compare_runs(&side.observed, &side.observed);
    printer.answer(&format!(
        "Recorded in {}: the command {}; {} console errors and {} failed requests.",
        file.display(),
        run.ended(),
        again.before.console_errors,
        again.before.network_errors,
    ));
    if side.is_empty() {
        printer.warning("nothing was captured: the command opened no page that Gasoline captures");
    }
    Ok(ExitCode::SUCCESS)
}

/// One side of a comparison.
struct Side {
    capture: Capture,
    observed: Observed,
    /// Whether the command failed, as far as that is known.
    failed: Option<bool>,
    /// How it ended, in words.
    ended: String,
}

impl Side {
    fn of(run: &CapturedRun) -> Result<Self, VerifyError> {
        Ok(Self { failed: Some(run.failed()), ended: run.ended(), ..Self::read(&run.capture)? })
    }

    /// A recorded run. Its command's own status is not in the file; that of its tests is.
    fn saved(file: &Path) -> Result<Self, VerifyError> {
        let bytes = saved_files::read(file)?;
        Self::read(&bytes).map_err(|error| match error {
            VerifyError::Capture(source) => VerifyError::Baseline { path: file.to_owned(), source },
            error => error,
        })
    }

    fn read(bytes: &[u8]) -> Result<Self, VerifyError> {
        let key = FingerprintKey::new(SystemIds.bytes());
        let capture = capture_file::read(bytes, &Redactor::new(key), &ReadLimits::default())
            .map_err(VerifyError::Capture)?;
        let limits = StoreLimits { log_entries: capture.entries.len(), ..StoreLimits::default() };
        let store = capture.store(limits, key);
        let view = store.view(&Scope::Everything, &gasoline_core::compare::KINDS);
        let observed = Observed { view, performance: capture.learned.baselines.clone() };
        let statuses = || capture.tests.ended.iter().map(|record| record.status);
        let failing =
            statuses().filter(|status| matches!(status, TestStatus::Fail | TestStatus::Error)).count();
        let tests = statuses().filter(|status| *status != TestStatus::Skip).count();
        let (failed, ended) = match tests {
            0 => (None, "recorded".to_owned()),
            _ => (Some(failing > 0), format!("{failing} of {tests} tests failed")),
        };
        Ok(Self { capture, observed, failed, ended })
    }

    fn is_empty(&self) -> bool {
        self.capture.entries.is_empty()
    }
}

/// Lets a person make the change.
fn wait_for_change(printer: Printer) -> Result<(), VerifyError> {
    printer.warning("the run before is captured; make the change, then press Enter to run the command again");
    let read = io::stdin().lock().read_line(&mut String::new());
    match read {
        Ok(1..) => Ok(()),
        _ => Err(VerifyError::NobodyThere),
    }
}

fn compare(
    settings: &VerifySettings,
    before: &Side,
    after: &Side,
    printer: Printer,
) -> Result<Verdict, VerifyError> {
    let comparison = runs::compare_runs(&before.observed, &after.observed);
    let fails_now = after.failed == Some(true);
    let (verdict, note) = runs::judged(comparison.verdict, before.failed, fails_now);
    let sentence = match note {
        Some(note) => format!("{}: {note}.", verdict.as_str()),
        None if after.is_empty() => {
            "inconclusive: nothing was captured in this run; the command opened no page that Gasoline captures.".to_owned()
        }
        None => comparison.summary(),
    };
    let receipt = Receipt {
        headline: sentence,
        runs: vec![("before".to_owned(), before.ended.clone()), ("after".to_owned(), after.ended.clone())],
        comparison: Some(&comparison),
        pictures: vec![("before", &before.capture), ("after", &after.capture)],
        notes: comparison.incomplete.iter().cloned().collect(),
    };
    receipt.finish(settings, printer)?;
    Ok(verdict)
}

async fn against_revision(
    settings: &VerifySettings,
    runner: &Runner<'_>,
    revision: &str,
    runs: u32,
    setup: Option<&str>,
    printer: Printer,
) -> Result<Verdict, VerifyError> {
    let worktree = Worktree::add(revision)?;
    if let Some(setup) = setup {
        runner.set_up(setup, worktree.directory()).await?;
    }
    let (mut old, mut new) = (Tried::default(), Tried::default());
    // In turns, so that a machine that gets slower meets both alike.
    for number in 1..=runs {
        old.add(runner.within(worktree.directory()).await?)?;
        new.add(runner.here().await?)?;
        printer.warning(&format!("run {number} of {runs}: {} before, {} after", old.last(), new.last()));
    }
    worktree.remove()?;
    let proof = runs::proof(old.failures, new.failures);
    let comparison: Option<Comparison> = old
        .telling
        .as_ref()
        .zip(new.telling.as_ref())
        .map(|(old, new)| runs::compare_runs(&old.observed, &new.observed));
    let rate = |tried: &Tried| format!("failed {} of {}", tried.failures.failed, tried.failures.of);
    let pictures = [("before", &old.telling), ("after", &new.telling)];
    let receipt = Receipt {
        headline: proof.sentence,
        runs: vec![(format!("before ({revision})"), rate(&old)), ("after".to_owned(), rate(&new))],
        comparison: comparison.as_ref(),
        pictures: pictures.into_iter().filter_map(|(name, side)| Some((name, &side.as_ref()?.capture))).collect(),
        notes: vec!["p is the chance of so few failures after if nothing had changed (Fisher's exact test, one-sided); the tables are of one run each".to_owned()],
    };
    receipt.finish(settings, printer)?;
    Ok(proof.verdict)
}

/// Runs of one commit.
struct Tried {
    failures: Failures,
    /// The first that failed, or else the last.
    telling: Option<Side>,
    last_failed: bool,
}

impl Default for Tried {
    fn default() -> Self {
        Self { failures: Failures { failed: 0, of: 0 }, telling: None, last_failed: false }
    }
}

impl Tried {
    fn add(&mut self, run: CapturedRun) -> Result<(), VerifyError> {
        let is_first_failure = run.failed() && self.failures.failed == 0;
        if is_first_failure || self.failures.failed == 0 {
            self.telling = Some(Side::of(&run)?);
        }
        self.last_failed = run.failed();
        self.failures.of += 1;
        self.failures.failed += u32::from(run.failed());
        Ok(())
    }

    fn last(&self) -> &'static str {
        if self.last_failed { "failed" } else { "passed" }
    }
}
