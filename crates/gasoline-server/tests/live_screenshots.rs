//! Pictures that browsers take when an agent asks for them, over a real WebSocket.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use serde_json::{Value, json};
use support::agent::Agent;
use support::live_link::serve;

/// A picture of 40 by 20 pixels.
fn picture(fields: Value) -> Value {
    use base64::Engine;
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(40, 20).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let data = base64::prelude::BASE64_STANDARD.encode(bytes.into_inner());
    let mut outcome = json!({
        "kind": "screenshot", "ts": "2026-01-22T10:30:00.000Z", "url": "http://localhost/1?token=abcdefghijklmnop",
        "trigger": "explicit", "data": data, "viewport": { "width": 40, "height": 20, "devicePixelRatio": 1 },
        "session": "s", "tab": "1", "eventId": "e-1",
    });
    outcome.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    outcome
}

#[tokio::test]
async fn a_picture_is_taken_of_the_page_focused_last_and_kept() {
    let served = serve().await;
    let mut browser = served.browser(&["1"]).await;
    let agent = Agent::connect(&served.server).await;
    let arguments = json!({ "selector": "#cart", "mark": ["button"] });
    let answering = async {
        let query = browser.hear().await.unwrap();
        let crop = json!({ "x": 0, "y": 0, "width": 20, "height": 20 });
        browser.answer(&query, picture(json!({ "crop": crop, "notes": ["n"] }))).await;
        query["query"].clone()
    };
    let ((answer, blocks, is_error), query) =
        tokio::join!(agent.call_with_links("capture_screenshot", arguments), answering);
    assert!(!is_error, "{answer}");
    assert_eq!(
        query,
        json!({ "kind": "screenshot", "selector": "#cart", "fullPage": false, "mark": ["button"] })
    );
    assert_eq!((blocks.len(), &blocks[0]["mimeType"]), (1, &json!("image/png")));
    assert_eq!(
        (&answer["width"], &answer["trigger"], &answer["notes"]),
        (&json!(20), &json!("explicit"), &json!(["n"]))
    );
    assert!(answer["url"].as_str().unwrap().starts_with("http://localhost/1?token=[redacted:"), "{answer}");
    let (again, _, _) = agent.call_with_links("capture_screenshot", json!({ "id": answer["id"] })).await;
    assert_eq!(again, answer);
}

#[tokio::test]
async fn what_is_no_picture_is_refused_and_settings_reach_the_browser() {
    let served = serve().await;
    let mut browser = served.browser(&["1"]).await;
    let agent = Agent::connect(&served.server).await;
    let answering = async {
        let query = browser.hear().await.unwrap();
        browser.answer(&query, picture(json!({ "data": "R0lGODlh" }))).await;
    };
    let ((answer, is_error), ()) = tokio::join!(agent.call("capture_screenshot", json!({})), answering);
    let error = answer["error"].as_str().unwrap();
    assert!(
        is_error && error.starts_with("no screenshot of the page in tab `1`: `data` is not a PNG"),
        "{error}"
    );
    let answering = async {
        let query = browser.hear().await.unwrap();
        let state = json!({ "kind": "auto_screenshot", "on_navigation": true, "on_error": true, "on_action": false, "enabled": true });
        browser.answer(&query, state).await;
        query["query"].clone()
    };
    let arguments = json!({ "auto_screenshot": { "on_navigation": true } });
    let ((answer, _), query) = tokio::join!(agent.call("capture_screenshot", arguments), answering);
    assert_eq!(query, json!({ "kind": "auto_screenshot", "on_navigation": true }));
    assert_eq!(answer["auto_screenshot"]["on_navigation"], true);
    for (arguments, expected) in [
        (
            json!({ "selector": "p", "full_page": true }),
            "argument `full_page`: give either `selector` or `full_page`",
        ),
        (json!({ "mark": [""] }), "argument `mark`: expected a CSS selector of at most 2000 bytes"),
    ] {
        let (answer, _) = agent.call("capture_screenshot", arguments).await;
        assert_eq!(answer["error"], expected);
    }
}
