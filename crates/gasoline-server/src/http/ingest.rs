//! Captured data in, one batch a request.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use gasoline_core::intake::Endpoint;
use gasoline_wire::{ClientKind, Received};

use super::HttpError;
use super::body::UnreadBody;
use super::guard::Caller;
use crate::app::App;

type Taken = Result<Json<Received>, HttpError>;

/// `POST /logs`.
pub(super) async fn logs(State(app): State<Arc<App>>, caller: Extension<Caller>, body: UnreadBody) -> Taken {
    take(&app, Endpoint::Logs, *caller, body).await
}

/// `POST /websocket-events`.
pub(super) async fn websocket_events(
    State(app): State<Arc<App>>,
    caller: Extension<Caller>,
    body: UnreadBody,
) -> Taken {
    take(&app, Endpoint::WebSocketEvents, *caller, body).await
}

/// `POST /network-bodies`.
pub(super) async fn network_bodies(
    State(app): State<Arc<App>>,
    caller: Extension<Caller>,
    body: UnreadBody,
) -> Taken {
    take(&app, Endpoint::NetworkBodies, *caller, body).await
}

/// `POST /enhanced-actions`.
pub(super) async fn enhanced_actions(
    State(app): State<Arc<App>>,
    caller: Extension<Caller>,
    body: UnreadBody,
) -> Taken {
    take(&app, Endpoint::EnhancedActions, *caller, body).await
}

/// `POST /dom-snapshots`.
pub(super) async fn dom_snapshots(
    State(app): State<Arc<App>>,
    caller: Extension<Caller>,
    body: UnreadBody,
) -> Taken {
    take(&app, Endpoint::DomSnapshots, *caller, body).await
}

async fn take(app: &App, endpoint: Endpoint, caller: Caller, body: UnreadBody) -> Taken {
    if caller == Caller::Extension {
        app.capture_clients.seen(ClientKind::Extension, app.now());
    }
    let body = body.read(app).await?;
    let received = app.ingest_turns.take(|| app.ingest(endpoint, body.bytes())).await;
    Ok(Json(received?))
}
