//! What was learned from entries and outlives them in their buffers: performance baselines, which only a full clear
//! resets, and WebSocket connections, which go with any clear of their events.

mod baseline;
mod connections;

use gasoline_wire::{PerformanceSnapshot, WebSocketEvent};
use serde_json::{Value, json};

pub use baseline::{Baseline, Baselines, Measured};
pub use connections::{Connection, Connections, Keys, MessageShapes, Origin, Traffic};

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
    /// Takes a new entry into account. Says whether it entered a baseline: a snapshot that lacks figures is kept, but
    /// there is nothing to be learned from it.
    pub fn note(&mut self, entry: &Entry) -> bool {
        match entry.kind {
            Kind::Performance => {
                let snapshot = entry.typed::<PerformanceSnapshot>(Value::Null);
                let measured = snapshot.as_ref().map(Measured::of);
                if let Some(measured) = &measured {
                    self.baselines.learn(&entry.path(), measured);
                }
                measured.is_some()
            }
            Kind::WebSocket => {
                let unknown = json!({ "url": "", "pageUrl": "" });
                if let Some(event) = entry.typed::<WebSocketEvent>(unknown) {
                    let origin = Origin { time: entry.time, test_id: entry.test_id.clone() };
                    self.connections.note(&event, &origin);
                }
                false
            }
            _ => false,
        }
    }

    /// Whether entries of this kind teach anything.
    pub fn is_taught_by(kind: Kind) -> bool {
        matches!(kind, Kind::Performance | Kind::WebSocket)
    }
}

#[cfg(test)]
mod tests;
