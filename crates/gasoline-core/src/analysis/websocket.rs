//! Which WebSocket events are asked for.

use gasoline_wire::Direction;
use serde_json::Value;

use crate::store::{Entry, id_text};

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
        let id = id_text(fields.id);
        let direction = fields.direction.and_then(|direction| serde_json::from_value(direction).ok());
        self.connection_id.as_ref().is_none_or(|wanted| id.as_ref() == Some(wanted))
            && self.direction.is_none_or(|wanted| direction == Some(wanted))
    }
}

/// Page and id of the connection an event belongs to: ids are unique within their page only.
pub(super) fn connection_of(entry: &Entry) -> Option<(Option<String>, String)> {
    let fields: Fields = serde_json::from_str(entry.text()).ok()?;
    Some((id_text(fields.page), id_text(fields.id)?))
}

/// What is asked of an event, whatever other senders write there.
#[derive(serde::Deserialize)]
struct Fields {
    id: Option<Value>,
    page: Option<Value>,
    direction: Option<Value>,
}
