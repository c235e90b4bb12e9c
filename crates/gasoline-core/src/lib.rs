//! What the server knows and thinks, without I/O, clock, threads or logging.
//!
//! Reading order, which is also the only allowed direction of imports (later modules may use earlier ones):
//!
//! 1. [`removed`] — what stands where a value was removed, in every spelling.
//! 2. [`address`] — the parts of a URL, and the endpoint of an API call.
//! 3. [`rules`] — the table of secrets and sensitive field names.
//! 4. [`redact`] — replaces secrets by markers; the only maker of [`redact::Redacted`].
//! 5. [`shape`] — what JSON values look like, merged over many.
//! 6. [`intake`] — one POST body in, a batch of redacted entries and a list of refusals out.
//! 7. [`enrichment`] — what reaches an error after it was sent, merged and put in words.
//! 8. [`store`] — the only mutable state: bounded rings per test and kind, immutable views for readers.
//! 9. [`learned`] — what was learned from entries and outlives them.
//! 10. [`analysis`] — answers computed from entries.
//! 11. [`streaming`] — what is worth telling unasked, and when.
//! 12. [`compare`] — before and after: issues, what became of them, verdicts.
//! 13. [`runs`] — runs against runs.
//! 14. [`test_record`] — what is remembered of a test that ended.
//! 15. [`codegen`] — scripts and tests from what the user did.
//! 16. [`render`] — answers fitted to a token budget.
//! 17. [`export`] — captured data in other tools' formats.
//! 18. [`report`] — what a run of tests came to.
//! 19. [`bug_report`] — one bug as a document for people.
//! 20. [`capture_file`] — a capture as one file that can be read back.
//! 21. [`boundary`] — running tests, and frozen evidence of the failed ones.

pub mod address;
pub mod analysis;
pub mod boundary;
pub mod bug_report;
pub mod capture_file;
pub mod codegen;
pub mod compare;
pub mod enrichment;
pub mod export;
pub mod intake;
pub mod learned;
pub mod redact;
pub mod removed;
pub mod render;
pub mod report;
pub mod rules;
pub mod runs;
pub mod shape;
pub mod store;
pub mod streaming;
pub mod test_record;
