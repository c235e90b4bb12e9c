//! `GET /snapshot`: everything captured, in one document.

use std::iter;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use gasoline_core::render::snapshot;
use gasoline_wire::Timestamp;
use http::header::CONTENT_TYPE;
use serde::Deserialize;

use super::HttpError;
use super::pieces::Pieces;
use super::query::{Query, absent_if_empty};
use crate::app::{App, SnapshotPieces};

#[derive(Debug, Deserialize)]
pub(super) struct SnapshotQuery {
    #[serde(default, deserialize_with = "absent_if_empty")]
    since: Option<String>,
    #[serde(alias = "testId", default, deserialize_with = "absent_if_empty")]
    test_id: Option<String>,
}

pub(super) async fn get(
    State(app): State<Arc<App>>,
    Query(query): Query<SnapshotQuery>,
) -> Result<Response, HttpError> {
    let since = query.since.as_deref().map(Timestamp::parse).transpose();
    let since = since.map_err(|source| HttpError::QueryTime { name: "since", source })?;
    let scope = app.scope_of(query.test_id.as_deref());
    let opening = Bytes::from(snapshot::opening(app.now(), scope.test_id()));
    let document = body(opening, app.snapshot(&scope, since));
    Ok(([(CONTENT_TYPE, "application/json")], document).into_response())
}

fn body(opening: Bytes, rest: SnapshotPieces) -> Body {
    match rest {
        SnapshotPieces::Fresh(rest) => Body::new(Pieces::in_the_making(iter::once(opening).chain(rest))),
        SnapshotPieces::Kept(rest) => {
            let length = opening.len() + rest.iter().map(Bytes::len).sum::<usize>();
            let rest = (0..rest.len()).map(move |index| rest[index].clone());
            Body::new(Pieces::ready(iter::once(opening).chain(rest), length as u64))
        }
    }
}
