//! Every sample the browser side writes is read by the type it belongs to and printed back identical, and its header
//! reads tolerantly. Types prove shape only; the samples prove meaning: units, casing, absent against null.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gasoline_wire::{
    ActionEvent, ConsoleEvent, DocumentEvent, DomSnapshot, EntryHeader, ErrorAmendment, ExceptionEvent,
    Hello, NetworkBodyEvent, NetworkErrorEvent, PerformanceSnapshot, ResourceEvent, ScreenshotCapture,
    StorageWriteEvent, WebSocketEvent,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/wire")
}

fn sample(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn reads_back<T: DeserializeOwned + Serialize>(name: &str) {
    let written = sample(name);
    let read: T = serde_json::from_value(written.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let printed = serde_json::to_value(&read).unwrap();
    assert_eq!(as_javascript(printed), as_javascript(written), "{name} does not print back identical");
}

/// A hello's clock may be written as a number and is printed as ISO, so the instant is compared instead of its text.
fn reads_hello(name: &str) {
    let written = sample(name);
    let read: Hello = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(Some(read.clock.as_milliseconds()), written["clock"].as_i64());
    assert_eq!((read.wire, read.client.as_str()), (gasoline_wire::WIRE_VERSION, "extension"));
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

/// Reads a sample as the type it belongs to, and fails if anything is lost.
type Check = fn(&str);

/// Every sample with its check.
const TYPED: [(&str, Check); 13] = [
    ("action.json", reads_back::<ActionEvent>),
    ("console.json", reads_back::<ConsoleEvent>),
    ("document.json", reads_back::<DocumentEvent>),
    ("dom-snapshot.json", reads_back::<DomSnapshot>),
    ("exception.json", reads_back::<ExceptionEvent>),
    ("hello.json", reads_hello),
    ("network-body.json", reads_back::<NetworkBodyEvent>),
    ("network-error.json", reads_back::<NetworkErrorEvent>),
    ("performance-snapshot.json", reads_back::<PerformanceSnapshot>),
    ("resource.json", reads_back::<ResourceEvent>),
    ("screenshot.json", reads_back::<ScreenshotCapture>),
    ("storage-write.json", reads_back::<StorageWriteEvent>),
    ("websocket-event.json", reads_back::<WebSocketEvent>),
];

#[test]
fn every_sample_reads_back_identical() {
    for (name, check) in TYPED {
        check(name);
    }
}

#[test]
fn no_sample_is_left_unread() {
    let known: BTreeSet<_> = TYPED.iter().map(|(name, _)| (*name).to_owned()).collect();
    let present: BTreeSet<_> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name != "exception-enrichment.json")
        .collect();
    assert_eq!(present, known);
}

#[test]
fn every_entry_sample_carries_identity_and_a_readable_header() {
    for (name, _) in TYPED.iter().filter(|(name, _)| *name != "hello.json") {
        let text = sample(name).to_string();
        let header = EntryHeader::read_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let identity = [header.session, header.tab, header.page, header.event_id];
        assert!(identity.iter().all(Option::is_some) && header.n.is_some(), "{name} lacks identity");
        assert!(header.time.is_some() && header.has_content, "{name}");
    }
}

#[test]
fn late_enrichment_belongs_to_the_exception_sample_and_brings_only_late_fields() {
    let (exception, late) = (sample("exception.json"), sample("exception-enrichment.json"));
    reads_back::<ErrorAmendment>("exception-enrichment.json");
    assert_eq!(late["eventId"], exception["eventId"]);
    let text = late.to_string();
    let header = EntryHeader::read_text(&text).unwrap();
    assert!(!header.has_content, "a late message must not read as an entry of its own");
    assert!(late.as_object().unwrap().keys().any(|name| name.starts_with('_')));
}
