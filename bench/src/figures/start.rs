//! From spawn to first answer: the server itself, an editor's `gasoline mcp` beside a running server, and without one.

use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::milliseconds_since;
use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};
use crate::mcp::initialize_message;
use crate::process::{free_port, health};
use crate::samples::Samples;
use crate::system;

/// A bridge that has not answered by then never will.
const SLOWEST_ANSWER: Duration = Duration::from_secs(10);
/// A bridge ends by itself when its stdin closes; later it is killed.
const SLOWEST_END: Duration = Duration::from_secs(2);

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let server = measure_server(bench)?;
    let warm = measure_warm(bench).await?;
    let cold = measure_cold(bench).await?;
    let ten = Limit::AtMost(10.0);
    Ok(vec![
        tail(&server, Figure::reported("start_server", server.median(), Unit::Milliseconds)),
        tail(&warm, Figure::limited("start_bridge", warm.median(), Unit::Milliseconds, ten)),
        tail(&cold, Figure::reported("start_bridge_cold", cold.median(), Unit::Milliseconds)),
    ])
}

fn tail(samples: &Samples, figure: Figure) -> Figure {
    figure.with("slowest_ms", samples.largest())
}

/// The server: spawn to first `/health`.
fn measure_server(bench: &Bench) -> anyhow::Result<Samples> {
    (0..bench.effort.warm_starts)
        .map(|_| {
            let start = Instant::now();
            let _server = bench.start_gasoline()?;
            Ok(milliseconds_since(start))
        })
        .collect()
}

/// An editor's bridge to a server that runs already.
async fn measure_warm(bench: &Bench) -> anyhow::Result<Samples> {
    let server = bench.start_gasoline()?;
    let mut times = Samples::default();
    for _ in 0..bench.effort.warm_starts {
        times.push(initialize(bench, server.port()).await?);
    }
    Ok(times)
}

/// An editor's bridge that has to start the server too.
async fn measure_cold(bench: &Bench) -> anyhow::Result<Samples> {
    let mut times = Samples::default();
    for _ in 0..bench.effort.cold_starts {
        let background = BackgroundServer { port: free_port()? };
        times.push(initialize(bench, background.port).await?);
    }
    Ok(times)
}

/// Milliseconds from spawning `gasoline mcp` to its answer to `initialize`.
async fn initialize(bench: &Bench, port: u16) -> anyhow::Result<f64> {
    let mut command = Command::from(bench.gasoline()?);
    command
        .args(["mcp", "--port", &port.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let message = format!("{}\n", initialize_message());
    let start = Instant::now();
    let mut bridge = command.spawn().context("cannot start `gasoline mcp`")?;
    let answer = timeout(SLOWEST_ANSWER, exchange(&mut bridge, &message))
        .await
        .context("`gasoline mcp` did not answer")??;
    let milliseconds = milliseconds_since(start);
    let answer: Value =
        serde_json::from_str(&answer).with_context(|| format!("`gasoline mcp` answered `{answer}`"))?;
    ensure!(answer["result"].is_object(), "`initialize` failed: {answer}");
    drop(bridge.stdin.take());
    // One that does not end in time is killed when it is dropped.
    drop(timeout(SLOWEST_END, bridge.wait()).await);
    Ok(milliseconds)
}

async fn exchange(bridge: &mut Child, message: &str) -> anyhow::Result<String> {
    let input = bridge.stdin.as_mut().context("no stdin")?;
    input.write_all(message.as_bytes()).await?;
    let output = bridge.stdout.as_mut().context("no stdout")?;
    let mut answer = String::new();
    BufReader::new(output).read_line(&mut answer).await?;
    Ok(answer)
}

/// The server a bridge may have started in the background; stopped when this value goes, whatever happened before.
struct BackgroundServer {
    port: u16,
}

impl Drop for BackgroundServer {
    fn drop(&mut self) {
        let health = health(self.port).unwrap_or_default();
        let health: Value = serde_json::from_str(&health).unwrap_or_default();
        let pid = health["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok());
        if let Some(pid) = pid {
            // Failing means it has just ended.
            drop(system::terminate(pid));
        }
    }
}
