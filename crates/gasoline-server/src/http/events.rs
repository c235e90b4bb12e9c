//! `GET /events/stream`: significant events as they happen, as server-sent events with ids that a reader can resume from.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use gasoline_core::streaming::{Category, StreamConfig};
use http::HeaderMap;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::HttpError;
use super::query::{Query, absent_if_empty};
use crate::app::{App, Numbered, Reader};

/// Shows both sides that the other is there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// A reader that takes nothing for this long is dropped.
const SLOWEST_READER: Duration = Duration::from_secs(10);
/// Events on the way to one reader.
const MOST_UNDER_WAY: usize = 16;

#[derive(Debug, Deserialize)]
pub(super) struct EventsQuery {
    #[serde(default, deserialize_with = "absent_if_empty")]
    events: Option<String>,
    #[serde(default, deserialize_with = "absent_if_empty")]
    url_filter: Option<String>,
}

/// Answers with a stream that does not end before the reader or the server does.
pub(super) async fn stream(
    State(app): State<Arc<App>>,
    Extension(stop): Extension<CancellationToken>,
    headers: HeaderMap,
    Query(query): Query<EventsQuery>,
) -> Result<Response, HttpError> {
    app.check_live()?;
    let wanted = wanted(query)?;
    let reader = app.streaming.admit().ok_or(HttpError::TooManyReaders)?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let after = last.map_or_else(|| *app.streaming.newest().borrow(), |last| number_of(&app, last));
    let (sender, receiver) = mpsc::channel(MOST_UNDER_WAY);
    tokio::spawn(Feed { app, wanted, after, sender, _reader: reader }.run(stop));
    let pieces = stream::unfold(receiver, async |mut receiver| {
        let piece: Bytes = receiver.recv().await?;
        Some((Ok::<_, Infallible>(piece), receiver))
    });
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

fn wanted(query: EventsQuery) -> Result<StreamConfig, HttpError> {
    let mut config = StreamConfig { url_filter: query.url_filter, ..StreamConfig::default() };
    if let Some(names) = query.events {
        let known = |name: &str| Category::ALL.into_iter().find(|category| category.as_str() == name.trim());
        let read: Option<BTreeSet<Category>> = names.split(',').map(known).collect();
        let all = Category::ALL.map(Category::as_str).join(", ");
        config.categories = read.ok_or_else(|| {
            HttpError::BadRequest(format!("query parameter `events`: expected some of {all}"))
        })?;
    }
    Ok(config)
}

/// The number in an event id. One of another run of the server means: everything of this one.
fn number_of(app: &App, id: &str) -> u64 {
    let parts = id.rsplit_once('-').filter(|(run, _)| *run == app.run.id);
    parts.and_then(|(_, number)| number.parse().ok()).unwrap_or(0)
}

/// What fills one reader's stream.
struct Feed {
    app: Arc<App>,
    wanted: StreamConfig,
    /// The last event the reader knows.
    after: u64,
    sender: mpsc::Sender<Bytes>,
    _reader: Reader,
}

impl Feed {
    async fn run(mut self, stop: CancellationToken) {
        let gone = self.sender.clone();
        tokio::select! {
            () = self.feed() => {}
            () = gone.closed() => {}
            () = stop.cancelled() => {}
        }
    }

    /// Sends what there is, then waits for more; ends when the reader does not read.
    async fn feed(&mut self) {
        let mut newest = self.app.streaming.newest();
        // Shows at once that the stream is open.
        if !self.send(": open\n\n".to_owned()).await {
            return;
        }
        loop {
            newest.mark_unchanged();
            let since = self.app.streaming.since(self.after);
            if since.is_incomplete && !self.send("event: missed\ndata: {}\n\n".to_owned()).await {
                return;
            }
            for event in since.events.iter().filter(|(_, event)| self.wanted.wants(event)) {
                if !self.send(piece(&self.app.run.id, event)).await {
                    return;
                }
            }
            self.after = since.newest;
            tokio::select! {
                changed = newest.changed() => if changed.is_err() { return },
                () = self.app.clock().sleep(KEEP_ALIVE) => if !self.send(": alive\n\n".to_owned()).await { return },
            }
        }
    }

    async fn send(&self, text: String) -> bool {
        let sending = self.sender.send(Bytes::from(text));
        matches!(self.app.clock().timeout(SLOWEST_READER, sending).await, Ok(Ok(())))
    }
}

fn piece(run: &str, (id, event): &Numbered) -> String {
    let mut data: Value = serde_json::to_value(&**event).unwrap_or_default();
    data["id"] = json!(id);
    format!("id: {run}-{id}\ndata: {data}\n\n")
}
