//! Who may talk to the server: every refusal and every permission of the guard.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use axum::body::Body;
use gasoline_server::{EXTENSION_ID, ServerOptions};
use http::{Method, Request, StatusCode};
use support::{Answer, TestServer};

/// One request; `Host` is ours unless the headers name another.
async fn send(server: &TestServer, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header("host", "127.0.0.1:7890");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = r#"{"entries":[{"message":"planted"}]}"#;
    server.send(request.body(Body::from(body)).unwrap()).await
}

async fn status(method: Method, path: &str, headers: &[(&str, &str)]) -> StatusCode {
    send(&TestServer::new(), method, path, headers).await.status
}

const JSON: (&str, &str) = ("content-type", "application/json");
const READING: [(Method, &str); 10] = [
    (Method::GET, "/health"),
    (Method::GET, "/snapshot"),
    (Method::POST, "/clear"),
    (Method::DELETE, "/clear"),
    (Method::DELETE, "/logs"),
    (Method::GET, "/mcp"),
    (Method::POST, "/mcp"),
    (Method::DELETE, "/mcp"),
    (Method::POST, "/tools/get_browser_logs"),
    (Method::GET, "/generated/1/flow.spec.ts"),
];
/// Where pages may post, written out: the guard reads it from the table of routes.
const DELIVERING: [&str; 7] = [
    "/hello",
    "/logs",
    "/websocket-events",
    "/network-bodies",
    "/enhanced-actions",
    "/performance-snapshot",
    "/dom-snapshots",
];

#[tokio::test]
async fn foreign_hosts_are_refused_everywhere() {
    for host in [
        "evil.example",
        "127.0.0.1.evil.com:7890",
        "localhost",
        "localhost:80",
        "127.0.0.1",
        "evil.com:7890",
        "localhost.evil.com:7890",
        "[::2]:7890",
        "127.0.0.2:7890",
        "0.0.0.0:7890",
        "localhost:7890:7890",
        "",
    ] {
        for (method, path) in READING.iter().cloned().chain([(Method::POST, "/logs")]) {
            let answer = status(method.clone(), path, &[("host", host), JSON]).await;
            assert_eq!(answer, StatusCode::FORBIDDEN, "{method} {path} with host {host}");
        }
    }
}

#[tokio::test]
async fn our_own_names_are_accepted() {
    for host in ["localhost:7890", "127.0.0.1:7890", "[::1]:7890", "LocalHost:7890"] {
        assert_eq!(status(Method::GET, "/health", &[("host", host)]).await, StatusCode::OK, "{host}");
    }
}

#[tokio::test]
async fn the_target_of_an_absolute_request_counts_as_its_host() {
    let server = TestServer::new();
    let request = Request::builder().uri("http://evil.com/health").header("host", "127.0.0.1:7890");
    let answer = server.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn strangers_origins_are_refused_everywhere_even_for_delivery() {
    for origin in [
        "https://evil.com",
        "null",
        "http://127.0.0.1.evil.com",
        "http://localhost.evil.com",
        "file://",
        "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
        "http://192.168.0.1",
        "http://localhost@evil.com",
    ] {
        for (method, path) in READING.iter().cloned().chain(DELIVERING.map(|path| (Method::POST, path))) {
            let answer = status(method.clone(), path, &[("origin", origin), JSON]).await;
            assert_eq!(answer, StatusCode::FORBIDDEN, "{method} {path} from {origin}");
        }
        let headers = [("origin", origin), ("access-control-request-method", "POST")];
        assert_eq!(
            status(Method::OPTIONS, "/logs", &headers).await,
            StatusCode::FORBIDDEN,
            "preflight from {origin}"
        );
    }
}

#[tokio::test]
async fn a_refused_delivery_plants_nothing() {
    let server = TestServer::new();
    send(&server, Method::POST, "/logs", &[("origin", "https://evil.com"), JSON]).await;
    assert_eq!(server.get("/snapshot").await.json()["stats"]["total_logs"], 0);
}

#[tokio::test]
async fn the_developers_own_pages_may_deliver_but_neither_read_nor_clear() {
    for origin in ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:5173", "http://app.localhost"]
    {
        for (method, path) in READING {
            let answer = status(method.clone(), path, &[("origin", origin), JSON]).await;
            assert_eq!(answer, StatusCode::FORBIDDEN, "{method} {path} from {origin}");
        }
        let answer = send(&TestServer::new(), Method::POST, "/logs", &[("origin", origin), JSON]).await;
        assert_eq!((answer.status, answer.text.as_str()), (StatusCode::OK, r#"{"received":1}"#), "{origin}");
        assert_eq!(answer.header("access-control-allow-origin"), Some(origin));
    }
}

#[tokio::test]
async fn pages_may_post_to_the_documented_routes_and_to_no_other() {
    let page = [("origin", "http://localhost:3000"), JSON];
    for path in DELIVERING {
        assert_ne!(status(Method::POST, path, &page).await, StatusCode::FORBIDDEN, "{path}");
    }
    for path in ["/screenshots", "/test-boundary", "/logs/", "/snapshot"] {
        assert_eq!(status(Method::POST, path, &page).await, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn a_page_learns_nothing_from_hello_but_the_count() {
    let server = TestServer::new();
    let hello = r#"{"client":"ci","version":"1","wire":1,"session":"s","clock":0}"#;
    let request = support::request(Method::POST, "/hello").header("origin", "http://localhost:3000");
    let answer = server.send(request.body(Body::from(hello)).unwrap()).await;
    assert_eq!(answer.text, r#"{"received":1}"#);
}

#[tokio::test]
async fn pages_must_send_json_so_that_browsers_ask_first() {
    for content_type in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"]
    {
        let headers = [("origin", "http://localhost:3000"), ("content-type", content_type)];
        assert_eq!(
            status(Method::POST, "/logs", &headers).await,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "{content_type}"
        );
    }
    let headers = [("origin", "http://localhost:3000"), ("content-type", "Application/JSON; charset=utf-8")];
    assert_eq!(status(Method::POST, "/logs", &headers).await, StatusCode::OK);
}

#[tokio::test]
async fn preflights_of_allowed_posts_are_answered_with_the_exact_origin() {
    let headers = [
        ("origin", "http://localhost:3000"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type"),
    ];
    let answer = send(&TestServer::new(), Method::OPTIONS, "/logs", &headers).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    for (name, value) in [
        ("access-control-allow-origin", "http://localhost:3000"),
        ("access-control-allow-credentials", "true"),
        ("access-control-allow-headers", "content-type"),
        ("access-control-allow-methods", "POST"),
        ("access-control-max-age", "600"),
        ("vary", "origin"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    for (path, method) in [("/logs", "DELETE"), ("/snapshot", "GET"), ("/clear", "POST"), ("/mcp", "POST")] {
        let headers = [("origin", "http://localhost:3000"), ("access-control-request-method", method)];
        assert_eq!(status(Method::OPTIONS, path, &headers).await, StatusCode::FORBIDDEN, "{method} {path}");
    }
}

#[tokio::test]
async fn embedded_requests_without_origin_are_refused_unless_they_come_from_here() {
    for site in ["cross-site", "same-site"] {
        for (method, path) in READING.iter().cloned().chain([(Method::POST, "/logs")]) {
            let answer = status(method.clone(), path, &[("sec-fetch-site", site), JSON]).await;
            assert_eq!(answer, StatusCode::FORBIDDEN, "{method} {path} {site}");
        }
        assert_ne!(
            status(Method::GET, "/gasoline-ci.js", &[("sec-fetch-site", site)]).await,
            StatusCode::FORBIDDEN
        );
    }
    for site in ["none", "same-origin"] {
        assert_eq!(
            status(Method::GET, "/health", &[("sec-fetch-site", site)]).await,
            StatusCode::OK,
            "{site}"
        );
    }
}

#[tokio::test]
async fn our_extension_and_dashboard_may_do_everything() {
    let extension = format!("chrome-extension://{EXTENSION_ID}");
    for origin in [extension.as_str(), "http://127.0.0.1:7890", "http://localhost:7890"] {
        for (method, path) in
            [(Method::GET, "/health"), (Method::GET, "/snapshot"), (Method::DELETE, "/logs")]
        {
            let answer = status(method.clone(), path, &[("origin", origin), JSON]).await;
            assert_eq!(answer, StatusCode::OK, "{method} {path} from {origin}");
        }
    }
    assert_eq!(
        status(Method::GET, "/health", &[("origin", "https://localhost:7890")]).await,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn a_delivery_of_the_extension_shows_that_it_is_alive() {
    let server = TestServer::new();
    let extension = format!("chrome-extension://{EXTENSION_ID}");
    assert_eq!(server.get("/health").await.json()["extension_last_seen"], serde_json::Value::Null);
    send(&server, Method::POST, "/logs", &[("origin", &extension), JSON]).await;
    assert_eq!(server.get("/health").await.json()["extension_last_seen"], "2026-01-22T10:30:00.000Z");
}

#[test]
fn hosts_and_origins_that_are_none_are_refused_at_the_start() {
    let refusal = |options: &ServerOptions| {
        let clock = std::sync::Arc::new(gasoline_server::clock::ManualClock::at(0));
        let app = gasoline_server::app::App::new(options, clock, &gasoline_server::ids::FixedIds(1));
        let stop = tokio_util::sync::CancellationToken::new();
        gasoline_server::router(std::sync::Arc::new(app), options, 7890, stop).unwrap_err().to_string()
    };
    let host = ServerOptions { allow_hosts: vec!["http://x".to_owned()], ..ServerOptions::default() };
    assert!(refusal(&host).starts_with("`http://x` is not a host name"));
    let origin = ServerOptions { allow_origins: vec!["localhost".to_owned()], ..ServerOptions::default() };
    assert!(refusal(&origin).starts_with("`localhost` is not an origin"));
}

#[tokio::test]
async fn repeated_headers_are_refused() {
    let twice = [("origin", "http://localhost:3000"), ("origin", "https://evil.com"), JSON];
    assert_eq!(status(Method::POST, "/logs", &twice).await, StatusCode::FORBIDDEN);
    let hosts = [("host", "127.0.0.1:7890"), ("host", "evil.com")];
    assert_eq!(status(Method::GET, "/health", &hosts).await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn named_origins_and_hosts_are_accepted_exactly() {
    let options = ServerOptions {
        allow_origins: vec!["https://app.example.com".to_owned()],
        allow_hosts: vec!["devbox.test".to_owned()],
        ..ServerOptions::default()
    };
    let server = TestServer::with_options(&options);
    let post = async |origin| send(&server, Method::POST, "/logs", &[("origin", origin), JSON]).await.status;
    assert_eq!(post("https://app.example.com").await, StatusCode::OK);
    for origin in ["http://app.example.com", "https://app.example.com:8443", "https://x.app.example.com"] {
        assert_eq!(post(origin).await, StatusCode::FORBIDDEN, "{origin}");
    }
    let get = async |host| send(&server, Method::GET, "/health", &[("host", host)]).await.status;
    assert_eq!(get("devbox.test:7890").await, StatusCode::OK);
    assert_eq!(get("devbox.test.evil.com:7890").await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn other_machines_need_the_token() {
    let options = ServerOptions { token: Some("s3cret".to_owned()), ..ServerOptions::default() };
    let server = TestServer::with_options(&options);
    let get = async |peer: &str, authorization: Option<&str>| {
        let mut request = support::request(Method::GET, "/health");
        if let Some(value) = authorization {
            request = request.header("authorization", value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(peer.parse::<std::net::SocketAddr>().unwrap());
        server.send(request).await.status
    };
    assert_eq!(get("127.0.0.1:5", None).await, StatusCode::OK);
    assert_eq!(get("10.0.0.9:5", None).await, StatusCode::UNAUTHORIZED);
    assert_eq!(get("10.0.0.9:5", Some("Bearer wrong!")).await, StatusCode::UNAUTHORIZED);
    assert_eq!(get("10.0.0.9:5", Some("Bearer s3cret")).await, StatusCode::OK);
}

#[tokio::test]
async fn every_answer_is_sealed_against_embedding() {
    for answer in [
        send(&TestServer::new(), Method::GET, "/health", &[]).await,
        send(&TestServer::new(), Method::GET, "/health", &[("origin", "https://evil.com")]).await,
    ] {
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("server"), Some("gasoline/0.1.0"));
    }
}

#[test]
fn the_trusted_extension_id_follows_from_the_manifest_key() {
    use sha2::Digest;
    let manifest: serde_json::Value =
        serde_json::from_str(include_str!("../../../packages/gasoline-extension/manifest.json")).unwrap();
    let key = data_encoding::BASE64.decode(manifest["key"].as_str().unwrap().as_bytes()).unwrap();
    let hash = sha2::Sha256::digest(&key);
    let id: String =
        hash.iter().take(16).flat_map(|byte| [byte >> 4, byte & 15]).map(|n| char::from(b'a' + n)).collect();
    assert_eq!(id, EXTENSION_ID);
}
