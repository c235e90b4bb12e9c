//! The fourth link: whether anything was reported.

use gasoline_wire::Timestamp;

use super::age::ago;
use super::finding::{Finding, Link};
use crate::server::Vitals;

/// Looks for the last event. How long ago it was proves nothing: perhaps nobody used the page.
pub(super) fn examine(vitals: &Vitals, now: Timestamp) -> Finding {
    match vitals.last_entry_at {
        Some(last) => Link::Events.ok(format!(
            "the last one arrived {}; log entries stored: {}",
            ago(last, now),
            vitals.entries
        )),
        None => Link::Events
            .warning("none since the server started", "open your app on localhost and reload the page"),
    }
}
