//! Personal data, endpoints without authentication, connections, headers and scripts: what is found, and how bad it is.

use super::*;

#[test]
fn personal_data_and_who_may_read_it() {
    let person =
        json!({ "user": { "email": "ann@shop.io", "phoneNumber": "+49 170 1234567", "name": "Ann" } });
    let answered = |url: &str, more: Value, body: &Value| {
        let mut call = json!({ "url": url, "responseBody": body.to_string() });
        if let (Value::Object(call), Value::Object(more)) = (&mut call, more) {
            call.extend(more);
        }
        super::call(&call)
    };
    let expected = [
        "info pii-in-response/email:GET /api/me:user.email",
        "info pii-in-response/phone:GET /api/me:user.phoneNumber",
    ];
    let me = "https://shop.io/api/me";
    assert_eq!(answered(me, json!({}), &person), expected);
    assert_eq!(answered(me, json!({ "hasAuthHeader": false, "hasCookies": "true" }), &person), expected);
    assert_eq!(answered(me, json!({ "hasAuthHeader": false, "hasCookies": "unknown" }), &person), expected);
    let header = json!({ "hasAuthHeader": false, "hasCookies": "false", "requestHeaders": { "X-Api-Key": "[REDACTED]" } });
    assert_eq!(answered(me, header, &person), expected);
    let nobody = json!({ "hasAuthHeader": false, "hasCookies": "false" });
    assert_eq!(answered(me, nobody.clone(), &person), ["warning unauthenticated-pii:GET /api/me:"]);
    // The document's own sender says nothing of cookies.
    let documented = json!({ "hasAuthHeader": false, "hasCookies": null });
    assert_eq!(answered(me, documented, &person), ["warning unauthenticated-pii:GET /api/me:"]);
    let made_up = json!({ "email": "ann@example.com" });
    assert_eq!(answered(me, nobody.clone(), &made_up), ["info unauthenticated-pii:GET /api/me:"]);
    for (url, body) in [
        (
            "https://shop.io/api/stores",
            json!([{ "email": "berlin@shop.io", "address": "12 High Street", "phone": "+49 30 1234567" }]),
        ),
        ("https://shop.io/api/products", json!([{ "id": 7, "price": 19.5, "contact": "support@shop.io" }])),
        ("https://shop.io/api/login", person.clone()),
    ] {
        assert_eq!(answered(url, nobody.clone(), &body), Vec::<String>::new(), "{url}");
    }
    let mut browser = Browser::new();
    browser.call(&json!({ "url": me, "hasAuthHeader": false, "hasCookies": "false", "responseBody": person.to_string() }));
    assert_eq!(browser.audit(&[Check::PiiExposure]).findings[0].category, Check::PiiExposure);
    let email = call(&json!({ "url": "https://shop.io/api/find?q=ann%40shop.io" }));
    assert_eq!(email, ["info pii-in-url/email:GET /api/find:"]);
}

#[test]
fn an_endpoint_without_authentication_stands_out_among_its_siblings() {
    let mut browser = Browser::new();
    for path in ["orders", "invoices", "invoices"] {
        browser.call(&json!({ "url": format!("https://shop.io/api/admin/{path}") }));
    }
    let open = |browser: &mut Browser, path: &str| {
        browser.call(&json!({ "url": format!("https://shop.io/api/{path}"), "hasAuthHeader": false, "hasCookies": "false" }));
    };
    open(&mut browser, "admin/exports");
    open(&mut browser, "admin/status");
    open(&mut browser, "products");
    assert_eq!(browser.found(), ["info unauthenticated-sibling:GET /api/admin/exports:"]);
}

#[test]
fn what_travels_unencrypted() {
    let request = |url: &str, page: &str, kind: &str| {
        call(&json!({ "url": url, "pageUrl": page, "contentType": kind }))
    };
    let json = "application/json";
    assert_eq!(
        request("http://api.shop.io/a", "http://shop.io/", json),
        ["warning http-request:GET /a:http://api.shop.io"]
    );
    assert_eq!(
        request("http://api.shop.io/a", "https://shop.io/", json),
        ["warning mixed-content:GET /a:http://api.shop.io"]
    );
    assert_eq!(
        request("http://api.shop.io/a.js", "https://shop.io/", "text/javascript"),
        ["critical mixed-content:GET /a.js:http://api.shop.io"]
    );
    assert_eq!(
        request("http://api.shop.test/a", "http://shop.test/", json),
        ["info http-request:GET /a:http://api.shop.test"]
    );
    for url in
        ["http://localhost:3000/a", "http://127.0.0.1/a", "http://[::1]:1/a", "/a", "https://api.shop.io/a"]
    {
        assert_eq!(request(url, "https://shop.io/", json), Vec::<String>::new(), "{url}");
    }
    let resource = |kind: &str, url: &str, page: &str| {
        log(
            &json!({ "type": "resource", "url": url, "pageUrl": page, "initiatorType": kind, "integrity": "sha384-x" }),
        )
    };
    let https = "https://shop.io/";
    assert_eq!(
        resource("script", "http://cdn.io/lib.js", https),
        ["critical mixed-content:GET /lib.js:http://cdn.io"]
    );
    assert_eq!(
        resource("img", "http://cdn.io/a.png", https),
        ["warning mixed-content:GET /a.png:http://cdn.io"]
    );
    assert_eq!(
        resource("script", "http://cdn.io/lib.js", "http://shop.io/"),
        ["critical third-party-script-over-http:http://cdn.io:/lib.js"]
    );
    let blocked =
        log(&json!({ "type": "network", "level": "error", "url": "http://cdn.io/lib.js", "pageUrl": https,
        "resourceKind": "script", "status": 0 }));
    assert_eq!(blocked, ["critical mixed-content:GET /lib.js:http://cdn.io"]);
    let mut browser = Browser::new();
    for url in ["ws://shop.io/live", "ws://localhost:1/live", "wss://shop.io/live"] {
        browser.socket(&json!({ "event": "open", "id": "1", "url": url, "pageUrl": https }));
    }
    assert_eq!(browser.found(), ["warning insecure-websocket:WS /live:ws://shop.io"]);
}

#[test]
fn headers_of_documents_are_one_row_an_origin() {
    let mut browser = Browser::new();
    let mut open = |url: &str, headers: Value| {
        browser.log(&json!({ "type": "document", "url": url, "responseHeaders": { "observed": headers } }));
    };
    open("https://shop.io/", json!({ "content-type": "text/html" }));
    open("https://shop.io/cart", json!({ "content-type": "text/html" }));
    open("https://shop.io/a.pdf", json!({ "content-type": "application/pdf" }));
    open(
        "https://safe.io/",
        json!({ "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
        "strict-transport-security": "max-age=1", "x-content-type-options": "nosniff" }),
    );
    open(
        "https://inline.io/",
        json!({ "content-security-policy": "script-src 'unsafe-inline'", "x-frame-options": "DENY",
        "strict-transport-security": "max-age=1", "x-content-type-options": "nosniff",
        "access-control-allow-origin": "*", "access-control-allow-credentials": "true" }),
    );
    open("http://localhost:3000/", json!({ "content-type": "text/html" }));
    let audit = browser.audit(&[Check::Headers]);
    assert_eq!(
        lines(&audit),
        [
            "critical cors-wildcard-with-credentials:https://inline.io:",
            "warning csp-unsafe-inline:https://inline.io:",
            "warning csp-missing:https://shop.io:",
            "warning framing-allowed:https://shop.io:",
            "warning hsts-missing:https://shop.io:",
            "info csp-missing:http://localhost:3000:",
            "info framing-allowed:http://localhost:3000:",
            "info nosniff-missing:http://localhost:3000:",
            "info nosniff-missing:https://shop.io:",
        ]
    );
    assert_eq!(audit.findings.iter().map(|finding| finding.count).max(), Some(2));
    assert_eq!(audit.not_observed, Vec::<&str>::new());
}

#[test]
fn source_maps_and_scripts_of_others() {
    let frame = "load (https://shop.io/assets/app.js:1:20)";
    assert_eq!(call(&json!({ "initiator": frame })), ["info source-map-public:https://shop.io:"]);
    assert_eq!(
        call(&json!({ "initiator": "load (http://localhost:3000/app.js:1:20)" })),
        Vec::<String>::new()
    );
    let script = |integrity: Value| {
        log(&json!({ "type": "resource", "url": "https://cdn.io/lib.js?v=1", "pageUrl": "https://shop.io/",
            "initiatorType": "script", "integrity": integrity }))
    };
    assert_eq!(script(json!(null)), ["info third-party-script-without-integrity:https://cdn.io:/lib.js"]);
    assert_eq!(script(json!("sha384-abc")), Vec::<String>::new());
}
