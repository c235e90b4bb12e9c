//! Pictures through the real router: what is kept, what is listed, what is refused, and who may send them.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use axum::body::Body;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gasoline_server::app::SavedCapture;
use gasoline_server::ids::FixedIds;
use gasoline_server::{EXTENSION_ID, ServerOptions};
use http::{Method, StatusCode};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use support::agent::Agent;
use support::{TestServer, request};

const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

fn png(width: u32, height: u32) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, WHITE).write_to(&mut bytes, ImageFormat::Png).unwrap();
    BASE64_STANDARD.encode(bytes.into_inner())
}

/// A white picture with a black mark.
fn png_with_mark() -> String {
    let mut changed = RgbImage::from_pixel(640, 320, WHITE);
    for (x, y) in (20..40).flat_map(|x| (24..34).map(move |y| (x, y))) {
        changed.put_pixel(x, y, Rgb([0, 0, 0]));
    }
    let mut bytes = std::io::Cursor::new(Vec::new());
    changed.write_to(&mut bytes, ImageFormat::Png).unwrap();
    BASE64_STANDARD.encode(bytes.into_inner())
}

fn capture(fields: Value) -> Value {
    let mut capture = json!({
        "ts": "2026-01-22T10:30:00.000Z",
        "url": "http://localhost:3000/cart?token=abcdefghijklmnop",
        "trigger": "error",
        "data": png(640, 320),
        "viewport": { "width": 640, "height": 320, "devicePixelRatio": 1 },
        "session": "s", "tab": "t",
    });
    capture.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    capture
}

async fn post(server: &TestServer, fields: Value) -> support::Answer {
    server.post("/screenshots", capture(fields).to_string()).await
}

async fn listed(server: &TestServer) -> Vec<Value> {
    server.get("/snapshot").await.json()["screenshots"].as_array().unwrap().clone()
}

async fn picture(server: &TestServer, path: &str) -> RgbImage {
    let bytes = server.send_raw(request(Method::GET, path).body(Body::empty()).unwrap()).await;
    image::load_from_memory(&bytes).unwrap().into_rgb8()
}

async fn content_type(server: &TestServer, path: &str) -> String {
    use tower::ServiceExt;
    let request = request(Method::GET, path).body(Body::empty()).unwrap();
    let response = server.router.clone().oneshot(request).await.unwrap();
    response.headers()["content-type"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_capture_is_listed_without_its_pixels_and_without_secrets() {
    let server = TestServer::new();
    let answer = post(&server, json!({ "relatedEventId": "p-2", "eventId": "shot-1" })).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, json!({ "id": "1" })));
    let mut entry = listed(&server).await.remove(0);
    let url = entry["url"].take();
    assert!(url.as_str().unwrap().starts_with("http://localhost:3000/cart?token=[redacted:"), "{url}");
    let size = entry["size"].take();
    assert!(size.as_u64().is_some_and(|size| size > 0 && size < 10_000), "{size}");
    assert_eq!(
        entry,
        json!({
            "id": "1", "ts": "2026-01-22T10:30:00.000Z", "url": null, "trigger": "error",
            "mimeType": "image/png", "width": 640, "height": 320, "size": null,
            "viewport": { "width": 640.0, "height": 320.0, "devicePixelRatio": 1.0 },
            "relatedEventId": "p-2", "session": "s", "tab": "t", "eventId": "shot-1",
            "seq": 1, "received_at": "2026-01-22T10:30:00.000Z",
        })
    );
}

#[tokio::test]
async fn picture_and_thumbnail_come_back_with_their_true_type() {
    let server = TestServer::new();
    post(&server, json!({})).await;
    assert_eq!(content_type(&server, "/screenshots/1").await, "image/png");
    assert_eq!(picture(&server, "/screenshots/1").await.dimensions(), (640, 320));
    assert_eq!(content_type(&server, "/screenshots/1?thumb").await, "image/png");
    assert_eq!(picture(&server, "/screenshots/1?thumb").await.dimensions(), (320, 160));
}

#[tokio::test]
async fn masked_areas_are_gone_before_anything_is_kept() {
    let server = TestServer::new();
    post(&server, json!({ "masks": [{ "x": 0, "y": 0, "width": 320, "height": 320 }] })).await;
    for path in ["/screenshots/1", "/screenshots/1?thumb"] {
        let picture = picture(&server, path).await;
        assert_ne!(*picture.get_pixel(picture.width() / 4, 10), WHITE, "{path}");
        assert_eq!(*picture.get_pixel(picture.width() * 3 / 4, 10), WHITE, "{path}");
    }
}

async fn end(server: &TestServer, test_id: &str, status: &str) {
    let end = json!({ "test_id": test_id, "action": "end", "status": status });
    assert_eq!(server.post("/test-boundary", end.to_string()).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_record_of_a_failed_test_holds_its_last_picture_and_outlives_the_clear() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions { spill: Some(folder.path().to_path_buf()), ..ServerOptions::default() };
    let server = TestServer::with_options(&options);
    post(&server, json!({ "test_id": "t" })).await;
    post(&server, json!({ "test_id": "t", "data": png(160, 90) })).await;
    post(&server, json!({ "test_id": "other", "data": png(64, 32) })).await;
    end(&server, "t", "failed").await;
    server.post("/clear", r#"{"test_id":"t"}"#).await;

    assert_eq!(server.get("/screenshots/2?thumb").await.status, StatusCode::NOT_FOUND);
    assert_eq!(content_type(&server, "/tests?test_id=t&thumb").await, "image/png");
    assert_eq!(picture(&server, "/tests?test_id=t&thumb").await.dimensions(), (160, 90));
    let tests = server.get("/tests").await.json();
    assert_eq!(tests["ended"][0]["evidence"], json!({ "thumbnail": { "mime_type": "image/png" } }));

    let spilled = std::fs::read(folder.path().join("1769077800000-t.gasoline")).unwrap();
    let spilled = TestServer::saved(SavedCapture::read(&spilled, &FixedIds(9)).unwrap());
    assert_eq!(picture(&spilled, "/screenshots/2?thumb").await.dimensions(), (160, 90));
}

#[tokio::test]
async fn a_test_without_picture_or_without_evidence_has_no_thumbnail_and_says_why() {
    let server = TestServer::new();
    end(&server, "unseen", "failed").await;
    post(&server, json!({ "test_id": "fine" })).await;
    end(&server, "fine", "passed").await;
    for (test, reason) in [
        ("unseen", "test `unseen` had no picture when it ended"),
        (
            "fine",
            "no frozen record of test `fine`; only tests that ended failed have one, and the oldest make room for later ones",
        ),
    ] {
        let answer = server.get(&format!("/tests?test_id={test}&thumb")).await;
        assert_eq!((answer.status, answer.json()["error"].as_str()), (StatusCode::NOT_FOUND, Some(reason)));
    }
}

#[tokio::test]
async fn the_newest_twenty_are_kept_and_all_stay_listed() {
    let server = TestServer::new();
    for number in 1..=21 {
        let answer = post(&server, json!({})).await;
        assert_eq!(answer.json(), json!({ "id": number.to_string() }));
    }
    let gone = server.get("/screenshots/1").await;
    assert_eq!(
        (gone.status, gone.json()),
        (StatusCode::NOT_FOUND, json!({ "error": "no picture `1`; only the newest are kept" }))
    );
    assert_eq!(picture(&server, "/screenshots/2").await.dimensions(), (640, 320));
    assert_eq!(listed(&server).await.len(), 21);
}

#[tokio::test]
async fn a_resend_is_the_same_picture() {
    let server = TestServer::new();
    for _ in 0..2 {
        let answer = post(&server, json!({ "eventId": "shot-1" })).await;
        assert_eq!(answer.json(), json!({ "id": "1" }));
    }
    assert_eq!(listed(&server).await.len(), 1);
}

#[tokio::test]
async fn clearing_a_test_removes_its_pictures() {
    let server = TestServer::new();
    post(&server, json!({ "test_id": "one" })).await;
    post(&server, json!({ "test_id": "two" })).await;
    server.post("/clear", r#"{"test_id":"one"}"#).await;
    assert_eq!(server.get("/screenshots/1").await.status, StatusCode::NOT_FOUND);
    assert_eq!(picture(&server, "/screenshots/2").await.dimensions(), (640, 320));
}

#[tokio::test]
async fn what_is_no_capture_is_refused_with_the_field() {
    let server = TestServer::new();
    for (fields, reason) in [
        (json!({ "data": "%%" }), "`data` is not base64: Invalid symbol 37, offset 0."),
        (
            json!({ "data": "aGVsbG8=" }),
            "`data` is not a PNG or JPEG picture: The image format could not be determined",
        ),
        (
            json!({ "data": png(12_000, 1_001) }),
            "the picture has 12000 x 1001 pixels; at most 12000000 are taken",
        ),
        (
            json!({ "trigger": "boredom" }),
            "body is not a screenshot: unknown variant `boredom`, expected one of `navigation`, `action`, `error`, \
             `explicit`",
        ),
        (json!({ "ts": "yesterday" }), "screenshot[0]: `ts`"),
    ] {
        let answer = post(&server, fields).await;
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{error}");
        assert!(error.starts_with(reason), "{error}");
    }
    assert_eq!(listed(&server).await, Vec::<Value>::new());
}

#[tokio::test]
async fn programs_and_our_extension_may_send_pictures_but_no_page_may() {
    for (origin, expected) in [
        (None, StatusCode::OK),
        (Some(format!("chrome-extension://{EXTENSION_ID}")), StatusCode::OK),
        (Some("http://localhost:3000".to_owned()), StatusCode::FORBIDDEN),
        (Some("http://127.0.0.1:5173".to_owned()), StatusCode::FORBIDDEN),
        (Some("https://evil.example".to_owned()), StatusCode::FORBIDDEN),
        (Some("null".to_owned()), StatusCode::FORBIDDEN),
    ] {
        let server = TestServer::new();
        post(&server, json!({})).await;
        for (method, path) in [(Method::POST, "/screenshots"), (Method::GET, "/screenshots/1")] {
            let mut request = request(method.clone(), path);
            if let Some(origin) = &origin {
                request = request.header("origin", origin);
            }
            let body = Body::from(capture(json!({})).to_string());
            use tower::ServiceExt;
            let response = server.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
            assert_eq!(response.status(), expected, "{method} {path} from {origin:?}");
        }
    }
}

#[tokio::test]
async fn an_agent_sees_the_picture_it_names_in_its_true_type_with_what_is_known_of_it() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    post(&server, json!({ "data": png(640, 320), "url": "http://localhost:3000/one" })).await;
    let two = json!({ "data": png(320, 640), "url": "http://localhost:3000/two", "relatedEventId": "p-2",
                      "viewport": { "width": 320, "height": 640, "devicePixelRatio": 1 } });
    post(&server, two).await;
    let (answer, blocks, is_error) = agent.call_with_links("capture_screenshot", json!({ "id": 2 })).await;
    assert!(!is_error, "{answer}");
    assert_eq!(blocks.len(), 1);
    assert_eq!((&blocks[0]["type"], &blocks[0]["mimeType"]), (&json!("image"), &json!("image/png")));
    let bytes = BASE64_STANDARD.decode(blocks[0]["data"].as_str().unwrap()).unwrap();
    assert_eq!(image::load_from_memory(&bytes).unwrap().into_rgb8().dimensions(), (320, 640));
    assert_eq!(
        answer,
        json!({
            "summary": "Screenshot 2 of http://localhost:3000/two (tab t): 320 x 640 pixels, trigger error.",
            "id": "2", "tab": "t", "url": "http://localhost:3000/two", "ts": "2026-01-22T10:30:00.000Z",
            "trigger": "error", "mimeType": "image/png", "width": 320, "height": 640, "size": answer["size"],
            "viewport": { "width": 320.0, "height": 640.0, "devicePixelRatio": 1.0 }, "relatedEventId": "p-2",
        })
    );
}

#[tokio::test]
async fn an_agent_lists_pictures_and_learns_which_are_kept() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let refusal = async |arguments: Value| {
        let (answer, is_error) = agent.call("capture_screenshot", arguments).await;
        assert!(is_error, "{answer}");
        answer["error"].as_str().unwrap().to_owned()
    };
    let (answer, _) = agent.call("capture_screenshot", json!({ "list": true })).await;
    assert_eq!(
        answer["summary"],
        "No screenshots match. One is taken after an uncaught error, or by this tool without `list`."
    );
    for _ in 0..22 {
        post(&server, json!({})).await;
    }
    let (answer, is_error) = agent.call("capture_screenshot", json!({ "list": true })).await;
    assert!(!is_error);
    let kept: Vec<String> = (3..=22).rev().map(|id: u64| id.to_string()).collect();
    assert_eq!(answer["kept"], json!(kept));
    assert_eq!(answer["omitted"], 2);
    for (argument, id) in [("id", "2"), ("id", "99"), ("compare_to", "2")] {
        let refused = refusal(json!({ argument: id })).await;
        let expected = format!("screenshot `{id}` is not kept (20 are); `list` names those that are");
        assert_eq!(refused, format!("argument `{argument}`: {expected}"));
    }
    assert!(refusal(json!({})).await.starts_with("no browser is connected; load the extension"));
    let (timeline, _) = agent.call("get_session_timeline", json!({ "include": ["screenshots"] })).await;
    let rows = timeline["timeline"].as_array().unwrap();
    assert_eq!(rows.len(), 22);
    assert_eq!((&rows[0]["kind"], &rows[0]["id"]), (&json!("screenshot"), &json!("1")));
}

#[tokio::test]
async fn a_full_page_comes_back_piece_by_piece() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let page = json!({
        "data": png(100, 60), "tiles": [png(100, 60), png(100, 30)], "tileHeight": 60,
        "viewport": { "width": 100, "height": 150, "devicePixelRatio": 1 }, "notes": ["cut"],
    });
    post(&server, page).await;
    let (answer, blocks, _) = agent.call_with_links("capture_screenshot", json!({ "id": "1" })).await;
    assert_eq!((&answer["tiles"], &answer["notes"]), (&json!(3), &json!(["cut"])));
    let heights: Vec<u32> = blocks
        .iter()
        .map(|block| BASE64_STANDARD.decode(block["data"].as_str().unwrap()).unwrap())
        .map(|bytes| image::load_from_memory(&bytes).unwrap().height())
        .collect();
    assert_eq!(heights, [60, 60, 30]);
}

#[tokio::test]
async fn two_pictures_are_compared_in_words_and_the_difference_is_shown() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let element = |text: &str, y: u32| json!([{ "selector": ".price", "text": text, "boundingBox": { "x": 10, "y": y, "width": 100, "height": 20 } }]);
    post(&server, json!({ "elements": element("$12.00", 10) })).await;
    post(&server, json!({ "elements": element("NaN", 24), "data": png_with_mark() })).await;
    let arguments = json!({ "id": "2", "compare_to": 1 });
    let (answer, blocks, is_error) = agent.call_with_links("capture_screenshot", arguments.clone()).await;
    assert!(!is_error, "{answer}");
    let changes = json!({
        "changed_pixels": 200, "changed_percent": 0.1,
        "places": [{ "x": 20.0, "y": 24.0, "width": 20.0, "height": 10.0 }],
        "elements": ["`.price` moved 14 px down; its text went from \"$12.00\" to \"NaN\""],
    });
    assert_eq!(answer["changes"], changes);
    // A saved capture answers alike: it holds the elements too.
    let file = server.send_raw(request(Method::GET, "/export/capture").body(Body::empty()).unwrap()).await;
    let opened = TestServer::saved(SavedCapture::read(&file, &FixedIds(9)).unwrap());
    let (again, ..) = Agent::connect(&opened).await.call_with_links("capture_screenshot", arguments).await;
    assert_eq!(again["changes"], changes);
    assert_eq!(blocks.len(), 2);
    let bytes = BASE64_STANDARD.decode(blocks[1]["data"].as_str().unwrap()).unwrap();
    let marked = image::load_from_memory(&bytes).unwrap().into_rgb8();
    assert_eq!([*marked.get_pixel(30, 30), *marked.get_pixel(300, 300)], [Rgb([230, 0, 120]), WHITE]);
    let (answer, blocks, _) =
        agent.call_with_links("capture_screenshot", json!({ "id": 1, "compare_to": 1 })).await;
    assert!(answer["summary"].as_str().unwrap().ends_with("It looks as screenshot 1 does."), "{answer}");
    assert_eq!(blocks.len(), 1);
}

/// A page that is opened and clicked in.
async fn open_and_click(server: &TestServer) {
    let action = |kind: &str, ts: &str, id: &str| {
        json!({
            "type": kind, "ts": ts, "url": "http://localhost:3000/cart", "target": "button", "eventId": id,
            "selectors": { "locators": [{ "by": "role", "role": "button", "value": "Pay" }] }, "text": "Pay",
            "session": "s", "tab": "t", "page": "p", "frame": "0",
        })
    };
    let mut load = action("navigate", "2026-01-22T10:29:00.000Z", "a1");
    load["navigation"] = json!("load");
    load["toUrl"] = json!("http://localhost:3000/cart");
    let actions = [load, action("click", "2026-01-22T10:30:00.000Z", "a2")];
    server.post("/enhanced-actions", json!({ "actions": actions }).to_string()).await;
}

#[tokio::test]
async fn a_reproduction_brings_the_pictures_of_its_steps() {
    let server = TestServer::new();
    open_and_click(&server).await;
    let agent = Agent::connect(&server).await;
    let arguments = json!({ "include_screenshots": true, "max_tokens": 20_000 });
    let (answer, blocks, _) = agent.call_with_links("get_reproduction_script", arguments.clone()).await;
    assert_eq!((&answer["screenshots"], blocks.len()), (&json!([]), 0));
    let [warning] = answer["warnings"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert!(warning.as_str().unwrap().starts_with("No picture of these steps is kept"), "{warning}");
    for (ts, related) in [("2026-01-22T10:29:01.000Z", "d1"), ("2026-01-22T10:30:09.000Z", "a2")] {
        post(&server, json!({ "ts": ts, "trigger": "action", "relatedEventId": related })).await;
    }
    // Of another browser.
    post(&server, json!({ "ts": "2026-01-22T10:30:10.000Z", "session": "other" })).await;
    let (answer, blocks, _) = agent.call_with_links("get_reproduction_script", arguments).await;
    let url = |id: u32| format!("http://127.0.0.1:{}/screenshots/{id}", support::PORT);
    assert_eq!(
        answer["screenshots"],
        json!([{ "step": "step-1", "id": "1", "url": url(1) }, { "step": "step-2", "id": "2", "url": url(2) }])
    );
    assert_eq!(answer["warnings"], json!([]));
    let kinds: Vec<_> = blocks.iter().map(|block| (&block["type"], &block["mimeType"])).collect();
    assert_eq!(kinds, [(&json!("image"), &json!("image/png")); 2]);
    let script = answer["script"].as_str().unwrap();
    for name in ["step-1.png", "step-2.png"] {
        assert!(script.contains(&format!("await page.screenshot({{ path: '{name}' }});")), "{script}");
    }
    let (answer, blocks, _) = agent.call_with_links("get_reproduction_script", json!({})).await;
    assert_eq!((answer.get("screenshots"), blocks.len()), (None, 0));
}

#[tokio::test]
async fn a_test_of_pictures_leaves_out_what_changed_by_itself() {
    let server = TestServer::new();
    open_and_click(&server).await;
    let agent = Agent::connect(&server).await;
    let warnings = async |arguments: Value| {
        let (answer, _) = agent.call("generate_test", arguments).await;
        (answer["test_script"].as_str().unwrap().to_owned(), answer["warnings"].to_string())
    };
    let (test, said) = warnings(json!({ "assert_visual": true })).await;
    assert!(said.contains("No page was observed twice") && !test.contains("mask:"), "{said}");
    for (ts, clock, visitors) in [
        ("2026-01-22T10:29:01.000Z", "10:29", "5 visitors"),
        ("2026-01-22T10:29:30.000Z", "10:30", "8 visitors"),
    ] {
        let element = |selector: &str, text: &str| json!({ "selector": selector, "text": text, "boundingBox": { "x": 0, "y": 0, "width": 60, "height": 20 } });
        let elements = [element("#clock", clock), element("p.visitors", visitors), element("h1", "Cart")];
        post(&server, json!({ "ts": ts, "trigger": "explicit", "url": "http://localhost:3000/cart", "elements": elements })).await;
    }
    let (test, said) = warnings(json!({ "assert_visual": true })).await;
    assert!(test.contains("mask: [page.locator('#clock'), page.locator('p.visitors')],"), "{test}");
    assert!(
        said.contains(r##"Masked in pictures, because it changed by itself: #clock (\"10:29\" to \"10:30\"), p.visitors (\"5 visitors\" to \"8 visitors\"); mask_dynamic: false shows it"##),
        "{said}"
    );
    let (test, said) = warnings(json!({ "assert_visual": true, "mask_dynamic": false })).await;
    assert!(!test.contains("mask:") && !said.contains("Masked"), "{said}");
    let (test, _) = warnings(json!({})).await;
    assert!(!test.contains("toHaveScreenshot"), "{test}");
}

#[tokio::test]
async fn a_verification_says_how_pages_look_after_the_change() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let url = "http://localhost:3000/shop";
    let element = |selector: &str, y: u32| json!([{ "selector": selector, "boundingBox": { "x": 10, "y": y, "width": 100, "height": 20 } }]);
    let picture = |ts: &str, url: &str, y: u32, data: String| json!({ "ts": ts, "url": url, "elements": element("#buy", y), "data": data, "trigger": "explicit" });
    let verify = async |action: &str, id: Option<&str>| {
        let arguments = json!({ "action": action, "session_id": id });
        agent.call_with_links("verify_fix", arguments).await
    };
    post(&server, picture("2026-01-22T10:29:59.000Z", url, 10, png(640, 320))).await;
    let (started, ..) = verify("start", None).await;
    let id = started["session_id"].as_str();
    server.clock.advance(60_000);
    // Between the two: of neither side.
    post(&server, picture("2026-01-22T10:30:30.000Z", url, 200, png(640, 320))).await;
    verify("watch", id).await;
    let (answer, blocks, _) = verify("compare", id).await;
    assert_eq!((answer.get("pictures"), blocks.len()), (None, 0));
    let missing = answer["pictures_missing"].as_str().unwrap();
    assert!(
        missing.starts_with("pictures were taken before, but none of the same page and size"),
        "{missing}"
    );
    post(&server, picture("2026-01-22T10:31:10.000Z", url, 24, png_with_mark())).await;
    post(&server, picture("2026-01-22T10:31:11.000Z", "http://localhost:3000/other", 24, png(640, 320)))
        .await;
    let (answer, blocks, _) = verify("compare", id).await;
    assert_eq!(
        answer["pictures"],
        json!([{
            "page": "/shop", "before": "1", "after": "3", "summary": "200 pixels changed (0.1 %), in 1 place",
            "elements": ["`#buy` moved 14 px down"],
        }])
    );
    assert_eq!((blocks.len(), &blocks[0]["type"]), (1, &json!("image")));
    assert_eq!(answer.get("pictures_missing"), None);
}
