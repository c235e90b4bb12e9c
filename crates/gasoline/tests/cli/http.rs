//! The least HTTP client that can talk to the server.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::Value;

/// What `/health` says; `None` if nobody answers.
pub(crate) fn health(port: u16) -> Option<Value> {
    let answer = send(port, &format!("GET /health HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n"), "")?;
    serde_json::from_str(&answer).ok()
}

/// The server's process id; `None` if nobody answers.
pub(crate) fn server_pid(port: u16) -> Option<u32> {
    health(port)?["pid"].as_u64()?.try_into().ok()
}

/// Delivers one console error as a browser would.
pub(crate) fn post_error(port: u16, message: &str) {
    let entry = serde_json::json!({"level": "error", "type": "console", "message": message});
    post(port, "/logs", &serde_json::json!({"entries": [entry]}));
}

/// Delivers anything; answers what the server says.
pub(crate) fn post(port: u16, path: &str, body: &Value) -> String {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
        body.len()
    );
    send(port, &head, &body).expect("the server takes it")
}

/// What a server sends under a path, whatever it is.
pub(crate) fn download(port: u16, path: &str) -> Vec<u8> {
    // Of an older version of HTTP, so that it comes in one piece.
    let response = exchange(port, &format!("GET {path} HTTP/1.0\r\nhost: 127.0.0.1:{port}\r\n"), "").unwrap();
    let head = response.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
    assert!(response.starts_with(b"HTTP/1.0 200"), "{}", String::from_utf8_lossy(&response[..head]));
    response[head + 4..].to_vec()
}

/// The status of a request without a body.
pub(crate) fn status_of(port: u16, method: &str, path: &str) -> u16 {
    let head = format!("{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-length: 0\r\n");
    let response = String::from_utf8(exchange(port, &head, "").unwrap()).unwrap();
    response.split(' ').nth(1).unwrap().parse().unwrap()
}

fn send(port: u16, head: &str, body: &str) -> Option<String> {
    let response = String::from_utf8(exchange(port, head, body)?).ok()?;
    let (head, body) = response.split_once("\r\n\r\n")?;
    head.starts_with("HTTP/1.1 200").then(|| body.to_owned())
}

fn exchange(port: u16, head: &str, body: &str) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    write!(stream, "{head}connection: close\r\n\r\n{body}").ok()?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).ok()?;
    Some(response)
}
