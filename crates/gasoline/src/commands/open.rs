//! `gasoline open FILE` and `gasoline mcp --file FILE`: a saved capture, served like a running server.

use std::path::PathBuf;

use gasoline_server::app::SavedCapture;
use gasoline_server::ids::SystemIds;
use gasoline_server::platform::stop_signal;
use gasoline_server::{ReadError, RunningServer};
use thiserror::Error;

use super::CommandError;
use crate::bridge;
use crate::failure::Hint;
use crate::printer::Printer;
use crate::saved_files::{self, FileError};
use crate::server::Supply;
use crate::server_client::ServerClient;
use crate::settings::OpenSettings;

/// Why a capture could not be opened.
#[derive(Debug, Error)]
pub(crate) enum OpenError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("cannot open `{}`", path.display())]
    Content {
        path: PathBuf,
        #[source]
        source: ReadError,
    },
}

impl Hint for OpenError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Content { source: ReadError::Newer { .. }, .. } => {
                Some("update this program to open it".to_owned())
            }
            Self::Content { .. } | Self::File(FileError::TooLarge { .. }) => Some(
                "save one with `curl -OJ http://127.0.0.1:7890/export/capture` while gasoline runs"
                    .to_owned(),
            ),
            Self::File(_) => None,
        }
    }
}

/// Serves a saved capture until told to stop.
pub(super) async fn run(settings: OpenSettings, printer: Printer) -> Result<(), CommandError> {
    printer.show_log();
    let stop = stop_signal()?;
    let server = start(settings, printer).await?;
    printer.serving(server.port());
    server.run_until(stop).await;
    Ok(())
}

/// Speaks MCP on stdio about a saved capture until the editor leaves.
pub(super) async fn bridge(settings: OpenSettings, printer: Printer) -> Result<(), CommandError> {
    let stop = stop_signal()?;
    let server = start(settings, printer).await?;
    let supply = Supply::Own(ServerClient::new(server.port()));
    let (input, output) = (tokio::io::stdin(), printer.protocol());
    let conversation = async move {
        bridge::run(input, output, supply, printer, stop).await;
    };
    server.run_until(conversation).await;
    Ok(())
}

async fn start(settings: OpenSettings, printer: Printer) -> Result<RunningServer, CommandError> {
    let OpenSettings { file, options } = settings;
    let content = saved_files::read(&file).map_err(OpenError::from)?;
    let saved = SavedCapture::read(&content, &SystemIds)
        .map_err(|source| OpenError::Content { path: file.clone(), source })?;
    printer.warning(&format!("`{}`: {}", file.display(), saved.summary()));
    for damage in &saved.damages.told {
        printer.warning(&format!("damaged: {damage}"));
    }
    Ok(gasoline_server::open(options, saved).await?)
}
