//! `GET /gasoline-ci.js`: the capture script, for pages and runners that load it by address.

use axum::response::{IntoResponse, Response};
use http::header::CONTENT_TYPE;

/// The capture script. Built from `packages/gasoline-ci`; CI fails when it is not current.
pub const CAPTURE_SCRIPT: &str = include_str!("../../../../packages/gasoline-ci/dist/gasoline-ci.js");

pub(super) async fn get() -> Response {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], CAPTURE_SCRIPT).into_response()
}
