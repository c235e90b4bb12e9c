//! What a saved capture refuses: every request that would change it.

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::Method;

use super::HttpError;
use crate::app::SavedCaptureError;

/// The same routes, reading only. GET never changes anything; of a tool its effect decides.
pub(super) fn read_only(routes: Router) -> Router {
    routes.route_layer(from_fn(refuse_changes))
}

async fn refuse_changes(request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads || request.uri().path().starts_with("/tools/") {
        return next.run(request).await;
    }
    HttpError::Saved(SavedCaptureError).into_response()
}
