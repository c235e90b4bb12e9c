//! Reads the body and counts its bytes: what HTTP alone costs.

use axum::Router;
use axum::routing::post;
use bytes::Bytes;

pub(super) fn router() -> Router {
    Router::new().route("/logs", post(count))
}

pub(super) async fn count(body: Bytes) -> String {
    format!("{{\"received_bytes\":{}}}", body.len())
}
