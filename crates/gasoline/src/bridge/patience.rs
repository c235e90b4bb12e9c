//! How long the bridge waits for an answer: as long as the tool may take and a little more, and no longer than the server
//! shows signs of life. A server that hangs would otherwise leave the client waiting for ever.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use gasoline_server::clock::Clock;
use gasoline_server::tools;
use serde::Deserialize;
use tokio::sync::watch;

use super::acceptance::DeliveryError;
use crate::server_client::ServerClient;

/// What an answer gets beyond the limit of its tool.
const GRACE: Duration = Duration::from_secs(5);

/// For messages that call no tool.
const USUAL_LIMIT: Duration = Duration::from_secs(30);

/// A server that does not say how it is for this long hangs.
const LONGEST_SILENCE: Duration = Duration::from_secs(5);

/// Pause between two looks. Most answers come before the first.
const LOOK_INTERVAL: Duration = Duration::from_secs(2);

/// Waits by a clock.
#[derive(Clone)]
pub(crate) struct Patience {
    clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for Patience {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Patience")
    }
}

impl Patience {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }

    /// Resolves when there is no point in waiting any longer. Whatever is `heard` begins the limit anew.
    pub(super) async fn exhausted(
        &self,
        endpoint: &ServerClient,
        message: &Bytes,
        heard: watch::Receiver<u64>,
    ) -> DeliveryError {
        let limit = limit(message);
        tokio::select! {
            () = self.limit_passed(limit + GRACE, heard) => DeliveryError::TimedOut { seconds: (limit + GRACE).as_secs() },
            () = self.hangs(endpoint) => {
                DeliveryError::Hangs { port: endpoint.port(), seconds: LONGEST_SILENCE.as_secs() }
            }
        }
    }

    async fn limit_passed(&self, limit: Duration, mut heard: watch::Receiver<u64>) {
        loop {
            tokio::select! {
                () = self.clock.sleep(limit) => return,
                changed = heard.changed() => if changed.is_err() {
                    // The exchange is over, and with it this wait.
                    std::future::pending::<()>().await;
                },
            }
        }
    }

    /// Resolves when the server does not answer `/health` in time. One that is gone is noticed by the exchange itself.
    async fn hangs(&self, endpoint: &ServerClient) {
        loop {
            self.clock.sleep(LOOK_INTERVAL).await;
            if self.clock.timeout(LONGEST_SILENCE, endpoint.health()).await.is_err() {
                return;
            }
        }
    }
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow, default)]
    params: Option<CallParams<'a>>,
}

#[derive(Deserialize)]
struct CallParams<'a> {
    #[serde(borrow, default)]
    name: Option<std::borrow::Cow<'a, str>>,
}

/// How long the answer to a message may take.
fn limit(message: &[u8]) -> Duration {
    let request: Option<Request<'_>> = serde_json::from_slice(message).ok();
    let name = request.and_then(|request| request.params).and_then(|params| params.name);
    name.map_or(USUAL_LIMIT, |name| tools::time_limit(&name))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use gasoline_server::clock::ManualClock;

    use super::*;

    /// server-hangs-03
    #[test]
    fn whatever_is_heard_begins_the_limit_anew() {
        let clock = Arc::new(ManualClock::at(0));
        let patience = Patience::new(clock.clone());
        let (heard, hears) = watch::channel(0);
        let mut waiting = Box::pin(patience.limit_passed(Duration::from_secs(35), hears));
        assert_eq!(waiting.as_mut().now_or_never(), None);
        clock.advance(20_000);
        heard.send_modify(|count| *count += 1);
        assert_eq!(waiting.as_mut().now_or_never(), None);
        clock.advance(20_000);
        assert_eq!(waiting.as_mut().now_or_never(), None);
        clock.advance(15_000);
        assert_eq!(waiting.as_mut().now_or_never(), Some(()));
    }

    #[test]
    fn the_limit_is_that_of_the_tool_called() {
        let call = |name: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}"}}}}"#)
        };
        assert_eq!(limit(call("query_dom").as_bytes()), Duration::from_secs(10));
        assert_eq!(limit(call("wait_for_events").as_bytes()), Duration::from_secs(55));
        assert_eq!(limit(call("no_such_tool").as_bytes()), Duration::from_secs(55));
        assert_eq!(limit(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#), USUAL_LIMIT);
    }
}
