//! What a tool is, and the one adapter that runs all of them.
//!
//! A tool file states its name, description and arguments and fills an [`Answer`]. Everything a tool could forget
//! happens here: unknown and mistyped arguments, the token budget, counts of what was dropped, version notices,
//! panics, cancellation.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use gasoline_core::analysis::not_captured;
use gasoline_core::analysis::query::Query;
use gasoline_core::intake::Kind;
use gasoline_core::render::{Answer, AnswerFile, tokens};
use gasoline_core::store::{Losses, Scope, View};
use rmcp::model::{JsonObject, Tool as ToolDefinition, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::arguments::{
    ListDefaults, ListOrder, SharedArguments, flow_properties, list_properties, live_properties,
};
use super::output::{self, Member, Summary};
use super::tools;
use crate::app::{App, GeneratedFile, LiveError, PageChoice};
use crate::options::{AnswerForm, ToolProfile};

/// What a tool does to captured data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Only reads.
    Reads,
    /// Removes something.
    Removes,
}

/// One tool. Implemented once per file in `tools/`.
pub(super) trait Tool: 'static {
    /// Name agents call it by; also the file's name.
    const NAME: &'static str;
    /// When to use it and what comes back, in as few words as that takes.
    const DESCRIPTION: &'static str;
    /// What it does to captured data.
    const EFFECT: Effect;
    /// Whether it belongs to the short list of `--tools core`.
    const CORE: bool;
    /// Set when the tool lists something: it then takes the shared arguments.
    const LIST: Option<ListDefaults>;
    /// Whether it asks a page that is open now: it then takes the arguments that choose one.
    const LIVE: bool = false;
    /// Whether it is about a flow of the user: it then takes the arguments that choose one.
    const FLOW: bool = false;
    /// What its summary is.
    const SUMMARY: Summary = Summary::Sentence;
    /// What its answers hold besides, as documented; not all of it in every answer.
    const MEMBERS: &'static [Member];
    /// Its own arguments; their doc comments are the schema's text.
    type Arguments: DeserializeOwned + JsonSchema + Send + 'static;

    /// Answers.
    fn call(
        context: ToolContext,
        arguments: Self::Arguments,
    ) -> impl Future<Output = Result<Answer, ToolError>> + Send;
}

/// What a tool works with.
#[derive(Debug)]
pub(super) struct ToolContext {
    /// The shared state.
    pub(super) app: Arc<App>,
    /// Shared filters.
    pub(super) query: Query,
    /// The test asked for, or everything.
    pub(super) scope: Scope,
    /// What the answer may cost.
    pub(super) max_tokens: usize,
}

impl ToolContext {
    /// Entries of `kinds` in the scope asked for.
    pub(super) fn view(&self, kinds: &[Kind]) -> View {
        self.app.view(&self.scope, kinds)
    }

    /// The page asked for, or the one focused last.
    pub(super) fn page_choice(&self) -> PageChoice {
        let Query { tab, url_filter, .. } = self.query.clone();
        PageChoice { tab, url_filter }
    }
}

/// Why a tool could not answer, in words a model can act on.
#[derive(Debug, thiserror::Error)]
pub(super) enum ToolError {
    /// An argument is wrong.
    #[error("argument `{name}`: {reason}")]
    Argument {
        /// Which.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An argument does not exist.
    #[error("unknown argument `{name}`; this tool takes: {known}")]
    UnknownArgument {
        /// Which.
        name: String,
        /// Those that exist.
        known: String,
    },
    /// There is nothing to make an answer of.
    #[error("{0}")]
    NothingCaptured(String),
    /// No page answered.
    #[error(transparent)]
    Live(#[from] LiveError),
    /// The tool itself failed: our bug.
    #[error("the tool failed unexpectedly: {0}; this is a bug in gasoline, other tools still work")]
    Panicked(String),
    /// The client withdrew the call.
    #[error("cancelled")]
    Cancelled,
}

impl ToolError {
    pub(super) fn argument(name: &str, reason: impl Into<String>) -> Self {
        Self::Argument { name: name.to_owned(), reason: reason.into() }
    }
}

/// One call as it comes from the protocol.
pub(super) struct Call {
    pub(super) app: Arc<App>,
    pub(super) arguments: JsonObject,
    /// Something this client should be told along with the answer.
    pub(super) notice: Option<String>,
    pub(super) cancelled: CancellationToken,
}

/// What a call comes back with.
pub(super) struct Reply {
    /// The answer, JSON text.
    pub(super) text: String,
    /// Files that did not fit into it.
    pub(super) links: Vec<GeneratedFile>,
}

type RunFuture = Pin<Box<dyn Future<Output = Result<Answer, ToolError>> + Send>>;

/// A tool without its type.
pub(super) struct ToolEntry {
    pub(super) definition: ToolDefinition,
    core: bool,
    list: Option<ListDefaults>,
    live: bool,
    flow: bool,
    output_schema: fn() -> JsonObject,
    start: fn(ToolContext, JsonObject) -> RunFuture,
}

impl ToolEntry {
    pub(super) fn of<T: Tool>() -> Self {
        let annotations = ToolAnnotations::new()
            .read_only(T::EFFECT == Effect::Reads)
            .destructive(T::EFFECT == Effect::Removes)
            .open_world(false);
        let schema = input_schema::<T>();
        Self {
            definition: ToolDefinition::new(T::NAME, T::DESCRIPTION, schema).with_annotations(annotations),
            core: T::CORE,
            list: T::LIST,
            live: T::LIVE,
            flow: T::FLOW,
            output_schema: || output::schema(T::SUMMARY, T::MEMBERS),
            start: |context, arguments| Box::pin(start::<T>(context, arguments)),
        }
    }

    /// Whether its answers are given as structured content too.
    pub(super) fn is_structured(&self) -> bool {
        self.definition.output_schema.is_some()
    }

    /// Runs one call. A refusal is JSON text too.
    pub(super) async fn run(&self, call: Call) -> Result<Reply, String> {
        let answered = self.answer(call).await;
        answered.map_err(|error| json!({ "error": error.to_string() }).to_string())
    }

    async fn answer(&self, mut call: Call) -> Result<Reply, ToolError> {
        self.check_names(&call.arguments)?;
        let shared = match self.list {
            Some(defaults) => SharedArguments::take(&mut call.arguments, defaults, &call.app)?,
            None if self.live => SharedArguments::take_live(&mut call.arguments)?,
            None if self.flow => {
                let everything = ListDefaults { limit: usize::MAX, order: ListOrder::Arrival };
                SharedArguments::take(&mut call.arguments, everything, &call.app)?
            }
            None => SharedArguments {
                query: Query::default(),
                scope: Scope::Everything,
                max_tokens: tokens::DEFAULT_BUDGET,
            },
        };
        let SharedArguments { query, scope, max_tokens } = shared;
        let context = ToolContext { app: Arc::clone(&call.app), query, scope: scope.clone(), max_tokens };
        let mut answer = isolated((self.start)(context, call.arguments), &call.cancelled).await?;
        answer.fields.extend(call.notice.map(|text| ("notice", Value::from(text))));
        answer.fields.extend(dropped(call.app.losses(&scope)));
        if self.list.is_some() {
            answer.fields.extend(not_captured(&call.app.view(&scope, &[Kind::Document])));
        }
        let left_out = answer.take_files(max_tokens);
        if !left_out.is_empty() {
            let reasons: Vec<_> = left_out.iter().map(|file| too_long(file, max_tokens)).collect();
            answer.fields.push(("too_long", Value::from(reasons.join("; "))));
        }
        let links = left_out.into_iter().map(|file| call.app.keep_file(file.name, file.mime_type, file.text));
        let links = links.collect();
        Ok(Reply { text: answer.render(max_tokens), links })
    }

    fn check_names(&self, arguments: &JsonObject) -> Result<(), ToolError> {
        let empty = JsonObject::new();
        let properties =
            self.definition.input_schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        match arguments.keys().find(|name| !properties.contains_key(*name)) {
            None => Ok(()),
            Some(name) => {
                let known: Vec<_> = properties.keys().map(String::as_str).collect();
                let known = if known.is_empty() { "no arguments".to_owned() } else { known.join(", ") };
                Err(ToolError::UnknownArgument { name: name.clone(), known })
            }
        }
    }
}

/// Runs a tool in a task of its own, so that its panic becomes its answer and a cancelled call stops.
async fn isolated(run: RunFuture, cancelled: &CancellationToken) -> Result<Answer, ToolError> {
    let mut task = tokio::spawn(run);
    tokio::select! {
        joined = &mut task => joined.unwrap_or_else(|error| Err(ToolError::Panicked(error.to_string()))),
        () = cancelled.cancelled() => {
            task.abort();
            Err(ToolError::Cancelled)
        }
    }
}

async fn start<T: Tool>(context: ToolContext, arguments: JsonObject) -> Result<Answer, ToolError> {
    let arguments = serde_path_to_error::deserialize::<_, T::Arguments>(Value::Object(arguments))
        .map_err(|error| ToolError::argument(&error.path().to_string(), error.inner().to_string()))?;
    T::call(context, arguments).await
}

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

/// Tokens of an answer besides its file.
const ROOM_AROUND_FILES: usize = 500;

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

/// The tool's own schema with the shared arguments added, without what clients stumble over or pay for.
fn input_schema<T: Tool>() -> JsonObject {
    let mut schema = schemars::SchemaGenerator::from(
        schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
            settings.inline_subschemas = true;
        }),
    )
    .into_root_schema_for::<T::Arguments>()
    .to_value();
    tidy(&mut schema);
    let Value::Object(mut schema) = schema else {
        return JsonObject::new();
    };
    for noise in ["$schema", "title", "description"] {
        schema.remove(noise);
    }
    schema.insert("type".to_owned(), json!("object"));
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    if let (Some(properties), Some(defaults)) = (properties.as_object_mut(), T::LIST) {
        properties.extend(list_properties(defaults));
    }
    if let (Some(properties), true) = (schema.get_mut("properties").and_then(Value::as_object_mut), T::LIVE) {
        properties.extend(live_properties());
    }
    if let (Some(properties), true) = (schema.get_mut("properties").and_then(Value::as_object_mut), T::FLOW) {
        properties.extend(flow_properties());
    }
    schema
}

/// Drops number formats no validator knows and nullability every client takes for granted.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.remove("format");
            object.remove("minimum");
            object.remove("default");
            if let Some(Value::Array(types)) = object.get("type")
                && let Some(only) = types.iter().find(|kind| *kind != "null").cloned()
            {
                object.insert("type".to_owned(), only);
            }
            if let Some(Value::Array(values)) = object.get_mut("enum") {
                values.retain(|value| !value.is_null());
            }
            for (name, inside) in object {
                match (name.as_str(), inside) {
                    // Its names are arguments, not words of the schema: one may well be called `format`.
                    ("properties", Value::Object(properties)) => properties.values_mut().for_each(tidy),
                    (_, inside) => tidy(inside),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// The tools of one server.
pub(super) struct Registry(Vec<ToolEntry>);

impl Registry {
    pub(super) fn new(profile: ToolProfile, answers: AnswerForm) -> Self {
        let mut offered = tools::all();
        offered.retain(|entry| entry.core || profile == ToolProfile::All);
        if answers == AnswerForm::TextAndStructure {
            for entry in &mut offered {
                entry.definition.output_schema = Some(Arc::new((entry.output_schema)()));
            }
        }
        Self(offered)
    }

    pub(super) fn find(&self, name: &str) -> Option<&ToolEntry> {
        self.0.iter().find(|entry| entry.definition.name == name)
    }

    pub(super) fn definitions(&self) -> Vec<ToolDefinition> {
        self.0.iter().map(|entry| entry.definition.clone()).collect()
    }

    /// For error messages.
    pub(super) fn names(&self) -> String {
        let names: Vec<Cow<'_, str>> = self.0.iter().map(|entry| entry.definition.name.clone()).collect();
        names.join(", ")
    }
}
