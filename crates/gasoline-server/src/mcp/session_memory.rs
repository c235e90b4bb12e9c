//! Remembers how sessions were opened, so that one whose memory was given back continues as if nothing happened.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::transport::streamable_http_server::session::{SessionState, SessionStore, SessionStoreError};

/// Sessions remembered.
const MOST_SESSIONS: usize = 256;

/// Bytes of an `initialize` that is remembered. They are about 1 KB; a session opened with a much longer one ends when its
/// memory is given back, and its client opens another.
const LARGEST_OPENING: usize = 8 * 1024;

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
        if serde_json::to_vec(&state.initialize_params)?.len() > LARGEST_OPENING {
            return Ok(());
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn opened_by(name: &str) -> SessionState {
        let opening = serde_json::json!({
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": name, "version": "1" },
        });
        SessionState::new(serde_json::from_value(opening).unwrap())
    }

    async fn is_known(memory: &SessionMemory, session_id: &str) -> bool {
        memory.load(session_id).await.unwrap().is_some()
    }

    #[tokio::test]
    async fn the_oldest_sessions_and_those_with_an_endless_opening_are_not_remembered() {
        let memory = SessionMemory::default();
        for number in 0..=MOST_SESSIONS {
            memory.store(&number.to_string(), &opened_by("editor")).await.unwrap();
        }
        memory.store("endless", &opened_by(&"x".repeat(LARGEST_OPENING))).await.unwrap();
        assert!(!is_known(&memory, "0").await && is_known(&memory, "1").await);
        assert!(!is_known(&memory, "endless").await);
        assert_eq!(memory.lock().states.len(), MOST_SESSIONS);
        memory.delete("1").await.unwrap();
        assert!(!is_known(&memory, "1").await);
    }
}
