//! The texts people read first.

use crate::scratch::Scratch;

fn help(arguments: &[&str]) -> String {
    let output = Scratch::new().gasoline(arguments).env_remove("GASOLINE_PORT").output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn gasoline_help() {
    insta::assert_snapshot!(help(&["--help"]));
}

#[test]
fn gasoline_mcp_help() {
    insta::assert_snapshot!(help(&["mcp", "--help"]));
}

#[test]
fn gasoline_report_help() {
    insta::assert_snapshot!(help(&["report", "--help"]));
}

#[test]
fn gasoline_audit_help() {
    insta::assert_snapshot!(help(&["audit", "--help"]));
}

#[test]
fn gasoline_contracts_help() {
    insta::assert_snapshot!(help(&["contracts", "--help"]));
}

#[test]
fn gasoline_perf_help() {
    insta::assert_snapshot!(help(&["perf", "--help"]));
}

#[test]
fn gasoline_bug_report_help() {
    insta::assert_snapshot!(help(&["bug-report", "--help"]));
}

#[test]
fn gasoline_ci_help() {
    insta::assert_snapshot!(help(&["ci", "--help"]));
}

#[test]
fn gasoline_verify_help() {
    insta::assert_snapshot!(help(&["verify", "--help"]));
}

#[test]
fn gasoline_diff_help() {
    insta::assert_snapshot!(help(&["diff", "--help"]));
}

#[test]
fn gasoline_flakes_help() {
    insta::assert_snapshot!(help(&["flakes", "--help"]));
}

#[test]
fn gasoline_open_help() {
    insta::assert_snapshot!(help(&["open", "--help"]));
}

#[test]
fn gasoline_attach_help() {
    insta::assert_snapshot!(help(&["attach", "--help"]));
}

#[test]
fn gasoline_extension_help() {
    insta::assert_snapshot!(help(&["extension", "--help"]));
}

#[test]
fn gasoline_doctor_help() {
    insta::assert_snapshot!(help(&["doctor", "--help"]));
}

#[test]
fn gasoline_watch_help() {
    insta::assert_snapshot!(help(&["watch", "--help"]));
}

#[test]
fn gasoline_hook_help() {
    insta::assert_snapshot!(help(&["hook", "--help"]));
}

#[test]
fn the_configuration_to_paste_is_json() {
    let help = help(&["mcp", "--help"]);
    let mut found = 0;
    for start in help.match_indices("\n    {").map(|(start, _)| start) {
        let (_, rest) = help.split_at(start);
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<serde_json::Value>();
        let value = values.next().unwrap().unwrap();
        assert!(value.to_string().contains(r#""command":"gasoline","args":["mcp"]"#), "{value}");
        found += 1;
    }
    assert_eq!(found, 3);
}

#[test]
fn the_version_is_one_line() {
    assert_eq!(help(&["--version"]), format!("gasoline {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_mistake_on_the_command_line_is_status_two() {
    let output = Scratch::new().gasoline(&["--prot", "1"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--port"));
}
