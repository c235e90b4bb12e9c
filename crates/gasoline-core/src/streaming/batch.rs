//! What is sent at once, in the form clients get.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Severity, StreamEvent};

/// What leaves at once: one notification, whatever it holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// The first of them, each with its number.
    pub events: Vec<(u64, Arc<StreamEvent>)>,
    /// How many there were.
    pub count: usize,
    /// How many said what had just been told; they are not in `count`.
    pub repeats: usize,
    /// Where they belong: counts of all, not only of the first.
    pub by_category: BTreeMap<&'static str, usize>,
}

impl Batch {
    /// The worst in it.
    pub fn severity(&self) -> Severity {
        self.events.iter().map(|(_, event)| event.severity).max().unwrap_or(Severity::Warning)
    }

    /// The documented parameters of a notification: of one event the event itself, of several `events` and `count`.
    pub fn parameters(&self) -> Value {
        let rows: Vec<Value> = self.events.iter().map(|(id, event)| row(*id, event)).collect();
        let mut parameters = match <[Value; 1]>::try_from(rows) {
            Ok([only]) if self.count == 1 => only,
            Ok([only]) => self.several(vec![only]),
            Err(rows) => self.several(rows),
        };
        if self.repeats > 0 {
            parameters["repeats"] = json!(self.repeats);
        }
        parameters
    }

    fn several(&self, rows: Vec<Value>) -> Value {
        let timestamp = self.events.first().map(|(_, event)| event.timestamp);
        json!({
            "severity": self.severity(),
            "message": self.summary(),
            "timestamp": timestamp,
            "count": self.count,
            "events": rows,
        })
    }

    /// All of them in one line: `37 events: 30 errors, 7 network_errors`.
    pub fn summary(&self) -> String {
        let counts: Vec<_> = self.by_category.iter().map(|(name, count)| format!("{count} {name}")).collect();
        let noun = if self.count == 1 { "event" } else { "events" };
        format!("{} {noun}: {}", self.count, counts.join(", "))
    }
}

/// One event as clients get it, with its number.
fn row(id: u64, event: &StreamEvent) -> Value {
    let mut row = serde_json::to_value(event).unwrap_or_default();
    row["id"] = json!(id);
    row
}
