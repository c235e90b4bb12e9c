//! What is found, where, and how bad it is.

use super::*;

/// What one request shows.
fn call(more: &Value) -> Vec<String> {
    let mut browser = Browser::new();
    browser.call(more);
    browser.found()
}

fn log(entry: &Value) -> Vec<String> {
    let mut browser = Browser::new();
    browser.log(entry);
    browser.found()
}

#[test]
fn credentials_in_urls() {
    let url = |query: &str| call(&json!({ "url": format!("https://shop.io/api/data?{query}") }));
    let check = |query: String, expected: &[&str]| assert_eq!(url(&query), expected, "{query}");
    check(
        format!("api_key={}", secret("{alnum:24}")),
        &["critical credential-in-url/url-parameter:GET /api/data:api_key"],
    );
    check(
        format!("key={}", secret("AKIA{upper:16}")),
        &["critical credential-in-url/aws-access-key:GET /api/data:key"],
    );
    check(
        format!("x={}", secret("ghp_{alnum:36}")),
        &["critical credential-in-url/github-token:GET /api/data:x"],
    );
    check(format!("token={SIGNED_TOKEN}"), &["critical credential-in-url/jwt:GET /api/data:token"]);
    check(
        format!("k={}", secret("sk_live_{alnum:24}")),
        &["critical credential-in-url/stripe-key:GET /api/data:k"],
    );
    // By design, or for tests.
    check(
        format!("k={}", secret("sk_test_{alnum:24}")),
        &["info credential-in-url/stripe-key:GET /api/data:k"],
    );
    check(
        format!("k={}", secret("pk_live_{alnum:24}")),
        &["info credential-in-url/stripe-publishable-key:GET /api/data:k"],
    );
    check(
        format!("X-Amz-Signature={}", secret("{hex:64}")),
        &["info credential-in-url/url-parameter:GET /api/data:X-Amz-Signature"],
    );
    check(
        format!("code={}", secret("{alnum:40}")),
        &["info credential-in-url/url-parameter:GET /api/data:code"],
    );
    check(format!("csrf_token={}", secret("{alnum:40}")), &[]);
    check(format!("next_page_token={}", secret("{alnum:40}")), &[]);
}

#[test]
fn an_address_holds_a_key_in_its_path() {
    let url = format!("https://shop.io/hooks/{}", secret("ghp_{alnum:36}"));
    assert_eq!(call(&json!({ "url": url })), ["critical credential-in-url/github-token:GET /hooks/{id}:"]);
}

#[test]
fn credentials_in_request_bodies() {
    let sent = |url: &str, body: &Value| {
        call(&json!({ "method": "POST", "url": url, "requestBody": body.to_string() }))
    };
    let check = |body: Value, expected: &[&str]| {
        assert_eq!(sent("https://shop.io/api/data", &body), expected, "{body}");
    };
    check(json!({ "jwt": SIGNED_TOKEN }), &["warning credential-in-request-body/jwt:POST /api/data:jwt"]);
    check(
        json!({ "apiKey": secret("{alnum:24}") }),
        &["warning credential-in-request-body/sensitive-field:POST /api/data:apiKey"],
    );
    check(
        json!({ "config": { "key": secret("sk-ant-api03-{alnum:40}") } }),
        &["critical credential-in-request-body/anthropic-key:POST /api/data:config.key"],
    );
    check(json!({ "user": "ann", "password": "hunter2" }), &[]);
    check(json!({ "cardNumber": "4111111111111111" }), &[]);
    assert_eq!(
        sent("https://shop.io/auth/refresh", &json!({ "refreshToken": SIGNED_TOKEN })),
        ["info credential-in-request-body/jwt:POST /auth/refresh:refreshToken"]
    );
    let form = call(&json!({ "method": "POST", "url": "http://shop.io/login", "pageUrl": "http://shop.io/",
        "requestBody": "user=ann&password=hunter2" }));
    assert_eq!(
        form,
        [
            "critical password-unencrypted/url-parameter:POST /login:password",
            "warning http-request:POST /login:http://shop.io",
        ]
    );
}

#[test]
fn credentials_in_responses() {
    let answered = |url: &str, body: &Value| call(&json!({ "url": url, "responseBody": body.to_string() }));
    let check = |body: Value, expected: &[&str]| {
        assert_eq!(answered("https://shop.io/api/config", &body), expected, "{body}");
    };
    let private = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx\n-----END RSA PRIVATE KEY-----";
    check(json!({ "pem": private }), &["critical credential-in-response/private-key:GET /api/config:pem"]);
    check(
        json!({ "aws": { "id": secret("AKIA{upper:16}") } }),
        &["critical credential-in-response/aws-access-key:GET /api/config:aws.id"],
    );
    check(
        json!({ "users": [{ "passwordHash": secret("{alnum:40}") }] }),
        &["critical credential-in-response/sensitive-field:GET /api/config:users[].passwordHash"],
    );
    check(
        json!({ "accessToken": SIGNED_TOKEN }),
        &["critical credential-in-response/jwt:GET /api/config:accessToken"],
    );
    check(
        json!({ "uploadToken": secret("{alnum:32}") }),
        &["warning credential-in-response/sensitive-field:GET /api/config:uploadToken"],
    );
    check(
        json!({ "maps": secret("AIza{alnum:35}") }),
        &["info credential-in-response/google-api-key:GET /api/config:maps"],
    );
    check(json!({ "csrfToken": secret("{alnum:40}"), "nextPageToken": secret("{alnum:20}") }), &[]);
    for url in
        ["https://shop.io/api/login", "https://id.other.io/oauth/token", "http://localhost:1/auth/refresh"]
    {
        let found = answered(url, &json!({ "access_token": SIGNED_TOKEN }));
        assert!(
            found.len() == 1 && found[0].starts_with("info credential-in-response/jwt"),
            "{url}: {found:?}"
        );
    }
    let open = call(&json!({ "url": "http://id.other.io/login", "pageUrl": "http://shop.io/",
        "responseBody": json!({ "token": SIGNED_TOKEN }).to_string() }));
    assert_eq!(open[0], "critical credential-in-response/jwt:GET /login:token");
}

#[test]
fn what_the_page_masked_counts_by_its_name() {
    let found =
        call(&json!({ "responseBody": r#"{"user":{"password":"[redacted]"},"sessionToken":"[redacted]"}"# }));
    assert_eq!(
        found,
        [
            "critical credential-in-response/masked:GET /api/data:sessionToken",
            "critical credential-in-response/masked:GET /api/data:user.password",
        ]
    );
}

#[test]
fn keys_in_headers() {
    let found = call(&json!({
        "requestHeaders": { "authorization": "[REDACTED]", "x-vendor": secret("sk_live_{alnum:24}"), "x-trace": SIGNED_TOKEN },
        "responseHeaders": { "x-debug": secret("ghp_{alnum:36}") },
    }));
    assert_eq!(
        found,
        [
            "critical credential-in-request-header/stripe-key:GET /api/data:header.x-vendor",
            "critical credential-in-response/github-token:GET /api/data:header.x-debug",
        ]
    );
}

#[test]
fn keys_of_paid_apis() {
    let key = secret("AIza{alnum:35}");
    let gemini =
        format!("https://generativelanguage.googleapis.com/v1beta/models/gemini:generateContent?key={key}");
    let found = call(&json!({ "method": "POST", "url": gemini, "hasAuthHeader": false }));
    assert_eq!(
        found,
        [
            "critical paid-api-called-from-page:POST /v1beta/models/gemini:generateContent:generativelanguage.googleapis.com",
            "info credential-in-url/google-api-key:POST /v1beta/models/gemini:generateContent:key",
        ]
    );
    let maps = format!("https://maps.googleapis.com/maps/api/js?key={key}");
    assert_eq!(call(&json!({ "url": maps })), ["info credential-in-url/google-api-key:GET /maps/api/js:key"]);
    let openai = json!({ "method": "POST", "url": "https://api.openai.com/v1/chat/completions", "hasAuthHeader": true });
    assert_eq!(
        call(&openai),
        ["critical paid-api-called-from-page:POST /v1/chat/completions:api.openai.com"]
    );
    let realtime = json!({ "url": "https://api.openai.com/v1/realtime", "hasAuthHeader": true });
    assert_eq!(call(&realtime), Vec::<String>::new());
}

#[test]
fn credentials_in_the_console() {
    let console = |args: Value| {
        let message: Vec<String> = args
            .as_array()
            .unwrap()
            .iter()
            .map(|arg| arg.as_str().map_or(arg.to_string(), str::to_owned))
            .collect();
        log(&json!({ "type": "console", "level": "log", "message": message.join(" "), "args": args,
            "source": "auth.js:45", "url": "https://shop.io/" }))
    };
    let check = |args: Value, expected: &[&str]| assert_eq!(console(args.clone()), expected, "{args}");
    check(json!([format!("Token: {SIGNED_TOKEN}")]), &["critical credential-in-console/jwt:console:Token"]);
    check(json!(["login", { "token": SIGNED_TOKEN }]), &["critical credential-in-console/jwt:console:token"]);
    check(
        json!([format!("Bearer {}", secret("{alnum:40}"))]),
        &["critical credential-in-console/bearer-token:console:"],
    );
    check(json!([secret("ghp_{alnum:36}")]), &["critical credential-in-console/github-token:console:"]);
    check(
        json!([{ "password": "hunter2" }]),
        &["warning credential-in-console/sensitive-field:console:password"],
    );
    check(json!(["Token: [redacted]"]), &["critical credential-in-console/masked:console:Token"]);
    check(json!([{ "apiKey": "[redacted]" }]), &["warning credential-in-console/masked:console:apiKey"]);
    check(json!(["card 4111 1111 1111 1111"]), &["critical pii-in-console/card-number:console:"]);
    check(json!(["ssn 123-45-6789."]), &["critical pii-in-console/social-security-number:console:"]);
    check(json!(["mail ann@shop.io now"]), &["info pii-in-console/email:console:"]);
    check(json!(["call +49 170 1234567"]), &["info pii-in-console/phone:console:"]);
    check(json!(["tokens: 512", { "csrfToken": secret("{alnum:40}") }]), &[]);
}

#[test]
fn what_the_console_shows_is_of_both_checks_and_one_row() {
    let mut browser = Browser::new();
    browser.log(&json!({ "level": "error", "message": format!("Token: {SIGNED_TOKEN}") }));
    for (checks, category) in [
        (&Check::ALL[..], Check::PiiExposure),
        (&[Check::Credentials][..], Check::Credentials),
        (&[Check::PiiExposure][..], Check::PiiExposure),
    ] {
        let findings = browser.audit(checks).findings;
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].category, category);
    }
}

#[test]
fn credentials_in_storage_and_cookies() {
    let written = |url: &str, area: &str, key: &str, value: &str| {
        log(&json!({ "type": "storage", "url": url, "area": area, "key": key, "value": value,
            "attributes": { "secure": false } }))
    };
    let page = "https://shop.io/";
    let local = |key: &str, value: &str| written(page, "localStorage", key, value);
    assert_eq!(
        local("session", SIGNED_TOKEN),
        ["warning credential-in-storage/jwt:localStorage https://shop.io:session"]
    );
    assert_eq!(
        local("cfg", &secret("ghp_{alnum:36}")),
        ["critical credential-in-storage/github-token:localStorage https://shop.io:cfg"]
    );
    assert_eq!(
        local("authToken", &secret("{alnum:32}")),
        ["warning credential-in-storage/storage-value:localStorage https://shop.io:authToken"]
    );
    for (key, value) in [("theme", "dark"), ("authToken", "none"), ("cart", "[{\"id\":7,\"count\":2}]")] {
        assert_eq!(local(key, value), Vec::<String>::new(), "{key}");
    }
    assert_eq!(
        written(page, "cookie", "session_id", &secret("{alnum:32}")),
        [
            "critical cookie-without-secure:https://shop.io:session_id",
            "warning cookie-without-httponly:https://shop.io:session_id",
            "info cookie-without-samesite:https://shop.io:session_id",
        ]
    );
    assert_eq!(written(page, "cookie", "theme", &secret("{alnum:32}")), Vec::<String>::new());
    let on_loopback = written("http://localhost:3000/", "cookie", "sid", &secret("{alnum:32}"));
    assert!(on_loopback.iter().all(|line| line.starts_with("info")), "{on_loopback:?}");
}

#[test]
fn credentials_in_web_sockets() {
    let mut browser = Browser::new();
    let event = |more: Value| {
        let mut event = json!({ "event": "message", "id": "1", "url": "wss://shop.io/live", "pageUrl": "https://shop.io/" });
        if let (Value::Object(event), Value::Object(more)) = (&mut event, more) {
            event.extend(more);
        }
        event
    };
    browser.socket(&event(
        json!({ "event": "connecting", "url": format!("wss://shop.io/live?token={SIGNED_TOKEN}") }),
    ));
    browser.socket(&event(
        json!({ "direction": "outgoing", "data": json!({ "token": SIGNED_TOKEN }).to_string() }),
    ));
    browser.socket(&event(json!({ "direction": "incoming", "data": json!({ "key": secret("sk_live_{alnum:24}") }).to_string() })));
    assert_eq!(
        browser.found(),
        [
            "critical credential-in-websocket/stripe-key:WS /live:key",
            "warning credential-in-url/jwt:WS /live:token",
            "info credential-in-websocket/jwt:WS /live:token",
        ]
    );
}

#[test]
fn tokens_that_nobody_signed_or_that_never_expire() {
    let unsigned =
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwiZXhwIjoyMDAwMDAwMDAwfQ.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let endless = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r";
    let answered = |token: &str| {
        call(
            &json!({ "url": "https://shop.io/api/login", "responseBody": json!({ "token": token }).to_string() }),
        )
    };
    assert_eq!(
        answered(unsigned),
        [
            "critical jwt-unsigned:GET /api/login:token",
            "info credential-in-response/jwt:GET /api/login:token"
        ]
    );
    assert_eq!(
        answered(endless),
        [
            "warning jwt-without-expiry:GET /api/login:token",
            "info credential-in-response/jwt:GET /api/login:token",
        ]
    );
}

#[test]
fn secrets_in_the_addresses_of_pages() {
    let document = |url: &str, referrer: &str| {
        log(
            &json!({ "type": "document", "url": url, "referrer": referrer, "responseHeaders": "not_observed" }),
        )
    };
    let token = secret("{alnum:32}");
    assert_eq!(
        document(&format!("https://shop.io/home?access_token={token}"), ""),
        ["warning credential-in-url/url-parameter:page /home:access_token"]
    );
    assert_eq!(
        document(&format!("https://shop.io/reset-password?token={token}"), ""),
        ["info credential-in-url/url-parameter:page /reset-password:token"]
    );
    assert_eq!(
        document("https://other.io/", &format!("https://shop.io/home?access_token={token}")),
        ["critical credential-in-referrer/url-parameter:page /home:access_token"]
    );
    assert_eq!(
        document("https://shop.io/next", &format!("https://shop.io/home?access_token={token}")),
        ["info credential-in-referrer/url-parameter:page /home:access_token"]
    );
}

#[test]
fn personal_data_and_who_may_read_it() {
    let person =
        json!({ "user": { "email": "ann@shop.io", "phoneNumber": "+49 170 1234567", "name": "Ann" } });
    let answered = |url: &str, more: Value, body: &Value| {
        let mut call = json!({ "url": url, "responseBody": body.to_string() });
        if let (Value::Object(call), Value::Object(more)) = (&mut call, more) {
            call.extend(more);
        }
        self::call(&call)
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
