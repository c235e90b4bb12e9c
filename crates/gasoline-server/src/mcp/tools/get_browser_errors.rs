//! What broke? Errors and exceptions, newest first, with everything that was found out about them.

use std::time::Duration;

use gasoline_core::analysis::listing;
use gasoline_core::analysis::logs::Selection;
use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::mcp::arguments::ListDefaults;
use crate::mcp::tool::{Effect, Tool, ToolContext, ToolError};

/// How long an answer waits for context that is on its way.
const ENRICHMENT_WAIT: Duration = Duration::from_millis(500);

/// The tool.
pub(super) struct GetBrowserErrors;

/// Only the shared arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {}

impl Tool for GetBrowserErrors {
    const NAME: &'static str = "get_browser_errors";
    const DESCRIPTION: &'static str = "Errors and uncaught exceptions from the browser, newest first, with stack, page and collected context.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = true;
    const LIST: Option<ListDefaults> = Some(ListDefaults { limit: 50 });
    type Arguments = Arguments;

    async fn call(context: ToolContext, _arguments: Arguments) -> Result<Answer, ToolError> {
        await_enrichment(&context).await;
        let view = context.view(&[Kind::Log]);
        let rows = listing::rows(view.entries(Kind::Log), &context.query, "errors", |entry| {
            Selection::Errors.includes(entry)
        });
        Ok(Answer::list(listing::summary(&rows, "error", "errors"), rows))
    }
}

/// Waits until no error asked for is still pending, at most [`ENRICHMENT_WAIT`].
async fn await_enrichment(context: &ToolContext) {
    let is_pending = || {
        let view = context.view(&[Kind::Log]);
        view.entries(Kind::Log)
            .iter()
            .rev()
            .filter(|entry| entry.is_error() && context.query.matches(entry))
            .take(context.query.limit)
            .any(|entry| entry.is_pending())
    };
    // Subscribed before the first look, so that nothing completes unseen in between.
    let mut happenings = context.app.bus.subscribe();
    let settled = async { while is_pending() && happenings.next().await.is_some() {} };
    // Running out of time is an ordinary outcome: the answer then shows `enrichment: pending`.
    drop(tokio::time::timeout(ENRICHMENT_WAIT, settled).await);
}
