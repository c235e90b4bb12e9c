//! What reaches an error after it was sent: late fields merged into the stored entry, `_aiContext` completed.
//!
//! The parts of `_aiContext` come from several senders, in any order and more than once. Whatever the order, the same
//! parts give the same bytes. The summary is written here from what is there, so that all senders share one template.

mod ai_context;
mod engine_message;
mod error_text;
mod expression;
mod late_fields;
mod members;
mod printable;
mod stack;
mod summary;
mod throwing_component;

use gasoline_wire::Enrichment;

pub(crate) use ai_context::is_mapped;
pub use error_text::{error_type, without_type};
pub(crate) use expression::failed_expression;
pub(crate) use late_fields::{carries_late_fields, late_fields};
pub use printable::printable;
pub(crate) use printable::quoted;
pub use stack::{Frame, frames, is_library, top_frame};
pub(crate) use summary::throwing_snippet;

/// How long the whole of it may take, by the document; what is still pending then will not come.
pub const DEADLINE_MILLISECONDS: i64 = 3_000;

/// Says more than the other: a resend of the error itself must not make a finished one pending again.
pub(crate) fn further(known: Option<&Enrichment>, arriving: Option<&Enrichment>) -> Option<Enrichment> {
    let rank = |state: Option<&Enrichment>| match state {
        None => 0,
        Some(Enrichment::Pending) => 1,
        Some(Enrichment::Failed(_)) => 2,
        Some(Enrichment::Done) => 3,
    };
    if rank(arriving) > rank(known) { arriving } else { known }.cloned()
}

/// A new entry with its `_aiContext` completed, as a merge would have done; `None` when it has none.
pub(crate) fn completed(entry: &str) -> Option<String> {
    // Few entries bring context with them; the others must not be parsed for it.
    memchr::memmem::find(entry.as_bytes(), b"\"_aiContext\"")?;
    late_fields(entry, entry)
}
