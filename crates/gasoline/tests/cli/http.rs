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

/// Delivers anything.
pub(crate) fn post(port: u16, path: &str, body: &Value) {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
        body.len()
    );
    send(port, &head, &body).expect("the server takes it");
}

fn send(port: u16, head: &str, body: &str) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    write!(stream, "{head}connection: close\r\n\r\n{body}").ok()?;
    let mut response = String::new();
    stream.read_to_string(&mut response).ok()?;
    let (head, body) = response.split_once("\r\n\r\n")?;
    head.starts_with("HTTP/1.1 200").then(|| body.to_owned())
}
