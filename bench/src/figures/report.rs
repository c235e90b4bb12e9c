//! How long a report of a large run takes, from one capture file and from those of many shards.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use gasoline_wire::Route;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::sleep;

use super::milliseconds_since;
use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};
use crate::noise::noise;
use crate::samples::Samples;
use crate::sender::Sender;
use crate::system;

const TESTS: usize = 1_000;
/// Every twentieth test fails.
const FAILING: usize = 20;
const SLOWEST_REPORT: Limit = Limit::AtMost(200.0);

/// Tests of one shard, each with as many answers as a test keeps, so that its file has two megabytes.
const TESTS_OF_SHARD: usize = 3;
const BODIES: usize = 80;
const BODY_BYTES: usize = 14_000;
const SLOWEST_MERGE: Limit = Limit::AtMost(2_000.0);
/// What merging may hold in memory: a small part of what it reads.
const MOST_MEMORY: Limit = Limit::AtMost(100.0);
/// Between two looks at the memory of a report.
const LOOK_INTERVAL: Duration = Duration::from_millis(2);

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let run = vec![large_run(bench).await?];
    let shards = shards(bench).await?;
    let (mut one, mut many) = (Samples::default(), Samples::default());
    let mut most_memory: f64 = 0.0;
    for _ in 0..bench.effort.rounds {
        one.push(report(bench, &run).await?.milliseconds);
        let merged = report(bench, &shards).await?;
        many.push(merged.milliseconds);
        most_memory = most_memory.max(merged.memory);
    }
    let bytes = |files: &[PathBuf]| -> anyhow::Result<f64> {
        Ok(files.iter().map(|file| Ok(file.metadata()?.len())).sum::<anyhow::Result<u64>>()? as f64 / 1e6)
    };
    Ok(vec![
        Figure::limited("report_of_1000_tests", one.median(), Unit::Milliseconds, SLOWEST_REPORT)
            .with("megabytes", bytes(&run)?),
        Figure::limited("report_of_shards", many.median(), Unit::Milliseconds, SLOWEST_MERGE)
            .with("files", shards.len() as f64)
            .with("megabytes", bytes(&shards)?),
        Figure::limited("report_of_shards_memory", most_memory, Unit::Megabytes, MOST_MEMORY),
    ])
}

/// A run of a thousand tests, each with a few entries.
async fn large_run(bench: &Bench) -> anyhow::Result<PathBuf> {
    let server = bench.start_gasoline()?;
    let mut sender = Sender::open(&server).await?;
    for test in 0..TESTS {
        let id = format!("shop.spec.ts > test {test}");
        let entry = |number: usize| {
            let level = if test.is_multiple_of(FAILING) { "error" } else { "log" };
            json!({ "level": level, "message": format!("total of order {number} is missing"), "test_id": id, "url": "http://localhost:3000/" })
        };
        boundary(&mut sender, &id, "start", None).await?;
        sender.entries(Route::Logs, &(0..5).map(entry).collect::<Vec<_>>()).await?;
        boundary(&mut sender, &id, "end", Some(test.is_multiple_of(FAILING))).await?;
    }
    save(bench, &mut sender, "run").await
}

/// Capture files as shards of a large suite leave them.
async fn shards(bench: &Bench) -> anyhow::Result<Vec<PathBuf>> {
    let server = bench.start_gasoline()?;
    let mut sender = Sender::open(&server).await?;
    let mut files = Vec::new();
    for shard in 0..bench.effort.shards {
        for test in 0..TESTS_OF_SHARD {
            let id = format!("shard {shard} > test {test}");
            boundary(&mut sender, &id, "start", None).await?;
            sender
                .entries(Route::NetworkBodies, &answers(&id, (shard * TESTS_OF_SHARD + test) * BODIES))
                .await?;
            boundary(&mut sender, &id, "end", Some(test == 0)).await?;
        }
        files.push(save(bench, &mut sender, &format!("shard-{shard}")).await?);
        sender.post("/clear", &json!({})).await?;
    }
    Ok(files)
}

fn answers(test_id: &str, seed: usize) -> Vec<Value> {
    let answer = |number: usize| {
        json!({
            "ts": "2026-01-01T00:00:00.000Z", "method": "GET", "url": "http://localhost:3000/api/things", "status": 200,
            "duration": 20, "contentType": "application/json", "test_id": test_id,
            "responseBody": json!({ "text": noise(seed + number, BODY_BYTES) }).to_string(),
        })
    };
    (0..BODIES).map(answer).collect()
}

async fn boundary(
    sender: &mut Sender,
    test_id: &str,
    action: &str,
    has_failed: Option<bool>,
) -> anyhow::Result<()> {
    let mut body = json!({ "test_id": test_id, "action": action });
    if let Some(has_failed) = has_failed {
        body["status"] = Value::from(if has_failed { "failed" } else { "passed" });
    }
    sender.post("/test-boundary", &body).await
}

async fn save(bench: &Bench, sender: &mut Sender, name: &str) -> anyhow::Result<PathBuf> {
    let path = bench.home().join(name).with_extension("gasoline");
    std::fs::write(&path, sender.get("/export/capture").await?)?;
    Ok(path)
}

/// One run of `gasoline report`.
struct Reported {
    milliseconds: f64,
    /// The most megabytes that were resident.
    memory: f64,
}

async fn report(bench: &Bench, files: &[PathBuf]) -> anyhow::Result<Reported> {
    let output = bench.home().join("report.txt");
    let mut command = Command::from(bench.gasoline()?);
    command
        .arg("report")
        .args(files)
        .args([Path::new("--output"), &output])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let start = Instant::now();
    let mut child = command.spawn().context("cannot start `gasoline report`")?;
    let pid = child.id().context("`gasoline report` ended before it began")?;
    let mut memory: f64 = 0.0;
    let status = loop {
        tokio::select! {
            status = child.wait() => break status?,
            () = sleep(LOOK_INTERVAL) => {
                // A process that has just ended has no memory any more.
                memory = system::memory_of(pid).map_or(memory, |seen| memory.max(seen.peak));
            }
        }
    };
    let milliseconds = milliseconds_since(start);
    ensure!(status.success(), "`gasoline report` ended with {status}");
    Ok(Reported { milliseconds, memory })
}
