//! What did the page and its backend say to each other? Requests with bodies, newest first.

use gasoline_core::analysis::listing;
use gasoline_core::analysis::network::{self, RequestFilter};
use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::arguments::{ListOrder, SharedArguments, WholeNumber};
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct GetNetworkBodies;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    method: Option<String>,
    status_min: Option<WholeNumber>,
    status_max: Option<WholeNumber>,
}

impl Tool for GetNetworkBodies {
    const NAME: &'static str = "get_network_bodies";
    const DESCRIPTION: &'static str = "Requests with request and response bodies, newest first. Status 0 means no response. `status_min: 400` for failures.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = true;
    const SHARED: SharedArguments = SharedArguments::List { limit: 20, order: ListOrder::Arrival };
    const KINDS: &'static [Kind] = &[Kind::NetworkBody];
    const MEMBERS: &'static [Member] = &[("findings", Type::Texts), ("requests", Type::Rows)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let Arguments { method, status_min, status_max } = arguments;
        let status = |number: WholeNumber| number.at_most(u16::MAX);
        let filter =
            RequestFilter { method, status_min: status_min.map(status), status_max: status_max.map(status) };
        let view = context.view(&[Kind::NetworkBody]);
        let entries = view.entries(Kind::NetworkBody);
        let found = network::requests(entries, &context.query, context.app.now(), &filter);
        let answer = Answer::list(listing::summary(&found.rows, "request", "requests"), found.rows);
        Ok(answer.with_findings(found.findings))
    }
}
