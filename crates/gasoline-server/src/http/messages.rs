//! The bodies of MCP messages. They are bounded like any other before rmcp gets to see them: it knows a limit of size
//! but none of time, and its memory is ours.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::Method;

use super::body::{BodyBounds, UnreadBody};
use crate::app::App;

/// Reads a message within its bounds and hands it on whole; it counts as load until the answer begins. Answers are not
/// touched: they may be streams that never end.
pub(crate) async fn bound(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match UnreadBody::of(&parts.headers, body).read_within(&app, BodyBounds::QUESTION).await {
        Ok(body) => {
            let (bytes, _reservation) = body.into_parts();
            next.run(Request::from_parts(parts, Body::from(bytes))).await
        }
        Err(refusal) => refusal.into_response(),
    }
}
