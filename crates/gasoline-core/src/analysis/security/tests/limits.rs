//! One row for many sightings, the document's bounds, filters, and bodies that are none.

use super::*;

#[test]
fn forty_requests_are_one_row_with_a_count() {
    let mut browser = Browser::new();
    for id in 1..=40 {
        let url = format!("https://shop.io/api/users/{id}?api_key={}", secret("{alnum:24}"));
        browser
            .call(&json!({ "url": url, "_initiator": { "file": format!("src/{}.ts", id % 7), "line": 3 } }));
    }
    let findings = browser.audit(&[Check::Credentials]).findings;
    assert_eq!(findings.len(), 1);
    let Finding { count, first_seen, last_seen, sources, fingerprint, endpoint, .. } = &findings[0];
    assert_eq!((*count, endpoint.as_str()), (40, "GET /api/users/{id}"));
    assert_eq!(
        (first_seen.as_str(), last_seen.as_str()),
        ("1970-01-01T00:00:01.000Z", "1970-01-01T00:00:40.000Z")
    );
    assert_eq!(sources.len(), 5);
    assert_eq!(fingerprint, "credential-in-url/url-parameter:GET /api/users/{id}:api_key");
}

#[test]
fn the_documented_example() {
    let mut browser = Browser::new();
    browser.call(&json!({ "url": format!("https://app.io/api/data?api_key={}", secret("sk-proj-{alnum:60}")), "pageUrl": "https://app.io/" }));
    browser.call(&json!({ "url": "https://app.io/api/users/profile", "pageUrl": "https://app.io/", "hasAuthHeader": false,
        "hasCookies": "false", "responseBody": r#"{"email":"ann@shop.io","phone":"555 123 4567","name":"Ann"}"# }));
    browser.log(&json!({ "type": "console", "level": "log", "message": format!("Token: {SIGNED_TOKEN}"), "source": "auth.js:45",
        "url": "https://app.io/" }));
    browser.log(&json!({ "type": "resource", "url": "http://cdn.example.com/lib.js", "pageUrl": "https://app.io/dashboard",
        "initiatorType": "script" }));
    let findings = browser.audit(&Check::ALL).findings;
    insta::assert_snapshot!("documented_example", serde_json::to_string_pretty(&findings).unwrap());
}

#[test]
fn only_what_is_asked_for_is_looked_at() {
    let mut browser = Browser::new();
    for host in ["one.io", "two.io"] {
        browser.call(&json!({ "url": format!("http://{host}/a?api_key={}", secret("{alnum:24}")), "pageUrl": "http://shop.io/" }));
    }
    let query = Query { url_filter: Some("two.io".to_owned()), ..Query::default() };
    let audit = audit(&browser.view(), &query, &[Check::Transport]);
    assert_eq!(lines(&audit), ["warning http-request:GET /a:http://two.io"]);
    assert_eq!((audit.scanned.network_requests, audit.scanned.unique_endpoints), (1, 1));
}

#[test]
fn what_capture_did_not_see_is_named() {
    let mut browser = Browser::new();
    assert!(browser.audit(&Check::ALL).scanned.is_nothing());
    browser.log(&json!({ "type": "document", "url": "https://shop.io/", "responseHeaders": "not_observed" }));
    let audit = browser.audit(&[Check::Headers]);
    assert_eq!(audit.not_observed.len(), 1, "{:?}", audit.not_observed);
    assert!(browser.audit(&[Check::Credentials]).not_observed.is_empty());
}

#[test]
fn the_audit_reads_ten_kilobytes_and_redaction_everything() {
    let far = json!({ "filler": "x ".repeat(6 * 1024), "key": secret("ghp_{alnum:36}") }).to_string();
    let mut browser = Browser::new();
    browser.call(&json!({ "responseBody": far }));
    assert_eq!(browser.found(), Vec::<String>::new());
    assert!(browser.view().entries(Kind::NetworkBody)[0].text().contains("[redacted:github-token"));
}

#[test]
fn bad_bodies_are_no_findings_and_no_panic() {
    let key = secret("ghp_{alnum:36}");
    let mut browser = Browser::new();
    for body in [
        "[Binary: 512 bytes, image/png]".to_owned(),
        "\u{0}\u{1}\u{fffd}".to_owned(),
        "{\"a\":{\"b\":".to_owned(),
        "[".repeat(500),
        "а@ѕһор.іо pаssword".to_owned(),
        "@".repeat(20_000),
        "+".repeat(20_000),
        "é=".repeat(6_000),
    ] {
        browser.call(&json!({ "responseBody": body, "requestBody": body }));
        browser.log(&json!({ "level": "log", "message": body }));
    }
    assert_eq!(browser.found(), Vec::<String>::new());
    browser.call(&json!({ "responseBody": format!("{{\"cut\":\"{key}\",\"a") }));
    assert_eq!(browser.found(), ["critical credential-in-response/github-token:GET /api/data:cut"]);
    browser.call(
        &json!({ "status": "odd", "responseHeaders": [1], "requestHeaders": "x", "hasCookies": 7, "url": 5 }),
    );
    assert_eq!(browser.found().len(), 1);
}

#[test]
fn no_finding_shows_a_secret() {
    let secrets = [
        secret("ghp_{alnum:36}"),
        SIGNED_TOKEN.to_owned(),
        secret("{alnum:24}"),
        "4111111111111111".to_owned(),
    ];
    let mut browser = Browser::new();
    for value in &secrets {
        browser.call(&json!({ "url": format!("https://shop.io/api/data?api_key={value}"),
            "requestBody": json!({ "api_key": value }).to_string(), "responseBody": json!({ "token": value }).to_string() }));
        browser.log(&json!({ "level": "log", "message": format!("token: {value}") }));
        browser.log(&json!({ "type": "storage", "area": "localStorage", "key": "token", "value": value, "url": "https://shop.io/" }));
    }
    let text = serde_json::to_string(&browser.audit(&Check::ALL).findings).unwrap();
    for value in &secrets {
        assert!(!text.contains(value.as_str()), "{value}");
    }
}
