//! The one way to call a tool. Everything a tool could forget happens here: unknown and mistyped arguments, the token
//! budget, counts of what was dropped, version notices, panics, cancellation, what a saved capture cannot do.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use gasoline_core::address::Parts;
use gasoline_core::analysis::not_captured;
use gasoline_core::analysis::rows::Row;
use gasoline_core::intake::Kind;
use gasoline_core::render::{Answer, AnswerFile, AnswerPicture, tokens};
use gasoline_core::store::{Losses, Scope, View};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::arguments::{SharedArguments, SharedValues};
use super::caller::Caller;
use super::definition::{Effect, RegisteredTool};
use super::failure::ToolFailure;
use super::tool::{Tool, ToolContext};
use super::{JsonObject, emptiness};
use crate::app::{App, Awaited, GeneratedFile};

/// What a call comes back with. Each caller decides how its protocol carries the parts.
#[derive(Debug)]
pub struct Reply {
    /// The answer, JSON text.
    pub json: String,
    /// The same in words, where a reader is better served by them.
    pub report: Option<String>,
    /// Files that did not fit into it.
    pub links: Vec<GeneratedFile>,
    /// Pictures that belong to it.
    pub pictures: Vec<AnswerPicture>,
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
    arguments: JsonObject,
    cancelled: &CancellationToken,
) -> Result<Reply, ToolFailure> {
    call_on_terms(app, caller, name, arguments, Terms { cancelled, shows_progress: false }).await
}

/// On which terms a tool is called.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'c> {
    /// Withdraws the call.
    pub cancelled: &'c CancellationToken,
    /// Whether the caller is shown that a long call goes on, and therefore waits for it.
    pub shows_progress: bool,
}

/// Calls a tool, see [`call`].
pub async fn call_on_terms(
    app: &Arc<App>,
    caller: &Caller,
    name: &str,
    mut arguments: JsonObject,
    Terms { cancelled, shows_progress }: Terms<'_>,
) -> Result<Reply, ToolFailure> {
    let tool = RegisteredTool::find(caller, name)?;
    if needs_live_capture(tool) {
        app.check_live()?;
    }
    check_names(tool, &arguments)?;
    app_is_awaited(app, tool, cancelled).await?;
    let given = arguments.clone();
    let SharedValues { mut query, scope, max_tokens } = tool.shared.take(&mut arguments, app)?;
    // Who names a tab or a test means it, whatever app it belongs to.
    let is_named = query.tab.is_some() || scope != Scope::Everything;
    query.site = caller.site().filter(|_| !is_named).cloned();
    let context = ToolContext {
        app: Arc::clone(app),
        query,
        scope: scope.clone(),
        max_tokens,
        cleared_by: caller.as_clearer(),
        stream: caller.stream().cloned(),
        shows_progress,
    };
    let answered = isolated((tool.start)(context, arguments), cancelled).await;
    let mut answer = explained(app, caller, tool, &given, answered, cancelled).await?;
    answer.fields.extend(apps(&answer));
    answer.fields.extend(caller.take_notice(app).map(|text| ("notice", Value::from(text))));
    answer.fields.extend(caller.take_alerts().map(|alerts| ("alerts", alerts)));
    answer.fields.extend(caveats(app, &scope, tool));
    Ok(finish(app, answer, max_tokens))
}

/// Waits for browsers that are on their way to a server that has just started.
async fn app_is_awaited(
    app: &App,
    tool: &RegisteredTool,
    cancelled: &CancellationToken,
) -> Result<(), ToolFailure> {
    let awaited = match tool.shared {
        SharedArguments::None | SharedArguments::Filtered | SharedArguments::Pictures => return Ok(()),
        SharedArguments::List { .. } | SharedArguments::Learned { .. } | SharedArguments::Flow => {
            Awaited::Entries
        }
        SharedArguments::OpenPage => Awaited::Page,
    };
    tokio::select! {
        () = app.await_browsers(awaited) => Ok(()),
        () = cancelled.cancelled() => Err(ToolFailure::Cancelled),
    }
}

/// The answer, and if it is empty, why it is.
async fn explained(
    app: &Arc<App>,
    caller: &Caller,
    tool: &RegisteredTool,
    given: &JsonObject,
    answered: Result<Answer, ToolFailure>,
    cancelled: &CancellationToken,
) -> Result<Answer, ToolFailure> {
    let is_empty = match &answered {
        Ok(answer) => matches!(tool.shared, SharedArguments::List { .. }) && emptiness::is_empty(answer),
        Err(failure) => matches!(failure, ToolFailure::NothingCaptured(_)),
    };
    if !is_empty {
        return answered;
    }
    let filters = emptiness::filters(tool, given, caller);
    let left_out =
        if filters.is_empty() { None } else { unfiltered(app, caller, tool, given, cancelled).await };
    let reason = match left_out {
        Some(count) => emptiness::filtered(&filters, count),
        None => emptiness::reason(app, caller, tool.kinds).await,
    };
    match answered {
        Ok(mut answer) => {
            emptiness::add_reason(&mut answer, &reason);
            Ok(answer)
        }
        Err(ToolFailure::NothingCaptured(_)) if left_out.is_some() => {
            let what = if tool.kinds == [Kind::Action] { "no user actions match" } else { "nothing matches" };
            Err(ToolFailure::NothingCaptured(format!("{what}: {reason}")))
        }
        Err(ToolFailure::NothingCaptured(text)) => {
            Err(ToolFailure::NothingCaptured(format!("{text} ({})", reason.trim_end_matches('.'))))
        }
        Err(failure) => Err(failure),
    }
}

/// Whether a call would have an answer without its filters, and how many rows, where they can be counted.
async fn unfiltered(
    app: &Arc<App>,
    caller: &Caller,
    tool: &RegisteredTool,
    given: &JsonObject,
    cancelled: &CancellationToken,
) -> Option<Option<usize>> {
    let mut arguments = emptiness::without_filters(tool, given);
    let SharedValues { query, scope, max_tokens } = tool.shared.take(&mut arguments, app).ok()?;
    let context = ToolContext {
        app: Arc::clone(app),
        query,
        scope,
        max_tokens,
        cleared_by: caller.as_clearer(),
        stream: caller.stream().cloned(),
        shows_progress: false,
    };
    let answer = isolated((tool.start)(context, arguments), cancelled).await.ok()?;
    match answer.rows.as_ref().filter(|_| matches!(tool.shared, SharedArguments::List { .. })) {
        Some(rows) => Some(rows.total()).filter(|&count| count > 0).map(Some),
        None => Some(None),
    }
}

/// Whose pages the rows shown are of, where they are of several apps: origins and their rows.
fn apps(answer: &Answer) -> Option<(&'static str, Value)> {
    let rows = answer.rows.as_ref()?;
    let text = |row: &'_ Row, name: &str| row.value.get(name)?.as_str().map(str::to_owned);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for row in &rows.shown {
        // Of a request, `url` is not the document.
        let is_request = row.value.get("method").is_some() || row.value.get("event").is_some();
        let document = text(row, "pageUrl").or_else(|| text(row, "url").filter(|_| !is_request));
        let origin =
            document.map(|url| Parts::of(&url).origin.to_owned()).filter(|origin| !origin.is_empty());
        if let Some(origin) = origin {
            *counts.entry(origin).or_default() += 1;
        }
    }
    let shown = counts.len() > 1 && counts.len() <= MOST_APPS;
    shown.then(|| ("apps", json!(counts)))
}

/// Apps named in one answer. Nobody works on more; an answer about more is about the web.
const MOST_APPS: usize = 8;

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
    Err(ToolFailure::unknown_argument(name, known))
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
            .map_err(|error| unreadable(&error.path().to_string(), &error.inner().to_string()))?;
        T::call(context, arguments).await
    })
}

/// What is wrong with a tool's own arguments. serde names a missing one only in its message.
fn unreadable(path: &str, reason: &str) -> ToolFailure {
    let missing = reason.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
    match missing {
        Some(name) if path == "." => ToolFailure::MissingArgument { name: name.to_owned() },
        Some(name) => ToolFailure::MissingArgument { name: format!("{path}.{name}") },
        None => ToolFailure::argument(path, reason),
    }
}

/// What the reader of an answer has to know besides.
fn caveats(app: &App, scope: &Scope, tool: &RegisteredTool) -> Vec<(&'static str, Value)> {
    let is_list = matches!(tool.shared, SharedArguments::List { .. });
    let gaps = || not_captured(&app.view(scope, &[Kind::Document]));
    let damage = app.damage().map(|text| ("damaged", Value::from(text)));
    damage
        .into_iter()
        .chain(dropped(app.losses_of(scope, tool.kinds)))
        .chain(is_list.then(gaps).flatten())
        .collect()
}

/// What was not kept of what the tool reads, when there is something to say.
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
    let report = answer.report.take();
    let pictures = std::mem::take(&mut answer.pictures);
    Reply { json: answer.render(max_tokens), report, links, pictures }
}

/// Tokens of an answer besides its file.
const ROOM_AROUND_FILES: usize = 500;

/// Says how to get at a file that did not fit. Half a script is none, so it is never cut.
fn too_long(file: &AnswerFile, max_tokens: usize) -> String {
    if file.text.len() > file.largest {
        return format!(
            "`{}` has {} bytes of {}: read the linked resource, or use {}",
            file.field,
            file.text.len(),
            file.largest,
            file.narrowed_by
        );
    }
    let needed = tokens::estimate(&Value::from(file.text.as_str()).to_string());
    let how = if needed + ROOM_AROUND_FILES < tokens::LARGEST_BUDGET {
        format!("call again with max_tokens {}", needed + ROOM_AROUND_FILES)
    } else {
        format!("call again with a narrower {}", file.narrowed_by)
    };
    format!(
        "`{}` takes {needed} tokens of {max_tokens}: read the linked resource, {how}, or use {}",
        file.field, file.narrowed_by
    )
}
