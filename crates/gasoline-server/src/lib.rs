//! The server: HTTP for the browser side, MCP for agents, one shared state behind both.
//!
//! [`start`] binds the loopback addresses and returns a [`RunningServer`]. `http` and `mcp` are siblings that never
//! know each other; both know [`app::App`] and call [`tools`]. This file joins them in one router.

pub mod app;
pub mod bus;
pub mod clock;
mod http;
pub mod ids;
mod log_file;
mod mcp;
mod options;
mod picture;
mod picture_difference;
pub mod platform;
mod running;
pub mod server_state;
pub mod tools;

pub use gasoline_core::capture_file::{Maker, ReadError};
pub use http::capture_script::CAPTURE_SCRIPT;
pub use http::guard::EXTENSION_ID;
pub use options::{AnswerForm, ProjectRules, ServerOptions, ToolProfile};
pub use picture_difference::compare_pictures;
#[cfg(feature = "conformance-fixtures")]
pub use running::conformance_router;
pub use running::{Outcome, RunningServer, StartError, open, router, start};

/// The product's version, shared by server, command line and bundles.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
