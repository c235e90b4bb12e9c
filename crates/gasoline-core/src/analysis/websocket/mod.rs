//! WebSocket events: which are asked for, how they stand in a timeline, and which messages are missing their answer.

pub(super) mod events;
pub(super) mod moments;
pub(super) mod unanswered;

use gasoline_wire::Direction;
use gasoline_wire::Timestamp;
use serde_json::{Value, json};

use self::events::{Event, by_connection};
use crate::intake::Kind;
use crate::store::{Entry, View, id_text};

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

/// Messages named at most: an answer has better use for its room.
const MOST_UNANSWERED: usize = 5;

/// Messages that never got the answer their like had got before, newest first. Nothing is claimed where entries were lost.
pub fn unanswered(view: &View, now: Timestamp, includes: impl Fn(&Entry) -> bool) -> Vec<Value> {
    if view.losses().lost > 0 {
        return Vec::new();
    }
    let events: Vec<Event<'_>> = view.entries(Kind::WebSocket).iter().filter_map(Event::read).collect();
    let mut found = Vec::new();
    for events in by_connection(&events).values() {
        for missing in unanswered::unanswered(events, now) {
            let asked = events.iter().find(|event| event.entry.seq == missing.seq);
            found.extend(asked.filter(|event| includes(event.entry)).map(|event| (*event, missing)));
        }
    }
    found.sort_by_key(|(event, _)| std::cmp::Reverse(event.entry.seq));
    let told = found.into_iter().take(MOST_UNANSWERED).map(|(event, missing)| {
        let data = moments::preview(event.event.data.as_deref().unwrap_or_default());
        json!({ "ts": event.time().to_string(), "id": event.event.id, "data": data, "why": missing.text })
    });
    told.collect()
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

#[cfg(test)]
mod tests;
