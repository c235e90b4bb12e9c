//! The only writer to standard output and standard error.
//!
//! While MCP runs on stdio, standard output belongs to the protocol: everything for people goes to standard error,
//! except the answer of a command that was asked for one. A closed terminal is not worth failing for.

use std::error::Error;
use std::io::{self, IsTerminal, Write};

use gasoline_server::VERSION;

use crate::failure::describe;

/// Says things to people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printer;

impl Printer {
    /// What a command was asked for.
    pub(crate) fn answer(self, text: &str) {
        writeln!(io::stdout(), "{text}").ok();
    }

    /// Whether answers may be coloured: a person reads them, and did not ask for none.
    pub(crate) fn has_colours(self) -> bool {
        io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
    }

    /// One line of many; false when nobody reads them any more.
    pub(crate) fn line(self, text: &str) -> bool {
        let mut stdout = io::stdout().lock();
        writeln!(stdout, "{text}").and_then(|()| stdout.flush()).is_ok()
    }

    /// Hands standard output over to the protocol. From then on there is nothing to [`answer`](Self::answer).
    pub(crate) fn protocol(self) -> tokio::io::Stdout {
        tokio::io::stdout()
    }

    /// Something a person should know although all goes on.
    pub(crate) fn warning(self, text: &str) {
        writeln!(io::stderr(), "gasoline: {text}").ok();
    }

    /// Why the program ends, and what can be done.
    pub(crate) fn failure(self, error: &(dyn Error + 'static), hint: Option<&str>) {
        let mut stderr = io::stderr().lock();
        writeln!(stderr, "error: {}", describe(error)).ok();
        if let Some(hint) = hint {
            writeln!(stderr, "hint: {hint}").ok();
        }
    }

    /// Help, version or a mistake on the command line, as clap words and colours it.
    pub(crate) fn usage(self, error: &clap::Error) {
        error.print().ok();
    }

    /// From now on shows what the server's parts log. Warnings only: below that, libraries log whole messages.
    pub(crate) fn show_log(self) {
        let log = tracing_subscriber::fmt().with_writer(io::stderr);
        log.with_max_level(tracing::Level::WARN).init();
    }

    /// That a browser is captured from now on.
    pub(crate) fn capturing(self, browser: &str, port: u16) {
        writeln!(io::stderr(), "gasoline {VERSION} capturing {browser} for http://127.0.0.1:{port}").ok();
    }

    /// That a saved capture can be read.
    pub(crate) fn serving(self, port: u16) {
        let url = format!("http://127.0.0.1:{port}");
        writeln!(
            io::stderr(),
            "gasoline {VERSION} listening on {url}, MCP on {url}/mcp; press Ctrl-C to stop"
        )
        .ok();
    }

    /// That the server is ready, and on a terminal what to do next.
    pub(crate) fn listening(self, port: u16) {
        let mut stderr = io::stderr().lock();
        writeln!(stderr, "gasoline {VERSION} listening on http://127.0.0.1:{port}").ok();
        if stderr.is_terminal() {
            writeln!(stderr, "\n{NEXT_STEPS}").ok();
        }
    }
}

const NEXT_STEPS: &str = "\
Next:
  1. Let your browser report here:  gasoline extension
  2. Let your editor read it:       gasoline mcp --help   (configuration to paste)
Press Ctrl-C to stop.";
