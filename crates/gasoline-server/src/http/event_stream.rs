//! Server-sent events: a stream that does not end before its reader or the server does, and drops a reader that does not read.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use http::HeaderMap;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::HttpError;
use crate::app::{App, Reader};

/// Shows both sides that the other is there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Tells a reader that some of what it has not read is no longer kept.
pub(super) const MISSED: &str = "event: missed\ndata: {}\n\n";
/// A reader that takes nothing for this long is dropped.
const SLOWEST_READER: Duration = Duration::from_secs(10);
/// Pieces on the way to one reader.
const MOST_UNDER_WAY: usize = 16;

/// Where the pieces of a stream go.
pub(super) struct Outlet {
    pub(super) app: Arc<App>,
    sender: mpsc::Sender<Bytes>,
    _reader: Reader,
}

impl Outlet {
    /// Sends one piece; false when the reader does not read.
    pub(super) async fn send(&self, piece: impl Into<Bytes>) -> bool {
        let sending = self.sender.send(piece.into());
        matches!(self.app.clock().timeout(SLOWEST_READER, sending).await, Ok(Ok(())))
    }

    /// Keeps the stream alive while nothing else is sent.
    pub(super) async fn keep_alive(&self) -> bool {
        self.app.clock().sleep(KEEP_ALIVE).await;
        self.send(": alive\n\n").await
    }
}

/// Answers with what `feed` sends, until it ends, the reader goes or the server stops.
pub(super) fn respond<F: Future<Output = ()> + Send>(
    app: Arc<App>,
    stop: CancellationToken,
    feed: impl FnOnce(Outlet) -> F + Send + 'static,
) -> Result<Response, HttpError> {
    app.check_live()?;
    let reader = app.streaming.admit().ok_or(HttpError::TooManyReaders)?;
    let (sender, receiver) = mpsc::channel(MOST_UNDER_WAY);
    let gone = sender.clone();
    let outlet = Outlet { app, sender, _reader: reader };
    tokio::spawn(async move {
        tokio::select! {
            () = async {
                // Shows at once that the stream is open.
                if outlet.send(": open\n\n").await {
                    feed(outlet).await;
                }
            } => {}
            () = gone.closed() => {}
            () = stop.cancelled() => {}
        }
    });
    let pieces = stream::unfold(receiver, async |mut receiver| {
        let piece: Bytes = receiver.recv().await?;
        Some((Ok::<_, Infallible>(piece), receiver))
    });
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

/// The number after which a reader wants to go on, if it says so. That of another run of the server means: everything of this one.
pub(super) fn resumed_after(app: &App, headers: &HeaderMap) -> Option<u64> {
    let last = headers.get("last-event-id")?.to_str().ok()?;
    let of_this_run = last.rsplit_once('-').filter(|(run, _)| *run == app.run.id);
    Some(of_this_run.and_then(|(_, number)| number.parse().ok()).unwrap_or(0))
}
