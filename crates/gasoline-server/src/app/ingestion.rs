//! How captured data comes in: its bounds, how much of it is under way, and whose turn it is.

use gasoline_core::intake::IntakeLimits;
use tokio::sync::Semaphore;

use super::ingest_load::IngestLoad;
use super::ingest_turns::IngestTurns;
use super::turnover::Turnover;

/// How captured data comes in.
#[derive(Debug)]
pub struct Ingestion {
    /// Request bodies being read or worked on.
    pub load: IngestLoad,
    /// Batches take turns with everything else.
    pub turns: IngestTurns,
    pub(super) limits: IntakeLimits,
    pub(super) turnover: Turnover,
    /// Decoding takes tens of megabytes: one picture at a time.
    pub(super) picture_work: Semaphore,
}

impl Default for Ingestion {
    fn default() -> Self {
        Self {
            load: IngestLoad::default(),
            turns: IngestTurns::default(),
            limits: IntakeLimits::default(),
            turnover: Turnover::default(),
            picture_work: Semaphore::new(1),
        }
    }
}
