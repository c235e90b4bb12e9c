//! What went over the WebSockets? Lifecycle and messages, newest first.

use gasoline_core::analysis::listing;
use gasoline_core::analysis::websocket::{self, EventFilter};
use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use gasoline_core::store::Entry;
use gasoline_wire::Direction;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::tools::arguments::{Id, ListOrder, SharedArguments};
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct GetWebSocketEvents;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    connection_id: Option<Id>,
    direction: Option<Direction>,
}

impl Tool for GetWebSocketEvents {
    const NAME: &'static str = "get_websocket_events";
    const DESCRIPTION: &'static str = "WebSocket opens, messages, closes and errors, newest first.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::List { limit: 50, order: ListOrder::Arrival };
    const KINDS: &'static [Kind] = &[Kind::WebSocket];
    const MEMBERS: &'static [Member] = &[("events", Type::Rows), ("unanswered", Type::Rows)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let connection_id = arguments.connection_id.map(Id::into_text);
        let filter = EventFilter { connection_id, direction: arguments.direction };
        let view = context.view(&[Kind::WebSocket]);
        let entries = view.entries(Kind::WebSocket);
        let rows = listing::rows(entries, &context.query, context.app.now(), "events", |entry| {
            filter.includes(entry)
        });
        let asked = |entry: &Entry| filter.includes(entry) && context.query.admits(entry);
        let unanswered = websocket::unanswered(&view, context.app.now(), asked);
        let mut answer = Answer::list(listing::summary(&rows, "WebSocket event", "WebSocket events"), rows);
        answer.fields.extend((!unanswered.is_empty()).then(|| ("unanswered", Value::Array(unanswered))));
        Ok(answer)
    }
}
