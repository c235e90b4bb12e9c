//! The store as a whole, through intake as the server uses it.

use proptest::prelude::*;

use super::*;
use crate::intake::{self, Endpoint, IntakeLimits};
use crate::redact::Redactor;

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
    send_to(store, Endpoint::Logs, &format!(r#"{{"entries":[{entries}]}}"#))
}

fn send_to(store: &mut Store, endpoint: Endpoint, body: &str) -> Appended {
    send_at(store, endpoint, body, &Arrival { received_at: at(1_000_000), sole_test: None })
}

fn send_at(store: &mut Store, endpoint: Endpoint, body: &str, arrival: &Arrival) -> Appended {
    static REDACTOR: std::sync::OnceLock<Redactor> = std::sync::OnceLock::new();
    let redactor = REDACTOR.get_or_init(|| Redactor::new(FingerprintKey::new(KEY)));
    let intake = intake::take(redactor, &IntakeLimits::default(), endpoint, body.as_bytes()).unwrap();
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
            r#"{"type":"exception","message":"boom","eventId":"e1","enrichment":"done","_aiContext":{"summary":"Error — boom."},"_enrichments":["aiContext"]}"#
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
    send_at(&mut store, Endpoint::Logs, r#"{"entries":[{"eventId":"e1","_note":1}]}"#, &during_a);
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
        send_at(store, Endpoint::Logs, &format!(r#"{{"entries":[{entry}]}}"#), &arrival);
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
    send_at(&mut store, Endpoint::Logs, r#"{"entries":[{"message":"a","eventId":"e1"}]}"#, &late);
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
    send_at(&mut store, Endpoint::Logs, r#"{"entries":[{"eventId":"given","_note":1}]}"#, &during_a);
    store.clear(&Scope::Test("a".into()), &[Kind::Log]);
    assert_eq!(amended(&mut store, &["own", "of b", "vitals", "given"]), [false, true, true, false]);
    send_early(&mut store, &[("another", 1)]);
    store.clear(&Scope::Everything, &Kind::ALL);
    assert_eq!((store.bytes(), amended(&mut store, &["another"])), (0, vec![false]));
    assert_eq!(store.losses(&Scope::Everything), Losses::default());
}

#[test]
fn each_kind_and_each_test_has_its_own_bounds() {
    let mut store = store(StoreLimits { log_entries: 2, ..limits() });
    let noisy: Vec<_> = (0..10).map(|i| format!(r#"{{"message":"{i}","test_id":"noisy"}}"#)).collect();
    send(
        &mut store,
        r#"{"message":"quiet","test_id":"quiet"},{"type":"GASOLINE_ENHANCED_ACTION","url":"/"}"#,
    );
    send(&mut store, &noisy.join(","));
    assert_eq!(store.count(Kind::Log), 3);
    assert_eq!(store.count(Kind::Action), 1);
    let quiet = store.view(&Scope::Test("quiet".into()), &[Kind::Log]);
    assert_eq!((quiet.entries(Kind::Log).len(), quiet.losses().evicted), (1, 0));
    let noisy = store.view(&Scope::Test("noisy".into()), &[Kind::Log]);
    assert_eq!((noisy.entries(Kind::Log).len(), noisy.losses().evicted), (2, 8));
}

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// What each kind is documented to hold for one test: entries, and bytes.
const CAPACITIES: [(Kind, usize, usize); Kind::ALL.len()] = [
    (Kind::Log, 1_000, 8 * MIB),
    (Kind::WebSocket, 500, 4 * MIB),
    (Kind::NetworkBody, 100, 8 * MIB),
    (Kind::Action, 50, MIB),
    (Kind::Performance, 20, 256 * KIB),
    (Kind::DomSnapshot, 20, 256 * KIB),
    (Kind::Resource, 500, MIB),
    (Kind::Document, 50, 512 * KIB),
    (Kind::Storage, 200, 512 * KIB),
    (Kind::Screenshot, 100, 256 * KIB),
];

/// Sends entries of one kind, each of a path of its own with so many bytes in it, one after the other.
fn fill(store: &mut Store, kind: Kind, count: usize, bytes: usize) {
    let (endpoint, word) = match kind {
        Kind::Log => (Endpoint::Logs, "console"),
        Kind::WebSocket => (Endpoint::WebSocketEvents, ""),
        Kind::NetworkBody => (Endpoint::NetworkBodies, ""),
        Kind::Action => (Endpoint::EnhancedActions, ""),
        Kind::Performance => (Endpoint::Logs, "performance"),
        Kind::DomSnapshot => (Endpoint::DomSnapshots, ""),
        Kind::Resource => (Endpoint::Logs, "resource"),
        Kind::Document => (Endpoint::Logs, "document"),
        Kind::Storage => (Endpoint::Logs, "storage"),
        Kind::Screenshot => (Endpoint::Screenshots, ""),
    };
    let filler = "x".repeat(bytes);
    for path in 0..count {
        let entry = format!(r#"{{"type":"{word}","url":"/{path}","message":"{filler}"}}"#);
        let body = match endpoint {
            Endpoint::Screenshots => entry,
            _ => format!(r#"{{"{}":[{entry}]}}"#, endpoint.field()),
        };
        send_to(store, endpoint, &body);
    }
}

/// Paths of what is held, oldest first, and how many entries are gone.
fn held(store: &Store, kind: Kind) -> (Vec<String>, u64) {
    let view = store.view(&Scope::Everything, &[kind]);
    (view.entries(kind).iter().map(|entry| entry.path()).collect(), view.losses().evicted)
}

#[test]
fn each_kind_holds_as_many_entries_as_documented_and_loses_the_oldest() {
    for (kind, entries, _) in CAPACITIES {
        let mut store = store(limits());
        fill(&mut store, kind, entries + 3, 0);
        let newest: Vec<_> = (3..entries + 3).map(|path| format!("/{path}")).collect();
        assert_eq!(held(&store, kind), (newest, 3), "{kind:?}");
    }
}

#[test]
fn each_kind_holds_as_many_bytes_as_documented_and_loses_the_oldest() {
    for (kind, _, bytes) in CAPACITIES {
        let mut store = store(limits());
        // With what stands around each of them, nine fit.
        fill(&mut store, kind, 12, bytes / 10);
        let newest: Vec<_> = (3..12).map(|path| format!("/{path}")).collect();
        assert_eq!(held(&store, kind), (newest, 3), "{kind:?}");
        assert!(store.bytes() <= bytes && store.bytes() > bytes / 10 * 9, "{kind:?}: {}", store.bytes());
    }
}

#[test]
fn of_each_path_one_performance_snapshot_is_held_and_none_counts_as_lost() {
    let mut store = store(limits());
    for _ in 0..3 {
        fill(&mut store, Kind::Performance, 2, 0);
    }
    assert_eq!(held(&store, Kind::Performance), (vec!["/0".to_owned(), "/1".to_owned()], 0));
}

#[test]
fn the_global_bound_makes_the_largest_test_pay() {
    let mut store = store(StoreLimits { total_bytes: 20_000, ..limits() });
    send(&mut store, r#"{"message":"evidence","test_id":"quiet"}"#);
    let big = "x".repeat(1_000);
    let noisy: Vec<_> = (0..50).map(|_| format!(r#"{{"message":"{big}","test_id":"noisy"}}"#)).collect();
    send(&mut store, &noisy.join(","));
    assert!(store.bytes() <= 20_000);
    assert_eq!(store.view(&Scope::Test("quiet".into()), &[Kind::Log]).entries(Kind::Log).len(), 1);
    let view = store.view(&Scope::Everything, &[Kind::Log]);
    assert_eq!(view.entries(Kind::Log).len() as u64 + view.losses().evicted, 51);
}

#[test]
fn tests_beyond_the_bound_push_out_the_quietest_and_are_counted() {
    let mut store = store(StoreLimits { partitions: 2, ..limits() });
    for test in ["a", "b", "a", "c"] {
        send(&mut store, &format!(r#"{{"message":"m","test_id":"{test}"}}"#));
    }
    let view = store.view(&Scope::Everything, &[Kind::Log]);
    let tests: Vec<_> =
        view.entries(Kind::Log).iter().map(|entry| entry.test_id.as_deref().unwrap()).collect();
    assert_eq!((tests, view.losses().evicted), (vec!["a", "a", "c"], 1));
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

/// One step of the model test.
#[derive(Clone, Debug)]
enum Step {
    Send { test: Option<u8>, size: usize, event: Option<u8> },
    Amend { test: Option<u8>, event: u8, size: usize },
    Clear { test: Option<u8> },
}

fn step() -> impl Strategy<Value = Step> {
    let test = proptest::option::of(0..3_u8);
    prop_oneof![
        20 => (test.clone(), 0..400_usize, proptest::option::of(0..40_u8))
            .prop_map(|(test, size, event)| Step::Send { test, size, event }),
        6 => (test.clone(), 0..40_u8, 0..400_usize)
            .prop_map(|(test, event, size)| Step::Amend { test, event, size }),
        1 => test.prop_map(|test| Step::Clear { test }),
    ]
}

const MODEL_LIMITS: (usize, usize) = (10, 9_000);
const MODEL_EARLY_LIMITS: EarlyLimits = EarlyLimits { amendments: 4, bytes: 1_500, milliseconds: 0 };

/// An entry as the model knows it.
#[derive(Clone, Debug, PartialEq)]
struct Modelled {
    number: usize,
    test: Option<u8>,
    event: Option<u8>,
    /// Length of the note that was merged into it.
    note: Option<usize>,
    cost: usize,
}

impl Modelled {
    /// Whether that changed anything.
    fn note(&mut self, size: usize) -> bool {
        let length = |note: Option<usize>| note.map_or(0, |size| size + r#","_note":"""#.len());
        self.cost = self.cost - length(self.note) + length(Some(size));
        self.note.replace(size) != Some(size)
    }
}

/// An amendment as the model knows it.
#[derive(Clone, Copy, Debug)]
struct ModelledAmendment {
    test: Option<u8>,
    event: u8,
    /// Length of its note.
    size: usize,
    cost: usize,
}

/// What the store should hold, as plain lists in order of arrival.
#[derive(Debug, Default)]
struct Model {
    held: Vec<Modelled>,
    early: Vec<ModelledAmendment>,
    known: std::collections::BTreeSet<u8>,
    evicted: BTreeMap<Option<u8>, u64>,
    merges_dropped: BTreeMap<Option<u8>, u64>,
}

impl Model {
    fn bytes(&self, test: Option<u8>) -> usize {
        self.held.iter().filter(|entry| entry.test == test).map(|entry| entry.cost).sum()
    }

    fn early_bytes(&self) -> usize {
        self.early.iter().map(|amendment| amendment.cost).sum()
    }

    fn all_bytes(&self) -> usize {
        self.held.iter().map(|entry| entry.cost).sum::<usize>() + self.early_bytes()
    }

    fn evict_oldest(&mut self, test: Option<u8>) {
        let oldest = self.held.iter().position(|entry| entry.test == test).unwrap();
        self.held.remove(oldest);
        *self.evicted.entry(test).or_default() += 1;
    }

    /// Too many of one test cost that test; too many bytes cost whichever test holds most.
    fn shrink(&mut self, changed: Option<u8>) {
        let (most_entries, most_bytes) = MODEL_LIMITS;
        while self.held.iter().filter(|entry| entry.test == changed).count() > most_entries {
            self.evict_oldest(changed);
        }
        while self.all_bytes() > most_bytes {
            let tests = [None, Some(0), Some(1), Some(2)];
            let heaviest = tests.into_iter().max_by_key(|&test| self.bytes(test)).unwrap();
            self.evict_oldest(heaviest);
        }
    }

    /// How many entries are new, and whether one was amended by what waited for it; a known identity is a resend.
    fn send(&mut self, entry: Modelled) -> (usize, usize) {
        if entry.event.is_some_and(|event| !self.known.insert(event)) {
            return (0, 0);
        }
        let (test, event) = (entry.test, entry.event);
        self.held.push(entry);
        self.shrink(test);
        let mut is_amended = false;
        while let Some(position) = self.early.iter().position(|waiting| Some(waiting.event) == event) {
            let waiting = self.early.remove(position);
            is_amended |= self.amend(waiting);
        }
        (1, usize::from(is_amended))
    }

    /// Whether late fields change an entry. What has no entry yet waits; what has none any more is counted.
    fn amend(&mut self, amendment: ModelledAmendment) -> bool {
        let stored = self.held.iter_mut().find(|entry| entry.event == Some(amendment.event));
        let Some(entry) = stored else {
            if self.known.contains(&amendment.event) {
                self.drop_merge(amendment);
            } else {
                self.wait(amendment);
            }
            return false;
        };
        let (test, is_changed) = (entry.test, entry.note(amendment.size));
        self.shrink(test);
        is_changed
    }

    fn wait(&mut self, amendment: ModelledAmendment) {
        self.early.push(amendment);
        while self.early.len() > MODEL_EARLY_LIMITS.amendments
            || self.early_bytes() > MODEL_EARLY_LIMITS.bytes
        {
            let oldest = self.early.remove(0);
            self.drop_merge(oldest);
        }
        self.shrink(None);
    }

    fn drop_merge(&mut self, amendment: ModelledAmendment) {
        *self.merges_dropped.entry(amendment.test).or_default() += 1;
    }

    /// Removes what belongs to a test, or all; returns how many entries that were.
    fn clear(&mut self, test: Option<u8>) -> usize {
        let before = self.held.len();
        match test {
            Some(_) => {
                self.held.retain(|entry| entry.test != test);
                self.early.retain(|amendment| amendment.test != test);
                self.evicted.remove(&test);
                self.merges_dropped.remove(&test);
            }
            None => *self = Self { known: std::mem::take(&mut self.known), ..Self::default() },
        }
        before - self.held.len()
    }

    fn losses(&self, test: Option<u8>) -> Losses {
        let count = |counts: &BTreeMap<Option<u8>, u64>| match test {
            Some(_) => counts.get(&test).copied().unwrap_or_default(),
            None => counts.values().sum(),
        };
        Losses { evicted: count(&self.evicted), lost: 0, merges_dropped: count(&self.merges_dropped) }
    }
}

/// A test of the model, or everything.
fn scope_of(test: Option<u8>) -> Scope {
    test.map_or(Scope::Everything, |test| Scope::Test(format!("t{test}").into()))
}

/// What the store holds, in the model's words.
fn modelled(entry: &Entry) -> Modelled {
    let fields: serde_json::Value = serde_json::from_str(entry.text()).unwrap();
    let digits = |text: &str| text.get(1..).unwrap().parse().unwrap();
    assert_eq!(fields["test_id"].as_str(), entry.test_id.as_deref());
    Modelled {
        number: fields["number"].as_u64().unwrap() as usize,
        test: entry.test_id.as_deref().map(digits),
        event: fields["eventId"].as_str().map(digits),
        note: fields["_note"].as_str().map(str::len),
        cost: entry.cost(),
    }
}

/// Does the same to both; they must agree on what became of it.
fn take_step(store: &mut Store, model: &mut Model, number: usize, step: Step) {
    let own = |test: Option<u8>| test.map(|test| format!(r#","test_id":"t{test}""#)).unwrap_or_default();
    match step {
        Step::Send { test, size, event } => {
            let own = own(test);
            let id = event.map(|event| format!(r#","eventId":"e{event}""#)).unwrap_or_default();
            let text = format!(r#"{{"message":"{}","number":{number}{own}{id}}}"#, "x".repeat(size));
            let sent = send(store, &text);
            let cost = sent.added.first().map_or(0, |entry| entry.cost());
            let expected = model.send(Modelled { number, test, event, note: None, cost });
            assert_eq!((sent.added.len(), sent.merged.len()), expected);
        }
        Step::Amend { test, event, size } => {
            let own = own(test);
            let text = format!(r#"{{"eventId":"e{event}","_note":"{}"{own}}}"#, "y".repeat(size));
            let cost = text.len() + size_of::<EarlyAmendment>();
            let changed = model.amend(ModelledAmendment { test, event, size, cost });
            assert_eq!(send(store, &text).merged.len(), usize::from(changed));
        }
        Step::Clear { test } => {
            assert_eq!(store.clear(&scope_of(test), &Kind::ALL).count(), model.clear(test));
        }
    }
}

proptest! {
    #[test]
    fn holds_what_plain_lists_would_and_counts_the_rest(steps in proptest::collection::vec(step(), 1..200)) {
        let (log_entries, total_bytes) = MODEL_LIMITS;
        let limits = StoreLimits { log_entries, total_bytes, early: MODEL_EARLY_LIMITS, ..limits() };
        let mut store = store(limits);
        let mut model = Model::default();
        for (number, step) in steps.into_iter().enumerate() {
            take_step(&mut store, &mut model, number, step);
            let view = store.view(&Scope::Everything, &Kind::ALL);
            let held: Vec<_> = view.entries(Kind::Log).iter().map(|entry| modelled(entry)).collect();
            prop_assert_eq!(&held, &model.held);
            prop_assert!(view.entries(Kind::Log).is_sorted_by_key(|entry| entry.seq));
            prop_assert_eq!(store.bytes(), model.all_bytes());
            for test in [None, Some(0), Some(1), Some(2)] {
                prop_assert_eq!(store.losses(&scope_of(test)), model.losses(test));
            }
        }
    }
}
