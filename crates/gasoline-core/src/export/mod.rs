//! Captured data in other tools' formats. One format a file.

pub mod har;
mod openapi;
pub mod otlp;
mod sarif;

pub use openapi::openapi;
pub use sarif::sarif;
