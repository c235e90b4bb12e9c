//! Captured data as files: in other tools' formats, and in our own, which can be opened again.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use gasoline_core::capture_file::{CaptureWriter, MEDIA_TYPE};
use gasoline_core::export::har::{self, Har};
use gasoline_core::intake::Kind;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
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

/// `GET /export/capture`.
pub(super) async fn capture(State(app): State<Arc<App>>, Query(query): Query<ExportQuery>) -> Response {
    let scope = app.scope_of(query.test_id.as_deref());
    let attachment = format!("attachment; filename=\"{}\"", app.capture_name());
    let headers = [(CONTENT_TYPE, MEDIA_TYPE.to_owned()), (CONTENT_DISPOSITION, attachment)];
    (headers, in_pieces(app.capture(&scope))).into_response()
}

/// Writes each piece beside the event loop, because compressing it takes milliseconds, and only when the one before is on
/// its way: a reader that stalls costs nothing.
fn in_pieces(file: CaptureWriter) -> Body {
    Body::from_stream(stream::unfold(file, async |mut file| {
        let writing =
            tokio::task::spawn_blocking(move || file.next().map(|piece| (Bytes::from(piece), file)));
        let (piece, rest) = writing.await.ok().flatten()?;
        Some((Ok::<_, Infallible>(piece), rest))
    }))
}
