//! Resident memory of a server: with nothing to do, with full buffers, under more than it can take.

use std::time::Duration;

use anyhow::bail;

use super::filling::Filling;
use super::surroundings;
use crate::batch::{Shape, Traffic};
use crate::bench::Bench;
use crate::connection::bodiless_request;
use crate::figure::{Figure, Limit, Unit};
use crate::load::{self, Throughput};
use crate::mcp::McpSession;
use crate::process::ServerProcess;

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let mut figures = vec![measure_idle(bench).await?];
    figures.extend(measure_full(bench).await?);
    figures.push(measure_overload(bench, "memory_overload", &MANY_ENTRIES).await?);
    figures.push(measure_overload(bench, "memory_overload_large_bodies", &LARGE_BODIES).await?);
    Ok(figures)
}

/// With an agent connected, as it is most of the day.
async fn measure_idle(bench: &Bench) -> anyhow::Result<Figure> {
    let server = bench.start_gasoline()?;
    let _session = McpSession::open(server.port()).await?;
    let resident = server.memory()?.resident;
    Ok(megabytes("memory_idle", resident, 15.0))
}

/// Everything that has a bound of its own, filled once; then the store, again and again: what grows with the input rather than with the bounds shows as a difference.
async fn measure_full(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let server = bench.start_gasoline()?;
    surroundings::send(&server).await?;
    let beside = server.memory()?.resident;
    let first = fill(&server, 0).await?;
    let mut last = first;
    for pass in 1..=bench.effort.refills {
        last = fill(&server, pass).await?;
    }
    let full = first.small.max(first.large).max(last.small).max(last.large);
    let growth = last.small - first.small;
    Ok(vec![
        megabytes("memory_full", full, 60.0)
            .with("before_the_store_mb", beside)
            .with("small_entries_mb", first.small)
            .with("large_entries_mb", first.large),
        megabytes("memory_growth", growth, 5.0)
            .with("times_input", (bench.effort.refills + 1) as f64)
            .with("peak_mb", server.memory()?.peak),
    ])
}

/// Resident megabytes after each way to fill the buffers.
#[derive(Clone, Copy, Debug)]
struct Filled {
    large: f64,
    small: f64,
}

/// Large entries first: the small ones then have to fit into the holes those leave.
async fn fill(server: &ServerProcess, pass: usize) -> anyhow::Result<Filled> {
    Filling::LARGE.send(server, pass).await?;
    let large = server.memory()?.resident;
    Filling::SMALL.send(server, pass).await?;
    let small = server.memory()?.resident;
    Ok(Filled { large, small })
}

/// More than anyone sends, in one of two ways.
struct Overload {
    senders: usize,
    entries: usize,
    entry_bytes: usize,
}

/// The largest batches by count.
const MANY_ENTRIES: Overload = Overload { senders: 20, entries: 1_000, entry_bytes: 1_000 };
/// The largest batches by bytes: 9 MB of the 10 that are allowed.
const LARGE_BODIES: Overload = Overload { senders: 16, entries: 9, entry_bytes: 1_000_000 };

async fn measure_overload(bench: &Bench, name: &'static str, overload: &Overload) -> anyhow::Result<Figure> {
    let server = bench.start_gasoline()?;
    let seen = press_and_read(&server, overload, bench.effort.overload).await?;
    let memory = server.memory()?;
    Ok(megabytes(name, memory.peak, 100.0)
        .with("resident_after_mb", memory.resident)
        .with("entries_per_second", seen.entries_per_second())
        .with("put_off", seen.put_off as f64)
        .with("p99_ms", seen.latencies.percentile(99)))
}

/// Writers with somebody who reads everything all the time: views keep entries alive that the rings dropped.
async fn press_and_read(
    server: &ServerProcess,
    overload: &Overload,
    window: Duration,
) -> anyhow::Result<Throughput> {
    let traffic = Traffic {
        shape: Shape::WithSecrets,
        entries: overload.entries,
        entry_bytes: overload.entry_bytes,
        test_id: None,
    };
    tokio::select! {
        seen = load::press(server.port(), overload.senders, &traffic, window) => seen,
        ended = read_forever(server) => {
            ended?;
            bail!("the reader stopped")
        }
    }
}

async fn read_forever(server: &ServerProcess) -> anyhow::Result<()> {
    let request = bodiless_request("GET", "/snapshot", server.port());
    let mut connection = server.connect().await?;
    loop {
        connection.exchange(request.as_bytes()).await?;
    }
}

fn megabytes(name: &'static str, value: f64, limit: f64) -> Figure {
    Figure::limited(name, value, Unit::Megabytes, Limit::AtMost(limit))
}
