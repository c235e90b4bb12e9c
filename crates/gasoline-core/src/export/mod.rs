//! Captured data in other tools' formats. One format a file.

pub mod har;
mod openapi;

pub use openapi::openapi;
