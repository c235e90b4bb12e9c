//! How long a significant event takes to an agent's pipe, beyond the time in which events are collected.

use std::time::Instant;

use gasoline_wire::Route;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::milliseconds_since;
use crate::bench::Bench;
use crate::bridge::Bridge;
use crate::figure::{Figure, Limit, Unit};
use crate::samples::Samples;
use crate::sender::Sender;

/// Events that come within this time leave together, as documented.
const COLLECTED_MILLISECONDS: f64 = 2_000.0;
const SLOWEST: Limit = Limit::AtMost(20.0);
/// A client gets at most twelve notifications a minute, so each event is measured at several clients.
const CLIENTS: usize = 8;

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let server = bench.start_gasoline()?;
    let mut sender = Sender::open(&server).await?;
    let mut clients = Vec::new();
    for _ in 0..CLIENTS {
        let mut client = Bridge::start(bench, server.port()).await?;
        let all = json!({ "enabled": true, "throttle_seconds": 1 });
        client.call("configure_streaming", &all).await?;
        clients.push(client);
    }
    let mut times = Samples::default();
    for event in 0..bench.effort.rounds {
        let start = Instant::now();
        sender.entries(Route::Logs, &[error(event)]).await?;
        clients = notified(clients, start, &mut times).await?;
    }
    for client in clients {
        client.end().await;
    }
    Ok(vec![
        Figure::limited("event_to_agent", times.median(), Unit::Milliseconds, SLOWEST)
            .with("slowest_ms", times.largest())
            .with("collected_for_ms", COLLECTED_MILLISECONDS),
    ])
}

/// Waits until each client was notified; they read at once, as separate editors do.
async fn notified(clients: Vec<Bridge>, start: Instant, times: &mut Samples) -> anyhow::Result<Vec<Bridge>> {
    let mut waiting = JoinSet::new();
    for mut client in clients {
        waiting.spawn(async move {
            while client.message().await?["method"] != "notifications/message" {}
            anyhow::Ok((client, milliseconds_since(start)))
        });
    }
    let mut clients = Vec::new();
    while let Some(ended) = waiting.join_next().await {
        let (client, milliseconds) = ended??;
        times.push(milliseconds - COLLECTED_MILLISECONDS);
        clients.push(client);
    }
    Ok(clients)
}

/// An error of its own: the same one is not told twice.
fn error(number: usize) -> Value {
    let name = ["total", "price", "customer", "address", "discount"][number % 5];
    json!({
        "level": "error", "type": "exception", "url": "http://localhost:3000/",
        "message": format!("TypeError: Cannot read properties of undefined (reading '{name}')"),
    })
}
