//! The MCP side: rmcp's Streamable HTTP on `/mcp`, one session object per client. It is one caller of `tools`.

mod activity;
mod bounded_sessions;
#[cfg(feature = "conformance-fixtures")]
pub(crate) mod conformance;
mod params;
mod preferences;
mod progress;
mod prompts;
mod push;
mod resources;
mod session;
mod session_memory;
mod tool_list;
mod unreadable;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::options::{LARGEST_QUESTION, ServerOptions};
use bounded_sessions::BoundedSessions;
use session::McpSession;
use session_memory::SessionMemory;
use tool_list::ToolList;

/// Sessions idle this long give their memory back. [`SessionMemory`] revives them when their client speaks again, so
/// nobody notices; without the limit, clients that vanish would stay for ever.
const SESSION_SLEEP: Duration = Duration::from_secs(60 * 60);

/// The `/mcp` route.
pub(crate) fn routes(app: Arc<App>, options: &ServerOptions, stop: CancellationToken) -> Router {
    let tools = Arc::new(ToolList::new(options.tools, options.answers));
    let shared = Arc::clone(&app);
    serve(app, stop, move || McpSession::new(Arc::clone(&shared), Arc::clone(&tools)))
}

/// Streamable HTTP with a handler from `make` for every client.
fn serve<H: ServerHandler>(
    app: Arc<App>,
    stop: CancellationToken,
    make: impl Fn() -> H + Send + Sync + 'static,
) -> Router {
    let mut manager = LocalSessionManager::default();
    manager.session_config.keep_alive = Some(SESSION_SLEEP);
    // Host and Origin are the guard's part, for this route as for all others.
    let mut config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .disable_allowed_origins()
        .with_max_request_body_bytes(LARGEST_QUESTION)
        .with_cancellation_token(stop);
    config.session_store = Some(Arc::new(SessionMemory::default()));
    let sessions = BoundedSessions::new(manager, Arc::clone(&app));
    let service = StreamableHttpService::new(move || Ok(make()), Arc::new(sessions), config);
    Router::new()
        .route_service("/mcp", service)
        .layer(axum::middleware::from_fn(unreadable::explain))
        .layer(axum::middleware::from_fn_with_state(app, activity::note))
}
