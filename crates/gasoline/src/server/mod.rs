//! The server as other processes see it: who holds the port, how to start one, when to replace one.

mod health;
mod launch;
mod occupant;
mod record;
mod supply;
mod vitals;

pub(crate) use health::{Health, Relation};
pub(crate) use launch::Launch;
pub(crate) use occupant::{Occupant, identify, identify_within};
pub(crate) use record::Record;
pub(crate) use supply::{Start, Supply, SupplyError};
pub(crate) use vitals::Vitals;
