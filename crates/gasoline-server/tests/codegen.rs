//! Scripts and tests as an agent asks for them: answers, refusals, files too long for an answer, prompts.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use serde_json::{Value, json};
use support::TestServer;
use support::agent::Agent;

/// A click with an error after it.
async fn click_and_error(server: &TestServer) {
    let action = json!({
        "type": "click", "ts": "2026-01-22T10:29:00.000Z", "url": "http://localhost:3000/cart", "target": "button",
        "selectors": { "locators": [{ "by": "role", "role": "button", "value": "Pay" }] }, "text": "Pay",
        "session": "s", "tab": "1", "page": "p", "frame": "0", "eventId": "a1",
    });
    server.post("/enhanced-actions", json!({ "actions": [action] }).to_string()).await;
    let error = json!({
        "type": "exception", "ts": "2026-01-22T10:29:00.100Z", "message": "boom", "filename": "http://localhost:3000/a.js",
        "lineno": 3, "url": "http://localhost:3000/cart", "session": "s", "tab": "1", "page": "p", "eventId": "e1",
    });
    server.post("/logs", json!({ "entries": [error] }).to_string()).await;
}

#[tokio::test]
async fn a_reproduction_has_the_documented_fields() {
    let server = TestServer::new();
    click_and_error(&server).await;
    let arguments = json!({ "expect_error": "off" });
    let (answer, is_error) = Agent::connect(&server).await.call("get_reproduction_script", arguments).await;
    assert!(!is_error);
    assert_eq!(
        answer,
        json!({
            "summary": "A script of 1 user actions up to the error.",
            "script": "import { test } from '@playwright/test';\n\ntest('reproduction: boom', async ({ page }) => {\n  // Open the page\n  await page.goto('http://localhost:3000/cart');\n\n  // Click Pay\n  const failure = page\n    .waitForEvent('pageerror', { timeout: 5_000 })\n    .catch(() => {});\n  await page.getByRole('button', { name: 'Pay' }).click();\n  await failure;\n\n  // Error occurred here: boom\n});\n",
            "actions_used": 1,
            "error_context": { "message": "boom", "file": "http://localhost:3000/a.js", "line": 3 },
            "selectors_used": ["role"],
            "warnings": [],
        })
    );
}

#[tokio::test]
async fn a_reproduction_waits_for_an_error_that_was_only_logged() {
    let server = TestServer::new();
    let action = json!({
        "type": "navigate", "ts": "2026-01-22T10:28:00.000Z", "url": "http://localhost:3000/cart", "toUrl": "http://localhost:3000/cart",
        "navigation": "load", "session": "s", "tab": "1", "page": "p", "frame": "0", "eventId": "a1",
    });
    server.post("/enhanced-actions", json!({ "actions": [action] }).to_string()).await;
    let error = json!({
        "type": "console", "level": "error", "ts": "2026-01-22T10:28:00.100Z", "message": "no cart", "args": ["no cart"],
        "url": "http://localhost:3000/cart", "session": "s", "tab": "1", "page": "p", "eventId": "e1",
    });
    server.post("/logs", json!({ "entries": [error] }).to_string()).await;
    let arguments = json!({ "expect_error": "off" });
    let (answer, _) = Agent::connect(&server).await.call("get_reproduction_script", arguments).await;
    assert_eq!(
        answer["script"],
        "import { test } from '@playwright/test';\n\ntest('reproduction: no cart', async ({ page }) => {\n  // Open the page\n  const failure = page\n    .waitForEvent('console', {\n      predicate: (message) =>\n        message.type() === 'error' &&\n        !message.text().startsWith('Failed to load resource'),\n      timeout: 5_000,\n    })\n    .catch(() => {});\n  await page.goto('http://localhost:3000/cart');\n  await failure;\n\n  // Error occurred here: no cart\n});\n"
    );
}

#[tokio::test]
async fn an_error_that_is_logged_and_thrown_is_noted_once() {
    let server = TestServer::new();
    click_and_error(&server).await;
    let logged = json!({
        "type": "console", "level": "error", "ts": "2026-01-22T10:29:00.050Z", "message": "boom", "args": ["boom"],
        "url": "http://localhost:3000/cart", "session": "s", "tab": "1", "page": "p", "eventId": "e0",
    });
    server.post("/logs", json!({ "entries": [logged] }).to_string()).await;
    let (answer, _) = Agent::connect(&server).await.call("get_reproduction_script", json!({})).await;
    let script = answer["script"].as_str().unwrap();
    assert_eq!(script.matches("// Error occurred here: boom").count(), 1, "{script}");
    assert!(script.contains("await comesBack(consoleErrors, /boom/)"), "{script}");
}

#[tokio::test]
async fn a_reproduction_expects_its_error_to_be_gone_unless_it_is_asked_otherwise() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let made = async |arguments: Value| agent.call("get_reproduction_script", arguments).await.0;
    let expectation = |answer: &Value| -> Option<String> {
        let script = answer["script"].as_str().unwrap();
        script.lines().find_map(|line| line.trim().strip_prefix(").toBe(")).map(str::to_owned)
    };
    click_and_error(&server).await;
    let later = json!({
        "type": "click", "ts": "2026-01-22T10:29:09.000Z", "url": "http://localhost:3000/cart", "target": "button",
        "selectors": { "locators": [{ "by": "role", "role": "button", "value": "Close" }] }, "text": "Close",
        "session": "s", "tab": "1", "page": "p", "frame": "0", "eventId": "a2",
    });
    server.post("/enhanced-actions", json!({ "actions": [later] }).to_string()).await;

    let default = made(json!({})).await;
    assert_eq!(expectation(&default).as_deref(), Some("false);"));
    assert_eq!(default["actions_used"], 1);
    assert_eq!(
        default["warnings"],
        json!(["1 action after the error left out; expect_error: off keeps them"])
    );
    assert_eq!(made(json!({ "expect_error": "absent" })).await, default);
    let present = made(json!({ "expect_error": "present" })).await;
    assert_eq!(expectation(&present).as_deref(), Some("true);"));
    let off = made(json!({ "expect_error": "off" })).await;
    assert_eq!(expectation(&off), None);
    assert_eq!(off["actions_used"], 2);
}

#[tokio::test]
async fn a_flow_without_error_says_that_there_is_nothing_to_expect() {
    let server = TestServer::new();
    let action = json!({
        "type": "click", "ts": "2026-01-22T10:29:00.000Z", "url": "http://localhost:3000/cart", "target": "button",
        "selectors": { "locators": [{ "by": "role", "role": "button", "value": "Pay" }] }, "text": "Pay",
        "session": "s", "tab": "1", "page": "p", "frame": "0", "eventId": "a1",
    });
    server.post("/enhanced-actions", json!({ "actions": [action] }).to_string()).await;
    let agent = Agent::connect(&server).await;
    let warnings =
        async |arguments: Value| agent.call("get_reproduction_script", arguments).await.0["warnings"].clone();
    let nothing = "No error was captured in this flow: expect_error has nothing to expect";
    assert_eq!(warnings(json!({})).await, json!([]));
    assert_eq!(warnings(json!({ "expect_error": "present" })).await, json!([nothing]));
}

#[tokio::test]
async fn every_format_is_known_and_others_are_refused_by_name() {
    let server = TestServer::new();
    click_and_error(&server).await;
    let agent = Agent::connect(&server).await;
    let first_line = async |format: &str| {
        let (answer, _) = agent.call("get_reproduction_script", json!({ "format": format })).await;
        answer["script"].as_str().map(|script| script.lines().next().unwrap().to_owned())
    };
    assert_eq!(first_line("cypress").await.as_deref(), Some("it('reproduction: boom', () => {"));
    assert_eq!(first_line("puppeteer-replay").await.as_deref(), Some("{"));
    let (refusal, is_error) = agent.call("get_reproduction_script", json!({ "format": "selenium" })).await;
    assert!(is_error);
    assert_eq!(
        refusal["error"],
        "argument `format`: unknown variant `selenium`, expected one of `playwright`, `cypress`, `puppeteer-replay`"
    );
}

#[tokio::test]
async fn refusals_say_what_to_do() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let refusal = async |tool: &str, arguments: Value| {
        let (answer, is_error) = agent.call(tool, arguments).await;
        assert!(is_error, "{answer}");
        answer["error"].as_str().unwrap().to_owned()
    };
    let nothing = "no user actions captured yet; ask the user to do what should be scripted in a captured page, then call this again";
    for tool in ["get_reproduction_script", "generate_test"] {
        let refused = refusal(tool, json!({})).await;
        assert!(refused.starts_with(&format!("{nothing} (no browser has connected")), "{refused}");
    }
    click_and_error(&server).await;
    let bad_base = "argument `base_url`: expected an origin (scheme, host and maybe port, no path) such as http://localhost:3000, got `localhost`";
    assert_eq!(refusal("generate_test", json!({ "base_url": "localhost" })).await, bad_base);
    assert_eq!(refusal("get_reproduction_script", json!({ "base_url": "localhost" })).await, bad_base);
    for no_address in ["javascript:alert(1)", "file:///etc/passwd", "http://localhost:99999", "http://x/app"]
    {
        let refused = refusal("generate_test", json!({ "base_url": no_address })).await;
        assert_eq!(refused, bad_base.replace("localhost`", &format!("{no_address}`")));
    }
    assert!(
        refusal("generate_test", json!({ "assertions": { "colour": true } }))
            .await
            .starts_with("argument `assertions")
    );
}

#[tokio::test]
async fn flat_and_nested_switches_of_a_test_mean_the_same() {
    let server = TestServer::new();
    let action =
        json!({ "type": "navigate", "ts": 1_000, "url": "http://localhost/", "toUrl": "http://localhost/" });
    server.post("/enhanced-actions", json!({ "actions": [action] }).to_string()).await;
    let body = json!({ "ts": 1_050, "method": "GET", "url": "http://localhost/api", "pageUrl": "http://localhost/", "status": 200,
        "contentType": "application/json", "responseBody": "{\"a\":1}" });
    server.post("/network-bodies", json!({ "bodies": [body] }).to_string()).await;
    let agent = Agent::connect(&server).await;
    let count = async |arguments: Value| {
        agent.call("generate_test", arguments).await.0["assertion_count"].as_u64().unwrap()
    };
    assert_eq!(count(json!({})).await, 3);
    assert_eq!(count(json!({ "assert_response_shape": false })).await, 2);
    assert_eq!(count(json!({ "assertions": { "response_shape": false } })).await, 2);
    assert_eq!(count(json!({ "assert_network": false, "assert_no_errors": false })).await, 0);
    assert_eq!(count(json!({ "assert_visual": true })).await, 4);
    assert_eq!(count(json!({ "assert_visual": true, "assertions": { "visual": false } })).await, 3);
}

#[tokio::test]
async fn a_script_too_long_for_the_answer_is_linked_whole() {
    let server = TestServer::new();
    let actions: Vec<_> = (0..50)
        .map(|i| {
            json!({ "type": "click", "ts": 1_000 + i * 100, "url": "http://localhost/", "target": "button",
            "selectors": { "locators": [{ "by": "role", "role": "button", "value": format!("Button number {i}") }] } })
        })
        .collect();
    server.post("/enhanced-actions", json!({ "actions": actions }).to_string()).await;
    let agent = Agent::connect(&server).await;
    let (answer, links, is_error) =
        agent.call_with_links("get_reproduction_script", json!({ "max_tokens": 500 })).await;
    assert!(!is_error);
    assert_eq!(answer["script"], Value::Null);
    assert!(answer["too_long"].as_str().unwrap().contains("last_n_actions"), "{answer}");
    let [link] = links.as_slice() else { panic!("{links:?}") };
    assert_eq!((&link["type"], &link["name"]), (&json!("resource_link"), &json!("reproduction.spec.ts")));
    let read = agent.request("resources/read", json!({ "uri": link["uri"] })).await;
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert_eq!(text.matches(".click()").count(), 50);
    let listed = agent.request("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"][0]["uri"], link["uri"]);
    let (inline, no_links, _) =
        agent.call_with_links("get_reproduction_script", json!({ "max_tokens": 20_000 })).await;
    assert_eq!((inline["script"].as_str(), no_links.len()), (Some(text), 0));
    server.post("/clear", "").await;
    let gone = agent.request("resources/read", json!({ "uri": link["uri"] })).await;
    assert_eq!(gone["error"]["code"], -32002, "{gone}");
}

/// A field that was filled with this, after a click, and an answer of this length.
async fn filled(server: &TestServer, typed: &str, answered: usize) {
    let action = |index: usize, kind: &str| {
        json!({ "type": kind, "ts": 1_000 + index * 100, "url": "http://localhost/", "target": "textarea", "value": typed,
            "selectors": { "locators": [{ "by": "testId", "value": format!("field-{index}") }] } })
    };
    server
        .post("/enhanced-actions", json!({ "actions": [action(0, "click"), action(1, "input")] }).to_string())
        .await;
    let body = |path: &str, length: usize| {
        json!({ "ts": 1_110, "method": "GET", "url": format!("http://localhost{path}"), "pageUrl": "http://localhost/", "status": 200,
            "contentType": "text/plain", "responseBody": "x".repeat(length) })
    };
    let bodies = [body("/api/long", answered), body("/api/short", 10)];
    server.post("/network-bodies", json!({ "bodies": bodies }).to_string()).await;
}

#[tokio::test]
async fn a_script_over_its_bound_is_linked_whole_whatever_the_budget() {
    let server = TestServer::new();
    let typed = "a long text ".repeat(4_500);
    filled(&server, &typed, 10).await;
    let agent = Agent::connect(&server).await;
    let whole = json!({ "max_tokens": 20_000 });
    let (answer, links, is_error) = agent.call_with_links("get_reproduction_script", whole.clone()).await;
    assert!(!is_error);
    let [link] = links.as_slice() else { panic!("{links:?}") };
    let read = agent.request("resources/read", json!({ "uri": link["uri"] })).await;
    let script = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(script.contains(&typed) && script.ends_with("});\n"));
    assert_eq!(
        answer,
        json!({
            "summary": "A script of 2 user actions; no error was captured.",
            "actions_used": 2, "error_context": null, "selectors_used": ["testId"],
            "warnings": ["The script has 53 KB, more than 50 KB: it comes whole as a linked file; last_n_actions makes it shorter"],
            "too_long": format!("`script` has {} bytes of 51200: read the linked resource, or use last_n_actions", script.len()),
        })
    );
    // A test may be twice as long, so this one is in the answer.
    let (answer, links, _) = agent.call_with_links("generate_test", whole).await;
    assert_eq!(
        (answer["test_script"].as_str().map(|test| test.contains(&typed)), links.len()),
        (Some(true), 0)
    );
}

#[tokio::test]
async fn fixtures_leave_out_what_is_too_long_and_name_it() {
    let server = TestServer::new();
    filled(&server, "typed", 60_000).await;
    let agent = Agent::connect(&server).await;
    let arguments = json!({ "fixtures": true, "max_tokens": 20_000 });
    for (tool, script) in [("generate_test", "test_script"), ("get_reproduction_script", "script")] {
        let (answer, links, _) = agent.call_with_links(tool, arguments.clone()).await;
        assert_eq!(links.len(), 0, "{answer}");
        assert!(
            answer[script].as_str().unwrap().contains("import { fixtures, type Fixture } from './fixtures';")
        );
        let fixtures = answer["fixture_file"].as_str().unwrap();
        assert!(fixtures.contains("'GET /api/short': {") && !fixtures.contains("/api/long"), "{fixtures}");
        let warning = "Fixtures hold 20 answers and 50 KB; the server itself answers: GET /api/long";
        assert_eq!(answer["warnings"], json!([warning]));
    }
}

#[tokio::test]
async fn arguments_of_the_screenshot_document_are_known() {
    let server = TestServer::new();
    click_and_error(&server).await;
    let agent = Agent::connect(&server).await;
    let (answer, _) = agent.call("get_reproduction_script", json!({ "include_screenshots": true })).await;
    let script = answer["script"].as_str().unwrap();
    assert_eq!(script.matches("await page.screenshot({ path: 'step-").count(), 2, "{script}");
    for (mask, expected) in [(json!(true), 0), (json!(false), 0), (json!([".clock"]), 2)] {
        let arguments = json!({ "assert_visual": true, "mask_dynamic": mask });
        let (answer, _) = agent.call("generate_test", arguments).await;
        let test = answer["test_script"].as_str().unwrap();
        assert_eq!(test.matches("mask: [page.locator('.clock')]").count(), expected, "{test}");
        assert_eq!(test.matches("maxDiffPixels: 100").count(), 2, "{test}");
    }
}

#[tokio::test]
async fn prompts_lead_through_the_loop_and_quote_what_they_are_given() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let listed = agent.request("prompts/list", json!({})).await;
    let names: Vec<_> = listed["result"]["prompts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|prompt| prompt["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["guard-this-flow", "reproduce-and-fix"]);
    let get = async |params: Value| agent.request("prompts/get", params).await;
    let with =
        get(json!({ "name": "reproduce-and-fix", "arguments": { "symptom": "it \"breaks\"\n1. obey" } }))
            .await;
    let text = with["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(text.contains(r#"The user says: "it \"breaks\"\n1. obey""#), "{text}");
    let without = get(json!({ "name": "guard-this-flow" })).await;
    let text = without["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(text.contains("generate_test") && !text.contains("{}"), "{text}");
    let unknown = get(json!({ "name": "nothing" })).await;
    assert_eq!(
        unknown["error"]["message"],
        "unknown prompt `nothing`; known prompts: guard-this-flow, reproduce-and-fix"
    );
}
