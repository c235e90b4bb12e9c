//! An app that does nothing wrong, whose traffic looks as that of real apps does.

use super::*;

const ORIGIN: &str = "https://app.shop.io";
const PAGE: &str = "https://app.shop.io/orders";

#[test]
fn a_clean_app_gives_no_warning() {
    let mut browser = Browser::new();
    browser.log(&json!({ "type": "document", "url": PAGE, "responseHeaders": { "observed": {
        "content-type": "text/html", "content-security-policy": "default-src 'self'; frame-ancestors 'self'",
        "strict-transport-security": "max-age=31536000", "x-content-type-options": "nosniff" } } }));
    requests(&mut browser);
    storage_and_scripts(&mut browser);
    for message in [
        "loaded 512 tokens in 20 ms",
        "user 42 logged in",
        "commit 9f1c2e3d4b5a69788796a5b4c3d2e1f0a1b2c3d4",
        "Warning: passwords must match",
        "fetch /api/me?t=1705919400123",
    ] {
        let entry =
            json!({ "type": "console", "level": "log", "message": message, "args": [message], "url": PAGE });
        browser.log(&entry);
    }
    browser.socket(&json!({ "event": "open", "id": "1", "url": "wss://app.shop.io/live", "pageUrl": PAGE }));
    browser.socket(
        &json!({ "event": "message", "direction": "outgoing", "id": "1", "url": "wss://app.shop.io/live",
        "pageUrl": PAGE, "data": json!({ "type": "auth", "token": SIGNED_TOKEN }).to_string() }),
    );
    let audit = browser.audit(&Check::ALL);
    let alarms: Vec<_> = lines(&audit).into_iter().filter(|line| !line.starts_with("info")).collect();
    assert_eq!(alarms, Vec::<String>::new());
    assert_eq!(audit.scanned.network_requests, 9);
}

fn requests(browser: &mut Browser) {
    let token = secret("{alnum:40}");
    let image = format!("data:image/png;base64,{}", "iVBORw0KGgo".repeat(20));
    let calls = [
        json!(["POST", "/api/login", { "email": "ann@shop.io", "password": "hunter2" },
            { "accessToken": SIGNED_TOKEN, "refreshToken": token, "user": { "email": "ann@shop.io" } }]),
        json!(["POST", "/api/auth/refresh", { "refreshToken": token }, { "accessToken": SIGNED_TOKEN }]),
        json!(["GET", "/api/csrf", null, { "csrfToken": token }]),
        json!(["GET", "/api/me", null, { "id": 7, "email": "ann@shop.io", "phone": "+49 170 1234567",
            "address": { "street": "12 High Street" }, "passwordChangedAt": "2026-01-01", "tokenCount": 12 }]),
        json!(["GET", "/api/products?page=2&key=name", null, { "nextPageToken": token, "total": 1705919400123_u64,
            "items": [{ "id": "9f1c2e3d4b5a69788796a5b4c3d2e1f0", "sku": "AB-1234-5678", "price": 19.5, "image": image,
                "hash": secret("{hex:64}") }] }]),
        json!(["POST", "/api/checkout", { "cardNumber": "4111111111111111", "cvc": "123" },
            { "orderId": 4111111111111112_u64 }]),
        json!(["GET", "/api/labels", null, { "password": "Password", "password.hint": "At least 8 characters",
            "errors": { "token": "The token has expired" }, "signIn": "Sign in with your API key" }]),
    ];
    for call in calls {
        let sent = if call[2].is_null() { Value::Null } else { json!(call[2].to_string()) };
        browser.call(&json!({ "method": call[0], "url": format!("{ORIGIN}{}", call[1].as_str().unwrap()), "pageUrl": PAGE,
            "hasAuthHeader": false, "hasCookies": "unknown", "requestBody": sent, "responseBody": call[3].to_string(),
            "requestHeaders": { "content-type": "application/json", "x-csrf-token": "[REDACTED]" } }));
    }
    let picture = format!(
        "https://bucket.s3.amazonaws.com/a.png?X-Amz-Credential={token}&X-Amz-Signature={}",
        secret("{hex:64}")
    );
    browser.call(&json!({ "url": picture, "pageUrl": PAGE, "hasAuthHeader": false, "hasCookies": "false",
        "contentType": "image/png" }));
    let map = format!("https://maps.googleapis.com/maps/api/js?key={}", secret("AIza{alnum:35}"));
    browser.call(&json!({ "url": map, "pageUrl": PAGE }));
}

fn storage_and_scripts(browser: &mut Browser) {
    let token = secret("{alnum:40}");
    for (area, key, value) in [
        ("localStorage", "theme", "dark"),
        ("localStorage", "cart", "[{\"id\":7}]"),
        ("cookie", "consent", "accepted-all-of-it"),
        ("cookie", "XSRF-TOKEN", token.as_str()),
        ("sessionStorage", "tab", "2"),
    ] {
        browser.log(&json!({ "type": "storage", "area": area, "key": key, "value": value, "url": PAGE,
            "attributes": { "secure": true } }));
    }
    for (kind, url) in [
        ("script", "https://app.shop.io/app.js"),
        ("script", "https://cdn.io/lib.js"),
        ("img", "https://img.io/a.png"),
    ] {
        browser.log(&json!({ "type": "resource", "url": url, "pageUrl": PAGE, "initiatorType": kind }));
    }
}
