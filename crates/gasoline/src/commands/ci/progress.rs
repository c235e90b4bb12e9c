//! What a run has come to so far, for a person who watches it.
//!
//! A suite draws on the terminal itself, so there the window's title tells. Where only standard error is a terminal, one line of it
//! does. Elsewhere nothing is said: a log keeps every line.

use std::convert::Infallible;
use std::time::Duration;

use gasoline_core::store::Store;
use gasoline_core::test_record::TestStatus;
use gasoline_server::RunningServer;

use crate::printer::Printer;

/// Pause between two looks; a person reads no faster.
const INTERVAL: Duration = Duration::from_millis(500);

/// Shows it until the future is dropped, which also takes it away. Never completes.
pub(super) async fn show(server: &RunningServer, printer: Printer) -> Infallible {
    let Some(line) = printer.live_line() else { return std::future::pending().await };
    loop {
        line.show(&Progress::of(server).text());
        tokio::time::sleep(INTERVAL).await;
    }
}

#[derive(Clone, Copy, Debug)]
struct Progress {
    tests: u64,
    failed: u64,
    entries: u64,
}

impl Progress {
    fn of(server: &RunningServer) -> Self {
        let app = server.app();
        let (tests, failed) = app.with_tests(|tests| {
            let ended = tests.ended().filter(|record| record.status != TestStatus::Skip);
            let (count, failed) = ended.fold((0, 0), |(count, failed), record| {
                (count + 1, failed + u64::from(record.status.needs_evidence()))
            });
            (count + tests.records_dropped(), failed)
        });
        Self { tests, failed, entries: app.with_store(Store::received) }
    }

    fn text(self) -> String {
        let Self { tests, failed, entries } = self;
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        format!("gasoline: {tests} test{}, {failed} failed, {entries} entries captured", plural(tests))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_failures_and_entries_are_counted() {
        let text = |tests, failed, entries| Progress { tests, failed, entries }.text();
        assert_eq!(text(1, 0, 20), "gasoline: 1 test, 0 failed, 20 entries captured");
        assert_eq!(text(12, 3, 0), "gasoline: 12 tests, 3 failed, 0 entries captured");
    }
}
