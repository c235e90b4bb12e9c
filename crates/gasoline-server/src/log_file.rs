//! `--log-file`: every entry appended as one line of redacted JSON, by one task, rotated by size.
//!
//! Only whole lines are written, in one call each batch, so a reader or a crash never sees half an entry of ours. The
//! file is a copy, not the store: if the disk is slower than the pages, batches are skipped and the gap is written
//! into the file.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gasoline_core::store::Entry;
use tokio_util::sync::CancellationToken;

use crate::bus::{Happening, Subscription};

/// Size at which a file is set aside.
const LARGEST_FILE: u64 = 10 * 1024 * 1024;
/// Files set aside: `x.jsonl.1` is the newest of them.
const KEPT_FILES: u32 = 3;

/// An open log file.
#[derive(Debug)]
pub(crate) struct LogFile {
    path: PathBuf,
    file: File,
    size: u64,
    largest: u64,
}

impl LogFile {
    /// Opens or creates the file for appending.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::with_limit(path, LARGEST_FILE)
    }

    fn with_limit(path: &Path, largest: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let mut size = file.metadata()?.len();
        if size > 0 && !ends_with_newline(path)? {
            // An earlier process died while writing: close its last line, so that ours begins a new one.
            file.write_all(b"\n")?;
            size += 1;
        }
        Ok(Self { path: path.to_owned(), file, size, largest })
    }

    /// Appends whole lines, rotating first if they would not fit.
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        if self.size > 0 && self.size + lines.len() as u64 > self.largest {
            self.rotate()?;
        }
        self.file.write_all(lines)?;
        self.size += lines.len() as u64;
        Ok(())
    }

    fn rotate(&mut self) -> io::Result<()> {
        for number in (1..KEPT_FILES).rev() {
            let older = self.numbered(number);
            if older.exists() {
                std::fs::rename(older, self.numbered(number + 1))?;
            }
        }
        std::fs::rename(&self.path, self.numbered(1))?;
        self.file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        self.size = 0;
        Ok(())
    }

    fn numbered(&self, number: u32) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(format!(".{number}"));
        PathBuf::from(name)
    }
}

fn ends_with_newline(path: &Path) -> io::Result<bool> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = File::open(path)?;
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// Appends everything that comes in until the server stops, and what had come in by then.
pub(crate) async fn write_entries(mut log: LogFile, mut happenings: Subscription, stop: CancellationToken) {
    let mut expected = None;
    loop {
        let event = tokio::select! {
            biased;
            event = happenings.next() => event,
            () = stop.cancelled() => None,
        };
        let Some(event) = event else { return };
        let missed = expected.map_or(0, |expected: u64| event.seq - expected);
        expected = Some(event.seq + 1);
        let Happening::Entries(appended) = event.what.as_ref() else { continue };
        let lines = lines_of(missed, appended.added.iter().chain(&appended.merged));
        match append_aside(log, lines).await {
            Some(returned) => log = returned,
            None => return,
        }
    }
}

/// Appends on a thread of its own, because disks can stall for seconds and the pages must not feel it. Gives the file
/// back unless it failed.
async fn append_aside(mut log: LogFile, lines: Vec<u8>) -> Option<LogFile> {
    let written = tokio::task::spawn_blocking(move || {
        let result = log.append(&lines);
        (log, result)
    });
    let (log, result) = written.await.ok()?;
    match result {
        Ok(()) => Some(log),
        Err(error) => {
            tracing::warn!(%error, path = %log.path.display(), "the log file could not be written; giving up on it");
            None
        }
    }
}

/// The entries as lines. Stored texts may contain line breaks between their tokens, never inside strings, so those
/// become spaces.
fn lines_of<'e>(missed: u64, entries: impl Iterator<Item = &'e Arc<Entry>>) -> Vec<u8> {
    let mut lines = Vec::new();
    if missed > 0 {
        lines.extend_from_slice(
            format!("{{\"type\":\"gasoline\",\"skipped_batches\":{missed}}}\n").as_bytes(),
        );
    }
    for entry in entries {
        lines
            .extend(entry.text().bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte }));
        lines.push(b'\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn files_are_set_aside_by_size_and_the_oldest_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let mut log = LogFile::with_limit(&path, 10).unwrap();
        for line in ["first\n", "second\n", "third\n", "fourth\n", "fifth\n"] {
            log.append(line.as_bytes()).unwrap();
        }
        assert_eq!(read(&path), "fifth\n");
        let aside: Vec<_> = (1..=3).map(|number| read(&log.numbered(number))).collect();
        assert_eq!(aside, ["fourth\n", "third\n", "second\n"]);
        assert!(!log.numbered(4).exists());
    }

    #[test]
    fn a_line_cut_by_a_crash_is_closed_before_ours_begins() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        std::fs::write(&path, "{\"message\":\"ha").unwrap();
        LogFile::open(&path).unwrap().append(b"{}\n").unwrap();
        assert_eq!(read(&path), "{\"message\":\"ha\n{}\n");
    }
}
