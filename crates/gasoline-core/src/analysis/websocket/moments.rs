//! WebSocket events for the timeline. Messages in a row are one row, so that a busy connection does not drown the rest.

use gasoline_wire::{Direction, WebSocketEventKind};
use serde_json::{Map, Value, json};

use super::events::Event;
use super::unanswered::Unanswered;

/// Characters of a message shown.
const PREVIEW_CHARACTERS: usize = 100;

/// Something that happened on one connection: one event, or messages in a row.
#[derive(Debug)]
pub(in crate::analysis) struct SocketMoment<'e, 'v> {
    pub(in crate::analysis) first: &'e Event<'v>,
    /// What followed without anything else between.
    pub(in crate::analysis) more: Vec<&'e Event<'v>>,
}

impl<'e, 'v> SocketMoment<'e, 'v> {
    /// Whether an event that follows belongs to this moment.
    pub(in crate::analysis) fn takes(&self, event: &Event<'v>) -> bool {
        let are_messages =
            self.first.is(WebSocketEventKind::Message) && event.is(WebSocketEventKind::Message);
        are_messages && self.first.key() == event.key()
    }

    /// What the reader sees.
    pub(in crate::analysis) fn fill(&self, row: &mut Map<String, Value>, unanswered: &[Unanswered]) {
        let event = &self.first.event;
        let kind = serde_json::to_value(event.event).unwrap_or_default();
        row.insert("event".to_owned(), kind);
        row.insert("url".to_owned(), json!(event.url));
        row.insert("id".to_owned(), json!(event.id));
        match event.event {
            WebSocketEventKind::Message => self.fill_messages(row),
            WebSocketEventKind::Close => {
                row.extend(event.code.map(|code| ("code".to_owned(), json!(code))));
                let reason = event.reason.as_ref().filter(|reason| !reason.is_empty());
                row.extend(reason.map(|reason| ("reason".to_owned(), json!(reason))));
            }
            WebSocketEventKind::Connecting | WebSocketEventKind::Open | WebSocketEventKind::Error => {}
        }
        let own = |one: &&Unanswered| self.events().any(|event| event.entry.seq == one.seq);
        let texts: Vec<&str> = unanswered.iter().filter(own).map(|one| one.text.as_str()).collect();
        if !texts.is_empty() {
            row.insert("unanswered".to_owned(), json!(texts.join("; ")));
        }
    }

    fn fill_messages(&self, row: &mut Map<String, Value>) {
        let count = |direction| self.events().map(|event| event.messages(direction)).sum::<u64>();
        let last = self.more.last().copied().unwrap_or(self.first);
        if self.more.is_empty() && last.event.sampled.is_none() {
            row.insert("direction".to_owned(), json!(last.event.direction.unwrap_or(Direction::Incoming)));
        } else {
            row.insert("incoming".to_owned(), json!(count(Direction::Incoming)));
            row.insert("outgoing".to_owned(), json!(count(Direction::Outgoing)));
        }
        let name = if self.more.is_empty() { "data" } else { "last" };
        row.extend(last.event.data.as_deref().map(|data| (name.to_owned(), json!(preview(data)))));
    }

    fn events(&self) -> impl Iterator<Item = &'e Event<'v>> {
        std::iter::once(self.first).chain(self.more.iter().copied())
    }
}

/// How a message begins.
pub(in crate::analysis) fn preview(data: &str) -> String {
    match data.char_indices().nth(PREVIEW_CHARACTERS) {
        Some((end, _)) => format!("{}…", data.get(..end).unwrap_or_default()),
        None => data.to_owned(),
    }
}
