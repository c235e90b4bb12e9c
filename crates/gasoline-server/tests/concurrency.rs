//! Ten writers, ten readers, clears and test boundaries at once: nothing is lost beyond counted evictions, no entry
//! appears under another test, nothing deadlocks.
//!
//! Runs a fixed number of operations; `GASOLINE_SOAK_SECONDS` makes the first test run for a while instead.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gasoline_core::capture_file::{self, ReadLimits};
use gasoline_core::intake::{Kind, Route};
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::store::{Entry, Scope};
use gasoline_core::test_record::Evidence;
use gasoline_server::ServerOptions;
use gasoline_server::app::{App, ClearedBy};
use gasoline_server::clock::SystemClock;
use gasoline_server::ids::FixedIds;
use gasoline_wire::{BoundaryAction, RunnerStatus, TestBoundary};
use serde_json::Value;

const WRITERS: usize = 10;
const READERS: usize = 10;
/// Batches of each writer when no time is given: more than a test's buffer holds, and with those of [`clear_own`] fewer than the
/// entries whose identities are remembered. So every resend is recognised, however long a thread has to wait for its turn.
const BATCHES: usize = 300;
const CLEARED_BATCHES: usize = 200;
const BATCH_ENTRIES: usize = 5;
/// The only test that runs while entries without a test come in.
const SOLE: &str = "sole";

/// How long everyone works.
#[derive(Clone, Copy)]
enum Until {
    Deadline(Instant),
    Batches(usize),
}

impl Until {
    fn from_environment() -> Self {
        let seconds = std::env::var("GASOLINE_SOAK_SECONDS").ok().and_then(|text| text.parse().ok());
        seconds.map_or(Self::Batches(BATCHES), |seconds| {
            Self::Deadline(Instant::now() + Duration::from_secs(seconds))
        })
    }

    /// Whether a writer may send this batch twice, as a retrying sender would. Over time identities are forgotten, and how many while
    /// a thread waits is chance.
    fn repeats(self, batch: usize) -> bool {
        matches!(self, Self::Batches(_)) && batch.is_multiple_of(10)
    }

    fn is_over(self, batches: usize) -> bool {
        match self {
            Self::Deadline(deadline) => Instant::now() >= deadline,
            Self::Batches(most) => batches >= most,
        }
    }
}

/// One writer: which test its entries name, and how many it sends at once.
#[derive(Clone, Copy)]
struct Writer {
    number: usize,
    /// Its entries name no test.
    untagged: bool,
    batch_entries: usize,
}

impl Writer {
    fn numbered(number: usize, batch_entries: usize) -> Self {
        Self { number, untagged: false, batch_entries }
    }

    fn name(self) -> String {
        format!("writer-{}", self.number)
    }

    fn batch(self, batch: usize) -> String {
        let (writer, name) = (self.number, self.name());
        let own = if self.untagged { String::new() } else { format!(r#""test_id":"{name}","#) };
        let entry = |index: usize| {
            let n = batch * self.batch_entries + index + 1;
            format!(
                r#"{{"type":"console","level":"log","message":"{name}",{own}"page":"p{writer}","n":{n},"eventId":"{writer}-{n}"}}"#
            )
        };
        let entries: Vec<_> = (0..self.batch_entries).map(entry).collect();
        format!(r#"{{"entries":[{}]}}"#, entries.join(","))
    }

    /// Writes batches, some of them twice. Returns how many entries there were.
    fn write(self, app: &App, until: Until) -> usize {
        let mut batch = 0;
        while !until.is_over(batch) {
            let body = self.batch(batch);
            for _ in 0..if until.repeats(batch) { 2 } else { 1 } {
                assert_eq!(app.ingest(Route::Logs, body.as_bytes()).unwrap().received, self.batch_entries);
            }
            batch += 1;
        }
        batch * self.batch_entries
    }
}

fn new_app() -> Arc<App> {
    Arc::new(App::new(&ServerOptions::default(), Arc::new(SystemClock), &FixedIds(3)))
}

/// Every entry under a test was written for that test.
fn check_owner(entry: &Entry) {
    let test = entry.test_id.as_deref().unwrap();
    let (message, tagged) =
        if test == SOLE { ("writer-0".to_owned(), true) } else { (test.to_owned(), false) };
    assert!(entry.text().contains(&format!(r#""message":"{message}""#)), "{test}: {}", entry.text());
    assert_eq!(entry.tagged, tagged);
}

/// Reads one test and everything, over and over.
fn read(app: &App, test: &str, done: &AtomicBool) -> usize {
    let mut reads = 0;
    while !done.load(Ordering::Relaxed) {
        let own = app.view(&Scope::Test(test.into()), &[Kind::Log]);
        for entry in own.entries(Kind::Log) {
            assert_eq!(entry.test_id.as_deref(), Some(test));
            check_owner(entry);
        }
        let everything = app.view(&Scope::Everything, &[Kind::Log]);
        assert!(everything.entries(Kind::Log).is_sorted_by_key(|entry| entry.seq));
        reads += 1;
    }
    reads
}

/// Writes under a test of its own and clears it: exactly what was written must go, and nothing else.
fn clear_own(app: &App, until: Until, done: &AtomicBool) {
    let writer = Writer::numbered(99, BATCH_ENTRIES);
    let mut batch = 0;
    let is_over = |batch| matches!(until, Until::Batches(_)) && batch >= CLEARED_BATCHES;
    while !done.load(Ordering::Relaxed) && !is_over(batch) {
        app.ingest(Route::Logs, writer.batch(batch).as_bytes()).unwrap();
        assert_eq!(app.clear(&Scope::Test(writer.name().into()), &Kind::ALL, ClearedBy::Http), BATCH_ENTRIES);
        batch += 1;
    }
}

/// Clears everything, over and over; returns how much went.
fn clear_all(app: &App, done: &AtomicBool) -> usize {
    let mut cleared = 0;
    while !done.load(Ordering::Relaxed) {
        cleared += app.clear(&Scope::Everything, &Kind::ALL, ClearedBy::Http);
        thread::yield_now();
    }
    cleared
}

fn boundary(test_id: String, action: BoundaryAction, status: Option<RunnerStatus>) -> TestBoundary {
    TestBoundary {
        test_id,
        action,
        title: None,
        file: None,
        project: None,
        retry: None,
        worker: None,
        status,
        duration_ms: None,
        errors: None,
    }
}

/// Notes boundaries from a thread of its own.
struct Marker<'a> {
    app: &'a Arc<App>,
    runtime: tokio::runtime::Runtime,
}

impl<'a> Marker<'a> {
    fn new(app: &'a Arc<App>) -> Self {
        Self { app, runtime: tokio::runtime::Builder::new_current_thread().build().unwrap() }
    }

    fn start(&self, test_id: String) {
        self.runtime.block_on(self.app.note_boundary(boundary(test_id, BoundaryAction::Start, None)));
    }

    fn end(&self, test_id: String, status: RunnerStatus) {
        self.runtime.block_on(self.app.note_boundary(boundary(test_id, BoundaryAction::End, Some(status))));
    }

    /// Lets the tests that are being written fail, one after the other, again and again.
    fn fail_writers(&self, round: usize) {
        self.end(format!("writer-{}", round % WRITERS), RunnerStatus::Failed);
    }
}

/// Starts and ends tests nobody writes, and lets those fail that are being written.
fn mark(app: &Arc<App>, done: &AtomicBool) -> usize {
    let marker = Marker::new(app);
    let mut round = 0;
    while !done.load(Ordering::Relaxed) || round < WRITERS {
        let status = if round % 2 == 0 { RunnerStatus::Failed } else { RunnerStatus::Passed };
        marker.start(format!("marked-{round}"));
        marker.end(format!("marked-{round}"), status);
        marker.fail_writers(round);
        round += 1;
    }
    round
}

/// Only lets tests fail that are being written: the sole test runs on alone.
fn fail_writers(app: &Arc<App>, done: &AtomicBool) {
    let marker = Marker::new(app);
    let mut round = 0;
    while !done.load(Ordering::Relaxed) || round < WRITERS {
        marker.fail_writers(round);
        round += 1;
    }
}

/// What was frozen while it was written is one moment of one test: whole batches, in order, nobody else's.
fn check_evidence(evidence: &Evidence, redactor: &Redactor, writer: Writer) {
    let capture = capture_file::read(&evidence.capture, redactor, &ReadLimits::default()).unwrap();
    let document: Vec<u8> = capture.snapshot().flatten().collect();
    let document: Value = serde_json::from_slice(&document).unwrap();
    assert_eq!(document["test_id"], writer.name());
    let logs = document["logs"].as_array().unwrap();
    assert!(logs.iter().all(|log| log["message"] == writer.name() && log["test_id"] == writer.name()));
    assert!(logs.is_sorted_by_key(|log| log["n"].as_u64()));
    let seen = logs.len() + document["stats"]["evicted"].as_u64().unwrap() as usize;
    assert_eq!(seen % writer.batch_entries, 0, "{}", writer.name());
}

fn check_records(app: &App, writers: &[Writer]) {
    let redactor = Redactor::new(FingerprintKey::new([9; 16]));
    for &writer in writers {
        let evidence = app.with_tests(|tests| {
            let mut own = tests.ended().filter(|record| *record.description.test_id == writer.name());
            let record = own.next().unwrap();
            assert!(own.next().is_none(), "{} has two records", writer.name());
            record.evidence.clone().unwrap()
        });
        check_evidence(&evidence, &redactor, writer);
    }
}

#[test]
fn writers_readers_clears_and_boundaries_do_not_disturb_each_other() {
    let app = new_app();
    let until = Until::from_environment();
    let (done, reads) = (AtomicBool::new(false), AtomicUsize::new(0));
    let writers: Vec<_> = (0..WRITERS).map(|number| Writer::numbered(number, BATCH_ENTRIES)).collect();
    let written: Vec<usize> = thread::scope(|scope| {
        let (app, done, reads) = (&app, &done, &reads);
        let writing: Vec<_> =
            writers.iter().map(|&writer| scope.spawn(move || writer.write(app, until))).collect();
        for reader in 0..READERS {
            scope.spawn(move || {
                reads.fetch_add(read(app, &format!("writer-{reader}"), done), Ordering::Relaxed)
            });
        }
        scope.spawn(move || clear_own(app, until, done));
        scope.spawn(move || mark(app, done));
        let written = writing.into_iter().map(|writer| writer.join().unwrap()).collect();
        done.store(true, Ordering::Relaxed);
        written
    });
    assert!(reads.load(Ordering::Relaxed) > 0);
    for (writer, written) in writers.iter().zip(written) {
        let view = app.view(&Scope::Test(writer.name().into()), &Kind::ALL);
        let kept = view.entries(Kind::Log).len();
        assert_eq!(kept + view.losses().evicted as usize, written, "{}", writer.name());
    }
    assert_eq!(app.losses(&Scope::Everything).lost, 0);
    assert_eq!(app.with_tests(|tests| tests.running().count()), 0);
    check_records(&app, &writers);
}

/// Few enough entries that no bound is reached: each is there at the end, or was cleared exactly once.
#[test]
fn a_clear_of_everything_takes_each_entry_once_and_the_sole_test_keeps_its_own() {
    const BATCHES: usize = 900;
    let app = new_app();
    Marker::new(&app).start(SOLE.to_owned());
    let done = AtomicBool::new(false);
    let writers: Vec<_> =
        (0..WRITERS).map(|number| Writer { untagged: number == 0, ..Writer::numbered(number, 1) }).collect();
    let (written, cleared) = thread::scope(|scope| {
        let (app, done) = (&app, &done);
        let writing: Vec<_> = writers
            .iter()
            .map(|&writer| scope.spawn(move || writer.write(app, Until::Batches(BATCHES))))
            .collect();
        for reader in 0..READERS {
            let test = if reader == 0 { SOLE.to_owned() } else { format!("writer-{reader}") };
            scope.spawn(move || read(app, &test, done));
        }
        scope.spawn(move || fail_writers(app, done));
        let clearing = scope.spawn(move || clear_all(app, done));
        let written: usize = writing.into_iter().map(|writer| writer.join().unwrap()).sum();
        done.store(true, Ordering::Relaxed);
        (written, clearing.join().unwrap())
    });
    let view = app.view(&Scope::Everything, &Kind::ALL);
    view.entries(Kind::Log).iter().for_each(|entry| check_owner(entry));
    assert_eq!((written, view.losses().evicted, view.losses().lost), (WRITERS * BATCHES, 0, 0));
    assert_eq!(view.entries(Kind::Log).len() + cleared, written);
    check_records(&app, &writers[1..]);
}
