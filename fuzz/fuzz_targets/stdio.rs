//! See `targets/stdio.rs`.
#![no_main]
#![allow(dead_code, reason = "only the framing of the bridge is exercised here")]

/// The bridge's own sources.
#[path = "../../crates/gasoline/src/bridge"]
mod bridge {
    pub(crate) mod answer;
    pub(crate) mod line;
    pub(crate) mod message;
}

#[path = "../targets/stdio.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
