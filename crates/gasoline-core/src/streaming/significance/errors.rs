//! `errors`: errors that are new, and every rejection nobody handled.

use serde_json::Value;

use super::fields::{Fields, preview};
use super::{Category, Known, Severity, StreamEvent, event};
use crate::address::Parts;
use crate::analysis::errors::normalised;
use crate::intake::LogClass;
use crate::store::Entry;

/// What browsers and other senders call a rejection.
const REJECTION: &str = "unhandledrejection";

/// The event of an error.
pub(super) fn judge(entry: &Entry, fields: &Fields<'_>, known: &mut Known<()>) -> Option<StreamEvent> {
    let message = fields.message();
    let text = preview(&message);
    if text.is_empty() {
        return None;
    }
    let is_rejection = fields.mechanism() == REJECTION || fields.kind() == REJECTION;
    let title = if is_rejection { "Unhandled rejection" } else { "New error" };
    let context = vec![("source", some_text(&fields.source()))];
    let told = event(entry, (Category::Errors, Severity::Error), format!("{title}: {text}"), context);
    let is_thrown = entry.class == LogClass::Exception;
    // The same words in another app are another error.
    let url = fields.url();
    let identity = format!("{is_thrown}\n{}\n{}", Parts::of(&url).origin, normalised(&message));
    let is_known = known.insert(&identity, ()).is_some() && !is_rejection;
    Some(StreamEvent { is_known, ..told })
}

/// A text, if there is one.
pub(super) fn some_text(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { Value::from(text) }
}
