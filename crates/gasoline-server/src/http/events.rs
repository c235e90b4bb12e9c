//! `GET /events/stream`: significant events as they happen.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::response::Response;
use gasoline_core::streaming::{Category, StreamConfig};
use http::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::HttpError;
use super::event_stream::{MISSED, Outlet, respond, resumed_after};
use super::query::{Query, absent_if_empty};
use crate::app::{App, Numbered};

#[derive(Debug, Deserialize)]
pub(super) struct EventsQuery {
    #[serde(default, deserialize_with = "absent_if_empty")]
    events: Option<String>,
    #[serde(default, deserialize_with = "absent_if_empty")]
    url_filter: Option<String>,
}

/// Answers with the events that are wanted, from now on or after the one read last.
pub(super) async fn stream(
    State(app): State<Arc<App>>,
    Extension(stop): Extension<CancellationToken>,
    headers: HeaderMap,
    Query(query): Query<EventsQuery>,
) -> Result<Response, HttpError> {
    let wanted = wanted(query)?;
    let after = resumed_after(&app, &headers).unwrap_or_else(|| *app.streaming.newest().borrow());
    respond(app, stop, move |outlet| feed(outlet, wanted, after))
}

fn wanted(query: EventsQuery) -> Result<StreamConfig, HttpError> {
    let mut config = StreamConfig { url_filter: query.url_filter, ..StreamConfig::default() };
    if let Some(names) = query.events {
        let known = |name: &str| Category::ALL.into_iter().find(|category| category.as_str() == name.trim());
        let read: Option<BTreeSet<Category>> = names.split(',').map(known).collect();
        let all = Category::ALL.map(Category::as_str).join(", ");
        let refusal = || HttpError::BadRequest(format!("query parameter `events`: expected some of {all}"));
        config.categories = read.ok_or_else(refusal)?;
    }
    Ok(config)
}

/// Sends what there is, then waits for more.
async fn feed(outlet: Outlet, wanted: StreamConfig, mut after: u64) {
    let mut newest = outlet.app.streaming.newest();
    loop {
        newest.mark_unchanged();
        let since = outlet.app.streaming.since(after);
        if since.is_incomplete && !outlet.send(MISSED).await {
            return;
        }
        for event in since.events.iter().filter(|(_, event)| wanted.wants(event)) {
            if !outlet.send(piece(&outlet.app.run.id, event)).await {
                return;
            }
        }
        after = since.newest;
        tokio::select! {
            changed = newest.changed() => if changed.is_err() { return },
            is_alive = outlet.keep_alive() => if !is_alive { return },
        }
    }
}

fn piece(run: &str, (id, event): &Numbered) -> String {
    let mut data: Value = serde_json::to_value(&**event).unwrap_or_default();
    data["id"] = json!(id);
    format!("id: {run}-{id}\ndata: {data}\n\n")
}
