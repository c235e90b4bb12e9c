//! The one way to call a tool. Everything a tool could forget happens here: unknown and mistyped arguments, the token
//! budget, counts of what was dropped, version notices, panics, cancellation, what a saved capture cannot do.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use gasoline_core::analysis::not_captured;
use gasoline_core::intake::Kind;
use gasoline_core::render::{Answer, AnswerFile, tokens};
use gasoline_core::store::{Losses, Scope, View};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::JsonObject;
use super::arguments::{SharedArguments, SharedValues};
use super::caller::Caller;
use super::definition::{Effect, RegisteredTool};
use super::failure::ToolFailure;
use super::tool::{Tool, ToolContext};
use crate::app::{App, GeneratedFile};

/// What a call comes back with. Whatever else a tool may show one day (a report in words, pictures) is a member here,
/// and each caller decides how its protocol carries it.
#[derive(Debug)]
pub struct Reply {
    /// The answer, JSON text.
    pub json: String,
    /// Files that did not fit into it.
    pub links: Vec<GeneratedFile>,
}

/// A tool at work.
pub(super) type Running = Pin<Box<dyn Future<Output = Result<Answer, ToolFailure>> + Send>>;

/// Reads a tool's own arguments and starts it.
pub(super) type Start = fn(ToolContext, JsonObject) -> Running;

/// Calls a tool. The answer is the same for every caller, its notices aside.
pub async fn call(
    app: &Arc<App>,
    caller: &Caller,
    name: &str,
    mut arguments: JsonObject,
    cancelled: &CancellationToken,
) -> Result<Reply, ToolFailure> {
    let tool = RegisteredTool::find(caller, name)?;
    if needs_live_capture(tool) {
        app.check_live()?;
    }
    check_names(tool, &arguments)?;
    let SharedValues { query, scope, max_tokens } = tool.shared.take(&mut arguments, app)?;
    let context = ToolContext { app: Arc::clone(app), query, scope: scope.clone(), max_tokens };
    let mut answer = isolated((tool.start)(context, arguments), cancelled).await?;
    answer.fields.extend(caller.take_notice(app).map(|text| ("notice", Value::from(text))));
    answer.fields.extend(caveats(app, &scope, tool.shared));
    Ok(finish(app, answer, max_tokens))
}

/// Whether a tool asks an open page or removes something, neither of which a saved capture can do.
fn needs_live_capture(tool: &RegisteredTool) -> bool {
    tool.definition.effect == Effect::Removes || matches!(tool.shared, SharedArguments::OpenPage)
}

fn check_names(tool: &RegisteredTool, arguments: &JsonObject) -> Result<(), ToolFailure> {
    let properties = tool.definition.input_schema.get("properties").and_then(Value::as_object);
    let known = || properties.into_iter().flat_map(JsonObject::keys).map(String::as_str);
    let Some(name) = arguments.keys().find(|name| !known().any(|known| known == name.as_str())) else {
        return Ok(());
    };
    let listed: Vec<_> = known().collect();
    let known = if listed.is_empty() { "no arguments".to_owned() } else { listed.join(", ") };
    Err(ToolFailure::UnknownArgument { name: name.clone(), known })
}

/// Runs a tool in a task of its own, so that its panic becomes its answer and a call that is withdrawn stops.
async fn isolated(running: Running, cancelled: &CancellationToken) -> Result<Answer, ToolFailure> {
    let task = AbortOnDropHandle::new(tokio::spawn(running));
    tokio::select! {
        joined = task => joined.unwrap_or_else(|error| Err(ToolFailure::Panicked(error.to_string()))),
        () = cancelled.cancelled() => Err(ToolFailure::Cancelled),
    }
}

/// Reads a tool's own arguments and starts it.
pub(super) fn start<T: Tool>(context: ToolContext, arguments: JsonObject) -> Running {
    Box::pin(async move {
        let arguments = serde_path_to_error::deserialize::<_, T::Arguments>(Value::Object(arguments))
            .map_err(|error| ToolFailure::argument(&error.path().to_string(), error.inner().to_string()))?;
        T::call(context, arguments).await
    })
}

/// What whoever reads the answer has to know besides.
fn caveats(app: &App, scope: &Scope, shared: SharedArguments) -> Vec<(&'static str, Value)> {
    let is_list = matches!(shared, SharedArguments::List { .. });
    let gaps = || not_captured(&app.view(scope, &[Kind::Document]));
    let damage = app.damage().map(|text| ("damaged", Value::from(text)));
    damage.into_iter().chain(dropped(app.losses(scope))).chain(is_list.then(gaps).flatten()).collect()
}

/// What was not kept, when there is something to say.
fn dropped(losses: Losses) -> Option<(&'static str, Value)> {
    let Losses { evicted, lost, merges_dropped } = losses;
    let parts = [("evicted", evicted), ("lost", lost), ("late_context", merges_dropped)];
    let shown: JsonObject = parts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| (name.to_owned(), count.into()))
        .collect();
    (!shown.is_empty()).then_some(("dropped", Value::Object(shown)))
}

/// Where something is not captured, so that nobody takes an empty list for silence.
fn not_captured(view: &View) -> Option<(&'static str, Value)> {
    let pages = not_captured::pages(view.entries(Kind::Document));
    (!pages.is_empty()).then_some(("not_captured", Value::Array(pages)))
}

/// Writes the answer within its budget; files that do not fit are kept aside and linked.
fn finish(app: &App, mut answer: Answer, max_tokens: usize) -> Reply {
    let left_out = answer.take_files(max_tokens);
    if !left_out.is_empty() {
        let reasons: Vec<_> = left_out.iter().map(|file| too_long(file, max_tokens)).collect();
        answer.fields.push(("too_long", Value::from(reasons.join("; "))));
    }
    let links =
        left_out.into_iter().map(|file| app.keep_file(file.name, file.mime_type, file.text)).collect();
    Reply { json: answer.render(max_tokens), links }
}

/// Tokens of an answer besides its file.
const ROOM_AROUND_FILES: usize = 500;

/// Says how to get at a file that did not fit. Half a script is none, so it is never cut.
fn too_long(file: &AnswerFile, max_tokens: usize) -> String {
    if file.text.len() > file.largest {
        return format!(
            "`{}` has {} bytes of {}: read the linked resource, or use last_n_actions",
            file.field,
            file.text.len(),
            file.largest
        );
    }
    let needed = tokens::estimate(&Value::from(file.text.as_str()).to_string());
    let how = if needed + ROOM_AROUND_FILES < tokens::LARGEST_BUDGET {
        format!("call again with max_tokens {}", needed + ROOM_AROUND_FILES)
    } else {
        "call again with a smaller last_n_actions".to_owned()
    };
    format!(
        "`{}` takes {needed} tokens of {max_tokens}: read the linked resource, {how}, or use last_n_actions",
        file.field
    )
}
