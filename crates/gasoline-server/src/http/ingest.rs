//! Captured data in.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use gasoline_core::intake::Endpoint;
use gasoline_wire::Received;

use super::{HttpError, body};
use crate::app::App;

/// `POST /logs`.
pub(super) async fn logs(State(app): State<Arc<App>>, body: Body) -> Result<Json<Received>, HttpError> {
    take(&app, Endpoint::Logs, body).await
}

async fn take(app: &App, endpoint: Endpoint, body: Body) -> Result<Json<Received>, HttpError> {
    let bytes = body::read(body).await?;
    Ok(Json(app.ingest(endpoint, &bytes)?))
}
