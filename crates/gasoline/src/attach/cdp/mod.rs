//! The Chrome DevTools Protocol, as much of it as capture needs.
//!
//! A dozen methods and events, typed by hand where they are used: generated bindings of the whole protocol would be a
//! hundred times this, and fail on every field a browser adds or drops.

mod address;
mod connection;
mod message;

pub(crate) use address::{DebugAddress, DebugAddressError};
pub(crate) use connection::{Answer, Client, Events, open};
pub(crate) use message::{CallError, Event, SessionId};
