//! Remembers how sessions were opened, so that one whose memory was given back continues as if nothing happened.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::transport::streamable_http_server::session::{SessionState, SessionStore, SessionStoreError};

/// Sessions remembered; an `initialize` is about 1 KB.
const MOST_SESSIONS: usize = 256;

#[derive(Default)]
struct Remembered {
    states: BTreeMap<String, SessionState>,
    order: VecDeque<String>,
}

/// Opened sessions, oldest forgotten first.
#[derive(Default)]
pub(super) struct SessionMemory(Mutex<Remembered>);

impl SessionMemory {
    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait::async_trait]
impl SessionStore for SessionMemory {
    async fn load(&self, session_id: &str) -> Result<Option<SessionState>, SessionStoreError> {
        Ok(self.lock().states.get(session_id).cloned())
    }

    async fn store(&self, session_id: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        let mut remembered = self.lock();
        if remembered.states.insert(session_id.to_owned(), state.clone()).is_none() {
            remembered.order.push_back(session_id.to_owned());
        }
        if remembered.order.len() > MOST_SESSIONS
            && let Some(oldest) = remembered.order.pop_front()
        {
            remembered.states.remove(&oldest);
        }
        Ok(())
    }

    async fn delete(&self, session_id: &str) -> Result<(), SessionStoreError> {
        let mut remembered = self.lock();
        remembered.states.remove(session_id);
        remembered.order.retain(|known| known != session_id);
        Ok(())
    }
}
