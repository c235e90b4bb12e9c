//! Passes on what the server says unasked: notifications, and requests of its own.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderValue, StatusCode};
use tokio::sync::watch;

use super::acceptance::{DeliveryError, accepted};
use super::link::{Link, McpSession};
use super::messages::Messages;
use super::output::Output;
use crate::server::Start;

/// Pause before a lost stream is opened again. Nobody waits for it, so it need not be shorter.
const PAUSE: Duration = Duration::from_secs(1);

/// Listens as long as the bridge lives, in whichever session is current.
pub(crate) async fn listen(link: Arc<Link>, output: Output) {
    let mut sessions = link.sessions();
    let mut position = Position::default();
    while let Some(session) = next_confirmed(&mut sessions).await {
        position.enter(&session);
        let end = tokio::select! {
            end = stream(&session, &output, &mut position) => end,
            () = replaced(&mut sessions, &session) => continue,
        };
        match end {
            // This server does not speak unasked.
            Err(DeliveryError::Refused { status: StatusCode::METHOD_NOT_ALLOWED, .. }) => {
                replaced(&mut sessions, &session).await;
            }
            // The server lives but has forgotten us. Nothing is started here: a server that was stopped on
            // purpose comes back when the client next asks for something, not on its own.
            Err(DeliveryError::SessionUnknown) => {
                if link.reopen(&session, Start::Never).await.is_err() {
                    pause(&mut sessions, &session).await;
                }
            }
            Ok(()) | Err(_) => pause(&mut sessions, &session).await,
        }
    }
}

/// Where in which session's stream we are.
#[derive(Debug, Default)]
struct Position {
    session: u64,
    last_event_id: Option<HeaderValue>,
}

impl Position {
    /// Event ids mean nothing in another session.
    fn enter(&mut self, session: &McpSession) {
        if self.session != session.number {
            self.session = session.number;
            self.last_event_id = None;
        }
    }

    /// Moves on to the event `id`; false if that one was passed on before. A server that resumes a stream may
    /// begin with the event named instead of the one after it.
    fn advance(&mut self, id: Option<String>) -> bool {
        let Some(id) = id.and_then(|id| HeaderValue::try_from(id).ok()) else {
            return true;
        };
        let is_new = self.last_event_id.as_ref() != Some(&id);
        self.last_event_id = Some(id);
        is_new
    }
}

async fn stream(session: &McpSession, output: &Output, position: &mut Position) -> Result<(), DeliveryError> {
    let last_event_id = position.last_event_id.as_ref();
    let response = session.endpoint.listen(&session.headers, last_event_id).await?;
    let mut messages = Messages::of(accepted(response).await?);
    while let Some(event) = messages.next().await? {
        // What opens a stream has an id and no data, and the first message may have the same id.
        if !event.data.is_empty() && position.advance(event.id) {
            output.send(event.data).await;
        }
    }
    Ok(())
}

/// The current session as soon as the client has confirmed it; `None` when the link is gone.
async fn next_confirmed(sessions: &mut watch::Receiver<Option<Arc<McpSession>>>) -> Option<Arc<McpSession>> {
    let is_confirmed =
        |session: &Option<Arc<McpSession>>| session.as_ref().is_some_and(|session| session.is_confirmed());
    sessions.wait_for(is_confirmed).await.ok()?.clone()
}

/// Waits, but not longer than the session lasts.
async fn pause(sessions: &mut watch::Receiver<Option<Arc<McpSession>>>, session: &McpSession) {
    tokio::time::timeout(PAUSE, replaced(sessions, session)).await.ok();
}

/// Completes when `session` is no longer the current one.
async fn replaced(sessions: &mut watch::Receiver<Option<Arc<McpSession>>>, session: &McpSession) {
    let is_other = |current: &Option<Arc<McpSession>>| {
        current.as_ref().is_none_or(|current| current.number != session.number)
    };
    sessions.wait_for(is_other).await.ok();
}
