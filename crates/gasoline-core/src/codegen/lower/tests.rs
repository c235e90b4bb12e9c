//! Which requests a test waits for, and what it expects to see.

use std::collections::BTreeMap;

use gasoline_wire::NavigationKind;
use serde_json::{Value, json};

use super::recorded_flow::{Action, PageLandmarks};
use super::request::Request;
use super::*;
use crate::codegen::script::{Address, Landmark};
use crate::shape::Json;

/// `time kind`; a kind with an address after it is a navigation to it.
fn action(&(time, what): &(i64, &str)) -> Action {
    let (kind, url) = what.split_once(' ').unwrap_or((what, "http://localhost/"));
    let mut event = json!({
        "ts": "2026-01-01T00:00:00.000Z", "type": kind, "url": url, "target": kind, "value": "shoes",
        "selectors": { "cssPath": kind }, "tab": "1",
    });
    if kind == "navigate" {
        event["navigation"] = json!(if time == 0 { "load" } else { "push" });
        event["toUrl"] = json!(url);
    }
    Action { time, event: serde_json::from_value(event).unwrap(), effect: None }
}

/// `time METHOD path status`, and maybe how long it took.
fn request<'r>(&(time, what): &(i64, &'r str)) -> Request<'r> {
    let parts: Vec<&str> = what.split(' ').collect();
    let [method, path, status, rest @ ..] = parts.as_slice() else { panic!("{what}") };
    let url = if path.starts_with('/') { format!("http://localhost{path}").into() } else { (*path).into() };
    let lasted: i64 = rest.first().map_or(10, |lasted| lasted.parse().unwrap());
    let mut request = Request {
        method: (*method).into(),
        url,
        general_path: String::new(),
        page_url: "http://localhost/".into(),
        status: status.parse().unwrap(),
        started: time,
        ended: time + lasted,
        content_type: "application/json".into(),
        body: Some(Json(r#""{}""#)),
        truncated: false,
        tab: Some("1".into()),
        ..Request::default()
    };
    request.generalise(&Identities::default());
    request
}

const EVERYTHING: Assertions = Assertions {
    addresses: true,
    network: true,
    response_shape: false,
    no_errors: true,
    dom_state: true,
    visual: false,
};

/// Each answer that is waited for, with the number of its step.
fn check(actions: &[(i64, &str)], requests: &[(i64, &str)], expected: &[&str]) {
    let recorded = RecordedFlow {
        actions: actions.iter().map(action).collect(),
        requests: requests.iter().map(request).collect(),
        ..RecordedFlow::default()
    };
    let script = lower(&recorded, None, EVERYTHING, &PageMasks::NONE).script;
    let mut waits = Vec::new();
    for (index, step) in script.steps.iter().enumerate() {
        for outcome in &step.after {
            if let Outcome::Answered { request, status, .. } = outcome {
                let times = if request.count > 1 { format!(" ×{}", request.count) } else { String::new() };
                waits.push(format!("{}: {} {} {status}{times}", index + 1, request.method, request.path));
            }
        }
    }
    assert_eq!(waits, expected, "{actions:?} {requests:?}");
}

const OPEN_AND_CLICK: [(i64, &str); 2] = [(0, "navigate http://localhost/"), (5_000, "click")];

#[test]
fn a_request_belongs_to_the_step_before_it_if_it_follows_soon() {
    check(
        &OPEN_AND_CLICK,
        &[(100, "GET /api/a 200"), (4_000, "GET /api/late 200"), (5_050, "POST /api/b 201")],
        &["1: GET /api/a 200", "2: POST /api/b 201"],
    );
}

#[test]
fn a_request_made_because_of_an_answer_may_come_late() {
    check(
        &OPEN_AND_CLICK,
        &[(5_050, "POST /api/b 200 4000"), (9_100, "GET /api/c 200")],
        &["2: POST /api/b 200", "2: GET /api/c 200"],
    );
}

#[test]
fn changes_are_counted_and_the_same_read_twice_is_not() {
    check(
        &OPEN_AND_CLICK,
        &[
            (100, "GET /api/a 200"),
            (110, "GET /api/a 200"),
            (5_010, "PUT /api/b 200"),
            (5_020, "PUT /api/b 200"),
            (5_030, "GET /api/c?page=1 200"),
            (5_040, "GET /api/c?page=2 200"),
        ],
        &["1: GET /api/a 200", "2: PUT /api/b 200 ×2", "2: GET /api/c 200 ×2"],
    );
}

#[test]
fn what_is_asked_again_for_freshness_is_waited_for_only_after_a_change() {
    let actions = [(0, "navigate http://localhost/"), (5_000, "click"), (9_000, "click"), (13_000, "click")];
    check(
        &actions,
        &[
            (100, "GET /api/a 200"),
            (5_010, "GET /api/a 200"),
            (9_010, "POST /api/a 201"),
            (9_050, "GET /api/a 200"),
        ],
        &["1: GET /api/a 200", "3: POST /api/a 201", "3: GET /api/a 200"],
    );
}

#[test]
fn polled_streamed_aborted_static_and_foreign_requests_are_not_waited_for() {
    check(
        &OPEN_AND_CLICK,
        &[
            (100, "GET /api/poll 200"),
            (1_100, "GET /api/poll 200"),
            (2_110, "GET /api/poll 200"),
            (110, "GET /api/aborted 0"),
            (120, "GET /logo.svg 200"),
            (130, "GET /@vite/client 200"),
            (140, "POST https://metrics.example.net/collect 204"),
            (150, "GET /api/stream 200 15000"),
            (160, "GET /api/kept 200"),
        ],
        &["1: GET /api/kept 200"],
    );
}

#[test]
fn what_is_asked_unevenly_by_a_busy_page_or_held_until_something_happens_is_polled_too() {
    let calls = |of: [(i64, &'static str); 4]| check(&OPEN_AND_CLICK, &of, &[]);
    // Timers of a busy page, and a cursor in the query.
    calls([
        (100, "GET /api/news?since=1 200"),
        (2_100, "GET /api/news?since=2 200"),
        (2_900, "GET /api/news?since=3 200"),
        (3_300, "GET /api/news?since=4 200"),
    ]);
    // Asked again as soon as it is answered, which takes its time.
    calls([
        (100, "GET /api/wait 200 3000"),
        (3_105, "GET /api/wait 200 3000"),
        (6_110, "GET /api/wait 200 3000"),
        (9_115, "GET /api/wait 200 3000"),
    ]);
}

#[test]
fn pages_of_one_list_read_one_after_the_other_are_not_polled() {
    check(
        &OPEN_AND_CLICK,
        &[
            (1_010, "GET /api/list?page=1 200 250"),
            (1_265, "GET /api/list?page=2 200 250"),
            (1_520, "GET /api/list?page=3 200 250"),
        ],
        &["1: GET /api/list 200 ×3"],
    );
}

#[test]
fn while_a_field_is_typed_in_only_the_last_answer_counts_and_belongs_to_it() {
    check(
        &[(0, "navigate http://localhost/"), (1_500, "input")],
        &[
            (900, "GET /api/search?q=sho 200"),
            (1_200, "GET /api/search?q=shoe 200"),
            (1_600, "GET /api/search?q=shoes 200"),
        ],
        &["2: GET /api/search 200"],
    );
}

fn landmarks(landmarks: &Value, url: &str, bodies: &[&str]) -> Vec<Landmark> {
    let snapshot = json!({ "ts": "2026-01-01T00:00:00.000Z", "url": url, "title": "", "landmarks": landmarks, "tab": "1" });
    let bodies: Vec<String> = bodies.iter().map(|body| json!(body).to_string()).collect();
    let recorded = RecordedFlow {
        actions: vec![action(&(0, &format!("navigate {url}")))],
        requests: bodies
            .iter()
            .map(|body| Request { body: Some(Json(body)), ..request(&(50, "GET /api/a 200")) })
            .collect(),
        landmarks: vec![PageLandmarks { time: 400, snapshot: serde_json::from_value(snapshot).unwrap() }],
        ..RecordedFlow::default()
    };
    let script = lower(&recorded, None, EVERYTHING, &PageMasks::NONE).script;
    let outcomes = script.steps.into_iter().flat_map(|step| step.after);
    outcomes
        .filter_map(|outcome| match outcome {
            Outcome::Shows(landmark) => Some(landmark),
            _ => None,
        })
        .collect()
}

#[test]
fn words_of_the_application_are_expected_and_data_only_to_be_there() {
    let heading = |text: &str| json!({ "kind": "heading", "level": 1, "text": text });
    let one = |text: &str, url: &str, bodies: &[&str]| landmarks(&json!([heading(text)]), url, bodies);
    let shown = |text: Option<&str>| vec![Landmark::Heading(1, text.map(str::to_owned))];
    assert_eq!(one("Your cart", "http://localhost/cart", &[]), shown(Some("Your cart")));
    assert_eq!(one("Welcome, Ann", "http://localhost/", &[r#"{"name":"Ann"}"#]), shown(None));
    assert_eq!(one("Blue shirt", "http://localhost/products/7", &[]), shown(None));
    assert_eq!(one("Inbox (3 new)", "http://localhost/", &[]), shown(Some("Inbox")));
    assert_eq!(one("2026-01-02", "http://localhost/", &[]), shown(None));
    assert_eq!(one("Loading…", "http://localhost/", &[]), []);
}

#[test]
fn at_most_three_landmarks_the_surest_first() {
    let seen = json!([
        { "kind": "testId", "testId": "total", "text": "25.00 €" },
        { "kind": "heading", "level": 2, "text": "12 orders" },
        { "kind": "testId", "testId": "hint", "text": "Free shipping" },
        { "kind": "heading", "level": 1, "text": "Orders" },
    ]);
    let test_id = |id: &str, text: Option<&str>| Landmark::TestId {
        id: id.to_owned(),
        attribute: None,
        text: text.map(str::to_owned),
    };
    assert_eq!(
        landmarks(&seen, "http://localhost/", &[r#"{"note":"something"}"#]),
        [
            Landmark::Heading(1, Some("Orders".to_owned())),
            test_id("hint", Some("Free shipping")),
            test_id("total", None)
        ]
    );
}

#[test]
fn a_page_that_scrolls_on_its_way_out_was_left_by_the_click_before() {
    let actions = [
        (0, "navigate http://localhost/"),
        (5_000, "click"),
        (5_010, "scroll"),
        (5_020, "navigate http://localhost/next"),
    ];
    let recorded = RecordedFlow { actions: actions.iter().map(action).collect(), ..RecordedFlow::default() };
    let steps = lower(&recorded, None, EVERYTHING, &PageMasks::NONE).script.steps;
    let shown: Vec<(&str, &[Outcome])> =
        steps.iter().map(|step| (step.words.as_str(), step.after.as_slice())).collect();
    let address = Outcome::Address(Address::Exact("http://localhost/next".to_owned()));
    assert_eq!(
        shown,
        [("Open the page", &[] as &[Outcome]), ("Click click", &[address]), ("User scrolled to y=0", &[]),]
    );
}

#[test]
fn who_leaves_at_once_where_a_click_led_has_gone_back() {
    let travelled = |actions: &[(i64, &str)]| {
        let mut actions: Vec<Action> = actions.iter().map(action).collect();
        if let Some(last) = actions.last_mut() {
            last.event.navigation = Some(NavigationKind::Pop);
        }
        let recorded = RecordedFlow { actions, ..RecordedFlow::default() };
        let steps = lower(&recorded, None, EVERYTHING, &PageMasks::NONE).script.steps;
        steps.into_iter().map(|step| step.words).collect::<Vec<_>>()
    };
    let [home, away] = ["navigate http://localhost/", "navigate http://localhost/next"];
    let by_hand = travelled(&[(0, home), (5_000, "click"), (5_050, away), (5_900, home)]);
    assert_eq!(by_hand, ["Open the page", "Click click", "Go back"]);
    let by_page = travelled(&[(0, home), (3_000, "click"), (3_050, away), (9_000, "click"), (9_050, home)]);
    assert_eq!(by_page, ["Open the page", "Click click", "Click click"]);
}

/// The pictures that are compared, of actions with these effects.
fn compared(
    actions: &[(i64, &str, Option<&str>)],
    requests: &[(i64, &str)],
    masks: &PageMasks,
) -> Vec<String> {
    let actions = actions
        .iter()
        .map(|&(time, what, effect)| Action { effect: effect.map(str::to_owned), ..action(&(time, what)) });
    let recorded = RecordedFlow {
        actions: actions.collect(),
        requests: requests.iter().map(request).collect(),
        ..RecordedFlow::default()
    };
    let script = lower(&recorded, None, Assertions { visual: true, ..EVERYTHING }, masks).script;
    let outcomes = script.steps.iter().flat_map(|step| &step.after);
    let looks = outcomes.filter_map(|outcome| match outcome {
        Outcome::Looks { name, masks } => Some(format!("{name} {}", masks.join(" ")).trim_end().to_owned()),
        _ => None,
    });
    looks.collect()
}

#[test]
fn pictures_are_compared_after_what_changed_the_page_and_at_the_end() {
    let home = "navigate http://localhost/";
    let actions = [
        (0, home, None),
        (3_000, "click", Some("mutation")),
        (6_000, "click", Some("none")),
        (9_000, "click", Some("clipboard")),
        (12_000, "click", None),
        (15_000, "click", None),
        (18_000, "scroll", None),
    ];
    let requests = [(12_050, "GET /api/rows 200")];
    let names = ["1-page-load", "2-click", "5-click", "6-click"];
    assert_eq!(compared(&actions, &requests, &PageMasks::NONE), names);
    let quiet = [(0, home, None), (3_000, "click", Some("none"))];
    assert_eq!(compared(&quiet, &[], &PageMasks::NONE), ["1-page-load"]);
}

#[test]
fn masks_of_a_page_are_used_on_it_alone() {
    let actions = [
        (0, "navigate http://localhost/", None),
        (3_000, "click", Some("mutation")),
        (6_000, "click", None),
        (6_050, "navigate http://localhost/orders/12345", None),
    ];
    let by_path = PageMasks::ByPath(BTreeMap::from([
        ("/".to_owned(), vec!["#clock".to_owned()]),
        ("/orders/*".to_owned(), vec!["p:nth-of-type(1)".to_owned()]),
    ]));
    let expected = ["1-page-load #clock", "2-click #clock", "3-navigation p:nth-of-type(1)"];
    assert_eq!(compared(&actions, &[], &by_path), expected);
    let everywhere = PageMasks::Everywhere(vec![".time".to_owned()]);
    assert_eq!(compared(&actions[..1], &[], &everywhere), ["1-page-load .time"]);
}

#[test]
fn a_picture_belongs_to_the_step_that_caused_it_or_to_the_one_before_it() {
    let mut actions: Vec<Action> =
        [(0, "navigate http://localhost/"), (3_000, "click"), (6_000, "click")].iter().map(action).collect();
    actions[1].event.identity.event_id = Some("clicked".to_owned());
    let taken = |time: i64, id: &str, related: Option<&str>| {
        let entry = json!({
            "id": id, "ts": "2026-01-01T00:00:00.000Z", "url": "http://localhost/", "trigger": "action",
            "mimeType": "image/png", "width": 1, "height": 1, "size": 1,
            "viewport": { "width": 1.0, "height": 1.0, "devicePixelRatio": 1.0 }, "relatedEventId": related,
        });
        super::recorded_flow::TakenPicture { time, entry: serde_json::from_value(entry).unwrap() }
    };
    let pictures = vec![
        taken(500, "1", None),
        taken(900, "2", None),
        taken(4_000, "3", None),
        // Taken late, because the one before it had just been taken.
        taken(6_500, "4", Some("clicked")),
        taken(7_000, "5", Some("unknown")),
    ];
    let recorded = RecordedFlow { actions, pictures, ..RecordedFlow::default() };
    let placed = lower(&recorded, None, EVERYTHING, &PageMasks::NONE).pictures;
    let placed: Vec<String> = placed.iter().map(|one| format!("{} {}", one.step, one.id)).collect();
    assert_eq!(placed, ["step-1 2", "step-2 4", "step-3 5"]);
}
