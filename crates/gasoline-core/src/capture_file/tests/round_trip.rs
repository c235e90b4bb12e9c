//! What was saved is what is read.

use proptest::prelude::*;

use super::*;
use crate::compare::pictures::PictureContext;
use crate::intake::Kind;
use gasoline_wire::{BoundingBox, PictureElement, Viewport};

/// One batch of a made-up session.
#[derive(Clone, Debug)]
struct Sent {
    route: usize,
    test: Option<u8>,
    sole_test: bool,
    text: String,
    size: usize,
    n: u8,
    time: i64,
    event: Option<u8>,
}

fn sent() -> impl Strategy<Value = Sent> {
    let test = proptest::option::of(0..3_u8);
    let event = proptest::option::of(0..20_u8);
    (0..10_usize, test, any::<bool>(), "\\PC{0,30}", 0..9_000_usize, 0..200_u8, -50_000..50_000_i64, event)
        .prop_map(|(route, test, sole_test, text, size, n, time, event)| Sent {
            route,
            test,
            sole_test,
            text,
            size,
            n,
            time,
            event,
        })
}

/// Entries with whatever may go wrong on the way to a file and back: secrets, line breaks between tokens, unusual numbers,
/// states that are cut, ids of tests that are secret themselves.
fn entry(sent: &Sent) -> (Route, String) {
    let text = serde_json::Value::from(sent.text.as_str());
    let test =
        sent.test.map(|test| format!(r#","test_id":"t{test}?token=abcdefgh{test}""#)).unwrap_or_default();
    let event = sent.event.map(|event| format!(r#","eventId":"e{event}""#)).unwrap_or_default();
    let common = format!(
        "\"ts\":{},\n\t\"session\":\"s\",\"page\":\"p{:?}\",\"n\":{}{test}{event},\"text\":{text},\"padding\":\"{}\"",
        NOON + sent.time,
        sent.test,
        sent.n,
        "ab ".repeat(sent.size / 3),
    );
    let figures = r#""timing":{"domContentLoaded":0.1,"load":123.30000000000001,"timeToFirstByte":1,"domInteractive":2,"firstContentfulPaint":null,"largestContentfulPaint":3.3333333333333335},"network":{"requestCount":1,"transferSize":2,"decodedSize":3,"byType":{},"slowest":[]},"longTasks":{"count":0,"totalBlockingTime":0,"longest":0},"cumulativeLayoutShift":0.1"#;
    let long = "why ".repeat(100);
    let cases = [
        (
            Route::Logs,
            "entries",
            format!(r#"{{"level":"warn","message":{text},"password":"hunter2",{common}}}"#),
        ),
        (
            Route::Logs,
            "entries",
            format!(
                r#"{{"type":"exception","enrichment":{{"failed":"{long}"}},"_aiContext":{{"x":1}},{common}}}"#
            ),
        ),
        (Route::Logs, "entries", format!(r#"{{"type":"storage","key":"k","value":{text},{common}}}"#)),
        (Route::Logs, "entries", format!(r#"{{"type":"document","notCaptured":["console"],{common}}}"#)),
        (Route::Logs, "entries", format!(r#"{{"type":"resource","x":1.50e3,{common}}}"#)),
        (
            Route::WebSocketEvents,
            "events",
            format!(
                r#"{{"event":"message","id":"w{}","url":"ws://x/","pageUrl":"http://x/","data":{text},"size":3,{common}}}"#,
                sent.n % 3
            ),
        ),
        (
            Route::NetworkBodies,
            "bodies",
            format!(r#"{{"url":"/a?token=abcdefgh","status":500,"responseBody":{text},{common}}}"#),
        ),
        (Route::EnhancedActions, "actions", format!(r#"{{"type":"click","value":{text},{common}}}"#)),
        (Route::DomSnapshots, "snapshots", format!("{{{common}}}")),
        (
            Route::PerformanceSnapshot,
            "",
            format!(r#"{{"url":"http://x/{}",{figures},{common}}}"#, sent.n % 4),
        ),
    ];
    let (route, array, entry) = cases.into_iter().nth(sent.route).unwrap();
    let body = if array.is_empty() { entry } else { format!(r#"{{"{array}":[{entry}]}}"#) };
    (route, body)
}

fn session(sent: &[Sent]) -> Server {
    let limits =
        StoreLimits { log_entries: 8, total_bytes: 150_000, partitions: 3, ..StoreLimits::default() };
    let mut server = Server::new(limits);
    server.store.note_clock("s", 1_234);
    for (index, one) in sent.iter().enumerate() {
        let sole_test = one.sole_test.then(|| Arc::from("sole\ntest"));
        let (route, body) = entry(one);
        server.take(route, &body, &Arrival { received_at: at(index as i64 * 7), sole_test });
    }
    server
}

/// Everything a reader can see in a store, as text. Line breaks between tokens become spaces in a file.
fn visible(store: &Store, scope: &Scope) -> String {
    let view = store.view(scope, &Kind::ALL);
    let entries = Kind::ALL.map(|kind| format!("{:#?}", view.entries(kind)));
    let losses = Kind::ALL.map(|kind| format!("{:?}", store.view(scope, &[kind]).losses()));
    format!("{}\n{}\n{:?}", entries.join("\n"), losses.join("\n"), store.losses(scope)).replace("\\n", " ")
}

proptest! {
    #[test]
    fn a_store_read_back_shows_the_same_in_every_scope(sent in proptest::collection::vec(sent(), 0..60)) {
        let server = session(&sent);
        let capture = read_file(&write(server.saved(Scope::Everything))).unwrap();
        prop_assert_eq!(capture.damages.sentence(), None);
        prop_assert_eq!(&capture.learned, &server.learned);
        let store = capture.store(StoreLimits::default(), FingerprintKey::new([3; 16]));
        let ids = capture.entries.iter().filter_map(|entry| entry.test_id.clone());
        for scope in ids.map(|id| Scope::Test(id.as_ref().into())).chain([Scope::Everything]) {
            prop_assert_eq!(visible(&store, &scope), visible(&server.store, &scope));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused_but_never_a_panic(
        sent in proptest::collection::vec(sent(), 0..6),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut file = write(session(&sent).saved(Scope::Everything));
        for (place, byte) in changes {
            let place = place.index(file.len());
            file[place] = byte;
        }
        drop(read_file(&file));
        drop(read_file(&file[..cut.index(file.len())]));
        drop(read_file(&file[cut.index(file.len())..]));
    }
}

#[test]
fn tests_pictures_and_maker_come_back() {
    let mut server = Server::new(StoreLimits::default());
    server.take(Route::Logs, r#"{"entries":[{"message":"a"}]}"#, &Arrival::default());
    let small = write(server.saved(Scope::Everything));
    let tests = Tests {
        running: vec![TestDescription { test_id: "runs".into(), ..failed_test(&[]).description }],
        ended: vec![TestRecord { evidence: None, ..failed_test(&[]) }, failed_test(&small)],
        records_dropped: 3,
        evidence_dropped: 4,
    };
    let element = PictureElement {
        selector: "#total".to_owned(),
        bounding_box: BoundingBox { x: 1.0, y: 2.5, width: 3.0, height: 4.0 },
        text: Some("$12".to_owned()),
    };
    let viewport = Some(Viewport { width: 800.0, height: 800.0, device_pixel_ratio: 1.0 });
    let context = PictureContext { elements: vec![element], viewport, crop: None };
    let pictures =
        vec![Picture { full: None, ..picture("7") }, Picture { context: Arc::new(context), ..picture("8") }];
    let saved = Saved { tests: tests.clone(), pictures: pictures.clone(), ..server.saved(Scope::Everything) };
    let made_by = saved.made_by.clone();
    let capture = read_file(&write(saved)).unwrap();
    assert_eq!(capture.damages.sentence(), None);
    assert_eq!((capture.tests, capture.pictures), (tests, pictures));
    assert_eq!((capture.saved_at, capture.manifest.unwrap().made_by), (at(60_000), made_by));
}

#[test]
fn one_test_is_saved_alone() {
    let mut server = Server::new(StoreLimits::default());
    let body = r#"{"entries":[{"message":"a","test_id":"a"},{"message":"b","test_id":"b"},{"message":"c"}]}"#;
    server.take(Route::Logs, body, &Arrival::default());
    let capture = read_file(&write(server.saved(Scope::Test("b".into())))).unwrap();
    let texts: Vec<_> = capture.entries.iter().map(|entry| (entry.seq, entry.text())).collect();
    assert_eq!(texts, [(2, r#"{"message":"b","test_id":"b"}"#)]);
    assert_eq!(capture.manifest.unwrap().test_id.as_deref(), Some("b"));
}

#[test]
fn long_lists_are_written_in_pieces_much_smaller_than_the_whole() {
    let mut server = Server::new(StoreLimits::default());
    let mut state = 1_u64;
    for _ in 0..600 {
        let mut noise = String::new();
        for _ in 0..1_500 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            noise.push_str(&format!("{:x}", state >> 60));
        }
        server.take(Route::Logs, &format!(r#"{{"entries":[{{"message":"{noise}"}}]}}"#), &Arrival::default());
    }
    let pieces: Vec<_> = CaptureWriter::new(server.saved(Scope::Everything)).collect();
    let largest = pieces.iter().map(Vec::len).max().unwrap();
    let whole: Vec<u8> = pieces.concat();
    assert!(largest < whole.len() / 2 && largest < 256 * 1024, "{largest} of {}", whole.len());
    assert_eq!(read_file(&whole).unwrap().entries.len(), 600);
}

#[test]
fn what_a_file_brings_is_redacted_again() {
    let mut server = Server::new(StoreLimits::default());
    server.take(Route::Logs, r#"{"entries":[{"message":"@@@@@@@@"}]}"#, &Arrival::default());
    let mut saved = server.saved(Scope::Everything);
    saved.made_by.branch = Some("password=hunter2hunter2".to_owned());
    let leaky = super::damaged::edit(&write(saved), |name, content| {
        let text = String::from_utf8(content.to_vec()).unwrap();
        name.starts_with("entries/").then(|| text.replace("@@@@@@@@", "token=abcdefghijkl").into_bytes())
    });
    let capture = read_file(&leaky).unwrap();
    assert_eq!(capture.damages.sentence(), None);
    let kept = format!("{:?} {:?}", capture.entries, capture.manifest);
    assert!(!kept.contains("abcdefghijkl") && !kept.contains("hunter2"), "{kept}");
}
