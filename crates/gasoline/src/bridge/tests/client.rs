//! An MCP client on the other end of the bridge's pipes.

use std::sync::Arc;
use std::time::Duration;

use gasoline_server::clock::{Clock, SystemClock};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex};
use tokio::task::JoinHandle;

use super::super::{Ended, run_by};
use crate::printer::Printer;
use crate::server::Supply;
use crate::server_client::ServerClient;

pub(super) const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"x":1.10}}"#;
pub(super) const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// Far longer than anything here takes: a test that reaches it has failed.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) struct Client {
    input: DuplexStream,
    output: Lines<BufReader<DuplexStream>>,
    bridge: JoinHandle<Ended>,
}

impl Client {
    /// A client whose bridge talks to the server on `port`.
    pub(super) fn connect(port: u16) -> Self {
        Self::connect_by(Arc::new(SystemClock), port)
    }

    /// A client whose bridge waits by another clock.
    pub(super) fn connect_by(clock: Arc<dyn Clock>, port: u16) -> Self {
        let (input, bridge_input) = duplex(64 * 1024);
        let (bridge_output, output) = duplex(64 * 1024);
        let supply = Supply::Own(ServerClient::new(port));
        let stop = std::future::pending();
        let bridge = tokio::spawn(run_by(clock, bridge_input, bridge_output, supply, Printer, stop));
        Self { input, output: BufReader::new(output).lines(), bridge }
    }

    /// A client that has shaken hands.
    pub(super) async fn initialized(port: u16) -> Self {
        Self::initialized_by(Arc::new(SystemClock), port).await
    }

    /// The same by another clock.
    pub(super) async fn initialized_by(clock: Arc<dyn Clock>, port: u16) -> Self {
        let mut client = Self::connect_by(clock, port);
        client.write(INITIALIZE).await;
        client.read().await;
        client.write(INITIALIZED).await;
        client
    }

    pub(super) async fn write(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    pub(super) async fn read(&mut self) -> String {
        let line = tokio::time::timeout(PATIENCE, self.output.next_line()).await;
        line.expect("the bridge is silent").unwrap().expect("the bridge has ended")
    }

    /// Closes the input and returns what was still said.
    pub(super) async fn leave(self) -> (Vec<String>, Ended) {
        let Self { input, mut output, bridge } = self;
        drop(input);
        let mut rest = Vec::new();
        while let Ok(Some(line)) = output.next_line().await {
            rest.push(line);
        }
        (rest, bridge.await.unwrap())
    }
}

/// Waits until `condition` holds.
pub(super) async fn eventually(what: &str, condition: impl Fn() -> bool) {
    let poll = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let reached = tokio::time::timeout(PATIENCE, poll).await;
    assert!(reached.is_ok(), "never happened: {what}");
}
