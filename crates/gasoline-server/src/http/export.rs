//! Captured data in other tools' formats.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use gasoline_core::export::har::{self, Har};
use gasoline_core::intake::Kind;
use serde::Deserialize;

use super::query::{Query, absent_if_empty};
use crate::app::App;

#[derive(Debug, Deserialize)]
pub(super) struct ExportQuery {
    #[serde(alias = "testId", default, deserialize_with = "absent_if_empty")]
    test_id: Option<String>,
}

/// `GET /export/har`.
pub(super) async fn har(State(app): State<Arc<App>>, Query(query): Query<ExportQuery>) -> Json<Har> {
    let scope = app.scope_of(query.test_id.as_deref());
    Json(har::document(&app.view(&scope, &[Kind::NetworkBody]), crate::VERSION))
}
