//! See `targets/wire.rs`.
#![no_main]

#[path = "../targets/wire.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
