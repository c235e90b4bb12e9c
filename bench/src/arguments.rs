//! The command line, as types.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::figures::Group;
use crate::references::Reference;

/// Measure gasoline against reference servers
#[derive(Debug, Parser)]
#[command(name = "gasoline-bench")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Short windows and few repetitions: shows that everything runs, not how fast
    #[arg(long)]
    pub(crate) quick: bool,
    /// A full minute of overload
    #[arg(long, conflicts_with = "quick")]
    pub(crate) soak: bool,
    /// Measure only this group; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<Group>,
    /// The binary to measure [default: `gasoline` beside this program]
    #[arg(long, value_name = "PATH")]
    pub(crate) binary: Option<PathBuf>,
    /// Append the JSON lines to this file too
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run one reference server; the bench starts these itself
    Serve {
        /// Port on 127.0.0.1
        #[arg(long, global = true, default_value_t = 0)]
        port: u16,
        #[command(subcommand)]
        server: Reference,
    },
}
