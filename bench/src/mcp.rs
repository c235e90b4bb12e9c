//! MCP by hand over Streamable HTTP, as an agent's client would speak it.

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::connection::Connection;

/// The first message of every MCP session.
pub(crate) fn initialize_message() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "gasoline-bench", "version": env!("CARGO_PKG_VERSION") },
        },
    })
}

/// An open session.
#[derive(Debug)]
pub(crate) struct McpSession {
    connection: Connection,
    port: u16,
    id: String,
}

impl McpSession {
    /// Opens a session with the server on `port`.
    pub(crate) async fn open(port: u16) -> anyhow::Result<Self> {
        let mut connection = Connection::open(port).await?;
        let request = post(port, None, &initialize_message());
        let response = connection.exchange(&request).await?.expect_success()?;
        let id = response.header("mcp-session-id").context("the server opened no session")?.to_owned();
        let mut session = Self { connection, port, id };
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let request = session.prepare(&initialized);
        session.connection.exchange(&request).await?.expect_success()?;
        Ok(session)
    }

    /// The bytes of a tool call, to be sent any number of times.
    pub(crate) fn prepare_call(&self, tool: &str, arguments: &Value) -> Vec<u8> {
        self.prepare(&json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments },
        }))
    }

    /// Sends a prepared call and reads the tool's answer.
    pub(crate) async fn call(&mut self, request: &[u8]) -> anyhow::Result<Value> {
        let response = self.connection.exchange(request).await?.expect_success()?;
        let mut answer = last_event(&response.body())?;
        if answer["result"]["isError"] == true || !answer["result"].is_object() {
            bail!("the tool call failed: {answer}");
        }
        Ok(answer["result"].take())
    }

    fn prepare(&self, message: &Value) -> Vec<u8> {
        post(self.port, Some(&self.id), message)
    }
}

fn post(port: u16, session: Option<&str>, message: &Value) -> Vec<u8> {
    let body = message.to_string();
    let session = session.map(|id| format!("Mcp-Session-Id: {id}\r\n"));
    format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n{}Content-Length: {}\r\n\r\n{body}",
        session.unwrap_or_default(),
        body.len(),
    )
    .into_bytes()
}

/// The message of the last event that carries one; streams open with an empty event.
fn last_event(stream: &[u8]) -> anyhow::Result<Value> {
    let stream = std::str::from_utf8(stream)?;
    let data = stream
        .lines()
        .filter_map(|line| line.strip_prefix("data:"))
        .rfind(|data| !data.trim().is_empty())
        .with_context(|| format!("no message in `{stream}`"))?;
    Ok(serde_json::from_str(data)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_the_last_event_with_data() {
        let stream = b"id: 0\nretry: 3000\ndata:\n\nid: 1\ndata: {\"id\":1}\n\n";
        assert_eq!(last_event(stream).unwrap(), json!({ "id": 1 }));
        assert!(last_event(b"data:\n\n").is_err());
    }
}
