//! Everything there is, as a capture file.

use gasoline_core::capture_file::{CaptureWriter, FILE_ENDING, Saved};
use gasoline_core::store::Scope;

use super::{App, unpoisoned};

impl App {
    /// A file of everything within `scope`, written while it is read. A saved capture gives what it was read from.
    pub(crate) fn capture(&self, scope: &Scope) -> CaptureWriter {
        let contents = self.with_store(|store| store.contents(scope));
        CaptureWriter::new(Saved {
            saved_at: self.now(),
            made_by: self.run.made_by.clone(),
            scope: scope.clone(),
            contents,
            tests: self.with_tests(|tests| tests.tests(scope)),
            learned: self.with_learned(|learned| learned.within(scope)),
            pictures: unpoisoned(&self.captured.pictures).within(scope),
        })
    }

    /// What such a file would be called: when it was saved, in characters every file system takes.
    pub(crate) fn capture_name(&self) -> String {
        let time = self.now().to_string();
        let plain: String = time.chars().take("2026-01-22T10:30:00".len()).collect();
        format!("gasoline-{}.{FILE_ENDING}", plain.replace(':', ""))
    }
}
