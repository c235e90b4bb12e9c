//! How fast everything captured comes out, beside a handler that returns the same bytes.

use std::time::{Duration, Instant};

use anyhow::bail;

use super::milliseconds_since;
use crate::batch::{Batch, Shape, Traffic};
use crate::bench::Bench;
use crate::connection::bodiless_request;
use crate::figure::{Figure, Limit, Unit};
use crate::load::{self, SENDERS};
use crate::process::ServerProcess;
use crate::references::Reference;
use crate::samples::Samples;

/// Entries a default server keeps.
const ENTRIES: usize = 1_000;
/// Longer than any reading takes; writers are stopped when the reader is done.
const WHILE_READ: Duration = Duration::from_secs(600);

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let ours = bench.start_gasoline()?;
    let traffic = Traffic::standard(Shape::Identified);
    let mut connection = ours.connect().await?;
    load::deliver(&mut connection, Batch::new(&traffic, ours.port()), ENTRIES).await?;
    let snapshot = connection.request("GET", "/snapshot").await?.expect_success()?;
    let body = bench.home().join("snapshot.json");
    std::fs::write(&body, snapshot.body())?;
    let bytes = snapshot.body().len() as f64;
    let fixed = bench.start_reference(&Reference::Fixed { body })?;
    let alone = compare(bench, &ours, &fixed, Beside::Nobody).await?;
    let changed = compare(bench, &ours, &fixed, Beside::OneWrite).await?;
    let beside = compare(bench, &ours, &fixed, Beside::Writers).await?;
    Ok(vec![
        alone.figure("snapshot_vs_fixed", 2.0).with("bytes", bytes),
        changed.figure("snapshot_vs_fixed_after_a_write", 5.0),
        beside.figure("snapshot_vs_fixed_beside_writers", 5.0),
    ])
}

/// Who else talks to the server while it is read.
#[derive(Clone, Copy, Debug)]
enum Beside {
    /// The store stays as it is, which a server may make use of.
    Nobody,
    /// A batch is written before each reading, so everything has to be put together anew.
    OneWrite,
    Writers,
}

/// Milliseconds of single requests, and their medians by round.
#[derive(Debug, Default)]
struct Reading {
    medians: Samples,
    all: Samples,
}

#[derive(Debug, Default)]
struct Comparison {
    ours: Reading,
    fixed: Reading,
}

impl Comparison {
    fn figure(&self, name: &'static str, limit: f64) -> Figure {
        let ratio = self.ours.medians.over(&self.fixed.medians).median();
        Figure::limited(name, ratio, Unit::Ratio, Limit::AtMost(limit))
            .with("p50_ms", self.ours.all.median())
            .with("p99_ms", self.ours.all.percentile(99))
            .with("fixed_p50_ms", self.fixed.all.median())
            .with("fixed_p99_ms", self.fixed.all.percentile(99))
    }
}

async fn compare(
    bench: &Bench,
    ours: &ServerProcess,
    fixed: &ServerProcess,
    beside: Beside,
) -> anyhow::Result<Comparison> {
    let mut comparison = Comparison::default();
    for _ in 0..bench.effort.rounds {
        for (server, reading) in [(ours, &mut comparison.ours), (fixed, &mut comparison.fixed)] {
            let times = match beside {
                Beside::Nobody => read(server, bench.effort.snapshots).await?,
                Beside::OneWrite => read_after_writes(server, bench.effort.snapshots).await?,
                Beside::Writers => read_beside_writers(server, bench.effort.snapshots).await?,
            };
            reading.medians.push(times.median());
            reading.all.append(times);
        }
    }
    Ok(comparison)
}

async fn read(server: &ServerProcess, count: usize) -> anyhow::Result<Samples> {
    let request = bodiless_request("GET", "/snapshot", server.port());
    let mut connection = server.connect().await?;
    let mut times = Samples::default();
    for _ in 0..count {
        let start = Instant::now();
        connection.exchange(request.as_bytes()).await?.expect_success()?;
        times.push(milliseconds_since(start));
    }
    Ok(times)
}

async fn read_after_writes(server: &ServerProcess, count: usize) -> anyhow::Result<Samples> {
    let request = bodiless_request("GET", "/snapshot", server.port());
    let traffic = Traffic::standard(Shape::Identified);
    let mut batch = Batch::new(&traffic, server.port());
    let mut connection = server.connect().await?;
    let mut times = Samples::default();
    for _ in 0..count {
        connection.exchange(batch.next_request()).await?.expect_success()?;
        let start = Instant::now();
        connection.exchange(request.as_bytes()).await?.expect_success()?;
        times.push(milliseconds_since(start));
    }
    Ok(times)
}

async fn read_beside_writers(server: &ServerProcess, count: usize) -> anyhow::Result<Samples> {
    let traffic = Traffic::standard(Shape::Identified);
    tokio::select! {
        times = read(server, count) => times,
        ended = load::press(server.port(), SENDERS, &traffic, WHILE_READ) => {
            ended?;
            bail!("the writers stopped before the reader")
        }
    }
}
