//! What was learned from entries and outlives them in their buffers: performance baselines and contracts of APIs, which
//! only a full clear resets, and WebSocket connections, which go with any clear of their events.

mod baseline;
mod connections;
mod contracts;
mod learner;

use serde::{Deserialize, Serialize};

pub use baseline::{Baseline, Baselines, Measured};
pub use connections::{Connection, ConnectionState, Connections, Keys, MessageShapes, Origin, Traffic};
pub use contracts::{Contracts, Departure, Outcome, Part, Rule, Tracked};
pub use learner::Learner;

use crate::intake::Kind;
use crate::store::{Entry, Scope};

learner::learners! {
    /// Everything learned.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    // Files of an earlier version know fewer learners.
    #[serde(default)]
    pub struct Learned {
        /// How fast each path usually is.
        pub baselines: Baselines,
        /// WebSocket connections.
        pub connections: Connections,
        /// What API endpoints answer.
        pub contracts: Contracts,
    }
}

#[cfg(test)]
pub(crate) mod testkit;
#[cfg(test)]
mod tests;
