//! `gasoline contracts`: APIs that changed, as people and pipelines see them.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::http::{download, post};
use crate::scratch::Scratch;
use crate::server_process::Server;

fn run(scratch: &Scratch, arguments: &[&str]) -> (Option<i32>, String) {
    let output = scratch.gasoline(arguments).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code(), text.replace(scratch.path().to_str().unwrap(), "SCRATCH"))
}

fn answer(port: u16, body: &Value) {
    let body = json!({ "method": "GET", "url": "http://localhost:3000/api/users/7", "status": 200, "contentType": "application/json",
        "responseBody": body.to_string(), "_initiator": { "file": "src/api.ts", "line": 12, "column": 3 } });
    post(port, "/network-bodies", &json!({ "bodies": [body] }));
}

/// A server that saw a field go missing, and its capture as a file.
fn changed(scratch: &Scratch) -> (Server, String) {
    let (server, _) = Server::start(scratch, &[]);
    for _ in 0..3 {
        answer(scratch.port, &json!({ "id": 7, "avatar": "a.png" }));
    }
    answer(scratch.port, &json!({ "id": 7 }));
    let file = scratch.path().join("run.gasoline").to_str().unwrap().to_owned();
    std::fs::write(&file, download(scratch.port, "/export/capture")).unwrap();
    (server, file)
}

#[test]
fn a_missing_field_fails_the_command_unless_it_is_known() {
    let scratch = Scratch::new();
    let (_server, file) = changed(&scratch);
    let port = scratch.port.to_string();
    let (code, live) = run(&scratch, &["contracts", "--port", &port]);
    let (from_file, saved) = run(&scratch, &["contracts", &file]);
    assert_eq!((code, &live), (from_file, &saved));
    assert_eq!(code, Some(1));
    insta::assert_snapshot!(live, @r##"
    warning: GET /api/users/{id}: Field 'avatar' was in all of 3 responses and is missing since, once
      requested at src/api.ts:12
    endpoints: 1, requests: 4: 1 warning
    "##);
    let known = scratch.path().join("known.json").to_str().unwrap().to_owned();
    assert_eq!(run(&scratch, &["contracts", &file, "--fail-on", "critical"]).0, Some(0));
    let (code, text) = run(&scratch, &["contracts", &file, "--baseline", &known, "--write-baseline"]);
    assert_eq!(
        (code, text.as_str()),
        (Some(0), "1 violations are known from now on, in `SCRATCH/known.json`\n")
    );
    let (code, text) = run(&scratch, &["contracts", &file, "--baseline", &known]);
    assert_eq!(
        (code, text.as_str()),
        (Some(0), "endpoints: 1, requests: 4: no violations; 1 known from the baseline\n")
    );
}

#[test]
fn traffic_is_held_against_a_file_and_what_was_learned_is_written() {
    let scratch = Scratch::new();
    let (_server, file) = changed(&scratch);
    let written = scratch.path().join("api.json").to_str().unwrap().to_owned();
    let expected = json!({ "openapi": "3.1.0", "paths": {
        "/api/users/{id}": { "get": { "responses": { "200": { "content": { "application/json": { "schema": {
            "type": "object", "properties": { "id": { "type": "string" } } } } } } } } },
        "/api/orders": { "get": { "responses": {} } },
    } });
    std::fs::write(&written, expected.to_string()).unwrap();
    let (code, text) = run(&scratch, &["contracts", &file, "--expected", &written]);
    assert_eq!(code, Some(1), "{text}");
    insta::assert_snapshot!(text, @r##"
    warning: GET /api/users/{id}: Field 'id' is integer; the contract says string
      requested at src/api.ts:12
    warning: GET /api/users/{id}: Field 'avatar' was in all of 3 responses and is missing since, once
      requested at src/api.ts:12
    endpoints: 1, requests: 4: 2 warning
    never called: GET /api/orders
    "##);
    let (_, types) = run(&scratch, &["contracts", &file, "--format", "typescript"]);
    assert!(types.contains("export type GetApiUsersIdResponse = {"), "{types}");
    std::fs::write(&written, "{\"swagger\":\"2.0\"}").unwrap();
    let (code, text) = run(&scratch, &["contracts", &file, "--expected", &written]);
    assert_eq!(code, Some(2), "{text}");
    insta::assert_snapshot!(text, @r##"
    error: cannot use `SCRATCH/api.json`: `expected` is Swagger 2.0: convert it to OpenAPI 3 first
    "##);
}

#[test]
fn without_traffic_the_status_is_three() {
    let scratch = Scratch::new();
    let port = scratch.port.to_string();
    assert_eq!(run(&scratch, &["contracts", "--port", &port]).0, Some(3));
    assert_eq!(run(&scratch, &["contracts", "none.gasoline"]).0, Some(2));
    let (_server, _) = Server::start(&scratch, &[]);
    let (code, text) = run(&scratch, &["contracts", "--port", &port]);
    assert_eq!((code, text.as_str()), (Some(3), "error: no request with a JSON answer was captured\n"));
}

#[test]
fn a_later_file_is_held_against_an_earlier_one() {
    let scratch = Scratch::new();
    let saved = |name: &str, price: &Value, times: usize| {
        let (server, _) = Server::start(&scratch, &[]);
        for _ in 0..times {
            answer(scratch.port, &json!({ "id": 7, "price": price }));
        }
        let file = scratch.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(&file, download(scratch.port, "/export/capture")).unwrap();
        drop(server);
        file
    };
    let before = saved("before.gasoline", &json!(12), 4);
    let after = saved("after.gasoline", &json!("12.00"), 2);
    let (code, text) = run(&scratch, &["contracts", &before, &after]);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!(text, @r##"
    warning: GET /api/users/{id}: Field 'price' changed type from 'number' to 'string', 2 times
      requested at src/api.ts:12
    endpoints: 1, requests: 6: 1 warning
    "##);
    let (_, types) = run(&scratch, &["contracts", &before, &after, "--format", "typescript"]);
    assert!(types.contains("price: number | string"), "{types}");
}
