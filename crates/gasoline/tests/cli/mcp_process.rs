//! A `gasoline` process that speaks MCP on stdio, and the client that talks to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::JoinHandle;

use serde_json::{Value, json};

use crate::wait::{PATIENCE, eventually};

/// The process. Killed with the test.
#[derive(Debug)]
pub(crate) struct McpProcess {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    next_id: u64,
}

impl McpProcess {
    pub(crate) fn spawn(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = child.stderr.take().unwrap();
        let (sender, output) = sync_channel(1_000);
        std::thread::spawn(move || {
            for line in stdout.lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).ok();
            text
        });
        Self { child, input, output, errors: Some(errors), next_id: 0 }
    }

    /// A process whose handshake is done.
    pub(crate) fn initialized(command: Command) -> Self {
        let mut process = Self::spawn(command);
        let answer = process.initialize();
        assert_eq!(answer["result"]["serverInfo"]["name"], "gasoline", "{answer}");
        process.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        process
    }

    pub(crate) fn initialize(&mut self) -> Value {
        let client = json!({"name": "test", "version": "1"});
        let parameters = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        self.request("initialize", &parameters)
    }

    /// Sends a request and returns the answer to it, passing over whatever else arrives.
    pub(crate) fn request(&mut self, method: &str, parameters: &Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters});
        self.write(&request.to_string());
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The text a tool answers with.
    pub(crate) fn call(&mut self, tool: &str) -> String {
        let answer = self.request("tools/call", &json!({"name": tool, "arguments": {}}));
        let text = &answer["result"]["content"][0]["text"];
        text.as_str().unwrap_or_else(|| panic!("no text in {answer}")).to_owned()
    }

    pub(crate) fn write(&mut self, line: &str) {
        self.write_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub(crate) fn read(&self) -> Value {
        let line = self.output.recv_timeout(PATIENCE).expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("stdout carries protocol only: {line}"))
    }

    /// Ends the input, as an editor does when it leaves.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end by itself.
    pub(crate) fn exit_status(&mut self) -> ExitStatus {
        eventually("the end of the process", || self.child.try_wait().unwrap())
    }

    /// Waits until nobody holds the process's output any more.
    pub(crate) fn wait_for_end_of_output(&self) {
        let end = std::iter::repeat_with(|| self.output.recv_timeout(PATIENCE)).find(Result::is_err);
        assert_eq!(end, Some(Err(RecvTimeoutError::Disconnected)));
    }

    /// What the process, which must have ended, wrote to standard error.
    pub(crate) fn errors(&mut self) -> String {
        self.errors.take().unwrap().join().unwrap()
    }
}

impl Drop for McpProcess {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
