//! Before and after: what was wrong, what became of it, and the verdict on it.
//!
//! A [`Baseline`] is what a view holds before a change, a [`Watch`] what arrives after it, [`compare`] the verdict of
//! `verify_fix`. Only what led to an issue, done again without it, resolves it: `not_exercised` is never `resolved`.

mod addresses;
mod baseline;
mod calls;
mod comparison;
mod difference;
mod issue;
mod name;
mod normalised;
mod occasion;
mod performance;
pub mod pictures;
mod sighting;
mod snapshot;
mod snapshots;
mod verdict;
mod verifications;
mod watch;

pub use baseline::{Baseline, IssueCounts};
pub use comparison::{Comparison, RepeatedBy, compare};
pub use difference::{Difference, Summary, difference};
pub use issue::{Category, Issue, IssueChange, IssueFate};
pub use name::NameError;
pub use performance::{LoadChange, PerformanceDiff, load_changes};
pub use sighting::KINDS;
pub(crate) use sighting::normalised_message;
pub use snapshot::Snapshot;
pub use snapshots::{CURRENT, NamedSnapshot, SnapshotError, Snapshots};
pub use verdict::{Tally, Verdict};
pub use verifications::{NewVerification, Side, Status, Verification, VerificationError, Verifications};
pub use watch::{Gaps, Watch};

#[cfg(test)]
mod histories;
#[cfg(test)]
mod snapshot_tests;
#[cfg(test)]
mod testkit;
#[cfg(test)]
mod tests;
