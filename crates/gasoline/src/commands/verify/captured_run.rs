//! One run of the command, captured by a server of its own, with an end to everything it started.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use bytes::Bytes;
use gasoline_server::platform::{begin_group, end_group, stop_signal};
use tempfile::TempDir;
use tokio::process::Child;

use super::super::{ci, report};
use super::VerifyError;
use crate::settings::VerifySettings;

/// A run that is over.
pub(super) struct CapturedRun {
    status: ExitStatus,
    /// What was captured, as a capture file.
    pub(super) capture: Bytes,
}

impl CapturedRun {
    pub(super) fn failed(&self) -> bool {
        !self.status.success()
    }

    /// How the command ended, in words.
    pub(super) fn ended(&self) -> String {
        ended(self.status)
    }
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(0) => "passed".to_owned(),
        Some(code) => format!("failed with exit status {code}"),
        None => "was ended by a signal".to_owned(),
    }
}

/// Runs the command as often as it is asked to.
pub(super) struct Runner<'s> {
    command: &'s [OsString],
    timeout: Duration,
    /// What the command's processes load.
    scripts: TempDir,
}

impl<'s> Runner<'s> {
    pub(super) fn new(settings: &'s VerifySettings) -> Result<Self, VerifyError> {
        let scripts = ci::prepared_folder().map_err(VerifyError::Prepare)?;
        Ok(Self { command: &settings.command, timeout: settings.timeout, scripts })
    }

    /// Runs it in the current folder.
    pub(super) async fn here(&self) -> Result<CapturedRun, VerifyError> {
        self.within(Path::new(".")).await
    }

    /// Runs it in a folder.
    pub(super) async fn within(&self, folder: &Path) -> Result<CapturedRun, VerifyError> {
        let records = tempfile::tempdir_in(self.scripts.path()).map_err(VerifyError::Prepare)?;
        let server = gasoline_server::start(ci::server_options(records.path())).await?;
        let mut command = ci::captured_command(self.command, self.scripts.path(), server.port());
        command.current_dir(folder);
        let name = self.command.first().cloned().unwrap_or_default();
        let status = self.watched(command, &name).await?;
        let capture = report::download(server.port()).await?;
        server.run_until(std::future::ready(())).await;
        Ok(CapturedRun { status, capture })
    }

    /// Runs a command line that prepares a folder.
    pub(super) async fn set_up(&self, line: &str, folder: &Path) -> Result<(), VerifyError> {
        let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut command = Command::new(shell);
        command.arg(option).arg(line).current_dir(folder);
        let status = self.watched(command, OsStr::new(line)).await?;
        if status.success() { Ok(()) } else { Err(VerifyError::Setup(ended(status))) }
    }

    /// Runs a command to its end, to ours, or to that of our patience; ends what it leaves behind.
    async fn watched(&self, mut command: Command, name: &OsStr) -> Result<ExitStatus, VerifyError> {
        let stop = stop_signal().map_err(VerifyError::Prepare)?;
        begin_group(&mut command);
        // A group of its own may not read from the terminal: it would be stopped and never end.
        command.stdin(Stdio::null());
        let failed = |source| VerifyError::Run { command: name.to_owned(), source };
        let mut child = tokio::process::Command::from(command).kill_on_drop(true).spawn().map_err(failed)?;
        let group = Group(child.id());
        let outcome = tokio::select! {
            status = child.wait() => status.map_err(failed),
            () = stop => Err(VerifyError::Stopped),
            () = tokio::time::sleep(self.timeout) => {
                Err(VerifyError::Hung { command: name.to_owned(), seconds: self.timeout.as_secs() })
            }
        };
        drop(group);
        reap(&mut child, outcome.is_err()).await;
        outcome
    }
}

/// Takes note of the end of a child that was ended.
async fn reap(child: &mut Child, was_ended: bool) {
    if was_ended {
        child.kill().await.ok();
    }
}

/// The processes that a command started; they end with this.
struct Group(Option<u32>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(pid) = self.0 {
            end_group(pid);
        }
    }
}
