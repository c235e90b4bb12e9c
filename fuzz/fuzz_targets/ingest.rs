//! See `targets/ingest.rs`.
#![no_main]

#[path = "../targets/ingest.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
