//! Pictures of pages in which an error happened.
//!
//! Fields that hold secrets are found before and after the picture is taken, because a page may move them meanwhile;
//! the server paints over both. [`take`] is all a picture on demand needs too.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use gasoline_server::clock::{Clock, SystemClock};
use gasoline_wire::{Identity, MaskedArea, ScreenshotCapture, ScreenshotTrigger, Viewport};
use serde::Deserialize;
use serde_json::json;

use super::cdp::{CallError, Client, SessionId};
use super::delivery::Delivery;
use super::isolated_world::IsolatedWorld;
use super::page_capture::ExceptionName;

/// The script that looks for fields nobody may see.
const SURVEY: &str = include_str!("survey.js");

/// A page that hangs, shows a dialog or is hidden may never answer.
const SLOWEST_PICTURE: Duration = Duration::from_secs(5);

/// At most one picture in this time for each tab: a page that throws in a loop looks the same every time.
const PAUSE: Duration = Duration::from_secs(1);

/// When pictures are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScreenshotPolicy {
    OnError,
    Off,
}

/// What a picture belongs to.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) trigger: ScreenshotTrigger,
    pub(super) related_event_id: Option<String>,
    pub(super) identity: Identity,
}

/// Takes pictures when errors happen, not too often.
#[derive(Debug)]
pub(super) struct Screenshots {
    policy: ScreenshotPolicy,
    /// When each tab's last picture was begun.
    last: HashMap<Arc<str>, Instant>,
}

impl Screenshots {
    pub(super) fn new(policy: ScreenshotPolicy) -> Self {
        Self { policy, last: HashMap::new() }
    }

    /// Whether an error in `tab` is worth a picture now; if so, the next has to wait.
    pub(super) fn is_due(&mut self, tab: &Arc<str>, now: Instant) -> bool {
        if self.policy == ScreenshotPolicy::Off {
            return false;
        }
        if self.last.get(tab).is_some_and(|last| now.duration_since(*last) < PAUSE) {
            return false;
        }
        self.last.insert(Arc::clone(tab), now);
        true
    }

    /// The tab is closed.
    pub(super) fn forget(&mut self, tab: &str) {
        self.last.remove(tab);
    }
}

/// Subject of a picture that shows an error.
pub(super) fn of_error(error: ExceptionName, session: &str, tab: &str, test_id: Option<&str>) -> Subject {
    Subject {
        trigger: ScreenshotTrigger::Error,
        identity: Identity {
            session: Some(session.to_owned()),
            tab: Some(tab.to_owned()),
            page: error.page,
            frame: error.frame,
            n: None,
            event_id: Some(format!("{}-screenshot", error.event_id)),
            test_id: test_id.map(str::to_owned),
        },
        related_event_id: Some(error.event_id),
    }
}

/// Takes a picture of the page behind `session` and hands it over; a page that does not answer has none.
pub(super) async fn take_and_deliver(
    client: Client,
    session: SessionId,
    subject: Subject,
    delivery: Delivery,
) {
    match tokio::time::timeout(SLOWEST_PICTURE, take(&client, &session, subject)).await {
        Ok(Ok(capture)) => {
            let body = serde_json::to_vec(&capture).unwrap_or_default();
            delivery.add_picture(Bytes::from(body));
        }
        Ok(Err(error)) => tracing::debug!(%error, "no picture of the page"),
        Err(_) => tracing::debug!("no picture of the page: it does not answer"),
    }
}

#[derive(Debug, Deserialize)]
struct Survey {
    url: String,
    viewport: Viewport,
    masks: Vec<MaskedArea>,
}

#[derive(Debug, Deserialize)]
struct Picture {
    data: String,
}

async fn take(
    client: &Client,
    session: &SessionId,
    subject: Subject,
) -> Result<ScreenshotCapture, CallError> {
    let world = IsolatedWorld::open(client, session).await?;
    let Survey { url, viewport, mut masks } = world.evaluate(SURVEY).await?;
    let format = json!({ "format": "png", "optimizeForSpeed": true });
    let picture: Picture = client.call(Some(session), "Page.captureScreenshot", format).await?;
    let after: Survey = world.evaluate(SURVEY).await?;
    masks.extend(after.masks);
    Ok(ScreenshotCapture {
        ts: SystemClock.now().to_string(),
        url,
        trigger: subject.trigger,
        data: picture.data,
        viewport,
        masks: Some(masks),
        related_event_id: subject.related_event_id,
        identity: subject.identity,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tab_has_its_own_pause() {
        let mut screenshots = Screenshots::new(ScreenshotPolicy::OnError);
        let (one, other) = (Arc::from("one"), Arc::from("other"));
        let start = Instant::now();
        assert!(screenshots.is_due(&one, start));
        assert!(!screenshots.is_due(&one, start + PAUSE - Duration::from_millis(1)));
        assert!(screenshots.is_due(&other, start));
        assert!(screenshots.is_due(&one, start + PAUSE));
        screenshots.forget("other");
        assert!(screenshots.is_due(&other, start));
    }

    #[test]
    fn off_is_off() {
        let mut screenshots = Screenshots::new(ScreenshotPolicy::Off);
        assert!(!screenshots.is_due(&Arc::from("one"), Instant::now()));
    }
}
