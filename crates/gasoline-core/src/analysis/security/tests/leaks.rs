//! What is found, where, and how bad it is.

use super::*;

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
