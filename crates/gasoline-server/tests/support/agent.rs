//! An MCP client over the in-process router.

use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::{Value, json};

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

fn message(address: &str) -> http::request::Builder {
    super::request(Method::POST, address).header("accept", "application/json, text/event-stream")
}
