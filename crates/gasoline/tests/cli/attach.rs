//! `gasoline attach` as people meet it before there is a browser.

use std::process::{Output, Stdio};

use crate::http::server_pid;
use crate::scratch::Scratch;

fn attach(scratch: &Scratch, arguments: &[&str]) -> Output {
    let arguments = [&["attach"], arguments].concat();
    scratch.gasoline(&arguments).stdin(Stdio::null()).output().unwrap()
}

fn errors(output: &Output) -> String {
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn it_wants_exactly_one_browser() {
    let scratch = Scratch::new();
    for arguments in [
        &[][..],
        &["--cdp", "9222", "--launch", "chrome"],
        &["--cdp", "9222", "--headless"],
        &["--cdp", "9222", "--", "x"],
    ] {
        let output = attach(&scratch, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", errors(&output));
    }
    let output = attach(&scratch, &["--cdp", "https://localhost:9222"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("a debugging port speaks neither `https` nor `wss`"));
    assert_eq!(server_pid(scratch.port), None, "a mistake on the command line starts nothing");
}

#[test]
fn without_a_browser_it_starts_the_server_waits_and_says_what_to_do() {
    let scratch = Scratch::new();
    // The server's own port is one on which no browser answers.
    let port = scratch.port.to_string();
    let output = attach(&scratch, &["--cdp", &port, "--wait", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = errors(&output);
    let lines: Vec<_> = errors.lines().map(|line| line.replace(&port, "PORT")).collect();
    insta::assert_snapshot!(lines.join("\n"), @r#"
    gasoline: waiting up to 1 s for a browser that can be debugged at http://127.0.0.1:PORT
    error: no browser can be debugged at `http://127.0.0.1:PORT` after 1 s: it answered with status 404: {"error":"no such route: /json/version"}
    hint: start the browser with `--remote-debugging-port=PORT --user-data-dir=DIR`, wait longer with `--wait SECONDS`, or let gasoline start it with `--launch CHROME`
    "#);
    assert!(server_pid(scratch.port).is_some());
}

#[test]
fn a_program_that_is_no_browser_is_told_apart() {
    let scratch = Scratch::new();
    let output = attach(&scratch, &["--launch", "/nonexistent/chrome"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(errors(&output), @r"
    error: cannot start `/nonexistent/chrome`: No such file or directory (os error 2)
    hint: name a Chrome or Chromium program with `--launch`
    ");
    let output = attach(&scratch, &["--launch", "false"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(errors(&output), @r"
    error: the browser ended with exit status: 1 before it could be captured
    hint: without a screen add `--headless`; as root or in a container pass `-- --no-sandbox`
    ");
}
