//! Questions to the pages of a browser that behaves exactly as a test wants.

use gasoline_wire::{LiveFailureReason, LiveOutcome, LiveQuery, PageInfo};
use serde_json::{Value, json};

use super::fake_browser::Command;
use super::*;
use crate::attach::live::ask;

/// Asks tab `T1` while `script` plays the browser.
async fn asked<T>(script: impl AsyncFnOnce(&mut FakeBrowser) -> T) -> (LiveOutcome, T) {
    let (mut browser, client, events) = FakeBrowser::connected().await;
    let options = options();
    let pages = options.live.clone();
    let mut attachment = Attachment::new(client, events, options, Delivery::new());
    let opening = async {
        browser.opens(None, "page", "T1", "page").await;
        browser.obey(PAGE_COMMANDS.len()).await;
        browser
    };
    let mut browser = attachment.read_until(opening).await.unwrap();
    let query = LiveQuery::PageInfo;
    let asking = async { tokio::join!(ask(&pages, "T1", &query), script(&mut browser)) };
    attachment.read_until(asking).await.unwrap()
}

/// Opens our world and tells its name, unless it has none any more.
async fn open_world(browser: &mut FakeBrowser, name: Option<&str>) {
    let tree = browser.command().await;
    browser.answer(&tree, json!({ "frameTree": { "frame": { "id": "T1" } } })).await;
    let world = browser.command().await;
    assert_eq!(world.params, json!({ "frameId": "T1", "worldName": "gasoline" }));
    let place = json!({ "isDefault": false, "type": "isolated", "frameId": "T1" });
    let context = json!({ "id": 9, "origin": "", "name": "gasoline", "uniqueId": "u9", "auxData": place });
    browser.event(Some("page"), "Runtime.executionContextCreated", json!({ "context": context })).await;
    if name.is_none() {
        browser.event(Some("page"), "Runtime.executionContextsCleared", json!({})).await;
    }
    browser.answer(&world, json!({ "executionContextId": 9 })).await;
}

/// The next evaluation; never by number, which another document may have by now.
async fn evaluation(browser: &mut FakeBrowser) -> (Command, String) {
    let command = browser.command().await;
    assert_eq!((&command.params["uniqueContextId"], command.params.get("contextId")), (&json!("u9"), None));
    let expression = command.params["expression"].as_str().unwrap().to_owned();
    (command, expression)
}

fn value(value: Value) -> Value {
    json!({ "result": { "type": "object", "value": value } })
}

fn reason(outcome: &LiveOutcome) -> LiveFailureReason {
    match outcome {
        LiveOutcome::Failed(failure) => failure.reason,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_page_is_given_the_script_it_lacks_and_asked_again() {
    let (outcome, ()) = asked(async |browser| {
        open_world(browser, Some("u9")).await;
        let call =
            r#"globalThis.gasolineLive === undefined ? 'live.js' : gasolineLive({"kind":"page_info"})"#;
        let (command, expression) = evaluation(browser).await;
        assert_eq!(expression, call);
        browser.answer(&command, value(json!("live.js"))).await;
        let (command, expression) = evaluation(browser).await;
        assert!(expression.contains("gasolineLive = "), "not the script");
        browser.answer(&command, json!({ "result": { "type": "undefined" } })).await;
        let (command, expression) = evaluation(browser).await;
        assert_eq!(expression, call);
        let mut info = serde_json::to_value(PageInfo::default()).unwrap();
        info["kind"] = json!("page_info");
        browser.answer(&command, value(info)).await;
    })
    .await;
    assert_eq!(outcome, LiveOutcome::PageInfo(PageInfo::default()));
}

#[tokio::test]
async fn a_page_that_ends_while_it_is_asked_has_its_reason() {
    for (method, session, params, expected) in [
        (
            "Target.detachedFromTarget",
            None,
            json!({ "sessionId": "page", "targetId": "T1" }),
            LiveFailureReason::TabGone,
        ),
        ("Inspector.targetCrashed", Some("page"), json!({}), LiveFailureReason::Crashed),
    ] {
        let (outcome, ()) = asked(async |browser| {
            open_world(browser, Some("u9")).await;
            evaluation(browser).await;
            browser.event(session, method, params).await;
        })
        .await;
        assert_eq!(reason(&outcome), expected);
    }
}

#[tokio::test]
async fn a_page_that_is_left_is_not_taken_for_the_next() {
    let (outcome, ()) = asked(async |browser| open_world(browser, None).await).await;
    assert_eq!(reason(&outcome), LiveFailureReason::Navigated);
    let (outcome, ()) = asked(async |browser| {
        open_world(browser, Some("u9")).await;
        let (command, _) = evaluation(browser).await;
        browser.refuse(&command, "uniqueContextId not found").await;
    })
    .await;
    assert_eq!(reason(&outcome), LiveFailureReason::Navigated);
}

#[tokio::test]
async fn what_is_not_open_or_not_the_users_is_not_asked() {
    let pages = LivePages::default();
    assert_eq!(reason(&ask(&pages, "T9", &LiveQuery::PageInfo).await), LiveFailureReason::TabGone);
    let (_browser, client, _events) = FakeBrowser::connected().await;
    let tab = Arc::from("T1");
    pages.open(&tab, client, cdp::SessionId("page".into()), "chrome://version/".to_owned());
    assert_eq!(reason(&ask(&pages, "T1", &LiveQuery::PageInfo).await), LiveFailureReason::NotCaptured);
}
