//! The HTTP side: one route group a file, the guard in front of all of them.

mod body;
mod boundary;
pub(crate) mod capture_script;
mod clear;
mod connection;
mod entries;
mod error;
mod event_stream;
mod events;
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
mod saved;
mod screenshots;
mod snapshot;
mod tools;

use std::sync::Arc;

use axum::Router;
use axum::extract::Extension;
use axum::routing::{MethodRouter, get, post};
use gasoline_core::intake::Route;

pub(crate) use connection::serve_connections;
pub(crate) use error::HttpError;
pub(crate) use guard::Guard;
pub(crate) use messages::bound as bound_messages;
pub(crate) use origin::OriginError;

use crate::app::App;
use tokio_util::sync::CancellationToken;

/// Every route but `/mcp`, without the guard. Live links and calls of tools end with `stop`.
pub(crate) fn routes(app: Arc<App>, stop: CancellationToken) -> Router {
    let is_saved = app.is_saved();
    let routes = ingest_routes()
        .route("/health", get(health::get))
        .route("/hello", post(hello::post))
        .route("/screenshots/{id}", get(screenshots::get))
        .route("/live", get(live::get).layer(Extension(stop.clone())))
        .route("/tools/{name}", post(tools::call).layer(Extension(stop.clone())))
        .route("/events/stream", get(events::stream).layer(Extension(stop.clone())))
        .route("/entries/stream", get(entries::stream).layer(Extension(stop)))
        .route("/generated/{number}/{name}", get(tools::generated))
        .route("/snapshot", get(snapshot::get))
        .route("/test-boundary", post(boundary::post))
        .route("/tests", get(boundary::list))
        .route("/export/har", get(export::har))
        .route("/export/capture", get(export::capture))
        .route("/gasoline-ci.js", get(capture_script::get))
        .route("/openapi.json", get(openapi::get))
        .route("/clear", post(clear::everything).delete(clear::everything))
        .method_not_allowed_fallback(error::method_not_allowed)
        .fallback(error::not_found)
        .with_state(app);
    if is_saved { saved::read_only(routes) } else { routes }
}

/// Where captured data comes in.
fn ingest_routes() -> Router<Arc<App>> {
    Route::ALL.into_iter().fold(Router::new(), |routes, route| routes.route(route.path(), methods_of(route)))
}

/// What an ingest route answers to.
fn methods_of(route: Route) -> MethodRouter<Arc<App>> {
    match route {
        Route::Logs => ingest::batches(route).delete(clear::logs),
        Route::PerformanceSnapshot => post(performance::post).get(performance::get),
        Route::Screenshots => post(screenshots::post),
        Route::WebSocketEvents | Route::NetworkBodies | Route::EnhancedActions | Route::DomSnapshots => {
            ingest::batches(route)
        }
    }
}
