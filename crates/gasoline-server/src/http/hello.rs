//! `POST /hello`: versions, settings and clocks.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use gasoline_wire::{CaptureSettings, Hello, Received, Welcome, WireRange};

use super::HttpError;
use super::body::{LARGEST_BODY, UnreadBody};
use super::guard::Caller;
use crate::app::{App, CaptureClients};

pub(super) async fn post(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    body: UnreadBody,
) -> Result<Response, HttpError> {
    let hello: Hello = body.read(&app).await?.parse("a hello")?;
    app.hello(&hello);
    if caller == Caller::Page {
        // A page reads nothing back but the count.
        return Ok(Json(Received { received: 1, ..Received::default() }).into_response());
    }
    Ok(Json(welcome(&app, &hello)).into_response())
}

fn welcome(app: &App, hello: &Hello) -> Welcome {
    let limits = app.intake_limits();
    let bytes = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Welcome {
        version: crate::VERSION.to_owned(),
        wire: WireRange::SUPPORTED,
        run: app.run.id.clone(),
        time: app.now(),
        settings: CaptureSettings {
            max_request_bytes: bytes(LARGEST_BODY),
            max_batch_entries: bytes(limits.batch_entries),
            max_entry_bytes: bytes(limits.entry_bytes),
        },
        mismatch: CaptureClients::mismatch(hello),
    }
}
