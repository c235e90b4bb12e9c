//! Addresses: the parts of a URL, which segments of a path are data, and the endpoint of an API call.
//!
//! The lowest module of core. Everything that takes a URL apart or groups requests does so here.

mod endpoint;
mod graphql;
mod operation;
mod parts;
mod segment;
mod site;

pub use endpoint::Endpoint;
pub use operation::{Operation, Protocol};
pub use parts::{Parts, without_query};
pub use segment::{is_data, template};
pub use site::{NoSite, Site};
