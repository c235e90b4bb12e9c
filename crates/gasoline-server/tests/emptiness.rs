//! An empty answer says why it is empty and what to do.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::time::Duration;

use gasoline_server::ServerOptions;
use gasoline_server::server_state::ServerState;
use gasoline_wire::Timestamp;
use serde_json::{Value, json};
use support::agent::Agent;
use support::{NOW, TestServer};

const SET_UP: &str = " Load the extension (`gasoline extension` says how) and open the app; `gasoline doctor` names the broken link.";

async fn summary(agent: &Agent<'_>, tool: &str, arguments: Value) -> String {
    let (answer, is_error) = agent.call(tool, arguments).await;
    assert!(!is_error, "{answer}");
    answer["summary"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

async fn errors(agent: &Agent<'_>) -> String {
    summary(agent, "get_browser_errors", json!({})).await
}

async fn log(server: &TestServer, level: &str, url: &str) {
    let entry = json!({ "level": level, "message": "m", "url": url, "tab": "7" });
    server.post("/logs", json!({ "entries": [entry] }).to_string()).await;
}

async fn hello(server: &TestServer) {
    let hello = json!({ "client": "extension", "version": "1", "wire": 1, "session": "s", "clock": NOW });
    server.post("/hello", hello.to_string()).await;
}

/// why-empty-01
#[tokio::test]
async fn no_browser_has_ever_connected() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    server.clock.advance(2_000);
    assert_eq!(
        errors(&agent).await,
        format!("No errors captured: no browser has connected since this server started 2 s ago.{SET_UP}")
    );
    let (timeline, _) = agent.call("get_session_timeline", json!({})).await;
    assert_eq!(
        timeline["why_empty"],
        format!("no browser has connected since this server started 2 s ago.{SET_UP}")
    );
}

#[tokio::test]
async fn a_browser_is_there_and_has_sent_nothing() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    hello(&server).await;
    server.clock.advance(61_000);
    assert_eq!(
        errors(&agent).await,
        "No errors captured: the extension was heard of 1 min ago but has sent nothing. Reload the page; sites other \
         than localhost must be turned on in the extension's popup."
    );
}

/// why-empty-02
#[tokio::test]
async fn somebody_cleared() {
    let server = TestServer::new();
    let (one, other) = (Agent::connect(&server).await, Agent::connect(&server).await);
    hello(&server).await;
    log(&server, "error", "http://localhost:3000/").await;
    one.call("clear_browser_logs", json!({})).await;
    server.clock.advance(3_000);
    assert_eq!(errors(&one).await, "No errors captured: cleared 3 s ago by you (1 entry removed).");
    assert_eq!(
        errors(&other).await,
        "No errors captured: cleared 3 s ago by another client (1 entry removed)."
    );
    log(&server, "error", "http://localhost:3000/").await;
    server.post("/clear", "").await;
    assert_eq!(errors(&one).await, "No errors captured: cleared 0 s ago over HTTP (1 entry removed).");
    log(&server, "info", "http://localhost:3000/").await;
    assert_eq!(
        errors(&one).await,
        "No errors captured: cleared 0 s ago over HTTP (1 entry removed); none of the 1 entry captured is one, the \
         last of which came 0 s ago."
    );
}

/// why-empty-03
#[tokio::test]
async fn an_earlier_server_held_what_is_missed() {
    let predecessor = |ended_at| ServerState {
        pid: 1,
        port: support::PORT,
        started_at: Timestamp::default(),
        ended_at,
        options: Vec::new(),
        withheld: Vec::new(),
    };
    let ended = Timestamp::from_milliseconds(NOW - 1_000).unwrap();
    for (ended_at, words) in [(Some(ended), "that ended 3 s ago"), (None, "that ended without notice")] {
        let options =
            ServerOptions { predecessor: Some(Box::new(predecessor(ended_at))), ..ServerOptions::default() };
        let server = TestServer::with_options(&options);
        let agent = Agent::connect(&server).await;
        server.clock.advance(2_000);
        assert_eq!(
            errors(&agent).await,
            format!(
                "No errors captured: no browser has connected since this server started 2 s ago; this server replaced \
                 one {words}; what that one had captured is gone.{SET_UP}"
            )
        );
    }
}

/// why-empty-05
#[tokio::test]
async fn a_filter_left_out_what_there_is() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for _ in 0..2 {
        log(&server, "error", "http://localhost:3000/").await;
    }
    log(&server, "info", "http://localhost:3000/").await;
    assert_eq!(
        summary(&agent, "get_browser_logs", json!({ "url_filter": "/cart", "level": "warn" })).await,
        "No log entries captured: `url_filter: /cart` and `level: warn` left out all 3 there are; call again \
         without."
    );
    let long = "x".repeat(10_000);
    let told = summary(&agent, "get_browser_errors", json!({ "tab": long })).await;
    assert!(told.len() < 200, "{told}");
    // Nothing to find without the filter either: then the filter is not the reason.
    assert_eq!(
        summary(&agent, "get_network_bodies", json!({ "method": "POST" })).await,
        "No requests captured: none of 3 entries captured is one, the last of which came 0 s ago."
    );
}

/// why-empty-06
#[tokio::test]
async fn scripts_without_actions_say_whether_a_filter_is_the_reason() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let refusal = async |arguments: Value| {
        let (answer, is_error) = agent.call("get_reproduction_script", arguments).await;
        assert!(is_error, "{answer}");
        answer["error"].as_str().unwrap().to_owned()
    };
    let none = refusal(json!({})).await;
    assert!(none.starts_with("no user actions captured yet; ask the user"), "{none}");
    assert!(none.contains("(no browser has connected since this server started 0 s ago"), "{none}");
    let action = json!({ "type": "click", "url": "http://localhost:3000/", "tab": "7", "selectors": { "text": "Pay" } });
    server.post("/enhanced-actions", json!({ "actions": [action] }).to_string()).await;
    assert_eq!(
        refusal(json!({ "tab": "8", "format": "cypress" })).await,
        "no user actions match: `tab: 8` left out all there are; call again without."
    );
}

/// why-empty-07
#[tokio::test]
async fn a_fresh_server_waits_for_a_browser_that_is_on_its_way() {
    let options = ServerOptions { browser_wait: Some(Duration::from_secs(3)), ..ServerOptions::default() };
    let server = TestServer::with_options(&options);
    let agent = Agent::connect(&server).await;
    let asking = async { summary(&agent, "get_browser_logs", json!({})).await };
    let arriving = async {
        server.clock.until_timers(1).await;
        server.clock.advance(1_000);
        hello(&server).await;
        log(&server, "error", "http://localhost:3000/").await;
    };
    let (told, ()) = tokio::join!(asking, arriving);
    assert_eq!(told, "1 log entry on http://localhost:3000/ (tab 7), newest first.");
}

#[tokio::test]
async fn a_fresh_server_does_not_wait_for_ever_and_an_older_one_not_at_all() {
    let options = ServerOptions { browser_wait: Some(Duration::from_secs(3)), ..ServerOptions::default() };
    let server = TestServer::with_options(&options);
    let agent = Agent::connect(&server).await;
    let asking = async { errors(&agent).await };
    let passing = async {
        server.clock.until_timers(1).await;
        server.clock.advance(3_000);
    };
    let (told, ()) = tokio::join!(asking, passing);
    assert!(told.contains("since this server started 3 s ago"), "{told}");
    assert_eq!(errors(&agent).await, told);
}

/// two-apps-02
#[tokio::test]
async fn an_answer_about_several_apps_says_which() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    log(&server, "error", "http://localhost:3000/cart").await;
    let (one, _) = agent.call("get_browser_logs", json!({})).await;
    assert_eq!(one.get("apps"), None);
    for path in ["a", "b"] {
        log(&server, "warn", &format!("http://localhost:4000/{path}")).await;
    }
    let (several, _) = agent.call("get_browser_logs", json!({})).await;
    assert_eq!(several["apps"], json!({ "http://localhost:3000": 1, "http://localhost:4000": 2 }));
}

/// two-apps-01
#[tokio::test]
async fn a_client_for_one_app_sees_that_app_unless_it_names_a_tab() {
    let server = TestServer::new();
    let agent = Agent::connect_to(&server, "/mcp?site=localhost:3000").await;
    log(&server, "error", "http://localhost:4000/").await;
    assert_eq!(
        errors(&agent).await,
        "No errors captured: `--site localhost:3000` of this client left out the only one there is; call again without."
    );
    log(&server, "error", "http://localhost:3000/").await;
    let (own, _) = agent.call("get_browser_logs", json!({})).await;
    assert_eq!(own["logs"].as_array().unwrap().len(), 1, "{own}");
    assert_eq!(own["logs"][0]["url"], "http://localhost:3000/");
    let (named, _) = agent.call("get_browser_logs", json!({ "tab": "7" })).await;
    assert_eq!(named["logs"].as_array().unwrap().len(), 2, "{named}");
    let other = Agent::connect(&server).await;
    let (all, _) = other.call("get_browser_logs", json!({})).await;
    assert_eq!(all["logs"].as_array().unwrap().len(), 2, "{all}");
}

#[tokio::test]
async fn a_site_that_is_none_is_refused_by_name() {
    let server = TestServer::new();
    let agent = Agent::connect_to(&server, "/mcp?site=a%20b").await;
    let answer = agent.request("tools/call", json!({ "name": "get_browser_logs", "arguments": {} })).await;
    assert_eq!(
        answer["error"]["message"],
        "`site` in the address of this server: expected a host and perhaps a port, such as localhost:3000",
        "{answer}"
    );
}
