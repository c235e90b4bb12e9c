//! Where time comes from. Injected everywhere, so tests decide what time it is.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use gasoline_wire::Timestamp;

/// A source of the current time.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let milliseconds = i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX);
        Timestamp::from_milliseconds(milliseconds).unwrap_or_default()
    }
}

/// A clock that stands still until it is moved.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that shows `milliseconds` since the epoch.
    pub fn at(milliseconds: i64) -> Self {
        Self(AtomicI64::new(milliseconds))
    }

    /// Moves the clock forward.
    pub fn advance(&self, milliseconds: i64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_milliseconds(self.0.load(Ordering::Relaxed)).unwrap_or_default()
    }
}
