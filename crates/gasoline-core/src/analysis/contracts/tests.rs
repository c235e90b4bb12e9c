//! Whole analyses of histories of requests.

use serde_json::json;

use super::*;
use crate::intake::Route;
use crate::learned::testkit::Browser;

impl Browser {
    fn analyze(&self, filter: &EndpointFilter) -> Analysis {
        analyze(&self.contracts, &self.view(), filter)
    }

    fn rows(&self) -> Value {
        let analysis = self.analyze(&EndpointFilter::default());
        Value::from_iter(analysis.violations.into_iter().map(|violation| Value::Object(violation.row)))
    }
}

#[test]
fn the_documented_example() {
    let mut browser = Browser::new();
    for _ in 0..5 {
        let profile = json!({ "id": 1, "name": "a", "email": "e", "avatar_url": "u" });
        browser.answer("GET", "/api/users/profile", 200, &profile.to_string());
        browser.answer("GET", "/api/products", 200, &json!([{ "price": 19.5 }]).to_string());
    }
    for _ in 0..3 {
        browser.answer("POST", "/api/orders", 201, &json!({ "id": 1 }).to_string());
    }
    browser.answer(
        "GET",
        "/api/users/profile",
        200,
        &json!({ "id": 1, "name": "a", "email": "e" }).to_string(),
    );
    browser.post(
        Route::Logs,
        &json!({ "entries": [{ "level": "error", "type": "exception",
            "message": "TypeError: Cannot read properties of undefined (reading 'avatar_url')" }] }),
    );
    browser.answer("GET", "/api/products", 200, &json!([{ "price": "19.99" }]).to_string());
    for _ in 0..2 {
        let failure = json!({ "error": "Internal server error", "message": "Database connection refused" });
        browser.answer("POST", "/api/orders", 500, &failure.to_string());
    }
    insta::assert_snapshot!("documented_example", serde_json::to_string_pretty(&browser.rows()).unwrap());
    let Analysis { tracked_endpoints, clean_endpoints, total_requests, .. } =
        browser.analyze(&EndpointFilter::default());
    assert_eq!((tracked_endpoints, clean_endpoints, total_requests), (3, 0, 17));
}

#[test]
fn endpoints_can_be_chosen_and_left_out() {
    let mut browser = Browser::new();
    browser.answer("GET", "/api/users/1", 200, &json!({}).to_string());
    browser.answer("GET", "/health", 200, &json!({}).to_string());
    let tracked = |url_filter: Option<&str>, ignored: &[&str]| {
        let filter = EndpointFilter {
            url_filter: url_filter.map(str::to_owned),
            ignored: ignored.iter().map(|part| (*part).to_owned()).collect(),
        };
        browser.analyze(&filter).tracked_endpoints
    };
    assert_eq!(tracked(None, &[]), 2);
    assert_eq!(tracked(Some("users"), &[]), 1);
    assert_eq!(tracked(Some("localhost:3000"), &["/health"]), 1);
}

#[test]
fn the_expected_shape_is_the_one_before_the_change() {
    let mut browser = Browser::new();
    let user = |fields: Value| json!({ "user": fields }).to_string();
    for _ in 0..3 {
        browser.answer("GET", "/a", 200, &user(json!({ "id": 1, "avatar": "a.png" })));
    }
    browser.answer("GET", "/a", 200, &user(json!({ "id": 1, "picture": "a.png" })));
    let rows = browser.rows();
    let missing = rows.as_array().unwrap().iter().find(|row| row["type"] == "shape_change").unwrap();
    assert_eq!(missing["expected_shape"], json!({ "user": { "id": "number", "avatar": "string" } }));
    assert_eq!(missing["actual_shape"], json!({ "user": { "id": "number", "picture": "string" } }));
}

#[test]
fn one_refusal_or_a_recovery_is_no_spike() {
    let mut browser = Browser::new();
    for _ in 0..3 {
        browser.answer("POST", "/a", 200, &json!({ "id": 1 }).to_string());
    }
    browser.answer("POST", "/a", 422, &json!({ "error": "name is missing" }).to_string());
    assert_eq!(browser.rows(), json!([]));
    browser.answer("POST", "/a", 500, &json!({}).to_string());
    browser.answer("POST", "/a", 200, &json!({ "id": 1 }).to_string());
    assert_eq!(browser.rows(), json!([]));
    browser.answer("POST", "/a", 404, &json!({}).to_string());
    browser.answer("POST", "/a", 404, &json!({}).to_string());
    let analysis = browser.analyze(&EndpointFilter::default());
    assert_eq!(analysis.violations[0].severity, Severity::Warning);
}

#[test]
fn a_report_shows_every_endpoint() {
    let mut browser = Browser::new();
    for id in 1..=2 {
        browser.answer("GET", &format!("/users/{id}"), 200, &json!({ "id": id, "tags": ["a"] }).to_string());
    }
    browser.answer("GET", "/users/3", 401, &json!({ "error": "no" }).to_string());
    let filter = EndpointFilter::default();
    let rows: Value = endpoints(&browser.contracts, &filter).map(reported).collect();
    insta::assert_snapshot!(serde_json::to_string_pretty(&rows).unwrap(), @r##"
    [
      {
        "endpoint": "GET /users/{id}",
        "method": "GET",
        "call_count": 3,
        "status_codes": {
          "200": 2,
          "401": 1
        },
        "established_shape": {
          "id": "number",
          "tags": [
            "string"
          ]
        },
        "consistency": "100%",
        "last_called": "1970-01-01T00:00:03.000Z"
      }
    ]
    "##);
}

#[test]
fn fingerprints_are_the_same_in_every_run() {
    let run = |secret: &str| {
        let mut browser = Browser::new();
        for _ in 0..3 {
            browser.answer("GET", "/me", 200, &json!({ "id": 1, "password": secret }).to_string());
        }
        browser.answer("GET", "/me", 200, &json!({ "id": "1" }).to_string());
        let analysis = browser.analyze(&EndpointFilter::default());
        analysis.violations.into_iter().map(|violation| violation.fingerprint).collect::<Vec<_>>()
    };
    assert_eq!(run("hunter2hunter2"), run("another-password"));
    assert_eq!(run("hunter2hunter2").len(), 2);
}
