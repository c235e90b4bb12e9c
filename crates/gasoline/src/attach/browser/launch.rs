//! A browser of our own: started with a profile that nobody else uses, ended and cleaned up after.
//!
//! Debugged through a port of the system's choosing rather than through inherited pipes, which only Unix can hand
//! over. The browser writes the port into its profile, where only this user can read it.

use std::ffi::OsStr;
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

/// How long a browser may take to end by itself before it is killed.
const SLOWEST_END: Duration = Duration::from_secs(5);

/// Pause between two looks.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How much of what the browser said an error repeats.
const LAST_WORDS_BYTES: usize = 2 * 1024;

/// Attempts to remove the profile: processes of the browser may still write after it has ended.
const REMOVALS: usize = 50;

/// What only we can tell the browser, or we would not find it.
const OWN_FLAGS: [&str; 3] = ["--user-data-dir", "--remote-debugging-port", "--remote-debugging-pipe"];

/// The file in which the browser leaves its port.
const PORT_FILE: &str = "DevToolsActivePort";

/// Why a browser could not be started.
#[derive(Debug, Error)]
pub(crate) enum LaunchedError {
    #[error(
        "`{flag}` cannot be given to a browser that is started here: it has a profile and a debugging port of its own"
    )]
    OwnFlag { flag: &'static str },
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
    #[error("the browser opened no debugging port within {} s{last_words}", waited.as_secs())]
    Silent { waited: Duration, last_words: String },
}

impl Hint for LaunchedError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::OwnFlag { .. } => Some(
                "start the browser yourself with `--remote-debugging-port=9222 --user-data-dir=DIR`, and capture it \
                 with `gasoline attach --cdp 9222`"
                    .to_owned(),
            ),
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
    last_words: LastWords,
    /// What it is to show, which is opened once it is captured.
    pub(crate) pages: Vec<String>,
}

/// How a browser of ours comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It was asked to end, or has gone.
    ByItself,
    /// Nobody could ask it.
    Killed,
}

impl Launched {
    /// Starts the browser.
    pub(crate) fn start(launch: &BrowserLaunch) -> Result<Self, LaunchedError> {
        let (flags, pages) = start_pages::split(&launch.arguments);
        if let Some(flag) = flags.iter().find_map(|flag| own_flag(flag)) {
            return Err(LaunchedError::OwnFlag { flag });
        }
        let profile = tempfile::Builder::new().prefix("gasoline-browser-").tempdir();
        let profile = profile.map_err(LaunchedError::Profile)?;
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
        Ok(Self { child, profile, last_words, pages })
    }

    /// Waits until it can be debugged. A browser on a loaded machine takes seconds.
    pub(crate) async fn address(&mut self, patience: Duration) -> Result<DebugAddress, LaunchedError> {
        let started = Instant::now();
        loop {
            if let Some(address) = read_port(&self.profile.path().join(PORT_FILE)) {
                return Ok(address);
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(LaunchedError::Ended { status, last_words: self.last_words.quoted() });
            }
            let waited = started.elapsed();
            if waited > patience {
                return Err(LaunchedError::Silent { waited, last_words: self.last_words.quoted() });
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits until the browser ends by itself, or ends it, and removes its profile.
    pub(crate) async fn end(mut self, ending: Ending, printer: Printer) {
        let patience = if ending == Ending::Killed { Duration::ZERO } else { SLOWEST_END };
        if tokio::time::timeout(patience, self.child.wait()).await.is_err() {
            self.child.kill().await.ok();
        }
        let path = self.profile.keep();
        if let Err(error) = remove(&path).await {
            printer.warning(&format!("the browser's profile `{}` remains: {error}", path.display()));
        }
    }
}

/// Which of our own flags this is.
fn own_flag(flag: &OsStr) -> Option<&'static str> {
    let flag = flag.to_string_lossy();
    let name = flag.split('=').next().unwrap_or_default();
    // Browsers take one dash for two.
    OWN_FLAGS.into_iter().find(|own| own.trim_start_matches('-') == name.trim_start_matches('-'))
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
