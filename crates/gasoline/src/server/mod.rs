//! The server as other processes see it: who holds the port, how to start one, when to replace one.

mod health;
mod launch;
mod occupant;
mod supply;

pub(crate) use health::Health;
pub(crate) use launch::Launch;
pub(crate) use occupant::{Occupant, identify};
pub(crate) use supply::{Start, Supply, SupplyError};
