//! `security_audit` over a leaking app, as an agent and a pipeline read it.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use serde_json::{Value, json};
use support::TestServer;
use support::agent::Agent;

/// Written in parts, so that no scanner of this repository takes them for real.
fn planted() -> Vec<String> {
    vec![
        format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"),
        format!("sk_live_{}", "4eC39HqLyjWDarjtT1zdp7dc"),
        format!("AKIA{}", "QX7ZP2M4K9TRW3VB"),
        format!(
            "{}.{}.{}",
            "eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxIiwiZXhwIjoyMDAwMDAwMDAwfQ", "dBjftJeZ4CVPmB92K27uhbUJU1p1r"
        ),
        format!("{}.{}.{}", "eyJhbGciOiJub25lIn0", "eyJzdWIiOiI3In0", "Zm9yZ2VkLWJ5LW5vYm9keS1hdC1hbGw"),
        "correct-horse-battery-9".to_owned(),
        "4111111111111111".to_owned(),
        "123-45-6789".to_owned(),
    ]
}

async fn post(server: &TestServer, path: &str, body: Value) {
    let answer = server.post(path, body.to_string()).await.json();
    assert_eq!(answer["rejected"], Value::Null, "{answer}");
}

/// An app that leaks each kind in each place.
async fn leaking_app(server: &TestServer) {
    let secrets = planted();
    let [github, stripe, aws, token, unsigned, password, card, social] = &secrets[..] else { unreachable!() };
    let page = "https://shop.io/account";
    let call = |method: &str, url: String, sent: Value, answer: Value| {
        json!({ "ts": "2026-01-22T10:29:00.000Z", "method": method, "url": url, "pageUrl": page, "status": 200,
            "contentType": "application/json", "duration": 5, "hasAuthHeader": false, "hasCookies": "false",
            "credentials": "omit", "truncated": false,
            "requestBody": sent.to_string(), "responseBody": answer.to_string(),
            "initiator": "load (https://shop.io/assets/app.js:1:20)",
            "_initiator": { "file": "src/api.ts", "line": 12, "column": 3 } })
    };
    let bodies = json!({ "bodies": [
        call("GET", format!("https://shop.io/api/data?api_key={stripe}"), json!(null), json!({ "ok": true })),
        call("GET", "https://shop.io/api/config".to_owned(), json!(null), json!({ "aws": { "id": aws }, "token": unsigned })),
        call("GET", "https://shop.io/api/users/7".to_owned(), json!(null), json!({ "email": "ann@shop.io", "ssn": social, "card": card })),
        call("GET", "https://shop.io/api/users/8".to_owned(), json!(null), json!({ "email": "bob@shop.io", "ssn": social, "card": card })),
        call("POST", "http://legacy.shop.io/login".to_owned(), json!({ "user": "ann", "password": password }), json!({ "accessToken": token })),
        call("POST", "https://api.openai.com/v1/chat/completions".to_owned(), json!({ "key": github }), json!({})),
    ] });
    post(server, "/network-bodies", bodies).await;
    let entries = json!({ "entries": [
        { "type": "console", "ts": "2026-01-22T10:29:01.000Z", "level": "log", "message": format!("Token: {token}"), "args": [format!("Token: {token}")], "source": "auth.js:45", "url": page },
        { "type": "console", "ts": "2026-01-22T10:29:01.000Z", "level": "warn", "message": format!("card {card}"), "url": page },
        { "type": "storage", "ts": "2026-01-22T10:29:02.000Z", "area": "localStorage", "key": "session", "value": token, "url": page },
        { "type": "storage", "ts": "2026-01-22T10:29:02.000Z", "area": "cookie", "key": "sid", "value": token, "url": page, "attributes": { "secure": false } },
        { "type": "document", "ts": "2026-01-22T10:29:00.000Z", "url": page, "referrer": format!("https://partner.io/?access_token={token}"),
            "responseHeaders": { "observed": { "content-type": "text/html" } } },
        { "type": "resource", "ts": "2026-01-22T10:29:00.000Z", "url": "http://cdn.io/lib.js", "pageUrl": page, "initiatorType": "script" },
    ] });
    post(server, "/logs", entries).await;
    let events = json!({ "events": [
        { "ts": "2026-01-22T10:29:03.000Z", "event": "open", "id": "1", "url": "ws://shop.io/live", "pageUrl": page },
        { "ts": "2026-01-22T10:29:03.000Z", "event": "message", "direction": "incoming", "id": "1", "url": "ws://shop.io/live", "pageUrl": page,
            "data": json!({ "github": github }).to_string() },
    ] });
    post(server, "/websocket-events", events).await;
}

#[tokio::test]
async fn a_leaking_app_is_audited_and_no_answer_holds_a_secret() {
    let server = TestServer::new();
    leaking_app(&server).await;
    let agent = Agent::connect(&server).await;
    let whole = json!({ "severity_min": "info", "max_tokens": 20_000 });
    let text = agent.text("security_audit", &whole).await;
    let answer: Value = serde_json::from_str(&text).unwrap();
    insta::assert_snapshot!("leaking_app", serde_json::to_string_pretty(&answer).unwrap());
    let sarif = json!({ "severity_min": "info", "max_tokens": 20_000, "format": "sarif" });
    let mut answers = vec![text, agent.text("security_audit", &sarif).await];
    for tool in [
        "get_browser_errors",
        "get_browser_logs",
        "get_network_bodies",
        "get_session_timeline",
        "get_websocket_events",
    ] {
        answers.push(agent.text(tool, &json!({ "max_tokens": 20_000 })).await);
    }
    answers.push(server.get("/snapshot").await.text);
    answers.push(server.get("/export/har").await.text);
    for (secret, answer) in
        planted().iter().flat_map(|secret| answers.iter().map(move |answer| (secret, answer)))
    {
        assert!(!answer.contains(secret.as_str()), "{secret} in {answer}");
    }
}

#[tokio::test]
async fn the_summary_counts_what_is_hidden_and_an_empty_answer_says_why() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    let ask = async |arguments: Value| agent.call("security_audit", arguments).await.0;
    let nothing = ask(json!({})).await;
    assert_eq!((&nothing["summary"]["total"], &nothing["findings"]), (&json!(0), &json!([])));
    assert!(nothing["why_empty"].as_str().unwrap().contains("no browser has connected"), "{nothing}");
    let body =
        |url: &str| json!({ "method": "GET", "url": url, "pageUrl": "https://shop.io/", "status": 200 });
    post(&server, "/network-bodies", json!({ "bodies": [body("https://shop.io/api/a")] })).await;
    let clean = ask(json!({})).await;
    assert!(clean["why_empty"].as_str().unwrap().starts_with("What was captured was looked at"), "{clean}");
    assert_eq!(clean["summary"]["scanned"]["network_requests"], 1);
    let publishable = format!("https://shop.io/api/a?k=pk_live_{}", "4eC39HqLyjWDarjtT1zdp7dc");
    post(&server, "/network-bodies", json!({ "bodies": [body(&publishable)] })).await;
    let hidden = ask(json!({})).await;
    assert_eq!(
        (&hidden["summary"]["total"], &hidden["summary"]["hidden_by_severity_min"]),
        (&json!(0), &json!(1))
    );
    assert!(hidden["why_empty"].as_str().unwrap().contains("severity_min: info"), "{hidden}");
    let shown = ask(json!({ "severity_min": "info" })).await;
    assert_eq!(
        (&shown["summary"]["info"], &shown["summary"]["hidden_by_severity_min"]),
        (&json!(1), &json!(0))
    );
    let filtered = ask(json!({ "severity_min": "info", "url_filter": "elsewhere" })).await;
    assert!(filtered["why_empty"].as_str().unwrap().contains("`url_filter: elsewhere`"), "{filtered}");
}

#[tokio::test]
async fn checks_and_severities_that_do_not_exist_are_named_with_those_that_do() {
    let server = TestServer::new();
    let agent = Agent::connect(&server).await;
    for (arguments, expected) in [
        (
            json!({ "checks": ["everything"] }),
            "argument `checks[0]`: unknown variant `everything`, expected one of `credentials`, `auth_patterns`, `pii_exposure`, `transport`, `headers`, `cookies`, `scripts`",
        ),
        (
            json!({ "severity_min": "high" }),
            "argument `severity_min`: unknown variant `high`, expected one of `info`, `warning`, `critical`",
        ),
        (json!({ "format": "xml" }), "argument `format`: unknown variant `xml`, expected `json` or `sarif`"),
    ] {
        let (answer, is_error) = agent.call("security_audit", arguments).await;
        assert_eq!((answer["error"].as_str(), is_error), (Some(expected), true));
    }
}

#[tokio::test]
async fn a_check_has_at_most_twenty_rows_unless_more_are_asked_for() {
    let server = TestServer::new();
    let bodies: Vec<Value> = (0..25)
        .map(|index| {
            let name: String = ["a", "b", "c", "d", "e"][index % 5].repeat(index / 5 + 1);
            json!({ "method": "GET", "url": format!("http://shop.io/{name}"), "pageUrl": "http://shop.io/", "status": 200 })
        })
        .collect();
    post(&server, "/network-bodies", json!({ "bodies": bodies })).await;
    let agent = Agent::connect(&server).await;
    let ask = async |more: Value| {
        let mut arguments = json!({ "checks": ["transport"], "max_tokens": 20_000 });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        agent.call("security_audit", arguments).await.0
    };
    let usual = ask(json!({})).await;
    assert_eq!((&usual["summary"]["total"], &usual["summary"]["beyond_limit"]), (&json!(25), &json!(5)));
    assert_eq!(usual["findings"].as_array().unwrap().len(), 20);
    assert_eq!(ask(json!({ "limit": 1_000 })).await["findings"].as_array().unwrap().len(), 25);
    let short = ask(json!({ "max_tokens": 500 })).await;
    assert!(short["omitted"].as_u64().unwrap() > 0 && short["summary"]["total"] == 25, "{short}");
}
