//! Which WebSocket events are asked for.

use gasoline_wire::Direction;

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
        #[derive(serde::Deserialize)]
        struct Fields {
            id: Option<String>,
            direction: Option<Direction>,
        }
        let Ok(fields) = serde_json::from_str::<Fields>(entry.text()) else {
            return self.connection_id.is_none() && self.direction.is_none();
        };
        self.connection_id.as_ref().is_none_or(|wanted| fields.id.as_ref() == Some(wanted))
            && self.direction.is_none_or(|wanted| fields.direction == Some(wanted))
    }
}
