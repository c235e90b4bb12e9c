//! Freezes what was captured of a failed test into a small capture file, with a picture of how it looked.

use crate::capture_file::{CaptureWriter, Maker, Picture, Saved};
use crate::learned::Learned;
use crate::store::{Contents, Scope};
use crate::test_record::{Evidence, TestRecord, Tests, Thumbnail};

/// Uncompressed bytes tried first: JSON of captured traffic compresses about eightfold, so this usually fits at once.
const FIRST_BUDGET: usize = 1024 * 1024;

/// Below this budget there is nothing left worth freezing.
const SMALLEST_BUDGET: usize = 4 * 1024;

/// A capture file of a test that ended badly, at most `most_bytes` long: its record, its entries and its last picture,
/// which should be a small one. Errors and failed requests are kept before anything else, then the newest entries. `None`
/// only if not even a few entries fit.
pub fn freeze(
    record: &TestRecord,
    contents: &Contents,
    picture: Option<Picture>,
    made_by: &Maker,
    most_bytes: usize,
) -> Option<Evidence> {
    // A picture says more than the last entries it takes the place of, but never more than the errors.
    let picture = picture.filter(|picture| picture.bytes() <= most_bytes / 2);
    let thumbnail = picture.as_ref().and_then(|picture| picture.thumbnail.as_ref());
    let thumbnail = thumbnail.map(|image| Thumbnail { mime_type: image.image_type });
    let mut budget = FIRST_BUDGET;
    while budget >= SMALLEST_BUDGET {
        let capture = write(record, contents.most_telling(budget), picture.clone(), made_by);
        if capture.len() <= most_bytes {
            return Some(Evidence { capture: capture.into(), thumbnail });
        }
        budget /= 2;
    }
    None
}

/// A capture file of a record alone, for a test of which nothing else is kept.
pub fn record_file(record: &TestRecord, made_by: &Maker) -> Vec<u8> {
    write(record, Contents::default(), None, made_by)
}

fn write(record: &TestRecord, contents: Contents, picture: Option<Picture>, made_by: &Maker) -> Vec<u8> {
    let tests = Tests { ended: vec![record.clone()], ..Tests::default() };
    let saved = Saved {
        saved_at: record.ended_at,
        made_by: made_by.clone(),
        scope: Scope::Test(record.description.test_id.as_ref().into()),
        contents,
        tests,
        learned: Learned::default(),
        pictures: picture.into_iter().collect(),
    };
    CaptureWriter::new(saved).flatten().collect()
}

#[cfg(test)]
mod tests {
    use gasoline_wire::{ImageType, Timestamp};
    use serde_json::Value;

    use super::*;
    use crate::analysis::stats::Stats;
    use crate::capture_file::{self, Image, ReadLimits};
    use crate::intake::{self, IntakeLimits, Route};
    use crate::redact::{FingerprintKey, Redactor};
    use crate::store::{Arrival, Store, StoreLimits};
    use crate::test_record::{TestDescription, TestStatus};

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

    fn contents(batches: &[(Route, String)]) -> Contents {
        let key = FingerprintKey::new([1; 16]);
        let (redactor, limits) = (Redactor::new(key), IntakeLimits::default());
        let mut store = Store::new(StoreLimits::default(), key);
        for (route, body) in batches {
            let intake = intake::take(&redactor, &limits, *route, body.as_bytes()).unwrap();
            assert_eq!(intake.first_rejection, None);
            store.append(intake.entries, &Arrival::default());
        }
        store.contents(&Scope::Everything)
    }

    /// An error and a failed request, each larger than what is left over when the newest were taken, and then more than
    /// any record holds.
    fn busy_contents() -> Contents {
        let logs: Vec<_> =
            (0..500).map(|n| format!(r#"{{"level":"log","message":"{n} {}"}}"#, noise(n, 2_000))).collect();
        contents(&[
            (
                Route::Logs,
                format!(r#"{{"entries":[{{"level":"error","message":"boom {}"}}]}}"#, noise(0, 4_000)),
            ),
            (
                Route::NetworkBodies,
                format!(
                    r#"{{"bodies":[{{"url":"/fine","status":200,"responseBody":"{0}"}},{{"url":"/broken","status":500,"responseBody":"{0}"}}]}}"#,
                    noise(0, 4_000)
                ),
            ),
            (Route::Logs, format!(r#"{{"entries":[{}]}}"#, logs.join(","))),
        ])
    }

    fn picture(bytes: usize) -> Option<Picture> {
        let thumbnail =
            Image { image_type: ImageType::Png, width: 2, height: 1, bytes: vec![7; bytes].into() };
        let id = "1".to_owned();
        let context = std::sync::Arc::default();
        Some(Picture { id, event_id: None, test_id: None, full: None, thumbnail: Some(thumbnail), context })
    }

    fn record() -> TestRecord {
        TestRecord {
            description: TestDescription {
                test_id: "t".into(),
                title: None,
                file: None,
                project: None,
                retry: None,
                worker: None,
                started_at: None,
            },
            status: TestStatus::Fail,
            ended_at: Timestamp::default(),
            duration_ms: Some(0.1),
            errors: Vec::new(),
            stats: Stats::default(),
            evidence: None,
            digest: None,
            evidence_dropped: false,
        }
    }

    fn freeze_busy(picture: Option<Picture>) -> Evidence {
        freeze(&record(), &busy_contents(), picture, &Maker::default(), MOST).unwrap()
    }

    fn read(file: &[u8]) -> capture_file::Capture {
        let redactor = Redactor::new(FingerprintKey::new([2; 16]));
        let capture = capture_file::read(file, &redactor, &ReadLimits::default()).unwrap();
        assert_eq!(capture.damages.sentence(), None);
        capture
    }

    fn document(evidence: &Evidence) -> Value {
        let text: Vec<u8> = read(&evidence.capture).snapshot().flatten().collect();
        serde_json::from_slice(&text).unwrap()
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
        let evidence = freeze_busy(picture(60_000));
        assert_eq!(evidence.thumbnail, Some(Thumbnail { mime_type: ImageType::Png }));
        assert!((80_000..=MOST).contains(&evidence.bytes()), "{}", evidence.bytes());
        assert_eq!(read(&evidence.capture).pictures, Vec::from_iter(picture(60_000)));
        assert!(document(&evidence)["logs"][0]["message"].as_str().unwrap().starts_with("boom "));
    }

    #[test]
    fn a_picture_that_would_crowd_out_the_entries_is_left_behind() {
        assert_eq!(freeze_busy(picture(MOST / 2 + 1)), freeze_busy(None));
    }

    #[test]
    fn the_file_of_a_test_holds_its_record_with_and_without_evidence() {
        for file in [freeze_busy(None).capture.to_vec(), record_file(&record(), &Maker::default())] {
            assert_eq!(read(&file).tests, Tests { ended: vec![record()], ..Tests::default() });
        }
    }
}
