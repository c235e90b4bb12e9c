//! See `targets/stdio.rs`.
#![no_main]
#![allow(dead_code, reason = "only the framing of the bridge is exercised here")]

/// The bridge's own sources.
mod bridge {
    #[path = "../../../crates/gasoline/src/bridge/answer.rs"]
    pub(crate) mod answer;
    #[path = "../../../crates/gasoline/src/bridge/line.rs"]
    pub(crate) mod line;
    #[path = "../../../crates/gasoline/src/bridge/message.rs"]
    pub(crate) mod message;
}

#[path = "../targets/stdio.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
