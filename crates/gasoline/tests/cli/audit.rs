//! `gasoline audit`: a server and capture files as people and pipelines audit them.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::http::post;
use crate::scratch::Scratch;
use crate::server_process::Server;

fn run(scratch: &Scratch, arguments: &[&str]) -> (Option<i32>, String) {
    let output = scratch.gasoline(arguments).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let ports = regex::Regex::new(r"`\d+`").unwrap();
    let text = text.replace(scratch.path().to_str().unwrap(), "SCRATCH");
    (output.status.code(), ports.replace_all(&text, "`PORT`").into_owned())
}

fn key() -> String {
    format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")
}

fn call(port: u16, url: &str) {
    let body = json!({ "method": "GET", "url": url, "pageUrl": "https://shop.io/", "status": 200, "hasAuthHeader": true,
        "_initiator": { "file": "src/api.ts", "line": 12, "column": 3 } });
    post(port, "/network-bodies", &json!({ "bodies": [body] }));
}

#[test]
fn findings_fail_the_command_and_a_baseline_takes_the_known_ones_out() {
    let scratch = Scratch::new();
    let (_server, _) = Server::start(&scratch, &[]);
    let (number, port) = (scratch.port, scratch.port.to_string());
    let baseline = scratch.path().join("known.json").to_str().unwrap().to_owned();
    let audit = |more: &[&str]| run(&scratch, &[&["audit", "--port", &port], more].concat());
    call(number, &format!("https://shop.io/api/data?key={}", key()));
    call(number, &format!("https://shop.io/api/data?key={}", key()));
    let (code, text) = audit(&[]);
    assert_eq!(code, Some(1), "{text}");
    insta::assert_snapshot!(text, @r"
    critical: GitHub token exposed in URL query parameter  [CWE-598]
      GET /api/data, seen 2 times, from src/api.ts:12:3
      GET request to /api/data includes a GitHub token in query parameter 'key'. URLs are logged by servers, kept in the browser's history and may be cached by proxies.
      Move it to the Authorization header or the request body. Never put secrets into URLs: they end up in server logs, browser history and proxies.

    1 critical
    not observed: response headers of documents (seen by the extension, `gasoline attach` and the Playwright fixture)
    not observed: attributes of cookies that servers set; only cookies that scripts wrote are checked
    not observed: cookies that scripts wrote
    not observed: loaded scripts and whether they have `integrity`
    ");
    assert_eq!(audit(&["--fail-on", "never"]).0, Some(0));
    let (code, text) = audit(&["--baseline", &baseline]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("cannot read the baseline") && text.contains("--write-baseline"), "{text}");
    assert_eq!(audit(&["--write-baseline"]).0, Some(2));
    let (code, text) = audit(&["--baseline", &baseline, "--write-baseline"]);
    assert_eq!((code, text.as_str()), (Some(0), "1 finding is known from now on, in `SCRATCH/known.json`\n"));
    let (code, text) = audit(&["--baseline", &baseline]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("nothing found; 1 known from the baseline\n"), "{text}");
    call(number, "http://api.shop.io/orders");
    assert_eq!(audit(&["--baseline", &baseline]).0, Some(0));
    let (code, text) = audit(&["--baseline", &baseline, "--fail-on", "warning", "--format", "json"]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (code, &answer["summary"]["total"], &answer["summary"]["known"]),
        (Some(1), &json!(1), &json!(1))
    );
    assert_eq!(answer["findings"][0]["rule"], "mixed-content");
    let output = scratch.path().join("out.sarif");
    let (code, text) = audit(&["--format", "sarif", "-o", output.to_str().unwrap()]);
    assert_eq!((code, text.as_str()), (Some(1), ""));
    let file = std::fs::read_to_string(output).unwrap();
    assert!(!file.contains(&key()));
    let sarif: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(2));
}

#[test]
fn capture_files_are_audited_together() {
    let folder = Scratch::new();
    for name in ["one", "two"] {
        let scratch = Scratch::new();
        let (_server, _) = Server::start(&scratch, &[]);
        call(scratch.port, &format!("https://shop.io/api/data?key={}", key()));
        let file = folder.path().join(format!("{name}.gasoline"));
        std::fs::write(file, crate::http::download(scratch.port, "/export/capture")).unwrap();
    }
    let (code, text) = run(&folder, &["audit", "--format", "json", folder.path().to_str().unwrap()]);
    assert_eq!(code, Some(1), "{text}");
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&answer["summary"]["total"], &answer["findings"][0]["count"]), (&json!(1), &json!(2)));
}

#[test]
fn nothing_to_audit_is_status_three() {
    let scratch = Scratch::new();
    let port = scratch.port.to_string();
    let missing = scratch.path().join("missing.gasoline").to_str().unwrap().to_owned();
    let mut told = String::new();
    for arguments in [vec!["audit", "--port", &port], vec!["audit", &missing]] {
        let (code, text) = run(&scratch, &arguments);
        assert_eq!(code, Some(3), "{text}");
        told.push_str(&text);
    }
    insta::assert_snapshot!(told, @r"
    error: nothing listens on port `PORT`
    hint: name capture files, or start `gasoline` and use the app
    error: cannot read `SCRATCH/missing.gasoline`: No such file or directory (os error 2)
    ");
    let (_server, _) = Server::start(&scratch, &[]);
    let (code, text) = run(&scratch, &["audit", "--port", &port]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.starts_with("error: nothing to audit: no browser has connected"), "{text}");
}
