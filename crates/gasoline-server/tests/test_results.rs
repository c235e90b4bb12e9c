//! `get_test_results`: what an agent learns of a run of tests.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use gasoline_core::report::{Labels, NoiseLabel};
use gasoline_server::{ProjectRules, ServerOptions};
use serde_json::{Value, json};
use support::TestServer;
use support::agent::Agent;

async fn post(server: &TestServer, path: &str, body: Value) {
    let answer = server.post(path, body.to_string()).await.json();
    assert_eq!(answer["rejected"], Value::Null, "{answer}");
}

/// One attempt at a test, with an uncaught error of its page if there is one.
async fn run(server: &TestServer, title: &str, retry: u32, status: &str, error: Option<&str>) {
    let id = format!("chromium:{title}:{retry}");
    let start = json!({ "test_id": id, "action": "start", "title": title, "file": "a.spec.ts", "project": "chromium", "retry": retry });
    post(server, "/test-boundary", start).await;
    if let Some(message) = error {
        let entry = json!({ "type": "exception", "level": "error", "message": message, "test_id": id });
        post(server, "/logs", json!({ "entries": [entry] })).await;
    }
    let end = json!({ "test_id": id, "action": "end", "status": status, "duration_ms": 1200 });
    post(server, "/test-boundary", end).await;
}

/// A failure, a flaky test, and one that passed.
async fn three_tests(server: &TestServer) {
    run(server, "logs in", 0, "passed", None).await;
    run(server, "searches", 0, "failed", None).await;
    run(server, "searches", 1, "passed", None).await;
    run(server, "pays", 0, "failed", Some("Error: card refused")).await;
}

async fn results(server: &TestServer, arguments: Value) -> Value {
    let (answer, is_error) = Agent::connect(server).await.call("get_test_results", arguments).await;
    assert!(!is_error, "{answer}");
    answer
}

fn titles(answer: &Value) -> Vec<&str> {
    answer["tests"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn failures_come_first_and_what_passed_only_if_asked_for() {
    let server = TestServer::new();
    three_tests(&server).await;
    let answer = results(&server, json!({})).await;
    assert_eq!(answer["summary"], "3 tests: 2 passed (1 flaky), 1 failed.");
    assert_eq!(titles(&answer), ["pays", "searches", "searches"]);
    let failure = json!({
        "test_id": "chromium:pays:0", "title": "pays", "file": "a.spec.ts", "status": "fail", "duration": "1.2 s",
        "app_error": "yes", "reason": "uncaught Error: card refused",
    });
    assert_eq!(answer["tests"][0], failure);
    assert_eq!(
        titles(&results(&server, json!({ "all": true })).await),
        ["pays", "searches", "searches", "logs in"]
    );
}

#[tokio::test]
async fn a_test_that_is_named_comes_with_its_context() {
    let server = TestServer::new();
    three_tests(&server).await;
    let named = results(&server, json!({ "test": "pays" })).await;
    assert_eq!(titles(&named), ["pays"]);
    let context = named["tests"][0]["context"].as_str().unwrap();
    assert!(context.contains("app_error: yes") && context.contains("card refused"), "{context}");
    assert_eq!(results(&server, json!({ "test": "chromium:pays:0" })).await["tests"], named["tests"]);
    let unknown = results(&server, json!({ "test": "ships" })).await;
    assert_eq!(unknown["summary"], "No test that ended is called so. 3 tests: 2 passed (1 flaky), 1 failed.");
    assert_eq!(titles(&unknown), Vec::<&str>::new());
}

#[tokio::test]
async fn without_tests_the_answer_says_how_tests_become_known() {
    let server = TestServer::new();
    let answer = results(&server, json!({})).await;
    assert!(answer["summary"].as_str().unwrap().contains("gasoline ci"), "{answer}");
}

#[tokio::test]
async fn what_the_project_knows_to_be_noise_accuses_nobody() {
    let noise = NoiseLabel {
        label: "chat".to_owned(),
        messages: vec!["card refused".to_owned()],
        ..NoiseLabel::default()
    };
    let labels = Labels { noise: vec![noise], ignored_endpoints: Vec::new() };
    let project = Box::new(ProjectRules { labels, ..ProjectRules::default() });
    let server = TestServer::with_options(&ServerOptions { project, ..ServerOptions::default() });
    run(&server, "pays", 0, "failed", Some("Error: card refused")).await;
    let answer = results(&server, json!({ "test": "pays" })).await;
    assert_eq!(answer["tests"][0]["app_error"], "unknown");
    assert!(answer["tests"][0]["context"].as_str().unwrap().contains("[likely noise: chat]"), "{answer}");
}
