//! Which WebSocket events are asked for.

use gasoline_wire::Direction;
use serde_json::Value;

use crate::store::Entry;

/// A choice among WebSocket events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// Only this connection.
    pub connection_id: Option<String>,
    /// Only messages of this direction.
    pub direction: Option<Direction>,
}

impl EventFilter {
    /// Whether an event is asked for.
    pub fn includes(&self, entry: &Entry) -> bool {
        let Ok(fields) = serde_json::from_str::<Fields>(entry.text()) else {
            return self.connection_id.is_none() && self.direction.is_none();
        };
        let id = text(fields.id);
        self.connection_id.as_ref().is_none_or(|wanted| id.as_ref() == Some(wanted))
            && self.direction.is_none_or(|wanted| fields.direction == Some(wanted))
    }
}

/// Page and id of the connection an event belongs to: ids are unique within their page only.
pub(super) fn connection_of(entry: &Entry) -> Option<(Option<String>, String)> {
    let fields: Fields = serde_json::from_str(entry.text()).ok()?;
    Some((text(fields.page), text(fields.id)?))
}

/// What is asked of an event.
#[derive(serde::Deserialize)]
struct Fields {
    id: Option<Value>,
    page: Option<Value>,
    direction: Option<Direction>,
}

/// Other senders write ids as numbers.
fn text(id: Option<Value>) -> Option<String> {
    match id? {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
