//! Pictures of pages in which something happened.
//!
//! Fields that hold secrets are found before and after the picture is taken, because a page may move them meanwhile;
//! the server paints over both. An error is pictured at once; anything else when the page has settled.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use gasoline_server::clock::{Clock, SystemClock};
use gasoline_wire::{
    Identity, LiveOutcome, LiveQuery, MaskedArea, ScreenshotCapture, ScreenshotTrigger, SurveyAnswer,
    SurveyQuery, Viewport,
};
use serde::Deserialize;
use serde_json::json;

use super::cdp::{CallError, Client, SessionId};
use super::delivery::Delivery;
use super::isolated_world::IsolatedWorld;
use super::live;
use super::page_capture::{EntryName, Occasion};

/// The script that looks for fields nobody may see.
const SURVEY: &str = include_str!("survey.js");

/// A page that hangs, shows a dialog or is hidden may never answer.
const SLOWEST_PICTURE: Duration = Duration::from_secs(5);

/// How long a page may take to settle before it is pictured.
pub(super) const SETTLE_MILLISECONDS: u32 = 1_500;

/// How long a page may take to say what can be seen in it. A picture is worth having without.
const SLOWEST_ELEMENTS: Duration = Duration::from_secs(1);

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

/// Sees to it that pictures are not taken too often.
#[derive(Debug, Default)]
pub(super) struct Screenshots {
    /// When each tab's last picture was begun, of an error or of anything else: neither keeps the other from being
    /// seen.
    last: HashMap<(Arc<str>, bool), Instant>,
}

impl Screenshots {
    /// Whether something in `tab` may be pictured now; if so, the next has to wait.
    pub(super) fn is_due(&mut self, tab: &Arc<str>, trigger: ScreenshotTrigger, now: Instant) -> bool {
        let subject = (Arc::clone(tab), trigger == ScreenshotTrigger::Error);
        if self.last.get(&subject).is_some_and(|last| now.duration_since(*last) < PAUSE) {
            return false;
        }
        self.last.insert(subject, now);
        true
    }

    /// The tab is closed.
    pub(super) fn forget(&mut self, tab: &str) {
        self.last.retain(|(known, _), _| **known != *tab);
    }
}

/// Subject of a picture that shows what happened.
pub(super) fn of_occasion(occasion: Occasion, session: &str, tab: &str, test_id: Option<&str>) -> Subject {
    let Occasion { trigger, name: EntryName { event_id, page, frame } } = occasion;
    Subject {
        trigger,
        identity: Identity {
            session: Some(session.to_owned()),
            tab: Some(tab.to_owned()),
            page,
            frame,
            n: None,
            event_id: Some(format!("{event_id}-screenshot")),
            test_id: test_id.map(str::to_owned),
        },
        related_event_id: Some(event_id),
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

/// Where fields stand that nobody may see.
#[derive(Debug, Deserialize)]
pub(super) struct Survey {
    url: String,
    viewport: Viewport,
    pub(super) masks: Vec<MaskedArea>,
}

impl Survey {
    pub(super) async fn of(world: &IsolatedWorld<'_>) -> Result<Self, CallError> {
        world.evaluate(SURVEY).await
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Picture {
    pub(super) data: String,
}

async fn take(
    client: &Client,
    session: &SessionId,
    subject: Subject,
) -> Result<ScreenshotCapture, CallError> {
    let world = IsolatedWorld::open(client, session).await?;
    let is_error = subject.trigger == ScreenshotTrigger::Error;
    let mut seen = if is_error { None } else { what_is_seen(&world, SETTLE_MILLISECONDS).await };
    let Survey { url, viewport, mut masks } = Survey::of(&world).await?;
    let format = json!({ "format": "png", "optimizeForSpeed": true });
    let picture: Picture = client.call(Some(session), "Page.captureScreenshot", format).await?;
    masks.extend(Survey::of(&world).await?.masks);
    if is_error {
        // Afterwards: what can be seen at an error does not wait.
        seen = tokio::time::timeout(SLOWEST_ELEMENTS, what_is_seen(&world, 0)).await.ok().flatten();
    }
    let (elements, notes) = seen.map(|seen| (seen.elements, seen.notes)).unzip();
    Ok(ScreenshotCapture {
        ts: SystemClock.now().to_string(),
        url,
        trigger: subject.trigger,
        data: picture.data,
        viewport,
        tiles: None,
        tile_height: None,
        crop: None,
        marks: None,
        elements,
        notes,
        masks: Some(masks),
        related_event_id: subject.related_event_id,
        identity: subject.identity,
    })
}

/// The elements of the page once it has settled; `None` if it does not say.
async fn what_is_seen(world: &IsolatedWorld<'_>, settle_ms: u32) -> Option<SurveyAnswer> {
    let query = LiveQuery::Survey(SurveyQuery { settle_ms, ..SurveyQuery::default() });
    match live::attempt(world, &query).await {
        Ok(Some(LiveOutcome::Survey(answer))) => Some(answer),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tab_has_its_own_pause_and_errors_theirs() {
        let mut screenshots = Screenshots::default();
        let (one, other) = (Arc::from("one"), Arc::from("other"));
        let start = Instant::now();
        let (error, action) = (ScreenshotTrigger::Error, ScreenshotTrigger::Action);
        assert!(screenshots.is_due(&one, action, start));
        assert!(!screenshots.is_due(&one, ScreenshotTrigger::Navigation, start));
        assert!(screenshots.is_due(&one, error, start));
        let in_a_second = (1..30).map(|number| start + Duration::from_millis(number * 30));
        assert_eq!(in_a_second.filter(|now| screenshots.is_due(&one, error, *now)).count(), 0);
        assert!(!screenshots.is_due(&one, error, start + PAUSE - Duration::from_millis(1)));
        assert!(screenshots.is_due(&other, error, start));
        assert!(screenshots.is_due(&one, error, start + PAUSE));
        screenshots.forget("other");
        assert!(screenshots.is_due(&other, error, start));
    }
}
