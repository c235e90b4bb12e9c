//! From spawn to first answer: the server itself, an editor's `gasoline mcp` beside a running server, and without one.

use std::time::Instant;

use serde_json::Value;

use super::milliseconds_since;
use crate::bench::Bench;
use crate::bridge::Bridge;
use crate::figure::{Figure, Limit, Unit};
use crate::process::{free_port, health};
use crate::samples::Samples;
use crate::system;

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
    let start = Instant::now();
    let bridge = Bridge::start(bench, port).await?;
    let milliseconds = milliseconds_since(start);
    bridge.end().await;
    Ok(milliseconds)
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
