//! How many lines leave: each costs its reader something.

use std::collections::VecDeque;
use std::time::Duration;

/// Lines a minute. What exceeds them is counted and said in one line.
const MOST_A_MINUTE: usize = 12;
const MINUTE: Duration = Duration::from_secs(60);

/// Counts lines. Times are since the start.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    printed: VecDeque<Duration>,
    held: usize,
}

impl Pace {
    /// Whether an event may be printed now; otherwise it is counted.
    pub(crate) fn admits(&mut self, now: Duration) -> bool {
        let is_open = self.held == 0 && self.opens_at().is_none_or(|opening| opening <= now);
        if is_open {
            self.note(now);
        } else {
            self.held += 1;
        }
        is_open
    }

    /// When there will be something to say of events that were counted.
    pub(crate) fn due_at(&self) -> Option<Duration> {
        (self.held > 0).then(|| self.opens_at().unwrap_or_default())
    }

    /// How many were counted, if that may be said now.
    pub(crate) fn take_held(&mut self, now: Duration) -> Option<usize> {
        self.due_at().filter(|due| *due <= now)?;
        self.note(now);
        Some(std::mem::take(&mut self.held))
    }

    fn opens_at(&self) -> Option<Duration> {
        let is_full = self.printed.len() >= MOST_A_MINUTE;
        self.printed.front().filter(|_| is_full).map(|oldest| *oldest + MINUTE)
    }

    fn note(&mut self, now: Duration) {
        self.printed.push_back(now);
        if self.printed.len() > MOST_A_MINUTE {
            self.printed.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_becomes_twelve_lines_a_minute_and_a_count() {
        let at = Duration::from_millis;
        let mut pace = Pace::default();
        let printed = (0..1_000).filter(|&time| pace.admits(at(time))).count();
        assert_eq!(printed, MOST_A_MINUTE);
        assert_eq!((pace.due_at(), pace.take_held(at(59_999))), (Some(at(60_000)), None));
        assert_eq!(pace.take_held(at(60_000)), Some(1_000 - MOST_A_MINUTE));
        assert_eq!((pace.due_at(), pace.admits(at(60_001))), (None, true));
    }
}
