//! One entry on one line: the entry as its sender wrote it, and what the server knows beside it.

use std::sync::Arc;

use gasoline_wire::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::intake::{self, IntakeLimits, Kind};
use crate::redact::Redactor;
use crate::store::Entry;

/// A line as it is read.
#[derive(Deserialize)]
struct Line<'l> {
    seq: u64,
    received_at: Timestamp,
    time: Timestamp,
    /// Only where the server gave it: an entry's own id is in the entry.
    #[serde(default)]
    test_id: Option<String>,
    #[serde(borrow)]
    entry: &'l RawValue,
}

/// Appends the line of an entry.
pub(super) fn write(entry: &Entry, output: &mut Vec<u8>) {
    let start = output.len();
    let head =
        format!(r#"{{"seq":{},"received_at":"{}","time":"{}""#, entry.seq, entry.received_at, entry.time);
    output.extend_from_slice(head.as_bytes());
    if let (true, Some(test_id)) = (entry.tagged, &entry.test_id) {
        output.extend_from_slice(b",\"test_id\":");
        output.extend_from_slice(serde_json::Value::from(test_id.as_ref()).to_string().as_bytes());
    }
    output.extend_from_slice(b",\"entry\":");
    output.extend_from_slice(entry.text().trim_ascii().as_bytes());
    // Texts may hold line breaks between their tokens, never inside strings.
    output[start..].iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    output.extend_from_slice(b"}\n");
}

/// Reads a line; the reason if it is none.
pub(super) fn read(
    redactor: &Redactor,
    limits: &IntakeLimits,
    kind: Kind,
    line: &str,
) -> Result<Entry, String> {
    let Line { seq, received_at, time, test_id, entry } =
        serde_json::from_str(line).map_err(|error| redactor.text(&error.to_string()).into_inner())?;
    let incoming = intake::take_stored(redactor, limits, kind, entry.get())?;
    if test_id.as_ref().is_some_and(|id| id.len() > limits.test_id_bytes) {
        return Err(format!("`test_id` is longer than {} bytes", limits.test_id_bytes));
    }
    let tagged = incoming.test_id.is_none() && test_id.is_some();
    let given = || test_id.map(|id| Arc::from(redactor.text(&id).into_inner()));
    Ok(Entry {
        seq,
        received_at,
        time,
        kind,
        class: incoming.class,
        level: incoming.level,
        status: incoming.status,
        test_id: incoming.test_id.as_deref().map(Arc::from).or_else(given),
        tagged,
        enrichment: incoming.enrichment,
        json: incoming.json,
    })
}
