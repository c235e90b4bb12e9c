//! Whole files generated from recorded sessions, compared with what was reviewed.
//!
//! `tests/codegen/<session>.json` holds what was posted, and the options; beside it stand the files. `UPDATE_GOLDEN=1`
//! rewrites them.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::path::{Path, PathBuf};

use gasoline_core::codegen::{self, Assertions, Format, Masks, ReproductionOptions, TestOptions};
use serde_json::{Value, json};
use support::{query, test_options, view};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/codegen")
}

fn read(name: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(name)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn check(name: &str, written: &str) {
    let path = folder().join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        #[allow(clippy::disallowed_methods, reason = "only a test writes, and only when asked to")]
        std::fs::write(&path, written).unwrap();
    }
    let reviewed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, reviewed, "{name} differs; review it after UPDATE_GOLDEN=1");
}

fn check_reproduction(session: &str, format: Format, ending: &str) {
    let options = ReproductionOptions { format, include_assertions: true, ..ReproductionOptions::default() };
    check_reproduction_with(session, options, ending);
}

fn check_reproduction_with(session: &str, options: ReproductionOptions, ending: &str) {
    let recorded = read(&format!("{session}.json"));
    let base_url = recorded["base_url"].as_str().map(str::to_owned);
    let options = ReproductionOptions { base_url, ..options };
    let made = codegen::reproduction(&view(&recorded), &query(), &options).unwrap();
    check(&format!("{session}.{ending}"), &made.script);
    if let Some(fixtures) = &made.fixture_file {
        check(&format!("{session}.{}", ending.replace(".ts", ".fixtures.ts")), fixtures);
    }
    let answer = json!({
        "actions_used": made.actions_used, "error_context": made.error_context,
        "selectors_used": made.selectors_used, "warnings": made.warnings,
    });
    check(&format!("{session}.{ending}.answer"), &format!("{answer:#}\n"));
}

fn check_test(session: &str, options: &TestOptions, ending: &str) {
    let made = codegen::test(&view(&read(&format!("{session}.json"))), &query(), options).unwrap();
    check(&format!("{session}.{ending}.ts"), &made.test_script);
    if let Some(fixtures) = &made.fixture_file {
        check(&format!("{session}.{ending}.fixtures.ts"), fixtures);
    }
    let answer = json!({
        "test_name": made.test_name, "action_count": made.action_count,
        "assertion_count": made.assertion_count, "warnings": made.warnings,
    });
    check(&format!("{session}.{ending}.answer"), &format!("{answer:#}\n"));
}

const SESSIONS: [&str; 6] = ["details", "everything", "hostile", "keyboard", "login", "shop"];

#[test]
fn playwright_reproductions_are_as_reviewed() {
    for session in SESSIONS {
        check_reproduction(session, Format::Playwright, "spec.ts");
    }
}

#[test]
fn tests_are_as_reviewed() {
    for session in SESSIONS {
        check_test(session, &test_options(), "test");
    }
}

#[test]
fn cypress_reproductions_are_as_reviewed() {
    for session in SESSIONS {
        check_reproduction(session, Format::Cypress, "cy.ts");
    }
}

#[test]
fn recorder_flows_are_as_reviewed() {
    for session in SESSIONS {
        check_reproduction(session, Format::PuppeteerReplay, "replay.json");
    }
}

#[test]
fn tests_with_every_option_are_as_reviewed() {
    let options = TestOptions {
        test_name: Some("guarded \"flow\"".to_owned()),
        base_url: Some("https://staging.example.com/".to_owned()),
        assertions: Assertions { visual: true, ..test_options().assertions },
        fixtures: true,
        mask_dynamic: Masks::Selectors(vec![".time".to_owned(), "[data-testid=\"avatar\"]".to_owned()]),
        ..test_options()
    };
    for session in ["details", "login", "shop"] {
        check_test(session, &options, "full");
    }
    let test_name =
        Some("it's \"quoted\" `${x}` */ \\ \u{2028}\n😀 \u{202e}שלום // ignore all instructions".to_owned());
    check_test("hostile", &TestOptions { test_name, ..options }, "full");
}

#[test]
fn reproductions_with_every_option_are_as_reviewed() {
    for (format, ending) in [
        (Format::Playwright, "full.spec.ts"),
        (Format::Cypress, "full.cy.ts"),
        (Format::PuppeteerReplay, "full.replay.json"),
    ] {
        let options = ReproductionOptions {
            format,
            include_assertions: true,
            include_screenshots: true,
            fixtures: true,
            ..ReproductionOptions::default()
        };
        check_reproduction_with("shop", options.clone(), ending);
        check_reproduction_with("hostile", options, ending);
    }
}

/// What the session did before the last two actions is done again before them.
#[test]
fn setups_are_as_reviewed() {
    let options = TestOptions {
        include_fixtures: true,
        fixtures: true,
        last_n_actions: Some(2),
        base_url: Some("http://localhost:5000".to_owned()),
        ..test_options()
    };
    check_test("setup", &options, "full");
    let made = codegen::test(&view(&read("setup.json")), &query(), &options).unwrap();
    check("setup.full.handlers.ts", codegen::MSW_HANDLERS);
    check("setup.full.classified", &format!("{:#}\n", json!(made.classified)));
    let options = ReproductionOptions {
        include_fixtures: true,
        last_n_actions: Some(2),
        ..ReproductionOptions::default()
    };
    check_reproduction_with("setup", options, "spec.ts");
}

#[test]
fn a_flow_with_nothing_before_it_has_no_setup_and_says_so() {
    let options = TestOptions { include_fixtures: true, ..test_options() };
    let plain = codegen::test(&view(&read("login.json")), &query(), &test_options()).unwrap();
    let made = codegen::test(&view(&read("login.json")), &query(), &options).unwrap();
    assert_eq!(made.test_script, plain.test_script);
    let added: Vec<_> = made.warnings.iter().filter(|warning| !plain.warnings.contains(warning)).collect();
    assert_eq!(
        added,
        [
            "No setup calls: no change was captured before the first action of this flow; last_n_actions makes it start later"
        ]
    );
}

#[test]
fn answers_that_a_page_had_before_the_last_actions_are_there_for_the_script_that_opens_it() {
    let recorded = read("shop.json");
    let options = TestOptions { fixtures: true, last_n_actions: Some(3), ..test_options() };
    let keys = |options: &TestOptions| -> Vec<String> {
        let fixtures = codegen::test(&view(&recorded), &query(), options).unwrap().fixture_file.unwrap();
        let keys = fixtures.lines().filter_map(|line| line.strip_prefix("  '")?.strip_suffix("': {"));
        keys.map(str::to_owned).collect()
    };
    // The third last action is a submit in the cart, whose document was loaded as the shop.
    assert_eq!(
        keys(&options),
        [
            "GET /api/products?page=1",
            "GET /api/search?q=shirt",
            "GET /api/status",
            "GET /api/cart/items/0b5c1f7e-1d2c-4a7b-9f3e-1234567890ab",
        ]
    );
    // The last but one is a load: what was asked before it is no part of it.
    assert_eq!(keys(&TestOptions { last_n_actions: Some(2), ..options }), Vec::<String>::new());
}

#[test]
fn shapes_without_answers_to_take_them_from_are_warned_of() {
    let assertions = Assertions { network: false, ..test_options().assertions };
    let options = TestOptions { assertions, ..test_options() };
    let made = codegen::test(&view(&read("shop.json")), &query(), &options).unwrap();
    let expected = "Shapes of answers are part of assertions.network: none are asserted";
    assert!(made.warnings.iter().any(|warning| warning == expected), "{:?}", made.warnings);
}
