//! `--log-file`: every entry appended as one line of redacted JSON, by one task, rotated by size.
//!
//! Only whole lines are written, in one call each time, and what a failed call leaves behind is cut off, so a reader or a
//! crash never sees half an entry of ours. The file is a copy, not the store: if the disk is slower than the pages, or
//! full, batches are skipped and the gap is written into the file.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gasoline_core::render::snapshot::EntryLines;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::app::{Notices, Subject};
use crate::bus::{Change, Event, Subscription};
use crate::platform;

/// Size at which a file is set aside.
const LARGEST_FILE: u64 = 10 * 1024 * 1024;
/// Files set aside: `x.jsonl.1` is the newest of them.
const KEPT_FILES: u32 = 3;
/// Bytes that wait for the disk, those being written included.
const MOST_WAITING: usize = 4 * 1024 * 1024;

/// An open log file.
#[derive(Debug)]
pub(crate) struct LogFile {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines.
    size: u64,
    largest: u64,
    /// The last write may have left something behind those.
    torn: bool,
}

impl LogFile {
    /// Opens or creates the file for appending.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::with_limit(path, LARGEST_FILE)
    }

    fn with_limit(path: &Path, largest: u64) -> io::Result<Self> {
        let mut file = platform::append_to_private_file(path)?;
        let mut size = file.metadata()?.len();
        if size > 0 && !ends_with_newline(path)? {
            // An earlier process died while writing: close its last line, so that ours begins a new one.
            file.write_all(b"\n")?;
            size += 1;
        }
        Ok(Self { path: path.to_owned(), file, size, largest, torn: false })
    }

    /// Appends whole lines, rotating first if they would not fit.
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        self.mend()?;
        if self.size > 0 && self.size + lines.len() as u64 > self.largest {
            self.rotate()?;
        }
        let written = self.file.write_all(lines);
        match written {
            Ok(()) => self.size += lines.len() as u64,
            Err(_) => {
                self.torn = true;
                // If it cannot be cut off now, it is before the next line.
                drop(self.mend());
            }
        }
        written
    }

    /// Cuts off what a failed write left behind the last whole line.
    fn mend(&mut self) -> io::Result<()> {
        if self.torn {
            self.file.set_len(self.size)?;
            self.torn = false;
        }
        Ok(())
    }

    fn rotate(&mut self) -> io::Result<()> {
        for number in (1..KEPT_FILES).rev() {
            let older = self.numbered(number);
            if older.exists() {
                std::fs::rename(older, self.numbered(number + 1))?;
            }
        }
        // Gone if an earlier attempt got no further than this.
        if self.path.exists() {
            std::fs::rename(&self.path, self.numbered(1))?;
        }
        self.file = platform::append_to_private_file(&self.path)?;
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

/// Appends everything that comes in until told to stop, and what had come in by then.
///
/// Disks can stall for seconds and the pages must not feel it: one write at a time runs on a thread of its own, and what
/// comes in meanwhile waits, within [`MOST_WAITING`] bytes.
pub(crate) async fn write_entries(
    log: LogFile,
    mut happenings: Subscription,
    notices: Arc<Notices>,
    stop: CancellationToken,
) {
    let mut writer = Writer::new(log, notices);
    let mut waiting = Waiting::default();
    loop {
        writer.start(&mut waiting);
        tokio::select! {
            biased;
            () = writer.finished(), if writer.is_busy() => {}
            event = happenings.next() => match event {
                Some(event) => waiting.take(&event, writer.bytes()),
                None => break,
            },
            () = stop.cancelled() => break,
        }
    }
    while writer.is_busy() {
        writer.finished().await;
        writer.start(&mut waiting);
    }
}

/// Lines on their way to the file.
#[derive(Debug, Default)]
struct Lines {
    text: Vec<u8>,
    /// Batches the lines speak of: written out, or counted as skipped.
    batches: u64,
}

/// What came in and is not being written yet.
#[derive(Debug, Default)]
struct Waiting {
    lines: Lines,
    /// Batches that found no room since the last line.
    skipped: u64,
    /// The happening that comes next unless some are missing.
    expected: Option<u64>,
    entries: EntryLines,
}

impl Waiting {
    /// Takes the entries of an event, or counts them as skipped if they find no room beside the `writing` bytes that are
    /// being written. A batch that waits alone always has room: none is larger than a request may be.
    fn take(&mut self, event: &Event, writing: usize) {
        self.skipped += self.expected.map_or(0, |expected| event.seq - expected);
        self.expected = Some(event.seq + 1);
        let Change::Entries(appended) = event.what.as_ref() else { return };
        let entries = || appended.added.iter().chain(&appended.merged);
        if entries().next().is_none() {
            return;
        }
        let held = writing + self.lines.text.len();
        if held > 0 && held + entries().map(|entry| entry.cost()).sum::<usize>() > MOST_WAITING {
            self.skipped += 1;
            return;
        }
        self.note_skipped();
        entries().for_each(|entry| self.entries.write(entry, &mut self.lines.text));
        self.lines.batches += 1;
    }

    fn holds_anything(&self) -> bool {
        self.skipped > 0 || !self.lines.text.is_empty()
    }

    /// Everything that waits, for writing.
    fn hand_over(&mut self) -> Lines {
        self.note_skipped();
        std::mem::take(&mut self.lines)
    }

    fn note_skipped(&mut self) {
        let skipped = std::mem::take(&mut self.skipped);
        if skipped > 0 {
            self.lines.text.extend_from_slice(&gap(skipped));
            self.lines.batches += skipped;
        }
    }
}

fn gap(skipped: u64) -> Vec<u8> {
    format!("{{\"type\":\"gasoline\",\"skipped_batches\":{skipped}}}\n").into_bytes()
}

/// The file, and the write that is under way.
#[derive(Debug)]
struct Writer {
    /// At rest; `None` while it is being written to.
    log: Option<LogFile>,
    underway: Option<Underway>,
    /// Batches that could not be written. The next write begins with their number.
    unwritten: u64,
    /// Where agents and `/health` learn of a file that cannot be written.
    notices: Arc<Notices>,
}

#[derive(Debug)]
struct Underway {
    bytes: usize,
    batches: u64,
    done: JoinHandle<(LogFile, io::Result<()>)>,
}

impl Writer {
    fn new(log: LogFile, notices: Arc<Notices>) -> Self {
        Self { log: Some(log), underway: None, unwritten: 0, notices }
    }

    fn is_busy(&self) -> bool {
        self.underway.is_some()
    }

    fn bytes(&self) -> usize {
        self.underway.as_ref().map_or(0, |write| write.bytes)
    }

    /// Begins to write what waits, unless a write is under way or nothing waits.
    fn start(&mut self, waiting: &mut Waiting) {
        let Some(mut log) = self.log.take_if(|_| waiting.holds_anything()) else { return };
        let Lines { mut text, batches } = waiting.hand_over();
        if self.unwritten > 0 {
            text.splice(..0, gap(self.unwritten));
        }
        let bytes = text.len();
        let done = tokio::task::spawn_blocking(move || {
            let result = log.append(&text);
            (log, result)
        });
        self.underway = Some(Underway { bytes, batches, done });
    }

    /// Waits for the end of the write under way. After one that failed the next is another attempt: disks that are full
    /// do not stay so.
    async fn finished(&mut self) {
        let Some(write) = &mut self.underway else { return };
        let ended = (&mut write.done).await;
        let batches = write.batches;
        self.underway = None;
        let Ok((log, result)) = ended else { return };
        match result {
            Ok(()) => {
                self.unwritten = 0;
                self.notices.withdraw(Subject::LogFile);
            }
            Err(error) => {
                self.notices.give(Subject::LogFile, trouble(&log.path, &error));
                if self.unwritten == 0 {
                    tracing::warn!(
                        %error,
                        path = %log.path.display(),
                        "the log file could not be written; what is missing will be counted in it"
                    );
                }
                self.unwritten += batches;
            }
        }
        self.log = Some(log);
    }
}

/// What is said of a file that cannot be written.
fn trouble(path: &Path, error: &io::Error) -> String {
    format!(
        "The log file `{}` cannot be written ({error}): entries are missing in it. Make room on the disk, or restart the \
         server without `--log-file`.",
        path.display()
    )
}

#[cfg(test)]
mod tests {
    use gasoline_core::intake::{self, IntakeLimits, Route};
    use gasoline_core::redact::{FingerprintKey, Redactor};
    use gasoline_core::store::{Arrival, Store, StoreLimits};

    use super::*;
    use crate::bus::Bus;

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    /// Batches of one entry each, as the store hands them to the bus.
    struct Batches {
        redactor: Redactor,
        store: Store,
    }

    impl Batches {
        fn new() -> Self {
            let key = FingerprintKey::new([1; 16]);
            Self { redactor: Redactor::new(key), store: Store::new(StoreLimits::default(), key) }
        }

        fn next(&mut self, route: Route, body: &str) -> Change {
            let limits = IntakeLimits::default();
            let intake = intake::take(&self.redactor, &limits, route, body.as_bytes()).unwrap();
            let arrival = Arrival { sole_test: Some("t".into()), ..Arrival::default() };
            Change::Entries(self.store.append(intake.entries, &arrival))
        }

        fn message(&mut self, message: &str) -> Change {
            self.next(Route::Logs, &format!(r#"{{"entries":[{{"message":"{message}"}}]}}"#))
        }
    }

    /// What is written when everything is published before the task looks for the first time.
    async fn written(log: LogFile, happenings: Vec<Change>) {
        let bus = Bus::new();
        let subscription = bus.subscribe();
        happenings.into_iter().for_each(|happening| bus.publish(happening));
        let stop = CancellationToken::new();
        stop.cancel();
        write_entries(log, subscription, Arc::default(), stop).await;
    }

    #[tokio::test]
    async fn a_line_says_what_the_snapshot_would_and_where() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let mut batches = Batches::new();
        let happenings = vec![
            batches.next(Route::Logs, "{\"entries\":[{\"message\":\"a\",\n\"test_id\":\"own\"},{}]}"),
            batches.next(Route::WebSocketEvents, r#"{"events":[{"event":"open","id":"c"}]}"#),
            batches.next(Route::NetworkBodies, r#"{"bodies":[{"url":"/cart"}]}"#),
        ];
        written(LogFile::open(&path).unwrap(), happenings).await;
        insta::assert_snapshot!(read(&path), @r#"
        {"message":"a", "test_id":"own","seq":1,"received_at":"1970-01-01T00:00:00.000Z","buffer":"logs"}
        {"seq":2,"test_id":"t","received_at":"1970-01-01T00:00:00.000Z","buffer":"logs"}
        {"event":"open","id":"c","seq":3,"test_id":"t","received_at":"1970-01-01T00:00:00.000Z","buffer":"websocket_events"}
        {"url":"/cart","seq":4,"test_id":"t","received_at":"1970-01-01T00:00:00.000Z","buffer":"network_bodies"}
        "#);
    }

    #[test]
    fn what_finds_no_room_beside_what_waits_is_counted_in_its_place() {
        let (mut batches, mut waiting) = (Batches::new(), Waiting::default());
        let large = "x".repeat(1_000_000);
        for (number, message) in [&*large, &large, &large, &large, &large, "last"].into_iter().enumerate() {
            let event = Event { seq: number as u64 + 1, what: Arc::new(batches.message(message)) };
            waiting.take(&event, 1_000_000);
        }
        let Lines { text, batches } = waiting.hand_over();
        let shown: Vec<_> = String::from_utf8(text)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .map(|line| match line["skipped_batches"].as_u64() {
                Some(skipped) => format!("{skipped} skipped"),
                None => line["seq"].to_string(),
            })
            .collect();
        assert_eq!((shown, batches), (["1", "2", "3", "2 skipped", "6"].map(str::to_owned).to_vec(), 6));
    }

    #[test]
    fn a_batch_that_waits_alone_has_room_whatever_its_size() {
        let (mut batches, mut waiting) = (Batches::new(), Waiting::default());
        let entry = format!(r#"{{"message":"{}"}}"#, "x".repeat(1_000_000));
        let body = format!(r#"{{"entries":[{}]}}"#, [entry.as_str(); 9].join(","));
        let what = Arc::new(batches.next(Route::Logs, &body));
        waiting.take(&Event { seq: 1, what }, 0);
        assert!(waiting.hand_over().text.len() > 9_000_000);
    }

    #[tokio::test]
    async fn after_a_failed_write_the_next_one_tells_what_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let mut log = LogFile::with_limit(&path, 100).unwrap();
        // The file is full, and cannot be set aside because a folder stands where the oldest would go.
        log.append(&[b'\n'; 100]).unwrap();
        std::fs::write(log.numbered(KEPT_FILES - 1), "").unwrap();
        let obstacle = log.numbered(KEPT_FILES).join("anything");
        std::fs::create_dir_all(&obstacle).unwrap();

        let (mut batches, bus) = (Batches::new(), Arc::new(Bus::new()));
        let mut happenings = bus.subscribe();
        let notices = Arc::new(Notices::default());
        let (mut writer, mut waiting) = (Writer::new(log, Arc::clone(&notices)), Waiting::default());
        let mut told = Vec::new();
        for message in ["first", "second", "third"] {
            if message == "third" {
                std::fs::remove_dir_all(obstacle.parent().unwrap()).unwrap();
            }
            bus.publish(batches.message(message));
            waiting.take(&happenings.next().await.unwrap(), writer.bytes());
            writer.start(&mut waiting);
            writer.finished().await;
            told.push(notices.about(Subject::LogFile).is_some());
        }
        // server-bounds-05
        assert_eq!(told, [true, true, false]);
        let text = read(&path);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (2, r#"{"type":"gasoline","skipped_batches":2}"#));
        assert!(lines[1].contains(r#""message":"third""#), "{text}");
    }

    #[test]
    fn what_a_failed_write_left_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let mut log = LogFile::open(&path).unwrap();
        log.append(b"first\n").unwrap();
        // The disk takes half a line and then nothing more.
        log.file.write_all(b"sec").unwrap();
        let writable = std::mem::replace(&mut log.file, File::open(&path).unwrap());
        log.append(b"second\n").unwrap_err();
        log.file = writable;
        log.append(b"third\n").unwrap();
        assert_eq!(read(&path), "first\nthird\n");
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

    /// server-bounds-06
    #[cfg(unix)]
    #[test]
    fn the_file_and_those_set_aside_are_for_the_user_only() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        std::fs::write(&path, "of an earlier version\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        let mut log = LogFile::with_limit(&path, 10).unwrap();
        log.append(b"second\n").unwrap();
        for path in [path, log.numbered(1)] {
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{path:?}");
        }
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
