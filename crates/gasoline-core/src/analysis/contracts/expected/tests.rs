//! Traffic against written contracts.

use serde_json::json;

use super::*;
use crate::learned::testkit::Browser;

fn shop() -> Value {
    json!({
        "openapi": "3.1.0",
        "servers": [{ "url": "https://shop.example/v1" }],
        "paths": {
            "/users/{id}": { "get": { "responses": {
                "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/User" } } } },
                "4XX": { "description": "refused" },
            } } },
            "/users/me": { "get": { "responses": { "200": { "description": "no schema" } } } },
            "/orders": { "post": {
                "requestBody": { "$ref": "#/components/requestBodies/Order" },
                "responses": { "201": { "$ref": "#/components/responses/Created" } },
            } },
            "/never": { "delete": { "responses": { "default": {} } } },
        },
        "components": {
            "schemas": { "User": {
                "type": "object", "required": ["id", "email"],
                "properties": {
                    "id": { "type": "integer" }, "email": { "type": "string" },
                    "tags": { "type": "array", "items": { "type": "string" } },
                    "born": { "type": "string", "format": "date" },
                    "role": { "enum": ["admin", "guest"] },
                },
            } },
            "requestBodies": { "Order": { "content": { "application/json": { "schema": {
                "type": "object", "required": ["amount"], "properties": { "amount": { "type": "number" } },
            } } } } },
            "responses": { "Created": { "content": { "application/json": { "schema": {
                "type": "object", "properties": { "id": { "type": "integer" } }, "additionalProperties": false,
            } } } } },
        },
    })
}

fn checked(browser: &Browser, expected: &Value) -> Checked {
    check(expected, &browser.view(), &EndpointFilter::default()).unwrap()
}

fn shown(checked: Checked) -> String {
    let rows: Vec<Value> = checked
        .violations
        .into_iter()
        .map(|violation| {
            let mut row = violation.row;
            row.shift_remove("fingerprint");
            Value::Object(row)
        })
        .collect();
    let all = json!({
        "violations": rows, "coverage": checked.coverage, "checked": checked.checked, "unreadable": checked.unreadable,
    });
    serde_json::to_string_pretty(&all).unwrap()
}

#[test]
fn drift_and_coverage_of_an_openapi_document() {
    let mut browser = Browser::new();
    browser.answer("GET", "/v1/users/7", 200, r#"{"id":7,"email":"a@example.org","tags":["x"]}"#);
    browser.answer(
        "GET",
        "/v1/users/8",
        200,
        r#"{"id":"8","tags":["x",1,2],"born":"yesterday","role":"root"}"#,
    );
    browser.answer("GET", "/v1/users/9", 200, r#"{"id":"9","email":"b@example.org"}"#);
    browser.answer("GET", "/v1/users/me", 200, r#"{"anything":true}"#);
    browser.answer("GET", "/v1/users/10", 503, r#"{"error":"down"}"#);
    browser.answer("GET", "/v1/users/11", 404, r#"{"error":"gone"}"#);
    browser.exchange("POST", "/v1/orders", r#"{"amount":"12"}"#, 201, r#"{"id":1,"total":3}"#);
    browser.answer("GET", "/v1/carts/3", 200, r#"{"items":[]}"#);
    browser.answer("GET", "/v1/users/12", 200, r#"{"id":12,"ema"#);
    insta::assert_snapshot!("openapi_drift", shown(checked(&browser, &shop())));
}

#[test]
fn removed_values_are_no_drift() {
    let mut browser = Browser::new();
    let expected = json!({ "openapi": "3.1.0", "paths": { "/login": { "get": { "responses": { "200": { "content": { "application/json": {
        "schema": { "type": "object", "properties": { "password": { "type": "integer" }, "id": { "type": "integer" } } },
    } } } } } } } });
    browser.answer("GET", "/login", 200, r#"{"password":"hunter2hunter2","id":"x"}"#);
    let fields: Vec<_> = checked(&browser, &expected)
        .violations
        .iter()
        .map(|violation| violation.row["field"].clone())
        .collect();
    assert_eq!(fields, [json!("id")]);
}

#[test]
fn version_3_0_is_read_in_its_own_words() {
    let mut browser = Browser::new();
    browser.answer("GET", "/item", 200, r#"{"name":null,"price":0}"#);
    let expected = json!({ "openapi": "3.0.3", "paths": { "/item": { "get": { "responses": { "200": { "content": { "application/json": {
        "schema": { "type": "object", "properties": {
            "name": { "type": "string", "nullable": true },
            "price": { "type": "number", "minimum": 0, "exclusiveMinimum": true },
        } },
    } } } } } } } });
    let drifts = checked(&browser, &expected);
    let rules: Vec<_> = drifts.violations.iter().map(|violation| violation.row["rule"].clone()).collect();
    assert_eq!(rules, [json!("exclusiveMinimum")]);
}

#[test]
fn a_schema_needs_to_know_its_endpoint() {
    let mut browser = Browser::new();
    browser.answer("GET", "/a", 200, r#"{"id":"1"}"#);
    browser.answer("GET", "/b", 200, r#"{"id":"1"}"#);
    let schema = json!({ "type": "object", "properties": { "id": { "type": "integer" } } });
    let with = |url_filter: Option<&str>| {
        let filter = EndpointFilter { url_filter: url_filter.map(str::to_owned), ignored: Vec::new() };
        check(&schema, &browser.view(), &filter)
    };
    assert!(matches!(with(None), Err(ExpectedError::NoFilter)));
    let found = with(Some("/a")).unwrap();
    assert_eq!((found.checked, found.violations.len(), found.coverage), (1, 1, None));
}

#[test]
fn what_cannot_be_used_is_named() {
    let browser = Browser::new();
    let message = |expected: Value| {
        check(&expected, &browser.view(), &EndpointFilter::default()).unwrap_err().to_string()
    };
    let outside = json!({ "openapi": "3.1.0", "paths": { "/a": { "$ref": "https://example.org/a.json" } } });
    insta::assert_snapshot!(
        [json!(3), json!({ "swagger": "2.0" }), json!({ "a": 1 }), json!({ "openapi": "3.1.0" }), outside].map(message).join("\n"),
        @r##"
    `expected` is neither an OpenAPI document (`openapi`, `paths`) nor a JSON Schema
    `expected` is Swagger 2.0: convert it to OpenAPI 3 first
    `expected` is neither an OpenAPI document (`openapi`, `paths`) nor a JSON Schema
    `expected` cannot be used: it has no `paths`
    `expected` refers to `https://example.org/a.json`: only references within the document (`#/…`) are followed
    "##
    );
}

#[test]
fn a_chain_of_references_that_never_ends_is_given_up() {
    let mut browser = Browser::new();
    browser.answer("GET", "/a", 200, "{}");
    let expected = json!({
        "openapi": "3.1.0", "paths": { "/a": { "get": { "responses": { "200": { "$ref": "#/components/responses/A" } } } } },
        "components": { "responses": { "A": { "$ref": "#/components/responses/A" } } },
    });
    assert_eq!(checked(&browser, &expected).checked, 0);
}
