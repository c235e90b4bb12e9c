//! A link near the end: whether an agent is connected.

use super::finding::{Finding, Link};
use crate::server::Vitals;

/// Counts MCP clients. Having none breaks nothing: an editor connects when it starts.
pub(super) fn examine(vitals: &Vitals) -> Finding {
    match vitals.clients {
        0 => Link::Agent.warning(
            "no MCP client is connected",
            "add `gasoline mcp` to your editor as `gasoline mcp --help` shows, or restart the editor",
        ),
        1 => Link::Agent.ok("1 MCP client is connected"),
        clients => Link::Agent.ok(format!("{clients} MCP clients are connected")),
    }
}
