//! Sessions nobody would record on purpose: empty, overlong, without selectors, at addresses that are none.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use gasoline_core::codegen::{self, CodegenError, Format, Reproduction, ReproductionOptions, TestOptions};
use serde_json::{Value, json};
use support::{query, test_options, view};

fn click(index: usize) -> Value {
    json!({
        "ts": format!("2026-01-01T00:00:{:02}.000Z", index), "type": "click", "url": "http://localhost/",
        "target": "button", "session": "s", "tab": "1", "page": "p", "frame": "0",
        "selectors": { "locators": [{ "by": "testId", "value": format!("button-{index}") }] },
    })
}

fn clicks(count: usize) -> Value {
    json!({ "actions": (0..count).map(click).collect::<Vec<_>>() })
}

fn reproduce(session: &Value, options: &ReproductionOptions) -> Reproduction {
    codegen::reproduction(&view(session), &query(), options).unwrap()
}

/// How many actions a script of so many is made of, and its first click.
fn bounds(count: usize, last_n_actions: Option<usize>) -> (usize, String) {
    let options = ReproductionOptions { last_n_actions, ..ReproductionOptions::default() };
    let made = reproduce(&clicks(count), &options);
    let first = made.script.lines().find(|line| line.contains(".click()")).unwrap();
    (made.actions_used, first.trim().to_owned())
}

#[test]
fn a_script_has_the_last_fifty_actions_or_as_many_as_were_asked_for() {
    let first = |index: usize| format!("await page.getByTestId('button-{index}').click();");
    assert_eq!(bounds(1, None), (1, first(0)));
    assert_eq!(bounds(50, None), (50, first(0)));
    assert_eq!(bounds(51, None), (50, first(1)));
    assert_eq!(bounds(51, Some(60)), (50, first(1)));
    assert_eq!(bounds(3, Some(1)), (1, first(2)));
}

#[test]
fn without_actions_there_is_nothing_to_write() {
    for (session, last_n_actions) in [(json!({}), None), (clicks(2), Some(0))] {
        let options = ReproductionOptions { last_n_actions, ..ReproductionOptions::default() };
        let refused = codegen::reproduction(&view(&session), &query(), &options);
        assert_eq!(refused, Err(CodegenError::NoActions));
        let options = TestOptions { last_n_actions, ..test_options() };
        assert_eq!(codegen::test(&view(&session), &query(), &options), Err(CodegenError::NoActions));
    }
}

#[test]
fn actions_without_selectors_become_their_short_form_or_a_remark() {
    let action = |second: usize, target: Option<&str>| json!({ "ts": format!("2026-01-01T00:00:{second:02}.000Z"), "type": "click", "url": "http://localhost/", "target": target });
    let session = json!({ "actions": [action(0, Some("button#buy.primary")), action(1, None)] });
    let written = |format| {
        let made = reproduce(&session, &ReproductionOptions { format, ..ReproductionOptions::default() });
        assert_eq!(made.warnings.len(), 2, "{:?}", made.warnings);
        made.script
    };
    assert_eq!(
        written(Format::Playwright),
        "import { test } from '@playwright/test';

test('reproduction: Click button#buy.primary', async ({ page }) => {
  // Open the page
  await page.goto('http://localhost/');

  // Click button#buy.primary
  await page.locator('button#buy.primary').click();

  // User did a click on an unknown element
});
"
    );
    assert!(written(Format::Cypress).contains("  cy.get('button#buy.primary').click();\n"));
    assert!(written(Format::PuppeteerReplay).contains("\"selectors\": [[\"button#buy.primary\"]]"));
}

#[test]
fn a_base_that_is_no_address_is_refused() {
    for bad in ["", "localhost:3000", "javascript:alert(1)", "file:///etc/passwd", "http://", "http://a b"] {
        let base_url = Some(bad.to_owned());
        let options = ReproductionOptions { base_url: base_url.clone(), ..ReproductionOptions::default() };
        let refused = Err(CodegenError::BaseUrl(bad.to_owned()));
        assert_eq!(codegen::reproduction(&view(&clicks(1)), &query(), &options), refused);
        let options = TestOptions { base_url, ..test_options() };
        let refused = Err(CodegenError::BaseUrl(bad.to_owned()));
        assert_eq!(codegen::test(&view(&clicks(1)), &query(), &options), refused);
    }
}

#[test]
fn a_script_over_its_bound_is_whole_and_says_so() {
    let mut session = clicks(2);
    session["actions"][1]["type"] = json!("input");
    let typed = "long ".repeat(30_000);
    session["actions"][1]["value"] = json!(typed);
    let warning = |script: &str, bound: usize| {
        let kilobytes = script.len().div_ceil(1024);
        format!(
            "The script has {kilobytes} KB, more than {bound} KB: it comes whole as a linked file; last_n_actions makes it shorter"
        )
    };
    let made = reproduce(&session, &ReproductionOptions::default());
    assert!(made.script.contains(&typed));
    assert_eq!(made.warnings, [warning(&made.script, 50)]);
    let made = codegen::test(&view(&session), &query(), &test_options()).unwrap();
    assert!(made.test_script.contains(&typed) && made.test_script.ends_with("});\n"));
    assert_eq!(made.warnings, [warning(&made.test_script, 100)]);
}

/// A change before the flow, with this body and answer, and a list inside it.
fn setup_of(path: &str, sent: &str, answer: &str, list: &str) -> codegen::GeneratedTest {
    let request = |second: usize, method: &str, path: &str, sent: Option<&str>, answer: &str| {
        json!({
            "ts": format!("2026-01-01T00:00:{second:02}.500Z"), "method": method, "url": format!("http://localhost{path}"),
            "pageUrl": "http://localhost/", "status": 200, "duration": 1, "contentType": "application/json",
            "requestBody": sent, "responseBody": answer, "requestId": format!("r{second}"),
            "session": "s", "tab": "1", "page": "p", "frame": "0",
        })
    };
    let mut session = clicks(3);
    session["bodies"] =
        json!([request(0, "POST", path, Some(sent), answer), request(2, "GET", path, None, list),]);
    let options = TestOptions { include_fixtures: true, last_n_actions: Some(1), ..test_options() };
    codegen::test(&view(&session), &query(), &options).unwrap()
}

#[test]
fn what_pages_sent_cannot_break_out_of_a_setup() {
    let hostile = "'\"`${process.exit()}*/\n</script>\\\u{2028}";
    let sent = json!({ "name": hostile, hostile: hostile, "__proto__": { "id": hostile } }).to_string();
    let answer = json!({ "id": hostile, "a b": { "id": "12345678" }, hostile: 1 }).to_string();
    let path = "/api/items/`${1}`";
    let script =
        setup_of(path, &sent, &answer, &json!([{ "name": hostile, hostile: 1 }]).to_string()).test_script;
    // Every such text is a literal: nothing of it stands between backticks, which only we write.
    for line in script.lines().filter(|line| line.contains("process.exit")) {
        let literal = line.trim_start().trim_start_matches("name: ").trim_start_matches("id: ");
        assert!(literal.starts_with('\'') || literal.starts_with('"'), "{line}");
    }
    assert!(script.contains("await request.post('http://localhost/api/items/`${1}`', {"), "{script}");
}

#[test]
fn a_list_that_was_captured_in_part_is_read_as_far_as_it_goes() {
    let item = |index: usize| {
        format!("{{\"id\":{index},\"name\":\"Item {index}\",\"text\":\"{}\"}}", "x".repeat(500))
    };
    let items: Vec<String> = (0..100).map(item).collect();
    let whole = format!("{{\"items\":[{}]}}", items.join(","));
    let made = setup_of("/api/items", "{\"name\":\"a\"}", "{\"id\":7}", &whole);
    let had = "// GET /api/items had at least 19 items; nothing captured says how many are needed: more, if the flow fails";
    assert!(made.test_script.contains(had), "{}", made.test_script);
    // One of three is created by the call that the session made.
    assert_eq!(made.classified.unwrap().setup, ["POST /api/items", "GET /api/items (2 items)"]);
    for broken in ["[", "[{", "[1,2]", "{\"a\":{\"b\":[{}]}}", "[{\"id\":1},", "no list [", "", "null"] {
        let made = setup_of("/api/items", "{\"name\":\"a\"}", "{\"id\":7}", broken);
        assert!(!made.test_script.contains("for ("), "{broken}: {}", made.test_script);
    }
}

#[test]
fn forms_are_sent_as_forms_and_what_was_not_captured_is_not_invented() {
    let made = |sent: &str| setup_of("/api/items", sent, "{}", "null");
    let fields = made("name=a b\nprice=3%").test_script;
    assert!(
        fields.contains("      multipart: {\n        name: 'a b',\n        price: '3%',\n      },\n"),
        "{fields}"
    );
    let encoded = made("name=a+b&price=3%25").test_script;
    assert!(
        encoded.contains("      form: {\n        name: 'a b',\n        price: '3%',\n      },\n"),
        "{encoded}"
    );
    for (sent, reason) in [
        ("name=a\nphoto=[File: me.png, 3 bytes, image/png]", "it sent files, which are not captured"),
        ("{\"name\":\"a", "what it sent was captured in part"),
        ("[Binary: 3 bytes, image/png]", "what it sent was captured in part"),
    ] {
        let made = made(sent);
        assert!(!made.test_script.contains("beforeAll"), "{}", made.test_script);
        assert_eq!(made.warnings[0], format!("Not part of the setup: POST /api/items ({reason})"));
    }
}
