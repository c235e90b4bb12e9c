//! What was learned from entries and outlives them: performance baselines. Reset by a full clear.

mod baseline;

pub use baseline::{Baseline, Baselines, Measured};
