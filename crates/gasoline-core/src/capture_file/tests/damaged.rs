//! One capture damaged in many ways: what can still be read, and what is said about the rest.

use std::fmt::Write;

use super::*;
use crate::capture_file::archive::{ArchiveWriter, Packing, find_parts, unpack};
use crate::report::Report;

/// Rewrites an archive part by part; `None` leaves a part as it is.
pub(super) fn edit(file: &[u8], mut change: impl FnMut(&str, &[u8]) -> Option<Vec<u8>>) -> Vec<u8> {
    rebuilt(file, |name, content| Some((name.to_owned(), change(name, content).unwrap_or(content.to_vec()))))
}

/// An archive of the parts that `change` gives for those of `file`.
fn rebuilt(file: &[u8], mut change: impl FnMut(&str, &[u8]) -> Option<(String, Vec<u8>)>) -> Vec<u8> {
    let mut archive = ArchiveWriter::default();
    let mut rebuilt = Vec::new();
    for header in find_parts(file, usize::MAX).found {
        let content = unpack(file, &header, usize::MAX).unwrap();
        if let Some((name, content)) = change(&header.name, &content) {
            rebuilt.extend(archive.part(name, &content, Packing::Deflated));
        }
    }
    rebuilt.extend(archive.finish());
    rebuilt
}

/// Three logs of no test, two of a test, a request, a picture, a failed test with evidence.
fn whole() -> Vec<u8> {
    let mut server = Server::new(StoreLimits::default());
    let arrival = Arrival { received_at: at(1_000), sole_test: None };
    let logs = r#"{"entries":[{"message":"a"},{"message":"b"},{"message":"c"},{"message":"d","test_id":"t"},{"message":"e","test_id":"t"}]}"#;
    server.take(Route::Logs, logs, &arrival);
    let evidence = write(server.saved(Scope::Test("t".into())));
    server.take(Route::NetworkBodies, r#"{"bodies":[{"url":"/api","status":500}]}"#, &arrival);
    let tests = Tests { ended: vec![failed_test(&evidence)], ..Tests::default() };
    write(Saved { tests, pictures: vec![picture("1")], ..server.saved(Scope::Everything) })
}

fn place_of(file: &[u8], text: &str) -> usize {
    memchr::memmem::find(file, text.as_bytes()).unwrap()
}

/// Where the index begins: not the first one, evidence has its own.
fn directory_of(file: &[u8]) -> usize {
    let place = file.len() - 6;
    u32::from_le_bytes(file[place..place + 4].try_into().unwrap()) as usize
}

/// The first byte of a part's data.
fn data_of(file: &[u8], name: &str) -> usize {
    place_of(file, name) + name.len()
}

fn flipped(mut file: Vec<u8>, place: usize) -> Vec<u8> {
    file[place] ^= 0x55;
    file
}

fn manifest_with(format: &str) -> Vec<u8> {
    edit(&whole(), |name, content| {
        let text = String::from_utf8(content.to_vec()).unwrap_or_default();
        let text = text.replace(r#""gasoline": "0.1.0""#, r#""gasoline": "9.9.0\u001b[31m""#);
        (name == "manifest.json").then(|| text.replace(r#""format": 1"#, format).into_bytes())
    })
}

/// A part of entries that unpacks to more than is ever read.
fn bomb() -> Vec<u8> {
    edit(&whole(), |name, _| (name == "entries/0000/logs.jsonl").then(|| vec![b' '; 50_000_000]))
}

/// The same with a header that lies about the size.
fn lying_bomb() -> Vec<u8> {
    let mut file = bomb();
    let index = file.len() - 22;
    for place in memchr::memmem::find_iter(&file.clone()[..index], b"entries/0000/logs.jsonl") {
        let is_local = file[place - 30..].starts_with(b"PK\x03\x04");
        let size = if is_local { place - 30 + 22 } else { place - 46 + 24 };
        file[size..size + 4].copy_from_slice(&100_u32.to_le_bytes());
    }
    file
}

fn renamed(from: &str, to: &str) -> Vec<u8> {
    rebuilt(&whole(), |name, content| {
        Some((if name == from { to } else { name }.to_owned(), content.to_vec()))
    })
}

fn without(part: &str) -> Vec<u8> {
    rebuilt(&whole(), |name, content| (name != part).then(|| (name.to_owned(), content.to_vec())))
}

/// Every way of damage, by name.
fn damaged() -> Vec<(&'static str, Vec<u8>)> {
    let file = whole();
    let index = find_parts(&file, usize::MAX);
    let directory = directory_of(&file);
    assert_eq!(index.listed.as_deref(), Some(index.found.as_slice()));
    let logs = data_of(&file, "entries/0000/logs.jsonl");
    let in_size = logs - "entries/0000/logs.jsonl".len() - 30 + 18;
    let two_logs = |_: &str, content: &[u8]| {
        let text = String::from_utf8(content.to_vec()).ok()?;
        text.contains(r#""message":"b""#).then(|| text.replace(r#"{"message":"b"}"#, "{]").into_bytes())
    };
    vec![
        ("whole", file.clone()),
        ("empty", Vec::new()),
        ("not a zip", b"<!doctype html><p>Not found</p>".to_vec()),
        ("another zip", renamed_all()),
        ("cut in its first header", file[..20].to_vec()),
        ("cut in the first list of entries", file[..logs + 10].to_vec()),
        ("cut behind the entries", file[..place_of(&file, "pictures.json") - 30].to_vec()),
        ("cut behind the last part", file[..directory].to_vec()),
        ("cut in the index", file[..directory + 60].to_vec()),
        ("cut at the last byte", file[..file.len() - 1].to_vec()),
        ("the beginning is missing", file[100..].to_vec()),
        ("a byte of the manifest flipped", flipped(file.clone(), data_of(&file, "manifest.json") + 20)),
        ("a byte of a list of entries flipped", flipped(file.clone(), logs + 20)),
        ("a byte of a picture flipped", flipped(file.clone(), data_of(&file, "pictures/0000.jpg") + 5)),
        ("a byte of a checksum flipped", flipped(file.clone(), logs - "entries/0000/logs.jsonl".len() - 16)),
        ("a size flipped, which the index still knows", flipped(file.clone(), in_size)),
        ("a byte of the index flipped", flipped(file.clone(), directory)),
        ("the manifest is missing", without("manifest.json")),
        ("learned is missing", without("learned.json")),
        ("the list of pictures is missing", without("pictures.json")),
        ("the evidence is missing", without("evidence/0000.gasoline")),
        ("a list of entries is missing", without("entries/0001/logs.jsonl")),
        ("an entry that is none", edit(&file, two_logs)),
        ("tests that are none", edit(&file, |name, _| (name == "tests.json").then(|| b"[1]".to_vec()))),
        ("another version", manifest_with(r#""format": 0"#)),
        ("a newer version", manifest_with(r#""format": 2"#)),
        ("a version that is no number", manifest_with(r#""format": "one""#)),
        ("two parts of one name", renamed("entries/0001/logs.jsonl", "entries/0000/logs.jsonl")),
        ("a name that leads elsewhere", renamed("entries/0001/logs.jsonl", "../../etc/passwd\u{1b}[2J")),
        ("a bomb", bomb()),
        ("a bomb that says it is small", lying_bomb()),
    ]
}

fn renamed_all() -> Vec<u8> {
    rebuilt(&whole(), |name, content| Some((format!("xl/{name}"), content.to_vec())))
}

fn told(outcome: &Result<Capture, ReadError>) -> String {
    let capture = match outcome {
        Err(error) => return format!("  refused: {error}\n"),
        Ok(capture) => capture,
    };
    let evidence = capture.tests.ended.iter().filter(|record| record.evidence.is_some()).count();
    let mut text = format!(
        "  read: {} entries, {} tests ({evidence} with evidence), {} pictures, saved {}\n",
        capture.entries.len(),
        capture.tests.ended.len(),
        capture.pictures.len(),
        capture.saved_at,
    );
    for damage in &capture.damages.told {
        writeln!(text, "  - {damage}").unwrap();
    }
    text
}

#[test]
fn of_a_damaged_file_the_rest_is_read_and_the_damage_is_named() {
    let mut text = String::new();
    for (name, file) in damaged() {
        write!(text, "{name}\n{}", told(&read_file(&file))).unwrap();
    }
    insta::assert_snapshot!("damaged", text);
}

#[test]
fn more_than_there_is_room_for_is_left_out_and_said() {
    let small = ReadLimits { all_bytes: 2_300, ..ReadLimits::default() };
    let outcome = read(&whole(), redactor(), &small);
    insta::assert_snapshot!(told(&outcome), @r"
    read: 6 entries, 1 tests (0 with evidence), 1 pictures, saved 2026-01-22T10:31:00.000Z
    - `pictures/0000.jpg`: no room: this program reads at most 2300 bytes of a capture
    - `evidence/0000.gasoline`: no room: this program reads at most 2300 bytes of a capture
    ");
    let few = ReadLimits { parts: 4, ..ReadLimits::default() };
    insta::assert_snapshot!(told(&read(&whole(), redactor(), &few)), @r"
    read: 3 entries, 1 tests (0 with evidence), 0 pictures, saved 2026-01-22T10:31:00.000Z
    - `evidence/0000.gasoline`: missing
    - 3 of 5 logs could be read
    - 0 of 1 network_bodies could be read
    - 0 of 1 pictures could be read
    ");
}

#[test]
fn what_an_answer_says_names_a_few_damages_and_counts_the_others() {
    let strange = |index: usize| format!("x{index}/../{}", "y".repeat(200));
    let mut archive = ArchiveWriter::default();
    let mut file = whole();
    file.truncate(directory_of(&file));
    for index in 0..60 {
        file.extend(archive.part(strange(index), b"", Packing::Stored));
    }
    let damages = read_file(&file).unwrap().damages;
    assert_eq!((damages.told.len(), damages.more), (50, 11));
    let sentence = damages.sentence().unwrap().replace(&"y".repeat(74), "y");
    insta::assert_snapshot!(sentence, @"this saved capture is damaged: `x0/../y…`: no part of a capture; ignored; `x1/../y…`: no part of a capture; ignored; `x2/../y…`: no part of a capture; ignored; `x3/../y…`: no part of a capture; ignored; `x4/../y…`: no part of a capture; ignored; and 56 more");
}

#[test]
fn a_failed_test_whose_evidence_is_damaged_is_said_to_be_without_it() {
    let said = |file: &[u8]| {
        let mut report = Report::default();
        read_file(file).unwrap().report(&mut report, &ReportOptions::default(), redactor());
        let test = &report.tests[0];
        let mut said = test.app_error.as_ref().unwrap().reasons.clone();
        said.extend(test.notes.iter().map(|note| format!("note: {note}")));
        said.join("\n")
    };
    insta::assert_snapshot!(said(&whole()), @"no uncaught error and no failed request was captured");
    insta::assert_snapshot!(said(&without("evidence/0000.gasoline")), @r"
    the capture is incomplete
    no uncaught error and no failed request is in what is left of the capture
    note: what was captured of it is missing: the capture file is damaged
    ");
}
