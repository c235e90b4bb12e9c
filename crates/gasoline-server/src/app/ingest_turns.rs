//! One batch at a time, and in between everyone else who is ready.
//!
//! The server runs on one thread, which works off what is ready in the order it became so. With many senders a reader
//! would wait behind a batch of each of them. So a batch needs a turn, and a turn ends only after everything else that
//! is ready, or has become so meanwhile, had its own.
//!
//! A large batch leaves that thread: health checks and agents are answered while it is redacted. It keeps its turn until
//! it is stored, so batches are stored in the order in which they arrived, large or small.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::{self, JoinError};

/// Batches up to this size are worked on where they arrive: handing one over costs as much as redacting some kilobytes.
/// At the slowest this is a few milliseconds of work.
const LARGEST_IN_PLACE: usize = 64 * 1024;

/// Hands out turns, first come, first served.
#[derive(Debug)]
pub struct IngestTurns(Arc<Semaphore>);

impl Default for IngestTurns {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl IngestTurns {
    /// Runs `work` on `size` bytes when its turn comes, then lets others go first. Fails only where `work` panics on
    /// another thread.
    pub async fn take<T: Send + 'static>(
        &self,
        size: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        // Never closed, so there is always a permit to wait for.
        let turn = Arc::clone(&self.0).acquire_owned().await;
        if size > LARGEST_IN_PLACE {
            // The turn goes along: should the sender give up meanwhile, the next batch still waits for this one.
            return task::spawn_blocking(move || {
                let result = work();
                drop(turn);
                result
            })
            .await;
        }
        let result = work();
        // Comes back after the next look at all connections.
        task::yield_now().await;
        drop(turn);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;

    const LARGE: usize = LARGEST_IN_PLACE + 1;

    type Order = Arc<Mutex<Vec<&'static str>>>;

    fn note(order: &Order, name: &'static str) -> impl FnOnce() + Send + 'static {
        let order = Arc::clone(order);
        move || order.lock().unwrap().push(name)
    }

    #[tokio::test]
    async fn everyone_else_who_is_ready_goes_between_two_batches() {
        let (turns, order) = (IngestTurns::default(), Order::default());
        let batch = |name| turns.take(1, note(&order, name));
        let reader = async { note(&order, "reader")() };
        let (first, second, third, ()) =
            tokio::join!(batch("first"), batch("second"), batch("third"), reader);
        assert!(first.is_ok() && second.is_ok() && third.is_ok());
        assert_eq!(*order.lock().unwrap(), ["first", "reader", "second", "third"]);
    }

    /// large-batches-02: the large batch ends only after a reader was answered, so it would never end on the reader's own thread.
    #[tokio::test]
    async fn readers_are_answered_while_a_large_batch_is_worked_on() {
        let (turns, order) = (IngestTurns::default(), Order::default());
        let (answered, wait_for_answer) = mpsc::sync_channel(1);
        let done = note(&order, "large");
        let large = turns.take(LARGE, move || {
            let was_answered = wait_for_answer.recv();
            done();
            was_answered
        });
        let reader = async {
            // Only after the batch began.
            tokio::task::yield_now().await;
            note(&order, "reader")();
            answered.send(()).unwrap();
        };
        let (large, ()) = tokio::join!(large, reader);
        assert_eq!(large.unwrap(), Ok(()));
        assert_eq!(*order.lock().unwrap(), ["reader", "large"]);
    }

    /// large-batches-03: a small batch does not overtake a large one that came before it, even if its sender has gone.
    #[tokio::test]
    async fn batches_are_stored_in_the_order_in_which_they_came() {
        let (turns, order) = (IngestTurns::default(), Order::default());
        let (begin, wait_for_begin) = mpsc::sync_channel::<()>(1);
        let done = note(&order, "given up");
        let mut given_up = Box::pin(turns.take(LARGE, move || {
            wait_for_begin.recv().unwrap();
            done();
        }));
        assert!(futures_util::poll!(&mut given_up).is_pending());
        drop(given_up);
        let (large, small) = (turns.take(LARGE, note(&order, "large")), turns.take(1, note(&order, "small")));
        begin.send(()).unwrap();
        let (large, small) = tokio::join!(large, small);
        assert!(large.is_ok() && small.is_ok());
        assert_eq!(*order.lock().unwrap(), ["given up", "large", "small"]);
    }
}
