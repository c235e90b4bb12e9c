//! `gasoline mcp`: MCP on stdio for editors, always as a bridge to a server that many can share.

use std::io::{IsTerminal, stdin};

use gasoline_server::platform::stop_signal;

use super::CommandError;
use crate::bridge;
use crate::printer::Printer;
use crate::server::Supply;
use crate::settings::BridgeSettings;

/// Bridges until the editor leaves. Whatever goes wrong is told to the editor, as the answer to its request.
pub(super) async fn run(settings: BridgeSettings, printer: Printer) -> Result<(), CommandError> {
    if stdin().is_terminal() {
        printer.warning("waiting for an MCP client on standard input; see `gasoline mcp --help`");
    }
    let stop = stop_signal()?;
    let BridgeSettings { launch, site } = settings;
    let supply = Supply::Shared { launch, printer, site };
    bridge::run(tokio::io::stdin(), printer.protocol(), supply, printer, stop).await;
    Ok(())
}
