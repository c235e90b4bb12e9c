//! Bare `gasoline`: the server, and MCP on stdio if somebody speaks there.

use std::future::pending;

use gasoline_server::platform::{leave_session, process_end, standard_input_is_pipe, stop_signal};
use gasoline_server::{Outcome, RunningServer, ServerOptions, StartError};

use super::CommandError;
use crate::bridge::{self, Ended};
use crate::printer::Printer;
use crate::run_folder;
use crate::server::{Health, Occupant, Record, Supply, SupplyError, identify};
use crate::server_client::ServerClient;
use crate::settings::{Lifetime, ServeSettings};

/// Times a port may be found taken and, a moment later, free.
const ATTEMPTS: usize = 3;

/// Serves until told to stop.
pub(super) async fn run(settings: ServeSettings, printer: Printer) -> Result<(), CommandError> {
    if settings.lifetime == Lifetime::Background {
        leave_session();
    }
    printer.show_log();
    let record = Record::of(&settings.launch);
    let mut attempts_left = ATTEMPTS;
    loop {
        attempts_left -= 1;
        let predecessor = record.as_ref().and_then(Record::predecessor);
        let options = ServerOptions { predecessor, ..settings.launch.options.clone() };
        let port = match gasoline_server::start(options).await {
            Ok(server) => {
                if settings.until_exit.is_some() {
                    // The port is ours now, so is the folder of its runs.
                    run_folder::empty(settings.launch.options.spill.as_deref());
                }
                return serve(server, record, settings.until_exit, printer).await;
            }
            Err(StartError::PortInUse { port }) => port,
            Err(error) => return Err(error.into()),
        };
        match identify(&ServerClient::new(port)).await {
            Occupant::Gasoline(health) => return give_way(health, settings, printer).await,
            Occupant::Foreign(owner) => return Err(SupplyError::Foreign { port, owner }.into()),
            Occupant::Nobody if attempts_left > 0 => {}
            Occupant::Nobody => return Err(StartError::PortInUse { port }.into()),
        }
    }
}

async fn serve(
    server: RunningServer,
    record: Option<Record>,
    until_exit: Option<u32>,
    printer: Printer,
) -> Result<(), CommandError> {
    let signal = stop_signal()?;
    if let Some(record) = &record {
        record.begin(printer);
    }
    printer.listening(server.port());
    let client_left = client_left(server.port(), printer);
    let stop = async move {
        tokio::select! {
            () = signal => {}
            () = client_left => {}
            () = owner_left(until_exit) => {}
        }
    };
    if server.run_until(stop).await == Outcome::Idle {
        printer.warning("stopped: no MCP client and no new data for a while");
    }
    if let Some(record) = &record {
        record.end();
    }
    Ok(())
}

/// Completes when the process has ended that the server belongs to, if it belongs to one.
async fn owner_left(process: Option<u32>) {
    match process {
        Some(process) => process_end(process).await,
        None => pending().await,
    }
}

/// Speaks MCP on stdio. Completes only after a client came and left: input that ends without a handshake means
/// that nobody was there, as in a CI job, and the server goes on.
async fn client_left(port: u16, printer: Printer) {
    if !standard_input_is_pipe() {
        return pending().await;
    }
    let supply = Supply::Own(ServerClient::new(port));
    let (input, output) = (tokio::io::stdin(), printer.protocol());
    match bridge::run(input, output, supply, printer, pending()).await {
        Ended::AfterHandshake => {}
        Ended::WithoutHandshake => pending().await,
    }
}

/// What to do when a server of ours already holds the port.
async fn give_way(health: Health, settings: ServeSettings, printer: Printer) -> Result<(), CommandError> {
    let port = settings.launch.options.port;
    if settings.lifetime == Lifetime::Background {
        // Two bridges started a server at once, and the other one was quicker.
        return Ok(());
    }
    if !standard_input_is_pipe() {
        return Err(CommandError::AlreadyRunning { port, health });
    }
    printer.warning(&format!("{health} already serves port {port}; using it"));
    let supply = Supply::Shared { launch: settings.launch, printer, site: None };
    let (input, output) = (tokio::io::stdin(), printer.protocol());
    match bridge::run(input, output, supply, printer, stop_signal()?).await {
        Ended::AfterHandshake => Ok(()),
        Ended::WithoutHandshake => Err(CommandError::AlreadyRunning { port, health }),
    }
}
