//! Before and after: what was wrong at two moments, what changed in between, and the verdict on it.
//!
//! Only the words that comparisons share. Whoever compares two states of a browser, two runs or two captures says what
//! it found with them, so that the same finding is never called two things.

mod issue;
mod verdict;

pub use issue::{Issue, IssueChange, IssueFate, Observed};
pub use verdict::Verdict;
