//! `GET /entries/stream`: every stored entry as it comes. What was there before is `/snapshot`.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::response::Response;
use gasoline_core::intake::Kind;
use gasoline_core::render::snapshot::EntryLines;
use gasoline_core::store::{Entry, Scope};
use http::HeaderMap;
use tokio_util::sync::CancellationToken;

use super::HttpError;
use super::event_stream::{MISSED, Outlet, respond, resumed_after};
use crate::app::App;
use crate::bus::{Change, Event, Subscription};

/// Answers with the entries that come from now on, or after the one read last.
pub(super) async fn stream(
    State(app): State<Arc<App>>,
    Extension(stop): Extension<CancellationToken>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let after = resumed_after(&app, &headers);
    // Before the store is looked at, so that nothing comes unseen in between.
    let changes = app.bus.subscribe();
    respond(app, stop, move |outlet| feed(outlet, changes, after))
}

/// Sends what the reader has missed, as far as it is kept, then what comes.
async fn feed(outlet: Outlet, mut changes: Subscription, after: Option<u64>) {
    let mut newest = 0;
    if let Some(after) = after {
        let kept = kept_after(&outlet.app, after);
        newest = kept.last().map_or(after, |entry| entry.seq);
        let is_complete = kept.first().is_none_or(|first| first.seq == after + 1);
        if !is_complete && !outlet.send(MISSED).await {
            return;
        }
        if !send_all(&outlet, "", &kept).await {
            return;
        }
    }
    let mut next_seq = None;
    loop {
        let event = tokio::select! {
            event = changes.next() => event,
            is_alive = outlet.keep_alive() => {
                if is_alive { continue } else { return }
            }
        };
        let Some(Event { seq, what }) = event else { return };
        if next_seq.is_some_and(|expected| expected != seq) && !outlet.send(MISSED).await {
            return;
        }
        next_seq = Some(seq + 1);
        let is_sent = match &*what {
            Change::Entries(appended) => {
                let new: Vec<_> = appended.added.iter().filter(|entry| entry.seq > newest).cloned().collect();
                send_all(&outlet, "", &new).await
                    && send_all(&outlet, "event: merged\n", &appended.merged).await
            }
            Change::Cleared(_) => outlet.send("event: cleared\ndata: {}\n\n").await,
        };
        if !is_sent {
            return;
        }
    }
}

/// What is kept of what came after an entry, in order of arrival.
fn kept_after(app: &App, after: u64) -> Vec<Arc<Entry>> {
    let view = app.view(&Scope::Everything, &Kind::ALL);
    let entries = Kind::ALL.into_iter().flat_map(|kind| view.entries(kind));
    let mut kept: Vec<_> = entries.filter(|entry| entry.seq > after).cloned().collect();
    kept.sort_unstable_by_key(|entry| entry.seq);
    kept
}

async fn send_all(outlet: &Outlet, kind: &str, entries: &[Arc<Entry>]) -> bool {
    let mut lines = EntryLines::default();
    for entry in entries {
        let mut piece = format!("{kind}id: {}-{}\ndata: ", outlet.app.run.id, entry.seq).into_bytes();
        lines.write(entry, &mut piece);
        // A line ends with one break; an event with two.
        while piece.last() == Some(&b'\n') {
            piece.pop();
        }
        piece.extend_from_slice(b"\n\n");
        if !outlet.send(piece).await {
            return false;
        }
    }
    true
}
