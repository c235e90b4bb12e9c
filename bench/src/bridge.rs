//! `gasoline mcp` as an editor runs it: one JSON message a line, over its pipes.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::bench::Bench;
use crate::mcp::initialize_message;

/// A bridge that has not written a line by then never will.
const SLOWEST_LINE: Duration = Duration::from_secs(10);
/// A bridge ends by itself when its stdin closes; later it is killed.
const SLOWEST_END: Duration = Duration::from_secs(2);

/// A running bridge; killed when it is dropped.
#[derive(Debug)]
pub(crate) struct Bridge {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Bridge {
    /// Starts `gasoline mcp` for the server on `port` and waits for its answer to `initialize`.
    pub(crate) async fn start(bench: &Bench, port: u16) -> anyhow::Result<Self> {
        let mut command = Command::from(bench.gasoline()?);
        command
            .args(["mcp", "--port", &port.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut child = command.spawn().context("cannot start `gasoline mcp`")?;
        let input = child.stdin.take().context("no stdin")?;
        let output = BufReader::new(child.stdout.take().context("no stdout")?);
        let mut bridge = Self { child, input, output };
        bridge.send(&initialize_message()).await?;
        let answer = bridge.message().await?;
        ensure!(answer["result"].is_object(), "`initialize` failed: {answer}");
        Ok(bridge)
    }

    /// Calls a tool and waits for its answer.
    pub(crate) async fn call(&mut self, tool: &str, arguments: &Value) -> anyhow::Result<Value> {
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await?;
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments },
        });
        self.send(&call).await?;
        loop {
            let mut answer = self.message().await?;
            if answer["id"] == 1 {
                ensure!(answer["result"]["isError"] != true, "`{tool}` failed: {answer}");
                return Ok(answer["result"].take());
            }
        }
    }

    /// The next message, whatever it is.
    pub(crate) async fn message(&mut self) -> anyhow::Result<Value> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line);
        timeout(SLOWEST_LINE, read).await.context("`gasoline mcp` wrote nothing")??;
        serde_json::from_str(&line).with_context(|| format!("`gasoline mcp` wrote `{line}`"))
    }

    /// Closes its pipe, as an editor does, and waits until it has ended.
    pub(crate) async fn end(mut self) {
        drop(self.input);
        // One that does not end in time is killed when it is dropped.
        drop(timeout(SLOWEST_END, self.child.wait()).await);
    }

    async fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        Ok(self.input.write_all(format!("{message}\n").as_bytes()).await?)
    }
}
