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
use support::{TestServer, request};

const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

fn png(width: u32, height: u32) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, WHITE).write_to(&mut bytes, ImageFormat::Png).unwrap();
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
