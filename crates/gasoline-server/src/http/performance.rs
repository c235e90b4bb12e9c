//! `/performance-snapshot`: one snapshot in, the latest of a path and its baseline out.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use gasoline_core::intake::Kind;
use gasoline_core::learned::Baseline;
use gasoline_core::store::Scope;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::HttpError;
use super::body::UnreadBody;
use super::ingest;
use super::query::Query;
use crate::app::App;

/// The answer to a snapshot.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SnapshotReceived {
    received: bool,
    /// The path's baseline changed by this snapshot: it is complete, and was not sent before.
    baseline_updated: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct PerformanceQuery {
    url: Option<String>,
}

/// The latest snapshot of a path with what is usual there.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Performance {
    /// As it was sent, with secrets replaced.
    #[schemars(with = "Map<String, Value>")]
    snapshot: Box<RawValue>,
    baseline: Option<Baseline>,
}

pub(super) async fn post(
    State(app): State<Arc<App>>,
    body: UnreadBody,
) -> Result<Json<SnapshotReceived>, HttpError> {
    let body = body.read(&app).await?;
    let (received, baseline_updated) = ingest::in_turn(&app, body, App::ingest_performance).await??;
    match received.first_rejection {
        Some(reason) => Err(HttpError::BadRequest(reason)),
        None => Ok(Json(SnapshotReceived { received: true, baseline_updated })),
    }
}

/// The newest snapshot whose URL contains `url`, or the newest of all.
pub(super) async fn get(
    State(app): State<Arc<App>>,
    Query(query): Query<PerformanceQuery>,
) -> Result<Json<Performance>, HttpError> {
    let view = app.view(&Scope::Everything, &[Kind::Performance]);
    let part = query.url.unwrap_or_default();
    let newest = view.entries(Kind::Performance).iter().rev().find(|entry| entry.url_contains(&part));
    let entry = newest.ok_or(HttpError::NoPerformance { url: part })?;
    let snapshot = RawValue::from_string(entry.text().to_owned())
        .map_err(|error| HttpError::BadRequest(format!("stored snapshot is unreadable: {error}")))?;
    Ok(Json(Performance {
        snapshot,
        baseline: app
            .with_learned(|learned| learned.baselines.of(&entry.path()).map(Baseline::without_loads)),
    }))
}
