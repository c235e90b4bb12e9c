//! The HTTP side: one route group a file, the guard in front of all of them.

mod body;
mod boundary;
pub(crate) mod capture_script;
mod clear;
mod connection;
mod error;
mod export;
pub(crate) mod guard;
mod health;
mod hello;
mod ingest;
mod live;
mod messages;
mod openapi;
mod origin;
mod performance;
mod pieces;
mod query;
mod screenshots;
mod snapshot;

use std::sync::Arc;

use axum::Router;
use axum::extract::Extension;
use axum::routing::{get, post};

pub(crate) use connection::serve_connections;
pub(crate) use error::HttpError;
pub(crate) use guard::Guard;
pub(crate) use messages::{MessageBounds, bound as bound_messages};
pub(crate) use origin::OriginError;

use crate::app::App;
use tokio_util::sync::CancellationToken;

/// Every route but `/mcp`, without the guard. Live links end with `stop`.
pub(crate) fn routes(app: Arc<App>, stop: CancellationToken) -> Router {
    Router::new()
        .route("/health", get(health::get))
        .route("/hello", post(hello::post))
        .route("/logs", post(ingest::logs).delete(clear::logs))
        .route("/websocket-events", post(ingest::websocket_events))
        .route("/network-bodies", post(ingest::network_bodies))
        .route("/enhanced-actions", post(ingest::enhanced_actions))
        .route("/dom-snapshots", post(ingest::dom_snapshots))
        .route("/performance-snapshot", post(performance::post).get(performance::get))
        .route("/screenshots", post(screenshots::post))
        .route("/screenshots/{id}", get(screenshots::get))
        .route("/live", get(live::get).layer(Extension(stop)))
        .route("/snapshot", get(snapshot::get))
        .route("/test-boundary", post(boundary::post))
        .route("/tests", get(boundary::list))
        .route("/export/har", get(export::har))
        .route("/gasoline-ci.js", get(capture_script::get))
        .route("/openapi.json", get(openapi::get))
        .route("/clear", post(clear::everything).delete(clear::everything))
        .method_not_allowed_fallback(error::method_not_allowed)
        .fallback(error::not_found)
        .with_state(app)
}
