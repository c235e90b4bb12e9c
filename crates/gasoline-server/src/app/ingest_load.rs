//! How many bytes of request bodies are in memory at once: what tells overload from work.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of bodies in flight before senders are asked to wait. Two full-size requests fit; a hundred of them would
/// not fit into the memory we promise to stay under.
const MOST_IN_FLIGHT: usize = 24 * 1024 * 1024;

/// Bodies being read or worked on.
#[derive(Debug, Default)]
pub struct IngestLoad(Arc<AtomicUsize>);

impl IngestLoad {
    /// An empty reservation, to be grown as bytes arrive.
    pub fn reservation(&self) -> Reservation {
        Reservation { in_flight: Arc::clone(&self.0), bytes: 0 }
    }

    /// Bytes of bodies in memory now.
    pub fn in_flight(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Bytes one request holds; given back when dropped.
#[derive(Debug)]
pub struct Reservation {
    in_flight: Arc<AtomicUsize>,
    bytes: usize,
}

impl Reservation {
    /// Takes `bytes` more; false when there is no room.
    pub fn grow(&mut self, bytes: usize) -> bool {
        let before = self.in_flight.fetch_add(bytes, Ordering::Relaxed);
        self.bytes += bytes;
        before + bytes <= MOST_IN_FLIGHT
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.in_flight.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_makes_room_again() {
        let load = IngestLoad::default();
        let mut first = load.reservation();
        assert!(first.grow(MOST_IN_FLIGHT));
        assert!(!load.reservation().grow(1));
        drop(first);
        assert!(load.reservation().grow(MOST_IN_FLIGHT));
    }
}
