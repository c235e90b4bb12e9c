//! Where time comes from, and what waits for it. Injected everywhere, so tests decide what time it is.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gasoline_wire::Timestamp;
use tokio::sync::watch;

/// Resolves when its time has come.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A source of the current time, and of timers that go by it.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Timestamp;

    /// Waits for `duration`, counted from this call.
    fn sleep(&self, duration: Duration) -> Sleep;
}

/// Something took longer than it was given.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("out of time")]
pub struct Elapsed;

impl dyn Clock + '_ {
    /// What `future` comes to, if it does within `duration`. Both ready at once counts as in time.
    pub async fn timeout<T>(
        &self,
        duration: Duration,
        future: impl Future<Output = T>,
    ) -> Result<T, Elapsed> {
        let sleep = self.sleep(duration);
        tokio::select! {
            biased;
            outcome = future => Ok(outcome),
            () = sleep => Err(Elapsed),
        }
    }
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        timestamp(milliseconds(since_epoch))
    }

    fn sleep(&self, duration: Duration) -> Sleep {
        Box::pin(tokio::time::sleep(duration))
    }
}

/// A clock that stands at one time, as for a capture saved then. Timers go by the machine's clock: who reads an old
/// capture still waits now.
#[derive(Clone, Copy, Debug)]
pub struct FixedClock(pub Timestamp);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn sleep(&self, duration: Duration) -> Sleep {
        SystemClock.sleep(duration)
    }
}

/// A clock that stands still until it is moved, for tests. Its timers fire when it is moved past them.
#[derive(Debug)]
pub struct ManualClock {
    now: watch::Sender<i64>,
    /// How many timers wait.
    timers: watch::Sender<usize>,
}

impl ManualClock {
    /// A clock that shows `milliseconds` since the epoch.
    pub fn at(milliseconds: i64) -> Self {
        Self { now: watch::Sender::new(milliseconds), timers: watch::Sender::new(0) }
    }

    /// Moves the clock forward.
    pub fn advance(&self, milliseconds: i64) {
        self.now.send_modify(|now| *now += milliseconds);
    }

    /// Resolves when `count` timers wait, so that a test moves the clock only after the code under test has begun to
    /// wait.
    pub async fn until_timers(&self, count: usize) {
        let mut timers = self.timers.subscribe();
        // Fails only without a sender, which `self` holds.
        drop(timers.wait_for(|waiting| *waiting == count).await);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        timestamp(*self.now.borrow())
    }

    fn sleep(&self, duration: Duration) -> Sleep {
        let waiting = Waiting::begin(&self.timers);
        let mut now = self.now.subscribe();
        let deadline = now.borrow().saturating_add(milliseconds(duration));
        Box::pin(async move {
            // Without its clock time no longer passes, and the timer never fires.
            if now.wait_for(|now| *now >= deadline).await.is_err() {
                std::future::pending::<()>().await;
            }
            drop(waiting);
        })
    }
}

/// Counts as a timer for as long as it lives.
struct Waiting(watch::Sender<usize>);

impl Waiting {
    fn begin(timers: &watch::Sender<usize>) -> Self {
        timers.send_modify(|count| *count += 1);
        Self(timers.clone())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

fn timestamp(milliseconds: i64) -> Timestamp {
    Timestamp::from_milliseconds(milliseconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_timer_fires_when_the_clock_is_moved_past_it_and_not_before() {
        let clock = ManualClock::at(1_000);
        let mut sleep = clock.sleep(Duration::from_millis(500));
        clock.advance(499);
        assert_eq!((&mut sleep).now_or_never(), None);
        clock.advance(1);
        assert_eq!((&mut sleep).now_or_never(), Some(()));
        assert_eq!(clock.now().as_milliseconds(), 1_500);
    }

    #[tokio::test]
    async fn what_is_ready_is_in_time_and_what_is_not_runs_out_of_it() {
        let manual = Arc::new(ManualClock::at(0));
        let clock: Arc<dyn Clock> = manual.clone();
        assert_eq!(clock.timeout(Duration::ZERO, async { 7 }).await, Ok(7));
        let waiting = tokio::spawn({
            let clock = Arc::clone(&clock);
            async move { clock.timeout(Duration::from_secs(10), std::future::pending::<()>()).await }
        });
        manual.until_timers(1).await;
        manual.advance(10_000);
        assert_eq!(waiting.await.unwrap(), Err(Elapsed));
        manual.until_timers(0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_fixed_clock_stands_still_while_its_timers_run() {
        let clock = FixedClock(timestamp(5));
        let begun = tokio::time::Instant::now();
        clock.sleep(Duration::from_secs(3)).await;
        assert_eq!((clock.now(), begun.elapsed()), (timestamp(5), Duration::from_secs(3)));
    }
}
