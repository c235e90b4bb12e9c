//! A bare `gasoline` process that nobody speaks to on stdio.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, Stdio};

use crate::scratch::Scratch;

/// The process. Killed with the test.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) errors: BufReader<ChildStderr>,
}

impl Server {
    /// Starts one and waits for its first line.
    pub(crate) fn start(scratch: &Scratch, arguments: &[&str]) -> (Self, String) {
        let mut child = scratch
            .gasoline(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        errors.read_line(&mut line).unwrap();
        (Self { child, errors }, line)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
