//! Starts a server in the background and waits until it answers.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use gasoline_server::platform::{append_to_private_file, create_private_folder, prepare_background};
use gasoline_server::{AnswerForm, ServerOptions, ToolProfile};
use thiserror::Error;
use tokio::process::{Child, Command};

use super::health::Health;
use super::occupant::{Occupant, identify};
use crate::server_client::ServerClient;

/// A server is up in milliseconds; this is for a machine that swaps.
const SLOWEST_START: Duration = Duration::from_secs(10);

/// Pause between two looks at the port. A refused connection costs next to nothing, and somebody is waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A log this long is started anew: it is for the question why the last server died, not for history.
const MAX_LOG_BYTES: u64 = 1024 * 1024;

/// How much of the log an error repeats.
const LOG_TAIL_BYTES: u64 = 2 * 1024;

/// How a background server is started.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// What it is told.
    pub(crate) options: ServerOptions,
    /// Folder for its log; without one it logs nowhere.
    pub(crate) log_folder: Option<PathBuf>,
}

/// Why there is no server although one was started.
#[derive(Debug, Error)]
pub(crate) enum LaunchError {
    #[error("cannot start the server in the background")]
    Spawn(#[source] io::Error),
    #[error("the server in the background ended with {status}{}", tail(log.as_deref()))]
    Ended { status: std::process::ExitStatus, log: Option<PathBuf> },
    #[error(
        "the server in the background did not answer within {} s{}",
        SLOWEST_START.as_secs(),
        tail(log.as_deref())
    )]
    Silent { log: Option<PathBuf> },
}

impl LaunchError {
    /// The file that tells more.
    pub(crate) fn log(&self) -> Option<&Path> {
        match self {
            Self::Spawn(_) => None,
            Self::Ended { log, .. } | Self::Silent { log } => log.as_deref(),
        }
    }
}

impl Launch {
    /// Starts a server and waits until one answers on the port: this one, or that of another process which was
    /// quicker. Only one of them can bind the port, so the port itself decides.
    pub(crate) async fn run(&self, endpoint: &ServerClient) -> Result<(), LaunchError> {
        let log = self.log_folder.as_deref().and_then(|folder| self.open_log(folder).ok());
        let (log, stderr) = log.map_or((None, Stdio::null()), |(path, file)| (Some(path), Stdio::from(file)));
        let child = self.spawn(stderr).map_err(LaunchError::Spawn)?;
        self.wait(child, endpoint, log).await
    }

    fn spawn(&self, stderr: Stdio) -> io::Result<Child> {
        let mut command = std::process::Command::new(std::env::current_exe()?);
        command.args(self.arguments()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr);
        if let Some(token) = &self.options.token {
            // Not as an argument: those can be read by every user of the machine.
            command.env("GASOLINE_TOKEN", token);
        }
        if let Some(folder) = &self.log_folder {
            // A process keeps its folder from being removed; the one we were started in is not ours to keep.
            command.current_dir(folder);
        }
        prepare_background(&mut command);
        Command::from(command).spawn()
    }

    fn arguments(&self) -> Vec<OsString> {
        let mut arguments = vec!["--background".into()];
        arguments.extend(self.options.missing_options.iter().flat_map(|name| {
            // In one word, because the value looks like an option itself.
            [OsString::from(format!("--missing-option={name}"))]
        }));
        arguments.extend(self.typed());
        arguments
    }

    /// The options as they are typed, but for those that are secret.
    pub(super) fn typed(&self) -> Vec<OsString> {
        let options = &self.options;
        let mut arguments = Vec::new();
        let mut push = |flag: &str, value: &dyn ToString| {
            arguments.push(flag.into());
            arguments.push(value.to_string().into());
        };
        push("--port", &options.port);
        push("--max-entries", &options.max_entries);
        if let Some(host) = &options.host {
            push("--host", host);
        }
        for host in &options.allow_hosts {
            push("--allow-host", host);
        }
        for origin in &options.allow_origins {
            push("--allow-origin", origin);
        }
        if options.tools == ToolProfile::Core {
            push("--tools", &"core");
        }
        if options.answers == AnswerForm::TextAndStructure {
            arguments.push("--structured".into());
        }
        let paths = [
            ("--spill", &options.spill),
            ("--log-file", &options.log_file),
            ("--config", &options.project.file),
        ];
        for (flag, path) in paths {
            if let Some(path) = path {
                arguments.extend([flag.into(), path.into()]);
            }
        }
        arguments
    }

    async fn wait(
        &self,
        mut child: Child,
        endpoint: &ServerClient,
        log: Option<PathBuf>,
    ) -> Result<(), LaunchError> {
        let started = Instant::now();
        loop {
            match identify(endpoint).await {
                Occupant::Nobody => {}
                Occupant::Gasoline(health) => {
                    end_if_too_late(child, &health);
                    return Ok(());
                }
                // The caller looks at the port again anyway.
                Occupant::Foreign(_) => return Ok(()),
            }
            // A server that found the port taken by its like ends in peace; then the other one is about to answer.
            if let Ok(Some(status)) = child.try_wait()
                && !status.success()
            {
                return Err(LaunchError::Ended { status, log });
            }
            if started.elapsed() > SLOWEST_START {
                return Err(LaunchError::Silent { log });
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    fn open_log(&self, folder: &Path) -> io::Result<(PathBuf, File)> {
        create_private_folder(folder)?;
        let path = folder.join(format!("server-{}.log", self.options.port));
        if fs::metadata(&path).is_ok_and(|metadata| metadata.len() > MAX_LOG_BYTES) {
            fs::remove_file(&path)?;
        }
        let file = append_to_private_file(&path)?;
        Ok((path, file))
    }
}

/// Ends a server that came too late, before it finds the port free some other day.
fn end_if_too_late(mut child: Child, quicker: &Health) {
    if child.id() != Some(quicker.pid) {
        // It has usually ended by itself.
        child.start_kill().ok();
    }
}

/// The end of the log, if there is any.
fn tail(log: Option<&Path>) -> String {
    let text = log.and_then(|log| read_tail(log).ok()).unwrap_or_default();
    let text = text.trim();
    if text.is_empty() { String::new() } else { format!(", saying: {text}") }
}

fn read_tail(log: &Path) -> io::Result<String> {
    let mut file = File::open(log)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LOG_TAIL_BYTES)))?;
    let mut tail = Vec::new();
    file.take(LOG_TAIL_BYTES).read_to_end(&mut tail)?;
    Ok(String::from_utf8_lossy(&tail).into_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Args;
    use crate::project::Project;
    use crate::settings::{Lifetime, ServeSettings, Settings};

    #[test]
    fn the_server_understands_its_arguments_as_they_were_meant() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gasoline.toml");
        fs::write(&file, "sites = ['https://dev.example.com']\nsensitive-names = ['badge']").unwrap();
        let options = ServerOptions {
            port: 1234,
            project: Project::load(Some(&file), folder.path()).unwrap().rules(),
            host: Some([192, 168, 1, 5].into()),
            token: None,
            allow_hosts: vec!["dev.example.com".into(), "other.example.com".into()],
            allow_origins: vec!["https://dev.example.com".into()],
            max_entries: 77,
            tools: ToolProfile::Core,
            answers: AnswerForm::TextAndStructure,
            made_by: Box::default(),
            spill: Some(std::path::absolute("records").unwrap()),
            log_file: Some(std::path::absolute("entries.jsonl").unwrap()),
            idle_limit: Some(Duration::from_secs(3_600)),
            browser_wait: Some(Duration::from_secs(3)),
            predecessor: None,
            missing_options: vec!["--token".into()],
            state_folder: None,
        };
        let launch = Launch { options, log_folder: None };
        let typed = [OsString::from("gasoline")].into_iter().chain(launch.arguments());
        let settings = Settings::resolve(Args::parse_from(typed)).unwrap();
        let Settings::Serve(ServeSettings { launch: understood, lifetime, .. }) = settings else {
            panic!("not a server: {settings:?}");
        };
        assert_eq!(lifetime, Lifetime::Background);
        let understood = ServerOptions { token: None, state_folder: None, ..understood.options };
        assert_eq!(format!("{understood:?}"), format!("{:?}", launch.options));
    }
}
