//! Every bound of the store, each with its reason.

use crate::intake::Kind;

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// How much of one kind a test may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingLimits {
    /// Most entries.
    pub entries: usize,
    /// Most bytes, JSON and bookkeeping together.
    pub bytes: usize,
}

/// How much may wait for entries that are not here yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyLimits {
    /// Most amendments.
    pub amendments: usize,
    /// Most bytes, JSON and bookkeeping together.
    pub bytes: usize,
    /// How long one waits, by the time at which others arrive.
    pub milliseconds: i64,
}

/// Bounds of the whole store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreLimits {
    /// Log entries per test; the command line's `--max-entries`. The bytes of their ring are a bound beside it.
    pub log_entries: usize,
    /// Bytes over all tests and kinds and what waits for its entry, a little less than one test with every ring full. Together with pictures, evidence, generated files and
    /// the fixed costs of the process it keeps full buffers under 60 MB resident.
    pub total_bytes: usize,
    /// Tests with buffers of their own at the same time. Ten workers with retries stay far below it.
    pub partitions: usize,
    /// Bytes of one entry with everything merged into it; more of that is dropped. Intake takes no larger ones either.
    pub entry_bytes: usize,
    /// Entry identities remembered for resends and merges, beyond the entries' own life in their ring.
    pub identities: usize,
    /// Amendments that came before their entries. Few do, and not by much.
    pub early: EarlyLimits,
    /// Pages whose counters are watched for gaps.
    pub pages: usize,
    /// Capture sessions whose clock offset is known.
    pub sessions: usize,
}

impl Default for StoreLimits {
    fn default() -> Self {
        Self {
            log_entries: 1_000,
            total_bytes: 22 * MIB,
            partitions: 256,
            entry_bytes: MIB,
            identities: 32_768,
            // Longer than a delivery that retries keeps an entry back while a beacon passes it.
            early: EarlyLimits { amendments: 64, bytes: 256 * KIB, milliseconds: 30_000 },
            pages: 1_024,
            sessions: 256,
        }
    }
}

impl StoreLimits {
    /// Bounds of one kind within one test.
    pub fn ring(&self, kind: Kind) -> RingLimits {
        let (entries, bytes) = match kind {
            // A thousand full 10 KB messages would be 10 MB; typical ones are 300 B.
            Kind::Log => (self.log_entries, 8 * MIB),
            Kind::WebSocket => (500, 4 * MIB),
            Kind::NetworkBody => (100, 8 * MIB),
            // The reproduction buffer: enough for one flow.
            Kind::Action => (50, MIB),
            // One per path.
            Kind::Performance => (20, 256 * KIB),
            Kind::DomSnapshot => (20, 256 * KIB),
            // A heavy page loads some hundred resources; two of them fit.
            Kind::Resource => (500, MIB),
            Kind::Document => (50, 512 * KIB),
            Kind::Storage => (200, 512 * KIB),
            // More than pictures are kept: their metadata stays for the timeline.
            Kind::Screenshot => (100, 256 * KIB),
        };
        RingLimits { entries, bytes }
    }
}
