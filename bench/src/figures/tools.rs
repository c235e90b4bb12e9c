//! How long an agent waits for a tool's answer.

use std::time::Instant;

use gasoline_wire::Route;
use serde_json::{Value, json};

use super::{codegen, milliseconds_since};
use crate::batch::{Batch, Shape, Traffic};
use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};
use crate::load;
use crate::mcp::McpSession;
use crate::samples::Samples;
use crate::sender::Sender;

/// Entries a default server keeps; one in ten is an error.
const ENTRIES: usize = 1_000;
/// Milliseconds that building a timeline may take; measured here is the whole call.
const SLOWEST_TIMELINE: f64 = 10.0;

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let server = bench.start_gasoline()?;
    let batch = Batch::new(&Traffic::standard(Shape::Identified), server.port());
    load::deliver(&mut server.connect().await?, batch, ENTRIES).await?;
    deliver_flow(&mut Sender::open(&server).await?).await?;
    let mut session = McpSession::open(server.port()).await?;
    let errors = times(&mut session, "get_browser_errors", &json!({}), bench.effort.tool_calls).await?;
    let timeline = times(&mut session, "get_session_timeline", &json!({}), bench.effort.tool_calls).await?;
    let limit = Limit::AtMost(SLOWEST_TIMELINE);
    Ok(vec![
        Figure::reported("tool_call", errors.median(), Unit::Milliseconds)
            .with("p99_ms", errors.percentile(99)),
        Figure::limited("timeline_call", timeline.median(), Unit::Milliseconds, limit)
            .with("p99_ms", timeline.percentile(99)),
    ])
}

/// What a timeline puts in order besides errors: actions and requests.
async fn deliver_flow(sender: &mut Sender) -> anyhow::Result<()> {
    sender.entries(Route::EnhancedActions, &codegen::actions()).await?;
    sender.entries(Route::NetworkBodies, &codegen::requests()).await
}

/// How long each of `calls` takes.
pub(super) async fn times(
    session: &mut McpSession,
    tool: &str,
    arguments: &Value,
    calls: usize,
) -> anyhow::Result<Samples> {
    let request = session.prepare_call(tool, arguments);
    let mut times = Samples::default();
    for _ in 0..calls {
        let start = Instant::now();
        session.call(&request).await?;
        times.push(milliseconds_since(start));
    }
    Ok(times)
}
