//! Notes MCP traffic, so that an unused background server can end and `/health` can count clients.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use http::Method;
use http_body::Frame;

use crate::app::{App, OpenRequest};

/// Counts the request, and for a push stream its whole life.
pub(super) async fn note(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    app.agents.note_request(app.now());
    let opens_stream = request.method() == Method::GET;
    let response = next.run(request).await;
    if !opens_stream || !response.status().is_success() {
        return response;
    }
    let open = app.agents.open_stream();
    response.map(|body| Body::new(CountedBody { body, _open: open }))
}

/// A body that counts as an open stream until it is dropped.
struct CountedBody {
    body: Body,
    _open: OpenRequest,
}

impl http_body::Body for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }
}
