//! Waiting for conditions instead of sleeping.

use std::time::{Duration, Instant};

/// Far longer than anything here takes: a test that reaches it has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Polls until there is something, and returns it.
pub(crate) fn eventually<T>(what: &str, mut poll: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = poll() {
            return found;
        }
        assert!(Instant::now() < deadline, "never happened: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
