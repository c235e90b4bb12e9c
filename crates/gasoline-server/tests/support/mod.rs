//! A server without a socket: the real router, a clock that stands still, fixed ids.
#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

pub(crate) mod agent;
pub(crate) mod endless;
pub(crate) mod live_link;
pub(crate) mod schema;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use gasoline_server::app::{App, SavedCapture};
use gasoline_server::clock::ManualClock;
use gasoline_server::ids::FixedIds;
use gasoline_server::{ServerOptions, router};
use http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

pub(crate) const PORT: u16 = 7890;
/// 2026-01-22T10:30:00.000Z.
pub(crate) const NOW: i64 = 1_769_077_800_000;

pub(crate) struct TestServer {
    pub(crate) router: Router,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) app: Arc<App>,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: http::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

impl TestServer {
    pub(crate) fn new() -> Self {
        Self::with_options(&ServerOptions::default())
    }

    pub(crate) fn with_options(options: &ServerOptions) -> Self {
        let clock = Arc::new(ManualClock::at(NOW));
        let app = Arc::new(App::new(options, clock.clone(), &FixedIds(7)));
        let router = router(Arc::clone(&app), options, PORT, CancellationToken::new()).unwrap();
        Self { router, clock, app }
    }

    /// A server that serves a saved capture. Its clock is that of the capture.
    pub(crate) fn saved(saved: SavedCapture) -> Self {
        let options = ServerOptions::default();
        let app = Arc::new(App::saved(&options, saved, &FixedIds(9)));
        let router = router(Arc::clone(&app), &options, PORT, CancellationToken::new()).unwrap();
        Self { router, clock: Arc::new(ManualClock::at(NOW)), app }
    }

    /// The headers of an answer.
    pub(crate) async fn headers(&self, path: &str) -> http::HeaderMap {
        let request = request(Method::GET, path).body(Body::empty()).unwrap();
        self.router.clone().oneshot(request).await.unwrap().headers().clone()
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        Answer { status: parts.status, headers: parts.headers, text }
    }

    /// The body of an answer as bytes.
    pub(crate) async fn send_raw(&self, request: Request<Body>) -> Vec<u8> {
        let response = self.router.clone().oneshot(request).await.unwrap();
        response.into_body().collect().await.unwrap().to_bytes().to_vec()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(request(Method::GET, path).body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: impl Into<Body>) -> Answer {
        self.send(request(Method::POST, path).body(body.into()).unwrap()).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(request(Method::DELETE, path).body(Body::empty()).unwrap()).await
    }
}

/// A request as a program on this machine sends it.
pub(crate) fn request(method: Method, path: &str) -> http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", "127.0.0.1:7890")
        .header("content-type", "application/json")
}
