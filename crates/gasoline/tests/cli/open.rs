//! `gasoline open` and `gasoline mcp --file`: saved captures as people and editors open them.

use std::io::{BufRead, Read};
use std::process::{Output, Stdio};

use serde_json::json;

use crate::http::{download, health, post, post_error, status_of};
use crate::mcp_process::McpProcess;
use crate::scratch::{Scratch, terminate};
use crate::server_process::Server;

/// A capture of a server that saw one error, in a file.
fn save(scratch: &Scratch) -> String {
    let (_server, _) = Server::start(scratch, &[]);
    post_error(scratch.port, "boom");
    post(scratch.port, "/test-boundary", &json!({"test_id": "t", "action": "end", "status": "failed"}));
    let path = scratch.path().join("x.gasoline");
    std::fs::write(&path, download(scratch.port, "/export/capture")).unwrap();
    path.to_str().unwrap().to_owned()
}

/// What is said on standard error, with everything that differs from run to run replaced.
fn plain(text: &str, scratch: &Scratch) -> String {
    let text = text.replace(scratch.path().to_str().unwrap(), "SCRATCH");
    let times = regex::Regex::new(r"\d{4}-\d\d-\d\dT[\d:.]+Z").unwrap();
    let ports = regex::Regex::new(r"127\.0\.0\.1:\d+").unwrap();
    let text = times.replace_all(&text, "TIME");
    ports.replace_all(&text, "127.0.0.1:PORT").replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

fn refused(scratch: &Scratch, arguments: &[&str]) -> (Option<i32>, String) {
    let output: Output = scratch.gasoline(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(output.stdout.is_empty(), "{output:?}");
    (output.status.code(), plain(&String::from_utf8(output.stderr).unwrap(), scratch))
}

#[test]
fn what_is_no_capture_is_status_three_and_says_why() {
    let scratch = Scratch::new();
    let path = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("empty"), "").unwrap();
    std::fs::write(path("page.html"), "<!doctype html>").unwrap();
    let mut told = String::new();
    for name in ["missing.gasoline", "", "empty", "page.html"] {
        let file = path(name);
        let (code, errors) = refused(&scratch, &["open", &file]);
        assert_eq!((code, &errors), (Some(3), &errors));
        let (code, over_stdio) = refused(&scratch, &["mcp", "--file", &file]);
        assert_eq!((code, over_stdio), (Some(3), errors.clone()));
        told.push_str(&errors);
    }
    insta::assert_snapshot!(told, @r"
    error: cannot read `SCRATCH/missing.gasoline`: No such file or directory (os error 2)
    error: cannot read `SCRATCH/`: Is a directory (os error 21)
    error: cannot open `SCRATCH/empty`: the file is empty
    hint: save one with `curl -OJ http://127.0.0.1:PORT/export/capture` while gasoline runs
    error: cannot open `SCRATCH/page.html`: this is not a Gasoline capture
    hint: save one with `curl -OJ http://127.0.0.1:PORT/export/capture` while gasoline runs
    ");
    assert_eq!(refused(&scratch, &["open"]).0, Some(2));
}

#[test]
fn an_opened_capture_is_served_on_a_free_port_and_cannot_be_changed() {
    let scratch = Scratch::new();
    let file = save(&scratch);
    // The usual port is taken: by the server that captures.
    let (_capturing, _) = Server::start(&scratch, &[]);
    let (mut opened, mut said) = Server::start(&scratch, &["open", &file]);
    opened.errors.read_line(&mut said).unwrap();
    insta::assert_snapshot!(plain(&said, &scratch), @r"
    gasoline: `SCRATCH/x.gasoline`: saved TIME by gasoline VERSION; entries: 1, tests: 1, pictures: 0
    gasoline VERSION listening on http://127.0.0.1:PORT, MCP on http://127.0.0.1:PORT/mcp; press Ctrl-C to stop
    ");
    let port = said.rsplit_once("127.0.0.1:").unwrap().1.split('/').next().unwrap().parse().unwrap();
    assert_ne!(port, scratch.port);
    assert_eq!(health(port).unwrap()["entries"], 1);
    assert!(download(port, "/snapshot").windows(4).any(|part| part == b"boom"));
    assert_eq!(status_of(port, "POST", "/logs"), 409);
    assert_eq!(status_of(port, "DELETE", "/logs"), 409);
    terminate(opened.child.id());
    let mut rest = String::new();
    opened.errors.read_to_string(&mut rest).unwrap();
    assert_eq!((opened.child.wait().unwrap().code(), rest.as_str()), (Some(0), ""));
}

#[test]
fn an_editors_agent_reads_a_saved_capture_and_is_told_of_damage() {
    let scratch = Scratch::new();
    let file = save(&scratch);
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp", "--file", &file]));
    assert!(bridge.call("get_browser_logs").contains("boom"));
    assert!(bridge.call("get_page_info").contains("this is a saved capture"));
    bridge.close_input();
    assert!(bridge.exit_status().success());
    assert_eq!(health(scratch.port), None, "no server is started for a file");

    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() - 30]).unwrap();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp", "--file", &file]));
    let answer = bridge.call("get_browser_logs");
    assert!(answer.contains("boom"), "{answer}");
    assert!(answer.contains("this saved capture is damaged: the end of the file is missing"), "{answer}");
}

/// What anybody has at hand must read the file too.
#[test]
fn another_program_reads_the_parts() {
    let scratch = Scratch::new();
    let file = save(&scratch);
    let list = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print('\\n'.join(z.namelist()))";
    let output = std::process::Command::new("python3").args(["-c", list, &file]).output().unwrap();
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap(), @r"
    manifest.json
    tests.json
    learned.json
    entries/0000/logs.jsonl
    evidence/0000.gasoline
    ");
}
