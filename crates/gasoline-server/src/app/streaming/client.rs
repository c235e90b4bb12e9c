//! One MCP client's stream: its choice, what waits to be sent, and what its next answer carries.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use gasoline_core::streaming::{Batch, Stream, StreamConfig, StreamEvent};
use gasoline_wire::Timestamp;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::{Listener, Numbered, Streaming};
use crate::clock::Clock;

/// Events one answer tells of; the others are counted.
const MOST_ALERTS: usize = 10;

/// What the next answer of a client carries.
#[derive(Debug, Default)]
pub struct Alerts {
    events: VecDeque<Numbered>,
    count: usize,
}

impl Alerts {
    fn push(&mut self, id: u64, event: &Arc<StreamEvent>) {
        self.count += 1;
        if self.events.len() >= MOST_ALERTS {
            self.events.pop_front();
        }
        self.events.push_back((id, Arc::clone(event)));
    }

    /// As the value of `alerts`: the newest last.
    pub fn value(&self) -> Value {
        let row = |event: &StreamEvent| {
            json!({
                "category": event.category,
                "severity": event.severity,
                "message": event.message,
                "timestamp": event.timestamp,
            })
        };
        let rows: Vec<Value> = self.events.iter().map(|(_, event)| row(event)).collect();
        json!({ "count": self.count, "events": rows })
    }
}

/// How a stream is doing.
#[derive(Clone, Debug)]
pub struct StreamStatus {
    /// Whether the client is told anything.
    pub is_enabled: bool,
    /// What it wants.
    pub config: StreamConfig,
    /// Notifications sent.
    pub sent: u64,
    /// Whether it was turned off because the client did not read what it was sent.
    pub is_cut_off: bool,
}

/// One MCP client's stream. It is off until the client turns it on.
#[derive(Debug)]
pub struct ClientStream {
    state: Mutex<State>,
    /// There may be something to send, or less to wait for.
    changed: Notify,
    is_listening: AtomicBool,
}

#[derive(Debug)]
struct State {
    stream: Stream,
    is_enabled: bool,
    is_cut_off: bool,
    sent: u64,
    alerts: Alerts,
}

impl Default for ClientStream {
    fn default() -> Self {
        let state = State {
            stream: Stream::new(StreamConfig::default()),
            is_enabled: false,
            is_cut_off: false,
            sent: 0,
            alerts: Alerts::default(),
        };
        Self { state: Mutex::new(state), changed: Notify::new(), is_listening: AtomicBool::new(false) }
    }
}

impl ClientStream {
    /// Changes what this client is told. Turning it off drops what waits.
    pub fn configure(self: &Arc<Self>, streaming: &Streaming, is_enabled: bool, config: StreamConfig) {
        {
            let mut state = self.lock();
            state.stream.configure(config);
            state.is_enabled = is_enabled;
            if is_enabled {
                state.is_cut_off = false;
            } else {
                state.alerts = Alerts::default();
            }
        }
        if is_enabled && !self.is_listening.swap(true, Ordering::Relaxed) {
            let listener: Arc<dyn Listener> = self.clone();
            streaming.listen(Weak::clone(&Arc::downgrade(&listener)));
        }
        self.changed.notify_one();
    }

    /// How it is doing.
    pub fn status(&self) -> StreamStatus {
        let state = self.lock();
        StreamStatus {
            is_enabled: state.is_enabled,
            config: state.stream.config().clone(),
            sent: state.sent,
            is_cut_off: state.is_cut_off,
        }
    }

    /// What this client has not been told in an answer yet.
    pub fn take_alerts(&self) -> Option<Alerts> {
        let mut state = self.lock();
        let has_alerts = state.alerts.count > 0;
        has_alerts.then(|| std::mem::take(&mut state.alerts))
    }

    /// An answer told of these events by itself.
    pub(crate) fn note_told(&self, ids: &[u64]) {
        let alerts = &mut self.lock().alerts;
        let before = alerts.events.len();
        alerts.events.retain(|(id, _)| !ids.contains(id));
        alerts.count -= before - alerts.events.len();
    }

    /// Waits for the next notification that may leave.
    pub async fn next_batch(&self, clock: &dyn Clock) -> Batch {
        loop {
            let due = self.due_at();
            let Some(due) = due else {
                self.changed.notified().await;
                continue;
            };
            let left = due.as_milliseconds() - clock.now().as_milliseconds();
            if left <= 0
                && let Some(batch) = self.lock().stream.send(clock.now())
            {
                return batch;
            }
            let left = Duration::from_millis(u64::try_from(left.max(1)).unwrap_or_default());
            tokio::select! {
                () = clock.sleep(left) => {}
                () = self.changed.notified() => {}
            }
        }
    }

    /// A notification left.
    pub fn note_sent(&self) {
        self.lock().sent += 1;
    }

    /// The client does not read: nothing more is sent until it turns the stream on again. Its answers go on.
    pub fn cut_off(&self) {
        let mut state = self.lock();
        state.is_enabled = false;
        state.is_cut_off = true;
    }

    fn due_at(&self) -> Option<Timestamp> {
        let state = self.lock();
        state.stream.due_at().filter(|_| state.is_enabled)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for ClientStream {
    fn take(&self, id: u64, event: &Arc<StreamEvent>, now: Timestamp) {
        let mut state = self.lock();
        if !state.is_enabled {
            return;
        }
        let was_idle = state.stream.due_at().is_none();
        if state.stream.take(id, event, now) {
            state.alerts.push(id, event);
            drop(state);
            if was_idle {
                self.changed.notify_one();
            }
        }
    }
}
