//! Ten writers, ten readers, clears and test boundaries at once: nothing is lost beyond counted evictions, no entry
//! appears under another test, nothing deadlocks.
//!
//! Runs a fixed number of operations; `GASOLINE_SOAK_SECONDS` makes it run for a while instead.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gasoline_core::intake::{Endpoint, Kind};
use gasoline_core::store::Scope;
use gasoline_server::ServerOptions;
use gasoline_server::app::App;
use gasoline_server::clock::SystemClock;
use gasoline_server::ids::FixedIds;
use gasoline_wire::{BoundaryAction, RunnerStatus, TestBoundary};

const WRITERS: usize = 10;
const READERS: usize = 10;
/// Batches of each writer when no time is given: 10,000 operations in all.
const BATCHES: usize = 1_000;
const BATCH_ENTRIES: usize = 5;

/// How long everyone works.
struct Until {
    deadline: Option<Instant>,
}

impl Until {
    fn from_environment() -> Self {
        let seconds = std::env::var("GASOLINE_SOAK_SECONDS").ok().and_then(|text| text.parse().ok());
        Self { deadline: seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)) }
    }

    fn is_over(&self, operations: usize) -> bool {
        match self.deadline {
            Some(deadline) => Instant::now() >= deadline,
            None => operations >= BATCHES,
        }
    }
}

fn batch(test: &str, writer: usize, number: usize) -> String {
    let entry = |index: usize| {
        let n = number * BATCH_ENTRIES + index + 1;
        format!(
            r#"{{"type":"console","level":"log","message":"{test}","test_id":"{test}","page":"p{writer}","n":{n},"eventId":"{writer}-{n}"}}"#
        )
    };
    let entries: Vec<_> = (0..BATCH_ENTRIES).map(entry).collect();
    format!(r#"{{"entries":[{}]}}"#, entries.join(","))
}

/// Writes batches under its own test; sends every tenth twice, as a retrying sender would.
fn write(app: &App, writer: usize, until: &Until) -> usize {
    let test = format!("writer-{writer}");
    let mut number = 0;
    while !until.is_over(number) {
        let body = batch(&test, writer, number);
        for _ in 0..if number.is_multiple_of(10) { 2 } else { 1 } {
            assert_eq!(app.ingest(Endpoint::Logs, body.as_bytes()).unwrap().received, BATCH_ENTRIES);
        }
        number += 1;
    }
    number * BATCH_ENTRIES
}

/// Reads one test and everything, over and over.
fn read(app: &App, reader: usize, done: &AtomicBool) -> usize {
    let test = format!("writer-{}", reader % WRITERS);
    let mut reads = 0;
    while !done.load(Ordering::Relaxed) {
        let own = app.view(&Scope::Test(test.as_str().into()), &[Kind::Log]);
        for entry in own.entries(Kind::Log) {
            assert_eq!(entry.test_id.as_deref(), Some(test.as_str()));
            assert!(entry.text().contains(&format!(r#""message":"{test}""#)), "{}", entry.text());
        }
        let everything = app.view(&Scope::Everything, &[Kind::Log]);
        assert!(everything.entries(Kind::Log).is_sorted_by_key(|entry| entry.seq));
        reads += 1;
    }
    reads
}

/// Writes under a test of its own and clears it: exactly what was written must go, and nothing else.
fn clear(app: &App, done: &AtomicBool) {
    let mut number = 0;
    while !done.load(Ordering::Relaxed) {
        let body = batch("cleared", 99, number);
        app.ingest(Endpoint::Logs, body.as_bytes()).unwrap();
        assert_eq!(app.clear(&Scope::Test("cleared".into()), &Kind::ALL), BATCH_ENTRIES);
        number += 1;
    }
}

/// Starts and ends tests; every second one fails and leaves evidence.
fn mark(app: &Arc<App>, done: &AtomicBool) -> usize {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut ended = 0;
    while !done.load(Ordering::Relaxed) {
        let boundary = |action, status| TestBoundary {
            test_id: format!("marked-{ended}"),
            action,
            title: None,
            file: None,
            project: None,
            retry: None,
            worker: None,
            status,
            duration_ms: None,
        };
        let status = if ended % 2 == 0 { RunnerStatus::Failed } else { RunnerStatus::Passed };
        runtime.block_on(async {
            app.note_boundary(boundary(BoundaryAction::Start, None)).await;
            app.note_boundary(boundary(BoundaryAction::End, Some(status))).await;
        });
        ended += 1;
    }
    ended
}

#[test]
fn writers_readers_clears_and_boundaries_do_not_disturb_each_other() {
    let app = Arc::new(App::new(&ServerOptions::default(), Arc::new(SystemClock), &FixedIds(3)));
    let until = Until::from_environment();
    let done = AtomicBool::new(false);
    let reads = AtomicUsize::new(0);
    let written: Vec<usize> = thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                scope.spawn({
                    let (app, until) = (&app, &until);
                    move || write(app, writer, until)
                })
            })
            .collect();
        for reader in 0..READERS {
            let (app, done, reads) = (&app, &done, &reads);
            scope.spawn(move || reads.fetch_add(read(app, reader, done), Ordering::Relaxed));
        }
        scope.spawn(|| clear(&app, &done));
        let marker = scope.spawn(|| mark(&app, &done));
        let written = writers.into_iter().map(|writer| writer.join().unwrap()).collect();
        done.store(true, Ordering::Relaxed);
        assert!(marker.join().unwrap() > 0);
        written
    });
    assert!(reads.load(Ordering::Relaxed) > 0);
    for (writer, written) in written.into_iter().enumerate() {
        let view = app.view(&Scope::Test(format!("writer-{writer}").into()), &Kind::ALL);
        let kept = view.entries(Kind::Log).len();
        assert_eq!(kept + view.losses().evicted as usize, written, "writer {writer}");
    }
    assert_eq!(app.losses(&Scope::Everything).lost, 0);
    let (running, ended) = app.with_tests(|tests| (tests.running().count(), tests.ended().count()));
    assert!(running == 0 && ended > 0);
}
