//! The live link over a real WebSocket: who may open it, what browsers answer, and every way a query can end.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use gasoline_server::{AnswerForm, EXTENSION_ID, ServerOptions};
use http::StatusCode;
use serde_json::{Value, json};
use support::agent::Agent;
use support::live_link::{serve, serve_with};
use support::schema::violations;
use tokio_tungstenite::tungstenite;

fn elements(texts: &[&str], found: usize) -> Value {
    let element = |text: &&str| {
        json!({ "selector": "#a", "tag": "p", "attributes": {}, "text": text, "visible": true,
                "boundingBox": { "x": 1.0, "y": 2.0, "width": 3.0, "height": 4.5 } })
    };
    let matches: Vec<Value> = texts.iter().map(element).collect();
    json!({ "kind": "dom", "url": "http://localhost/1?token=s3cr3t-token-value-1234", "title": "Shop",
            "matchCount": found, "matches": matches, "notes": [] })
}

#[tokio::test]
async fn pages_and_strangers_may_not_open_a_link_and_the_extension_may() {
    let served = serve().await;
    let status = async |headers: &[(&'static str, &str)]| match served.open(headers).await {
        Ok(_) => StatusCode::SWITCHING_PROTOCOLS,
        Err(tungstenite::Error::Http(response)) => response.status(),
        Err(other) => panic!("{other}"),
    };
    let extension = format!("chrome-extension://{EXTENSION_ID}");
    let own = format!("http://127.0.0.1:{}", served.running.port());
    assert_eq!(status(&[]).await, StatusCode::SWITCHING_PROTOCOLS);
    assert_eq!(status(&[("origin", &extension)]).await, StatusCode::SWITCHING_PROTOCOLS);
    for origin in [
        "http://localhost:3000",
        "https://evil.example",
        "null",
        "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        &format!("{extension}.evil.example"),
        own.as_str(),
    ] {
        assert_eq!(status(&[("origin", origin)]).await, StatusCode::FORBIDDEN, "{origin}");
    }
    assert_eq!(status(&[("host", "evil.example")]).await, StatusCode::FORBIDDEN);
    assert_eq!(status(&[("sec-fetch-site", "cross-site")]).await, StatusCode::FORBIDDEN);
    let plain = served.server.get("/live").await;
    assert_eq!(
        (plain.status, plain.json()),
        (StatusCode::BAD_REQUEST, json!({ "error": "open `/live` as a WebSocket" }))
    );
}

#[tokio::test]
async fn a_client_that_does_not_say_hello_or_speaks_another_version_is_refused() {
    let served = serve().await;
    let mut silent = served.open(&[]).await.unwrap();
    silent.shows(&["1"]).await;
    assert_eq!(silent.hear().await, Some(json!({ "kind": "refused", "reason": "say hello first" })));
    assert_eq!(silent.hear().await, None);
    let mut newer = served.open(&[]).await.unwrap();
    newer.hello(9).await;
    let reason = "The extension (0.1.0) speaks wire version 9, this server (0.1.0) reads 1 to 1: the server is too old; \
                  update gasoline and restart it.";
    assert_eq!(newer.hear().await, Some(json!({ "kind": "refused", "reason": reason })));
    assert_eq!(newer.hear().await, None);
}

#[tokio::test]
async fn an_agents_question_reaches_the_page_and_its_answer_comes_back_redacted_and_cut() {
    let served = serve().await;
    let mut browser = served.browser(&["1"]).await;
    let agent = Agent::connect(&served.server).await;
    let arguments = json!({ "selector": ".☕ > p", "include_styles": true, "properties": ["color"], "include_children": true, "max_depth": 9 });
    let answering = async {
        let query = browser.hear().await.unwrap();
        browser.say(json!({ "kind": "alive" })).await;
        browser.say(json!({ "nonsense": true })).await;
        browser.answer(&query, elements(&["ghp_abcdefghijklmnopqrstuvwxyz0123456789"], 3)).await;
        query
    };
    let ((answer, is_error), query) = tokio::join!(agent.call("query_dom", arguments), answering);
    assert_eq!(
        query,
        json!({ "kind": "query", "id": query["id"], "tab": "1", "query": {
            "kind": "dom", "selector": ".☕ > p", "styles": ["color"], "childDepth": 5, "limit": 50,
        } })
    );
    assert!(!is_error);
    let text = answer["matches"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("[redacted:github"), "{text}");
    assert!(answer["url"].as_str().unwrap().starts_with("http://localhost/1?token=[redacted:"), "{answer}");
    let mut rest = answer.clone();
    rest["matches"][0]["text"] = json!("");
    rest["url"] = json!("");
    assert_eq!(
        rest,
        json!({
            "summary": "3 elements match `.☕ > p`.", "tab": "1", "url": "", "title": "Shop", "matchCount": 3, "returnedCount": 1,
            "matches": [{ "selector": "#a", "tag": "p", "attributes": {}, "text": "",
                          "boundingBox": { "x": 1.0, "y": 2.0, "width": 3.0, "height": 4.5 }, "visible": true }],
            "omitted": 2,
        })
    );
}

#[tokio::test]
async fn many_matches_are_cut_to_the_budget_and_counted() {
    let served = serve().await;
    let mut browser = served.browser(&["1"]).await;
    let agent = Agent::connect(&served.server).await;
    let long = "x".repeat(500);
    let answering = async {
        let query = browser.hear().await.unwrap();
        browser.answer(&query, elements(&[long.as_str(); 50], 60)).await;
    };
    let ((answer, _), ()) = tokio::join!(agent.call("query_dom", json!({ "selector": "p" })), answering);
    let shown = answer["matches"].as_array().unwrap().len();
    assert!(answer.to_string().len() <= 7_000 && shown > 5, "{shown}");
    assert_eq!((&answer["returnedCount"], &answer["omitted"]), (&json!(shown), &json!(60 - shown)));
    assert_eq!(answer.get("next_cursor"), None);
}

#[tokio::test]
async fn every_failure_of_a_browser_says_what_to_do() {
    let served = serve().await;
    let mut browser = served.browser(&["1"]).await;
    let agent = Agent::connect(&served.server).await;
    for (reason, expected) in [
        ("bad_query", "`p[` is no selector"),
        ("tab_gone", "tab `1` was closed; leave out `tab` to ask the page focused last"),
        ("navigated", "the page in tab `1` was left or reloaded while it was asked; ask again"),
        ("crashed", "the page in tab `1` has crashed; reload it, then ask again"),
        (
            "not_captured",
            "the page in tab `1` cannot be looked into; turn on its site in the extension's popup. Pages of the browser \
             itself (chrome://, the web store) never can",
        ),
        ("no_picture", "no screenshot of the page in tab `1`: `p[` is no selector"),
        ("failed", "the page in tab `1` could not be asked: ``p[` is no selector`"),
    ] {
        let answering = async {
            let query = browser.hear().await.unwrap();
            let failed = json!({ "kind": "failed", "reason": reason, "message": "`p[` is no selector" });
            browser.answer(&query, failed).await;
        };
        let (answer, ()) = tokio::join!(agent.call("query_dom", json!({ "selector": "p" })), answering);
        assert_eq!(answer, (json!({ "error": expected }), true));
    }
    let answering = async {
        let query = browser.hear().await.unwrap();
        browser.answer(&query, elements(&[], 0)).await;
    };
    let (answer, ()) = tokio::join!(agent.call("get_page_info", json!({})), answering);
    let error = "the page in tab `1` could not be asked: `its answer belongs to another question`";
    assert_eq!(answer, (json!({ "error": error }), true));
}

#[tokio::test]
async fn without_a_browser_the_agent_is_told_how_to_connect_one() {
    let served = serve().await;
    let agent = Agent::connect(&served.server).await;
    for tool in ["get_page_info", "run_accessibility_audit"] {
        let (answer, is_error) = agent.call(tool, json!({})).await;
        assert!(is_error);
        assert!(answer["error"].as_str().unwrap().starts_with("no browser is connected; load the extension"));
    }
    let browser = served.browser(&["1"]).await;
    let (answer, _) = agent.call("get_page_info", json!({ "tab": "7" })).await;
    assert_eq!(
        answer["error"],
        "no captured page in tab `7`; captured tabs: `1` (http://localhost/1). A tab that was closed, shows another site or \
         a page of the browser itself (chrome://, the web store) cannot be looked into"
    );
    drop(browser);
}

#[tokio::test]
async fn a_browser_that_goes_away_ends_the_question_at_once() {
    let served = serve().await;
    let mut browser = served.browser(&["1"]).await;
    let agent = Agent::connect(&served.server).await;
    let going = async {
        browser.hear().await.unwrap();
        drop(browser);
    };
    let (answer, ()) = tokio::join!(agent.call("get_page_info", json!({})), going);
    let error = "the extension disconnected while it was asked; it comes back within 30 s: ask again";
    assert_eq!(answer, (json!({ "error": error }), true));
}

#[tokio::test]
async fn of_two_browsers_the_one_with_the_page_asked_for_answers() {
    let served = serve().await;
    let mut one = served.browser(&["1", "2"]).await;
    let mut other = served.open(&[]).await.unwrap();
    other.hello(1).await;
    other.shows(&["3"]).await;
    while served.server.app.browsers.live.pages().len() < 3 {
        tokio::task::yield_now().await;
    }
    let agent = Agent::connect(&served.server).await;
    let info = json!({
        "kind": "page_info", "url": "http://localhost/3", "title": "Three", "viewport": { "width": 800.0, "height": 600.0 },
        "scroll": { "x": 0.0, "y": 10.0 }, "documentHeight": 2000.0, "readyState": "complete", "headings": [{ "level": 1, "text": "Hi" }],
        "forms": [{ "id": "f", "fields": [{ "type": "text", "name": "q", "state": ["required"] }] }],
        "links": 4, "images": 5, "interactiveElements": 6, "notes": [],
    });
    let answering = async {
        let query = other.hear().await.unwrap();
        other.answer(&query, info).await;
    };
    let ((answer, _), ()) =
        tokio::join!(agent.call("get_page_info", json!({ "url_filter": "host/3" })), answering);
    assert_eq!(
        answer,
        json!({
            "summary": "Headings: 1, forms: 1, links: 4, images: 5, interactive elements: 6.", "tab": "3", "url": "http://localhost/3", "title": "Three",
            "readyState": "complete", "viewport": { "width": 800.0, "height": 600.0 }, "scroll": { "x": 0.0, "y": 10.0 },
            "documentHeight": 2000.0, "links": 4, "images": 5, "interactiveElements": 6, "headings": [{ "level": 1, "text": "Hi" }],
            "otherTabs": [{ "tab": "2", "url": "http://localhost/2", "title": "T" }, { "tab": "1", "url": "http://localhost/1", "title": "T" }],
            "returnedForms": 1, "forms": [{ "id": "f", "fields": [{ "type": "text", "name": "q", "state": ["required"] }] }],
        })
    );
    let answering = async {
        let query = one.hear().await.unwrap();
        one.answer(&query, elements(&[], 0)).await;
        query["tab"].clone()
    };
    let ((answer, _), tab) = tokio::join!(agent.call("query_dom", json!({ "selector": "p" })), answering);
    assert_eq!((&answer["tab"], tab), (&json!("2"), json!("2")));
}

fn finding(id: &str, impact: &str, nodes: usize) -> Value {
    let node = |index: usize| json!({ "selector": format!("#n{index}"), "html": "<p>", "failureSummary": "x".repeat(200), "fix": "mend" });
    json!({
        "id": id, "impact": impact, "description": "d", "helpUrl": "https://h", "wcag": ["wcag111"], "nodeCount": nodes + 20,
        "nodes": (0..nodes).map(node).collect::<Vec<_>>(),
    })
}

#[tokio::test]
async fn an_audit_is_kept_for_half_a_minute_and_shows_every_rule() {
    let served = serve().await;
    let mut browser = served.browser(&["1"]).await;
    let agent = Agent::connect(&served.server).await;
    let rules: Vec<Value> = (0..8).map(|index| finding(&format!("r{index}"), "serious", 10)).collect();
    let audit = json!({
        "kind": "audit", "url": "http://localhost/1", "title": "T", "violations": rules, "incomplete": [finding("look", "minor", 1)],
        "passCount": 30, "engine": "axe-core 4", "notes": [],
    });
    let answering = async {
        let query = browser.hear().await.unwrap();
        browser.answer(&query, audit.clone()).await;
        query["query"].clone()
    };
    let arguments = json!({ "scope": "main", "tags": ["wcag2a"] });
    let ((first, _), query) =
        tokio::join!(agent.call("run_accessibility_audit", arguments.clone()), answering);
    assert_eq!(
        query,
        json!({ "kind": "audit", "scope": "main", "tags": ["wcag2a"], "includePasses": false })
    );
    let counts = json!({ "violations": 8, "critical": 0, "serious": 8, "moderate": 0, "minor": 0, "elements": 240, "needsReview": 1, "passes": 30 });
    assert_eq!(first["summary"], counts);
    let nodes: Vec<_> = first["violations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["nodes"].as_array().unwrap().len())
        .collect();
    assert_eq!(nodes, [2; 8]);
    assert_eq!(first["needsReview"], json!([{ "id": "look", "nodeCount": 21 }]));

    let (again, _) = agent.call("run_accessibility_audit", arguments.clone()).await;
    assert_eq!((&again["summary"], &again["cachedSeconds"]), (&counts, &json!(0)));
    for other in
        [json!({ "scope": "main", "tags": ["wcag2a"], "force_refresh": true }), json!({ "scope": "nav" })]
    {
        let answering = async {
            let query = browser.hear().await.unwrap();
            browser.answer(&query, audit.clone()).await;
        };
        let ((fresh, _), ()) = tokio::join!(agent.call("run_accessibility_audit", other), answering);
        assert_eq!(fresh.get("cachedSeconds"), None);
    }
}

/// Each tool that asks a page, with its arguments and what the page says.
fn page_answers() -> [(&'static str, Value, Value); 3] {
    let page = json!({
        "kind": "page_info", "url": "http://localhost/1", "title": "T", "viewport": { "width": 800.0, "height": 600.0 },
        "scroll": { "x": 0.0, "y": 0.0 }, "documentHeight": 900.5, "readyState": "complete", "forms": [], "headings": [],
        "links": 1, "images": 2, "interactiveElements": 3, "notes": [],
    });
    let audit = json!({
        "kind": "audit", "url": "http://localhost/1", "title": "T", "violations": [finding("r", "serious", 1)],
        "incomplete": [], "passCount": 3, "engine": "axe-core 4", "notes": [],
    });
    [
        ("get_page_info", json!({}), page),
        ("query_dom", json!({ "selector": "p" }), elements(&["x"], 2)),
        ("run_accessibility_audit", json!({ "force_refresh": true }), audit),
    ]
}

#[tokio::test]
async fn what_pages_answer_keeps_to_the_schemas_of_a_structured_server() {
    let options = ServerOptions { answers: AnswerForm::TextAndStructure, ..ServerOptions::default() };
    let served = serve_with(options).await;
    let mut browser = served.browser(&["1"]).await;
    let agent = Agent::connect(&served.server).await;
    let tools = agent.request("tools/list", json!({})).await["result"]["tools"].clone();
    for (name, arguments, outcome) in page_answers() {
        let answering = async {
            let query = browser.hear().await.unwrap();
            browser.answer(&query, outcome).await;
        };
        let call = json!({ "name": name, "arguments": arguments });
        let (answer, ()) = tokio::join!(agent.request("tools/call", call), answering);
        let structure = &answer["result"]["structuredContent"];
        let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
        assert_eq!(violations(tool, &tool["outputSchema"], structure), Vec::<String>::new(), "{answer}");
    }
}

#[tokio::test]
async fn what_pages_answer_is_the_same_over_mcp_and_http() {
    let served = serve().await;
    let mut browser = served.browser(&["1"]).await;
    let agent = Agent::connect(&served.server).await;
    for (tool, arguments, outcome) in page_answers() {
        let answering = async {
            for _ in 0..2 {
                let query = browser.hear().await.unwrap();
                browser.answer(&query, outcome.clone()).await;
            }
        };
        let asking = async {
            let over_mcp = agent.text(tool, &arguments).await;
            (over_mcp, served.server.post(&format!("/tools/{tool}"), arguments.to_string()).await)
        };
        let ((over_mcp, over_http), ()) = tokio::join!(asking, answering);
        assert_eq!((over_http.status, over_http.text), (StatusCode::OK, over_mcp), "{tool}");
    }
}

#[tokio::test]
async fn arguments_that_cannot_be_meant_are_refused_before_anyone_is_asked() {
    let served = serve().await;
    let agent = Agent::connect(&served.server).await;
    let (missing, _) = agent.call("query_dom", json!({})).await;
    assert_eq!(missing["error"], "argument `selector` is missing");
    let (empty, _) = agent.call("query_dom", json!({ "selector": " " })).await;
    assert_eq!(empty["error"], "argument `selector`: expected a CSS selector of at most 2000 bytes");
    let (many, _) =
        agent.call("query_dom", json!({ "selector": "p", "properties": vec!["color"; 51] })).await;
    assert_eq!(many["error"], "argument `properties`: expected at most 50 names");
}
