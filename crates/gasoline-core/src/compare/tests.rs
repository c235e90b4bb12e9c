//! Verifications through intake and store, as the server uses them.

use serde_json::json;

use super::testkit::Session;
use super::*;
use crate::analysis::query::Query;
use crate::intake::Route;
use crate::store::StoreLimits;

fn fates(comparison: &Comparison) -> Vec<(IssueFate, String, String)> {
    let changes = comparison.changes.iter().chain(&comparison.new_issues);
    changes.map(|change| (change.fate, change.before.clone(), change.after.clone())).collect()
}

#[test]
fn errors_that_are_gone_on_the_same_page_are_fixed() {
    let mut session = Session::new();
    session.error("Cannot read 'user' of undefined", "/cart");
    session.error("Cannot read 'user' of undefined", "/cart");
    session.request("POST", "/api/login", 500);
    let comparison = session.verify(|session| {
        session.info("/cart");
        session.request("POST", "/api/login?t=1718000000", 200);
    });
    assert_eq!(comparison.verdict, Verdict::Fixed);
    assert_eq!(
        fates(&comparison),
        [
            (IssueFate::Resolved, "Cannot read 'user' of undefined (x2)".to_owned(), "(not seen)".to_owned()),
            (IssueFate::Resolved, "POST /api/login → 500".to_owned(), "POST /api/login → 200".to_owned()),
        ]
    );
    assert_eq!(
        (comparison.before, comparison.after),
        (IssueCounts { console_errors: 2, network_errors: 1, total_issues: 3 }, IssueCounts::default())
    );
    assert_eq!(comparison.summary(), "fixed: 2 of 2 issues gone, 0 new; occurrences 3 before, 0 after.");
}

#[test]
fn every_verdict_has_its_history() {
    let of = |before: &[&str], after: &[&str]| {
        let mut session = Session::new();
        before.iter().for_each(|message| session.error(message, "/"));
        let comparison = session.verify(|session| {
            session.info("/");
            after.iter().for_each(|message| session.error(message, "/"));
        });
        comparison.verdict
    };
    assert_eq!(of(&["a", "b"], &[]), Verdict::Fixed);
    assert_eq!(of(&["a", "b"], &["b"]), Verdict::Improved);
    assert_eq!(of(&["a", "b"], &["a", "b"]), Verdict::Unchanged);
    assert_eq!(of(&["a"], &["c"]), Verdict::DifferentIssue);
    assert_eq!(of(&["a", "b"], &["b", "c"]), Verdict::DifferentIssue);
    assert_eq!(of(&["a"], &["a", "c"]), Verdict::Regressed);
    assert_eq!(of(&[], &["c"]), Verdict::Regressed);
    assert_eq!(of(&[], &[]), Verdict::NoIssuesDetected);
}

#[test]
fn the_same_error_with_other_data_is_the_same_error() {
    let mut session = Session::new();
    session.error("User 4711 not found (http://localhost:3000/src/app.js:10:3)", "/users/17");
    session.request("GET", "/api/users/17", 404);
    let comparison = session.verify(|session| {
        session.error("User 4712 not found (http://staging.example.com/src/app.js:99:1)", "/users/18");
        session.request("GET", "/api/users/18", 404);
    });
    assert_eq!((comparison.verdict, comparison.new_issues.len()), (Verdict::Unchanged, 0));
}

#[test]
fn nothing_done_since_watch_is_inconclusive_and_says_what_to_do() {
    let mut session = Session::new();
    session.error("boom", "/");
    let comparison = session.verify(|_| ());
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    assert!(comparison.summary().contains("ask the user to reproduce"), "{}", comparison.summary());
}

#[test]
fn what_was_not_tried_again_is_never_resolved() {
    let mut session = Session::new();
    session.error("boom", "/cart");
    session.request("POST", "/api/login", 500);
    let comparison = session.verify(|session| session.info("/other"));
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    assert_eq!(comparison.count(IssueFate::NotExercised), 2);
    assert_eq!(
        comparison.why.unwrap(),
        "What led to the issues was not done again. To do: use /cart again; make the page call POST /api/login again."
    );
}

// Situations verdicts-01 and verdicts-02.
#[test]
fn another_address_of_the_page_says_nothing_about_an_error_of_one() {
    let needs = |before: &str, after: &str| {
        let mut session = Session::new();
        session.error("boom", before);
        let comparison = session.verify(|session| session.info(after));
        (comparison.verdict, comparison.changes[0].needs.clone())
    };
    let only_other =
        |step: &str| (Verdict::Inconclusive, Some(format!("{step} (only other addresses of it were used)")));
    assert_eq!(needs("/product/3", "/product/1"), only_other("use /product/3 again"));
    assert_eq!(needs("/?bug=x", "/"), only_other("use /?bug=x again"));
    assert_eq!(needs("/", "/?bug=x"), only_other("use / again"));
    assert_eq!(needs("/#/cart", "/#/home"), only_other("use /#/cart again"));
    assert_eq!(needs("/product/3", "/product/3?utm_source=mail#top"), (Verdict::Fixed, None));
}

#[test]
fn an_error_of_several_addresses_is_gone_at_any() {
    let mut session = Session::new();
    session.error("boom", "/product/3");
    session.error("boom", "/product/4");
    assert_eq!(session.verify(|session| session.info("/product/1")).verdict, Verdict::Fixed);
}

#[test]
fn an_action_counts_on_the_same_address_of_its_page() {
    let mut session = Session::new();
    session.click("button#save", "/product/1");
    session.wait(5_000);
    session.click("button#save", "/product/3");
    session.error("boom", "/product/3");
    session.wait(60_000);
    let id = session.start();
    session.watch(&id);
    session.click("button#save", "/product/1");
    let elsewhere = session.compare(&id);
    assert_eq!(
        elsewhere.changes[0].needs.as_deref(),
        Some("click button#save again, at /product/3 (only other addresses of it were used)")
    );
    session.click("button#save", "/product/3");
    let done = session.compare(&id);
    assert_eq!((done.verdict, done.weak), (Verdict::Fixed, None), "each click there led to it");
}

// Situation verdicts-03.
#[test]
fn reads_of_other_data_say_nothing_about_an_endpoint_and_writes_little() {
    let of = |method: &str, before: &str, after: &str| {
        let mut session = Session::new();
        session.request(method, before, 500);
        let comparison = session.verify(|session| session.request(method, after, 200));
        let needs = comparison.changes[0].needs.clone();
        (comparison.verdict, needs, comparison.weak)
    };
    let needs = "make the page call GET /api/products/{id} again as /api/products/3 (only other addresses of it were used)";
    let unread = (Verdict::Inconclusive, Some(needs.to_owned()), None);
    assert_eq!(of("GET", "/api/products/3", "/api/products/1"), unread);
    assert_eq!(of("GET", "/api/products/3", "/api/products/3"), (Verdict::Fixed, None, None));
    let weak = Some("tried with other data in the address than before".to_owned());
    assert_eq!(of("POST", "/api/orders/3/pay", "/api/orders/4/pay"), (Verdict::Fixed, None, weak));
}

#[test]
fn answers_at_other_addresses_do_not_make_a_failure_rare() {
    let mut session = Session::new();
    session.request("GET", "/api/products/1", 200);
    session.request("GET", "/api/products/3", 500);
    let comparison = session.verify(|session| session.request("GET", "/api/products/3", 200));
    assert_eq!((comparison.verdict, comparison.weak), (Verdict::Fixed, None));
}

#[test]
fn a_call_that_was_given_up_says_nothing_about_its_endpoint() {
    let mut session = Session::new();
    session.request("POST", "/api/login", 500);
    let comparison = session.verify(|session| {
        session.post(
            Route::NetworkBodies,
            &json!({ "bodies": [
            { "method": "POST", "url": "/api/login", "status": 0, "error": "aborted" },
        ] }),
        );
    });
    assert_eq!(fates(&comparison)[0].0, IssueFate::NotExercised);
}

#[test]
fn an_error_after_an_action_needs_that_action_again_and_its_time() {
    let mut session = Session::new();
    session.click("button#save", "/cart");
    session.wait(800);
    session.error("boom", "/cart");
    session.wait(60_000);
    let id = session.start();
    session.watch(&id);
    session.info("/cart");
    let untried = session.compare(&id);
    assert_eq!(untried.changes[0].needs.as_deref(), Some("click button#save again"));
    session.click("button#other", "/cart");
    session.click("button#save", "/cart");
    session.wait(799);
    assert_eq!(session.compare(&id).verdict, Verdict::Inconclusive, "the error still has time to come");
    session.wait(1);
    let done = session.compare(&id);
    assert_eq!((done.verdict, done.changes[0].tried), (Verdict::Fixed, Some(1)));
    assert_eq!(done.user_actions, ["click button#other", "click button#save"]);
}

#[test]
fn an_error_long_after_an_action_is_not_due_to_it() {
    let mut session = Session::new();
    session.click("button#save", "/cart");
    session.wait(2_001);
    session.error("boom", "/cart");
    assert_eq!(session.verify(|session| session.info("/cart")).verdict, Verdict::Fixed);
}

#[test]
fn an_error_seen_only_sometimes_is_gone_only_weakly_until_it_was_tried_often() {
    let mut session = Session::new();
    for fails in [true, false, true, false, false] {
        session.click("button#save", "/cart");
        session.wait(100);
        if fails {
            session.error("boom", "/cart");
        }
        session.wait(5_000);
    }
    let id = session.start();
    session.watch(&id);
    let mut weak = Vec::new();
    for _ in 0..6 {
        session.click("button#save", "/cart");
        session.wait(5_000);
        let comparison = session.compare(&id);
        assert_eq!(comparison.verdict, Verdict::Fixed);
        weak.push(comparison.weak);
    }
    assert_eq!(weak[0].as_deref(), Some("seen 2 of 5 times before"));
    assert_eq!(weak[5], None, "six tries would miss it in one case of twenty");
}

#[test]
fn an_endpoint_that_failed_sometimes_is_fixed_weakly() {
    let mut session = Session::new();
    for status in [200, 500, 200] {
        session.request("GET", "/api/a", status);
    }
    let comparison = session.verify(|session| session.request("GET", "/api/a", 200));
    assert_eq!(comparison.weak.as_deref(), Some("seen 1 of 3 times before"));
    assert!(comparison.summary().contains("Weak: seen 1 of 3 times before"), "{}", comparison.summary());
}

/// A page that names itself.
fn identified(session: &mut Session, page: &str, kind: &str, level: &str, message: &str) {
    let now = session.now;
    session.log(json!({ "type": kind, "level": level, "message": message, "url": "http://localhost/cart", "page": page, "tab": "1", "session": "s", "ts": now }));
}

#[test]
fn an_error_of_a_load_needs_another_load() {
    let mut session = Session::new();
    identified(&mut session, "p1", "document", "info", "");
    session.wait(1_000);
    identified(&mut session, "p1", "console", "error", "boom");
    session.wait(60_000);
    let id = session.start();
    session.watch(&id);
    identified(&mut session, "p1", "console", "info", "still open");
    let still = session.compare(&id);
    assert_eq!(still.changes[0].needs.as_deref(), Some("load /cart again"));
    identified(&mut session, "p2", "document", "info", "");
    assert_eq!(session.compare(&id).verdict, Verdict::Inconclusive);
    session.wait(1_000);
    assert_eq!(session.compare(&id).verdict, Verdict::Fixed);
}

#[test]
fn an_error_that_comes_by_itself_needs_as_much_time_as_it_took() {
    let mut session = Session::new();
    identified(&mut session, "p1", "document", "info", "");
    for _ in 0..3 {
        session.wait(30_000);
        identified(&mut session, "p1", "console", "error", "poll failed");
    }
    let id = session.start();
    session.watch(&id);
    identified(&mut session, "p1", "console", "info", "a");
    session.wait(29_000);
    identified(&mut session, "p1", "console", "info", "b");
    assert_eq!(session.compare(&id).changes[0].needs.as_deref(), Some("use /cart for 30 s"));
    session.wait(1_000);
    identified(&mut session, "p1", "console", "info", "c");
    assert_eq!(session.compare(&id).verdict, Verdict::Fixed);
}

#[test]
fn a_noisy_page_cannot_push_an_issue_out_of_the_account() {
    let mut session = Session::with_limits(StoreLimits { log_entries: 10, ..StoreLimits::default() });
    session.error("boom", "/");
    let comparison = session.verify(|session| {
        session.error("boom", "/");
        (0..100).for_each(|_| session.info("/"));
    });
    assert_eq!(comparison.verdict, Verdict::Unchanged);
}

#[test]
fn what_was_lost_or_refused_since_makes_fixed_inconclusive() {
    let lost = |session: &mut Session| {
        for n in [1, 3] {
            session.log(json!({ "message": "a", "url": "http://localhost/", "page": "p", "n": n }));
        }
        session.clear();
    };
    let refused = |session: &mut Session| {
        session.info("/");
        session.log(json!("no object"));
    };
    let many = |session: &mut Session| {
        session.info("/");
        (0..150).for_each(|index| session.error(&format!("{} boom", "x".repeat(index + 1)), "/"));
    };
    let verdicts = [lost as fn(&mut Session), refused, many].map(|after| {
        let mut session = Session::new();
        session.error("boom", "/");
        session.verify(after).verdict
    });
    assert_eq!(verdicts, [Verdict::Inconclusive, Verdict::Inconclusive, Verdict::DifferentIssue]);
}

#[test]
fn only_what_the_filter_admits_is_compared() {
    let mut session = Session::new();
    session.error("boom", "/cart");
    session.error("other", "/admin");
    let filter = Query { url_filter: Some("/cart".to_owned()), ..Query::default() };
    let id = session.start_with(None, filter).unwrap();
    session.watch(&id);
    session.error("other", "/admin");
    assert_eq!(session.compare(&id).verdict, Verdict::Inconclusive);
    session.info("/cart");
    assert_eq!(session.compare(&id).verdict, Verdict::Fixed);
}

#[test]
fn a_baseline_that_was_too_large_to_keep_cannot_be_fixed() {
    let mut session = Session::new();
    (0..60).for_each(|index| session.error(&format!("{} boom", "x".repeat(index + 1)), "/"));
    let comparison = session.verify(|session| session.info("/"));
    assert_eq!((comparison.verdict, comparison.changes.len()), (Verdict::Inconclusive, 50));
    assert_eq!(comparison.incomplete.as_deref(), Some("10 issues of the baseline were too many to keep"));
}

#[test]
fn previews_have_a_hundred_characters_and_no_bodies_are_kept() {
    let mut session = Session::new();
    session.error(&"long ".repeat(1_000), "/");
    let id = session.start();
    let baseline = &session.verifications.all(session.time())[0].baseline;
    assert_eq!(
        (id.as_str(), baseline.issues().next().unwrap().line().chars().count()),
        ("verify-run-1", 100)
    );
}

#[test]
fn loads_are_compared_and_only_confirmed_ones_say_so() {
    let mut session = Session::new();
    (0..12).for_each(|index| session.load("/shop", 1_000.0 + f64::from(index)));
    let possible = session.verify(|session| session.load("/shop", 2_000.0));
    let found = possible.performance_diff.unwrap();
    assert_eq!((found.load_time_before.as_str(), found.load_time_after.as_str()), ("1006ms", "2000ms"));
    assert_eq!(found.change, "+99%");
    assert_eq!(found.regressions[0]["certainty"], "possible");
    let mut session = Session::new();
    (0..12).for_each(|index| session.load("/shop", 1_000.0 + f64::from(index)));
    let confirmed = session.verify(|session| (0..3).for_each(|_| session.load("/shop", 2_000.0)));
    assert_eq!(confirmed.performance_diff.unwrap().regressions[0]["certainty"], "confirmed");
    assert_eq!(confirmed.verdict, Verdict::NoIssuesDetected);
}

#[test]
fn three_at_a_time_and_the_oldest_compared_makes_room() {
    let mut session = Session::new();
    let ids: Vec<String> = ["one", "two", "three"]
        .iter()
        .map(|label| session.start_with(Some(label), Query::default()).unwrap())
        .collect();
    let refused = session.start_with(None, Query::default()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "there are already 3 verifications and none was compared: verify-run-1 (one), verify-run-2 (two), verify-run-3 (three); `cancel` one"
    );
    for id in [&ids[2], &ids[1]] {
        session.watch(id);
        session.compare(id);
    }
    assert!(session.start_with(None, Query::default()).is_ok());
    let now = session.time();
    let gone = session.verifications.get(&ids[1], now).unwrap_err().to_string();
    assert_eq!(
        gone,
        "verification `verify-run-2` made room for a later one after it was compared; call `start` again"
    );
    assert!(session.verifications.get(&ids[2], now).is_ok());
}

#[test]
fn a_verification_ends_after_half_an_hour_or_when_it_is_cancelled() {
    let mut session = Session::new();
    session.error("boom", "/");
    let id = session.start();
    session.watch(&id);
    session.wait(30 * 60 * 1_000 - 1);
    session.compare(&id);
    session.wait(1);
    let now = session.time();
    let expired = session.verifications.compare(&id, Gaps::default(), now).unwrap_err();
    assert_eq!(
        expired.to_string(),
        "verification `verify-run-1` has expired, 30 minutes after `start`; call `start` again"
    );
    let id = session.start();
    session.verifications.cancel(&id, now).unwrap();
    assert_eq!(
        session.verifications.cancel(&id, now).unwrap_err().to_string(),
        "verification `verify-run-2` was cancelled; call `start` again"
    );
    assert_eq!(
        session.verifications.get("nonsense", now).unwrap_err().to_string(),
        "there is no verification `nonsense`; none was started: call `start` first"
    );
}

#[test]
fn compare_needs_watch_and_watching_again_begins_anew() {
    let mut session = Session::new();
    session.error("boom", "/");
    let id = session.start();
    let now = session.time();
    let early = session.verifications.compare(&id, Gaps::default(), now).unwrap_err();
    assert!(matches!(early, VerificationError::NotWatching(_)), "{early}");
    session.watch(&id);
    session.error("boom", "/");
    assert_eq!(session.compare(&id).verdict, Verdict::Unchanged);
    session.watch(&id);
    session.info("/");
    assert_eq!(session.compare(&id).verdict, Verdict::Fixed);
    assert!(session.start_with(Some(" \n "), Query::default()).is_err());
}
