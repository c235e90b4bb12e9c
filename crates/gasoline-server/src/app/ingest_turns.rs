//! One batch at a time, and in between whoever else is ready.
//!
//! The server runs on one thread, which works off what is ready in the order it became so. With many senders a reader
//! would wait behind a batch of each of them. So a batch needs a turn, and a turn ends only after everything else that
//! is ready, or has become so meanwhile, had its own.

use tokio::sync::Semaphore;

/// Hands out turns, first come, first served.
#[derive(Debug)]
pub struct IngestTurns(Semaphore);

impl Default for IngestTurns {
    fn default() -> Self {
        Self(Semaphore::new(1))
    }
}

impl IngestTurns {
    /// Runs `work` when its turn comes, then lets others go first.
    pub async fn take<T>(&self, work: impl FnOnce() -> T) -> T {
        // Never closed, so there is always a permit to wait for.
        let turn = self.0.acquire().await;
        let result = work();
        // Comes back after the next look at all connections.
        tokio::task::yield_now().await;
        drop(turn);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[tokio::test]
    async fn whoever_else_is_ready_goes_between_two_batches() {
        let turns = IngestTurns::default();
        let order = RefCell::new(Vec::new());
        let batch = |name| {
            let order = &order;
            turns.take(move || order.borrow_mut().push(name))
        };
        let reader = async { order.borrow_mut().push("reader") };
        tokio::join!(batch("first"), batch("second"), batch("third"), reader);
        assert_eq!(*order.borrow(), ["first", "reader", "second", "third"]);
    }
}
