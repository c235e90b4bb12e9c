//! `POST /test-boundary` and `GET /tests`: which tests run, how others ended, the evidence of those that failed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use gasoline_core::boundary::{TestDescription, TestRecord};
use gasoline_core::store::Scope;
use gasoline_wire::{BoundaryNoted, TestBoundary};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::HttpError;
use super::body::UnreadBody;
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

/// Every test of this run.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Tests {
    running: Vec<TestDescription>,
    ended: Vec<TestRecord>,
    /// Records that had to go because there were too many.
    records_dropped: u64,
    /// Records whose evidence had to go because there was too much of it; they say so themselves too.
    evidence_dropped: u64,
}

/// All tests, or with `test_id` the frozen snapshot of one that failed, or with `thumb` too how it last looked.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Query(query): Query<TestsQuery>,
) -> Result<Response, HttpError> {
    let Scope::Test(test_id) = app.scope_of(query.test_id.as_deref()) else {
        return Ok(Json(app.with_tests(|tests| Tests {
            running: tests.running().cloned().collect(),
            ended: tests.ended().cloned().collect(),
            records_dropped: tests.records_dropped(),
            evidence_dropped: tests.evidence_dropped(),
        }))
        .into_response());
    };
    let evidence = app.with_tests(|tests| {
        let record = tests.ended().find(|record| *record.description.test_id == *test_id);
        record.and_then(|record| record.evidence.clone())
    });
    let Some(evidence) = evidence else { return Err(HttpError::NoRecord { test_id: test_id.into() }) };
    if query.thumb.is_some() {
        let thumbnail = evidence.thumbnail.ok_or(HttpError::NoThumbnail { test_id: test_id.into() })?;
        return Ok(([(CONTENT_TYPE, thumbnail.mime_type)], thumbnail.bytes.to_vec()).into_response());
    }
    let headers = [(CONTENT_TYPE, "application/json"), (CONTENT_ENCODING, "gzip")];
    Ok((headers, evidence.snapshot.to_vec()).into_response())
}
