//! Measures what users would notice: ingest, reading, clearing, tool calls, memory and start.
//!
//! Machines differ and are noisy, so throughput is compared, within one run and in alternating rounds, with small
//! reference servers that do a known part of the work ([`references`]). Everything goes through the product's public
//! surface: its binary, its HTTP routes, its MCP. Only loopback is used.
//!
//! Prints one JSON line a figure, then a table. Fails only when a figure is worse than three times its limit.

mod arguments;
mod batch;
mod bench;
mod bridge;
mod connection;
mod drawing;
mod effort;
mod figure;
mod figures;
mod load;
mod mcp;
mod noise;
mod process;
mod references;
mod report;
mod samples;
mod sender;
mod system;

use std::process::ExitCode;

use anyhow::bail;
use clap::Parser;

use arguments::{Arguments, Command};
use bench::Bench;

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    // One thread each for load and server: that is what a two-core machine has, and what the product uses.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        tokio::select! {
            result = run(arguments) => result,
            // Leaving this way drops `run` and with it every child process.
            () = system::stop_requested() => bail!("stopped by a signal"),
        }
    })
}

async fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        Some(Command::Serve { port, server }) => {
            references::serve(server, port).await?;
            Ok(ExitCode::SUCCESS)
        }
        None => {
            let bench = Bench::new(&arguments)?;
            figures::measure_all(&bench, &arguments).await
        }
    }
}
