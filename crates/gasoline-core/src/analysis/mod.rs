//! Answers computed from a view of the store. One question a file; none of them changes anything.

pub mod logs;
pub mod query;
pub mod rows;
pub mod stats;
