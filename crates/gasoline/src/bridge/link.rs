//! The MCP session with the server, kept alive across servers.
//!
//! The client shakes hands once. If its server goes away or forgets the session, the stored handshake is replayed
//! to the next server and the client notices nothing.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use thiserror::Error;
use tokio::sync::{Mutex, watch};

use super::acceptance::{DeliveryError, accepted};
use super::handshake::Handshake;
use crate::failure::Hint;
use crate::server::{Start, Supply, SupplyError};
use crate::server_client::{ServerClient, SessionHeaders};

/// Servers tried for one handshake: the one believed to be there, and the one found when it was not.
const HANDSHAKE_ATTEMPTS: usize = 2;

/// Why there is no session.
#[derive(Debug, Error)]
pub(crate) enum LinkError {
    #[error(transparent)]
    Supply(#[from] SupplyError),
    #[error(transparent)]
    Delivery(#[from] DeliveryError),
    #[error("the new server did not accept the session: {answer}")]
    HandshakeRefused { answer: String },
}

impl Hint for LinkError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Supply(error) => error.hint(),
            Self::Delivery(DeliveryError::Refused { .. }) => None,
            Self::Delivery(DeliveryError::Hangs { .. }) => Some(
                "`gasoline doctor` names its process; end that, and the next call starts a new server"
                    .to_owned(),
            ),
            Self::Delivery(DeliveryError::TimedOut { .. }) => {
                Some("try again; `gasoline doctor` says how the server is".to_owned())
            }
            Self::Delivery(_) | Self::HandshakeRefused { .. } => {
                Some("try again; if it stays, restart the MCP server in your editor".to_owned())
            }
        }
    }
}

/// A session with one server.
#[derive(Clone, Debug)]
pub(crate) struct McpSession {
    /// Counts the sessions of this link, so that two tasks that lose the same one replace it once.
    pub(crate) number: u64,
    pub(crate) endpoint: ServerClient,
    pub(crate) headers: SessionHeaders,
    initialize: Bytes,
    initialized: Option<Bytes>,
}

impl McpSession {
    /// Whether the client has confirmed the handshake: only then may the server speak unasked.
    pub(crate) fn is_confirmed(&self) -> bool {
        self.initialized.is_some()
    }
}

/// The connection to whichever server there is.
#[derive(Debug)]
pub(crate) struct Link {
    supply: Supply,
    /// The server found last. Holding the lock is the right to look for another and to open a session.
    server: Mutex<Option<ServerClient>>,
    session: watch::Sender<Option<Arc<McpSession>>>,
}

impl Link {
    pub(crate) fn new(supply: Supply) -> Self {
        Self { supply, server: Mutex::new(None), session: watch::Sender::new(None) }
    }

    /// Finds or starts the server before anybody asks for it, so that the first message need not wait.
    pub(crate) async fn prepare(&self) {
        let mut server = self.server.lock().await;
        if server.is_none() {
            // A failure is met again, and reported, by the next caller that needs the server.
            *server = self.supply.endpoint(Start::IfMissing).await.ok();
        }
    }

    /// The session, once the client has opened one.
    pub(crate) fn session(&self) -> Option<Arc<McpSession>> {
        self.session.borrow().clone()
    }

    /// Tells about every change of the session.
    pub(crate) fn sessions(&self) -> watch::Receiver<Option<Arc<McpSession>>> {
        self.session.subscribe()
    }

    /// Opens a session for the client, in place of the one it may have, and returns the server's answer.
    pub(crate) async fn open(&self, initialize: Bytes) -> Result<Vec<u8>, LinkError> {
        let mut server = self.server.lock().await;
        let (endpoint, handshake) = self.shake_hands(&mut server, &initialize, Start::IfMissing).await?;
        if handshake.succeeded {
            let previous = self.session();
            self.session.send_replace(Some(Arc::new(McpSession {
                number: previous.as_ref().map_or(0, |session| session.number + 1),
                endpoint,
                headers: handshake.headers,
                initialize,
                initialized: None,
            })));
            if let Some(previous) = previous {
                end(&previous).await;
            }
        }
        Ok(handshake.answer)
    }

    /// Records that the client has confirmed the handshake with `initialized`.
    pub(crate) fn confirm(&self, initialized: Bytes) {
        self.session.send_modify(|session| {
            if let Some(session) = session {
                Arc::make_mut(session).initialized = Some(initialized);
            }
        });
    }

    /// A session in place of `lost`, which some delivery found to be gone.
    pub(crate) async fn reopen(&self, lost: &McpSession, start: Start) -> Result<Arc<McpSession>, LinkError> {
        let mut server = self.server.lock().await;
        if let Some(current) = self.session().filter(|session| session.number != lost.number) {
            return Ok(current);
        }
        *server = None;
        let (endpoint, handshake) = self.shake_hands(&mut server, &lost.initialize, start).await?;
        if !handshake.succeeded {
            let answer = String::from_utf8_lossy(&handshake.answer).into_owned();
            return Err(LinkError::HandshakeRefused { answer });
        }
        if let Some(initialized) = &lost.initialized {
            let response = endpoint.post(Some(&handshake.headers), initialized.clone());
            accepted(response.await.map_err(DeliveryError::from)?).await?;
        }
        let session = Arc::new(McpSession {
            number: lost.number + 1,
            endpoint,
            headers: handshake.headers,
            ..lost.clone()
        });
        self.session.send_replace(Some(Arc::clone(&session)));
        Ok(session)
    }

    /// Ends the session, if there is one.
    pub(crate) async fn close(&self) {
        if let Some(session) = self.session.send_replace(None) {
            end(&session).await;
        }
    }

    async fn shake_hands(
        &self,
        server: &mut Option<ServerClient>,
        initialize: &Bytes,
        start: Start,
    ) -> Result<(ServerClient, Handshake), LinkError> {
        let mut attempts_left = HANDSHAKE_ATTEMPTS;
        loop {
            let endpoint = match server.take() {
                Some(endpoint) => endpoint,
                None => self.supply.endpoint(start).await?,
            };
            attempts_left -= 1;
            match Handshake::with(&endpoint, initialize.clone()).await {
                Ok(handshake) => {
                    *server = Some(endpoint.clone());
                    return Ok((endpoint, handshake));
                }
                Err(error) if error.is_loss() && attempts_left > 0 => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Tells the server that a session is over. Of no consequence if it cannot be told: then the session is over too.
async fn end(session: &McpSession) {
    const SLOWEST_END: Duration = Duration::from_secs(1);
    let request = session.endpoint.end(&session.headers);
    tokio::time::timeout(SLOWEST_END, request).await.ok();
}
