//! What is held of each kind and each test, and who pays when there is too much.

use gasoline_wire::LogKind;

use super::*;

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

/// `summary-04`: who asks for requests does not hear of log entries.
#[test]
fn losses_are_told_of_the_kinds_asked_for() {
    let mut store = store(StoreLimits { log_entries: 2, partitions: 2, ..limits() });
    for test in ["a", "b", "c"] {
        let logs: Vec<_> = (0..5).map(|i| format!(r#"{{"message":"{i}","test_id":"{test}"}}"#)).collect();
        send(&mut store, &logs.join(","));
    }
    let evicted = |kinds: &[Kind]| store.losses_of(&Scope::Everything, kinds).evicted;
    // Three of each of the tests that are left, and all five of the one that is gone.
    assert_eq!((evicted(&[Kind::Log]), evicted(&[Kind::NetworkBody]), evicted(&Kind::ALL)), (11, 0, 11));
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
    let (route, word) = addressed(kind);
    let filler = "x".repeat(bytes);
    for path in 0..count {
        let entry = format!(r#"{{"type":"{word}","url":"/{path}","message":"{filler}"}}"#);
        let body = if route.takes_one() { entry } else { format!(r#"{{"{}":[{entry}]}}"#, route.field()) };
        send_to(store, route, &body);
    }
}

/// Where entries of a kind are sent and what they call themselves.
fn addressed(kind: Kind) -> (Route, &'static str) {
    let word = LogKind::ALL.into_iter().find(|word| word.kind() == kind);
    (Route::for_kind(kind), word.map_or("", LogKind::word))
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
