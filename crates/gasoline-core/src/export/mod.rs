//! Captured data in other tools' formats. One format a file.

pub mod har;
mod openapi;
pub mod otlp;

pub use openapi::openapi;
