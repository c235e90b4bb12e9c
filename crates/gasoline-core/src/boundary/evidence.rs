//! Freezes what was captured of a failed test into a small compressed document, with a picture of how it looked.

use std::io::Write;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use gasoline_wire::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::render::snapshot;
use crate::store::View;

/// Uncompressed bytes tried first: JSON of captured traffic compresses about eightfold, so this usually fits at once.
const FIRST_BUDGET: usize = 1024 * 1024;

/// Below this budget there is nothing left worth freezing.
const SMALLEST_BUDGET: usize = 4 * 1024;

/// A picture made small.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Thumbnail {
    /// What it is.
    pub mime_type: &'static str,
    /// The picture.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
}

/// What is kept of a test that ended badly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Evidence {
    /// Its `/snapshot` document, gzip.
    #[serde(skip)]
    pub snapshot: Arc<[u8]>,
    /// The last picture that was taken of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail: Option<Thumbnail>,
}

impl Evidence {
    /// Bytes it takes, as the bounds count them.
    pub fn bytes(&self) -> usize {
        self.snapshot.len() + self.thumbnail.as_ref().map_or(0, |thumbnail| thumbnail.bytes.len())
    }
}

/// The `/snapshot` document of a view, gzip, and the thumbnail, together at most `most_bytes`. Errors and failed requests
/// are kept before anything else, then the newest entries. `None` only if not even a few entries fit.
pub fn freeze(
    view: &View,
    thumbnail: Option<Thumbnail>,
    ended_at: Timestamp,
    test_id: &str,
    most_bytes: usize,
) -> Option<Evidence> {
    // A picture says more than the last entries it takes the place of, but never more than the errors.
    let thumbnail = thumbnail.filter(|thumbnail| thumbnail.bytes.len() <= most_bytes / 2);
    let left = most_bytes - thumbnail.as_ref().map_or(0, |thumbnail| thumbnail.bytes.len());
    let snapshot = freeze_entries(view, ended_at, test_id, left)?;
    Some(Evidence { snapshot: snapshot.into(), thumbnail })
}

fn freeze_entries(view: &View, ended_at: Timestamp, test_id: &str, most_bytes: usize) -> Option<Vec<u8>> {
    let mut budget = FIRST_BUDGET;
    while budget >= SMALLEST_BUDGET {
        let compressed = compress(snapshot::document(view.most_telling(budget), ended_at, Some(test_id)))?;
        if compressed.len() <= most_bytes {
            return Some(compressed);
        }
        budget /= 2;
    }
    None
}

fn compress(document: impl Iterator<Item = Vec<u8>>) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    for piece in document {
        encoder.write_all(&piece).ok()?;
    }
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use serde_json::Value;

    use super::*;
    use crate::intake::{self, Endpoint, IntakeLimits, Kind};
    use crate::redact::{FingerprintKey, Redactor};
    use crate::store::{Arrival, Scope, Store, StoreLimits};

    const MOST: usize = 128 * 1024;

    /// Text no compressor makes much smaller.
    fn noise(seed: usize, length: usize) -> String {
        let mut state = seed as u64 + 1;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            char::from(b'a' + (state >> 33) as u8 % 26)
        };
        (0..length).map(|_| next()).collect()
    }

    fn view(batches: &[(Endpoint, String)]) -> View {
        let key = FingerprintKey::new([1; 16]);
        let (redactor, limits) = (Redactor::new(key), IntakeLimits::default());
        let mut store = Store::new(StoreLimits::default(), key);
        for (endpoint, body) in batches {
            let intake = intake::take(&redactor, &limits, *endpoint, body.as_bytes()).unwrap();
            assert_eq!(intake.first_rejection, None);
            store.append(intake.entries, &Arrival::default());
        }
        store.view(&Scope::Everything, &Kind::ALL)
    }

    /// An error and a failed request, each larger than what is left over when the newest were taken, and then more than
    /// any record holds.
    fn busy_view() -> View {
        let logs: Vec<_> =
            (0..500).map(|n| format!(r#"{{"level":"log","message":"{n} {}"}}"#, noise(n, 2_000))).collect();
        view(&[
            (
                Endpoint::Logs,
                format!(r#"{{"entries":[{{"level":"error","message":"boom {}"}}]}}"#, noise(0, 4_000)),
            ),
            (
                Endpoint::NetworkBodies,
                format!(
                    r#"{{"bodies":[{{"url":"/fine","status":200,"responseBody":"{0}"}},{{"url":"/broken","status":500,"responseBody":"{0}"}}]}}"#,
                    noise(0, 4_000)
                ),
            ),
            (Endpoint::Logs, format!(r#"{{"entries":[{}]}}"#, logs.join(","))),
        ])
    }

    fn thumbnail(bytes: usize) -> Option<Thumbnail> {
        Some(Thumbnail { mime_type: "image/png", bytes: vec![7; bytes].into() })
    }

    fn freeze_busy(thumbnail: Option<Thumbnail>) -> Evidence {
        freeze(&busy_view(), thumbnail, Timestamp::default(), "t", MOST).unwrap()
    }

    fn document(evidence: &Evidence) -> Value {
        let mut text = String::new();
        flate2::read::GzDecoder::new(&*evidence.snapshot).read_to_string(&mut text).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_record_keeps_errors_and_failed_requests_first_then_the_newest() {
        let evidence = freeze_busy(None);
        assert!(evidence.bytes() <= MOST, "{}", evidence.bytes());
        let document = document(&evidence);
        let requests: Vec<_> = document["network_bodies"].as_array().unwrap().iter().collect();
        assert_eq!((requests.len(), &requests[0]["url"]), (1, &Value::from("/broken")));
        let messages: Vec<_> =
            document["logs"].as_array().unwrap().iter().map(|log| log["message"].as_str().unwrap()).collect();
        assert!(messages[0].starts_with("boom "), "{}", messages[0]);
        let numbers: Vec<usize> =
            messages[1..].iter().map(|message| message.split_once(' ').unwrap().0.parse().unwrap()).collect();
        assert_eq!(numbers, (500 - numbers.len()..500).collect::<Vec<_>>());
        assert!(numbers.len() > 20, "{}", numbers.len());
        let left_out = 503 - messages.len() - requests.len();
        assert_eq!(document["stats"]["evicted"], left_out);
    }

    #[test]
    fn a_thumbnail_counts_within_the_same_bound() {
        let evidence = freeze_busy(thumbnail(60_000));
        assert_eq!(evidence.thumbnail, thumbnail(60_000));
        assert!(evidence.bytes() <= MOST && evidence.snapshot.len() > 20_000, "{}", evidence.bytes());
        assert!(document(&evidence)["logs"][0]["message"].as_str().unwrap().starts_with("boom "));
    }

    #[test]
    fn a_picture_that_would_crowd_out_the_entries_is_left_behind() {
        assert_eq!(freeze_busy(thumbnail(MOST / 2 + 1)), freeze_busy(None));
    }
}
