//! What led to what? Actions, requests, WebSocket events and console errors of the flow, in order.

use gasoline_core::analysis::timeline::{self, Include, TimelineOptions};
use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::tools::arguments::{Count, ListOrder, SharedArguments};
use crate::tools::output::{Member, Summary, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct GetSessionTimeline;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Only the last N user actions and what followed.
    last_n_actions: Option<Count>,
    /// Part of a URL.
    url: Option<String>,
    /// Default: all.
    include: Option<Vec<EventType>>,
}

/// What a timeline is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum EventType {
    Actions,
    Network,
    Console,
    Websocket,
    Screenshots,
}

impl Tool for GetSessionTimeline {
    const NAME: &'static str = "get_session_timeline";
    const DESCRIPTION: &'static str = "User actions, requests (with response shape), WebSocket events and console errors and warnings in one ordered timeline: cause and effect.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = true;
    const SHARED: SharedArguments = SharedArguments::List { limit: 200, order: ListOrder::Time };
    const KINDS: &'static [Kind] = &timeline::KINDS;
    const SUMMARY: Summary =
        Summary::Counts(&["actions", "network_requests", "console_errors", "duration_ms"]);
    const MEMBERS: &'static [Member] = &[("findings", Type::Texts), ("timeline", Type::Rows)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let includes = |kind| arguments.include.as_ref().is_none_or(|kinds| kinds.contains(&kind));
        let options = TimelineOptions {
            include: Include {
                actions: includes(EventType::Actions),
                network: includes(EventType::Network),
                console: includes(EventType::Console),
                websocket: includes(EventType::Websocket),
                screenshots: includes(EventType::Screenshots),
            },
            last_n_actions: arguments.last_n_actions.map(Count::get),
        };
        let mut query = context.query.clone();
        query.url_filter = arguments.url.or(query.url_filter);
        let built = timeline::timeline(&context.view(&timeline::KINDS), &query, &options, context.app.now());
        let answer = Answer::list(json!(built.summary), built.rows);
        Ok(answer.with_findings(built.findings))
    }
}
