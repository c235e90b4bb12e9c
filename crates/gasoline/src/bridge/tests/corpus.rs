//! Replays what fuzzing the framing found interesting, and what once went wrong.

use std::path::Path;

use crate::bridge;

#[path = "../../../../../fuzz/targets/stdio.rs"]
mod target;

#[test]
fn the_framing_takes_its_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/stdio");
    let mut files = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        target::run(&std::fs::read(file.unwrap().path()).unwrap());
        files += 1;
    }
    assert!(files > 0, "{} is empty", folder.display());
}
