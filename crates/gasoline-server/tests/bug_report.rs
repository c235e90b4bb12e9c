//! Bug reports as an agent asks for them: text, JSON, pictures, and what does not fit.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gasoline_core::render::tokens;
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use support::TestServer;
use support::agent::Agent;

fn png(width: u32, height: u32) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, Rgb([9, 9, 9])).write_to(&mut bytes, ImageFormat::Png).unwrap();
    BASE64_STANDARD.encode(bytes.into_inner())
}

/// A click, the error after it, and a picture of that.
async fn click_and_error(server: &TestServer) {
    let action = json!({
        "type": "click", "ts": "2026-01-22T10:29:00.000Z", "url": "http://localhost:3000/cart", "target": "button",
        "selectors": {
            "role": { "role": "button", "name": "Pay" }, "locators": [{ "by": "role", "role": "button", "value": "Pay" }],
        },
        "text": "Pay", "session": "s", "tab": "1", "page": "p", "frame": "0", "eventId": "a1",
    });
    server.post("/enhanced-actions", json!({ "actions": [action] }).to_string()).await;
    let error = json!({
        "type": "exception", "ts": "2026-01-22T10:29:00.100Z", "message": "RangeError: boom",
        "filename": "http://localhost:3000/a.js", "lineno": 3, "source": "a.js:3", "mechanism": "error",
        "url": "http://localhost:3000/cart", "session": "s", "tab": "1", "page": "p", "eventId": "e1",
    });
    server.post("/logs", json!({ "entries": [error] }).to_string()).await;
    let picture = json!({
        "ts": "2026-01-22T10:29:00.200Z", "url": "http://localhost:3000/cart", "trigger": "error", "data": png(640, 320),
        "viewport": { "width": 640, "height": 320, "devicePixelRatio": 1 }, "relatedEventId": "e1",
        "session": "s", "tab": "1", "page": "p", "eventId": "shot-1",
    });
    server.post("/screenshots", picture.to_string()).await;
}

async fn content(server: &TestServer, arguments: Value) -> Vec<Value> {
    let agent = Agent::connect(server).await;
    let call = json!({ "name": "generate_bug_report", "arguments": arguments });
    let answer = agent.request("tools/call", call).await;
    answer["result"]["content"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
}

fn text(block: &Value) -> &str {
    block["text"].as_str().unwrap()
}

#[tokio::test]
async fn the_report_comes_first_then_the_json_then_the_pictures() {
    let server = TestServer::new();
    click_and_error(&server).await;
    let blocks = content(&server, json!({ "expected": "The order is paid." })).await;
    insta::assert_snapshot!("bug_report", text(&blocks[0]));
    assert_eq!(
        serde_json::from_str::<Value>(text(&blocks[1])).unwrap(),
        json!({
            "summary": "A bug report with 2 steps; Error (unhandled exception).",
            "title": "RangeError: boom", "url": "http://localhost:3000/cart", "severity": "Error (unhandled exception)",
            "step_count": 2, "network_failures": 0,
            "images": [
                { "id": "1", "label": "Step 3: Error state", "url": "http://127.0.0.1:7890/screenshots/1" },
            ],
        })
    );
    assert_eq!(
        (blocks.len(), &blocks[2]["type"], &blocks[2]["mimeType"]),
        (3, &json!("image"), &json!("image/png"))
    );
    let bytes = BASE64_STANDARD.decode(blocks[2]["data"].as_str().unwrap()).unwrap();
    assert_eq!(image::load_from_memory(&bytes).unwrap().into_rgb8().dimensions(), (320, 160));
}

#[tokio::test]
async fn pictures_come_as_asked_for() {
    let server = TestServer::new();
    click_and_error(&server).await;
    let shown = |blocks: &[Value]| -> String {
        let line = text(&blocks[0]).lines().find(|line| line.contains("![")).unwrap_or_default();
        line.trim().chars().take(50).collect()
    };
    let files = content(&server, json!({ "images": "files" })).await;
    assert_eq!((shown(&files), files.len()), ("![Step 3: Error state](step-3.png)".to_owned(), 2));
    let answer: Value = serde_json::from_str(text(&files[1])).unwrap();
    assert_eq!(answer["images"][0]["file"], "step-3.png");
    let embedded = content(&server, json!({ "images": "embed" })).await;
    assert_eq!(
        (shown(&embedded), embedded.len()),
        ("![Step 3: Error state](data:image/png;base64,iVBOR".to_owned(), 2)
    );
    let none = content(&server, json!({ "images": "none" })).await;
    assert_eq!((shown(&none), none.len()), (String::new(), 2));
    let answer: Value = serde_json::from_str(text(&none[1])).unwrap();
    assert_eq!(answer.get("images"), None);
}

#[tokio::test]
async fn what_does_not_fit_is_a_linked_file_and_nothing_is_outside_of_the_budget() {
    let server = TestServer::new();
    click_and_error(&server).await;
    for max_tokens in [100, 400, 700, 900] {
        let blocks = content(&server, json!({ "max_tokens": max_tokens })).await;
        let texts = blocks.iter().filter_map(|block| block["text"].as_str());
        let spent: usize = texts.map(tokens::estimate).sum();
        // A report of which nothing fits still says so.
        assert!(spent <= max_tokens + 20, "{spent} of {max_tokens}");
        let link = blocks.iter().find(|block| block["type"] == "resource_link").unwrap();
        let agent = Agent::connect(&server).await;
        let read = agent.request("resources/read", json!({ "uri": link["uri"] })).await;
        let whole = read["result"]["contents"][0]["text"].as_str().unwrap();
        assert!(
            whole.starts_with("## Bug Report: RangeError: boom\n")
                && whole.contains("### Reproduction Script\n\n```typescript")
        );
    }
    let blocks = content(&server, json!({ "max_tokens": 4_000 })).await;
    assert!(blocks.iter().all(|block| block["type"] != "resource_link"));
}

#[tokio::test]
async fn without_anything_captured_the_answer_says_why() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let (answer, is_error) = agent.call("generate_bug_report", json!({})).await;
    assert!(is_error);
    let error = answer["error"].as_str().unwrap();
    assert!(error.starts_with("nothing to report: no user action, no error and no failed request was captured; make it happen in a captured page first (no browser has connected since"), "{error}");
    click_and_error(&server).await;
    let (answer, is_error) = agent.call("generate_bug_report", json!({ "url_filter": "/elsewhere" })).await;
    assert!(is_error);
    assert_eq!(
        answer["error"],
        "nothing matches: `url_filter: /elsewhere` left out all there are; call again without."
    );
}

#[tokio::test]
async fn a_picture_that_is_gone_is_named_as_gone() {
    let server = TestServer::new();
    click_and_error(&server).await;
    // Only the newest twenty are kept.
    for number in 0..20 {
        let picture = json!({
            "ts": "2026-01-22T10:40:00.000Z", "url": "http://localhost:3000/other", "trigger": "explicit", "data": png(8, 8),
            "viewport": { "width": 8, "height": 8, "devicePixelRatio": 1 }, "session": "s", "tab": "1",
            "eventId": format!("later-{number}"),
        });
        server.post("/screenshots", picture.to_string()).await;
    }
    let blocks = content(&server, json!({})).await;
    assert!(
        text(&blocks[0]).contains("\n   _(a picture was taken here and is not kept any more)_"),
        "{}",
        text(&blocks[0])
    );
    assert_eq!(blocks.len(), 2);
}
