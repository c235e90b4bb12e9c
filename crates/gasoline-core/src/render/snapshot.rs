//! Everything captured as one JSON document: stored texts joined, not serialised again.
//!
//! It is written piece by piece while it is sent.

use gasoline_wire::Timestamp;

use crate::analysis::stats::StatsCounter;
use crate::intake::Kind;
use crate::store::{Entry, View};

/// Bytes of one piece. Large enough that sending it costs more than asking for the next one, small enough to stay in the
/// processor's cache and to be on its way while the next one is written.
const PIECE: usize = 64 * 1024;

/// How the document begins: what it is about. Everything else depends on the entries alone.
pub fn opening(timestamp: Timestamp, test_id: Option<&str>) -> Vec<u8> {
    let mut output = Vec::with_capacity(128);
    output.extend_from_slice(b"{\"timestamp\":\"");
    output.extend_from_slice(timestamp.to_string().as_bytes());
    output.push(b'"');
    if let Some(test_id) = test_id {
        output.extend_from_slice(b",\"test_id\":");
        write_string(test_id, &mut output);
    }
    output
}

/// What follows the opening: all entries of a view and their counts, in pieces.
/// a full store is never copied as a whole, and a reader has the
/// first entries before the last ones are written.
#[derive(Debug)]
pub struct SnapshotEntries {
    view: View,
    next: Next,
    stats: StatsCounter,
    /// The arrival time printed last: a batch shares one, and printing it is the dearest part of an entry.
    received_at: Option<(Timestamp, String)>,
}

/// What is written next.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// An array's name, or the end of the document after the last one.
    Array(usize),
    /// An entry of an array, or the array's end after the last one.
    Entry {
        array: usize,
        index: usize,
    },
    Nothing,
}

impl SnapshotEntries {
    /// All entries in `view`.
    pub fn new(view: View) -> Self {
        Self { view, next: Next::Array(0), stats: StatsCounter::default(), received_at: None }
    }

    fn write_step(&mut self, output: &mut Vec<u8>) {
        self.next = match self.next {
            Next::Array(array) => match Kind::ALL.get(array) {
                Some(kind) => {
                    output.extend_from_slice(b",\"");
                    output.extend_from_slice(kind.buffer().as_bytes());
                    output.extend_from_slice(b"\":[");
                    Next::Entry { array, index: 0 }
                }
                None => self.write_end(output),
            },
            Next::Entry { array, index } => self.write_entry(array, index, output),
            Next::Nothing => Next::Nothing,
        };
    }

    fn write_entry(&mut self, array: usize, index: usize, output: &mut Vec<u8>) -> Next {
        let Some(entry) = self.view.entries(Kind::ALL[array]).get(index) else {
            output.push(b']');
            return Next::Array(array + 1);
        };
        if index > 0 {
            output.push(b',');
        }
        self.stats.count(entry);
        write_entry(entry, &mut self.received_at, output);
        Next::Entry { array, index: index + 1 }
    }

    fn write_end(&mut self, output: &mut Vec<u8>) -> Next {
        let stats = std::mem::take(&mut self.stats).finish(self.view.losses());
        output.extend_from_slice(b",\"stats\":");
        output.extend_from_slice(&serde_json::to_vec(&stats).unwrap_or_default());
        output.push(b'}');
        Next::Nothing
    }
}

impl Iterator for SnapshotEntries {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if matches!(self.next, Next::Nothing) {
            return None;
        }
        // Room for the entry that goes beyond the piece's size, as entries usually are.
        let mut piece = Vec::with_capacity(PIECE + 4 * 1024);
        while piece.len() < PIECE && !matches!(self.next, Next::Nothing) {
            self.write_step(&mut piece);
        }
        Some(piece)
    }
}

/// The whole document in pieces.
pub fn document(
    view: View,
    timestamp: Timestamp,
    test_id: Option<&str>,
) -> impl Iterator<Item = Vec<u8>> + use<> {
    std::iter::once(opening(timestamp, test_id)).chain(SnapshotEntries::new(view))
}

/// Writes entries one a line: each as the document holds it, and the array it would stand in as `buffer`.
#[derive(Debug, Default)]
pub struct EntryLines {
    received_at: Option<(Timestamp, String)>,
}

impl EntryLines {
    /// Appends one line. Stored texts may contain line breaks between their tokens, never inside strings, so those become
    /// spaces.
    pub fn write(&mut self, entry: &Entry, output: &mut Vec<u8>) {
        let start = output.len();
        write_entry(entry, &mut self.received_at, output);
        for byte in &mut output[start..] {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        // The object is closed anew, behind one more field.
        output.pop();
        output.extend_from_slice(b",\"buffer\":\"");
        output.extend_from_slice(entry.kind.buffer().as_bytes());
        output.extend_from_slice(b"\"}\n");
    }
}

/// The stored object with the server's own fields added at its end.
fn write_entry(entry: &Entry, printed: &mut Option<(Timestamp, String)>, output: &mut Vec<u8>) {
    let text = entry.text().as_bytes().trim_ascii_end();
    let open = text.strip_suffix(b"}").unwrap_or(text).trim_ascii_end();
    output.extend_from_slice(open);
    output.extend_from_slice(if open.ends_with(b"{") { b"\"seq\":" } else { b",\"seq\":" });
    // `write!` would take as long as the rest of the entry.
    output.extend_from_slice(itoa::Buffer::new().format(entry.seq).as_bytes());
    if let (true, Some(test_id)) = (entry.tagged, &entry.test_id) {
        output.extend_from_slice(b",\"test_id\":");
        write_string(test_id, output);
    }
    output.extend_from_slice(b",\"received_at\":\"");
    if printed.as_ref().is_none_or(|(last, _)| *last != entry.received_at) {
        *printed = Some((entry.received_at, entry.received_at.to_string()));
    }
    output.extend_from_slice(printed.as_ref().map_or(&[], |(_, text)| text.as_bytes()));
    output.extend_from_slice(b"\"}");
}

fn write_string(text: &str, output: &mut Vec<u8>) {
    output.extend_from_slice(serde_json::Value::from(text).to_string().as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::{self, IntakeLimits, Route};
    use crate::redact::{FingerprintKey, Redactor};
    use crate::store::{Arrival, Scope, Store, StoreLimits};

    fn snapshot(entries: &str, since: Option<i64>) -> String {
        let key = FingerprintKey::new([5; 16]);
        let body = format!(r#"{{"entries":[{entries}]}}"#);
        let redactor = Redactor::new(key);
        let intake = intake::take(&redactor, &IntakeLimits::default(), Route::Logs, body.as_bytes()).unwrap();
        let mut store = Store::new(StoreLimits::default(), key);
        let time = |milliseconds| Timestamp::from_milliseconds(milliseconds).unwrap();
        store.append(intake.entries, &Arrival { received_at: time(0), sole_test: None });
        let mut view = store.view(&Scope::Everything, &Kind::ALL);
        if let Some(since) = since {
            view.keep_since(time(since));
        }
        String::from_utf8(document(view, time(1), None).flatten().collect()).unwrap()
    }

    #[test]
    fn stored_texts_come_back_with_unknown_fields_and_server_fields() {
        let text =
            snapshot(r#"{"level":"warn","message":"w","x":1.50, "ts":5 },{"type":"exception"},{}"#, None);
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
        insta::assert_snapshot!(text, @r#"{"timestamp":"1970-01-01T00:00:00.001Z","logs":[{"level":"warn","message":"w","x":1.50, "ts":5,"seq":1,"received_at":"1970-01-01T00:00:00.000Z"},{"type":"exception","seq":2,"received_at":"1970-01-01T00:00:00.000Z"},{"seq":3,"received_at":"1970-01-01T00:00:00.000Z"}],"websocket_events":[],"network_bodies":[],"enhanced_actions":[],"performance_snapshots":[],"dom_snapshots":[],"screenshots":[],"resources":[],"documents":[],"storage_writes":[],"stats":{"total_logs":3,"error_count":1,"warning_count":1,"network_failures":0,"ws_connections":0,"evicted":0,"lost":0}}"#);
    }

    #[test]
    fn since_filters_by_browser_time_and_counts_what_is_left() {
        let text = snapshot(r#"{"level":"error","ts":10},{"level":"error","ts":20}"#, Some(15));
        assert!(
            text.contains(r#""logs":[{"level":"error","ts":20,"#) && text.contains(r#""error_count":1"#),
            "{text}"
        );
    }
}
