//! What one client is sent, and when, on a clock that the tests move.

use gasoline_wire::Timestamp;
use serde_json::{Map, Value, json};

use super::*;

fn at(milliseconds: i64) -> Timestamp {
    Timestamp::from_milliseconds(milliseconds).unwrap()
}

fn failure(name: &str) -> Arc<StreamEvent> {
    let context =
        Map::from_iter([("url".to_owned(), Value::from(format!("http://localhost:3000/api/{name}")))]);
    let message = format!("Server error: GET /api/{name} → 500");
    Arc::new(StreamEvent {
        category: Category::NetworkErrors,
        severity: Severity::Error,
        key: message.clone(),
        message,
        timestamp: at(0),
        context,
        is_known: false,
    })
}

fn stream() -> Stream {
    Stream::new(StreamConfig::default())
}

#[test]
fn one_event_leaves_after_the_batch_window_in_the_documented_form() {
    let mut stream = stream();
    assert!(stream.take(7, &failure("users"), at(0)));
    assert_eq!((stream.due_at(), stream.send(at(1_999))), (Some(at(2_000)), None));
    let batch = stream.send(at(2_000)).unwrap();
    assert_eq!(
        batch.parameters(),
        json!({
            "category": "network_errors", "severity": "error", "message": "Server error: GET /api/users → 500",
            "timestamp": "1970-01-01T00:00:00.000Z", "context": { "url": "http://localhost:3000/api/users" }, "id": 7,
        })
    );
    assert_eq!((stream.due_at(), stream.send(at(60_000))), (None, None));
}

#[test]
fn rapid_events_are_one_notification_with_events_and_count() {
    let mut stream = stream();
    for number in 0..25 {
        stream.take(number, &failure(&format!("a{number}")), at(number as i64 * 10));
    }
    let parameters = stream.send(at(2_000)).unwrap().parameters();
    assert_eq!((&parameters["count"], parameters["events"].as_array().map(Vec::len)), (&json!(25), Some(20)));
    assert_eq!(parameters["message"], "25 events: 25 network_errors");
}

#[test]
fn throttled_events_are_kept_and_leave_together_when_the_window_opens() {
    let mut stream = stream();
    stream.take(1, &failure("a"), at(0));
    stream.send(at(2_000)).unwrap();
    stream.take(2, &failure("b"), at(2_100));
    stream.take(3, &failure("c"), at(4_500));
    assert_eq!((stream.due_at(), stream.send(at(6_999))), (Some(at(7_000)), None));
    assert_eq!(stream.send(at(7_000)).unwrap().count, 2);
}

#[test]
fn the_same_message_is_not_repeated_within_thirty_seconds_and_counted_aside() {
    let mut stream = stream();
    assert!(stream.take(1, &failure("a"), at(0)));
    assert!(!stream.take(2, &failure("a"), at(29_999)));
    let batch = stream.send(at(29_999)).unwrap();
    assert_eq!((batch.count, batch.repeats), (1, 1));
    assert!(stream.take(3, &failure("a"), at(30_000)));
}

#[test]
fn what_is_not_wanted_is_not_taken() {
    let only = |change: fn(&mut StreamConfig)| {
        let mut config = StreamConfig::default();
        change(&mut config);
        Stream::new(config).take(1, &failure("users"), at(0))
    };
    assert!(only(|config| config.url_filter = Some("/api/".to_owned())));
    assert!(!only(|config| config.url_filter = Some("/admin/".to_owned())));
    assert!(!only(|config| config.categories = BTreeSet::from([Category::Errors])));
    assert!(only(|config| config.severity_min = Severity::Error));
    assert!(!only(|config| config.site = Some("localhost:4000".parse().unwrap())));
    let known = StreamEvent { is_known: true, ..StreamEvent::clone(&failure("users")) };
    assert!(!stream().take(1, &Arc::new(known), at(0)));
    let warning = StreamEvent { severity: Severity::Warning, ..StreamEvent::clone(&failure("users")) };
    let config = StreamConfig { severity_min: Severity::Error, ..StreamConfig::default() };
    assert!(!Stream::new(config).take(1, &Arc::new(warning), at(0)));
}

/// A thousand different events a second for ten seconds: every one is in a count, and no minute has more than twelve
/// notifications, with the smallest throttle there is.
#[test]
fn a_flood_is_told_in_few_notifications_that_count_everything() {
    let config = StreamConfig { throttle_milliseconds: 1_000, ..StreamConfig::default() };
    let mut stream = Stream::new(config);
    let (mut counted, mut sent) = (0, Vec::new());
    for millisecond in 0..120_000 {
        let now = at(millisecond);
        if millisecond < 10_000 {
            stream.take(millisecond as u64, &failure(&format!("a{millisecond}")), now);
        } else if millisecond % 1_000 == 0 {
            stream.take(millisecond as u64, &failure(&format!("b{millisecond}")), now);
        }
        if let Some(batch) = stream.send(now) {
            counted += batch.count;
            sent.push(millisecond);
            assert!(batch.events.len() <= MOST_TOLD);
        }
    }
    let left = stream.pending.count;
    assert_eq!(counted + left, 10_000 + 110);
    for &start in &sent {
        let minute = sent.iter().filter(|&&time| time >= start && time < start + 60_000).count();
        assert!(minute <= MOST_A_MINUTE, "{minute} from {start}");
    }
    assert!(sent.len() > 2 * MOST_A_MINUTE - 3, "{}", sent.len());
}

#[test]
fn what_waits_and_is_still_wanted_survives_another_choice() {
    let mut stream = stream();
    stream.take(1, &failure("a"), at(0));
    stream.take(2, &failure("b"), at(0));
    stream.configure(StreamConfig { url_filter: Some("/api/b".to_owned()), ..StreamConfig::default() });
    let batch = stream.send(at(2_000)).unwrap();
    assert_eq!(
        (batch.count, batch.events[0].0, batch.summary().as_str()),
        (1, 2, "1 event: 1 network_errors")
    );
    stream.take(3, &failure("bb"), at(7_000));
    stream.configure(StreamConfig { url_filter: Some("/none".to_owned()), ..StreamConfig::default() });
    assert_eq!(stream.due_at(), None);
}
