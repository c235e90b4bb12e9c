//! `gasoline.toml`, as the commands of a project use it.

use std::fs;
use std::process::Output;

use crate::http::{download, post};
use crate::scratch::Scratch;
use crate::server_process::Server;

use serde_json::{Value, json};

const PROJECT: &str = r#"
sites = ["https://staging.example.com"]
sensitive-names = ["badgeNumber"]
ignore-endpoints = ["/health"]

[[noise]]
label = "chat widget"
messages = ["Chat is away"]
"#;

fn run(scratch: &Scratch, arguments: &[&str]) -> Output {
    scratch.gasoline(arguments).current_dir(scratch.path()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_mistake_in_it_stops_every_command_that_uses_it_with_status_two() {
    let scratch = Scratch::new();
    fs::write(scratch.path().join("gasoline.toml"), "sites = []\nsensitive_names = ['x']\n").unwrap();
    for arguments in [
        vec![],
        vec!["mcp"],
        vec!["report"],
        vec!["report", "errors"],
        vec!["ci", "--", "true"],
        vec!["extension"],
        vec!["attach", "--cdp", "1"],
        vec!["open", "x.gasoline"],
    ] {
        let output = run(&scratch, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr).replace(scratch.path().to_str().unwrap(), "SCRATCH");
        assert_eq!(
            said,
            "error: `SCRATCH/gasoline.toml`, line 2: there is no key `sensitive_names`\nhint: did you mean `sensitive-names`?\n",
            "{arguments:?}"
        );
    }
    let missing = run(&scratch, &["report", "--config", "other.toml"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn a_server_keeps_its_names_secret_ignores_its_endpoints_and_labels_its_noise() {
    let scratch = Scratch::new();
    let file = scratch.path().join("project.toml");
    fs::write(&file, PROJECT).unwrap();
    let (_server, _) = Server::start(&scratch, &["--config", file.to_str().unwrap()]);
    let port = scratch.port;
    post(port, "/test-boundary", &json!({"test_id": "pays", "action": "start", "title": "pays"}));
    let log = |kind: &str, message: &str| json!({"type": kind, "level": "error", "message": message, "test_id": "pays"});
    post(
        port,
        "/logs",
        &json!({"entries": [log("console", "Chat is away"), log("console", "badgeNumber: B-17")]}),
    );
    let body = |url: &str| {
        json!({"method": "GET", "url": url, "status": 503, "contentType": "application/json", "test_id": "pays",
               "pageUrl": "http://localhost:3000/", "responseBody": "{\"badgeNumber\":\"B-17\"}"})
    };
    let bodies = [body("http://localhost:3000/api/health"), body("http://localhost:3000/api/orders")];
    post(port, "/network-bodies", &json!({"bodies": bodies}));
    post(port, "/test-boundary", &json!({"test_id": "pays", "action": "end", "status": "failed"}));

    let snapshot = text(&download(port, "/snapshot"));
    assert!(snapshot.contains("badgeNumber") && !snapshot.contains("B-17"), "{snapshot}");

    let report = run(&scratch, &["report", "--config", file.to_str().unwrap()]);
    // Fingerprints are of one run.
    let fingerprints = regex::Regex::new("string:4:[0-9a-f]+").unwrap();
    let said = text(&report.stdout);
    insta::assert_snapshot!(fingerprints.replace_all(&said, "string:4:…"), @r#"
    1 test: 0 passed, 1 failed

    failed: pays
      app error: yes (GET /api/orders answered 503)
      [console] badgeNumber: [redacted:sensitive-field:string:4:…]
      [network] GET /api/orders → 503
        response: {"badgeNumber":"[redacted:sensitive-field:string:4:…]"}
      likely noise: chat widget 1, ignored endpoint 1
    "#);
    let results = post(port, "/tools/get_test_results", &json!({"test": "pays"}));
    let results: Value = serde_json::from_str(&results).unwrap();
    let context = results["tests"][0]["context"].as_str().unwrap();
    assert!(context.contains("[likely noise: chat widget]"), "{context}");
    let contracts = post(port, "/tools/validate_api", &json!({"action": "report"}));
    assert!(contracts.contains("/api/orders") && !contracts.contains("/api/health"), "{contracts}");
}

#[test]
fn its_sites_are_written_into_the_extension() {
    let scratch = Scratch::new();
    fs::write(scratch.path().join("gasoline.toml"), PROJECT).unwrap();
    let folder = scratch.path().join("extension");
    let output = run(&scratch, &["extension", "--dir", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
    assert!(manifest.contains("https://staging.example.com/*"), "{manifest}");
}
