//! The store as a whole, through intake as the server uses it.

use super::*;
use crate::intake::{self, IntakeLimits, Route};
use crate::redact::Redactor;

mod amendments;
mod bounds;
mod model;

const KEY: [u8; 16] = [9; 16];

fn limits() -> StoreLimits {
    StoreLimits::default()
}

fn store(limits: StoreLimits) -> Store {
    Store::new(limits, FingerprintKey::new(KEY))
}

fn at(milliseconds: i64) -> Timestamp {
    Timestamp::from_milliseconds(milliseconds).unwrap()
}

fn send(store: &mut Store, entries: &str) -> Appended {
    send_to(store, Route::Logs, &format!(r#"{{"entries":[{entries}]}}"#))
}

fn send_to(store: &mut Store, route: Route, body: &str) -> Appended {
    send_at(store, route, body, &Arrival { received_at: at(1_000_000), sole_test: None })
}

fn send_at(store: &mut Store, route: Route, body: &str, arrival: &Arrival) -> Appended {
    static REDACTOR: std::sync::OnceLock<Redactor> = std::sync::OnceLock::new();
    let redactor = REDACTOR.get_or_init(|| Redactor::new(FingerprintKey::new(KEY)));
    let intake = intake::take(redactor, &IntakeLimits::default(), route, body.as_bytes()).unwrap();
    assert_eq!(intake.first_rejection, None);
    store.append(intake.entries, arrival)
}

fn logs(store: &Store) -> Vec<String> {
    let view = store.view(&Scope::Everything, &[Kind::Log]);
    view.entries(Kind::Log).iter().map(|entry| entry.text().to_owned()).collect()
}

#[test]
fn a_resend_is_a_no_op_and_an_entry_without_identity_is_always_new() {
    let mut store = store(limits());
    let entry = r#"{"message":"a","eventId":"e1","page":"p","n":1}"#;
    assert_eq!(send(&mut store, entry).added.len(), 1);
    assert_eq!(send(&mut store, entry).added.len(), 0);
    send(&mut store, r#"{"message":"b"}"#);
    send(&mut store, r#"{"message":"b"}"#);
    assert_eq!(logs(&store).len(), 3);
    assert_eq!(store.view(&Scope::Everything, &[Kind::Log]).losses(), Losses::default());
}

#[test]
fn clearing_one_test_leaves_the_others_and_a_resend_does_not_bring_it_back() {
    let mut store = store(limits());
    let first = r#"{"message":"a","test_id":"a","eventId":"e1"}"#;
    send(&mut store, &format!(r#"{first},{{"message":"b","test_id":"b"}},{{"message":"c"}}"#));
    assert_eq!(store.clear(&Scope::Test("a".into()), &Kind::ALL).count(), 1);
    send(&mut store, first);
    assert_eq!(logs(&store).len(), 2);
    assert_eq!(store.clear(&Scope::Everything, &Kind::ALL).count(), 2);
    assert_eq!((store.bytes(), logs(&store).len()), (0, 0));
}

#[test]
fn times_are_corrected_by_the_clock_of_their_session() {
    let mut store = store(limits());
    store.note_clock("fast", -5_000);
    let sent = send(
        &mut store,
        r#"{"message":"a","ts":60000,"session":"fast"},{"message":"b","ts":60000,"session":"other"},{"message":"c"}"#,
    );
    let times: Vec<_> = sent.added.iter().map(|entry| entry.time.as_milliseconds()).collect();
    assert_eq!(times, [55_000, 60_000, 1_000_000]);
}

#[test]
fn gaps_in_the_page_counter_are_reported_as_lost() {
    let mut store = store(limits());
    send(&mut store, r#"{"message":"a","page":"p","n":7},{"message":"b","page":"p","n":10}"#);
    assert_eq!(store.view(&Scope::Everything, &[Kind::Log]).losses().lost, 2);
}

#[test]
fn what_one_test_lost_is_no_other_tests_loss() {
    let mut store = store(limits());
    for (test, n) in [("a", 1), ("a", 5), ("b", 1), ("b", 2)] {
        send(&mut store, &format!(r#"{{"message":"m","test_id":"{test}","page":"page of {test}","n":{n}}}"#));
    }
    let lost = |store: &Store, test: &str| store.losses(&Scope::Test(test.into())).lost;
    assert_eq!((lost(&store, "a"), lost(&store, "b")), (3, 0));
    store.clear(&Scope::Test("a".into()), &Kind::ALL);
    assert_eq!(store.losses(&Scope::Everything).lost, 0);
}
