//! Replays what fuzzing found interesting, and what once went wrong.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::path::Path;

#[path = "../../../fuzz/targets/ingest.rs"]
mod ingest;
#[path = "../../../fuzz/targets/wire.rs"]
mod wire;

fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        run(&std::fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files > 0, "{} is empty", folder.display());
}

#[test]
fn ingest_takes_its_corpus() {
    replay("ingest", ingest::run);
}

#[test]
fn wire_reads_its_corpus() {
    replay("wire", wire::run);
}
