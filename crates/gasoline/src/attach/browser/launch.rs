//! A browser of our own: started with a profile that nobody else uses, ended and cleaned up after.
//!
//! Debugged through a port of the system's choosing rather than through inherited pipes, which only Unix can hand
//! over. The browser writes the port into its profile, where only this user can read it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};

use super::{BrowserLaunch, Visibility, start_pages};
use crate::attach::cdp::DebugAddress;
use crate::failure::Hint;
use crate::printer::Printer;

/// A browser on a loaded machine takes seconds.
const SLOWEST_START: Duration = Duration::from_secs(60);

/// How long a browser may take to end by itself before it is killed.
const SLOWEST_END: Duration = Duration::from_secs(5);

/// Pause between two looks.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How much of what the browser said an error repeats.
const LAST_WORDS_BYTES: usize = 2 * 1024;

/// Attempts to remove the profile: processes of the browser may still write after it has ended.
const REMOVALS: usize = 50;

/// The file in which the browser leaves its port.
const PORT_FILE: &str = "DevToolsActivePort";

/// Why a browser could not be started.
#[derive(Debug, Error)]
pub(crate) enum LaunchedError {
    #[error("cannot make a folder for the browser's profile")]
    Profile(#[source] io::Error),
    #[error("cannot start `{}`", program.display())]
    Spawn {
        program: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("the browser ended with {status} before it could be captured{last_words}")]
    Ended { status: ExitStatus, last_words: String },
    #[error("the browser opened no debugging port within {} s{last_words}", SLOWEST_START.as_secs())]
    Silent { last_words: String },
}

impl Hint for LaunchedError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Profile(_) => None,
            Self::Spawn { .. } => Some("name a Chrome or Chromium program with `--launch`".to_owned()),
            Self::Ended { .. } | Self::Silent { .. } => Some(
                "without a screen add `--headless`; as root or in a container pass `-- --no-sandbox`"
                    .to_owned(),
            ),
        }
    }
}

/// A browser we started.
#[derive(Debug)]
pub(crate) struct Launched {
    child: Child,
    profile: TempDir,
    pub(crate) address: DebugAddress,
    /// What it is to show, which is opened once it is captured.
    pub(crate) pages: Vec<String>,
}

impl Launched {
    /// Starts the browser and waits until it can be debugged.
    pub(crate) async fn start(launch: &BrowserLaunch) -> Result<Self, LaunchedError> {
        let profile = tempfile::Builder::new().prefix("gasoline-browser-").tempdir();
        let profile = profile.map_err(LaunchedError::Profile)?;
        let (flags, pages) = start_pages::split(&launch.arguments);
        let mut command = command(launch, profile.path());
        command.args(flags);
        if !pages.is_empty() {
            command.arg(start_pages::EMPTY_PAGE);
        }
        let spawned = command.spawn();
        let mut child =
            spawned.map_err(|source| LaunchedError::Spawn { program: launch.program.clone(), source })?;
        let last_words = LastWords::default();
        if let Some(errors) = child.stderr.take() {
            tokio::spawn(last_words.clone().listen(errors));
        }
        let address = wait_for_port(&mut child, profile.path(), &last_words).await?;
        Ok(Self { child, profile, address, pages })
    }

    /// Waits until the browser ends by itself, or ends it, and removes its profile.
    pub(crate) async fn end(mut self, printer: Printer) {
        if tokio::time::timeout(SLOWEST_END, self.child.wait()).await.is_err() {
            self.child.kill().await.ok();
        }
        let path = self.profile.keep();
        if let Err(error) = remove(&path).await {
            printer.warning(&format!("the browser's profile `{}` remains: {error}", path.display()));
        }
    }
}

fn command(launch: &BrowserLaunch, profile: &Path) -> Command {
    let mut command = Command::new(&launch.program);
    let mut user_data = std::ffi::OsString::from("--user-data-dir=");
    user_data.push(profile);
    command
        .arg(user_data)
        .args(["--remote-debugging-port=0", "--no-first-run", "--no-default-browser-check"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    if launch.visibility == Visibility::Headless {
        command.arg("--headless=new");
    }
    // Ctrl-C is for us: the browser ends after everything it said has been delivered.
    #[cfg(unix)]
    command.process_group(0);
    command
}

async fn wait_for_port(
    child: &mut Child,
    profile: &Path,
    last_words: &LastWords,
) -> Result<DebugAddress, LaunchedError> {
    let started = Instant::now();
    loop {
        if let Some(address) = read_port(&profile.join(PORT_FILE)) {
            return Ok(address);
        }
        if let Ok(Some(status)) = child.try_wait() {
            return Err(LaunchedError::Ended { status, last_words: last_words.quoted() });
        }
        if started.elapsed() > SLOWEST_START {
            return Err(LaunchedError::Silent { last_words: last_words.quoted() });
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Two lines: the port, and the path of the socket. `None` while they are being written.
fn read_port(file: &Path) -> Option<DebugAddress> {
    let text = fs::read_to_string(file).ok()?;
    let (port, path) = text.split_once('\n')?;
    let path = path.trim_end();
    if !path.starts_with("/devtools/browser/") {
        return None;
    }
    format!("ws://127.0.0.1:{port}{path}").parse().ok()
}

async fn remove(profile: &Path) -> io::Result<()> {
    for _ in 1..REMOVALS {
        match fs::remove_dir_all(profile) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            _ => return Ok(()),
        }
    }
    fs::remove_dir_all(profile)
}

/// The end of what the browser wrote to standard error. It is read to its end, or the browser would block.
#[derive(Clone, Debug, Default)]
struct LastWords(Arc<Mutex<Vec<u8>>>);

impl LastWords {
    async fn listen(self, mut errors: impl AsyncRead + Unpin) {
        let mut buffer = [0; 1024];
        while let Ok(count) = errors.read(&mut buffer).await
            && count > 0
        {
            let mut words = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            words.extend(buffer.iter().take(count));
            let surplus = words.len().saturating_sub(LAST_WORDS_BYTES);
            words.drain(..surplus);
        }
    }

    fn quoted(&self) -> String {
        let words = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&words);
        let text = text.trim();
        if text.is_empty() { String::new() } else { format!(", saying: {text}") }
    }
}
