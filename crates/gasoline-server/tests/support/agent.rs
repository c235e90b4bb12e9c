//! An MCP client over the in-process router.

use axum::body::Body;
use futures_util::{FutureExt, StreamExt};
use http::{Method, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::TestServer;

/// An MCP session over the in-process router.
pub(crate) struct Agent<'s> {
    server: &'s TestServer,
    address: &'static str,
    session: String,
}

impl<'s> Agent<'s> {
    pub(crate) async fn connect(server: &'s TestServer) -> Self {
        Self::connect_to(server, "/mcp").await
    }

    /// A session at another address of the same endpoint.
    pub(crate) async fn connect_to(server: &'s TestServer, address: &'static str) -> Self {
        let initialize = json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
            },
        });
        let answer = server.send(message(address).body(Body::from(initialize.to_string())).unwrap()).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let agent = Self { server, address, session: answer.header("mcp-session-id").unwrap().to_owned() };
        agent.post(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        agent
    }

    pub(crate) async fn post(&self, body: &Value) -> String {
        self.post_text(body.to_string()).await
    }

    /// Sends what cannot be written as a value.
    pub(crate) async fn post_text(&self, body: String) -> String {
        let request = message(self.address).header("mcp-session-id", &self.session);
        self.server.send(request.body(Body::from(body)).unwrap()).await.text
    }

    /// Opens the stream on which the server speaks unasked.
    pub(crate) async fn listen(&self) -> Notifications {
        let request = super::request(Method::GET, self.address)
            .header("accept", "text/event-stream")
            .header("mcp-session-id", &self.session);
        let response =
            self.server.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        Notifications { pieces: response.into_body().into_data_stream(), text: String::new() }
    }

    pub(crate) async fn request(&self, method: &str, params: Value) -> Value {
        let text = self.post(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })).await;
        let mut data =
            text.lines().filter_map(|line| line.strip_prefix("data:")).filter(|data| data.trim().len() > 2);
        serde_json::from_str(data.next_back().unwrap_or_else(|| panic!("no answer in {text}"))).unwrap()
    }

    /// The answer's JSON as it came: the last text block.
    pub(crate) async fn text(&self, tool: &str, arguments: &Value) -> String {
        self.texts(tool, arguments).await.pop().unwrap()
    }

    /// The answer's text blocks as they came: a report in words, if there is one, and the JSON.
    pub(crate) async fn texts(&self, tool: &str, arguments: &Value) -> Vec<String> {
        let answer = self.request("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        let blocks = answer["result"]["content"].as_array().unwrap_or_else(|| panic!("{answer}"));
        blocks.iter().filter_map(|block| block["text"].as_str()).map(str::to_owned).collect()
    }

    /// The answer's one text block, and whether it is an error.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> (Value, bool) {
        let (answer, links, is_error) = self.call_with_links(tool, arguments).await;
        assert_eq!(links, Vec::<Value>::new(), "{answer}");
        (answer, is_error)
    }

    /// The answer's text block, the blocks after it, and whether it is an error.
    pub(crate) async fn call_with_links(&self, tool: &str, arguments: Value) -> (Value, Vec<Value>, bool) {
        let answer = self.request("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        let result = &answer["result"];
        assert_eq!(result.get("structuredContent"), None);
        // A report in words may stand before the JSON.
        let blocks = result["content"].as_array().unwrap();
        let place = blocks.iter().rposition(|block| block["type"] == "text").unwrap();
        let text = serde_json::from_str(blocks[place]["text"].as_str().unwrap()).unwrap();
        (text, blocks[place + 1..].to_vec(), result["isError"] == json!(true))
    }
}

/// What the server says to one client unasked.
pub(crate) struct Notifications {
    pieces: axum::body::BodyDataStream,
    text: String,
}

impl Notifications {
    /// The next message. Fails the test instead of waiting for ever.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            if let Some(message) = self.buffered() {
                return message;
            }
            let piece = tokio::time::timeout(std::time::Duration::from_secs(20), self.pieces.next()).await;
            let piece = piece.expect("no notification came").expect("the stream ended").unwrap();
            self.text.push_str(std::str::from_utf8(&piece).unwrap());
        }
    }

    /// The next message, if it is on its way already: whatever can run has run.
    pub(crate) async fn next_now(&mut self) -> Option<Value> {
        for _ in 0..100 {
            if let Some(message) = self.buffered() {
                return Some(message);
            }
            tokio::task::yield_now().await;
            if let Some(Some(piece)) = self.pieces.next().now_or_never() {
                self.text.push_str(std::str::from_utf8(&piece.unwrap()).unwrap());
            }
        }
        None
    }

    fn buffered(&mut self) -> Option<Value> {
        while let Some(end) = self.text.find('\n') {
            let line: String = self.text.drain(..=end).collect();
            let data = line.strip_prefix("data:").map(str::trim).filter(|data| data.len() > 2);
            if let Some(data) = data {
                return Some(serde_json::from_str(data).unwrap());
            }
        }
        None
    }
}

fn message(address: &str) -> http::request::Builder {
    super::request(Method::POST, address).header("accept", "application/json, text/event-stream")
}
