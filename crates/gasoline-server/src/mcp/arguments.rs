//! The arguments every list shares, read in one place: limits, time, position, address, tab, test.

use gasoline_core::analysis::query::Query;
use gasoline_core::render::tokens;
use gasoline_core::store::Scope;
use gasoline_wire::Timestamp;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::tool::ToolError;
use crate::app::App;

/// How a list behaves when the caller says nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListDefaults {
    /// Rows.
    pub(super) limit: usize,
}

/// Most rows anyone can ask for; the token budget bounds the answer long before.
const LARGEST_LIMIT: usize = 1_000;

/// Smallest budget that still leaves room for a summary.
const SMALLEST_BUDGET: usize = 100;

/// What the shared arguments say.
#[derive(Debug)]
pub(super) struct SharedArguments {
    pub(super) query: Query,
    pub(super) scope: Scope,
    pub(super) max_tokens: usize,
}

/// Schema of the shared arguments. Kept terse: it stands in `tools/list` once per list tool.
pub(super) fn shared_properties() -> JsonObject {
    let Value::Object(properties) = json!({
        "limit": { "type": "integer" },
        "since": { "type": "string" },
        "cursor": { "type": "string" },
        "max_tokens": { "type": "integer" },
        "url_filter": { "type": "string" },
        "test_id": { "type": "string" },
        "tab": { "type": "string" },
    }) else {
        return JsonObject::new();
    };
    properties
}

/// Schema of the arguments that choose a page which is open now.
pub(super) fn live_properties() -> JsonObject {
    let names = ["tab", "url_filter", "max_tokens"];
    shared_properties().into_iter().filter(|(name, _)| names.contains(&name.as_str())).collect()
}

/// Schema of the arguments that choose a captured flow.
pub(super) fn flow_properties() -> JsonObject {
    let names = ["since", "tab", "test_id", "url_filter", "max_tokens"];
    shared_properties().into_iter().filter(|(name, _)| names.contains(&name.as_str())).collect()
}

impl SharedArguments {
    /// Takes the arguments that choose a page; what remains belongs to the tool.
    pub(super) fn take_live(arguments: &mut JsonObject) -> Result<Self, ToolError> {
        let max_tokens = take_number(arguments, "max_tokens", SMALLEST_BUDGET, tokens::LARGEST_BUDGET)?;
        let (tab, url_filter) = (take_text(arguments, "tab")?, take_text(arguments, "url_filter")?);
        Ok(Self {
            query: Query { tab, url_filter, ..Query::default() },
            scope: Scope::Everything,
            max_tokens: max_tokens.unwrap_or(tokens::DEFAULT_BUDGET),
        })
    }

    /// Takes the shared arguments out of `arguments`; what remains belongs to the tool.
    pub(super) fn take(
        arguments: &mut JsonObject,
        defaults: ListDefaults,
        app: &App,
    ) -> Result<Self, ToolError> {
        let limit = take_number(arguments, "limit", 1, LARGEST_LIMIT)?.unwrap_or(defaults.limit);
        let max_tokens = take_number(arguments, "max_tokens", SMALLEST_BUDGET, tokens::LARGEST_BUDGET)?;
        let since = take_text(arguments, "since")?.map(|text| read_time("since", &text)).transpose()?;
        let cursor = take_text(arguments, "cursor")?.map(|text| read_cursor(&text)).transpose()?;
        let (before_seq, as_of) = (cursor.map(|(before, _)| before), cursor.and_then(|(_, as_of)| as_of));
        let url_filter = take_text(arguments, "url_filter")?;
        let tab = take_text(arguments, "tab")?;
        let test_id = take_text(arguments, "test_id")?;
        Ok(Self {
            query: Query { limit, since, before_seq, as_of, url_filter, tab },
            scope: app.scope_of(test_id.as_deref()),
            max_tokens: max_tokens.unwrap_or(tokens::DEFAULT_BUDGET),
        })
    }
}

/// A whole number between bounds. Models also write numbers as strings; both are read.
fn take_number(
    arguments: &mut JsonObject,
    name: &str,
    smallest: usize,
    largest: usize,
) -> Result<Option<usize>, ToolError> {
    let Some(value) = arguments.remove(name).filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    let number = match &value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    match number {
        Some(number) if number.fract() == 0.0 && number >= 0.0 => {
            Ok(Some((number as usize).clamp(smallest, largest)))
        }
        _ => Err(ToolError::argument(
            name,
            format!("expected a whole number from {smallest} to {largest}, got {value}"),
        )),
    }
}

fn take_text(arguments: &mut JsonObject, name: &str) -> Result<Option<String>, ToolError> {
    match arguments.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.is_empty() => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(other) => Err(ToolError::argument(name, format!("expected a string, got {other}"))),
    }
}

fn read_time(name: &str, text: &str) -> Result<Timestamp, ToolError> {
    Timestamp::parse(text).map_err(|error| ToolError::argument(name, format!("{error}, got `{text}`")))
}

/// Where the last page ended and, for lists of groups, up to which arrival it looked: `17` or `17-230`.
fn read_cursor(text: &str) -> Result<(u64, Option<u64>), ToolError> {
    let (before, as_of) = text.split_once('-').map_or((text, None), |(before, as_of)| (before, Some(as_of)));
    let read = || Some((before.parse().ok()?, as_of.map(str::parse).transpose().ok()?));
    read().ok_or_else(|| {
        ToolError::argument("cursor", format!("expected a `next_cursor` of an earlier answer, got `{text}`"))
    })
}
