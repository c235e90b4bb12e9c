//! Are the WebSockets alive, how busy, and what do they carry?

use gasoline_core::learned::{Connection, Connections, MessageShapes, Traffic};
use gasoline_core::render::Answer;
use gasoline_core::store::Scope;
use gasoline_wire::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::mcp::arguments::ListDefaults;
use crate::mcp::output::{Member, Type};
use crate::mcp::tool::{Effect, Tool, ToolContext, ToolError};

/// The tool.
pub(super) struct GetWebSocketStatus;

/// Its arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    connection_id: Option<String>,
}

/// Shapes of messages named in an answer.
const MOST_VARIANTS_SHOWN: usize = 5;

impl Tool for GetWebSocketStatus {
    const NAME: &'static str = "get_websocket_status";
    const DESCRIPTION: &'static str = "Open WebSocket connections: state, message rates, last messages, message shapes, sampling; and recently closed ones.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const LIST: Option<ListDefaults> = Some(ListDefaults { limit: 50 });
    const MEMBERS: &'static [Member] = &[("connections", Type::Rows), ("closed", Type::Rows)];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolError> {
        let now = context.app.now();
        let wanted = |connection: &&Connection| is_wanted(connection, &context, &arguments);
        let (open, closed) = context.app.with_learned(|learned| {
            let connections: &Connections = &learned.connections;
            let open: Vec<Value> = connections
                .open()
                .into_iter()
                .filter(wanted)
                .take(context.query.limit)
                .map(|one| describe(one, now))
                .collect();
            let closed: Vec<Value> = connections.closed(now).filter(wanted).map(describe_closed).collect();
            (open, closed)
        });
        let summary =
            format!("{} open and {} recently closed WebSocket connections.", open.len(), closed.len());
        Ok(Answer::plain(
            summary,
            vec![("connections", Value::Array(open)), ("closed", Value::Array(closed))],
        ))
    }
}

fn is_wanted(connection: &Connection, context: &ToolContext, arguments: &Arguments) -> bool {
    let url_matches = |part: &str| {
        connection.url.contains(part) || connection.page_url.as_ref().is_some_and(|url| url.contains(part))
    };
    let in_test = match &context.scope {
        Scope::Everything => true,
        Scope::Test(id) => connection.test_id.as_deref() == Some(id),
    };
    in_test
        && arguments.connection_id.as_ref().is_none_or(|id| *id == connection.id)
        && context.query.url_filter.as_deref().is_none_or(url_matches)
        && context.query.tab.as_ref().is_none_or(|tab| connection.tab.as_ref() == Some(tab))
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
    let detected: Vec<&String> = variants.first().map(|(keys, _)| keys.iter().collect()).unwrap_or_default();
    let share = |count: u64| (count as f64 / messages as f64 * 100.0).round() / 100.0;
    let shown = variants.iter().take(MOST_VARIANTS_SHOWN);
    let shown: Vec<Value> =
        shown.map(|(keys, count)| json!({ "keys": keys, "share": share(**count) })).collect();
    json!({
        "detectedKeys": detected,
        "messageCount": messages,
        "consistent": variants.len() == 1 && shapes.other == 0,
        "variants": shown,
    })
}

fn sampling(connection: &Connection) -> Value {
    let mut described = Map::new();
    described.insert("active".to_owned(), json!(connection.sampling.is_some()));
    if let Some(sampled) = &connection.sampling {
        described.insert("rate".to_owned(), json!(sampled.kept_rate));
        let reason = format!(
            "{:.0} messages/s arrive; about {:.0}/s are kept",
            sampled.message_rate, sampled.kept_rate
        );
        described.insert("reason".to_owned(), json!(reason));
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
