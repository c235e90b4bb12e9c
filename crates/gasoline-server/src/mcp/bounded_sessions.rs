//! The MCP sessions of a server, at most [`MOST_SESSIONS`] at once.
//!
//! The session that was idle longest makes room for a new one. A session with an open stream, or with a request in the
//! last ten minutes, belongs to somebody who is at work: it stays, and if all are such, a new one is refused. A session
//! that made room is revived from [`SessionMemory`](super::session_memory::SessionMemory) when its client speaks again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::{Stream, StreamExt};
use gasoline_wire::Timestamp;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError,
};
use rmcp::transport::streamable_http_server::session::{
    EventStore, RestoreOutcome, ServerSseMessage, SessionId, SessionManager,
};

use crate::app::App;

/// More than any machine has editors; a program that opens sessions in a loop is stopped here.
pub(super) const MOST_SESSIONS: usize = 64;

/// A client that asked something within this time is at work.
const AT_WORK_MILLISECONDS: i64 = 10 * 60 * 1_000;

/// Why a session could not be opened or used.
#[derive(Debug, thiserror::Error)]
pub(super) enum SessionsError {
    /// All are in use.
    #[error(
        "{MOST_SESSIONS} MCP sessions are in use, each with an open stream or a call in the last ten minutes; close an \
         editor and try again"
    )]
    Full,
    /// rmcp's reason.
    #[error(transparent)]
    Local(#[from] LocalSessionManagerError),
}

/// What decides whether a session may go.
#[derive(Clone, Copy, Debug)]
struct Use {
    last_seen: Timestamp,
    last_call: Option<Timestamp>,
    open_streams: usize,
}

impl Use {
    fn is_at_work(&self, now: Timestamp) -> bool {
        let is_recent =
            |call: Timestamp| now.as_milliseconds() - call.as_milliseconds() < AT_WORK_MILLISECONDS;
        self.open_streams > 0 || self.last_call.is_some_and(is_recent)
    }
}

/// How the sessions are used. Clones share it.
#[derive(Clone, Debug, Default)]
struct Uses(Arc<Mutex<BTreeMap<SessionId, Use>>>);

impl Uses {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<SessionId, Use>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, id: SessionId, now: Timestamp) {
        self.lock().insert(id, Use { last_seen: now, last_call: None, open_streams: 0 });
    }

    fn remove(&self, id: &SessionId) {
        self.lock().remove(id);
    }

    fn note(&self, id: &SessionId, change: impl FnOnce(&mut Use)) {
        if let Some(known) = self.lock().get_mut(id) {
            change(known);
        }
    }

    /// Whether one more session finds room.
    fn has_room(&self, now: Timestamp) -> bool {
        let uses = self.lock();
        uses.len() < MOST_SESSIONS || uses.values().any(|known| !known.is_at_work(now))
    }

    /// The session to close before one more is opened.
    fn in_the_way(&self, now: Timestamp) -> Option<SessionId> {
        let uses = self.lock();
        if uses.len() < MOST_SESSIONS {
            return None;
        }
        let idle = uses.iter().filter(|(_, known)| !known.is_at_work(now));
        idle.min_by_key(|(_, known)| known.last_seen).map(|(id, _)| id.clone())
    }

    /// Counts a stream as open until the result is dropped.
    fn open_stream(&self, id: &SessionId) -> OpenStream {
        self.note(id, |known| known.open_streams += 1);
        OpenStream { uses: self.clone(), id: id.clone() }
    }
}

/// A stream that is open.
#[derive(Debug)]
struct OpenStream {
    uses: Uses,
    id: SessionId,
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.uses.note(&self.id, |known| known.open_streams = known.open_streams.saturating_sub(1));
    }
}

/// rmcp's sessions, within bounds.
#[derive(Debug)]
pub(super) struct BoundedSessions {
    sessions: LocalSessionManager,
    uses: Uses,
    app: Arc<App>,
}

impl BoundedSessions {
    pub(super) fn new(sessions: LocalSessionManager, app: Arc<App>) -> Self {
        Self { sessions, uses: Uses::default(), app }
    }

    /// Makes room for one more session.
    async fn make_room(&self) -> Result<(), SessionsError> {
        let now = self.app.now();
        if !self.uses.has_room(now) {
            return Err(SessionsError::Full);
        }
        while let Some(id) = self.uses.in_the_way(now) {
            self.close_session(&id).await?;
        }
        Ok(())
    }

    /// What a session streams, which counts as open for as long as somebody holds it.
    fn held<S: Stream<Item = ServerSseMessage> + Send + Sync + 'static>(
        &self,
        id: &SessionId,
        stream: S,
    ) -> impl Stream<Item = ServerSseMessage> + Send + Sync + use<S> {
        let open = self.uses.open_stream(id);
        stream.map(move |message| {
            let _held = &open;
            message
        })
    }

    fn seen(&self, id: &SessionId) {
        let now = self.app.now();
        self.uses.note(id, |known| known.last_seen = now);
    }
}

impl SessionManager for BoundedSessions {
    type Error = SessionsError;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), SessionsError> {
        self.make_room().await?;
        let (id, transport) = self.sessions.create_session().await?;
        self.uses.add(id.clone(), self.app.now());
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, SessionsError> {
        Ok(self.sessions.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, SessionsError> {
        Ok(self.sessions.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), SessionsError> {
        self.uses.remove(id);
        Ok(self.sessions.close_session(id).await?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, SessionsError> {
        let now = self.app.now();
        self.uses.note(id, |known| (known.last_seen, known.last_call) = (now, Some(now)));
        let stream = self.sessions.create_stream(id, message).await?;
        Ok(self.held(id, stream))
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), SessionsError> {
        self.seen(id);
        Ok(self.sessions.accept_message(id, message).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, SessionsError> {
        self.seen(id);
        let stream = self.sessions.create_standalone_stream(id).await?;
        Ok(self.held(id, stream))
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, SessionsError> {
        self.seen(id);
        let stream = self.sessions.resume(id, last_event_id).await?;
        Ok(self.held(id, stream))
    }

    async fn restore_session(&self, id: SessionId) -> Result<RestoreOutcome<Self::Transport>, SessionsError> {
        self.make_room().await?;
        let restored = self.sessions.restore_session(id.clone()).await?;
        if matches!(restored, RestoreOutcome::Restored(_)) {
            self.uses.add(id, self.app.now());
        }
        Ok(restored)
    }

    fn event_store(&self) -> Option<Arc<dyn EventStore>> {
        self.sessions.event_store()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServerOptions;
    use crate::clock::ManualClock;
    use crate::ids::FixedIds;

    fn sessions() -> (BoundedSessions, Arc<ManualClock>) {
        let clock = Arc::new(ManualClock::at(0));
        let app = Arc::new(App::new(&ServerOptions::default(), clock.clone(), &FixedIds(7)));
        (BoundedSessions::new(LocalSessionManager::default(), app), clock)
    }

    async fn open(sessions: &BoundedSessions, clock: &ManualClock) -> SessionId {
        clock.advance(1);
        let (id, transport) = sessions.create_session().await.unwrap();
        // Held by the service in a server; here nothing speaks on it.
        std::mem::forget(transport);
        id
    }

    async fn is_open(sessions: &BoundedSessions, id: &SessionId) -> bool {
        sessions.has_session(id).await.unwrap()
    }

    /// server-bounds-01
    #[tokio::test]
    async fn a_flood_of_sessions_costs_neither_those_at_work_nor_more_than_the_bound() {
        let (sessions, clock) = sessions();
        let streaming = open(&sessions, &clock).await;
        let _stream = sessions.uses.open_stream(&streaming);
        let calling = open(&sessions, &clock).await;
        let now = sessions.app.now();
        sessions.uses.note(&calling, |known| known.last_call = Some(now));
        let idle = open(&sessions, &clock).await;
        for _ in 0..500 {
            open(&sessions, &clock).await;
        }
        assert_eq!(sessions.uses.lock().len(), MOST_SESSIONS);
        assert_eq!(sessions.sessions.sessions.read().await.len(), MOST_SESSIONS);
        assert!(is_open(&sessions, &streaming).await && is_open(&sessions, &calling).await);
        assert!(!is_open(&sessions, &idle).await);
    }

    /// server-bounds-02
    #[tokio::test]
    async fn when_all_are_at_work_a_new_one_is_refused_until_one_has_been_idle_for_ten_minutes() {
        let (sessions, clock) = sessions();
        let mut ids = Vec::new();
        for _ in 0..MOST_SESSIONS {
            let id = open(&sessions, &clock).await;
            let now = sessions.app.now();
            sessions.uses.note(&id, |known| (known.last_seen, known.last_call) = (now, Some(now)));
            ids.push(id);
        }
        assert!(matches!(sessions.create_session().await, Err(SessionsError::Full)));
        clock.advance(AT_WORK_MILLISECONDS - MOST_SESSIONS as i64);
        assert!(matches!(sessions.create_session().await, Err(SessionsError::Full)));
        open(&sessions, &clock).await;
        assert!(!is_open(&sessions, &ids[0]).await && is_open(&sessions, &ids[1]).await);
    }

    #[tokio::test]
    async fn a_stream_counts_until_it_is_dropped() {
        let (sessions, clock) = sessions();
        let id = open(&sessions, &clock).await;
        let stream = sessions.held(&id, futures_util::stream::empty());
        assert_eq!(sessions.uses.lock()[&id].open_streams, 1);
        drop(stream);
        assert_eq!(sessions.uses.lock()[&id].open_streams, 0);
    }
}
