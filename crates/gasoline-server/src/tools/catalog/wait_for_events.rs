//! What happens next? Waits for it.

use std::collections::BTreeSet;
use std::time::Duration;

use gasoline_core::render::Answer;
use gasoline_core::store::Store;
use gasoline_core::streaming::{Category, StreamConfig};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, Numbered, Waiting};
use crate::tools::arguments::{Id, SharedArguments, WholeNumber};
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// How long a call waits when nothing is said.
const USUAL_WAIT: u64 = 30;
/// How long at most: clients give up after 60 s.
const LONGEST_WAIT: u64 = 55;
/// How long at most if the client is shown that the call goes on.
const LONGEST_WITH_PROGRESS: u64 = 600;
/// What belongs together comes within this time: a failed request and the error it causes.
const TOGETHER: Duration = Duration::from_millis(300);

/// The tool.
pub(super) struct WaitForEvents;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Default 30, at most 55.
    timeout_seconds: Option<WholeNumber>,
    /// Default: all.
    events: Option<Vec<Category>>,
    url_filter: Option<String>,
    /// `next_cursor` of the last answer, to miss nothing in between.
    cursor: Option<Id>,
}

impl Tool for WaitForEvents {
    const NAME: &'static str = "wait_for_events";
    const DESCRIPTION: &'static str = "Waits for the next error, failing request or other significant event, while the user reproduces something.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = true;
    const SHARED: SharedArguments = SharedArguments::None;
    const LIMIT: Duration = Duration::from_secs(LONGEST_WAIT);
    const MEMBERS: &'static [Member] = &[("events", Type::Rows), ("count", Type::Count)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let app = &context.app;
        app.check_live()?;
        let Arguments { timeout_seconds, events, url_filter, cursor } = arguments;
        let longest = if context.shows_progress { LONGEST_WITH_PROGRESS } else { LONGEST_WAIT };
        let asked: u64 = timeout_seconds.map_or(USUAL_WAIT, |seconds| seconds.at_most(u64::MAX));
        let seconds = asked.min(longest);
        let mut wanted =
            StreamConfig { url_filter, site: context.query.site.clone(), ..StreamConfig::default() };
        if let Some(events) = events.filter(|events| !events.is_empty()) {
            wanted.categories = BTreeSet::from_iter(events);
        }
        let waiting = Waiting::begin(&app.streaming, wanted);
        if let Some(cursor) = cursor {
            waiting.look_back(&app.streaming.since(read_cursor(app, &cursor.into_text())?).events);
        }
        let started = app.now();
        let came = async {
            waiting.something().await;
            app.clock().sleep(TOGETHER).await;
        };
        // Running out of time is an ordinary outcome, and what came in its last moments counts.
        drop(app.clock().timeout(Duration::from_secs(seconds), came).await);
        let (found, count) = waiting.collected();
        if let Some(stream) = &context.stream {
            let new = found.iter().filter(|(_, event)| !event.is_known);
            stream.note_told(&new.map(|(id, _)| *id).collect::<Vec<_>>());
        }
        let has_entries = app.with_store(Store::last_entry_at).is_some_and(|last| last >= started);
        let mut summary = if count == 0 { nothing(seconds, has_entries) } else { something(&found, count) };
        if count == 0 && asked > seconds {
            summary.push_str(&format!(" {seconds} s is the longest wait; call again to go on."));
        }
        Ok(answer(app, summary, &found, count))
    }
}

fn answer(app: &App, summary: String, found: &[Numbered], count: usize) -> Answer {
    let rows: Vec<Value> = found.iter().map(row).collect();
    let newest = app.streaming.since(u64::MAX - 1).newest;
    let next_cursor = format!("{}-{newest}", app.run.id);
    Answer::plain(
        summary,
        vec![("count", json!(count)), ("events", json!(rows)), ("next_cursor", json!(next_cursor))],
    )
}

fn row((_, event): &Numbered) -> Value {
    let mut row = serde_json::to_value(&**event).unwrap_or_default();
    if event.is_known {
        row["seen_before"] = json!(true);
    }
    row
}

fn something(found: &[Numbered], count: usize) -> String {
    let again = found.iter().filter(|(_, event)| event.is_known).count();
    let noun = if count == 1 { "event" } else { "events" };
    match again {
        0 => format!("{count} {noun}."),
        _ => format!("{count} {noun}, {again} of them seen before."),
    }
}

/// Says what silence means.
fn nothing(seconds: u64, has_entries: bool) -> String {
    let why = if has_entries {
        "captured pages were active, and nothing of what they did is significant"
    } else {
        "no captured page sent anything: nothing was done in the browser, or it is not connected (`gasoline doctor`)"
    };
    format!("No significant event in {seconds} s: {why}.")
}

/// The number in a cursor. One of another run of the server looks back at everything of this one.
fn read_cursor(app: &App, text: &str) -> Result<u64, ToolFailure> {
    let parts = text.rsplit_once('-').and_then(|(run, id)| Some((run, id.parse::<u64>().ok()?)));
    match parts {
        Some((run, id)) if run == app.run.id => Ok(id),
        Some(_) => Ok(0),
        None => {
            let reason = format!("expected a `next_cursor` of an earlier answer of this tool, got `{text}`");
            Err(ToolFailure::argument("cursor", reason))
        }
    }
}
