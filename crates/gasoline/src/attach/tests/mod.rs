//! Capture of a browser that behaves exactly as a test wants: order of commands, completeness, ends of every kind.

mod beginning;
mod fake_browser;
mod live;
mod worker_errors;

use std::future::{pending, ready};

use gasoline_server::{RunningServer, ServerOptions};
use gasoline_wire::Route;
use serde_json::{Value, json};

use self::fake_browser::FakeBrowser;
use super::cdp::CallError;
use super::*;

fn options() -> CaptureOptions {
    let live = LivePages::default();
    live.set_picture_source(PictureSource {
        session: "s".to_owned(),
        test_id: Some("t".to_owned()),
        when: AutoScreenshot::USUAL,
        enabled: true,
    });
    CaptureOptions { port: 7890, session: "s".into(), test_id: Some("t".into()), live, pages: Vec::new() }
}

/// A browser under capture, with what was captured and how it ended.
async fn captured<T>(script: impl AsyncFnOnce(&mut FakeBrowser) -> T) -> (T, Vec<Value>) {
    let (mut browser, client, events) = FakeBrowser::connected().await;
    let delivery = Delivery::new();
    let mut attachment = Attachment::new(client, events, options(), delivery.clone());
    let result = attachment.read_until(script(&mut browser)).await;
    // Whatever was said before the end is taken in before the end is noticed.
    browser.die();
    let end = attachment.read_until(pending::<()>()).await;
    assert!(matches!(end, Err(End::Closed)), "{end:?}");
    // What waits for more waits no longer.
    drop(attachment);
    let entries = delivery.take_entries();
    let entries = entries.iter().map(|(_, entry)| serde_json::from_str(entry).unwrap()).collect();
    (result.unwrap(), entries)
}

const PAGE_COMMANDS: [&str; 7] = [
    "Target.setAutoAttach",
    "Runtime.enable",
    "Runtime.addBinding",
    "Page.enable",
    "Network.enable",
    "Page.addScriptToEvaluateOnNewDocument",
    "Runtime.runIfWaitingForDebugger",
];

fn commands_to(session: &str, methods: &[&str]) -> Vec<String> {
    methods.iter().map(|method| format!("{session} {method}")).collect()
}

#[tokio::test]
async fn answers_find_whoever_asked_in_any_order_and_refusals_keep_their_words() {
    let (mut browser, client, mut events) = FakeBrowser::connected().await;
    let asking = async {
        let first = client.send(None, "A.first", json!({})).await.unwrap();
        let second = client.send(None, "B.second", json!({})).await.unwrap();
        let third: Result<Vec<u8>, _> = client.call(None, "C.third", json!({})).await;
        (first.result().await, second.result().await, third)
    };
    let answering = async {
        let (first, second, third) =
            (browser.command().await, browser.command().await, browser.command().await);
        browser.say("no JSON").await;
        browser.say(r#"{"id":999,"result":{}}"#).await;
        browser.say(r#"{"id":-1,"method":7}"#).await;
        browser.refuse(&second, "'B.second' wasn't found").await;
        browser.answer(&first, json!({ "ok": 1 })).await;
        browser.answer(&third, json!({ "not": "a list" })).await;
    };
    let reading = async {
        while let Ok(Some(text)) = events.next().await {
            assert!(events.read(&text).is_none(), "{text}");
        }
    };
    let (first, second, third) = tokio::select! {
        (answers, ()) = async { tokio::join!(asking, answering) } => answers,
        () = reading => panic!("the connection ended"),
    };
    assert_eq!(first.unwrap().get(), r#"{"ok":1}"#);
    assert_eq!(second.unwrap_err().to_string(), "'B.second' wasn't found");
    let unreadable = third.unwrap_err().to_string();
    assert!(unreadable.starts_with("the browser's answer to `C.third` cannot be read"), "{unreadable}");
}

#[tokio::test]
async fn whoever_waits_for_a_dead_browser_is_told() {
    let (browser, client, mut events) = FakeBrowser::connected().await;
    let answer = client.send(None, "Page.captureScreenshot", json!({})).await.unwrap();
    browser.die();
    assert!(events.next().await.unwrap().is_none());
    drop(events);
    assert!(matches!(answer.result().await, Err(CallError::Gone)));
}

#[tokio::test]
async fn a_page_is_prepared_before_it_is_let_go_and_so_are_its_frames() {
    let (obeyed, _) = captured(async |browser| {
        browser.opens(None, "page", "T1", "page").await;
        let page = browser.obey(PAGE_COMMANDS.len()).await;
        browser.opens(Some("page"), "frame", "F1", "iframe").await;
        (page, browser.obey(PAGE_COMMANDS.len()).await)
    })
    .await;
    assert_eq!(obeyed, (commands_to("page", &PAGE_COMMANDS), commands_to("frame", &PAGE_COMMANDS)));
}

#[tokio::test]
async fn the_script_knows_server_session_and_test_and_runs_at_once() {
    let (params, _) = captured(async |browser| {
        browser.opens(None, "page", "T1", "page").await;
        browser.obey(PAGE_COMMANDS.len() - 2).await;
        browser.command().await.params
    })
    .await;
    let source = params["source"].as_str().unwrap();
    let settings = page_capture::PageSettings { port: 7890, session: "s", test_id: Some("t") };
    assert_eq!(source, page_capture::init_script(&settings));
    assert_eq!(params["runImmediately"], true);
}

#[tokio::test]
async fn what_is_not_captured_is_let_go_and_left_alone() {
    let (obeyed, _) = captured(async |browser| {
        browser.opens(None, "a", "T1", "browser_ui").await;
        let foreign = browser.obey(2).await;
        browser.opens(None, "b", "W1", "service_worker").await;
        let worker = browser.obey(3).await;
        // The same worker again, as each of its pages offers it.
        browser.opens(Some("a"), "c", "W1", "service_worker").await;
        (foreign, worker, browser.obey(2).await)
    })
    .await;
    let let_go = |session: &str| {
        vec![
            format!("{session} Runtime.runIfWaitingForDebugger"),
            "browser Target.detachFromTarget".to_owned(),
        ]
    };
    let worker = ["Target.setAutoAttach", "Runtime.enable", "Runtime.runIfWaitingForDebugger"];
    assert_eq!(obeyed, (let_go("a"), commands_to("b", &worker), let_go("c")));
}

#[tokio::test]
async fn entries_are_completed_by_the_place_they_come_from() {
    let ((), entries) = captured(async |browser| {
        browser.opens(None, "page", "T1", "page").await;
        browser.opens(Some("page"), "frame", "F1", "iframe").await;
        browser.context("page", 1, "T1", true, "http://localhost").await;
        browser.context("page", 2, "F0", true, "http://localhost").await;
        browser.context("frame", 1, "F1", true, "http://other.example").await;
        browser.entry("page", 1, "top").await;
        browser.entry("page", 2, "frame").await;
        browser.entry("frame", 1, "out of process").await;
    })
    .await;
    let entry = |message: &str, frame: &str| json!({ "message": message, "session": "s", "tab": "T1", "frame": frame });
    assert_eq!(entries, [entry("top", "0"), entry("frame", "F0"), entry("out of process", "F1")]);
}

#[tokio::test]
async fn other_worlds_documents_of_the_browser_and_gone_ones_are_not_heard() {
    let ((), entries) = captured(async |browser| {
        browser.opens(None, "page", "T1", "page").await;
        browser.context("page", 1, "T1", false, "http://localhost").await;
        browser.context("page", 2, "T1", true, "chrome://newtab").await;
        browser.context("page", 3, "T1", true, "http://localhost").await;
        browser.context("page", 4, "T1", true, "http://localhost").await;
        browser
            .event(Some("page"), "Runtime.executionContextDestroyed", json!({ "executionContextId": 3 }))
            .await;
        for context in 1..=4 {
            browser.entry("page", context, &format!("from {context}")).await;
        }
        browser.event(Some("page"), "Runtime.executionContextsCleared", json!({})).await;
        browser.entry("page", 4, "after it was left").await;
        browser
            .event(None, "Target.detachedFromTarget", json!({ "sessionId": "page", "targetId": "T1" }))
            .await;
        browser.entry("page", 4, "after it was closed").await;
        browser.entry("nobody", 4, "of nobody").await;
    })
    .await;
    let messages: Vec<_> = entries.iter().map(|entry| entry["message"].as_str().unwrap()).collect();
    assert_eq!(messages, ["from 4"]);
}

#[tokio::test]
async fn malformed_events_are_passed_over() {
    let ((), entries) = captured(async |browser| {
        browser.opens(None, "page", "T1", "page").await;
        browser.context("page", 1, "T1", true, "http://localhost").await;
        for text in [
            "",
            "[]",
            "{}",
            r#"{"method":"Target.attachedToTarget"}"#,
            r#"{"method":"Target.attachedToTarget","params":{"sessionId":7}}"#,
            r#"{"method":"Target.detachedFromTarget","params":null}"#,
            r#"{"method":"Runtime.bindingCalled","sessionId":"page","params":{"name":7}}"#,
            r#"{"method":"Runtime.executionContextCreated","sessionId":"page","params":{"context":[]}}"#,
        ] {
            browser.say(text).await;
        }
        browser.entry("page", 1, "still heard").await;
    })
    .await;
    assert_eq!(entries.len(), 1);
}

#[tokio::test]
async fn an_error_has_its_picture_taken_through_the_page_once_a_second() {
    let (mut browser, client, events) = FakeBrowser::connected().await;
    let delivery = Delivery::new();
    let mut attachment = Attachment::new(client, events, options(), delivery.clone());
    let throwing = async {
        browser.opens(None, "page", "T1", "page").await;
        browser.obey(PAGE_COMMANDS.len()).await;
        browser.context("page", 1, "T1", true, "http://localhost").await;
        for number in 1..=2 {
            let entry =
                json!({ "type": "exception", "n": number, "page": "p", "eventId": format!("p-{number}") });
            let payload = json!({ "path": "/logs", "body": { "entries": [entry] } }).to_string();
            let called = json!({ "name": "__gasolineBinding", "payload": payload, "executionContextId": 1 });
            browser.event(Some("page"), "Runtime.bindingCalled", called).await;
        }
        let survey = json!({ "result": { "type": "object", "value": {
            "url": "http://localhost/", "viewport": { "width": 8.0, "height": 4.0, "devicePixelRatio": 1.0 },
            "masks": [{ "x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0 }],
        } } });
        let area = json!({ "x": 1.0, "y": 1.0, "width": 2.0, "height": 2.0 });
        let seen = json!({
            "kind": "survey", "url": "http://localhost/", "title": "T", "notes": [], "marks": [],
            "viewport": { "width": 8.0, "height": 4.0, "devicePixelRatio": 1.0 }, "scroll": { "x": 0.0, "y": 0.0 },
            "documentSize": { "width": 8.0, "height": 4.0 },
            "elements": [{ "selector": "#a", "boundingBox": area, "text": "A" }],
        });
        let value = |value: Value| json!({ "result": { "type": "object", "value": value } });
        for (method, result) in [
            ("Page.getFrameTree", json!({ "frameTree": { "frame": { "id": "T1" } } })),
            ("Page.createIsolatedWorld", json!({ "executionContextId": 9 })),
            ("Runtime.evaluate", survey.clone()),
            ("Page.captureScreenshot", json!({ "data": "UE5H" })),
            ("Runtime.evaluate", survey),
            ("Runtime.evaluate", value(seen)),
        ] {
            let command = browser.command().await;
            assert_eq!((command.session.as_deref(), command.method.as_str()), (Some("page"), method));
            browser.answer(&command, result).await;
        }
        delivery.picture().await
    };
    let body = attachment.read_until(throwing).await.unwrap();
    let mut picture: Value = serde_json::from_slice(&body).unwrap();
    assert!(picture["ts"].take().is_string());
    let mask = json!({ "x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0 });
    assert_eq!(
        picture,
        json!({
            "ts": null, "url": "http://localhost/", "trigger": "error", "data": "UE5H",
            "viewport": { "width": 8.0, "height": 4.0, "devicePixelRatio": 1.0 }, "masks": [mask, mask],
            "elements": [{ "selector": "#a", "text": "A",
                           "boundingBox": { "x": 1.0, "y": 1.0, "width": 2.0, "height": 2.0 } }],
            "notes": [], "relatedEventId": "p-1", "session": "s", "tab": "T1", "page": "p", "frame": "0",
            "eventId": "p-1-screenshot", "test_id": "t",
        })
    );
}

#[tokio::test]
async fn a_connection_that_carries_nonsense_is_broken_not_closed() {
    let (browser, client, events) = FakeBrowser::connected().await;
    let mut attachment = Attachment::new(client, events, options(), Delivery::new());
    let end = {
        let babbling = tokio::spawn(browser.babble());
        let end = attachment.read_until(pending::<()>()).await;
        drop(attachment);
        babbling.await.unwrap();
        end
    };
    assert!(matches!(end, Err(End::Broken(_))), "{end:?}");
}

#[tokio::test]
async fn a_stop_waits_until_pages_have_handed_over_what_they_have() {
    let (mut browser, client, events) = FakeBrowser::connected().await;
    let delivery = Delivery::new();
    let attachment = Attachment::new(client, events, options(), delivery.clone());
    let answering = async {
        let version = browser.command().await;
        browser.answer(&version, json!({ "product": "Fake/1" })).await;
        browser.opens(None, "page", "T1", "page").await;
        browser.context("page", 1, "T1", true, "http://localhost").await;
        browser.context("page", 2, "F1", true, "http://localhost").await;
        let attach = browser.command().await;
        browser.answer(&attach, json!({})).await;
        browser.obey(1 + PAGE_COMMANDS.len()).await;
        for _ in 0..2 {
            let question = browser.command().await;
            assert_eq!(question.method, "Runtime.evaluate");
            assert_eq!(question.params["expression"], page_capture::flush());
            let context = question.params["contextId"].as_i64().unwrap();
            browser.entry("page", context, "last words").await;
            browser.answer(&question, json!({})).await;
        }
        browser
    };
    let mut stop = ready(());
    let (end, _browser) = tokio::join!(attachment.run(Printer, &mut stop), answering);
    assert!(matches!(end, Ok(End::Stopped)), "{end:?}");
    assert_eq!(delivery.take_entries().len(), 2);
}

#[tokio::test]
async fn a_page_is_told_that_its_beacons_pass_and_a_frame_is_not() {
    let (asked, _) = captured(async |browser| {
        browser.opens(None, "page", "T1", "page").await;
        browser.obey(PAGE_COMMANDS.len()).await;
        for (context, frame) in [(1, "F1"), (2, "T1")] {
            browser.context("page", context, frame, true, "http://localhost").await;
            let response =
                json!({ "url": "http://localhost/", "remoteIPAddress": "127.0.0.1", "headers": {} });
            let received =
                json!({ "requestId": frame, "type": "Document", "frameId": frame, "response": response });
            browser.event(Some("page"), "Network.responseReceived", received).await;
            browser.document("page", context, "http://localhost/").await;
        }
        browser.command().await.params
    })
    .await;
    assert_eq!(asked["contextId"], 2);
    assert_eq!(asked["expression"], page_capture::allow_beacons("T1"));
}

#[tokio::test]
async fn a_debugging_port_that_refuses_to_attach_is_an_error_with_a_hint() {
    let (mut browser, client, events) = FakeBrowser::connected().await;
    let attachment = Attachment::new(client, events, options(), Delivery::new());
    let refusing = async {
        let version = browser.command().await;
        browser.refuse(&version, "'Browser.getVersion' wasn't found").await;
        browser
    };
    let mut stop = pending();
    let (end, _browser) = tokio::join!(attachment.run(Printer, &mut stop), refusing);
    let error = end.unwrap_err();
    assert!(matches!(error, AttachError::Refused(_)), "{error:?}");
    assert!(error.hint().is_some_and(|hint| hint.contains("not of a single page")));
}

async fn server(port: u16) -> RunningServer {
    gasoline_server::start(ServerOptions { port, ..ServerOptions::default() }).await.unwrap()
}

#[tokio::test]
async fn what_waits_for_a_server_arrives_when_it_comes() {
    let running = server(0).await;
    let port = running.port();
    running.run_until(ready(())).await;
    let delivery = Delivery::new();
    for number in 1..=3_u32 {
        delivery.add(Route::Logs, json!({ "message": "m", "page": "p", "n": number }).to_string());
    }
    delivery.add(Route::Logs, "no JSON object".to_owned());
    let endpoint = crate::server_client::ServerClient::new(port);
    let supply = Supply::Own(endpoint.clone());
    let courier = Courier::new(delivery.clone(), endpoint, supply, "s".to_owned(), Printer);
    let courier = tokio::spawn(courier.run());
    assert_eq!(delivery.settle(Duration::from_millis(1)).await.waiting, 4);
    let running = server(port).await;
    let serving = tokio::spawn(running.run_until(pending()));
    let report = delivery.settle(Duration::from_secs(30)).await;
    // A batch that is no JSON is refused whole, and not sent again.
    assert_eq!(report, DeliveryReport { delivered: 0, rejected: 4, dropped: 0, waiting: 0 });
    delivery.add(Route::Logs, json!({ "message": "m" }).to_string());
    let report = delivery.settle(Duration::from_secs(30)).await;
    assert_eq!(report, DeliveryReport { delivered: 1, rejected: 4, dropped: 0, waiting: 0 });
    courier.abort();
    serving.abort();
}
