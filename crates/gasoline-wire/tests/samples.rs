//! Every sample the browser side writes is read by the type it belongs to and printed back identical, and its header
//! reads tolerantly. Types prove shape only; the samples prove meaning: units, casing, absent against null.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gasoline_wire::{EntryHeader, Event, EventFacts, EventVisitor, Hello, Kind, visit_events};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/wire")
}

fn sample(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(format!("{name}.json")))
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn reads_back<T: Event>(name: &str) {
    let written = sample(name);
    let read: T = serde_json::from_value(written.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let printed = serde_json::to_value(&read).unwrap();
    assert_eq!(as_javascript(printed), as_javascript(written), "{name} does not print back identical");
}

/// JavaScript has one kind of number: `312` and `312.0` are the same.
fn as_javascript(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_f64()),
        Value::Array(items) => items.into_iter().map(as_javascript).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, field)| (name, as_javascript(field))).collect()
        }
        other => other,
    }
}

/// What is known of an event, and a check that its sample loses nothing.
type Sample = (EventFacts, fn(&str));

#[derive(Default)]
struct Samples(Vec<Sample>);

impl EventVisitor for Samples {
    fn visit<E: Event>(&mut self, facts: EventFacts) {
        self.0.push((facts, reads_back::<E>));
    }
}

fn samples() -> Vec<Sample> {
    let mut samples = Samples::default();
    visit_events(&mut samples);
    samples.0
}

#[test]
fn every_sample_reads_back_identical() {
    for (event, check) in samples() {
        check(event.sample);
    }
}

/// A hello's clock may be written as a number and is printed as ISO, so the instant is compared instead of its text.
#[test]
fn a_hello_is_read_whatever_its_clock_is_written_as() {
    let written = sample("hello");
    let read: Hello = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(Some(read.clock.as_milliseconds()), written["clock"].as_i64());
    assert_eq!((read.wire, read.client.as_str()), (gasoline_wire::WIRE_VERSION, "extension"));
}

#[test]
fn no_sample_is_left_unread() {
    let read = samples().into_iter().map(|(event, _)| event.sample).chain(["hello"]);
    let known: BTreeSet<_> = read.map(|name| format!("{name}.json")).collect();
    let present: BTreeSet<_> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(present, known);
}

#[test]
fn every_kind_has_an_event() {
    let sent: BTreeSet<_> = samples().into_iter().map(|(event, _)| event.kind).collect();
    assert_eq!(sent, BTreeSet::from(Kind::ALL));
}

#[test]
fn every_entry_sample_carries_identity_and_a_readable_header() {
    for name in samples()
        .into_iter()
        .map(|(event, _)| event.sample)
        .filter(|name| !LATE.iter().any(|(late, _)| late == name))
    {
        let text = sample(name).to_string();
        let header = EntryHeader::read_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let identity = [header.session, header.tab, header.page, header.event_id];
        assert!(identity.iter().all(Option::is_some) && header.n.is_some(), "{name} lacks identity");
        assert!(header.time.is_some() && header.has_content, "{name}");
    }
}

/// The samples that are no entries of their own, each with the one it follows.
const LATE: [(&str, &str); 2] =
    [("exception-enrichment", "exception"), ("network-body-initiator", "network-body")];

#[test]
fn late_samples_belong_to_their_entries_and_bring_only_late_fields() {
    for (name, followed) in LATE {
        let late = sample(name);
        assert_eq!(late["eventId"], sample(followed)["eventId"]);
        let text = late.to_string();
        let header = EntryHeader::read_text(&text).unwrap();
        assert!(!header.has_content, "{name} must not read as an entry of its own");
        assert!(late.as_object().unwrap().keys().any(|name| name.starts_with('_')));
    }
}
