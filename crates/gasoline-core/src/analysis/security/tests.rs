//! Whole audits: each situation is what a browser sent and what is said of it.

mod clean;
mod exposure;
mod leaks;
mod limits;

use serde_json::{Value, json};

use super::*;
use crate::intake::Route;
use crate::learned::testkit::Browser;
use crate::rules::samples;

/// A value that a rule finds, by the template of its table.
pub(super) fn secret(template: &str) -> String {
    samples::expand(template).text
}

/// A token that can be read: `alg` and claims as given.
pub(super) const SIGNED_TOKEN: &str =
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwiZXhwIjoyMDAwMDAwMDAwfQ.dBjftJeZ4CVPmB92K27uhbUJU1p1r";

impl Browser {
    pub(super) fn log(&mut self, entry: &Value) {
        self.post(Route::Logs, &json!({ "entries": [entry] }));
    }

    pub(super) fn socket(&mut self, event: &Value) {
        self.post(Route::WebSocketEvents, &json!({ "events": [event] }));
    }

    /// A request with an answer in JSON, as our capture tells it.
    pub(super) fn call(&mut self, more: &Value) {
        let mut body = json!({
            "method": "GET", "url": "https://shop.io/api/data", "pageUrl": "https://shop.io/", "status": 200,
            "contentType": "application/json", "hasAuthHeader": true, "credentials": "same-origin", "hasCookies": "unknown",
            "_initiator": { "file": "src/api.ts", "line": 12, "column": 3 },
        });
        if let (Value::Object(body), Value::Object(more)) = (&mut body, more.clone()) {
            body.extend(more);
        }
        self.request(&body);
    }

    pub(super) fn audit(&self, checks: &[Check]) -> Audit {
        audit(&self.view(), &Query::default(), checks)
    }

    /// `severity fingerprint` of every finding.
    pub(super) fn found(&self) -> Vec<String> {
        lines(&self.audit(&Check::ALL))
    }
}

/// What one request shows.
pub(super) fn call(more: &Value) -> Vec<String> {
    let mut browser = Browser::new();
    browser.call(more);
    browser.found()
}

/// What one log entry shows.
pub(super) fn log(entry: &Value) -> Vec<String> {
    let mut browser = Browser::new();
    browser.log(entry);
    browser.found()
}

pub(super) fn lines(audit: &Audit) -> Vec<String> {
    let severity = |finding: &Finding| match finding.severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Critical => "critical",
    };
    audit.findings.iter().map(|finding| format!("{} {}", severity(finding), finding.fingerprint)).collect()
}
