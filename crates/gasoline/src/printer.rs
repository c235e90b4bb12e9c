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

    /// A line for what changes while something runs, if a person watches.
    pub(crate) fn live_line(self) -> Option<LiveLine> {
        LivePlace::of(io::stdout().is_terminal(), io::stderr().is_terminal()).map(LiveLine::begin)
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

/// One line that is replaced again and again, and gone in the end.
#[derive(Debug)]
pub(crate) struct LiveLine {
    place: LivePlace,
}

/// Where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LivePlace {
    /// In the title of the terminal's window: another program draws on the terminal itself.
    Title,
    /// On standard error.
    Line,
}

impl LivePlace {
    fn of(is_output_terminal: bool, is_error_terminal: bool) -> Option<Self> {
        match (is_output_terminal, is_error_terminal) {
            (true, true) => Some(Self::Title),
            (false, true) => Some(Self::Line),
            (_, false) => None,
        }
    }

    /// What is written to put `text` there. `\x1b[22;0t` and `\x1b[23;0t` keep the title that was there and bring it back.
    fn begin(self) -> &'static str {
        if self == Self::Title { "\x1b[22;0t" } else { "" }
    }

    fn shown(self, text: &str) -> String {
        match self {
            Self::Title => format!("\x1b]0;{text}\x07"),
            Self::Line => format!("\r\x1b[2K{text}"),
        }
    }

    fn end(self) -> &'static str {
        if self == Self::Title { "\x1b[23;0t" } else { "\r\x1b[2K" }
    }
}

impl LiveLine {
    fn begin(place: LivePlace) -> Self {
        write(place.begin());
        Self { place }
    }

    /// Replaces what is shown. The text has no control characters.
    pub(crate) fn show(&self, text: &str) {
        write(&self.place.shown(text));
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        write(self.place.end());
    }
}

/// In one piece, so that what others write does not come between.
fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush()).ok();
}

const NEXT_STEPS: &str = "\
Next:
  1. Let your browser report here:  gasoline extension
  2. Let your editor read it:       gasoline mcp --help   (configuration to paste)
Press Ctrl-C to stop.";

/// A page's text in one line: it must not steer a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_live_line_is_where_nothing_else_is_drawn_and_in_no_log() {
        let written = |output, error| {
            LivePlace::of(output, error)
                .map(|place| format!("{}{}{}", place.begin(), place.shown("3 tests"), place.end()))
        };
        assert_eq!(written(true, true).as_deref(), Some("\x1b[22;0t\x1b]0;3 tests\x07\x1b[23;0t"));
        assert_eq!(written(false, true).as_deref(), Some("\r\x1b[2K3 tests\r\x1b[2K"));
        assert_eq!((written(true, false), written(false, false)), (None, None));
    }
}
