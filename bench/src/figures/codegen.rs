//! How long it takes to make a test of a full flow: 50 actions, 100 requests. Inside the process, because what a call
//! costs besides is measured with the tools.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use gasoline_core::analysis::query::Query;
use gasoline_core::bug_report::{self, BugReportOptions, PictureLink};
use gasoline_core::codegen::{self, Assertions, Format, Masks, ReproductionOptions, TestOptions};
use gasoline_core::store::View;
use gasoline_wire::{Route, Timestamp};
use serde_json::{Value, json};

use super::in_process::Filled;
use super::milliseconds_since;
use crate::bench::Bench;
use crate::figure::{Figure, Limit, Unit};
use crate::samples::Samples;

const ACTIONS: usize = 50;
const REQUESTS: usize = 100;
/// What lowering and emitting may take.
const LIMIT_MILLISECONDS: f64 = 2.0;
/// What the setup of a flow and a report may take, as documented.
const SETUP_MILLISECONDS: f64 = 20.0;
const REPORT_MILLISECONDS: f64 = 50.0;

pub(super) fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let view = flow()?;
    let query = Query { limit: usize::MAX, ..Query::default() };
    let test = test_options();
    let reproduction = ReproductionOptions {
        format: Format::Playwright,
        include_assertions: true,
        ..ReproductionOptions::default()
    };
    let with_setup = TestOptions { include_fixtures: true, last_n_actions: Some(5), ..test_options() };
    let now = Timestamp::parse("2026-01-01T00:10:00.000Z")?;
    let (mut tests, mut scripts) = (Samples::default(), Samples::default());
    let (mut setups, mut reports) = (Samples::default(), Samples::default());
    for _ in 0..bench.effort.tool_calls {
        let start = Instant::now();
        black_box(codegen::test(&view, &query, &test)?);
        tests.push(milliseconds_since(start));
        let start = Instant::now();
        black_box(codegen::reproduction(&view, &query, &reproduction)?);
        scripts.push(milliseconds_since(start));
        let start = Instant::now();
        black_box(codegen::test(&view, &query, &with_setup)?);
        setups.push(milliseconds_since(start));
        let start = Instant::now();
        let report = bug_report::gather(&view, &query, now, &BugReportOptions::default())?;
        black_box(report.markdown(&|_| PictureLink::Unwanted, usize::MAX));
        reports.push(milliseconds_since(start));
    }
    let named = |name, times: &Samples, most: f64| {
        Figure::limited(name, times.median(), Unit::Milliseconds, Limit::AtMost(most))
            .with("p99_ms", times.percentile(99))
    };
    Ok(vec![
        named("generate_test", &tests, LIMIT_MILLISECONDS),
        named("reproduction_script", &scripts, LIMIT_MILLISECONDS),
        named("generate_test_with_setup", &setups, SETUP_MILLISECONDS),
        named("bug_report", &reports, REPORT_MILLISECONDS),
    ])
}

fn test_options() -> TestOptions {
    TestOptions {
        test_name: None,
        last_n_actions: None,
        base_url: None,
        assertions: Assertions {
            addresses: true,
            network: true,
            response_shape: true,
            no_errors: true,
            dom_state: true,
            visual: false,
        },
        fixtures: false,
        include_fixtures: false,
        mask_dynamic: Masks::Off,
        elements: BTreeMap::new(),
    }
}

/// Fields and buttons in turn, each followed by two requests with answers of some size.
fn flow() -> anyhow::Result<View> {
    let mut filled = Filled::default();
    filled.take(Route::EnhancedActions, &actions())?;
    filled.take(Route::NetworkBodies, &requests())?;
    Ok(filled.view(&bug_report::KINDS))
}

/// What the user did in the flow.
pub(super) fn actions() -> Vec<Value> {
    (0..ACTIONS).map(action).collect()
}

/// The requests it caused.
pub(super) fn requests() -> Vec<Value> {
    (0..REQUESTS).map(request).collect()
}

/// A time as our own capture writes it, so long after the flow began.
fn time(milliseconds: u64) -> String {
    format!(
        "2026-01-01T00:{:02}:{:02}.{:03}Z",
        milliseconds / 60_000,
        milliseconds / 1_000 % 60,
        milliseconds % 1_000
    )
}

fn action(index: usize) -> Value {
    let kind = if index.is_multiple_of(2) { "input" } else { "click" };
    json!({
        "ts": time(index as u64 * 1_000), "type": kind, "url": "http://localhost:3000/orders",
        "target": format!("button#b{index}"), "value": "some text that was typed", "text": format!("Button {index}"),
        "selectors": {
            "testId": format!("element-{index}"), "cssPath": format!("main > form > div:nth-child({index}) > button"),
            "role": { "role": "button", "name": format!("Button {index}") },
            "locators": [
                { "by": "testId", "value": format!("element-{index}") },
                { "by": "role", "role": "button", "value": format!("Button {index}"), "exact": true },
                { "by": "css", "value": format!("main > form > div:nth-child({index}) > button") },
            ],
        },
        "session": "s", "tab": "1", "page": "p", "frame": "0", "n": index + 1, "eventId": format!("a{index}"),
    })
}

fn request(index: usize) -> Value {
    let items: Vec<Value> =
        (0..10).map(|item| json!({ "id": item, "name": "An item", "tags": ["a", "b"], "price": { "amount": 1, "currency": "EUR" } })).collect();
    json!({
        "ts": time(50 + index as u64 * 500), "method": "POST", "url": format!("http://localhost:3000/api/things{index}"),
        "pageUrl": "http://localhost:3000/orders", "status": 200, "duration": 20, "contentType": "application/json",
        "responseBody": json!({ "items": items, "total": 10 }).to_string(), "truncated": false,
        "session": "s", "tab": "1", "page": "p", "frame": "0", "eventId": format!("r{index}"),
    })
}
