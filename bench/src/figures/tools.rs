//! How long an agent waits for a tool's answer.

use std::time::Instant;

use gasoline_wire::Route;
use serde_json::json;

use super::{codegen, milliseconds_since};
use crate::batch::{Batch, Shape, Traffic};
use crate::bench::Bench;
use crate::connection::Connection;
use crate::figure::{Figure, Limit, Unit};
use crate::load;
use crate::mcp::McpSession;
use crate::samples::Samples;

/// Entries a default server keeps; one in ten is an error.
const ENTRIES: usize = 1_000;
/// Milliseconds that building a timeline may take; measured here is the whole call.
const SLOWEST_TIMELINE: f64 = 10.0;

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let server = bench.start_gasoline()?;
    let batch = Batch::new(&Traffic::standard(Shape::Identified), server.port());
    load::deliver(&mut server.connect().await?, batch, ENTRIES).await?;
    deliver_flow(&mut server.connect().await?, server.port()).await?;
    let mut session = McpSession::open(server.port()).await?;
    let errors = times(&mut session, "get_browser_errors", bench.effort.tool_calls).await?;
    let timeline = times(&mut session, "get_session_timeline", bench.effort.tool_calls).await?;
    let limit = Limit::AtMost(SLOWEST_TIMELINE);
    Ok(vec![
        Figure::reported("tool_call", errors.median(), Unit::Milliseconds)
            .with("p99_ms", errors.percentile(99)),
        Figure::limited("timeline_call", timeline.median(), Unit::Milliseconds, limit)
            .with("p99_ms", timeline.percentile(99)),
    ])
}

/// What a timeline puts in order besides errors: actions and requests.
async fn deliver_flow(connection: &mut Connection, port: u16) -> anyhow::Result<()> {
    for (route, entries) in
        [(Route::EnhancedActions, codegen::actions()), (Route::NetworkBodies, codegen::requests())]
    {
        let (path, body) = (route.path(), json!({ route.field(): entries }).to_string());
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        connection.exchange(request.as_bytes()).await?.expect_success()?;
    }
    Ok(())
}

/// How long each of `calls` takes.
async fn times(session: &mut McpSession, tool: &str, calls: usize) -> anyhow::Result<Samples> {
    let request = session.prepare_call(tool, &json!({}));
    let mut times = Samples::default();
    for _ in 0..calls {
        let start = Instant::now();
        session.call(&request).await?;
        times.push(milliseconds_since(start));
    }
    Ok(times)
}
