//! How much time each measurement gets.

use std::time::Duration;

/// Windows and repetitions of one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Rounds over all servers that are compared.
    pub(crate) rounds: usize,
    /// How long one server is loaded in one round.
    pub(crate) window: Duration,
    /// `/snapshot` requests in one round.
    pub(crate) snapshots: usize,
    /// Times the full store is cleared.
    pub(crate) clears: usize,
    /// MCP tool calls.
    pub(crate) tool_calls: usize,
    /// Starts of `gasoline mcp` beside a running server.
    pub(crate) warm_starts: usize,
    /// Starts that begin without a server.
    pub(crate) cold_starts: usize,
    /// How often the buffers are filled again after the first time.
    pub(crate) refills: usize,
    /// Capture files that are merged into one report.
    pub(crate) shards: usize,
    /// How long overload lasts.
    pub(crate) overload: Duration,
}

impl Effort {
    /// What `make bench` uses: medians settle, and a run stays within a few minutes.
    pub(crate) const NORMAL: Self = Self {
        rounds: 5,
        window: Duration::from_secs(1),
        snapshots: 200,
        clears: 15,
        tool_calls: 500,
        warm_starts: 40,
        cold_starts: 5,
        refills: 9,
        shards: 100,
        overload: Duration::from_secs(10),
    };

    /// Enough to see that every measurement works.
    pub(crate) const QUICK: Self = Self {
        rounds: 2,
        window: Duration::from_millis(100),
        snapshots: 20,
        clears: 2,
        tool_calls: 20,
        warm_starts: 5,
        cold_starts: 1,
        refills: 1,
        shards: 3,
        overload: Duration::from_secs(1),
    };

    /// A full minute of overload.
    pub(crate) const SOAK: Self = Self { overload: Duration::from_secs(60), ..Self::NORMAL };
}
