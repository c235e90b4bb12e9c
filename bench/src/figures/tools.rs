//! How long an agent waits for a tool's answer.

use std::time::Instant;

use serde_json::json;

use super::milliseconds_since;
use crate::batch::{Batch, Shape, Traffic};
use crate::bench::Bench;
use crate::figure::{Figure, Unit};
use crate::load;
use crate::mcp::McpSession;
use crate::samples::Samples;

/// Entries a default server keeps; one in ten is an error.
const ENTRIES: usize = 1_000;

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let server = bench.start_gasoline()?;
    let batch = Batch::new(&Traffic::standard(Shape::Identified), server.port());
    load::deliver(&mut server.connect().await?, batch, ENTRIES).await?;
    let mut session = McpSession::open(server.port()).await?;
    let request = session.prepare_call("get_browser_errors", &json!({}));
    let mut times = Samples::default();
    for _ in 0..bench.effort.tool_calls {
        let start = Instant::now();
        session.call(&request).await?;
        times.push(milliseconds_since(start));
    }
    let figure = Figure::reported("tool_call", times.median(), Unit::Milliseconds);
    Ok(vec![figure.with("p99_ms", times.percentile(99))])
}
