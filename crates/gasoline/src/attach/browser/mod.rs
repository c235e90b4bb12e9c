//! The browser to capture: one that runs already, or one started for this.

mod discovery;
mod launch;
mod start_pages;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use thiserror::Error;

pub(crate) use self::discovery::DiscoveryError;
pub(crate) use self::launch::{Ending, Launched, LaunchedError};
pub(crate) use self::start_pages::EMPTY_PAGE;
use super::cdp::{Client, DebugAddress, Events};
use crate::failure::Hint;
use crate::printer::Printer;

/// Pause between two attempts to reach a browser that is not there yet.
const PAUSE: Duration = Duration::from_millis(100);

/// Where the browser comes from.
#[derive(Clone, Debug)]
pub(crate) enum BrowserSource {
    /// It runs, or will soon.
    Running(DebugAddress),
    /// It is started, and ended with us.
    Launch(BrowserLaunch),
}

/// How to start a browser.
#[derive(Clone, Debug)]
pub(crate) struct BrowserLaunch {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) visibility: Visibility,
}

/// Whether the browser shows its windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    Headful,
    Headless,
}

/// Why there is no browser to capture.
#[derive(Debug, Error)]
pub(crate) enum BrowserError {
    #[error("no browser can be debugged at `{address}` after {} s", waited.as_secs())]
    NotThere {
        address: DebugAddress,
        waited: Duration,
        #[source]
        source: Box<DiscoveryError>,
    },
    #[error(transparent)]
    Launch(#[from] LaunchedError),
}

impl Hint for BrowserError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::NotThere { .. } => Some(
                "start the browser with `--remote-debugging-port=PORT --user-data-dir=DIR`, wait longer with \
                 `--wait SECONDS`, or let gasoline start it with `--launch CHROME`"
                    .to_owned(),
            ),
            Self::Launch(error) => error.hint(),
        }
    }
}

/// Connects to the browser at `address`, waiting up to `patience` for it to come.
pub(crate) async fn join(
    address: &DebugAddress,
    patience: Duration,
    printer: Printer,
) -> Result<(Client, Events), BrowserError> {
    let started = Instant::now();
    let mut told = false;
    loop {
        let source = match discovery::connect(address).await {
            Ok(connection) => return Ok(connection),
            Err(error) => Box::new(error),
        };
        let waited = started.elapsed();
        if waited >= patience {
            return Err(BrowserError::NotThere { address: address.clone(), waited, source });
        }
        if !told {
            told = true;
            printer.warning(&format!(
                "waiting up to {} s for a browser that can be debugged at {address}",
                patience.as_secs()
            ));
        }
        tokio::time::sleep(PAUSE.min(patience - waited)).await;
    }
}

/// Connects once, without waiting.
pub(crate) async fn rejoin(address: &DebugAddress) -> Option<(Client, Events)> {
    discovery::connect(address).await.ok()
}
