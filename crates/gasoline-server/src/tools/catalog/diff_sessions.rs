//! What is different from before? Named snapshots of the browser's state, compared.

use gasoline_core::analysis::query::Query;
use gasoline_core::compare::{CURRENT, KINDS, Snapshot, SnapshotError, Snapshots, difference};
use gasoline_core::render::Answer;
use gasoline_core::store::Scope;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::tools::arguments::SharedArguments;
use crate::tools::output::{Member, Summary, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct DiffSessions;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    action: Action,
    /// Of `capture` and `delete`.
    name: Option<String>,
    compare_a: Option<String>,
    /// Default: `current`, what is captured now.
    compare_b: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Action {
    Capture,
    Compare,
    List,
    Delete,
}

impl Tool for DiffSessions {
    const NAME: &'static str = "diff_sessions";
    const DESCRIPTION: &'static str = "Named snapshots of what is captured, and what differs between two: errors, endpoints, load times, WebSockets.";
    const EFFECT: Effect = Effect::Keeps;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::Filtered;
    const SUMMARY: Summary = Summary::SentenceOrObject;
    const MEMBERS: &'static [Member] = &[
        ("action", Type::Text),
        ("name", Type::Text),
        ("snapshot", Type::Object),
        ("snapshots", Type::Rows),
        ("a", Type::Text),
        ("b", Type::Text),
        ("diff", Type::Object),
        ("notes", Type::Texts),
        ("evicted", Type::Text),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let Arguments { action, name, compare_a, compare_b } = arguments;
        match action {
            Action::Capture => capture(&context, &given("name", name)?),
            Action::Compare => compare(&context, &given("compare_a", compare_a)?, compare_b.as_deref()),
            Action::List => Ok(list(&context.app)),
            Action::Delete => delete(&context.app, &given("name", name)?),
        }
    }
}

fn given(argument: &str, value: Option<String>) -> Result<String, ToolFailure> {
    value.ok_or_else(|| ToolFailure::MissingArgument { name: argument.to_owned() })
}

/// The state as it is now.
fn current(context: &ToolContext) -> Snapshot {
    let app = &context.app;
    let filter = Query { limit: usize::MAX, ..context.query.clone() };
    let view = app.view(&Scope::Everything, &KINDS);
    app.with_learned(|learned| Snapshot::of(&view, &filter, learned, app.now()))
}

fn capture(context: &ToolContext, name: &str) -> Result<Answer, ToolFailure> {
    let name = Snapshots::check_name(&context.app.redacted_text(name))?;
    let snapshot = current(context);
    let (counts, is_empty) = (snapshot.counts(), snapshot.is_empty());
    let evicted = context.app.named_snapshots().keep(&name, snapshot)?;
    let summary = if is_empty {
        format!("Captured `{name}`, which is empty: nothing is captured, or nothing matches.")
    } else {
        format!("Captured `{name}`. Compare it later with `current` or another snapshot.")
    };
    let mut fields = vec![("action", json!("captured")), ("name", json!(name)), ("snapshot", counts)];
    fields.extend(evicted.map(|evicted| ("evicted", json!(evicted))));
    Ok(Answer::plain(summary, fields))
}

fn compare(context: &ToolContext, a: &str, b: Option<&str>) -> Result<Answer, ToolFailure> {
    let (a, b) = (a.trim(), b.map_or(CURRENT, str::trim));
    if a == b {
        return Err(SnapshotError::Same(a.chars().take(60).collect()).into());
    }
    let (before, after) = (find(context, a)?, find(context, b)?);
    let found = difference(&before, &after);
    let mut fields =
        vec![("action", json!("compared")), ("a", json!(a)), ("b", json!(b)), ("diff", found.diff.clone())];
    if !found.notes.is_empty() {
        fields.push(("notes", json!(found.notes)));
    }
    Ok(Answer::plain(json!(found.summary), fields))
}

fn find(context: &ToolContext, name: &str) -> Result<Snapshot, ToolFailure> {
    if name == CURRENT {
        return Ok(current(context));
    }
    let app = &context.app;
    Ok(app.named_snapshots().get(name, app.now())?.clone())
}

fn list(app: &App) -> Answer {
    let mut snapshots = app.named_snapshots();
    let rows: Vec<Value> = snapshots
        .all(app.now())
        .into_iter()
        .map(|known| {
            json!({
                "name": known.name,
                "captured_at": known.snapshot.captured_at,
                "page_url": known.snapshot.page_url,
                "error_count": known.snapshot.error_count(),
            })
        })
        .collect();
    let summary = match rows.len() {
        0 => "No snapshot is kept: `capture` one.".to_owned(),
        1 => "1 snapshot.".to_owned(),
        count => format!("{count} snapshots, oldest first."),
    };
    Answer::plain(summary, vec![("action", json!("listed")), ("snapshots", json!(rows))])
}

fn delete(app: &App, name: &str) -> Result<Answer, ToolFailure> {
    let name = app.named_snapshots().delete(name, app.now())?;
    let fields = vec![("action", json!("deleted")), ("name", json!(name))];
    Ok(Answer::plain("Deleted.", fields))
}
