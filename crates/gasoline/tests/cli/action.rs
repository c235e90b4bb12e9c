//! The steps of the GitHub Action, executed as a runner executes them, from a local archive.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::json;

use crate::http::post;
use crate::scratch::Scratch;

/// A job: its folder with the files that steps write to.
struct Job<'s> {
    scratch: &'s Scratch,
}

impl Job<'_> {
    fn file(&self, name: &str) -> String {
        self.scratch.path().join(name).to_str().unwrap().to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_default()
    }

    /// `name=value` lines that steps have written.
    fn values(&self, name: &str) -> BTreeMap<String, String> {
        let text = self.read(name);
        let lines = text.lines().filter_map(|line| line.split_once('='));
        lines.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn step(&self, script: &str, inputs: &[(&str, &str)]) -> Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/action").join(script);
        let mut step = Command::new("bash");
        step.arg(script).current_dir(self.scratch.path()).envs(inputs.iter().copied());
        step.env("HOME", self.scratch.path()).env("RUNNER_TEMP", self.scratch.path());
        for file in ["GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"] {
            step.env(file, self.file(file));
        }
        step.envs(self.values("GITHUB_ENV"));
        step.output().unwrap()
    }
}

fn assert_done(output: &Output) {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_job_installs_starts_and_reports() {
    let scratch = Scratch::new();
    let job = Job { scratch: &scratch };
    let archive = job.file("gasoline.tar.gz");
    let folder = Path::new(env!("CARGO_BIN_EXE_gasoline")).parent().unwrap();
    let packed = Command::new("tar")
        .args(["-cf", &archive, "-I", "gzip -1", "-C"])
        .arg(folder)
        .arg("gasoline")
        .status();
    assert!(packed.unwrap().success());
    assert_done(&job.step("install.sh", &[("INPUT_VERSION", &archive), ("ACTION_REPOSITORY", "-")]));
    assert_eq!(job.read("GITHUB_PATH").trim(), job.file("gasoline-bin"));
    let port = scratch.port.to_string();
    assert_done(&job.step("start.sh", &[("INPUT_PORT", &port)]));
    assert_eq!(job.values("GITHUB_ENV")["GASOLINE_PORT"], port);

    let inputs =
        [("INPUT_PORT", port.as_str()), ("INPUT_FORMAT", "ai-context"), ("INPUT_OUTPUT", "report.md")];
    assert_done(&job.step("report.sh", &inputs));
    assert_eq!(job.values("GITHUB_OUTPUT")["verdict"], "none", "no test ran");

    for (action, status) in [("start", None), ("end", Some("failed"))] {
        let errors = json!([{"message": "ReferenceError: total is not defined"}]);
        let boundary = json!({"test_id": "pays", "action": action, "status": status, "errors": errors});
        post(scratch.port, "/test-boundary", &boundary);
    }
    assert_done(&job.step("report.sh", &inputs));
    assert_eq!(job.values("GITHUB_OUTPUT")["verdict"], "no");
    assert!(job.read("report.md").starts_with("## Test Failure: pays (app_error: no)"));
    assert!(job.read("GITHUB_STEP_SUMMARY").starts_with("# Gasoline\n"));
}

#[test]
fn a_port_that_is_taken_fails_the_step_with_the_reason() {
    let scratch = Scratch::new();
    let job = Job { scratch: &scratch };
    let _foreign = scratch.foreign_program();
    let inputs = [
        ("INPUT_PORT", scratch.port.to_string()),
        ("GASOLINE_BINARY", env!("CARGO_BIN_EXE_gasoline").to_owned()),
    ];
    let inputs: Vec<(&str, &str)> = inputs.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let output = job.step("start.sh", &inputs);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.starts_with("::error title=Gasoline::The server did not start on port"), "{said}");
}
