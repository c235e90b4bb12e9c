//! One event as one line.

use gasoline_core::enrichment::printable;
use serde_json::Value;

/// For a person or a model: `10:30:00 error network_errors "Server error: POST /api/users → 500" http://localhost:3000/`.
/// What a page wrote is quoted, and cannot end its quotation or its line.
pub(crate) fn text_line(event: &Value) -> String {
    let text = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
    let time = text("timestamp").get(11..19).unwrap_or_default();
    let message = Value::from(printable(text("message")));
    let context = |name: &str| event.get("context")?.get(name)?.as_str();
    let page = context("pageUrl").or_else(|| context("url")).map(printable).unwrap_or_default();
    let line = format!("{time} {} {} {message} {page}", text("severity"), text("category"));
    line.trim().to_owned()
}

/// For a program: the event as it came.
pub(crate) fn json_line(event: &Value) -> String {
    event.to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_cannot_break_out_of_its_line() {
        let event = json!({
            "category": "errors", "severity": "error", "message": "New error: a\u{1b}[2J\n\"; rm -rf",
            "timestamp": "2026-01-22T10:30:00.000Z", "context": { "url": "http://localhost:3000/\u{7}" },
        });
        let line = r#"10:30:00 error errors "New error: a [2J \"; rm -rf" http://localhost:3000/"#;
        assert_eq!(text_line(&event), line);
    }
}
