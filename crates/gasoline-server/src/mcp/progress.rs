//! Shows a client that a long call goes on, if it asked to be shown.

use std::future::Future;
use std::time::Duration;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};

use crate::clock::Clock;

/// Often enough for every client's patience.
const INTERVAL: Duration = Duration::from_secs(10);

/// A client that wants to be shown.
pub(super) struct Progress {
    token: ProgressToken,
    peer: Peer<RoleServer>,
}

impl Progress {
    /// Whom to show it to, if the request has a progress token.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Option<Self> {
        Some(Self { token: context.meta.get_progress_token()?, peer: context.peer.clone() })
    }

    /// Does `work` and shows that it goes on.
    pub(super) async fn shown_during<T>(&self, clock: &dyn Clock, work: impl Future<Output = T>) -> T {
        tokio::pin!(work);
        let mut shown = 0.0;
        loop {
            tokio::select! {
                biased;
                done = work.as_mut() => return done,
                () = clock.sleep(INTERVAL) => {}
            }
            shown += 1.0;
            let progress = ProgressNotificationParam::new(self.token.clone(), shown);
            // A client that is gone withdraws the call by itself.
            drop(self.peer.notify_progress(progress).await);
        }
    }
}
