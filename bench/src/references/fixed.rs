//! Answers `GET /snapshot` with the same bytes each time: what sending them alone costs. Takes writes by counting
//! them, so that it can be read beside writers too.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use bytes::Bytes;

use super::counting;

pub(super) fn router(body: Bytes) -> Router {
    counting::router()
        .route("/snapshot", get(move || async move { ([(CONTENT_TYPE, "application/json")], body) }))
}
