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

/// Messages up to this size are taken however much is in flight: an agent must be able to ask while browsers send more
/// than can be taken, and hardly ever says more than this.
const ALWAYS_TAKEN: usize = 64 * 1024;

/// What the middleware needs to know.
#[derive(Clone, Debug)]
pub(crate) struct MessageBounds {
    app: Arc<App>,
    bounds: BodyBounds,
}

impl MessageBounds {
    /// For messages of at most `largest` bytes.
    pub(crate) fn new(app: Arc<App>, largest: usize) -> Self {
        Self { app, bounds: BodyBounds { largest, always_taken: ALWAYS_TAKEN } }
    }
}

/// Reads a message within its bounds and hands it on whole; it counts as load until the answer begins. Answers are not
/// touched: they may be streams that never end.
pub(crate) async fn bound(State(state): State<MessageBounds>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match UnreadBody::of(&parts.headers, body).read_within(&state.app, state.bounds).await {
        Ok(body) => {
            let (bytes, _reservation) = body.into_parts();
            next.run(Request::from_parts(parts, Body::from(bytes))).await
        }
        Err(refusal) => refusal.into_response(),
    }
}
