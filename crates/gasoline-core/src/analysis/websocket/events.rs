//! WebSocket events as they are read for a reader: by connection, in order, whatever other senders write.

use std::collections::BTreeMap;
use std::sync::Arc;

use gasoline_wire::{Direction, Timestamp, WebSocketEvent, WebSocketEventKind};
use serde_json::json;

use crate::store::Entry;

/// One event with the entry it came in.
#[derive(Debug)]
pub(in crate::analysis) struct Event<'v> {
    pub(in crate::analysis) entry: &'v Arc<Entry>,
    pub(in crate::analysis) event: WebSocketEvent,
}

/// Page and id of a connection: ids are unique within their page only.
pub(in crate::analysis) type ConnectionKey = (Option<String>, String);

impl<'v> Event<'v> {
    /// The event of an entry, if it is one.
    pub(in crate::analysis) fn read(entry: &'v Arc<Entry>) -> Option<Self> {
        let event = entry.typed::<WebSocketEvent>(json!({ "url": "", "pageUrl": "" }))?;
        Some(Self { entry, event })
    }

    pub(in crate::analysis) fn key(&self) -> ConnectionKey {
        (self.event.identity.page.clone(), self.event.id.clone())
    }

    pub(in crate::analysis) fn time(&self) -> Timestamp {
        self.entry.time
    }

    pub(in crate::analysis) fn is(&self, kind: WebSocketEventKind) -> bool {
        self.event.event == kind
    }

    pub(in crate::analysis) fn is_message(&self, direction: Direction) -> bool {
        let own = self.event.direction.unwrap_or(Direction::Incoming);
        self.is(WebSocketEventKind::Message) && own == direction
    }

    /// Messages this event stands for, those left out by sampling before it included.
    pub(in crate::analysis) fn messages(&self, direction: Direction) -> u64 {
        let skipped = self.event.sampled.as_ref().map_or(0, |sampled| sampled.skipped);
        if self.is_message(direction) { 1 + u64::from(skipped) } else { 0 }
    }
}

/// The events of each connection, in order of time.
pub(in crate::analysis) fn by_connection<'e, 'v>(
    events: &'e [Event<'v>],
) -> BTreeMap<ConnectionKey, Vec<&'e Event<'v>>> {
    let mut connections: BTreeMap<ConnectionKey, Vec<&Event<'v>>> = BTreeMap::new();
    for event in events {
        connections.entry(event.key()).or_default().push(event);
    }
    for events in connections.values_mut() {
        events.sort_by_key(|event| (event.entry.time, event.entry.seq));
    }
    connections
}
