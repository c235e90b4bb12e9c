//! Uncaught errors of workers, which the browser tells twice: to the page the worker belongs to, which learns where the
//! error was thrown and little more, and to a debugger of the worker, with its stack.
//!
//! The page's report is the one that is kept, because it is numbered among what the page says, in the worker's words.
//! Either may come first, so each waits a moment for the other. A worker that its page ends upon the error never tells;
//! then the page's report goes as it is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gasoline_wire::Route;
use serde_json::{Map, Value};

use super::delivery::Delivery;
use super::workers::WorkerError;

/// How long a report waits. The other follows within milliseconds, if it does.
const PATIENCE: Duration = Duration::from_secs(1);

/// Reports that may wait at a time; what a page throws in a loop goes on without waiting.
const MOST_WAITING: usize = 100;

/// Where an error was thrown; lines and columns begin at one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ErrorPlace {
    pub(super) url: String,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// What is said about one error.
#[derive(Debug)]
pub(super) enum Report {
    /// By the page: its entry, complete, and what is to follow that.
    Page { entry: String, amendment: Option<String> },
    /// By the worker, not numbered yet.
    Worker(Box<WorkerError>),
}

impl Report {
    fn deliver(self, delivery: &Delivery) {
        let (entry, amendment) = match self {
            Self::Page { entry, amendment } => (Some(entry), amendment),
            Self::Worker(error) => (error.entry(), None),
        };
        for entry in entry.into_iter().chain(amendment) {
            delivery.add(Route::Logs, entry);
        }
    }

    fn is_page(&self) -> bool {
        matches!(self, Self::Page { .. })
    }

    /// What page and worker say together.
    fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Page { entry, amendment }, Self::Worker(error))
            | (Self::Worker(error), Self::Page { entry, amendment }) => {
                Self::Page { entry: in_words_of(&error, &entry), amendment }
            }
            (alike, _) => alike,
        }
    }
}

/// The page's entry with message and stack as the worker has them.
fn in_words_of(error: &WorkerError, entry: &str) -> String {
    let Ok(mut fields) = serde_json::from_str::<Map<String, Value>>(entry) else { return entry.to_owned() };
    fields.insert("message".to_owned(), error.message().into());
    if let Some(stack) = error.stack() {
        fields.insert("stack".to_owned(), stack.into());
    }
    Value::Object(fields).to_string()
}

/// A report that waits for another about the same error.
#[derive(Debug)]
struct Waiting {
    number: u64,
    tab: Arc<str>,
    place: ErrorPlace,
    report: Report,
}

#[derive(Debug, Default)]
struct Queue {
    last: u64,
    waiting: Vec<Waiting>,
}

impl Queue {
    /// Takes the oldest of those that are meant.
    fn take(&mut self, is_meant: impl Fn(&Waiting) -> bool) -> Option<Report> {
        let index = self.waiting.iter().position(is_meant)?;
        Some(self.waiting.remove(index).report)
    }

    /// Takes in a report and returns its number. If the other one waits, or too many do, returns what is to be said now.
    fn add(&mut self, tab: Arc<str>, place: ErrorPlace, report: Report) -> Result<u64, Report> {
        let is_other = |waiting: &Waiting| {
            waiting.tab == tab && waiting.place == place && waiting.report.is_page() != report.is_page()
        };
        if let Some(other) = self.take(is_other) {
            return Err(report.joined(other));
        }
        if self.waiting.len() >= MOST_WAITING {
            return Err(report);
        }
        self.last += 1;
        self.waiting.push(Waiting { number: self.last, tab, place, report });
        Ok(self.last)
    }
}

/// Brings together what pages and workers say about the same errors.
#[derive(Debug)]
pub(super) struct WorkerErrors {
    queue: Arc<Mutex<Queue>>,
    delivery: Delivery,
}

impl WorkerErrors {
    pub(super) fn new(delivery: Delivery) -> Self {
        Self { queue: Arc::default(), delivery }
    }

    /// Delivers a report about an error in a tab together with the other, or alone if that does not come.
    pub(super) fn add(&self, tab: Arc<str>, place: ErrorPlace, report: Report) {
        let number = match lock(&self.queue).add(tab, place, report) {
            Ok(number) => number,
            Err(report) => return report.deliver(&self.delivery),
        };
        let (queue, delivery) = (Arc::clone(&self.queue), self.delivery.clone());
        tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            let report = lock(&queue).take(|waiting| waiting.number == number);
            if let Some(report) = report {
                report.deliver(&delivery);
            }
        });
    }

    /// Whether a worker has told of an error there, and waits for its page.
    pub(super) fn is_awaited(&self, tab: &str, place: &ErrorPlace) -> bool {
        lock(&self.queue).waiting.iter().any(|waiting| *waiting.tab == *tab && waiting.place == *place)
    }

    /// The workers of a tab have ended: they say nothing any more.
    pub(super) fn give_up(&self, tab: &str) {
        let is_of_page = |waiting: &Waiting| *waiting.tab == *tab && waiting.report.is_page();
        while let Some(report) = { lock(&self.queue).take(is_of_page) } {
            report.deliver(&self.delivery);
        }
    }
}

impl Drop for WorkerErrors {
    fn drop(&mut self) {
        // Nobody will say anything any more.
        let waiting = std::mem::take(&mut lock(&self.queue).waiting);
        for Waiting { report, .. } in waiting {
            report.deliver(&self.delivery);
        }
    }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}
