//! Bare `gasoline` as people, CI jobs and editors start it.

use std::process::Stdio;

use serde_json::json;

use crate::http::{health, post, post_error, server_pid};
use crate::mcp_process::McpProcess;
use crate::scratch::{Scratch, terminate};
use crate::server_process::Server;
use crate::wait::eventually;

#[test]
fn without_a_client_on_stdin_it_serves_until_told_to_stop() {
    let scratch = Scratch::new();
    let (mut server, line) = Server::start(&scratch, &[]);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(line, format!("gasoline {version} listening on http://127.0.0.1:{}\n", scratch.port));
    assert_eq!(server_pid(scratch.port), Some(server.child.id()));
    terminate(server.child.id());
    let status = eventually("the end", || server.child.try_wait().unwrap());
    assert!(status.success());
    let further = std::io::read_to_string(&mut server.errors).unwrap();
    assert_eq!(further, "", "one line is all it says");
}

#[test]
fn the_system_may_choose_the_port() {
    let scratch = Scratch::new();
    let (server, line) = Server::start(&scratch, &["--port", "0"]);
    let port = line.trim_end().rsplit(':').next().unwrap().parse().unwrap();
    assert_eq!(server_pid(port), Some(server.child.id()));
}

#[test]
fn it_speaks_mcp_on_stdio_and_ends_with_its_client() {
    let scratch = Scratch::new();
    let mut process = McpProcess::initialized(scratch.gasoline(&[]));
    assert_eq!(scratch.server(), process.child.id());
    post_error(scratch.port, "from the page");
    assert!(process.call("get_browser_errors").contains("from the page"));
    process.close_input();
    assert!(process.exit_status().success());
}

#[test]
fn input_that_ends_without_a_handshake_does_not_end_it() {
    let scratch = Scratch::new();
    let mut process = McpProcess::spawn(scratch.gasoline(&[]));
    process.write("nobody here speaks MCP");
    assert_eq!(process.read()["error"]["code"], -32700);
    process.close_input();
    // Nothing tells when it notices the end; a server that took it for its own would not live through this.
    for number in 0..3 {
        post_error(scratch.port, "still there");
        assert_eq!(health(scratch.port).unwrap()["entries"], number + 1);
    }
    assert_eq!(process.child.try_wait().unwrap(), None);
}

#[test]
fn a_second_one_with_a_client_bridges_to_the_first() {
    let scratch = Scratch::new();
    let mut first = McpProcess::initialized(scratch.gasoline(&[]));
    let mut second = McpProcess::initialized(scratch.gasoline(&[]));
    post_error(scratch.port, "seen by both");
    for process in [&mut first, &mut second] {
        assert!(process.call("get_browser_logs").contains("seen by both"));
    }
    assert_eq!(scratch.server(), first.child.id());
    second.close_input();
    assert!(second.exit_status().success());
    assert!(first.call("get_browser_logs").contains("seen by both"));
}

#[test]
fn a_bridge_outlives_the_bare_server_it_used() {
    let scratch = Scratch::new();
    let mut first = McpProcess::initialized(scratch.gasoline(&[]));
    let mut second = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    first.close_input();
    assert!(first.exit_status().success());
    assert!(second.request("tools/list", &json!({}))["result"].is_object());
}

#[test]
fn a_second_one_without_client_names_the_first() {
    let scratch = Scratch::new();
    let (server, _line) = Server::start(&scratch, &[]);
    let output = scratch.gasoline(&[]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    let named = format!("gasoline {} (pid {})", env!("CARGO_PKG_VERSION"), server.child.id());
    assert!(errors.contains(&named) && errors.contains("`--port`"), "{errors}");
}

#[test]
fn a_foreign_program_on_the_port_is_named() {
    let scratch = Scratch::new();
    let _foreign = scratch.foreign_program();
    let output = scratch.gasoline(&[]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("does not answer like a Gasoline server") && errors.contains("`--port`"),
        "{errors}"
    );
    if cfg!(target_os = "linux") {
        assert!(errors.contains(&format!("(pid {})", std::process::id())), "{errors}");
    }
}

#[test]
fn listening_to_other_machines_needs_a_token() {
    let scratch = Scratch::new();
    let output = scratch.gasoline(&["--host", "0.0.0.0"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("`--token`"));
}

#[test]
fn the_server_of_a_run_ends_with_it_and_leaves_its_records_to_the_report() {
    let scratch = Scratch::new();
    let mut run =
        std::process::Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let (mut server, _) = Server::start(&scratch, &["--until-exit", &run.id().to_string()]);
    for action in ["start", "end"] {
        post(
            scratch.port,
            "/test-boundary",
            &json!({"test_id": "pays", "action": action, "status": "failed"}),
        );
    }
    drop(run.stdin.take());
    run.wait().unwrap();
    assert!(eventually("the end", || server.child.try_wait().unwrap()).success());
    let report = scratch.gasoline(&["report"]).output().unwrap();
    let report = String::from_utf8(report.stdout).unwrap();
    let expected =
        format!("note: no server runs on port {}: this is the last run that started its own", scratch.port);
    assert!(report.contains("failed: pays") && report.contains(&expected), "{report}");
}
