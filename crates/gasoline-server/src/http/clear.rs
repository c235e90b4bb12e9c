//! Removing captured data: `POST|DELETE /clear` and `DELETE /logs`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use gasoline_core::intake::Kind;
use gasoline_core::store::Scope;
use gasoline_wire::Cleared;
use serde::Deserialize;

use super::HttpError;
use super::body::UnreadBody;
use super::query::Query;
use crate::app::{App, ClearedBy};

/// What may be said in the body or the query.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ClearRequest {
    #[serde(alias = "testId")]
    test_id: Option<String>,
    /// Keep what was learned: baselines, shapes, stream settings. WebSocket connections are data, and go.
    #[serde(default)]
    preserve_config: bool,
}

/// `POST|DELETE /clear`.
pub(super) async fn everything(
    State(app): State<Arc<App>>,
    Query(query): Query<ClearRequest>,
    body: UnreadBody,
) -> Result<Json<Cleared>, HttpError> {
    let body = body.read(&app).await?;
    let request = if body.is_empty() { ClearRequest::default() } else { body.parse("a clear request")? };
    let test_id = query.test_id.or(request.test_id);
    // Elsewhere an empty id is none. Here that would remove everything where one test was meant, as by a script whose
    // variable was not set.
    if test_id.as_deref() == Some("") {
        return Err(HttpError::EmptyTestId);
    }
    let scope = app.scope_of(test_id.as_deref());
    let entries_removed = app.clear(&scope, &Kind::ALL, ClearedBy::Http);
    if scope == Scope::Everything && !(query.preserve_config || request.preserve_config) {
        app.forget_learned();
    }
    Ok(Json(Cleared { cleared: true, entries_removed }))
}

/// `DELETE /logs`.
pub(super) async fn logs(State(app): State<Arc<App>>) -> Json<Cleared> {
    let entries_removed = app.clear(&Scope::Everything, &[Kind::Log], ClearedBy::Http);
    Json(Cleared { cleared: true, entries_removed })
}
