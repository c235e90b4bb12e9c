//! Asks one page, in a world of its own.

use std::time::Duration;

use gasoline_wire::{AutoScreenshotState, LiveFailure, LiveFailureReason, LiveOutcome, LiveQuery};
use serde_json::Value;

use super::pages::{Asked, LivePages};
use super::picture;
use crate::attach::cdp::CallError;
use crate::attach::contexts::is_foreign;
use crate::attach::isolated_world::IsolatedWorld;
use crate::bundle;

/// The server gives up earlier; this ends what would wait for ever.
const LONGEST: Duration = Duration::from_secs(40);

/// The script that answers, and the one that checks accessibility: each may be missing once.
const BUNDLES: usize = 2;

/// What came of a query.
pub(in crate::attach) async fn ask(pages: &LivePages, tab: &str, query: &LiveQuery) -> LiveOutcome {
    let Some(mut page) = pages.find(tab) else {
        return failed(LiveFailureReason::TabGone, "no such tab");
    };
    if is_foreign(&page.url) {
        return failed(LiveFailureReason::NotCaptured, "a page of the browser itself");
    }
    if let LiveQuery::AutoScreenshot(change) = query {
        let (when, enabled) = pages.set_auto_screenshot(*change);
        return LiveOutcome::AutoScreenshot(AutoScreenshotState { when, enabled });
    }
    let asked = page.clone();
    tokio::select! {
        outcome = answer(pages, tab, &asked, query) => outcome,
        reason = page.ended() => failed(reason, "the page has ended"),
        () = tokio::time::sleep(LONGEST) => failed(LiveFailureReason::Failed, "the page does not answer"),
    }
}

async fn answer(pages: &LivePages, tab: &str, page: &Asked, query: &LiveQuery) -> LiveOutcome {
    let world = match IsolatedWorld::open(&page.client, &page.session).await {
        Ok(world) => world,
        Err(error) => return refused(&error),
    };
    // The browser tells the name before it answers; what has none any more was left meanwhile.
    let Some(name) = pages.world(tab, page, world.number) else {
        return failed(LiveFailureReason::Navigated, "the page was left");
    };
    let world = world.named(name);
    if let LiveQuery::Screenshot(query) = query {
        let subject = pages.explicit_picture(tab);
        return picture::take(&page.client, &page.session, &world, query, subject).await;
    }
    match attempt(&world, query).await {
        Ok(Some(outcome)) => outcome,
        Ok(None) => failed(LiveFailureReason::Failed, "the page gave no answer"),
        Err(error) => refused(&error),
    }
}

/// `None` if what came back is no outcome.
pub(in crate::attach) async fn attempt(
    world: &IsolatedWorld<'_>,
    query: &LiveQuery,
) -> Result<Option<LiveOutcome>, CallError> {
    let query = serde_json::to_string(query).unwrap_or_default();
    let call = format!("globalThis.gasolineLive === undefined ? 'live.js' : gasolineLive({query})");
    for _ in 0..=BUNDLES {
        let reply: Value = world.evaluate(&call).await?;
        let Value::String(missing) = reply else {
            return Ok(serde_json::from_value(reply).ok());
        };
        let Some(script) = bundle::script(&missing) else { break };
        world.run(script).await?;
    }
    Ok(None)
}

pub(super) fn refused(error: &CallError) -> LiveOutcome {
    let message = error.to_string();
    failed(reason_of(error, &message), &message)
}

/// The browser says only in words what went wrong.
fn reason_of(error: &CallError, message: &str) -> LiveFailureReason {
    const LEFT: [&str; 4] = ["navigated", "context was destroyed", "Cannot find context", "uniqueContextId"];
    match error {
        CallError::Gone => LiveFailureReason::TabGone,
        CallError::Refused(_) if LEFT.iter().any(|words| message.contains(words)) => {
            LiveFailureReason::Navigated
        }
        CallError::Refused(_) if message.contains("crashed") => LiveFailureReason::Crashed,
        CallError::Refused(_) if message.contains("Session with given id not found") => {
            LiveFailureReason::TabGone
        }
        _ => LiveFailureReason::Failed,
    }
}

pub(super) fn failed(reason: LiveFailureReason, message: &str) -> LiveOutcome {
    LiveOutcome::Failed(LiveFailure { reason, message: message.to_owned() })
}
