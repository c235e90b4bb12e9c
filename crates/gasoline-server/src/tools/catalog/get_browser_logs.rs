//! What did the page say? Log entries of every level, newest first.

use gasoline_core::analysis::errors::lean;
use gasoline_core::analysis::listing;
use gasoline_core::analysis::logs::Selection;
use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use gasoline_wire::Level;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::tools::arguments::{ListOrder, SharedArguments};
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct GetBrowserLogs;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Only this level.
    level: Option<LevelArgument>,
}

/// Levels as an agent writes them.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LevelArgument {
    Debug,
    Log,
    Info,
    Warn,
    Error,
}

impl From<LevelArgument> for Level {
    fn from(level: LevelArgument) -> Self {
        match level {
            LevelArgument::Debug => Self::Debug,
            LevelArgument::Log => Self::Log,
            LevelArgument::Info => Self::Info,
            LevelArgument::Warn => Self::Warn,
            LevelArgument::Error => Self::Error,
        }
    }
}

impl Tool for GetBrowserLogs {
    const NAME: &'static str = "get_browser_logs";
    const DESCRIPTION: &'static str =
        "Console output, exceptions and failed requests from the browser, newest first.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = true;
    const SHARED: SharedArguments = SharedArguments::List { limit: 100, order: ListOrder::Arrival };
    const KINDS: &'static [Kind] = &[Kind::Log];
    const MEMBERS: &'static [Member] = &[("logs", Type::Rows)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let view = context.view(&[Kind::Log]);
        let selection = Selection::Level(arguments.level.map(Level::from));
        let mut rows =
            listing::rows(view.entries(Kind::Log), &context.query, context.app.now(), "logs", |entry| {
                selection.includes(entry)
            });
        rows.leaner = lean::STEPS;
        Ok(Answer::list(listing::summary(&rows, "log entry", "log entries"), rows))
    }
}
