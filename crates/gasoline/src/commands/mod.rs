//! One file per command, each one plain function from settings to an outcome.

mod attach;
mod audit;
mod audit_text;
mod baseline;
mod bug_report;
mod captures;
mod ci;
mod contracts;
mod doctor;
mod extension;
mod hook;
mod mcp;
mod open;
mod perf;
mod report;
mod report_view;
mod runs;
mod serve;
mod verify;
mod watch;

use std::io;
use std::process::ExitCode;

use gasoline_server::StartError;
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};

use self::audit::AuditError;
use self::bug_report::BugReportError;
use self::ci::CiError;
use self::contracts::ContractsError;
use self::extension::ExtensionError;
use self::open::OpenError;
use self::perf::PerfError;
use self::report::ReportError;
use self::runs::RunsError;
use self::verify::VerifyError;
use self::watch::WatchError;
use crate::args::Args;
use crate::attach::AttachError;
use crate::failure::Hint;
use crate::otlp::OtlpError;
use crate::printer::Printer;
use crate::server::{Health, SupplyError};
use crate::settings::{Settings, SettingsError};

/// Why a command failed.
#[derive(Debug, Error)]
pub(crate) enum CommandError {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("cannot set up input and output")]
    Runtime(#[from] io::Error),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("{health} already serves port `{port}`")]
    AlreadyRunning { port: u16, health: Health },
    #[error(transparent)]
    Supply(#[from] SupplyError),
    #[error(transparent)]
    Extension(#[from] ExtensionError),
    #[error(transparent)]
    Attach(#[from] AttachError),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Report(#[from] ReportError),
    #[error(transparent)]
    Audit(#[from] AuditError),
    #[error(transparent)]
    Contracts(#[from] ContractsError),
    #[error(transparent)]
    Perf(#[from] PerfError),
    #[error(transparent)]
    BugReport(#[from] BugReportError),
    #[error(transparent)]
    Ci(#[from] CiError),
    #[error(transparent)]
    Watch(#[from] WatchError),
    #[error(transparent)]
    Verify(#[from] VerifyError),
    #[error(transparent)]
    Runs(#[from] RunsError),
    #[error(transparent)]
    Otlp(#[from] OtlpError),
}

impl CommandError {
    /// The exit status: 3 where there is no data to work on.
    pub(crate) fn status(&self) -> ExitCode {
        match self {
            Self::Settings(SettingsError::Project(_) | SettingsError::Otlp(_)) => ExitCode::from(2),
            Self::Open(_) | Self::Watch(_) | Self::Runs(_) => ExitCode::from(3),
            Self::Audit(error) => error.status(),
            Self::Contracts(error) => error.status(),
            Self::Perf(error) => error.status(),
            Self::BugReport(error) => error.status(),
            Self::Ci(error) => error.status(),
            Self::Verify(error) => error.status(),
            Self::Report(error) if error.is_without_data() => ExitCode::from(3),
            _ => ExitCode::FAILURE,
        }
    }
}

impl Hint for CommandError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Settings(SettingsError::NoHome(_)) => Some("name a folder with `--dir`".to_owned()),
            Self::Settings(SettingsError::Project(error)) => error.hint(),
            Self::Settings(SettingsError::Otlp(error)) | Self::Otlp(error) => error.hint(),
            Self::Start(StartError::PortInUse { .. }) | Self::AlreadyRunning { .. } => {
                Some("use that server, or choose another port with `--port`".to_owned())
            }
            Self::Start(StartError::TokenRequired) => {
                Some("choose a secret and pass it with `--token` or `GASOLINE_TOKEN`".to_owned())
            }
            Self::Start(_) | Self::Runtime(_) => None,
            Self::Supply(error) => error.hint(),
            Self::Extension(error) => error.hint(),
            Self::Attach(error) => error.hint(),
            Self::Open(error) => error.hint(),
            Self::Report(error) => error.hint(),
            Self::Audit(error) => error.hint(),
            Self::Contracts(error) => error.hint(),
            Self::Perf(error) => error.hint(),
            Self::BugReport(error) => error.hint(),
            Self::Ci(error) => error.hint(),
            Self::Watch(error) => error.hint(),
            Self::Verify(error) => error.hint(),
            Self::Runs(error) => error.hint(),
        }
    }
}

/// Resolves and runs what was typed.
pub(crate) fn run(args: Args, printer: Printer) -> Result<ExitCode, CommandError> {
    match Settings::resolve(args)? {
        Settings::Serve(settings) => block_on(serve::run(settings, printer))??,
        Settings::Bridge(launch) => block_on(mcp::run(launch, printer))??,
        Settings::BridgeFile(settings) => block_on(open::bridge(settings, printer))??,
        Settings::Open(settings) => block_on(open::run(settings, printer))??,
        Settings::Report(settings) => block_on(report::run(settings, printer))??,
        Settings::View(settings) => block_on(report_view::run(settings, printer))??,
        Settings::Audit(settings) => return block_on(audit::run(settings, printer))?,
        Settings::Contracts(settings) => return block_on(contracts::run(settings, printer))?,
        Settings::Perf(settings) => return block_on(perf::run(settings, printer))?,
        Settings::BugReport(settings) => block_on(bug_report::run(settings, printer))??,
        Settings::Ci(settings) => return block_on(ci::run(settings, printer))?,
        Settings::Verify(settings) => return block_on(verify::run(settings, printer))?,
        Settings::Diff { before, after } => return Ok(runs::diff(&before, &after, printer)?),
        Settings::Flakes(files) => return Ok(runs::flakes(&files, printer)?),
        Settings::Attach(settings) => block_on(attach::run(settings, printer))??,
        Settings::Extension(settings) => extension::run(&settings, printer)?,
        Settings::Watch(settings) => block_on(watch::run(settings, printer))??,
        Settings::Hook(settings) => block_on(hook::run(settings, printer))?,
        Settings::Doctor(settings) => return Ok(block_on(doctor::run(settings, printer))?),
    }
    Ok(ExitCode::SUCCESS)
}

/// One thread is enough for all we do, and the quickest to start.
fn block_on<T>(command: impl Future<Output = T>) -> io::Result<T> {
    let runtime: Runtime = Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(command);
    // Standard input is read by a thread that may be waiting for a line that never comes; do not wait for it.
    runtime.shutdown_background();
    Ok(result)
}
