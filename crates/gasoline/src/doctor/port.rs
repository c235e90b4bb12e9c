//! The first link: who holds the port.

use super::finding::{Finding, Link};
use crate::failure::Hint;
use crate::server::{Occupant, SupplyError};

/// Wants a server of ours there, whatever its version.
pub(super) fn examine(port: u16, occupant: &Occupant) -> Finding {
    let error = match occupant {
        Occupant::Gasoline(health) => return Link::Port.ok(format!("{health} listens on port {port}")),
        Occupant::Foreign(owner) => SupplyError::Foreign { port, owner: owner.clone() },
        Occupant::Nobody => SupplyError::NotRunning { port },
    };
    Link::Port.broken(error.to_string(), error.hint().unwrap_or_default())
}
