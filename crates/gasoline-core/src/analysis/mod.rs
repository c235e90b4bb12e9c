//! Answers computed from a view of the store. One question a file; none of them changes anything.

pub mod condense;
pub mod contracts;
pub mod errors;
pub mod listing;
pub mod logs;
pub mod network;
pub mod not_captured;
pub mod order;
pub mod performance;
pub mod places;
pub mod query;
pub mod requests;
pub mod rows;
pub mod security;
pub mod shape;
pub mod stats;
pub mod timeline;
pub mod websocket;
