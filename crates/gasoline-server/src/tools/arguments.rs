//! The arguments that tools share, read in one place: limits, time, position, address, tab, test.

use gasoline_core::analysis::query::Query;
use gasoline_core::render::tokens;
use gasoline_core::store::Scope;
use gasoline_wire::Timestamp;
use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::{Value, json};

use super::JsonObject;
use super::failure::ToolFailure;
use crate::app::App;

/// Which arguments a tool shares with others.
#[derive(Clone, Copy, Debug)]
pub(super) enum SharedArguments {
    /// None.
    None,
    /// Those of a list.
    List {
        /// Rows, when the caller says nothing.
        limit: usize,
        /// How its pages follow each other.
        order: ListOrder,
    },
    /// Those of a list of what was learned, which belongs to all tests and tabs.
    Learned {
        /// Rows, when the caller says nothing.
        limit: usize,
    },
    /// Those that choose what a comparison is about.
    Filtered,
    /// Those that choose a page which is open now.
    OpenPage,
    /// Those that choose a flow of the user.
    Flow,
    /// Those that choose a picture, or the page to take one of.
    Pictures,
}

/// What the rows of a list are ordered by, which decides what `since` and `cursor` can mean for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListOrder {
    /// Arrival at the server.
    Arrival,
    /// Time in the browser.
    Time,
    /// Nothing: the rows are of this moment, and it takes neither.
    Now,
}

/// Most rows anyone can ask for; the token budget bounds the answer long before.
const LARGEST_LIMIT: usize = 1_000;

/// Smallest budget that still leaves room for a summary.
const SMALLEST_BUDGET: usize = 100;

/// What the shared arguments say.
#[derive(Debug)]
pub(super) struct SharedValues {
    pub(super) query: Query,
    pub(super) scope: Scope,
    pub(super) max_tokens: usize,
}

/// Schema of the shared arguments. Kept terse: it stands in `tools/list` once per list tool.
fn all_properties() -> JsonObject {
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

impl SharedArguments {
    /// Their schema.
    pub(super) fn properties(self) -> JsonObject {
        let names = self.names();
        all_properties().into_iter().filter(|(name, _)| names.contains(&name.as_str())).collect()
    }

    fn names(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            Self::List { order: ListOrder::Now, .. } => {
                &["limit", "max_tokens", "url_filter", "test_id", "tab"]
            }
            Self::List { .. } => &["limit", "since", "cursor", "max_tokens", "url_filter", "test_id", "tab"],
            Self::Learned { .. } => &["limit", "max_tokens", "url_filter"],
            Self::Filtered => &["url_filter", "max_tokens"],
            Self::OpenPage => &["tab", "url_filter", "max_tokens"],
            Self::Flow => &["since", "tab", "test_id", "url_filter", "max_tokens"],
            Self::Pictures => &["tab", "url_filter"],
        }
    }

    /// Takes them out of `arguments`; what remains belongs to the tool.
    pub(super) fn take(self, arguments: &mut JsonObject, app: &App) -> Result<SharedValues, ToolFailure> {
        let taken = self.names().iter().filter_map(|name| arguments.remove_entry(*name));
        self.read(&mut taken.collect(), app)
    }

    fn read(self, arguments: &mut JsonObject, app: &App) -> Result<SharedValues, ToolFailure> {
        let (most, order) = match self {
            Self::List { limit, order } => (limit, order),
            Self::Learned { limit } => (limit, ListOrder::Now),
            Self::None | Self::Filtered | Self::OpenPage | Self::Flow | Self::Pictures => {
                (usize::MAX, ListOrder::Arrival)
            }
        };
        let limit = take_number(arguments, "limit", 1, LARGEST_LIMIT)?.unwrap_or(most);
        let max_tokens = take_number(arguments, "max_tokens", SMALLEST_BUDGET, tokens::LARGEST_BUDGET)?;
        let since = take_text(arguments, "since")?.map(|text| read_time("since", &text)).transpose()?;
        let cursor = take_text(arguments, "cursor")?;
        let cursor = cursor.map(|text| read_cursor(&text, order)).transpose()?.unwrap_or_default();
        let url_filter = take_text(arguments, "url_filter")?;
        let tab = take_text(arguments, "tab")?;
        let test_id = take_text(arguments, "test_id")?;
        Ok(SharedValues {
            query: Query { limit, since, url_filter, tab, ..cursor },
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
) -> Result<Option<usize>, ToolFailure> {
    let Some(value) = arguments.remove(name).filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    match whole_number(&value).filter(|&number| number >= smallest) {
        Some(number) => Ok(Some(number.min(largest))),
        None => Err(ToolFailure::argument(
            name,
            format!("expected a whole number from {smallest} to {largest}, got {value}"),
        )),
    }
}

fn whole_number(value: &Value) -> Option<usize> {
    let number: f64 = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }?;
    (number.fract() == 0.0 && number >= 0.0).then_some(number as usize)
}

// A number of a tool's own, written in any way that the shared numbers may be written in. (The schema would show a
// documentation comment to every client.)
#[derive(Clone, Copy, Debug, JsonSchema)]
#[schemars(inline)]
pub(super) struct WholeNumber(usize);

impl WholeNumber {
    /// The number, or `largest` if it is beyond that.
    pub(super) fn at_most<T: TryFrom<usize> + Ord>(self, largest: T) -> T {
        match T::try_from(self.0) {
            Ok(number) => number.min(largest),
            Err(_) => largest,
        }
    }
}

impl<'de> Deserialize<'de> for WholeNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_number(deserializer, 0).map(Self)
    }
}

// How many, at least one.
#[derive(Clone, Copy, Debug, JsonSchema)]
#[schemars(inline)]
pub(super) struct Count(usize);

impl Count {
    /// The number.
    pub(super) fn get(self) -> usize {
        self.0
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_number(deserializer, 1).map(Self)
    }
}

fn read_number<'de, D: Deserializer<'de>>(deserializer: D, smallest: usize) -> Result<usize, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let refusal = || D::Error::custom(format!("expected a whole number from {smallest}, got {value}"));
    whole_number(&value).filter(|&number| number >= smallest).ok_or_else(refusal)
}

// An id, which models also write as the number it looks like.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(inline)]
pub(super) struct Id(String);

impl Id {
    /// As text.
    pub(super) fn into_text(self) -> String {
        self.0
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(text)),
            Value::Number(number) => Ok(Self(number.to_string())),
            other => Err(D::Error::custom(format!("expected a string, got {other}"))),
        }
    }
}

fn take_text(arguments: &mut JsonObject, name: &str) -> Result<Option<String>, ToolFailure> {
    match arguments.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.is_empty() => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(other) => Err(ToolFailure::argument(name, format!("expected a string, got {other}"))),
    }
}

fn read_time(name: &str, text: &str) -> Result<Timestamp, ToolFailure> {
    Timestamp::parse(text).map_err(|error| ToolFailure::argument(name, format!("{error}, got `{text}`")))
}

/// Where the last page ended: `17`, or `r17` among the rows that a filter was not meant for; for lists of groups, also up to which arrival it looked: `17-230`; for lists in
/// order of time, also the time at which it ended: `17-230-1769077800000`.
fn read_cursor(text: &str, order: ListOrder) -> Result<Query, ToolFailure> {
    let is_of_this_list = |cursor: &Query| cursor.before_time.is_some() == (order == ListOrder::Time);
    parse_cursor(text).filter(is_of_this_list).ok_or_else(|| {
        let reason = format!("expected a `next_cursor` of an earlier answer of this tool, got `{text}`");
        ToolFailure::argument("cursor", reason)
    })
}

fn parse_cursor(text: &str) -> Option<Query> {
    if let Some(rest) = text.strip_prefix('r') {
        return Some(Query { before_seq: Some(rest.parse().ok()?), in_rest: true, ..Query::default() });
    }
    let mut parts = text.splitn(3, '-');
    let before_seq = Some(parts.next()?.parse().ok()?);
    let as_of = parts.next().map(str::parse).transpose().ok()?;
    let time = parts.next().map(str::parse).transpose().ok()?;
    let before_time = time.map(Timestamp::from_milliseconds).transpose().ok()?;
    Some(Query { before_seq, before_time, as_of, ..Query::default() })
}
