//! What was learned from entries and outlives them: performance baselines, WebSocket connections. Reset by a full
//! clear.

mod baseline;
mod connections;

use gasoline_wire::{PerformanceSnapshot, WebSocketEvent};
use serde_json::{Value, json};

pub use baseline::{Baseline, Baselines, Measured};
pub use connections::{Connection, Connections, MessageShapes, Origin, Traffic};

use crate::intake::Kind;
use crate::store::Entry;

/// Everything learned.
#[derive(Debug, Default)]
pub struct Learned {
    /// How fast each path usually is.
    pub baselines: Baselines,
    /// WebSocket connections.
    pub connections: Connections,
}

impl Learned {
    /// Takes a new entry into account.
    pub fn note(&mut self, entry: &Entry) {
        match entry.kind {
            Kind::Performance => {
                if let Some(snapshot) = entry.typed::<PerformanceSnapshot>(Value::Null) {
                    self.baselines.learn(&entry.path(), &Measured::of(&snapshot));
                }
            }
            Kind::WebSocket => {
                let unknown = json!({ "url": "", "pageUrl": "" });
                if let Some(event) = entry.typed::<WebSocketEvent>(unknown) {
                    let origin = Origin { time: entry.time, test_id: entry.test_id.clone() };
                    self.connections.note(&event, &origin);
                }
            }
            _ => {}
        }
    }

    /// Whether entries of this kind teach anything.
    pub fn is_taught_by(kind: Kind) -> bool {
        matches!(kind, Kind::Performance | Kind::WebSocket)
    }
}

#[cfg(test)]
mod tests;
