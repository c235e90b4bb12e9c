//! The bench itself works: it starts servers, loads them and reports figures. How good they are is not asked here.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gasoline-bench")).args(arguments).output().unwrap()
}

fn figures(lines: &str) -> Vec<Value> {
    let figures = lines.lines().filter(|line| line.starts_with('{'));
    figures.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn reference_servers_are_loaded_and_every_figure_is_a_line_and_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("figures.jsonl");
    let output = run(&["--quick", "--only", "references", "--json", json.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");

    let figures = figures(&text);
    let names: Vec<_> = figures.iter().map(|figure| figure["figure"].as_str().unwrap()).collect();
    assert_eq!(names, ["counting_rate", "splitting_rate", "splitting_vs_counting"]);
    assert!(figures.iter().all(|figure| figure["value"].as_f64().unwrap() > 0.0), "{text}");
    let (_, table) = text.split_once("\n\n").unwrap();
    assert!(names.iter().all(|name| table.contains(name)), "{table}");

    let kept = std::fs::read_to_string(&json).unwrap();
    assert_eq!(self::figures(&kept), figures);
}

#[test]
fn a_group_that_cannot_be_measured_is_named_and_fails_the_run() {
    let output = run(&["--quick", "--only", "clear", "--binary", "no-such-binary"]);
    assert!(!output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let failure = &figures(&text)[0];
    assert_eq!(failure["figure"], "clear");
    assert!(failure["error"].as_str().unwrap().contains("no-such-binary"), "{text}");
}
