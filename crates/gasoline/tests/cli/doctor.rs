//! `gasoline doctor` in front of every way the chain can be.

use std::fs;
use std::path::Path;

use regex::Regex;
use serde_json::{Value, json};

use crate::http::{health, post, post_error, server_pid};
use crate::mcp_process::McpProcess;
use crate::outdated_server::OutdatedServer;
use crate::scratch::Scratch;
use crate::server_process::Server;
use crate::wait::eventually;

/// What it printed, without what differs between runs, and its exit status.
fn doctor(scratch: &Scratch) -> String {
    let (status, text) = run(scratch, &["doctor"]);
    format!("{}\nexit status {status}", without_particulars(&text).trim_end())
}

/// What scripts see, and the exit status.
fn doctor_json(scratch: &Scratch) -> (i32, Value) {
    let (status, text) = run(scratch, &["doctor", "--json"]);
    assert_eq!(text.lines().count(), 1, "{text}");
    (status, serde_json::from_str(&text).unwrap())
}

fn run(scratch: &Scratch, arguments: &[&str]) -> (i32, String) {
    let project = scratch.path().join("project");
    fs::create_dir_all(&project).unwrap();
    let output = scratch.gasoline(arguments).current_dir(project).output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// Replaces what differs between runs and systems.
fn without_particulars(text: &str) -> String {
    let patterns = [
        ("another program, which this system does not name", "`any` (pid 1)"),
        (r"`[^`]+` \(pid \d+\)", "`PROGRAM` (pid PID)"),
        (r"\b(pid|process) \d+", "$1 PID"),
        (r"\bport (`?)\d+", "port ${1}PORT"),
        (r"\b\d+ (?:s|min) (ago|after)", "AGE $1"),
        (&env!("CARGO_PKG_VERSION").replace('.', r"\."), "VERSION"),
    ];
    patterns.into_iter().fold(text.to_owned(), |text, (pattern, replacement)| {
        Regex::new(pattern).unwrap().replace_all(&text, replacement).into_owned()
    })
}

fn hello(port: u16, client: &str, wire: u32) {
    let hello = json!({"client": client, "version": "0.0.7", "wire": wire, "session": "s", "clock": 0});
    post(port, "/hello", &hello);
}

fn write(scratch: &Scratch, file: &str, content: &str) {
    let path = scratch.path().join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn files_below(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { files_below(&path) } else { 1 }).sum()
}

#[test]
fn without_a_server_the_port_is_the_broken_link_and_none_is_started() {
    let scratch = Scratch::new();
    insta::assert_snapshot!(doctor(&scratch));
    assert_eq!(server_pid(scratch.port), None);
    assert_eq!(files_below(scratch.path()), 0);
}

#[test]
fn a_new_server_waits_for_browser_and_agent() {
    let scratch = Scratch::new();
    let _server = Server::start(&scratch, &[]);
    insta::assert_snapshot!(doctor(&scratch));
}

#[test]
fn the_whole_chain_works() {
    let scratch = Scratch::new();
    let _bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    hello(scratch.port, "extension", 1);
    post_error(scratch.port, "captured");
    write(
        &scratch,
        "project/.mcp.json",
        r#"{"mcpServers":{"gasoline":{"command":"gasoline","args":["mcp"]}}}"#,
    );
    eventually("the bridge listens", || (health(scratch.port)?["clients"] == 1).then_some(()));
    insta::assert_snapshot!(doctor(&scratch));
}

#[test]
fn the_ci_script_counts_as_a_browser_and_losses_are_told() {
    let scratch = Scratch::new();
    let _server = Server::start(&scratch, &["--max-entries", "1"]);
    hello(scratch.port, "ci", 1);
    let entry =
        |number: u32| json!({"level": "log", "message": "m", "page": "p", "session": "s", "n": number});
    post(scratch.port, "/logs", &json!({"entries": [entry(1), entry(2), entry(6)]}));
    insta::assert_snapshot!(doctor(&scratch));
}

#[test]
fn an_extension_of_another_wire_version_is_the_broken_link() {
    let scratch = Scratch::new();
    let _server = Server::start(&scratch, &[]);
    hello(scratch.port, "extension", 99);
    insta::assert_snapshot!(doctor(&scratch));
}

#[test]
fn a_foreign_program_on_the_port_is_named() {
    let scratch = Scratch::new();
    let _foreign = scratch.foreign_program();
    insta::assert_snapshot!(doctor(&scratch));
}

#[test]
fn an_idle_server_of_an_older_wire_version_is_the_broken_link_and_left_alone() {
    let scratch = Scratch::new();
    let outdated = OutdatedServer::start(scratch.port, 0);
    insta::assert_snapshot!(doctor(&scratch));
    assert_eq!(server_pid(scratch.port), Some(outdated.pid()));
}

#[test]
fn a_used_server_of_an_older_wire_version_is_the_broken_link() {
    let scratch = Scratch::new();
    let _outdated = OutdatedServer::start(scratch.port, 1);
    insta::assert_snapshot!(doctor(&scratch));
}

#[test]
fn configuration_files_are_judged_and_never_shown() {
    const SECRET: &str = "sk-do-not-show";
    let scratch = Scratch::new();
    let other = format!(r#"{{"mcpServers":{{"other":{{"env":{{"KEY":"{SECRET}"}}}}}}}}"#);
    write(&scratch, ".claude.json", &other);
    write(&scratch, ".cursor/mcp.json", &format!("{{\n  \"mcpServers\": {{ \"gasoline\": {SECRET} }}\n}}"));
    write(&scratch, ".codeium/windsurf/mcp_config.json", "");
    write(&scratch, ".config/zed/settings.json", "{\n// mine\n\"context_servers\": {\"gasoline\": {},},\n}");
    write(&scratch, "project/.vscode/mcp.json", &format!("{{\"{SECRET}\""));
    insta::assert_snapshot!(doctor(&scratch));
    let (_, report) = doctor_json(&scratch);
    assert!(!report.to_string().contains(SECRET), "{report}");
}

#[test]
fn scripts_see_every_link_and_the_same_exit_status() {
    let scratch = Scratch::new();
    let (status, report) = doctor_json(&scratch);
    assert_eq!((status, &report["broken"], &report["port"]), (1, &json!("port"), &json!(scratch.port)));
    let _server = Server::start(&scratch, &[]);
    let (status, report) = doctor_json(&scratch);
    assert_eq!((status, &report["broken"]), (0, &Value::Null));
    let links = report["links"].as_array().unwrap().iter();
    let links: Vec<String> = links.map(|link| format!("{}: {}", link["link"], link["state"])).collect();
    insta::assert_snapshot!(links.join("\n"), @r#"
    "port": "ok"
    "server": "ok"
    "extension": "warning"
    "events": "warning"
    "losses": "ok"
    "files": "ok"
    "agent": "warning"
    "editors": "warning"
    "#);
}
