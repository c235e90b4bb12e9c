//! Tells one client what its stream lets through: as the documented notification, and as a log message, which more clients
//! show.
#![allow(deprecated, reason = "logging is deprecated only in protocol versions above those we speak")]

use std::sync::Arc;
use std::time::Duration;

use gasoline_core::streaming::{Batch, Severity};
use rmcp::model::{CustomNotification, LoggingLevel, LoggingMessageNotificationParam, ServerNotification};
use rmcp::service::ServiceError;
use rmcp::{Peer, RoleServer};
use tokio_util::sync::CancellationToken;

use super::preferences::Preferences;
use crate::app::{App, ClientStream};

/// What the document calls the notification.
const METHOD: &str = "notifications/gasoline/event";
/// Who speaks in log messages.
const LOGGER: &str = "gasoline";
/// A client that does not take a notification for this long is cut off.
const SLOWEST_CLIENT: Duration = Duration::from_secs(10);

/// One client and how to reach it.
pub(super) struct Push {
    pub(super) app: Arc<App>,
    pub(super) stream: Arc<ClientStream>,
    pub(super) preferences: Arc<Preferences>,
    pub(super) peer: Peer<RoleServer>,
}

impl Push {
    /// Sends until the session has `ended`.
    pub(super) async fn run(self, ended: CancellationToken) {
        ended.run_until_cancelled(self.send_all()).await;
    }

    async fn send_all(&self) {
        loop {
            let batch = self.stream.next_batch(self.app.clock()).await;
            match self.app.clock().timeout(SLOWEST_CLIENT, self.send(&batch)).await {
                Ok(Ok(())) => self.stream.note_sent(),
                Ok(Err(error)) => {
                    tracing::debug!(%error, "an MCP client is gone");
                    return;
                }
                Err(_) => self.stream.cut_off(),
            }
        }
    }

    async fn send(&self, batch: &Batch) -> Result<(), ServiceError> {
        let parameters = batch.parameters();
        let event = CustomNotification::new(METHOD, Some(parameters.clone()));
        self.peer.send_notification(ServerNotification::CustomNotification(event)).await?;
        let level = match batch.severity() {
            Severity::Error => LoggingLevel::Error,
            Severity::Warning => LoggingLevel::Warning,
        };
        if self.preferences.wants(level) {
            let message = LoggingMessageNotificationParam::new(level, parameters).with_logger(LOGGER);
            self.peer.notify_logging_message(message).await?;
        }
        Ok(())
    }
}
