//! What can be asked about the browser: one table of tools, one way to call them.
//!
//! MCP, `POST /tools/{name}`, our command line and a saved capture are callers of [`call`] and get the same answer to
//! the byte. This module knows none of them: results are plain JSON and files, definitions plain JSON Schema. A tool
//! is one file in `catalog/`.

mod arguments;
mod call;
mod caller;
mod catalog;
mod definition;
mod emptiness;
mod failure;
mod input;
mod output;
mod tool;

pub use call::{Reply, Terms, call, call_on_terms};
pub use caller::Caller;
pub use definition::{Definition, Effect, definitions, time_limit};
pub use failure::ToolFailure;

/// A JSON object.
pub type JsonObject = serde_json::Map<String, serde_json::Value>;
