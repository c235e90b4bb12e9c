//! What an entry on `/logs` is, by its `type`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The values of `type` our own capture writes on `/logs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LogKind {
    /// A console call.
    Console,
    /// An uncaught error or unhandled rejection.
    Exception,
    /// A failed request.
    Network,
    /// A loaded resource.
    Resource,
    /// The document itself.
    Document,
    /// A write to web storage or cookies.
    Storage,
}
