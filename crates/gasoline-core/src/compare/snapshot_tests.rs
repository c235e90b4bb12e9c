//! Named snapshots and what differs between them.

use serde_json::json;

use super::testkit::Session;
use super::*;
use crate::analysis::query::Query;
use crate::intake::Route;

fn snapshot(session: &Session) -> Snapshot {
    Snapshot::of(&session.view(), &Query::default(), &session.learned, session.time())
}

/// What differs after `change`, from a state that `before` made. What was captured is cleared in between.
fn changed(before: impl FnOnce(&mut Session), after: impl FnOnce(&mut Session)) -> Difference {
    let mut session = Session::new();
    before(&mut session);
    let a = snapshot(&session);
    session.clear();
    after(&mut session);
    difference(&a, &snapshot(&session))
}

fn socket(session: &mut Session, event: &str) {
    session.post(
        Route::WebSocketEvents,
        &json!({ "events": [
        { "event": event, "id": "c1", "url": "ws://localhost/live", "pageUrl": "http://localhost/" },
    ] }),
    );
}

#[test]
fn a_snapshot_counts_what_is_documented() {
    let mut session = Session::new();
    session.error("boom", "/dashboard");
    session.log(
        json!({ "type": "console", "level": "warn", "message": "old", "url": "http://localhost/dashboard" }),
    );
    session.request("GET", "/api/a/17", 200);
    session.request("GET", "/api/a/18", 502);
    session.load("/dashboard", 1_100.0);
    socket(&mut session, "open");
    let mut counts = snapshot(&session).counts();
    counts["performance"] = counts["performance"]["load_time"].take();
    insta::assert_snapshot!(counts, @r#"{"captured_at":"1970-01-01T00:16:40.000Z","console_errors":1,"console_warnings":1,"network_requests":2,"network_errors":1,"websocket_connections":1,"unique_endpoints":1,"page_url":"http://localhost/","performance":1100}"#);
}

#[test]
fn errors_endpoints_loads_and_sockets_are_compared() {
    let found = changed(
        |session| {
            session.error("was", "/");
            session.error("stays 4711", "/");
            session.request("GET", "/api/kept", 200);
            session.request("GET", "/api/broken", 200);
            session.request("GET", "/api/gone", 200);
            session.load("/", 1_000.0);
            socket(session, "open");
        },
        |session| {
            session.error("stays 4712", "/");
            session.error("is", "/");
            session.request("GET", "/api/kept", 200);
            session.request("GET", "/api/broken", 500);
            session.request("GET", "/api/new", 200);
            session.load("/", 1_010.0);
            socket(session, "close");
        },
    );
    let written: Vec<String> = ["errors", "network", "performance", "websockets"]
        .iter()
        .map(|part| found.diff[*part].to_string())
        .chain([serde_json::to_string(&found.summary).unwrap()])
        .collect();
    insta::assert_snapshot!(written.join("\n"), @r#"
    {"new":[{"type":"console","message":"is","count":1}],"resolved":[{"type":"console","message":"was","count":1}],"unchanged":[{"type":"console","message":"stays 4712","count":1}]}
    {"new_errors":[{"method":"GET","url":"/api/broken","status":500}],"status_changes":[{"method":"GET","url":"/api/broken","before":200,"after":500}],"new_endpoints":[{"method":"GET","url":"/api/new","status":200}],"missing_endpoints":[{"method":"GET","url":"/api/gone","status":200}]}
    {"path":"/","load_time":{"before":1000,"after":1010,"change":"+1%","regression":false},"request_count":{"before":14,"after":14,"change":"+0%","regression":false},"transfer_size":{"before":312400,"after":312400,"change":"+0%","regression":false}}
    {"connection_changes":[{"url":"/live","before":"open","after":"closed"}]}
    {"verdict":"mixed","new_errors":1,"resolved_errors":1,"performance_regressions":0,"new_network_errors":1}
    "#);
}

#[test]
fn every_verdict_has_its_pair() {
    let verdict = |before: &[&str], after: &[&str]| {
        let found = changed(
            |session| before.iter().for_each(|message| session.error(message, "/")),
            |session| {
                session.info("/");
                after.iter().for_each(|message| session.error(message, "/"));
            },
        );
        found.summary.verdict
    };
    assert_eq!(verdict(&["a"], &[]), Verdict::Improved);
    assert_eq!(verdict(&[], &["a"]), Verdict::Regressed);
    assert_eq!(verdict(&["a"], &["a"]), Verdict::Unchanged);
    assert_eq!(verdict(&["a"], &["b"]), Verdict::Mixed);
    assert_eq!(verdict(&[], &[]), Verdict::Unchanged);
}

#[test]
fn an_error_whose_page_was_not_used_again_is_not_resolved() {
    let found = changed(|session| session.error("boom", "/cart"), |session| session.info("/other"));
    assert_eq!(found.summary.verdict, Verdict::Unchanged);
    assert_eq!(found.diff["errors"]["not_exercised"][0]["message"], "boom");
    assert_eq!(found.notes.len(), 1);
    let empty = changed(|session| session.error("boom", "/cart"), |_| ());
    assert_eq!((empty.summary.verdict, empty.notes.len()), (Verdict::Unchanged, 2));
}

#[test]
fn only_confirmed_slowness_counts() {
    let loads = |later: usize| {
        changed(
            |session| (0..12).for_each(|index| session.load("/", 1_000.0 + f64::from(index))),
            |session| (0..later).for_each(|_| session.load("/", 2_000.0)),
        )
    };
    let one = loads(1);
    assert_eq!((one.summary.verdict, one.summary.performance_regressions), (Verdict::Unchanged, 0));
    assert_eq!(one.diff["performance"]["load_time"]["possible"], true);
    let three = loads(3);
    assert_eq!((three.summary.verdict, three.summary.performance_regressions), (Verdict::Regressed, 1));
    assert_eq!(three.diff["performance"]["load_time"]["regression"], true);
    assert_eq!(three.diff["performance"]["load_time"]["change"], "+98%");
    let none = loads(0);
    assert_eq!((none.summary.performance_regressions, none.diff["performance"].clone()), (0, json!({})));
}

#[test]
fn a_slower_endpoint_is_told_and_noise_is_not() {
    let slow = |duration: u32| {
        let call = move |session: &mut Session, duration: u32| {
            session.post(
                Route::NetworkBodies,
                &json!({ "bodies": [
                { "method": "GET", "url": "/api/a", "status": 200, "duration": duration },
            ] }),
            );
        };
        let found = changed(|session| call(session, 300), |session| call(session, duration));
        found.diff["network"]["status_changes"][0]["duration_change"].clone()
    };
    assert_eq!(
        [slow(640), slow(20), slow(399), slow(420)],
        [json!("+340ms"), json!("-280ms"), json!(null), json!(null)]
    );
}

#[test]
fn ten_are_kept_and_the_one_used_longest_ago_makes_room() {
    let mut session = Session::new();
    let mut kept = Snapshots::default();
    for index in 0..10 {
        session.wait(1);
        assert_eq!(kept.keep(&format!("s{index}"), snapshot(&session)), Ok(None));
    }
    let now = session.time();
    kept.get("s0", now).unwrap();
    assert_eq!(kept.keep("more", snapshot(&session)), Ok(Some("s1".to_owned())));
    assert_eq!(kept.keep("more", snapshot(&session)), Ok(None), "the same name again takes its own place");
    assert!(kept.get("s0", now).is_ok() && kept.get("s1", now).is_err());
    assert_eq!(kept.all(now).len(), 10);
}

#[test]
fn a_snapshot_lives_for_two_hours_or_until_it_is_deleted() {
    let mut session = Session::new();
    let mut kept = Snapshots::default();
    kept.keep("a", snapshot(&session)).unwrap();
    session.wait(2 * 60 * 60 * 1_000 - 1);
    kept.keep("b", snapshot(&session)).unwrap();
    assert_eq!(kept.all(session.time()).len(), 2);
    session.wait(1);
    let now = session.time();
    assert_eq!(
        kept.get("a", now).unwrap_err().to_string(),
        "there is no snapshot `a`; there are: b. Snapshots live for two hours, and the one used longest ago makes room for an eleventh"
    );
    assert_eq!(kept.delete(" b ", now), Ok("b".to_owned()));
    assert!(kept.delete("b", now).unwrap_err().to_string().contains("none was captured yet"));
}

#[test]
fn names_that_mean_something_else_are_refused() {
    for name in ["current", "CURRENT", " ", "a\u{202e}b", &"x".repeat(51)] {
        assert!(Snapshots::check_name(name).is_err(), "{name}");
    }
}
