//! Tells whether another program talks to us through standard input.

/// Whether standard input is a pipe or, as Node makes them, a socket: somebody may be about to speak.
/// A terminal, `/dev/null` and a file are not.
#[cfg(unix)]
pub fn standard_input_is_pipe() -> bool {
    use rustix::fs::FileType;

    rustix::fs::fstat(std::io::stdin()).is_ok_and(|status| {
        matches!(FileType::from_raw_mode(status.st_mode), FileType::Fifo | FileType::Socket)
    })
}

/// Whether standard input is something other than a console. The null device is told from a pipe only by
/// reading it, which ends at once and does no harm.
#[cfg(not(unix))]
pub fn standard_input_is_pipe() -> bool {
    use std::io::IsTerminal;

    !std::io::stdin().is_terminal()
}
