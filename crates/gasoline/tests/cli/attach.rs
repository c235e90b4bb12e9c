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
    let output = attach(&scratch, &["--cdp", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("port 0 lets the browser choose"));
    let output = attach(&scratch, &["--cdp", "9222", "--test-id", &"x".repeat(1_025)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("expected at most 1024 bytes"));
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

#[test]
fn a_flag_by_which_it_would_not_find_the_browser_is_refused() {
    let scratch = Scratch::new();
    for flag in ["--user-data-dir=/tmp/profile", "-remote-debugging-port=9222", "--remote-debugging-pipe"] {
        let output = attach(&scratch, &["--launch", "true", "--", flag]);
        assert_eq!(output.status.code(), Some(1), "{flag}");
        let name = flag.trim_start_matches('-').split('=').next().unwrap();
        let errors = errors(&output).replace(name, "FLAG");
        insta::allow_duplicates! {
            insta::assert_snapshot!(errors.lines().next().unwrap(), @"error: `--FLAG` cannot be given to a browser that is started here: it has a profile and a debugging port of its own");
        }
        assert!(errors.contains("hint: start the browser yourself"), "{errors}");
    }
}

/// A stand-in for a browser that never opens a port.
#[cfg(unix)]
#[test]
fn a_silent_browser_is_given_up_after_the_wait_and_leaves_nothing_behind() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new();
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("browser");
    std::fs::write(&program, "#!/bin/sh\nexec sleep 600\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let temporary = tempfile::tempdir().unwrap();
    let output = scratch
        .gasoline(&["attach", "--launch", program.to_str().unwrap(), "--wait", "1"])
        .env("TMPDIR", temporary.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(errors(&output), @r"
    error: the browser opened no debugging port within 1 s
    hint: without a screen add `--headless`; as root or in a container pass `-- --no-sandbox`
    ");
    let left: Vec<_> =
        std::fs::read_dir(temporary.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}
