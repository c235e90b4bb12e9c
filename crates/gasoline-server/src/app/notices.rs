//! What an agent should be told once: by whom, and whether it still holds.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a notice is about. There is one of each at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A capture client does not fit this server.
    CaptureClient,
    /// The log file cannot be written.
    LogFile,
    /// Records of tests cannot be written.
    TestRecords,
    /// This server lacks options of the one it replaced.
    MissingOptions,
}

#[derive(Debug)]
struct Notice {
    /// Increases with every new notice, so each MCP session can tell which it has shown.
    number: u64,
    text: String,
}

#[derive(Debug, Default)]
struct State {
    last_number: u64,
    notices: BTreeMap<Subject, Notice>,
}

/// The notices of this run.
#[derive(Debug, Default)]
pub struct Notices(Mutex<State>);

impl Notices {
    /// Puts a notice in force. One that says the same as before is not new.
    pub fn give(&self, subject: Subject, text: String) {
        let mut state = self.lock();
        if state.notices.get(&subject).is_some_and(|known| known.text == text) {
            return;
        }
        state.last_number += 1;
        let number = state.last_number;
        state.notices.insert(subject, Notice { number, text });
    }

    /// Withdraws a notice.
    pub fn withdraw(&self, subject: Subject) {
        self.lock().notices.remove(&subject);
    }

    /// The notice about a subject.
    pub fn about(&self, subject: Subject) -> Option<String> {
        self.lock().notices.get(&subject).map(|notice| notice.text.clone())
    }

    /// What is in force and newer than `shown`, and the number to remember.
    pub fn since(&self, shown: u64) -> Option<(String, u64)> {
        let state = self.lock();
        let new: Vec<&str> = state
            .notices
            .values()
            .filter(|notice| notice.number > shown)
            .map(|notice| notice.text.as_str())
            .collect();
        (!new.is_empty()).then(|| (new.join(" "), state.last_number))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_notice_is_new_once_and_again_when_it_says_something_else() {
        let notices = Notices::default();
        assert_eq!(notices.since(0), None);
        notices.give(Subject::LogFile, "full.".to_owned());
        notices.give(Subject::CaptureClient, "old.".to_owned());
        assert_eq!(notices.since(0), Some(("old. full.".to_owned(), 2)));
        notices.give(Subject::LogFile, "full.".to_owned());
        assert_eq!(notices.since(2), None);
        notices.withdraw(Subject::LogFile);
        assert_eq!(notices.about(Subject::LogFile), None);
        notices.give(Subject::LogFile, "full.".to_owned());
        assert_eq!(notices.since(2), Some(("full.".to_owned(), 3)));
    }
}
