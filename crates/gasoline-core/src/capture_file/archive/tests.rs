//! The container alone, also as other programs write it.

use super::writer::{ArchiveWriter, Packing};
use super::*;

fn archive() -> Vec<u8> {
    let mut writer = ArchiveWriter::default();
    let mut file = writer.part("a".to_owned(), &b"hello ".repeat(100), Packing::Deflated);
    file.extend(writer.part("b/ü".to_owned(), b"raw", Packing::Stored));
    file.extend(writer.part("empty".to_owned(), b"", Packing::Deflated));
    file.extend(writer.finish());
    file
}

fn contents(file: &[u8], headers: &[PartHeader]) -> Vec<(String, String)> {
    let content = |header: &PartHeader| {
        let unpacked = unpack(file, header, 1_000);
        let text = unpacked.map_or_else(
            |fault| fault.to_string(),
            |content| format!("{} bytes, {:.9}", content.len(), String::from_utf8_lossy(&content)),
        );
        (header.name.clone(), text)
    };
    headers.iter().map(content).collect()
}

#[test]
fn both_ways_lead_to_the_same_parts() {
    let file = archive();
    let index = find_parts(&file, 100);
    assert_eq!(index.listed.as_deref(), Some(index.found.as_slice()));
    let expected = [("a", "600 bytes, hello hel"), ("b/ü", "3 bytes, raw"), ("empty", "0 bytes, ")];
    assert_eq!(contents(&file, &index.found), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[test]
fn every_cut_gives_the_parts_that_are_whole() {
    let file = archive();
    let ends: Vec<_> =
        find_parts(&file, 100).found.iter().map(|part| part.start + part.packed_size).collect();
    for length in 0..file.len() {
        let cut = &file[..length];
        let index = find_parts(cut, 100);
        let whole = index.found.iter().filter(|part| unpack(cut, part, 1_000).is_ok()).count();
        assert_eq!(whole, ends.iter().filter(|&&end| end <= length).count(), "cut at {length}");
        assert_eq!(index.listed, None, "cut at {length}");
    }
}

#[test]
fn no_more_parts_are_looked_at_than_allowed_and_none_is_larger() {
    let file = archive();
    assert_eq!(find_parts(&file, 2).found.len(), 2);
    assert_eq!(
        unpack(&file, &find_parts(&file, 1).found[0], 599),
        Err(PartFault::TooLarge { size: 600, most: 599 })
    );
}

/// `zip` with a pipe as its output: sizes behind the data, extra fields, a comment at the end.
#[test]
fn what_another_program_packed_again_is_read_by_its_index() {
    let mut file = archive();
    let first = find_parts(&file, 1).found.remove(0);
    let index_start = memchr::memmem::find(&file, &INDEX_ENTRY).unwrap();
    for place in [6, index_start + 8] {
        file[place] |= 1 << 3;
    }
    file[14..26].fill(0);
    let last = file.len() - 2;
    file[last] = 7;
    file.extend(b"comment");
    let index = find_parts(&file, 100);
    assert_eq!(index.found, []);
    let listed = index.listed.unwrap();
    assert_eq!((listed.len(), listed[0].start, listed[0].size), (3, first.start, 600));
    assert_eq!(contents(&file, &listed)[0].1, "600 bytes, hello hel");
}
