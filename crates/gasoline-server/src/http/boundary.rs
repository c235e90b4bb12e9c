//! `POST /test-boundary` and `GET /tests`: which tests run, how others ended, the evidence of those that failed.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use gasoline_wire::{BoundaryNoted, TestBoundary};
use http::header::CONTENT_TYPE;
use serde::Deserialize;

use super::HttpError;
use super::body::UnreadBody;
use super::pieces::Pieces;
use super::query::{Query, absent_if_empty};
use crate::app::App;

pub(super) async fn post(
    State(app): State<Arc<App>>,
    body: UnreadBody,
) -> Result<Json<BoundaryNoted>, HttpError> {
    let boundary: TestBoundary = body.read(&app).await?.parse("a test boundary")?;
    if boundary.test_id.is_empty() {
        return Err(HttpError::BadRequest("body is not a test boundary: `test_id` is empty".to_owned()));
    }
    let limit = app.intake_limits().test_id_bytes;
    if boundary.test_id.len() > limit {
        return Err(HttpError::BadRequest(format!(
            "body is not a test boundary: `test_id` is longer than {limit} bytes"
        )));
    }
    Ok(Json(app.note_boundary(boundary).await))
}

#[derive(Debug, Deserialize)]
pub(super) struct TestsQuery {
    #[serde(alias = "testId", default, deserialize_with = "absent_if_empty")]
    test_id: Option<String>,
    /// Present, with any value or none: the picture of that test.
    thumb: Option<String>,
}

/// All tests, or with `test_id` the frozen snapshot of one that failed, or with `thumb` too how it last looked.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Query(query): Query<TestsQuery>,
) -> Result<Response, HttpError> {
    let scope = app.scope_of(query.test_id.as_deref());
    let Some(test_id) = scope.test_id().map(str::to_owned) else {
        return Ok(Json(app.with_tests(|tests| tests.tests(&scope))).into_response());
    };
    // Reading it back takes milliseconds, which nobody else should wait for.
    let reading = tokio::task::spawn_blocking({
        let test_id = test_id.clone();
        move || app.evidence(&test_id)
    });
    let evidence = reading.await.ok().flatten();
    let evidence = evidence.ok_or_else(|| HttpError::NoRecord { test_id: test_id.clone() })?;
    if query.thumb.is_some() {
        let pictures = evidence.pictures.into_iter();
        let thumbnail = pictures.filter_map(|picture| picture.thumbnail).next();
        let thumbnail = thumbnail.ok_or(HttpError::NoThumbnail { test_id })?;
        return Ok(([(CONTENT_TYPE, thumbnail.image_type.mime_type())], thumbnail.bytes).into_response());
    }
    let document = Body::new(Pieces::in_the_making(evidence.snapshot().map(Bytes::from)));
    Ok(([(CONTENT_TYPE, "application/json")], document).into_response())
}
