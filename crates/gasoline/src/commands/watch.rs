//! `gasoline watch`: one line for each significant event, until Ctrl-C.

use std::time::{Duration, Instant};

use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};
use thiserror::Error;

use super::CommandError;
use crate::bridge::{Messages, StreamError};
use crate::failure::Hint;
use crate::printer::Printer;
use crate::server_client::{ServerClient, ServerClientError};
use crate::settings::{Format, WatchSettings};
use crate::watch::{Pace, json_line, text_line};

/// Pause before a lost stream is opened again.
const PAUSE: Duration = Duration::from_secs(1);

/// Why there is nothing to watch.
#[derive(Debug, Error)]
pub(crate) enum WatchError {
    #[error(transparent)]
    Server(#[from] ServerClientError),
    #[error("the server on port `{port}` answered with status {status}")]
    Refused { port: u16, status: StatusCode },
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl Hint for WatchError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Server(ServerClientError::Refused { .. }) => {
                Some("start `gasoline`, or name its port with `--port`".to_owned())
            }
            Self::Refused { .. } => Some("update the server: it may be older than this program".to_owned()),
            _ => None,
        }
    }
}

/// Prints events. A server that was there and went away is waited for; one that never was is an error.
pub(super) async fn run(settings: WatchSettings, printer: Printer) -> Result<(), CommandError> {
    let client = ServerClient::new(settings.port);
    let mut watcher = Watcher {
        printer,
        format: settings.format,
        pace: Pace::default(),
        begun: Instant::now(),
        last: None,
    };
    let mut is_new = true;
    loop {
        match open(&client, watcher.last.as_ref()).await {
            Ok(messages) => {
                if !watcher.follow(messages).await {
                    return Ok(());
                }
                is_new = false;
                printer.warning("the server is gone; waiting for it");
            }
            Err(error) if is_new => return Err(error.into()),
            Err(_) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn open(client: &ServerClient, last: Option<&HeaderValue>) -> Result<Messages, WatchError> {
    let response = client.events(last).await?;
    if !response.status().is_success() {
        return Err(WatchError::Refused { port: client.port(), status: response.status() });
    }
    Ok(Messages::of(response))
}

struct Watcher {
    printer: Printer,
    format: Format,
    pace: Pace,
    begun: Instant,
    /// The last event that was read.
    last: Option<HeaderValue>,
}

impl Watcher {
    /// Prints what comes; false when nobody reads it any more.
    async fn follow(&mut self, mut messages: Messages) -> bool {
        loop {
            let due = self.pace.due_at();
            let opening = async {
                match due {
                    Some(due) => tokio::time::sleep(due.saturating_sub(self.begun.elapsed())).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = messages.next() => {
                    let Ok(Some(event)) = message else { return true };
                    if let Some(id) = event.id.and_then(|id| HeaderValue::try_from(id).ok()) {
                        self.last = Some(id);
                    }
                    if !self.show(&event.data) {
                        return false;
                    }
                }
                () = opening => if !self.show_held() { return false },
            }
        }
    }

    fn show(&mut self, data: &[u8]) -> bool {
        let Ok(event) = serde_json::from_slice::<Value>(data) else { return true };
        if event.get("message").is_none() {
            self.printer.warning("some events were missed while nobody was connected");
            return true;
        }
        if !self.pace.admits(self.begun.elapsed()) {
            return true;
        }
        self.printer.line(&match self.format {
            Format::Text => text_line(&event),
            Format::Json => json_line(&event),
        })
    }

    fn show_held(&mut self) -> bool {
        let Some(count) = self.pace.take_held(self.begun.elapsed()) else { return true };
        self.printer.line(&match self.format {
            Format::Text => format!("{count} more events; ask get_browser_errors"),
            Format::Json => json!({ "more": count }).to_string(),
        })
    }
}
