//! Why an answer is empty, and what to do about it. "Nothing captured" alone would sound as if all were well.

use std::sync::Arc;

use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use gasoline_core::store::Scope;
use gasoline_wire::{ClientKind, Timestamp};
use serde_json::Value;

use super::JsonObject;
use super::arguments::SharedArguments;
use super::caller::Caller;
use super::definition::RegisteredTool;
use crate::app::{App, ClearedBy};

/// A clear explains an empty list for so long, if entries came since.
const CLEAR_MATTERS_MILLISECONDS: i64 = 10 * 60 * 1_000;

/// A predecessor's end is news for so long, if entries came since.
const PREDECESSOR_MATTERS_MILLISECONDS: i64 = 10 * 60 * 1_000;

/// Browsers are heard of more often than this while they are open.
const SILENCE_MILLISECONDS: i64 = 2 * 60 * 1_000;

/// Characters of an argument that are repeated.
const LONGEST_ARGUMENT: usize = 60;

/// What says how much to show, not what.
const NO_FILTERS: [&str; 2] = ["limit", "max_tokens"];

/// What chooses among the actions of a flow; its other arguments say what is made of them.
const FLOW_FILTERS: [&str; 4] = ["since", "tab", "test_id", "url_filter"];

/// Whether an answer has a list with nothing in it, and no other list with something.
pub(super) fn is_empty(answer: &Answer) -> bool {
    let has_more = |(_, value): &(&str, Value)| value.as_array().is_some_and(|list| !list.is_empty());
    answer.rows.as_ref().is_some_and(|rows| rows.total() == 0) && !answer.fields.iter().any(has_more)
}

/// Puts the reason where the reader cannot miss it: into the sentence, or beside the documented counts.
pub(super) fn add_reason(answer: &mut Answer, reason: &str) {
    match &answer.summary {
        Value::String(sentence) => {
            answer.summary = Value::from(format!("{}: {reason}", sentence.trim_end_matches('.')));
        }
        _ => answer.fields.push(("why_empty", Value::from(reason))),
    }
}

/// The filters a caller gave, in words; none if there are none.
pub(super) fn filters(tool: &RegisteredTool, arguments: &JsonObject, caller: &Caller) -> Vec<String> {
    let is_filter = |name: &str| match tool.shared {
        SharedArguments::Flow => FLOW_FILTERS.contains(&name),
        _ => !NO_FILTERS.contains(&name),
    };
    let says_something = |value: &Value| !value.is_null() && value.as_str() != Some("");
    let given = arguments.iter().filter(|(name, value)| is_filter(name) && says_something(value));
    let mut named: Vec<String> = given.map(|(name, value)| format!("`{name}: {}`", shown(value))).collect();
    let names_more = ["tab", "test_id"].iter().any(|name| arguments.get(*name).is_some_and(says_something));
    let site = caller.site().filter(|_| !names_more);
    named.extend(site.map(|site| format!("`--site {site}` of this client")));
    named
}

/// The same call without filters.
pub(super) fn without_filters(tool: &RegisteredTool, arguments: &JsonObject) -> JsonObject {
    match tool.shared {
        SharedArguments::Flow => {
            let keeps = |name: &str| !FLOW_FILTERS.contains(&name);
            arguments.iter().filter(|(name, _)| keeps(name)).map(|(n, v)| (n.clone(), v.clone())).collect()
        }
        _ => JsonObject::new(),
    }
}

/// That filters are the reason.
pub(super) fn filtered(filters: &[String], left_out: Option<usize>) -> String {
    let filters = filters.join(" and ");
    match left_out {
        Some(1) => format!("{filters} left out the only one there is; call again without."),
        Some(count) => format!("{filters} left out all {count} there are; call again without."),
        None => format!("{filters} left out all there are; call again without."),
    }
}

fn shown(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        // Some clients write whole numbers as `20.0`.
        Value::Number(number) => {
            number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string())
        }
        other => other.to_string(),
    };
    match text.char_indices().nth(LONGEST_ARGUMENT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// Why there is nothing of these kinds although nothing was filtered.
pub(super) async fn reason(app: &Arc<App>, caller: &Caller, kinds: &[Kind]) -> String {
    if app.is_saved() {
        return "the saved capture holds none.".to_owned();
    }
    let now = app.now();
    let (stored, last_entry) = app.with_store(|store| {
        (Kind::ALL.iter().map(|&kind| store.count(kind)).sum::<usize>(), store.last_entry_at())
    });
    let browser = app.browsers.clients.last_of_any();
    let mut reasons = Vec::new();
    reasons.extend(cleared(app, caller, kinds, now));
    if last_entry.is_none() {
        reasons.push(nothing_came(app, browser, now));
    }
    reasons.extend(replaced(app, last_entry, now));
    if let (Some(last), false) = (last_entry, stored == 0) {
        let others = if stored == 1 { "the 1 entry" } else { &format!("{stored} entries") };
        reasons.push(format!("none of {others} captured is one, the last of which came {}", ago(last, now)));
    }
    if reasons.is_empty() {
        reasons.push("nothing that was captured is left".to_owned());
    }
    let advice = advice(app, last_entry, browser, now).await;
    format!("{}.{advice}", reasons.join("; "))
}

/// Who removed what was there.
fn cleared(app: &App, caller: &Caller, kinds: &[Kind], now: Timestamp) -> Option<String> {
    let clear = app.clears.last(&Scope::Everything, kinds)?;
    let left: usize = app.with_store(|store| kinds.iter().map(|&kind| store.count(kind)).sum());
    if left > 0 && milliseconds(clear.at, now) > CLEAR_MATTERS_MILLISECONDS {
        return None;
    }
    let by = match clear.by {
        ClearedBy::Client(number) if caller.number() == Some(number) => "by you",
        ClearedBy::Client(_) => "by another client",
        ClearedBy::Http => "over HTTP",
        ClearedBy::Test => "by a test that began again",
    };
    let entries = if clear.removed == 1 { "entry" } else { "entries" };
    Some(format!("cleared {} {by} ({} {entries} removed)", ago(clear.at, now), clear.removed))
}

fn nothing_came(app: &App, browser: Option<(ClientKind, Timestamp)>, now: Timestamp) -> String {
    match browser {
        None => {
            let started = ago(app.run.started_at, now);
            format!("no browser has connected since this server started {started}")
        }
        Some((client, seen)) => {
            format!("{} was heard of {} but has sent nothing", name(client), ago(seen, now))
        }
    }
}

/// That an earlier server may have held what is missed.
fn replaced(app: &App, last_entry: Option<Timestamp>, now: Timestamp) -> Option<String> {
    let before = app.run.predecessor.as_ref()?;
    let is_news = milliseconds(app.run.started_at, now) < PREDECESSOR_MATTERS_MILLISECONDS;
    if last_entry.is_some() && !is_news {
        return None;
    }
    let ended = match before.ended_at {
        Some(at) => format!("that ended {}", ago(at, now)),
        None => "that ended without notice".to_owned(),
    };
    Some(format!("this server replaced one {ended}; what that one had captured is gone"))
}

async fn advice(
    app: &Arc<App>,
    last_entry: Option<Timestamp>,
    browser: Option<(ClientKind, Timestamp)>,
    now: Timestamp,
) -> String {
    match (last_entry, browser) {
        (None, None) => match app.busiest_neighbour().await {
            Some(other) => format!(
                " A browser reports to the server on port {port} ({}): use that port here (`gasoline mcp --port {port}`), or \
                 set this server's port in the extension's popup.",
                ago(other.browser_seen, now),
                port = other.port,
            ),
            None => " Load the extension (`gasoline extension` says how) and open the app; `gasoline doctor` names the \
                     broken link."
                .to_owned(),
        },
        (None, Some(_)) => {
            " Reload the page; sites other than localhost must be turned on in the extension's popup.".to_owned()
        }
        (Some(_), Some((client, seen))) if milliseconds(seen, now) > SILENCE_MILLISECONDS && client == ClientKind::Extension => {
            format!(" No browser was heard of since {}: open the app again.", ago(seen, now))
        }
        (Some(_), _) => String::new(),
    }
}

fn name(client: ClientKind) -> &'static str {
    match client {
        ClientKind::Extension => "the extension",
        ClientKind::Ci => "the capture script of a test run",
        ClientKind::Attach => "`gasoline attach`",
    }
}

fn milliseconds(then: Timestamp, now: Timestamp) -> i64 {
    (now.as_milliseconds() - then.as_milliseconds()).max(0)
}

/// How long ago, in the unit in which a person would say it.
fn ago(then: Timestamp, now: Timestamp) -> String {
    const MINUTE: i64 = 60;
    const HOUR: i64 = 60 * MINUTE;
    match milliseconds(then, now) / 1_000 {
        seconds @ ..MINUTE => format!("{seconds} s ago"),
        seconds @ MINUTE..HOUR => format!("{} min ago", seconds / MINUTE),
        seconds => format!("{} h ago", seconds / HOUR),
    }
}
