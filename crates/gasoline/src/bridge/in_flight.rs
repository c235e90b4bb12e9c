//! Which requests wait for an answer, and which of them the client has given up.
//!
//! The server ends the stream of a cancelled request without an answer. Without this record that could not be told
//! from a server that died, and a cancelled request would be sent again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::message::RequestId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting,
    Cancelled,
}

/// The record, shared by the reader of input and the tasks that deliver requests.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    stages: Mutex<HashMap<RequestId, Stage>>,
}

impl InFlight {
    /// From now on an answer to `id` is awaited.
    pub(crate) fn begin(&self, id: RequestId) {
        self.stages().insert(id, Stage::Waiting);
    }

    /// The client no longer wants the answer to `id`.
    pub(crate) fn cancel(&self, id: &RequestId) {
        if let Some(stage) = self.stages().get_mut(id) {
            *stage = Stage::Cancelled;
        }
    }

    /// Whether the client gave `id` up.
    pub(crate) fn is_cancelled(&self, id: &RequestId) -> bool {
        self.stages().get(id) == Some(&Stage::Cancelled)
    }

    /// No answer to `id` is awaited any more.
    pub(crate) fn finish(&self, id: &RequestId) {
        self.stages().remove(id);
    }

    fn stages(&self) -> MutexGuard<'_, HashMap<RequestId, Stage>> {
        // Every critical section is one map operation, so a panic elsewhere cannot leave it half done.
        self.stages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
