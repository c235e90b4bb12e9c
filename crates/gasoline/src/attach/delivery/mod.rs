//! Delivers what was captured to the server: in order, one post at a time, again after a failure, never growing
//! without bound.
//!
//! An entry may arrive twice after a lost answer; its `eventId` makes that harmless.

mod exchange;
mod outbox;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use gasoline_wire::Route;
use tokio::sync::Notify;

use self::exchange::ExchangeError;
use self::outbox::{Batch, Limits, Outbox};
use crate::printer::Printer;
use crate::server::{Start, Supply};
use crate::server_client::ServerClient;

/// Kept while the server is away.
const OUTBOX_LIMITS: Limits = Limits { entries: 20_000, bytes: 8 * 1024 * 1024 };

/// The server takes 1,000 entries and 10 MB at once; smaller posts keep it responsive.
const BATCH_LIMITS: Limits = Limits { entries: 1_000, bytes: 1024 * 1024 };

/// Pictures kept while the server is away; each is at most some megabytes.
const MOST_PICTURES: usize = 4;

/// Largest picture sent, as the JSON that carries it. The server takes 10 MB.
const LARGEST_PICTURE: usize = 10 * 1024 * 1024;

/// Pauses after the first failures in a row.
const RETRY_DELAYS: [Duration; 4] =
    [Duration::from_millis(100), Duration::from_millis(500), Duration::from_secs(2), Duration::from_secs(2)];

/// Pause when all of them have passed and no server can be started either.
const LONG_PAUSE: Duration = Duration::from_secs(30);

/// What became of everything handed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DeliveryReport {
    pub(crate) delivered: u64,
    /// Refused by the server.
    pub(crate) rejected: u64,
    /// Lost to our own bounds.
    pub(crate) dropped: u64,
    /// Not delivered yet.
    pub(crate) waiting: usize,
}

#[derive(Debug)]
struct State {
    outbox: Outbox,
    pictures: VecDeque<Bytes>,
    /// Something is being posted and in neither queue.
    in_flight: bool,
    delivered: u64,
    rejected: u64,
}

/// Takes what was captured. Clones share one queue.
#[derive(Clone, Debug)]
pub(crate) struct Delivery {
    state: Arc<Mutex<State>>,
    /// Something was handed over.
    added: Arc<Notify>,
    /// Nothing waits any more.
    settled: Arc<Notify>,
}

/// One post.
#[derive(Debug)]
enum Parcel {
    Entries(Batch),
    Picture(Bytes),
}

impl Delivery {
    /// An empty queue; [`Courier::run`] empties it.
    pub(crate) fn new() -> Self {
        let state = State {
            outbox: Outbox::new(OUTBOX_LIMITS),
            pictures: VecDeque::new(),
            in_flight: false,
            delivered: 0,
            rejected: 0,
        };
        Self { state: Arc::new(Mutex::new(state)), added: Arc::default(), settled: Arc::default() }
    }

    /// Takes one entry, as JSON.
    pub(crate) fn add(&self, route: Route, entry: String) {
        self.lock().outbox.add(route, entry);
        self.added.notify_one();
    }

    /// Takes one picture, as the body of its post. One too large for the server is not worth keeping.
    pub(crate) fn add_picture(&self, body: Bytes) {
        if body.len() > LARGEST_PICTURE {
            return;
        }
        let mut state = self.lock();
        if state.pictures.len() >= MOST_PICTURES {
            state.pictures.pop_front();
        }
        state.pictures.push_back(body);
        drop(state);
        self.added.notify_one();
    }

    /// Waits until nothing waits any more, at most for `patience`.
    pub(crate) async fn settle(&self, patience: Duration) -> DeliveryReport {
        let settling = async {
            loop {
                let settled = self.settled.notified();
                if self.is_settled() {
                    return;
                }
                settled.await;
            }
        };
        tokio::time::timeout(patience, settling).await.ok();
        self.report()
    }

    /// Everything that waits, for tests that look at it instead of delivering it.
    #[cfg(test)]
    pub(super) fn take_entries(&self) -> Vec<(Route, String)> {
        let batches = std::iter::from_fn(|| self.lock().outbox.take(OUTBOX_LIMITS));
        batches.flat_map(|batch| batch.entries.into_iter().map(move |entry| (batch.route, entry))).collect()
    }

    /// The next picture, for tests that look at it instead of delivering it.
    #[cfg(test)]
    pub(super) async fn picture(&self) -> Bytes {
        loop {
            let picture = self.lock().pictures.pop_front();
            match picture {
                Some(picture) => return picture,
                None => self.added.notified().await,
            }
        }
    }

    fn report(&self) -> DeliveryReport {
        let state = self.lock();
        DeliveryReport {
            delivered: state.delivered,
            rejected: state.rejected,
            dropped: state.outbox.dropped(),
            waiting: state.outbox.len() + usize::from(state.in_flight),
        }
    }

    fn is_settled(&self) -> bool {
        let state = self.lock();
        state.outbox.is_empty() && state.pictures.is_empty() && !state.in_flight
    }

    /// Entries first: a picture says little without the error it shows.
    fn take(&self) -> Option<Parcel> {
        let mut state = self.lock();
        let parcel = state.outbox.take(BATCH_LIMITS).map(Parcel::Entries);
        let parcel = parcel.or_else(|| state.pictures.pop_front().map(Parcel::Picture));
        state.in_flight = parcel.is_some();
        parcel
    }

    fn put_back(&self, parcel: Parcel) {
        let mut state = self.lock();
        state.in_flight = false;
        match parcel {
            Parcel::Entries(batch) => state.outbox.put_back(batch),
            Parcel::Picture(body) if state.pictures.len() < MOST_PICTURES => state.pictures.push_front(body),
            Parcel::Picture(_) => {}
        }
    }

    fn done(&self, count: u64, rejected: u64) {
        let mut state = self.lock();
        state.in_flight = false;
        state.delivered += count.saturating_sub(rejected);
        state.rejected += rejected;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Carries what was handed over to the server.
#[derive(Debug)]
pub(crate) struct Courier {
    delivery: Delivery,
    endpoint: ServerClient,
    supply: Supply,
    session: String,
    printer: Printer,
    /// A server that comes back is a new run, which must be greeted again.
    greeted: bool,
    failures: usize,
}

impl Courier {
    pub(crate) fn new(
        delivery: Delivery,
        endpoint: ServerClient,
        supply: Supply,
        session: String,
        printer: Printer,
    ) -> Self {
        Self { delivery, endpoint, supply, session, printer, greeted: false, failures: 0 }
    }

    /// Delivers for as long as it is polled.
    pub(crate) async fn run(mut self) {
        loop {
            let added = Arc::clone(&self.delivery.added);
            match self.step().await {
                Ok(delivered) => {
                    self.recovered();
                    if !delivered {
                        self.delivery.settled.notify_waiters();
                        added.notified().await;
                    }
                }
                Err(error) => self.failed(&error).await,
            }
        }
    }

    /// Delivers one thing; false when there is nothing.
    async fn step(&mut self) -> Result<bool, ExchangeError> {
        if !self.greeted {
            exchange::hello(&self.endpoint, &self.session).await?;
            self.greeted = true;
        }
        let Some(parcel) = self.delivery.take() else { return Ok(false) };
        let (path, body, count) = match &parcel {
            Parcel::Entries(batch) => (batch.route.path(), batch.body().into(), batch.entries.len() as u64),
            // Pictures are not counted: they are copies of what can be seen.
            Parcel::Picture(body) => (Route::Screenshots.path(), body.clone(), 0),
        };
        match exchange::post(&self.endpoint, path, body).await {
            Ok(rejected) => self.delivery.done(count, rejected as u64),
            Err(ExchangeError::Refused(reason)) => {
                // What the server refuses once it refuses always; what is behind it may be fine.
                tracing::warn!(path, reason, "the server refused what was captured");
                self.delivery.done(count, count);
            }
            Err(error) => {
                self.delivery.put_back(parcel);
                return Err(error);
            }
        }
        Ok(true)
    }

    fn recovered(&mut self) {
        if self.failures > 0 {
            self.failures = 0;
            self.printer.warning("the server is back");
        }
    }

    async fn failed(&mut self, error: &ExchangeError) {
        if let ExchangeError::Busy { retry_after } = error {
            return tokio::time::sleep(retry_after.unwrap_or(Duration::from_secs(1))).await;
        }
        self.greeted = false;
        if self.failures == 0 {
            self.printer.warning(&format!("the server is away ({error}); what is captured waits for it"));
        }
        self.failures += 1;
        match RETRY_DELAYS.get(self.failures - 1) {
            Some(delay) => tokio::time::sleep(*delay).await,
            // The server was stopped and has not come back.
            None => match self.supply.endpoint(Start::IfMissing).await {
                Ok(endpoint) => self.endpoint = endpoint,
                Err(_) => tokio::time::sleep(LONG_PAUSE).await,
            },
        }
    }
}
