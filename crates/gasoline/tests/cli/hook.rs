//! `gasoline hook` as editors call it. The input is that of the editors' documentation.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::http::{post, post_error};
use crate::scratch::Scratch;
use crate::server_process::Server;

fn hook(scratch: &Scratch, arguments: &[&str], input: &str) -> Output {
    let mut child = scratch
        .gasoline(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).ok();
    child.wait_with_output().unwrap()
}

fn prompt(conversation: &str) -> String {
    json!({
        "session_id": conversation, "transcript_path": "/home/me/.claude/projects/shop/abc123.jsonl", "cwd": "/home/me/shop",
        "permission_mode": "default", "hook_event_name": "UserPromptSubmit", "prompt": "why is the cart empty?",
    })
    .to_string()
}

fn text(output: &Output) -> String {
    assert!(output.status.success());
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn it_tells_what_is_new_since_the_last_call_of_the_same_conversation() {
    let scratch = Scratch::new();
    let (_server, _) = Server::start(&scratch, &[]);
    post_error(scratch.port, "before the first call");
    assert_eq!(text(&hook(&scratch, &["hook"], &prompt("one"))), "");
    post_error(scratch.port, "boom in the cart");
    let told: Value = serde_json::from_str(&text(&hook(&scratch, &["hook"], &prompt("one")))).unwrap();
    let told = &told["hookSpecificOutput"];
    assert_eq!(told["hookEventName"], "UserPromptSubmit");
    let context = told["additionalContext"].as_str().unwrap();
    assert!(context.contains("\"New error: boom in the cart\"") && !context.contains("before"), "{context}");
    assert_eq!(text(&hook(&scratch, &["hook"], &prompt("one"))), "");
    assert_eq!(text(&hook(&scratch, &["hook"], &prompt("other"))), "");
}

#[test]
fn junk_and_an_absent_server_are_no_trouble_to_the_editor() {
    let scratch = Scratch::new();
    for junk in ["", "hello", "{", "[]", "{\"hook_event_name\":7}", "\u{0}\u{1}"] {
        let output = hook(&scratch, &["hook"], junk);
        assert_eq!(text(&output), "", "{junk}");
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("gasoline: hook: expected"), "{junk}");
    }
    let output = hook(&scratch, &["hook"], &prompt("one"));
    assert_eq!(text(&output), "");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, format!("gasoline: hook: no server answers on port {}\n", scratch.port));
    let stop = json!({ "session_id": "one", "hook_event_name": "Stop" }).to_string();
    assert_eq!(text(&hook(&scratch, &["hook"], &stop)), "", "this event takes no context");
}

#[test]
fn after_an_edit_it_names_the_effect_on_the_page() {
    let scratch = Scratch::new();
    let (_server, _) = Server::start(&scratch, &[]);
    let file = scratch.path().join("Cart.tsx");
    std::fs::write(&file, "text").unwrap();
    let edit = json!({
        "session_id": "one", "hook_event_name": "PostToolUse", "tool_name": "Write",
        "tool_input": { "file_path": file, "content": "text" }, "tool_response": { "success": true },
    });
    let update =
        json!({ "level": "debug", "type": "console", "message": "[vite] hot updated: /src/Cart.tsx" });
    post(scratch.port, "/logs", &json!({ "entries": [update] }));
    assert_eq!(text(&hook(&scratch, &["hook", "--wait"], &edit.to_string())), "", "a harmless edit");
    let error = json!({ "level": "error", "type": "console", "message": "boom", "source": "Cart.tsx:41" });
    post(scratch.port, "/logs", &json!({ "entries": [error] }));
    let told: Value =
        serde_json::from_str(&text(&hook(&scratch, &["hook", "--wait"], &edit.to_string()))).unwrap();
    let context = told["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert!(
        context.contains("Cart.tsx changed")
            && context.contains("page updated; 1 new error: \"boom\" at Cart.tsx:41"),
        "{context}"
    );
}
