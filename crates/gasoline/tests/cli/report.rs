//! `gasoline report`: a server and capture files as CI reads them.

use std::process::Stdio;

use serde_json::json;

use crate::http::{post, post_error};
use crate::scratch::Scratch;
use crate::server_process::Server;

fn run(scratch: &Scratch, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = scratch.gasoline(arguments);
    let output = command.env_remove("GITHUB_STEP_SUMMARY").stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let ports = regex::Regex::new(r"`\d+`").unwrap();
    let text = text.replace(scratch.path().to_str().unwrap(), "SCRATCH");
    (output.status.code(), ports.replace_all(&text, "`PORT`").into_owned())
}

/// A server that saw one test fail with an error of its page.
fn failed_test(scratch: &Scratch, title: &str) -> Server {
    let (server, _) = Server::start(scratch, &[]);
    let port = scratch.port;
    post(
        port,
        "/test-boundary",
        &json!({"test_id": title, "action": "start", "title": title, "file": "a.spec.ts"}),
    );
    post_error(port, &format!("boom in {title}"));
    let end = json!({"test_id": title, "action": "end", "status": "failed", "duration_ms": 1200});
    post(port, "/test-boundary", &end);
    server
}

#[test]
fn two_shards_are_saved_and_merged() {
    let mut files = Vec::new();
    let folder = Scratch::new();
    for name in ["one", "two"] {
        let scratch = Scratch::new();
        let _server = failed_test(&scratch, name);
        let file = folder.path().join(format!("{name}.gasoline")).to_str().unwrap().to_owned();
        let port = scratch.port.to_string();
        let (code, text) = run(&scratch, &["report", "--port", &port, "--save", &file]);
        assert_eq!(code, Some(0), "{text}");
        files.push(file);
    }
    let (code, named) = run(&folder, &["report", &files[0], &files[1]]);
    let (_, of_folder) = run(&folder, &["report", folder.path().to_str().unwrap()]);
    assert_eq!((code, &named), (Some(0), &of_folder));
    let (_, twice) = run(&folder, &["report", &files[0], &files[1], folder.path().to_str().unwrap()]);
    assert_eq!(twice, named, "a file counts once");
    insta::assert_snapshot!(named, @r"
    2 tests: 0 passed, 2 failed

    failed: one  [a.spec.ts, 1.2 s]
      app error: unknown (1 error on the console, none uncaught)
      [console] boom in one

    failed: two  [a.spec.ts, 1.2 s]
      app error: unknown (1 error on the console, none uncaught)
      [console] boom in two
    ");
    let (code, text) =
        run(&folder, &["report", "--test-id", "two", "--format", "ai-context", &files[0], &files[1]]);
    assert_eq!(code, Some(0));
    insta::assert_snapshot!(text, @r"
    ## Test Failure: two (app_error: unknown)
    - 1 error on the console, none uncaught
    ### Browser Errors (1)
    1. [console] boom in two
    ");
    let output = folder.path().join("out.xml");
    let (code, text) =
        run(&folder, &["report", "--format", "junit", "-o", output.to_str().unwrap(), &files[0]]);
    assert_eq!((code, text.as_str()), (Some(0), ""));
    assert!(std::fs::read_to_string(output).unwrap().contains(r#"tests="1" skipped="0" failures="1""#));
}

#[test]
fn nothing_to_report_on_is_status_three_and_says_why() {
    let scratch = Scratch::new();
    let path = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("page.gasoline"), "<!doctype html>").unwrap();
    std::fs::create_dir(path("folder")).unwrap();
    let port = scratch.port.to_string();
    let mut told = String::new();
    for arguments in [
        vec!["report", "--port", &port],
        vec!["report", &path("missing.gasoline")],
        vec!["report", &path("page.gasoline")],
        vec!["report", &path("folder")],
    ] {
        let (code, text) = run(&scratch, &arguments);
        assert_eq!(code, Some(3), "{text}");
        told.push_str(&text);
    }
    {
        let (_server, _) = Server::start(&scratch, &[]);
        let (code, text) = run(&scratch, &["report", "--port", &port]);
        assert_eq!(code, Some(3), "{text}");
        told.push_str(&text);
    }
    {
        let _server = failed_test(&scratch, "one");
        let (code, text) = run(&scratch, &["report", "--port", &port, "--test-id", "other"]);
        assert_eq!(code, Some(3), "{text}");
        told.push_str(&text);
    }
    insta::assert_snapshot!(told, @r"
    error: nothing listens on port `PORT`
    hint: name capture files, or start `gasoline` before the tests
    error: cannot read `SCRATCH/missing.gasoline`: No such file or directory (os error 2)
    error: cannot read `SCRATCH/page.gasoline`: this is not a Gasoline capture
    error: the folder `SCRATCH/folder` holds no .gasoline file
    error: nothing was captured and no test ended
    error: no test that ended is called `other`
    ");
    assert_eq!(run(&scratch, &["report", "--since", "yesterday"]).0, Some(2));
}

#[test]
fn one_question_to_a_finished_run_is_answered_row_by_row() {
    let folder = Scratch::new();
    let file = folder.path().join("one.gasoline").to_str().unwrap().to_owned();
    let scratch = Scratch::new();
    {
        let _server = failed_test(&scratch, "one");
        let port = scratch.port.to_string();
        run(&scratch, &["report", "--port", &port, "--save", &file]);
    }
    let rows = |arguments: &[&str]| {
        let (code, text) = run(&folder, &[&["report"], arguments, &[file.as_str()]].concat());
        assert_eq!(code, Some(0), "{text}");
        text.lines().filter(|line| line.starts_with('{')).map(str::to_owned).collect::<Vec<_>>()
    };
    for view in ["errors", "console", "timeline"] {
        let found = rows(&[view]);
        assert_eq!(found.len(), 1, "{view}: {found:?}");
        assert!(found[0].contains("boom in one"), "{view}: {found:?}");
        assert_eq!(rows(&[view, "--grep", "BOOM"]), found);
    }
    assert_eq!(rows(&["errors", "--grep", "absent"]), Vec::<String>::new());
    assert_eq!(rows(&["errors", "--test-id", "other"]), Vec::<String>::new());
    assert_eq!(rows(&["errors", "--test-id", "on"]), rows(&["errors"]), "a part of the title");
    assert_eq!(rows(&["requests"]), Vec::<String>::new());
}

/// What a collector was sent: path and body of each request.
fn collector() -> (u16, std::thread::JoinHandle<Vec<(String, serde_json::Value)>>) {
    use std::io::{BufRead, BufReader, Read, Write};
    const REQUESTS: usize = 3;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let served = std::thread::spawn(move || {
        let mut seen = Vec::new();
        while seen.len() < REQUESTS {
            let (stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream);
            let (mut path, mut length) = (String::new(), 0);
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                let line = line.trim_end().to_lowercase();
                if let Some(value) = line.strip_prefix("content-length: ") {
                    length = value.parse().unwrap();
                }
                if let Some(rest) = line.strip_prefix("post ") {
                    path = rest.split(' ').next().unwrap().to_owned();
                }
                if line.is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            seen.push((path, serde_json::from_slice(&body).unwrap()));
            write!(reader.get_mut(), "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{{}}")
                .unwrap();
        }
        seen
    });
    (port, served)
}

#[test]
fn a_run_is_exported_to_files_and_to_a_collector_if_asked() {
    let scratch = Scratch::new();
    let file = scratch.path().join("one.gasoline").to_str().unwrap().to_owned();
    {
        let _server = failed_test(&scratch, "one");
        let port = scratch.port.to_string();
        run(&scratch, &["report", "--port", &port, "--save", &file]);
    }
    let folder = scratch.path().join("otlp").to_str().unwrap().to_owned();
    let (code, text) = run(&scratch, &["report", "--otlp", &folder, &file]);
    assert_eq!(code, Some(0), "{text}");
    let lines = |signal: &str| {
        let text = std::fs::read_to_string(format!("{folder}/{signal}.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<serde_json::Value>>()
    };
    let (traces, logs) = (lines("traces"), lines("logs"));
    assert_eq!((traces.len(), logs.len()), (2, 1));
    let records = &logs[0]["resourceLogs"][0]["scopeLogs"][0]["logRecords"];
    assert_eq!(records[0]["body"]["stringValue"], "boom in one");

    let (port, served) = collector();
    let (code, text) = run(&scratch, &["report", "--otlp", &format!("http://127.0.0.1:{port}"), &file]);
    assert_eq!(code, Some(0), "{text}");
    let sent = served.join().unwrap();
    let expected = [("/v1/traces", &traces[0]), ("/v1/traces", &traces[1]), ("/v1/logs", &logs[0])];
    assert_eq!(sent, expected.map(|(path, body)| (path.to_owned(), body.clone())));

    let (code, text) = run(&scratch, &["report", "--otlp", &format!("http://127.0.0.1:{port}"), &file]);
    assert_eq!(code, Some(1));
    assert!(text.contains("cannot reach the collector"), "{text}");
    assert_eq!(run(&scratch, &["report", "--otlp", "https://x", &file]).0, Some(2));
}
