//! Runs against runs: what changed from one run of tests to another, and whether that may be chance.

mod changes;
mod digest;
mod fisher;
mod flakes;
mod observed;
mod receipt;
mod test_run;
mod verdict;

pub use changes::{TestChange, changes};
pub use digest::{Call, Digest, Load};
pub use fisher::{Failures, chance};
pub use flakes::{Differing, Flake, flakes};
pub use observed::{Observed, compare_runs};
pub use receipt::{ReceiptFacts, receipt};
pub use test_run::TestRun;
pub use verdict::{Proof, judged, proof};

#[cfg(test)]
mod tests;
