//! `network_errors`: answers of a server that failed, refusals where it answered before, and requests without an answer.

use serde_json::json;

use super::errors::some_text;
use super::fields::{Fields, preview};
use super::{Category, Known, Severity, StreamEvent, event};
use crate::address::without_query;
use crate::store::Entry;

/// Addresses whose last success is remembered.
const MOST_ADDRESSES: usize = 2_000;
/// Requests that were reported; two entries speak of each.
const MOST_REQUESTS: usize = 500;

/// What requests came to.
#[derive(Debug)]
pub(super) struct Answers {
    /// The last success of each method and address.
    successes: Known<u16>,
    /// Requests that were events.
    told: Known<()>,
}

impl Default for Answers {
    fn default() -> Self {
        Self { successes: Known::new(MOST_ADDRESSES), told: Known::new(MOST_REQUESTS) }
    }
}

impl Answers {
    /// The event of a request, if it is one.
    pub(super) fn judge(&mut self, entry: &Entry, fields: &Fields<'_>) -> Option<StreamEvent> {
        let (method, status) = (fields.method(), entry.status.unwrap_or_default());
        let endpoint = format!("{method} {}", without_query(&fields.url()));
        if (200..300).contains(&status) {
            self.successes.insert(&endpoint, status);
            return None;
        }
        let before = self.successes.get(&endpoint).copied();
        let address = fields.request_address();
        let (severity, message) = match status {
            500.. => (Severity::Error, format!("Server error: {method} {address} → {status}")),
            400..500 => {
                let was = before?;
                (Severity::Warning, format!("Auth/access issue: {method} {address} → {status} (was {was})"))
            }
            0 if entry.is_failed_request() => {
                (Severity::Error, format!("Request failed: {method} {address} got no answer"))
            }
            _ => return None,
        };
        let request = entry.request_id();
        if request.is_some_and(|id| self.told.insert(&id, ()).is_some()) {
            return None;
        }
        let context = vec![
            ("method", json!(method)),
            ("status", json!(status)),
            ("response_preview", some_text(&preview(&fields.response_body()))),
            ("previous_status", json!(before)),
        ];
        Some(event(entry, (Category::NetworkErrors, severity), message, context))
    }
}
