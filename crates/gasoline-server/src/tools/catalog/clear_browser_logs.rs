//! Start afresh: removes every log entry, so that the next answer holds only what is new.

use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use gasoline_core::store::Scope;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::tools::arguments::SharedArguments;
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct ClearBrowserLogs;

/// It takes none.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {}

impl Tool for ClearBrowserLogs {
    const NAME: &'static str = "clear_browser_logs";
    const DESCRIPTION: &'static str =
        "Removes all captured log entries; use before the user reproduces something.";
    const EFFECT: Effect = Effect::Removes;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::None;
    const MEMBERS: &'static [Member] = &[("cleared", Type::Boolean), ("entries_removed", Type::Count)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, _arguments: Arguments) -> Result<Answer, ToolFailure> {
        let removed = context.app.clear(&Scope::Everything, &[Kind::Log], context.cleared_by);
        let entries = if removed == 1 { "entry" } else { "entries" };
        let fields = vec![("cleared", json!(true)), ("entries_removed", json!(removed))];
        Ok(Answer::plain(format!("Removed {removed} log {entries}."), fields))
    }
}
