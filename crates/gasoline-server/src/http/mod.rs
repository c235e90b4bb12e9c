//! The HTTP side: one route group a file, the guard in front of all of them.

mod body;
mod clear;
mod connection;
mod error;
pub(crate) mod guard;
mod health;
mod hello;
mod ingest;
mod origin;
mod snapshot;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use connection::serve_connections;
pub(crate) use error::HttpError;
pub(crate) use guard::Guard;
pub(crate) use origin::OriginError;

use crate::app::App;

/// Every route but `/mcp`, without the guard.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/health", get(health::get))
        .route("/hello", post(hello::post))
        .route("/logs", post(ingest::logs).delete(clear::logs))
        .route("/snapshot", get(snapshot::get))
        .route("/clear", post(clear::everything).delete(clear::everything))
        .method_not_allowed_fallback(error::method_not_allowed)
        .fallback(error::not_found)
        .with_state(app)
}
