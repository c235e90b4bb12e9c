//! Everything captured as one JSON document: stored texts joined, not serialised again.

use gasoline_wire::Timestamp;

use crate::analysis::stats::StatsCounter;
use crate::intake::Kind;
use crate::store::{Entries, Entry};

/// The arrays of the document and the kinds they hold.
const ARRAYS: [(&str, Kind); 10] = [
    ("logs", Kind::Log),
    ("websocket_events", Kind::WebSocket),
    ("network_bodies", Kind::NetworkBody),
    ("enhanced_actions", Kind::Action),
    ("performance_snapshots", Kind::Performance),
    ("dom_snapshots", Kind::DomSnapshot),
    ("screenshots", Kind::Screenshot),
    ("resources", Kind::Resource),
    ("documents", Kind::Document),
    ("storage_writes", Kind::Storage),
];

/// What the document is about.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotOptions<'a> {
    /// Server time now.
    pub timestamp: Timestamp,
    /// Only entries at or after this corrected time.
    pub since: Option<Timestamp>,
    /// The test the view is limited to.
    pub test_id: Option<&'a str>,
}

/// The document of all entries given.
pub fn document(source: &impl Entries, options: &SnapshotOptions<'_>) -> Vec<u8> {
    let arrays = ARRAYS.map(|(name, kind)| (name, source.of_kind(kind)));
    let size: usize = arrays.iter().flat_map(|(_, entries)| entries).map(|entry| entry.cost()).sum();
    let mut writer = Writer { output: Vec::with_capacity(size + 1024), received_at: None };
    writer.text("{\"timestamp\":\"");
    writer.text(&options.timestamp.to_string());
    writer.text("\"");
    if let Some(test_id) = options.test_id {
        writer.text(",\"test_id\":");
        writer.string(test_id);
    }
    let mut stats = StatsCounter::default();
    for (name, entries) in arrays {
        let wanted = |entry: &&Entry| options.since.is_none_or(|since| entry.time >= since);
        writer.text(",\"");
        writer.text(name);
        writer.text("\":[");
        for (index, entry) in entries.into_iter().filter(wanted).enumerate() {
            if index > 0 {
                writer.text(",");
            }
            stats.count(entry);
            writer.entry(entry);
        }
        writer.text("]");
    }
    writer.text(",\"stats\":");
    writer.text(&serde_json::to_string(&stats.finish(source.losses())).unwrap_or_default());
    writer.text("}");
    writer.output
}

struct Writer {
    output: Vec<u8>,
    /// The arrival time printed last: a batch shares one, and printing it is the dearest part of an entry.
    received_at: Option<(Timestamp, String)>,
}

impl Writer {
    fn text(&mut self, text: &str) {
        self.output.extend_from_slice(text.as_bytes());
    }

    fn string(&mut self, text: &str) {
        self.text(&serde_json::Value::from(text).to_string());
    }

    /// The stored object with the server's own fields added at its end.
    fn entry(&mut self, entry: &Entry) {
        let text = entry.text().as_bytes().trim_ascii_end();
        let open = text.strip_suffix(b"}").unwrap_or(text).trim_ascii_end();
        self.output.extend_from_slice(open);
        self.text(if open.ends_with(b"{") { "\"seq\":" } else { ",\"seq\":" });
        // `write!` would take as long as the rest of the entry.
        self.text(itoa::Buffer::new().format(entry.seq));
        if let (true, Some(test_id)) = (entry.tagged, &entry.test_id) {
            self.text(",\"test_id\":");
            self.string(test_id);
        }
        self.text(",\"received_at\":\"");
        self.received_at(entry.received_at);
        self.text("\"}");
    }

    fn received_at(&mut self, time: Timestamp) {
        let printed = match self.received_at.take() {
            Some((last, printed)) if last == time => printed,
            _ => time.to_string(),
        };
        self.text(&printed);
        self.received_at = Some((time, printed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::{self, Endpoint, IntakeLimits};
    use crate::redact::{FingerprintKey, Redactor};
    use crate::store::{Arrival, Scope, Store, StoreLimits};

    fn snapshot(entries: &str, since: Option<i64>) -> String {
        let key = FingerprintKey::new([5; 16]);
        let body = format!(r#"{{"entries":[{entries}]}}"#);
        let redactor = Redactor::new(key);
        let intake =
            intake::take(&redactor, &IntakeLimits::default(), Endpoint::Logs, body.as_bytes()).unwrap();
        let mut store = Store::new(StoreLimits::default(), key);
        let time = |milliseconds| Timestamp::from_milliseconds(milliseconds).unwrap();
        store.append(intake.entries, &Arrival { received_at: time(0), sole_test: None });
        let options = SnapshotOptions { timestamp: time(1), since: since.map(time), test_id: None };
        String::from_utf8(document(&store.view(&Scope::Everything, &Kind::ALL), &options)).unwrap()
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
