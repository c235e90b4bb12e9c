//! The load generator: senders that post one batch after another, each as fast as it is answered.

use std::time::{Duration, Instant};

use anyhow::bail;
use tokio::task::JoinSet;

use crate::batch::{Batch, Traffic};
use crate::connection::Connection;
use crate::samples::Samples;

/// Senders at once in every figure that speaks of load.
pub(crate) const SENDERS: usize = 10;
/// How long a sender rests when the server asks for it. Shorter than real senders do: it is meant to press.
const BACK_OFF: Duration = Duration::from_millis(20);

/// What the senders saw in one window.
#[derive(Debug, Default)]
pub(crate) struct Throughput {
    /// Entries taken.
    pub(crate) entries: u64,
    /// Requests the server put off with 429.
    pub(crate) put_off: u64,
    /// From the first request to the last answer.
    elapsed: Duration,
    /// Time from request to answer, in milliseconds.
    pub(crate) latencies: Samples,
}

impl Throughput {
    pub(crate) fn entries_per_second(&self) -> f64 {
        self.entries as f64 / self.elapsed.as_secs_f64()
    }

    fn join(&mut self, other: Self) {
        self.entries += other.entries;
        self.put_off += other.put_off;
        self.elapsed = self.elapsed.max(other.elapsed);
        self.latencies.append(other.latencies);
    }
}

/// Sends `traffic` over `senders` connections for the length of `window`. Dropping the future ends it early.
pub(crate) async fn press(
    port: u16,
    senders: usize,
    traffic: &Traffic<'_>,
    window: Duration,
) -> anyhow::Result<Throughput> {
    let mut tasks = JoinSet::new();
    for _ in 0..senders {
        let batch = Batch::new(traffic, port);
        let connection = Connection::open(port).await?;
        tasks.spawn(send_for(connection, batch, window));
    }
    let mut total = Throughput::default();
    while let Some(ended) = tasks.join_next().await {
        total.join(ended??);
    }
    Ok(total)
}

async fn send_for(
    mut connection: Connection,
    mut batch: Batch,
    window: Duration,
) -> anyhow::Result<Throughput> {
    let mut seen = Throughput::default();
    let start = Instant::now();
    let mut before = start;
    while before - start < window {
        let response = connection.exchange(batch.next_request()).await?;
        let now = Instant::now();
        match response.status {
            200 => seen.entries += batch.entries() as u64,
            429 => {
                seen.put_off += 1;
                tokio::time::sleep(BACK_OFF).await;
            }
            status => bail!("a batch was answered {status}: {}", String::from_utf8_lossy(&response.body())),
        }
        seen.latencies.push((now - before).as_secs_f64() * 1e3);
        before = Instant::now();
    }
    seen.elapsed = start.elapsed();
    Ok(seen)
}

/// Sends one batch as often as it takes to deliver `entries` entries.
pub(crate) async fn deliver(
    connection: &mut Connection,
    mut batch: Batch,
    entries: usize,
) -> anyhow::Result<()> {
    let mut delivered = 0;
    while delivered < entries {
        let response = connection.exchange(batch.next_request()).await?;
        if response.status == 429 {
            tokio::time::sleep(BACK_OFF).await;
            continue;
        }
        response.expect_success()?;
        delivered += batch.entries();
    }
    Ok(())
}
