//! Fields that come later than their entry, or sooner.

use super::*;

#[test]
fn late_fields_reach_the_stored_entry_and_earlier_views_keep_the_old_one() {
    let mut store = store(limits());
    send(&mut store, r#"{"type":"exception","message":"boom","eventId":"e1","enrichment":"pending"}"#);
    let before = store.view(&Scope::Everything, &[Kind::Log]);
    assert!(before.entries(Kind::Log)[0].is_pending(at(1_000_000)));
    let merged =
        send(&mut store, r#"{"eventId":"e1","enrichment":"done","_aiContext":{"summary":"theirs"}}"#).merged;
    assert_eq!(merged.len(), 1);
    assert!(!merged[0].is_pending(at(1_000_000)));
    assert_eq!(
        logs(&store),
        [
            r#"{"type":"exception","message":"boom","eventId":"e1","enrichment":"done","_aiContext":{"summary":"Error — 'boom'."},"_enrichments":["aiContext"]}"#
        ]
    );
    assert!(before.entries(Kind::Log)[0].is_pending(at(1_000_000)));
}

#[test]
fn an_error_that_brings_its_context_is_completed_as_a_merge_would_have() {
    let mut store = store(limits());
    let parts = r#""_aiContext":{"missing":{"sourceSnippets":"no map"}}"#;
    send(&mut store, &format!(r#"{{"type":"exception","message":"boom","eventId":"e1",{parts}}}"#));
    send(&mut store, r#"{"type":"exception","message":"boom","eventId":"e2"}"#);
    send(&mut store, &format!(r#"{{"eventId":"e2",{parts}}}"#));
    let [whole, merged] = logs(&store).try_into().unwrap();
    assert_eq!(whole.replace("e1", "e2"), merged);
}

#[test]
fn a_resend_of_the_error_does_not_undo_what_followed_it() {
    let mut store = store(limits());
    let error = r#"{"type":"exception","message":"boom","eventId":"e1","enrichment":"pending"}"#;
    send(&mut store, error);
    send(&mut store, r#"{"eventId":"e1","enrichment":{"failed":"map\nbehind a 404"}}"#);
    assert!(send(&mut store, error).merged.is_empty());
    assert_eq!(
        logs(&store),
        [
            r#"{"type":"exception","message":"boom","eventId":"e1","enrichment":{"failed":"map behind a 404"}}"#
        ]
    );
}

#[test]
fn secrets_in_late_context_are_replaced_also_in_the_summary() {
    let mut store = store(limits());
    send(&mut store, r#"{"type":"exception","message":"boom","eventId":"e1"}"#);
    let state = r#"{"source":"redux","keys":{},"relevantSlice":{"auth.password":"hunter2","auth.note":"password=hunter2"}}"#;
    send(&mut store, &format!(r#"{{"eventId":"e1","_aiContext":{{"stateSnapshot":{state}}}}}"#));
    let text = logs(&store).concat();
    assert!(text.contains("Auth state: ") && !text.contains("hunter2"), "{text}");
}

#[test]
fn an_entry_does_not_grow_without_end_by_what_is_merged_into_it() {
    let mut store = store(StoreLimits { entry_bytes: 2_000, ..limits() });
    send(&mut store, r#"{"message":"a","eventId":"e1"}"#);
    for i in 0..5 {
        send(&mut store, &format!(r#"{{"eventId":"e1","_part{i}":"{}"}}"#, "x".repeat(600)));
    }
    assert!(logs(&store)[0].len() <= 2_000);
    assert_eq!(store.losses(&Scope::Everything).merges_dropped, 2);
}

#[test]
fn late_fields_of_an_evicted_entry_are_counted() {
    let mut store = store(StoreLimits { log_entries: 1, ..limits() });
    send(&mut store, r#"{"message":"a","eventId":"e1"},{"message":"b","eventId":"e2"}"#);
    send(&mut store, r#"{"eventId":"e1","_aiContext":{}}"#);
    let losses = store.view(&Scope::Everything, &[Kind::Log]).losses();
    assert_eq!(losses, Losses { evicted: 1, lost: 0, merges_dropped: 1 });
    assert_eq!((logs(&store).len(), store.early.bytes()), (1, 0));
}

#[test]
fn late_fields_are_counted_for_the_test_they_belong_to() {
    let mut store = store(StoreLimits { log_entries: 1, entry_bytes: 1_000, ..limits() });
    let dropped = |store: &Store| {
        ["a", "b"]
            .map(|test| Scope::Test(test.into()))
            .map(|scope| store.losses(&scope).merges_dropped)
            .into_iter()
            .chain([store.losses(&Scope::Everything).merges_dropped])
            .collect::<Vec<_>>()
    };
    // One that is gone says itself whose it was; of one that is there the entry says it.
    send(&mut store, r#"{"message":"1","test_id":"a","eventId":"e1"},{"message":"2","test_id":"a"}"#);
    send(&mut store, r#"{"test_id":"a","eventId":"e1","_note":1}"#);
    send(&mut store, r#"{"message":"3","test_id":"b","eventId":"e3"}"#);
    send(&mut store, &format!(r#"{{"eventId":"e3","_note":"{}"}}"#, "x".repeat(1_000)));
    let during_a = Arrival { received_at: at(1_000_000), sole_test: Some("a".into()) };
    send_at(&mut store, Route::Logs, r#"{"entries":[{"eventId":"e1","_note":1}]}"#, &during_a);
    assert_eq!(dropped(&store), [2, 1, 3]);
    store.clear(&Scope::Test("a".into()), &Kind::ALL);
    assert_eq!(dropped(&store), [0, 1, 1]);
}

/// An error, and two amendments of it that say different things.
const OVERTAKEN: [&str; 3] = [
    r#"{"type":"exception","message":"boom","eventId":"e1","page":"p","n":1,"enrichment":"pending","_note":0}"#,
    r#"{"type":"exception","eventId":"e1","_aiContext":{"missing":{"sourceSnippets":"no map"}},"_note":1}"#,
    r#"{"eventId":"e1","enrichment":"done","_aiContext":{"missing":{"stateSnapshot":"password=hunter2"}},"_note":2}"#,
];

#[test]
fn late_fields_that_overtake_their_entry_are_merged_as_if_they_had_come_later() {
    let [error, first, second] = OVERTAKEN;
    let (mut usual, mut overtaken) = (store(limits()), store(limits()));
    for entry in [error, first, second] {
        send(&mut usual, entry);
    }
    for entry in [first, second] {
        let early = send(&mut overtaken, entry);
        assert_eq!((early.added.len(), early.merged.len()), (0, 0));
    }
    assert!(logs(&overtaken).is_empty() && overtaken.bytes() > 0);
    let appended = send(&mut overtaken, &format!(r#"{{"message":"another","eventId":"e2"}},{error}"#));
    assert_eq!((appended.added.len(), appended.merged.len()), (2, 1));
    assert_eq!(appended.added[1].enrichment, Some(gasoline_wire::Enrichment::Pending));
    let view = overtaken.view(&Scope::Everything, &[Kind::Log]);
    let [_, merged] = view.entries(Kind::Log) else { panic!("one entry each") };
    assert_eq!([merged.text()], logs(&usual).as_slice());
    assert!(Arc::ptr_eq(merged, &appended.merged[0]) && !merged.text().contains("hunter2"));
    assert_eq!(merged.enrichment, Some(gasoline_wire::Enrichment::Done));
    assert_eq!((overtaken.early.bytes(), view.losses()), (0, Losses::default()));
    let again = send(&mut overtaken, &OVERTAKEN.join(","));
    assert_eq!((again.added.len(), logs(&overtaken).len()), (0, 2));
}

/// Amendments of entries that are not there, and how many of them were dropped so far.
fn send_early(store: &mut Store, amendments: &[(&str, usize)]) -> u64 {
    for (event, size) in amendments {
        send(store, &format!(r#"{{"eventId":"{event}","_note":"{}"}}"#, "x".repeat(*size)));
    }
    store.losses(&Scope::Everything).merges_dropped
}

/// Which of these entries get their amendment when they come.
fn amended(store: &mut Store, events: &[&str]) -> Vec<bool> {
    let entry = |event: &&str| format!(r#"{{"message":"m","eventId":"{event}"}}"#);
    events.iter().map(|event| !send(store, &entry(event)).merged.is_empty()).collect()
}

#[test]
fn of_too_many_early_amendments_the_oldest_go_and_are_counted() {
    let early = EarlyLimits { amendments: 2, ..limits().early };
    let mut store = store(StoreLimits { early, ..limits() });
    assert_eq!(send_early(&mut store, &[("e1", 1), ("e2", 1)]), 0);
    assert_eq!(send_early(&mut store, &[("e3", 1)]), 1);
    assert_eq!(amended(&mut store, &["e1", "e2", "e3"]), [false, true, true]);
}

#[test]
fn early_amendments_share_a_bound_of_bytes_and_one_beyond_it_costs_the_others_nothing() {
    let early = EarlyLimits { bytes: 4_000, ..limits().early };
    let mut store = store(StoreLimits { early, ..limits() });
    assert_eq!(send_early(&mut store, &[("e1", 1_000), ("e2", 1_000), ("huge", 4_000)]), 1);
    assert_eq!(send_early(&mut store, &[("e3", 1_000), ("e4", 1_000)]), 2);
    assert!(store.bytes() <= 4_000);
    assert_eq!(amended(&mut store, &["huge", "e1", "e2", "e3", "e4"]), [false, false, true, true, true]);
}

#[test]
fn early_amendments_count_against_the_bytes_of_the_whole_store() {
    let mut store = store(StoreLimits { total_bytes: 3_000, ..limits() });
    send(&mut store, &format!(r#"{{"message":"{}"}}"#, "x".repeat(2_000)));
    send_early(&mut store, &[("e1", 1_000)]);
    assert_eq!((logs(&store).len(), store.losses(&Scope::Everything).evicted), (0, 1));
}

#[test]
fn an_early_amendment_whose_entry_never_comes_is_counted_when_its_time_is_over() {
    let mut store = store(limits());
    let send_after = |store: &mut Store, milliseconds: i64, entry: &str| {
        let arrival = Arrival { received_at: at(1_000_000 + milliseconds), sole_test: None };
        send_at(store, Route::Logs, &format!(r#"{{"entries":[{entry}]}}"#), &arrival);
        (store.early.bytes() > 0, store.losses(&Scope::Everything).merges_dropped)
    };
    assert_eq!(send_after(&mut store, 0, r#"{"eventId":"never","_note":1}"#), (true, 0));
    assert_eq!(send_after(&mut store, 30_000, r#"{"message":"a"}"#), (true, 0));
    assert_eq!(send_after(&mut store, 30_001, r#"{"message":"b"}"#), (false, 1));
}

#[test]
fn an_entry_that_comes_with_the_last_moment_still_gets_what_waited() {
    let mut store = store(limits());
    send_early(&mut store, &[("e1", 1)]);
    let late = Arrival { received_at: at(1_100_000), sole_test: None };
    send_at(&mut store, Route::Logs, r#"{"entries":[{"message":"a","eventId":"e1"}]}"#, &late);
    assert_eq!(logs(&store), [r#"{"message":"a","eventId":"e1","_note":"x"}"#]);
    assert_eq!(store.losses(&Scope::Everything), Losses::default());
}

#[test]
fn a_clear_forgets_early_amendments_of_its_scope_and_kinds_and_counts_none() {
    let mut store = store(limits());
    let amendments = r#"{"eventId":"own","test_id":"a","_note":1},
        {"eventId":"of b","test_id":"b","_note":1},
        {"eventId":"vitals","test_id":"a","type":"performance","_note":1}"#;
    send(&mut store, amendments);
    let during_a = Arrival { received_at: at(1_000_000), sole_test: Some("a".into()) };
    send_at(&mut store, Route::Logs, r#"{"entries":[{"eventId":"given","_note":1}]}"#, &during_a);
    store.clear(&Scope::Test("a".into()), &[Kind::Log]);
    assert_eq!(amended(&mut store, &["own", "of b", "vitals", "given"]), [false, true, true, false]);
    send_early(&mut store, &[("another", 1)]);
    store.clear(&Scope::Everything, &Kind::ALL);
    assert_eq!((store.bytes(), amended(&mut store, &["another"])), (0, vec![false]));
    assert_eq!(store.losses(&Scope::Everything), Losses::default());
}
