//! `gasoline bug-report`: a file with pictures beside it, of a server or of a capture file.

use std::process::Stdio;

use serde_json::json;

use crate::http::{download, post};
use crate::scratch::Scratch;
use crate::server_process::Server;

/// A PNG of one pixel.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn run(scratch: &Scratch, arguments: &[&str]) -> (Option<i32>, String) {
    let output = scratch.gasoline(arguments).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code(), text.replace(scratch.path().to_str().unwrap(), "SCRATCH"))
}

fn break_something(port: u16) {
    let identity = json!({ "session": "s", "tab": "1", "page": "p", "frame": "0" });
    let with = |fields: serde_json::Value| {
        let mut all = identity.clone();
        all.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        all
    };
    let action = with(json!({
        "type": "click", "ts": "2026-01-22T10:29:00.000Z", "url": "http://localhost:3000/cart", "target": "button", "text": "Pay",
        "selectors": { "locators": [{ "by": "role", "role": "button", "value": "Pay" }] }, "eventId": "a1",
    }));
    post(port, "/enhanced-actions", &json!({ "actions": [action] }));
    let error = with(json!({
        "type": "exception", "ts": "2026-01-22T10:29:00.100Z", "message": "boom", "mechanism": "error",
        "url": "http://localhost:3000/cart", "eventId": "e1",
    }));
    post(port, "/logs", &json!({ "entries": [error] }));
    let picture = with(json!({
        "ts": "2026-01-22T10:29:00.200Z", "url": "http://localhost:3000/cart", "trigger": "error", "data": PIXEL,
        "viewport": { "width": 1, "height": 1, "devicePixelRatio": 1 }, "relatedEventId": "e1", "eventId": "shot-1",
    }));
    post(port, "/screenshots", &picture);
}

#[test]
fn a_report_of_a_server_and_of_its_capture_file_is_the_same_with_its_picture_beside_it() {
    let scratch = Scratch::new();
    let (_server, _) = Server::start(&scratch, &[]);
    let path = |name: &str| scratch.path().join(name);
    let (code, text) = run(&scratch, &["bug-report"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.starts_with("error: nothing to report: no user action"), "{text}");

    break_something(scratch.port);
    let report = path("my bug.md");
    let (code, text) =
        run(&scratch, &["bug-report", "-o", report.to_str().unwrap(), "--expected", "The order is paid."]);
    assert_eq!((code, text.as_str()), (Some(0), "wrote `SCRATCH/my bug.md`, with 1 picture beside it\n"));
    let written = std::fs::read_to_string(&report).unwrap();
    assert!(written.starts_with("## Bug Report: boom\n\n**URL**: http://localhost:3000/cart"), "{written}");
    assert!(written.contains("\n   ![Step 3: Error state](my%20bug-step-3.png)\n"), "{written}");
    assert!(written.contains("### Expected Behavior\n\nThe order is paid.\n"), "{written}");
    let picture = std::fs::read(path("my bug-step-3.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));

    let capture = path("run.gasoline");
    std::fs::write(&capture, download(scratch.port, "/export/capture")).unwrap();
    let again = path("again").join("my bug.md");
    std::fs::create_dir(path("again")).unwrap();
    let arguments = [
        "bug-report",
        capture.to_str().unwrap(),
        "-o",
        again.to_str().unwrap(),
        "--expected",
        "The order is paid.",
    ];
    assert_eq!(run(&scratch, &arguments).0, Some(0));
    assert_eq!(std::fs::read_to_string(&again).unwrap(), written);
    assert!(path("again").join("my bug-step-3.png").exists());
}

#[test]
fn pictures_go_where_they_are_wanted() {
    let scratch = Scratch::new();
    let (_server, _) = Server::start(&scratch, &[]);
    break_something(scratch.port);
    let (code, text) = run(&scratch, &["bug-report"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(!text.contains("![") && text.contains("pictures are left out;"), "{text}");
    let (_, text) = run(&scratch, &["bug-report", "--images", "embed"]);
    assert!(text.contains("![Step 3: Error state](data:image/png;base64,iVBOR"), "{text}");
    let (_, text) = run(&scratch, &["bug-report", "--images", "none"]);
    assert!(!text.contains("![") && !text.contains("left out;"), "{text}");
    let (code, text) = run(&scratch, &["bug-report", "--images", "files"]);
    assert_eq!(code, Some(2), "{text}");
    let nowhere = scratch.path().join("no/folder/bug.md");
    assert_eq!(run(&scratch, &["bug-report", "-o", nowhere.to_str().unwrap()]).0, Some(2));
    assert_eq!(run(&scratch, &["bug-report", "--url", "/elsewhere"]).0, Some(3));
    assert_eq!(run(&scratch, &["bug-report", "--last-n-actions", "0"]).0, Some(2));
}
