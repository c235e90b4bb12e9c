//! `gasoline watch`: events as lines.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::http::post_error;
use crate::scratch::Scratch;
use crate::server_process::Server;
use crate::wait::eventually;

struct Watch {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Watch {
    fn start(scratch: &Scratch, arguments: &[&str]) -> Self {
        let mut child =
            scratch.gasoline(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// The first line. Nothing tells when the stream is open, so errors are posted until one of them is printed.
    fn first(&mut self, port: u16) -> String {
        let is_printed = AtomicBool::new(false);
        let mut line = String::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut posted = 0;
                eventually("a line", || {
                    // Each is a new error: numbers alone would not make it one.
                    post_error(port, &format!("{}boom", "very ".repeat(posted)));
                    posted += 1;
                    is_printed.load(Ordering::Relaxed).then_some(())
                });
            });
            self.lines.read_line(&mut line).unwrap();
            is_printed.store(true, Ordering::Relaxed);
        });
        line
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn an_event_is_a_line() {
    let scratch = Scratch::new();
    let (_server, _) = Server::start(&scratch, &[]);
    let line = Watch::start(&scratch, &["watch"]).first(scratch.port);
    assert!(line.contains(" error errors \"New error: ") && line.contains("boom\""), "{line}");
}

#[test]
fn an_event_is_a_json_object() {
    let scratch = Scratch::new();
    let (_server, _) = Server::start(&scratch, &[]);
    let line = Watch::start(&scratch, &["watch", "--json"]).first(scratch.port);
    let event: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&event["category"], &event["severity"]), (&"errors".into(), &"error".into()));
}

#[test]
fn without_a_server_it_says_what_to_do() {
    let output = Scratch::new().gasoline(&["watch"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("hint: start `gasoline`"), "{errors}");
}
