//! Captured data in other tools' formats. One format a file.

pub mod har;
