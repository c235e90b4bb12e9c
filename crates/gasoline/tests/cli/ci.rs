//! `gasoline ci` around a command that stands for a suite: it speaks to the server as the hook and the reporter do.

use std::path::Path;
use std::process::Output;

use crate::scratch::Scratch;

/// Posts what its arguments say, as one of the suite's processes would.
pub(crate) const POST: &str = r#"
post() {
  exec 3<>"/dev/tcp/127.0.0.1/$GASOLINE_CI_PORT"
  printf 'POST %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Type: application/json\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' \
    "$1" "$GASOLINE_CI_PORT" "${#2}" "$2" >&3
  cat <&3 >/dev/null
}
hello() { post /hello '{"client":"ci","version":"0.1.0","wire":1,"session":"s","clock":0}'; }
test_runs() {
  post /test-boundary "{\"test_id\":\"$1\",\"action\":\"start\",\"title\":\"$1\"}"
  post /test-boundary "{\"test_id\":\"$1\",\"action\":\"end\",\"status\":\"$2\",\"errors\":[{\"message\":\"Error: $3\",\"file\":\"a.spec.ts\",\"line\":3}]}"
}
"#;

fn ci(scratch: &Scratch, options: &[&str], suite: &str) -> Output {
    let script = format!("{POST}{suite}");
    let arguments = [&["ci"], options, &["--", "bash", "-c", &script]].concat();
    scratch
        .gasoline(&arguments)
        .current_dir(scratch.path())
        .env("NODE_OPTIONS", "--no-warnings")
        .output()
        .unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_suites_own_exit_code_is_passed_on_after_the_report() {
    let scratch = Scratch::new();
    let output = ci(&scratch, &[], "hello; test_runs pays passed -; test_runs ships failed late; exit 4");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(4), ""));
    insta::assert_snapshot!(text(&output.stdout), @r"
    2 tests: 1 passed, 1 failed

    failed: ships
      app error: unknown (no uncaught error and no failed request was captured)
      [test] Error: late (a.spec.ts:3)
    ");
}

#[test]
fn tests_without_a_captured_context_are_status_97_unless_that_is_allowed() {
    let scratch = Scratch::new();
    let output = ci(&scratch, &[], "test_runs pays passed -");
    assert_eq!(output.status.code(), Some(97));
    insta::assert_snapshot!(text(&output.stderr), @"gasoline: NOTHING WAS CAPTURED: 1 tests ran and no browser context reached Gasoline (exit status 97; if this suite opens no browser, add --allow-no-capture)");
    let output = ci(&scratch, &["--allow-no-capture"], "test_runs pays passed -");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn a_command_without_playwright_runs_as_it_would_alone() {
    let scratch = Scratch::new();
    let output = ci(&scratch, &[], "echo fine; exit 3");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(3), "fine\n"));
    insta::assert_snapshot!(text(&output.stderr), @"gasoline: no test of Playwright ran and no browser was captured, so there is nothing to report");
    let missing = scratch.gasoline(&["ci", "--", "no-such-command"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(127));
    assert_eq!(scratch.gasoline(&["ci"]).output().unwrap().status.code(), Some(2));
}

#[test]
fn a_reporter_of_the_caller_leaves_one_report_of_all_that_was_captured() {
    let scratch = Scratch::new();
    let page = r#"post /logs '{"entries":[{"level":"error","type":"exception","message":"boom","url":"http://localhost/"}]}'"#;
    let script = format!("{POST}hello; {page}; exit 1");
    let output = scratch
        .gasoline(&["ci", "--", "bash", "-c", &script])
        .current_dir(scratch.path())
        .env("PW_TEST_REPORTER", "./own-reporter.js")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("PW_TEST_REPORTER is set"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("boom"), "{}", text(&output.stdout));
}

#[test]
fn the_suite_finds_hook_reporter_and_what_was_set_before() {
    let scratch = Scratch::new();
    let suite = r#"echo "$NODE_OPTIONS"; hook=${NODE_OPTIONS##*--require }; hook=${hook//\"/}; ls "$(dirname "$hook")" | grep js$; test -f "$PW_TEST_REPORTER" && echo reporter; dirname "$hook" > folder"#;
    let output = ci(&scratch, &[], suite);
    let said = text(&output.stdout);
    assert!(said.starts_with("--no-warnings --require \""), "{said}");
    assert!(said.ends_with("hook.cjs\nlate.js\nlight.js\nmin.js\nreporter.cjs\nreporter\n"), "{said}");
    let folder = std::fs::read_to_string(scratch.path().join("folder")).unwrap();
    assert!(!Path::new(folder.trim()).exists(), "the private folder goes with the run");
}

#[test]
fn what_was_captured_is_saved_as_a_file_or_a_folder() {
    let scratch = Scratch::new();
    for saved in ["run.gasoline", "records"] {
        let output =
            ci(&scratch, &["--save", saved, "--output", "report.txt"], "hello; test_runs ships failed late");
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), ""));
        let report = scratch.gasoline(&["report", saved]).current_dir(scratch.path()).output().unwrap();
        let written = std::fs::read_to_string(scratch.path().join("report.txt")).unwrap();
        assert_eq!(text(&report.stdout), written);
        assert!(written.contains("[test] Error: late (a.spec.ts:3)"), "{written}");
    }
}

#[test]
fn folders_with_source_maps_reach_the_suite_as_the_project_names_them() {
    let scratch = Scratch::new();
    std::fs::write(scratch.path().join("gasoline.toml"), "source-maps = ['dist', '/builds/web']").unwrap();
    let output = ci(
        &scratch,
        &["--allow-no-capture"],
        "echo \"$GASOLINE_SOURCE_MAPS\" > seen; test_runs pays passed -",
    );
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    let seen = std::fs::read_to_string(scratch.path().join("seen")).unwrap();
    let expected = format!("{}:/builds/web", scratch.path().join("dist").display());
    assert_eq!(seen.trim_end(), expected);
}
