//! An uncaught error of a worker is told once, however many report it.

use serde_json::{Value, json};

use super::captured;
use super::fake_browser::FakeBrowser;

const STACK: &str = "TypeError: no total\n    at http://localhost/work.js:2:7";

/// A page with a worker.
async fn opens_worker(browser: &mut FakeBrowser) {
    browser.opens(None, "page", "T1", "page").await;
    browser.context("page", 1, "T1", true, "http://localhost").await;
    browser.opens(Some("page"), "worker", "W1", "worker").await;
}

async fn ends_worker(browser: &mut FakeBrowser) {
    let ended = json!({ "sessionId": "worker", "targetId": "W1" });
    browser.event(Some("page"), "Target.detachedFromTarget", ended).await;
}

/// What the page's script makes of the error that the browser tells the page.
async fn page_tells(browser: &mut FakeBrowser, line: u32) {
    let entry = json!({
        "type": "exception", "message": "Uncaught TypeError: no total", "source": "work.js:2",
        "filename": "http://localhost/work.js", "lineno": line, "colno": 7,
        "n": 1, "eventId": "p-1", "enrichment": "pending",
    });
    browser.sends("page", 1, entry).await;
}

/// What the browser tells of the error in a worker, with what was thrown or without.
async fn worker_tells(browser: &mut FakeBrowser, session: &str, exception: Value) {
    let details = json!({
        "exceptionId": 1, "text": "Uncaught", "lineNumber": 1, "columnNumber": 6,
        "url": "http://localhost/work.js", "exception": exception,
    });
    let thrown = json!({ "timestamp": 0, "exceptionDetails": details });
    browser.event(Some(session), "Runtime.exceptionThrown", thrown).await;
}

fn error() -> Value {
    json!({ "type": "object", "subtype": "error", "className": "TypeError", "description": STACK })
}

/// Each error as who tells it, its message and whether there is a stack; amendments are told by their name alone.
fn told(entries: &[Value]) -> Vec<(&str, &str, bool)> {
    entries
        .iter()
        .map(|entry| {
            let name = entry["eventId"].as_str().unwrap_or_default();
            (name, entry["message"].as_str().unwrap_or_default(), entry["stack"] == STACK)
        })
        .collect()
}

#[tokio::test]
async fn the_report_of_the_page_is_completed_by_that_of_the_worker() {
    let ((), entries) = captured(async |browser| {
        opens_worker(browser).await;
        page_tells(browser, 2).await;
        worker_tells(browser, "worker", error()).await;
        browser.entry("page", 1, "afterwards").await;
    })
    .await;
    assert_eq!(
        entries[0],
        json!({
            "type": "exception", "message": "TypeError: no total", "stack": STACK, "source": "work.js:2",
            "filename": "http://localhost/work.js", "lineno": 2, "colno": 7, "n": 1, "eventId": "p-1",
            "enrichment": "pending", "session": "s", "tab": "T1", "frame": "0",
        })
    );
    assert_eq!(
        told(&entries),
        [("p-1", "TypeError: no total", true), ("p-1", "", false), ("", "afterwards", false)]
    );
}

#[tokio::test]
async fn the_report_of_the_worker_may_come_first_and_leaves_no_gap() {
    let ((), entries) = captured(async |browser| {
        opens_worker(browser).await;
        worker_tells(browser, "worker", error()).await;
        page_tells(browser, 2).await;
        let call = json!({ "type": "log", "args": [{ "type": "string", "value": "on" }], "timestamp": 0 });
        browser.event(Some("worker"), "Runtime.consoleAPICalled", call).await;
    })
    .await;
    assert_eq!(
        told(&entries),
        [("p-1", "TypeError: no total", true), ("p-1", "", false), ("W1-1", "on", false)]
    );
}

#[tokio::test]
async fn the_page_may_be_late_and_the_worker_gone() {
    let ((), entries) = captured(async |browser| {
        opens_worker(browser).await;
        worker_tells(browser, "worker", error()).await;
        ends_worker(browser).await;
        page_tells(browser, 2).await;
    })
    .await;
    assert_eq!(told(&entries), [("p-1", "TypeError: no total", true), ("p-1", "", false)]);
}

#[tokio::test]
async fn a_worker_around_the_one_that_threw_adds_nothing() {
    let ((), entries) = captured(async |browser| {
        opens_worker(browser).await;
        browser.opens(Some("worker"), "nested", "W2", "worker").await;
        page_tells(browser, 2).await;
        worker_tells(browser, "worker", json!({ "type": "object", "subtype": "null", "value": null })).await;
        worker_tells(browser, "nested", error()).await;
    })
    .await;
    assert_eq!(told(&entries), [("p-1", "TypeError: no total", true), ("p-1", "", false)]);
}

#[tokio::test]
async fn a_worker_that_was_ended_leaves_the_report_of_its_page_as_it_is() {
    let ((), entries) = captured(async |browser| {
        opens_worker(browser).await;
        page_tells(browser, 2).await;
        ends_worker(browser).await;
        browser.entry("page", 1, "afterwards").await;
    })
    .await;
    assert_eq!(
        told(&entries),
        [("p-1", "Uncaught TypeError: no total", false), ("p-1", "", false), ("", "afterwards", false)]
    );
}

#[tokio::test]
async fn errors_at_different_places_are_different_errors() {
    let ((), entries) = captured(async |browser| {
        opens_worker(browser).await;
        page_tells(browser, 3).await;
        worker_tells(browser, "worker", error()).await;
    })
    .await;
    assert_eq!(
        told(&entries),
        [
            ("p-1", "Uncaught TypeError: no total", false),
            ("p-1", "", false),
            ("W1-1", "TypeError: no total", true),
        ]
    );
}
