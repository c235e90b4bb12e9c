//! How long emptying a store takes that holds as much as it may.

use std::time::Instant;

use anyhow::{Context, ensure};
use serde_json::Value;

use super::filling::Filling;
use super::milliseconds_since;
use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};
use crate::process::ServerProcess;
use crate::samples::Samples;

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let server = bench.start_gasoline()?;
    let mut times = Samples::default();
    let mut removed = Samples::default();
    for pass in 0..bench.effort.clears {
        Filling::SMALL.send(&server, pass).await?;
        let (milliseconds, entries) = clear(&server).await?;
        times.push(milliseconds);
        removed.push(entries);
    }
    let figure = Figure::limited("clear_full_store", times.median(), Unit::Milliseconds, Limit::AtMost(2.0));
    Ok(vec![figure.with("slowest_ms", times.largest()).with("entries", removed.median())])
}

/// Milliseconds one clear took, and how many entries went.
async fn clear(server: &ServerProcess) -> anyhow::Result<(f64, f64)> {
    let mut connection = server.connect().await?;
    let start = Instant::now();
    let response = connection.request("POST", "/clear").await?.expect_success()?;
    let milliseconds = milliseconds_since(start);
    let answer: Value = serde_json::from_slice(&response.body())?;
    let removed =
        answer["entries_removed"].as_f64().context("`/clear` does not say how many entries went")?;
    ensure!(removed > 0.0, "the store was empty before it was cleared");
    Ok((milliseconds, removed))
}
