//! Captured data in, one batch a request.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::routing::{MethodRouter, post};
use gasoline_core::intake::Route;
use gasoline_wire::{ClientKind, Received};

use super::HttpError;
use super::body::{ReadBody, UnreadBody};
use super::guard::Caller;
use crate::app::App;

type Taken = Result<Json<Received>, HttpError>;

/// `POST` of batches to `route`.
pub(super) fn batches(route: Route) -> MethodRouter<Arc<App>> {
    post(async move |State(app): State<Arc<App>>, caller: Extension<Caller>, body: UnreadBody| {
        take(app, route, *caller, body).await
    })
}

async fn take(app: Arc<App>, route: Route, caller: Caller, body: UnreadBody) -> Taken {
    if caller == Caller::Extension {
        app.browsers.clients.seen(ClientKind::Extension, app.now());
    }
    let body = body.read(&app).await?;
    let received = in_turn(&app, body, move |app, body| app.ingest(route, body)).await?;
    Ok(Json(received?))
}

/// Runs `work` on a body when its turn comes.
pub(super) async fn in_turn<T: Send + 'static>(
    app: &Arc<App>,
    body: ReadBody,
    work: impl FnOnce(&App, &[u8]) -> T + Send + 'static,
) -> Result<T, HttpError> {
    let worker = Arc::clone(app);
    let size = body.bytes().len();
    let done = app.ingestion.turns.take(size, move || work(&worker, body.bytes())).await;
    done.map_err(|_| HttpError::IngestInterrupted)
}
