//! The `gasoline` binary: the only crate that prints, reads the environment, or chooses an exit status.
//!
//! Reading order: [`args`] is what was typed, [`settings`] what it means, [`commands`] what is done about it.
//! [`server`] sees servers from outside, [`bridge`] carries MCP between stdio and one of them, [`attach`] captures a browser
//! from outside, [`project`] reads `gasoline.toml`, [`doctor`] looks for what is broken between browser and agent,
//! [`watch`] and [`hook`] tell of events where models listen.

mod args;
mod attach;
mod bridge;
mod bundle;
mod commands;
mod doctor;
mod failure;
mod hook;
mod maker;
mod match_pattern;
mod otlp;
mod printer;
mod project;
mod run_folder;
mod saved_files;
mod server;
mod server_client;
mod settings;
mod watch;

use std::process::ExitCode;

use clap::Parser;
use gasoline_server::platform;

use crate::args::Args;
use crate::failure::Hint;
use crate::printer::Printer;

fn main() -> ExitCode {
    platform::configure_allocator();
    let printer = Printer;
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            printer.usage(&error);
            return u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
        }
    };
    match commands::run(args, printer) {
        Ok(status) => status,
        Err(error) => {
            printer.failure(&error, error.hint().as_deref());
            error.status()
        }
    }
}
