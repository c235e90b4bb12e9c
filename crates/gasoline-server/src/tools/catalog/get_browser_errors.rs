//! What broke? Each different error once, newest first, with everything that was found out about it.

use std::time::Duration;

use gasoline_core::analysis::errors::{self, Form};
use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::arguments::{ListOrder, SharedArguments};
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// How long an answer waits for context that is on its way.
const ENRICHMENT_WAIT: Duration = Duration::from_millis(500);

/// The tool.
pub(super) struct GetBrowserErrors;

/// Only the shared arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {}

impl Tool for GetBrowserErrors {
    const NAME: &'static str = "get_browser_errors";
    const DESCRIPTION: &'static str = "Errors and uncaught exceptions from the browser, each once with `count`, newest first: original source, components, state, preceding actions and requests, likely cause. `shortened` rows are whole with limit 1.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = true;
    const SHARED: SharedArguments = SharedArguments::List { limit: 50, order: ListOrder::Arrival };
    const KINDS: &'static [Kind] = &[Kind::Log, Kind::WebSocket];
    const MEMBERS: &'static [Member] = &[("errors", Type::Rows)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, _arguments: Arguments) -> Result<Answer, ToolFailure> {
        if !context.app.is_saved() {
            await_enrichment(&context).await;
        }
        let view = context.view(&errors::KINDS);
        let found = errors::errors(&view, &context.query, context.app.now(), Form::Condensed);
        Ok(Answer::list(found.summary(), found.rows))
    }
}

/// Waits until no error asked for is still pending, at most [`ENRICHMENT_WAIT`].
async fn await_enrichment(context: &ToolContext) {
    let is_pending = || {
        let view = context.view(&[Kind::Log]);
        let now = context.app.now();
        view.entries(Kind::Log)
            .iter()
            .rev()
            .any(|entry| entry.is_error() && entry.is_pending(now) && context.query.matches(entry))
    };
    // Subscribed before the first look, so that nothing completes unseen in between.
    let mut happenings = context.app.bus.subscribe();
    let settled = async { while is_pending() && happenings.next().await.is_some() {} };
    // Running out of time is an ordinary outcome: the answer then shows `enrichment: pending`.
    drop(context.app.clock().timeout(ENRICHMENT_WAIT, settled).await);
}
