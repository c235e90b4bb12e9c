//! What the server knows and thinks, without I/O, clock, threads or logging.
//!
//! Reading order, which is also the only allowed direction of imports (later modules may use earlier ones):
//!
//! 1. [`rules`] — the table of secrets and sensitive field names.
//! 2. [`redact`] — replaces secrets by markers; the only maker of [`redact::Redacted`].
//! 3. [`intake`] — one POST body in, a batch of redacted entries and a list of refusals out.
//! 4. [`enrichment`] — what reaches an error after it was sent, merged and put in words.
//! 5. [`store`] — the only mutable state: bounded rings per test and kind, immutable views for readers.
//! 6. [`learned`] — what was learned from entries and outlives them.
//! 7. [`analysis`] — answers computed from entries.
//! 8. [`codegen`] — scripts and tests from what the user did.
//! 9. [`render`] — answers fitted to a token budget.
//! 10. [`export`] — captured data in other tools' formats.
//! 11. [`boundary`] — running tests, and frozen evidence of the failed ones.

pub mod analysis;
pub mod boundary;
pub mod codegen;
pub mod enrichment;
pub mod export;
pub mod intake;
pub mod learned;
pub mod redact;
pub mod render;
pub mod rules;
pub mod store;
