//! One file per command, each one plain function from settings to an outcome.

mod attach;
mod ci;
mod doctor;
mod extension;
mod mcp;
mod open;
mod report;
mod report_view;
mod serve;

use std::io;
use std::process::ExitCode;

use gasoline_server::StartError;
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};

use self::ci::CiError;
use self::extension::ExtensionError;
use self::open::OpenError;
use self::report::ReportError;
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
    Ci(#[from] CiError),
    #[error(transparent)]
    Otlp(#[from] OtlpError),
}

impl CommandError {
    /// The exit status: 3 where there is no data to work on.
    pub(crate) fn status(&self) -> ExitCode {
        match self {
            Self::Settings(SettingsError::Project(_) | SettingsError::Otlp(_)) => ExitCode::from(2),
            Self::Open(_) => ExitCode::from(3),
            Self::Ci(error) => error.status(),
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
            Self::Ci(error) => error.hint(),
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
        Settings::Ci(settings) => return block_on(ci::run(settings, printer))?,
        Settings::Attach(settings) => block_on(attach::run(settings, printer))??,
        Settings::Extension(settings) => extension::run(&settings, printer)?,
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
