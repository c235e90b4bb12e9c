//! An app that does nothing wrong, whose traffic looks as that of real apps does.

use super::*;

#[test]
fn a_clean_app_gives_no_warning() {
    let mut browser = Browser::new();
    let origin = "https://app.shop.io";
    let page = format!("{origin}/orders");
    browser.log(&json!({ "type": "document", "url": page, "responseHeaders": { "observed": {
        "content-type": "text/html", "content-security-policy": "default-src 'self'; frame-ancestors 'self'",
        "strict-transport-security": "max-age=31536000", "x-content-type-options": "nosniff" } } }));
    let mut call = |method: &str, path: &str, sent: Value, answer: Value| {
        browser.call(&json!({ "method": method, "url": format!("{origin}{path}"), "pageUrl": page,
            "hasAuthHeader": false, "hasCookies": "unknown",
            "requestBody": if sent.is_null() { Value::Null } else { json!(sent.to_string()) },
            "requestHeaders": { "content-type": "application/json", "x-csrf-token": "[REDACTED]" },
            "responseBody": answer.to_string() }));
    };
    let token = secret("{alnum:40}");
    call(
        "POST",
        "/api/login",
        json!({ "email": "ann@shop.io", "password": "hunter2" }),
        json!({ "accessToken": SIGNED_TOKEN,
        "refreshToken": token, "user": { "email": "ann@shop.io" } }),
    );
    call(
        "POST",
        "/api/auth/refresh",
        json!({ "refreshToken": token }),
        json!({ "accessToken": SIGNED_TOKEN }),
    );
    call("GET", "/api/csrf", json!(null), json!({ "csrfToken": token }));
    call(
        "GET",
        "/api/me",
        json!(null),
        json!({ "id": 7, "email": "ann@shop.io", "phone": "+49 170 1234567",
        "address": { "street": "12 High Street" }, "passwordChangedAt": "2026-01-01", "tokenCount": 12 }),
    );
    call(
        "GET",
        "/api/products?page=2&key=name",
        json!(null),
        json!({ "items": [{ "id": "9f1c2e3d4b5a69788796a5b4c3d2e1f0",
        "sku": "AB-1234-5678", "price": 19.5, "image": format!("data:image/png;base64,{}", "iVBORw0KGgo".repeat(20)),
        "hash": secret("{hex:64}") }], "nextPageToken": token, "total": 1705919400123_u64 }),
    );
    call(
        "POST",
        "/api/checkout",
        json!({ "cardNumber": "4111111111111111", "cvc": "123" }),
        json!({ "orderId": 4111111111111112_u64 }),
    );
    call(
        "GET",
        "/api/labels",
        json!(null),
        json!({ "password": "Password", "password.hint": "At least 8 characters",
        "errors": { "token": "The token has expired" }, "signIn": "Sign in with your API key" }),
    );
    browser.call(&json!({ "url": format!("https://bucket.s3.amazonaws.com/a.png?X-Amz-Credential={token}&X-Amz-Signature={}", secret("{hex:64}")),
        "pageUrl": page, "hasAuthHeader": false, "hasCookies": "false", "contentType": "image/png" }));
    browser.call(&json!({ "url": format!("https://maps.googleapis.com/maps/api/js?key={}", secret("AIza{alnum:35}")), "pageUrl": page }));
    for message in [
        "loaded 512 tokens in 20 ms",
        "user 42 logged in",
        "commit 9f1c2e3d4b5a69788796a5b4c3d2e1f0a1b2c3d4",
        "Warning: passwords must match",
        "fetch /api/me?t=1705919400123",
    ] {
        browser.log(
            &json!({ "type": "console", "level": "log", "message": message, "args": [message], "url": page }),
        );
    }
    for (area, key, value) in [
        ("localStorage", "theme", "dark"),
        ("localStorage", "cart", "[{\"id\":7}]"),
        ("cookie", "consent", "accepted-all-of-it"),
        ("cookie", "XSRF-TOKEN", token.as_str()),
        ("sessionStorage", "tab", "2"),
    ] {
        browser.log(&json!({ "type": "storage", "area": area, "key": key, "value": value, "url": page, "attributes": { "secure": true } }));
    }
    for (kind, url) in [
        ("script", format!("{origin}/app.js")),
        ("script", "https://cdn.io/lib.js".to_owned()),
        ("img", "https://img.io/a.png".to_owned()),
    ] {
        browser.log(&json!({ "type": "resource", "url": url, "pageUrl": page, "initiatorType": kind }));
    }
    browser.socket(&json!({ "event": "open", "id": "1", "url": "wss://app.shop.io/live", "pageUrl": page }));
    browser.socket(&json!({ "event": "message", "direction": "outgoing", "id": "1", "url": "wss://app.shop.io/live", "pageUrl": page,
        "data": json!({ "type": "auth", "token": SIGNED_TOKEN }).to_string() }));
    let audit = browser.audit(&Check::ALL);
    let alarms: Vec<_> = lines(&audit).into_iter().filter(|line| !line.starts_with("info")).collect();
    assert_eq!(alarms, Vec::<String>::new());
    assert_eq!(audit.scanned.network_requests, 9);
}
