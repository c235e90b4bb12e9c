//! `gasoline mcp` as editors use it.

use std::os::unix::process::ExitStatusExt;
use std::process::Command;

use serde_json::{Value, json};

use crate::http::{health, post_error, server_pid};
use crate::mcp_process::McpProcess;
use crate::outdated_server::OutdatedServer;
use crate::scratch::{Scratch, kill, terminate};
use crate::wait::eventually;

#[test]
fn two_bridges_started_at_once_share_one_server_and_its_data() {
    let scratch = Scratch::new();
    let mut bridges =
        [McpProcess::spawn(scratch.gasoline(&["mcp"])), McpProcess::spawn(scratch.gasoline(&["mcp"]))];
    for bridge in &mut bridges {
        assert_eq!(bridge.initialize()["result"]["serverInfo"]["name"], "gasoline");
        bridge.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    }
    post_error(scratch.port, "seen by both");
    for bridge in &mut bridges {
        assert!(bridge.call("get_browser_logs").contains("seen by both"));
    }
    eventually("both bridges listen", || (health(scratch.port)?["clients"] == 2).then_some(()));
}

#[test]
fn an_enabled_stream_comes_through_the_bridge() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    let arguments = json!({"enabled": true, "throttle_seconds": 1});
    bridge.request("tools/call", &json!({"name": "configure_streaming", "arguments": arguments}));
    eventually("the bridge listens", || (health(scratch.port)?["clients"] == 1).then_some(()));
    post_error(scratch.port, "boom");
    let [event, message] = [bridge.read(), bridge.read()];
    assert_eq!(
        (&event["method"], &event["params"]["message"]),
        (&json!("notifications/gasoline/event"), &json!("New error: boom"))
    );
    assert_eq!(
        (&message["method"], &message["params"]["data"]),
        (&json!("notifications/message"), &event["params"])
    );
    assert!(bridge.call("get_browser_logs").contains("\"alerts\":{\"count\":1"));
}

#[test]
fn killing_one_bridge_leaves_the_other_and_the_data() {
    let scratch = Scratch::new();
    let mut doomed = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    let mut survivor = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    post_error(scratch.port, "before");
    let server = scratch.server();
    doomed.child.kill().unwrap();
    assert_eq!(doomed.exit_status().signal(), Some(9));
    assert!(survivor.call("get_browser_logs").contains("before"));
    assert_eq!(scratch.server(), server);
    eventually("the dead bridge is no client", || (health(scratch.port)?["clients"] == 1).then_some(()));
}

#[test]
fn a_killed_server_is_replaced_and_the_session_continues() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    let first = scratch.server();
    kill(first);
    eventually("the port is free", || server_pid(scratch.port).is_none().then_some(()));
    let tools = bridge.request("tools/list", &json!({}));
    assert!(tools["result"]["tools"].is_array(), "{tools}");
    assert_ne!(scratch.server(), first);
    post_error(scratch.port, "after the restart");
    assert!(bridge.call("get_browser_logs").contains("after the restart"));
    eventually("the bridge listens again", || (health(scratch.port)?["clients"] == 1).then_some(()));
}

#[test]
fn the_server_outlives_the_editor() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    post_error(scratch.port, "kept");
    let server = scratch.server();
    bridge.close_input();
    assert!(bridge.exit_status().success());
    eventually("no client is left", || (health(scratch.port)?["clients"] == 0).then_some(()));
    let mut next = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    assert!(next.call("get_browser_logs").contains("kept"));
    assert_eq!(scratch.server(), server);
}

#[test]
fn the_flags_reach_the_server_that_is_started() {
    let scratch = Scratch::new();
    let flags = ["mcp", "--max-entries", "77", "--allow-origin", "https://dev.example.com"];
    let _bridge = McpProcess::initialized(scratch.gasoline(&flags));
    assert_eq!(health(scratch.port).unwrap()["maxEntries"], 77);
}

#[test]
fn a_structured_server_can_be_asked_for() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp", "--structured"]));
    let tools = bridge.request("tools/list", &json!({}));
    assert_eq!(tools["result"]["tools"][0]["outputSchema"]["required"], json!(["summary"]), "{tools}");
    let answer = bridge.request("tools/call", &json!({"name": "get_browser_logs"}));
    assert_eq!(answer["result"]["structuredContent"]["logs"], json!([]), "{answer}");
}

/// Both are JSON as far as the bridge looks, and nothing the server can take apart.
#[test]
fn arguments_too_deep_or_not_unicode_are_answered_under_their_id() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    for (argument, reason) in
        [(deep.as_str(), "recursion limit exceeded"), (r#""\udc00""#, "lone leading surrogate in hex escape")]
    {
        bridge.write(&format!(
            r#"{{"jsonrpc":"2.0","id":"odd","method":"tools/call","params":{{"name":"get_browser_logs","arguments":{{"tab":{argument}}}}}}}"#
        ));
        let answer = bridge.read();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("odd"), &json!(-32602)), "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(reason), "{answer}");
    }
    assert!(bridge.call("get_browser_logs").contains("summary"));
}

#[test]
fn a_handshake_with_bad_params_is_told_why_and_may_be_tried_again() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::spawn(scratch.gasoline(&["mcp"]));
    let refused = bridge.request("initialize", &json!({"protocolVersion": "2025-11-25", "capabilities": {}}));
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    assert!(
        refused["error"]["message"].as_str().unwrap().contains("missing field `clientInfo`"),
        "{refused}"
    );
    assert_eq!(bridge.initialize()["result"]["serverInfo"]["name"], "gasoline");
}

#[test]
fn bad_lines_are_answered_and_the_session_survives() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    for (line, code) in [
        (&b"not json\n"[..], -32700),
        (b"\xff\xfe\n", -32700),
        (b"{\"jsonrpc\":\"2.0\"\n", -32700),
        (b"[]\r\n", -32600),
        (b"\n\r\n{\"hello\":1}\n", -32600),
    ] {
        bridge.write_bytes(line);
        let answer = bridge.read();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(code)));
    }
    assert!(bridge.request("tools/list", &json!({}))["result"].is_object());
}

#[test]
fn a_line_of_ten_megabytes_is_refused_without_being_held() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    let megabyte = vec![b'x'; 1024 * 1024];
    for _ in 0..10 {
        bridge.write_bytes(&megabyte);
    }
    bridge.write("");
    assert_eq!(bridge.read()["error"]["code"], -32600);
    assert!(bridge.request("ping", &json!({}))["result"].is_object());
    if let Some(kilobytes) = peak_memory(bridge.child.id()) {
        assert!(kilobytes < 40 * 1024, "{kilobytes} kB");
    }
}

/// The most memory a process ever occupied, in kB, where the system tells.
fn peak_memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_last_line_without_line_ending_is_answered_before_the_end() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    bridge.write_bytes(br#"{"jsonrpc":"2.0","id":"last","method":"tools/list"}"#);
    bridge.close_input();
    assert_eq!(bridge.read()["id"], "last");
    assert!(bridge.exit_status().success());
}

#[test]
fn a_request_to_stop_ends_the_session_in_an_orderly_way() {
    let scratch = Scratch::new();
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    terminate(bridge.child.id());
    assert!(bridge.exit_status().success());
    assert!(server_pid(scratch.port).is_some());
}

#[test]
fn a_bridge_ends_when_its_parent_dies_although_its_input_stays_open() {
    let scratch = Scratch::new();
    let binary = scratch.gasoline(&[]).get_program().to_owned();
    let environment = scratch.gasoline(&[]);
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(r#"exec 3<&0; "$0" mcp <&3 3<&- & exec 0<&- 3<&-; wait"#).arg(binary);
    shell.envs(environment.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut bridge = McpProcess::initialized(shell);
    assert!(bridge.request("tools/list", &json!({}))["result"].is_object());
    bridge.child.kill().unwrap();
    bridge.wait_for_end_of_output();
}

#[test]
fn a_foreign_program_on_the_port_is_named_in_the_answer() {
    let scratch = Scratch::new();
    let _foreign = scratch.foreign_program();
    let mut bridge = McpProcess::spawn(scratch.gasoline(&["mcp"]));
    let answer = bridge.initialize();
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains(&format!("port `{}` is held by", scratch.port)), "{message}");
    assert!(message.contains("`--port`"), "{message}");
    if cfg!(target_os = "linux") {
        assert!(message.contains(&format!("(pid {})", std::process::id())), "{message}");
    }
}

#[test]
fn an_idle_server_of_an_older_wire_version_is_replaced() {
    let scratch = Scratch::new();
    let mut outdated = OutdatedServer::start(scratch.port, 0);
    let mut bridge = McpProcess::initialized(scratch.gasoline(&["mcp"]));
    assert_eq!(outdated.wait().signal(), Some(15));
    assert!(bridge.request("tools/list", &json!({}))["result"].is_object());
    bridge.close_input();
    assert!(bridge.exit_status().success());
    let notice = format!("replacing gasoline 0.0.1 (pid {})", outdated.pid());
    assert!(bridge.errors().contains(&notice));
}

#[test]
fn a_used_server_of_an_older_wire_version_is_left_alone_and_named() {
    let scratch = Scratch::new();
    let outdated = OutdatedServer::start(scratch.port, 1);
    let mut bridge = McpProcess::spawn(scratch.gasoline(&["mcp"]));
    let answer = bridge.initialize();
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains(&format!("stop process {}", outdated.pid())), "{message}");
}
