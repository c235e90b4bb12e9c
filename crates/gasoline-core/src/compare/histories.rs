//! Generated histories with known bugs: whatever happens, a bug that is still there is never called fixed.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::testkit::Session;
use super::*;
use crate::intake::Route;
use crate::store::StoreLimits;

const PAGES: u8 = 3;
const BUTTONS: u8 = 3;
const ENDPOINTS: u8 = 3;

/// What is broken. Each breaks every time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bug {
    /// A button of one page.
    Click(u8, u8),
    /// The load of a page.
    Load(u8),
    /// An endpoint.
    Call(u8),
}

/// What happens.
#[derive(Clone, Copy, Debug)]
enum Step {
    Load(u8),
    Click(u8),
    Call(u8),
    /// The page prints something.
    Print,
    /// It prints more than is kept.
    Flood,
    /// Somebody clears what was captured.
    Clear,
    Wait(u16),
}

/// The right words of a bug, which normalisation must not confuse with those of another.
fn message(bug: Bug) -> String {
    let letter = |index: u8| char::from(b'a' + index);
    match bug {
        Bug::Click(page, button) => format!("click {} on {} failed", letter(button), letter(page)),
        Bug::Load(page) => format!("load of {} failed", letter(page)),
        Bug::Call(endpoint) => format!("GET /api/{}", letter(endpoint)),
    }
}

/// A browser in which some bugs are.
struct World {
    session: Session,
    bugs: BTreeSet<Bug>,
    page: u8,
    documents: u32,
    n: u32,
}

impl World {
    fn new(bugs: BTreeSet<Bug>) -> Self {
        let limits = StoreLimits { log_entries: 40, ..StoreLimits::default() };
        Self { session: Session::with_limits(limits), bugs, page: 0, documents: 0, n: 0 }
    }

    fn entry(&mut self, mut entry: Value) -> Value {
        self.n += 1;
        let url = format!("http://localhost/{}", char::from(b'a' + self.page));
        let name = if entry.get("method").is_some() { "pageUrl" } else { "url" };
        let identity = json!({
            name: url, "page": format!("p{}", self.documents), "tab": "1", "session": "s", "ts": self.session.now,
            "n": self.n, "eventId": format!("{}-{}", self.documents, self.n),
        });
        if let (Value::Object(entry), Value::Object(identity)) = (&mut entry, identity) {
            entry.extend(identity);
        }
        entry
    }

    fn log(&mut self, kind: &str, level: &str, message: &str) {
        let entry = self.entry(json!({ "type": kind, "level": level, "message": message }));
        self.session.log(entry);
    }

    fn fail(&mut self, bug: Bug, after: i64) {
        if self.bugs.contains(&bug) {
            self.session.wait(after);
            self.log("exception", "error", &message(bug));
        }
    }

    fn go(&mut self, step: Step) {
        match step {
            Step::Load(page) => {
                self.page = page;
                self.documents += 1;
                self.n = 0;
                self.log("document", "info", "");
                self.fail(Bug::Load(page), 300);
            }
            Step::Click(button) => {
                let target = format!("button#{}", char::from(b'a' + button));
                let action = self.entry(json!({ "type": "click", "target": target }));
                self.session.post(Route::EnhancedActions, &json!({ "actions": [action] }));
                self.fail(Bug::Click(self.page, button), 700);
            }
            Step::Call(endpoint) => {
                let status = if self.bugs.contains(&Bug::Call(endpoint)) { 500 } else { 200 };
                let url = format!("http://localhost/api/{}", char::from(b'a' + endpoint));
                let body = self.entry(json!({ "method": "GET", "status": status }));
                let mut body = body;
                body["url"] = json!(url);
                self.session.post(Route::NetworkBodies, &json!({ "bodies": [body] }));
            }
            Step::Print => self.log("console", "info", "hello"),
            Step::Flood => (0..60).for_each(|_| self.log("console", "log", "noise")),
            Step::Clear => self.session.clear(),
            Step::Wait(milliseconds) => self.session.wait(i64::from(milliseconds)),
        }
    }
}

fn bug() -> impl Strategy<Value = Bug> {
    prop_oneof![
        (0..PAGES, 0..BUTTONS).prop_map(|(page, button)| Bug::Click(page, button)),
        (0..PAGES).prop_map(Bug::Load),
        (0..ENDPOINTS).prop_map(Bug::Call),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..PAGES).prop_map(Step::Load),
        8 => (0..BUTTONS).prop_map(Step::Click),
        4 => (0..ENDPOINTS).prop_map(Step::Call),
        2 => Just(Step::Print),
        1 => Just(Step::Flood),
        1 => Just(Step::Clear),
        4 => (0..6_000_u16).prop_map(Step::Wait),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(step(), 0..25)
}

/// The bugs that a comparison says are gone.
fn resolved(comparison: &Comparison, bugs: &BTreeSet<Bug>) -> Vec<Bug> {
    let gone: Vec<&IssueChange> =
        comparison.changes.iter().filter(|change| change.fate == IssueFate::Resolved).collect();
    let is_gone = |bug: &&Bug| gone.iter().any(|change| change.before.starts_with(&message(**bug)));
    bugs.iter().filter(is_gone).copied().collect()
}

proptest! {
    #[test]
    fn a_bug_that_is_still_there_is_never_called_fixed(
        bugs in prop::collection::btree_set(bug(), 1..4),
        fixes in any::<[bool; 4]>(),
        before in steps(),
        after in steps(),
    ) {
        let mut world = World::new(bugs.clone());
        world.go(Step::Load(0));
        before.iter().for_each(|step| world.go(*step));
        let left: BTreeSet<Bug> =
            bugs.iter().zip(fixes).filter(|(_, fixed)| !fixed).map(|(bug, _)| *bug).collect();
        let id = world.session.start();
        world.bugs = left.clone();
        world.session.watch(&id);
        after.iter().for_each(|step| world.go(*step));
        let comparison = world.session.compare(&id);
        let wrong: Vec<Bug> = resolved(&comparison, &bugs).into_iter().filter(|bug| left.contains(bug)).collect();
        prop_assert!(wrong.is_empty(), "{wrong:?} {comparison:#?}");
        if comparison.verdict == Verdict::Fixed {
            prop_assert!(comparison.new_issues.is_empty() && comparison.after.total_issues == 0);
        }
    }

    #[test]
    fn the_same_steps_again_without_the_bugs_are_fixed(
        bugs in prop::collection::btree_set(bug(), 1..4),
        steps in prop::collection::vec(step().prop_filter("keeps", |step| !matches!(step, Step::Clear | Step::Flood)), 1..12),
    ) {
        let mut world = World::new(bugs);
        world.go(Step::Load(0));
        steps.iter().for_each(|step| world.go(*step));
        let id = world.session.start();
        world.bugs = BTreeSet::new();
        world.session.watch(&id);
        world.go(Step::Load(0));
        steps.iter().for_each(|step| world.go(*step));
        world.session.wait(10_000);
        let comparison = world.session.compare(&id);
        let expected = if comparison.changes.is_empty() { Verdict::NoIssuesDetected } else { Verdict::Fixed };
        prop_assert_eq!(comparison.verdict, expected, "{:#?}", comparison);
    }
}
