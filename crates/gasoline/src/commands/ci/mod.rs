//! `gasoline ci -- COMMAND`: runs a suite that knows nothing of us with capture, then reports.
//!
//! The suite's Node processes load a hook by `NODE_OPTIONS`, and Playwright a reporter by `PW_TEST_REPORTER`; both are written to a
//! private folder that goes when the run is over. Browsers of other runners are captured over their debugging ports, see [`browsers`]. The server is part of this process, on a port that the system chooses.

mod browsers;
mod progress;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus};

use gasoline_core::capture_file::FILE_ENDING;
use gasoline_core::test_record::TestStatus;
use gasoline_server::platform::{stop_signal, terminate};
use gasoline_server::{ProjectRules, RunningServer, ServerOptions};
use gasoline_wire::ClientKind;
use tempfile::TempDir;
use thiserror::Error;
use tokio::process::{Child, Command};

use self::browsers::Browsers;
use super::{CommandError, report};
use crate::failure::{Hint, explain};
use crate::maker;
use crate::printer::Printer;
use crate::settings::{CiSettings, ReportSettings, ReportSource};

/// Tests ran and nothing was captured.
const NOTHING_CAPTURED: u8 = 97;

/// What a shell answers for a command that does not exist.
const NO_SUCH_COMMAND: u8 = 127;

/// What the suite's processes load.
const SCRIPTS: [(&str, &str); 5] = [
    (HOOK, include_str!("../../../../../packages/gasoline-playwright/dist/ci/hook.cjs")),
    (REPORTER, include_str!("../../../../../packages/gasoline-playwright/dist/ci/reporter.cjs")),
    ("min.js", include_str!("../../../../../packages/gasoline-ci/dist/gasoline-ci.min.js")),
    ("light.js", include_str!("../../../../../packages/gasoline-ci/dist/gasoline-ci-light.min.js")),
    ("late.js", include_str!("../../../../../packages/gasoline-ci/dist/gasoline-ci-late.min.js")),
];
const HOOK: &str = "hook.cjs";
const REPORTER: &str = "reporter.cjs";

/// Why the suite could not be run.
#[derive(Debug, Error)]
pub(crate) enum CiError {
    #[error("cannot prepare the capture of the suite")]
    Prepare(#[source] io::Error),
    #[error("cannot run `{}`", command.display())]
    Run {
        command: OsString,
        #[source]
        source: io::Error,
    },
    #[error("cannot write `{}`", path.display())]
    Save {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl CiError {
    pub(super) fn status(&self) -> ExitCode {
        match self {
            Self::Run { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                ExitCode::from(NO_SUCH_COMMAND)
            }
            _ => ExitCode::FAILURE,
        }
    }
}

impl Hint for CiError {
    fn hint(&self) -> Option<String> {
        let is_missing = matches!(self, Self::Run { source, .. } if source.kind() == io::ErrorKind::NotFound);
        is_missing.then(|| "write the command as in a shell: `gasoline ci -- npx playwright test`".to_owned())
    }
}

/// Runs the suite and reports. The exit status is the suite's own, or 97.
pub(super) async fn run(settings: CiSettings, printer: Printer) -> Result<ExitCode, CommandError> {
    let folder = prepared_folder().map_err(CiError::Prepare)?;
    let spill = spill_folder(&settings, folder.path())?;
    let options = server_options(&spill, settings.rules.clone(), settings.sites.clone());
    let server = gasoline_server::start(options).await?;
    let browsers = Browsers::prepare(folder.path()).map_err(CiError::Prepare)?;
    let watch = browsers.watch(server.port(), printer);
    let status = tokio::select! {
        status = run_suite(&settings, folder.path(), &browsers, server.port()) => status,
        never = progress::show(&server, printer) => match never {},
    };
    let joined = watch.end().await;
    let status = status?;
    let ran = Ran::of(&server, joined);
    save(&settings, &server).await?;
    report_on(&settings, &spill, &server, &ran, printer).await?;
    server.run_until(std::future::ready(())).await;
    Ok(exit_code(&settings, &ran, status, printer))
}

/// What a run came to, as far as its exit status depends on it.
struct Ran {
    tests: u64,
    captured: bool,
    /// Browsers that were captured over their debugging ports.
    browsers: usize,
}

impl Ran {
    fn of(server: &RunningServer, browsers: usize) -> Self {
        let app = server.app();
        let tests = app.with_tests(|tests| {
            let ended = tests.ended().filter(|record| record.status != TestStatus::Skip).count();
            ended as u64 + tests.records_dropped()
        });
        let captured = browsers > 0 || app.browsers.clients.last_seen(ClientKind::Ci).is_some();
        Self { tests, captured, browsers }
    }
}

/// A folder that only this user can read, with the scripts in it.
pub(super) fn prepared_folder() -> io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("gasoline-ci-").tempdir()?;
    for (name, text) in SCRIPTS {
        fs::write(folder.path().join(name), text)?;
    }
    Ok(folder)
}

/// Where the records of tests go: beside the scripts, or to the folder that is to keep them.
fn spill_folder(settings: &CiSettings, private: &Path) -> Result<PathBuf, CiError> {
    match &settings.save {
        Some(path) if !is_capture_file(path) => {
            fs::create_dir_all(path).map_err(|source| CiError::Save { path: path.clone(), source })?;
            Ok(path.clone())
        }
        _ => Ok(private.join("tests")),
    }
}

fn is_capture_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == FILE_ENDING)
}

pub(super) fn server_options(spill: &Path, rules: Box<ProjectRules>, sites: Vec<String>) -> ServerOptions {
    ServerOptions {
        port: 0,
        spill: Some(spill.to_owned()),
        project: rules,
        allow_origins: sites,
        made_by: Box::new(maker::from_environment(|name| std::env::var(name).ok())),
        ..ServerOptions::default()
    }
}

async fn run_suite(
    settings: &CiSettings,
    folder: &Path,
    browsers: &Browsers,
    port: u16,
) -> Result<ExitStatus, CommandError> {
    let stop = stop_signal()?;
    let program = settings.command.first().cloned().unwrap_or_default();
    let failed = |source| CiError::Run { command: program.clone(), source };
    let mut suite = captured_command(&settings.command, folder, port);
    suite.envs(browsers.variables.iter().map(|(name, script)| (name, script)));
    if settings.record {
        suite.env("GASOLINE_CI_RECORD", "1");
    }
    if let Some(folders) = source_map_folders(&settings.source_maps) {
        suite.env("GASOLINE_SOURCE_MAPS", folders);
    }
    let mut child = Command::from(suite).spawn().map_err(failed)?;
    Ok(ended(&mut child, stop).await.map_err(failed)?)
}

/// The project's folders as one variable; those that the caller's own variable names stay where the project names none. A folder whose name no
/// variable can hold is left out.
fn source_map_folders(folders: &[PathBuf]) -> Option<OsString> {
    let joined = std::env::join_paths(folders.iter().filter(|folder| std::env::join_paths([folder]).is_ok()));
    joined.ok().filter(|folders| !folders.is_empty())
}

/// The suite's command, made to load what captures it.
pub(super) fn captured_command(command: &[OsString], folder: &Path, port: u16) -> std::process::Command {
    let (program, arguments) =
        command.split_first().map_or((OsStr::new(""), &[][..]), |(program, rest)| (program, rest));
    let mut suite = std::process::Command::new(program);
    suite.args(arguments).env("NODE_OPTIONS", node_options(&folder.join(HOOK)));
    suite.env("GASOLINE_CI_PORT", port.to_string()).env("GASOLINE_PORT", port.to_string());
    // An editor that runs the suite may have its own there, and would wait for it in vain.
    if !has_own_reporter() {
        suite.env("PW_TEST_REPORTER", folder.join(REPORTER));
    }
    suite
}

/// Whether the caller gave Playwright a reporter by the variable that ours would come by.
fn has_own_reporter() -> bool {
    std::env::var_os("PW_TEST_REPORTER").is_some_and(|named| !named.is_empty())
}

/// Waits for the suite. A terminal's Ctrl-C reaches it by itself; a request to stop that reached only us is passed on.
async fn ended(child: &mut Child, stop: impl Future<Output = ()>) -> io::Result<ExitStatus> {
    tokio::select! {
        status = child.wait() => return status,
        () = stop => {}
    }
    if let Some(pid) = child.id() {
        terminate(pid).ok();
    }
    child.wait().await
}

/// What is there already stays, and comes first.
fn node_options(hook: &Path) -> OsString {
    let mut options = std::env::var_os("NODE_OPTIONS").unwrap_or_default();
    if !options.is_empty() {
        options.push(" ");
    }
    // Node reads quotes and backslashes in this variable as a shell would.
    let path = hook.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    options.push(format!("--require \"{path}\""));
    options
}

async fn save(settings: &CiSettings, server: &RunningServer) -> Result<(), CommandError> {
    let Some(path) = settings.save.as_ref().filter(|path| is_capture_file(path)) else { return Ok(()) };
    let capture = report::download(server.port()).await?;
    fs::write(path, &capture).map_err(|source| CiError::Save { path: path.clone(), source })?;
    Ok(())
}

async fn report_on(
    settings: &CiSettings,
    spill: &Path,
    server: &RunningServer,
    ran: &Ran,
    printer: Printer,
) -> Result<(), CommandError> {
    if ran.tests == 0 && ran.captured && has_own_reporter() {
        printer.warning("PW_TEST_REPORTER is set, so Gasoline's reporter could not run: which tests failed is not known, and what was captured is reported as one; unset it for a report of each test");
    } else if ran.tests == 0 && ran.browsers == 0 {
        printer
            .warning("no test of Playwright ran and no browser was captured, so there is nothing to report");
        return Ok(());
    }
    // Without tests everything captured is reported as one.
    let source = match ran.tests {
        0 => ReportSource::Server { port: server.port() },
        _ => ReportSource::Files(vec![spill.to_owned()]),
    };
    let settings = ReportSettings {
        source,
        options: settings.options.clone(),
        sensitive_names: settings.rules.sensitive_names.clone(),
        format: settings.format,
        output: settings.output.clone(),
        save: None,
        otlp: settings.otlp.clone(),
    };
    let gathered = report::gather(&settings, printer).await?;
    report::write(&settings, &gathered.report, printer)?;
    // A collector that is away is no matter of the suite.
    if let Err(error) = gathered.export(&settings).await {
        printer.warning(&format!("the run was not exported: {}", explain(&error)));
    }
    Ok(())
}

fn exit_code(settings: &CiSettings, ran: &Ran, status: ExitStatus, printer: Printer) -> ExitCode {
    if ran.tests > 0 && !ran.captured && !settings.allow_no_capture {
        printer.warning(&format!(
            "NOTHING WAS CAPTURED: {} tests ran and no browser context reached Gasoline (exit status {NOTHING_CAPTURED}; if this suite opens no browser, add --allow-no-capture)",
            ran.tests
        ));
        return ExitCode::from(NOTHING_CAPTURED);
    }
    passed_on(status)
}

/// As a shell words it: a signal is 128 and its number.
fn passed_on(status: ExitStatus) -> ExitCode {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    let code = status.code().or(signal.map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from)
}
