//! Are the WebSockets alive, how busy, and what do they carry?

use gasoline_core::analysis::rows::{About, Leaner, Order, Paging, Row, Rows};
use gasoline_core::intake::Kind;
use gasoline_core::learned::{Connection, Keys, MessageShapes, Traffic};
use gasoline_core::render::Answer;
use gasoline_wire::{SampledRate, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::tools::arguments::{Id, ListOrder, SharedArguments};
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct GetWebSocketStatus;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    connection_id: Option<Id>,
}

/// Shapes of messages named in an answer.
const MOST_VARIANTS_SHOWN: usize = 5;

/// What open connections do without before one of them is left out.
const LEANER: &[Leaner] =
    &[|row| row.shift_remove("schema").is_some(), |row| row.shift_remove("lastMessage").is_some()];

impl Tool for GetWebSocketStatus {
    const NAME: &'static str = "get_websocket_status";
    const DESCRIPTION: &'static str = "Open WebSocket connections: state, message rates, last messages, message shapes, sampling; and recently closed ones.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::List { limit: 50, order: ListOrder::Now };
    const KINDS: &'static [Kind] = &[Kind::WebSocket];
    const MEMBERS: &'static [Member] = &[("connections", Type::Rows), ("closed", Type::Rows)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let now = context.app.now();
        let id = arguments.connection_id.map(Id::into_text);
        let wanted = |connection: &&Connection| is_wanted(connection, &context, id.as_deref());
        let (open, closed) = context.app.with_learned(|learned| {
            let open = learned.connections.open().into_iter().filter(wanted).map(|one| describe(one, now));
            let closed = learned.connections.closed(now).filter(wanted).map(describe_closed);
            (open.collect::<Vec<_>>(), closed.collect::<Vec<_>>())
        });
        let summary =
            format!("{} open and {} recently closed WebSocket connections.", open.len(), closed.len());
        Ok(Answer {
            fields: closed_fields(closed, context.max_tokens),
            ..Answer::list(summary, open_rows(open, context.query.limit))
        })
    }
}

fn open_rows(open: Vec<Value>, limit: usize) -> Rows {
    Rows {
        name: "connections",
        beyond_limit: open.len().saturating_sub(limit),
        shown: open.into_iter().take(limit).map(|value| Row { seq: 0, time: None, value }).collect(),
        order: Order::AsListed,
        paging: Paging::OfOneMoment,
        leaner: LEANER,
        about: About::default(),
    }
}

/// Those closed last, in at most half of the budget: open ones matter more.
fn closed_fields(closed: Vec<Value>, max_tokens: usize) -> Vec<(&'static str, Value)> {
    let all = closed.len();
    let mut left = max_tokens * 7 / 4;
    let mut fits = |value: &Value| {
        let rest = left.checked_sub(value.to_string().len() + 1);
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    let shown: Vec<Value> = closed.into_iter().take_while(|value| fits(value)).collect();
    let omitted = all - shown.len();
    let mut fields = vec![("closed", Value::Array(shown))];
    fields.extend((omitted > 0).then_some(("closed_omitted", json!(omitted))));
    fields
}

fn is_wanted(connection: &Connection, context: &ToolContext, id: Option<&str>) -> bool {
    let url_matches = |part: &str| {
        connection.url.contains(part) || connection.page_url.as_ref().is_some_and(|url| url.contains(part))
    };
    context.scope.includes(connection.test_id.as_deref())
        && id.is_none_or(|id| id == connection.id)
        && context.query.url_filter.as_deref().is_none_or(url_matches)
        && context.query.tab.as_ref().is_none_or(|tab| connection.tab.as_ref() == Some(tab))
        && context
            .query
            .site
            .as_ref()
            .is_none_or(|site| connection.page_url.as_ref().is_none_or(|document| site.includes(document)))
}

fn describe(connection: &Connection, now: Timestamp) -> Value {
    json!({
        "id": connection.id,
        "url": connection.url,
        "pageUrl": connection.page_url,
        "tab": connection.tab,
        "state": connection.state,
        "openedAt": connection.opened_at,
        "duration": elapsed(connection.opened_at, now),
        "messageRate": { "incoming": rate(&connection.incoming, now), "outgoing": rate(&connection.outgoing, now) },
        "lastMessage": { "incoming": last(&connection.incoming, now), "outgoing": last(&connection.outgoing, now) },
        "schema": schema(&connection.shapes),
        "sampling": sampling(connection),
    })
}

fn describe_closed(connection: &Connection) -> Value {
    let (code, reason) = connection.closed.clone().unwrap_or_default();
    json!({
        "id": connection.id,
        "url": connection.url,
        "pageUrl": connection.page_url,
        "tab": connection.tab,
        "code": code,
        "reason": reason,
        "closedAt": connection.last_event_at,
        "totals": { "incoming": connection.incoming.total, "outgoing": connection.outgoing.total },
    })
}

fn rate(traffic: &Traffic, now: Timestamp) -> Value {
    json!({ "perSecond": traffic.per_second(now), "total": traffic.total, "bytes": traffic.bytes })
}

fn last(traffic: &Traffic, now: Timestamp) -> Value {
    match &traffic.last {
        None => Value::Null,
        Some((at, preview)) => json!({ "at": at, "age": elapsed(*at, now), "preview": preview }),
    }
}

fn schema(shapes: &MessageShapes) -> Value {
    let messages = shapes.messages();
    if messages == 0 {
        return Value::Null;
    }
    let mut variants: Vec<_> = shapes.variants.iter().collect();
    variants.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let detected = variants.first().map(|(keys, _)| key_list(keys)).unwrap_or_default();
    let share = |count: u64| (count as f64 / messages as f64 * 100.0).round() / 100.0;
    let shown = variants.iter().take(MOST_VARIANTS_SHOWN);
    let shown: Vec<Value> =
        shown.map(|(keys, count)| json!({ "keys": key_list(keys), "share": share(**count) })).collect();
    json!({
        "detectedKeys": detected,
        "messageCount": messages,
        "consistent": variants.len() == 1 && shapes.other == 0,
        "variants": shown,
    })
}

/// The keys that are known by name, and how many there are besides.
fn key_list(keys: &Keys) -> Vec<String> {
    let more = (keys.more > 0).then(|| format!("[{} more]", keys.more));
    keys.named.iter().cloned().chain(more).collect()
}

/// Directions are sampled apart; the connection is when one of them is.
fn sampling(connection: &Connection) -> Value {
    let directions = [("incoming", &connection.incoming), ("outgoing", &connection.outgoing)];
    let sampled: Vec<_> = directions
        .into_iter()
        .filter_map(|(name, traffic)| traffic.sampling.as_ref().map(|sampled| (name, sampled)))
        .collect();
    let mut described = Map::new();
    described.insert("active".to_owned(), json!(!sampled.is_empty()));
    if !sampled.is_empty() {
        let kept: f64 = sampled.iter().map(|(_, sampled)| sampled.kept_rate).sum();
        described.insert("rate".to_owned(), json!(kept));
        let reason = |(name, sampled): &(&str, &SampledRate)| {
            format!(
                "{name}: {:.0} messages/s, about {:.0}/s are kept",
                sampled.message_rate, sampled.kept_rate
            )
        };
        let reasons: Vec<_> = sampled.iter().map(reason).collect();
        described.insert("reason".to_owned(), json!(reasons.join("; ")));
    }
    Value::Object(described)
}

/// A span a person can read: `850ms`, `12.3s`, `5m02s`.
fn elapsed(from: Timestamp, to: Timestamp) -> String {
    let milliseconds = (to.as_milliseconds() - from.as_milliseconds()).max(0);
    match milliseconds {
        0..1_000 => format!("{milliseconds}ms"),
        1_000..60_000 => format!("{:.1}s", milliseconds as f64 / 1_000.0),
        _ => format!("{}m{:02}s", milliseconds / 60_000, milliseconds / 1_000 % 60),
    }
}
