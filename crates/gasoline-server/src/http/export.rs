//! Captured data in other tools' formats.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use gasoline_core::export::har::{self, Har};
use gasoline_core::intake::Kind;
use gasoline_core::store::Scope;
use serde::Deserialize;

use super::query::Query;
use crate::app::App;

#[derive(Debug, Deserialize)]
pub(super) struct ExportQuery {
    #[serde(alias = "testId")]
    test_id: Option<String>,
}

/// `GET /export/har`.
pub(super) async fn har(State(app): State<Arc<App>>, Query(query): Query<ExportQuery>) -> Json<Har> {
    let scope = query.test_id.map_or(Scope::Everything, |id| Scope::Test(id.into()));
    Json(har::document(&app.view(&scope, &[Kind::NetworkBody]), crate::VERSION))
}
