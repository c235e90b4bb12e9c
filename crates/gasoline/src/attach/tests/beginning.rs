//! What a frame says before the page script is there, when the browser did not hold it.

use serde_json::{Value, json};

use super::fake_browser::FakeBrowser;
use super::{PAGE_COMMANDS, captured, page_capture};

/// A frame that runs already when we hear of it.
async fn runs_frame(browser: &mut FakeBrowser, session: &str, target: &str) {
    let info = json!({ "targetId": target, "type": "iframe", "url": "about:srcdoc", "title": "" });
    let attached = json!({ "sessionId": session, "targetInfo": info, "waitingForDebugger": false });
    browser.event(Some("page"), "Target.attachedToTarget", attached).await;
    browser.context(session, 1, target, true, "://").await;
    browser.context(session, 2, target, false, "://").await;
}

async fn logs(browser: &mut FakeBrowser, session: &str, context: i64, text: &str) {
    let args = [json!({ "type": "string", "value": text })];
    let call = json!({ "type": "log", "args": args, "timestamp": 0, "executionContextId": context });
    browser.event(Some(session), "Runtime.consoleAPICalled", call).await;
}

async fn throws(browser: &mut FakeBrowser, session: &str, text: &str) {
    let exception = json!({ "type": "string", "value": text });
    let details = json!({
        "exceptionId": 1, "text": "Uncaught", "lineNumber": 0, "columnNumber": 0,
        "executionContextId": 1, "exception": exception,
    });
    let thrown = json!({ "timestamp": 0, "exceptionDetails": details });
    browser.event(Some(session), "Runtime.exceptionThrown", thrown).await;
}

/// The page script begins.
async fn starts(browser: &mut FakeBrowser, session: &str) {
    let started = json!({
        "name": page_capture::BINDING, "payload": page_capture::STARTED, "executionContextId": 1,
    });
    browser.event(Some(session), "Runtime.bindingCalled", started).await;
}

/// A page under capture, which has said so: it is asked for its name after it was set up.
async fn opens_page(browser: &mut FakeBrowser) {
    browser.opens(None, "page", "T1", "page").await;
    browser.obey(PAGE_COMMANDS.len()).await;
    browser.event(Some("page"), "Page.loadEventFired", json!({ "timestamp": 0 })).await;
    assert_eq!(browser.command().await.method, "Target.getTargetInfo");
}

#[tokio::test]
async fn it_is_told_by_the_browser_until_the_script_starts() {
    let ((), entries) = captured(async |browser| {
        opens_page(browser).await;
        runs_frame(browser, "frame", "F1").await;
        logs(browser, "frame", 1, "first").await;
        logs(browser, "frame", 2, "of another world").await;
        throws(browser, "frame", "second").await;
        starts(browser, "frame").await;
        logs(browser, "frame", 1, "told by the script").await;
        throws(browser, "frame", "told by the script").await;
    })
    .await;
    let identity = |number: u32| {
        json!({
            "session": "s", "tab": "T1", "page": "F1", "frame": "F1", "n": number,
            "eventId": format!("F1-{number}"), "test_id": "t", "url": "about:srcdoc",
        })
    };
    let fields = ["session", "tab", "page", "frame", "n", "eventId", "test_id", "url"];
    let of = |entry: &Value| {
        Value::Object(fields.iter().map(|&name| (name.to_owned(), entry[name].clone())).collect())
    };
    let told: Vec<_> = entries.iter().map(|entry| (entry["message"].as_str(), of(entry))).collect();
    assert_eq!(told, [(Some("first"), identity(1)), (Some("second"), identity(2))]);
}

#[tokio::test]
async fn of_a_frame_that_was_there_before_us_nothing_old_is_told() {
    let ((), entries) = captured(async |browser| {
        browser.opens(None, "page", "T1", "page").await;
        runs_frame(browser, "frame", "F1").await;
        logs(browser, "frame", 1, "old").await;
    })
    .await;
    assert_eq!(entries, [Value::Null; 0]);
}
