//! Spans and log records as OTLP writes them in JSON: whole numbers as text, times in nanoseconds.

use serde_json::{Map, Value, json};

/// Named values.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes(Vec<Value>);

impl Attributes {
    pub(super) fn text(mut self, name: &str, value: &str) -> Self {
        self.0.push(json!({ "key": name, "value": { "stringValue": value } }));
        self
    }

    /// Nothing where there is nothing to say.
    pub(super) fn maybe(self, name: &str, value: Option<&str>) -> Self {
        match value.filter(|value| !value.is_empty()) {
            Some(value) => self.text(name, value),
            None => self,
        }
    }

    pub(super) fn whole(mut self, name: &str, value: u64) -> Self {
        self.0.push(json!({ "key": name, "value": { "intValue": value.to_string() } }));
        self
    }

    pub(super) fn number(mut self, name: &str, value: f64) -> Self {
        self.0.push(json!({ "key": name, "value": { "doubleValue": value } }));
        self
    }

    pub(super) fn into_value(self) -> Value {
        Value::Array(self.0)
    }
}

/// How a span stands to others.
#[derive(Clone, Copy, Debug)]
pub(super) enum SpanKind {
    Internal = 1,
    Client = 3,
}

/// One span.
#[derive(Debug)]
pub(super) struct Span {
    pub(super) trace: String,
    pub(super) id: String,
    pub(super) parent: Option<String>,
    /// Another span that it belongs to, where the trace is not ours.
    pub(super) link: Option<(String, String)>,
    pub(super) name: String,
    pub(super) kind: SpanKind,
    /// Milliseconds since 1970.
    pub(super) times: (i64, i64),
    pub(super) has_failed: bool,
    pub(super) attributes: Attributes,
}

impl Span {
    pub(super) fn into_value(self) -> Value {
        let mut span = Map::new();
        span.insert("traceId".to_owned(), json!(self.trace));
        span.insert("spanId".to_owned(), json!(self.id));
        if let Some(parent) = self.parent {
            span.insert("parentSpanId".to_owned(), json!(parent));
        }
        span.insert("name".to_owned(), json!(self.name));
        span.insert("kind".to_owned(), json!(self.kind as u8));
        span.insert("startTimeUnixNano".to_owned(), json!(nanoseconds(self.times.0)));
        // A span does not end before it starts, whatever two clocks say.
        span.insert("endTimeUnixNano".to_owned(), json!(nanoseconds(self.times.1.max(self.times.0))));
        span.insert("attributes".to_owned(), self.attributes.into_value());
        if let Some((trace, id)) = self.link {
            span.insert("links".to_owned(), json!([{ "traceId": trace, "spanId": id }]));
        }
        let status = if self.has_failed { json!({ "code": 2 }) } else { json!({}) };
        span.insert("status".to_owned(), status);
        Value::Object(span)
    }
}

/// One log record.
#[derive(Debug)]
pub(super) struct Log {
    /// Milliseconds since 1970.
    pub(super) time: i64,
    pub(super) trace: String,
    pub(super) span: String,
    pub(super) event: &'static str,
    pub(super) severity: Severity,
    pub(super) body: String,
    pub(super) attributes: Attributes,
}

/// As OTLP counts it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Severity {
    Debug = 5,
    Info = 9,
    Warn = 13,
    Error = 17,
}

impl Log {
    pub(super) fn into_value(self) -> Value {
        let name = match self.severity {
            Severity::Debug => "DEBUG",
            Severity::Info => "INFO",
            Severity::Warn => "WARN",
            Severity::Error => "ERROR",
        };
        json!({
            "timeUnixNano": nanoseconds(self.time),
            "severityNumber": self.severity as u8,
            "severityText": name,
            "eventName": self.event,
            "body": { "stringValue": self.body },
            "attributes": self.attributes.into_value(),
            "traceId": self.trace,
            "spanId": self.span,
        })
    }
}

fn nanoseconds(milliseconds: i64) -> String {
    (i128::from(milliseconds.max(0)) * 1_000_000).to_string()
}
