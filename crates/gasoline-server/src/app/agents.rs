//! Which MCP clients are connected and when one last asked something.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use gasoline_wire::Timestamp;

/// Counts of MCP traffic.
#[derive(Debug)]
pub struct AgentActivity {
    streams: Arc<AtomicUsize>,
    last_request_at: AtomicI64,
}

impl AgentActivity {
    pub(super) fn starting_at(now: Timestamp) -> Self {
        Self { streams: Arc::default(), last_request_at: AtomicI64::new(now.as_milliseconds()) }
    }

    /// Notes a request to `/mcp`.
    pub fn note_request(&self, now: Timestamp) {
        self.last_request_at.store(now.as_milliseconds(), Ordering::Relaxed);
    }

    /// Notes that a client opened its push stream; dropping the result notes its end.
    pub fn open_stream(&self) -> OpenRequest {
        self.streams.fetch_add(1, Ordering::Relaxed);
        OpenRequest(Arc::clone(&self.streams))
    }

    /// Clients that hold their push stream open.
    pub fn connected(&self) -> usize {
        self.streams.load(Ordering::Relaxed)
    }

    /// When a client last asked something, or the start of the server.
    pub fn last_request_at(&self) -> Timestamp {
        Timestamp::from_milliseconds(self.last_request_at.load(Ordering::Relaxed)).unwrap_or_default()
    }
}

/// A push stream that is open.
#[derive(Debug)]
pub struct OpenRequest(Arc<AtomicUsize>);

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
