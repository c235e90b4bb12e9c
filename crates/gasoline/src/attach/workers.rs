//! Workers: console calls and uncaught errors as the browser reports them, because the page script does not run there; and
//! frames for as long as it does not.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use gasoline_wire::{ConsoleEvent, ExceptionEvent, Identity, Level, LogKind, Mechanism, Timestamp};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::cdp::Event;
use super::worker_errors::ErrorPlace;

/// As much of one string as the page script keeps.
const MAX_CHARACTERS: usize = 10_240;

/// As much of a stack as the page script keeps.
const MAX_STACK_CHARACTERS: usize = 32_768;

/// Arguments of one call that are kept.
const MAX_ARGUMENTS: usize = 100;

/// One worker under capture.
#[derive(Debug)]
pub(super) struct WorkerCapture {
    numbering: Numbering,
    url: String,
}

/// What a worker says.
#[derive(Debug)]
pub(super) enum WorkerSaid {
    /// An entry, complete.
    Line(String),
    Error(Box<WorkerError>),
}

impl WorkerSaid {
    /// The entry, whatever it is.
    pub(super) fn entry(self) -> Option<String> {
        match self {
            Self::Line(entry) => Some(entry),
            Self::Error(error) => error.entry(),
        }
    }
}

/// A worker's identity and its count of entries. Clones count together.
#[derive(Clone, Debug)]
struct Numbering {
    identity: Identity,
    count: Arc<AtomicU32>,
}

impl Numbering {
    /// The identity of the worker's next entry.
    fn next(&self) -> Identity {
        let number = self.count.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        let page = self.identity.page.as_deref().unwrap_or_default();
        Identity { n: Some(number), event_id: Some(format!("{page}-{number}")), ..self.identity.clone() }
    }
}

/// An uncaught error of a worker, numbered when it becomes an entry: one that the page tells leaves no gap.
#[derive(Debug)]
pub(super) struct WorkerError {
    event: ExceptionEvent,
    place: Option<ErrorPlace>,
    /// Whether nothing is known of what was thrown, as where a worker is told of an error of a worker of its own.
    is_report: bool,
    numbering: Numbering,
}

impl WorkerError {
    pub(super) fn message(&self) -> &str {
        &self.event.message
    }

    pub(super) fn stack(&self) -> Option<&str> {
        self.event.stack.as_deref()
    }

    pub(super) fn is_report(&self) -> bool {
        self.is_report
    }

    /// Where it was thrown, if the worker's page is told of it too; of rejections it is not.
    pub(super) fn place_in_page(&self) -> Option<&ErrorPlace> {
        self.place.as_ref().filter(|_| self.event.mechanism == Mechanism::Error)
    }

    /// The entry for it.
    pub(super) fn entry(self) -> Option<String> {
        let event = ExceptionEvent { identity: self.numbering.next(), ..self.event };
        serde_json::to_string(&event).ok()
    }
}

/// `Runtime.consoleAPICalled`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConsoleCall {
    #[serde(rename = "type")]
    method: String,
    args: Vec<RemoteValue>,
    timestamp: f64,
    stack_trace: Option<StackTrace>,
}

/// `Runtime.exceptionThrown`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExceptionThrown {
    timestamp: f64,
    exception_details: ExceptionDetails,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExceptionDetails {
    /// "Uncaught" or "Uncaught (in promise)".
    text: String,
    line_number: u32,
    column_number: u32,
    url: Option<String>,
    stack_trace: Option<StackTrace>,
    exception: Option<RemoteValue>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StackTrace {
    call_frames: Vec<CallFrame>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    url: String,
    line_number: u32,
}

/// A value in the worker, as far as the browser describes it unasked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RemoteValue {
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    value: Option<Value>,
    unserializable_value: Option<String>,
    description: Option<String>,
    preview: Option<Preview>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Preview {
    overflow: bool,
    properties: Vec<PreviewProperty>,
}

#[derive(Debug, Deserialize)]
struct PreviewProperty {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    value: Option<String>,
}

impl WorkerCapture {
    /// `identity` names the worker; `page` in it is the worker itself.
    pub(super) fn new(identity: Identity, url: String) -> Self {
        Self { numbering: Numbering { identity, count: Arc::default() }, url }
    }

    /// What an event says of it, if it says anything.
    pub(super) fn heard(&self, event: &Event<'_>) -> Option<WorkerSaid> {
        match event.method.as_ref() {
            "Runtime.consoleAPICalled" => self.console(event.params()?).map(WorkerSaid::Line),
            "Runtime.exceptionThrown" => Some(WorkerSaid::Error(Box::new(self.exception(event.params()?)))),
            _ => None,
        }
    }

    /// The entry for a console call; `None` for methods the page script does not capture either.
    fn console(&self, call: ConsoleCall) -> Option<String> {
        let level = level(&call.method)?;
        let texts: Vec<String> = call.args.iter().map(RemoteValue::text).collect();
        let event = ConsoleEvent {
            kind: LogKind::Console,
            ts: time(call.timestamp),
            level,
            message: bounded(&message_text(&call.method, &texts), MAX_CHARACTERS),
            args: call.args.iter().take(MAX_ARGUMENTS).map(RemoteValue::json).collect(),
            source: call.stack_trace.as_ref().and_then(StackTrace::place),
            enrichment: None,
            context: None,
            url: self.url.clone(),
            identity: self.numbering.next(),
        };
        serde_json::to_string(&event).ok()
    }

    /// An uncaught error.
    fn exception(&self, thrown: ExceptionThrown) -> WorkerError {
        let details = thrown.exception_details;
        let stack = details.exception.as_ref().filter(|value| value.is_error());
        let stack = stack.and_then(|error| error.description.as_deref());
        let message = match (stack, &details.exception) {
            (Some(stack), _) => message_of(stack).to_owned(),
            (None, Some(value)) => value.text(),
            (None, None) => details.text.clone(),
        };
        let in_promise = details.text.contains("(in promise)");
        let filename = details.url.clone().filter(|url| !url.is_empty());
        let stack_place = details.stack_trace.as_ref().and_then(StackTrace::place);
        let own_place = filename.as_deref().map(|url| place(url, details.line_number));
        let line = details.line_number.saturating_add(1);
        let column = details.column_number.saturating_add(1);
        let place = filename.clone().map(|url| ErrorPlace { url, line, column });
        let event = ExceptionEvent {
            kind: LogKind::Exception,
            ts: time(thrown.timestamp),
            level: Level::Error,
            mechanism: if in_promise { Mechanism::UnhandledRejection } else { Mechanism::Error },
            message: bounded(&message, MAX_CHARACTERS),
            stack: stack.map(|stack| bounded(stack, MAX_STACK_CHARACTERS)),
            source: stack_place.or(own_place),
            lineno: filename.as_ref().map(|_| line),
            colno: filename.as_ref().map(|_| column),
            filename,
            url: self.url.clone(),
            enrichment: None,
            context: None,
            identity: Identity::default(),
        };
        let is_report = details.exception.as_ref().is_none_or(RemoteValue::is_null);
        WorkerError { event, place, is_report, numbering: self.numbering.clone() }
    }
}

/// The methods the page script captures, in the browser's words.
fn level(method: &str) -> Option<Level> {
    Some(match method {
        "debug" => Level::Debug,
        "log" => Level::Log,
        "info" => Level::Info,
        "warning" => Level::Warn,
        "error" | "assert" => Level::Error,
        _ => return None,
    })
}

/// The arguments as one line, as the page script writes it.
fn message_text(method: &str, texts: &[String]) -> String {
    let text = texts.join(" ");
    match (method, text.as_str()) {
        // What the browser says of an assertion without arguments.
        ("assert", "" | "console.assert") => "Assertion failed".to_owned(),
        ("assert", text) => format!("Assertion failed: {text}"),
        _ => text,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "casts from f64 saturate")]
fn time(milliseconds: f64) -> String {
    Timestamp::from_milliseconds(milliseconds as i64).unwrap_or_default().to_string()
}

/// An error's description is its stack; the message is what stands before the frames.
fn message_of(stack: &str) -> &str {
    stack.split_once("\n    at ").map_or(stack, |(message, _)| message)
}

/// `app.js:42`, as the page script writes it.
fn place(url: &str, zero_based_line: u32) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(path);
    format!("{file}:{}", zero_based_line.saturating_add(1))
}

fn bounded(text: &str, most_characters: usize) -> String {
    match text.char_indices().nth(most_characters) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

impl StackTrace {
    fn place(&self) -> Option<String> {
        let frame = self.call_frames.iter().find(|frame| !frame.url.is_empty())?;
        Some(place(&frame.url, frame.line_number))
    }
}

impl RemoteValue {
    fn is_error(&self) -> bool {
        self.subtype.as_deref() == Some("error")
    }

    fn is_null(&self) -> bool {
        self.subtype.as_deref() == Some("null")
    }

    /// As one piece of a line of text.
    fn text(&self) -> String {
        match self.json() {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }

    /// As JSON: what JSON cannot hold becomes a string in brackets, as the page script does it.
    fn json(&self) -> Value {
        match (&self.value, &self.unserializable_value, &self.preview) {
            _ if self.is_null() => Value::Null,
            (Some(Value::String(text)), ..) => bounded(text, MAX_CHARACTERS).into(),
            (Some(value), ..) => value.clone(),
            (None, Some(text), _) => format!("[{text}]").into(),
            (None, None, _) if self.is_error() => {
                let stack = self.description.as_deref().unwrap_or_default();
                bounded(message_of(stack), MAX_CHARACTERS).into()
            }
            (None, None, Some(preview)) => preview.json(self.subtype.as_deref() == Some("array")),
            (None, None, None) => {
                format!("[{}]", bounded(self.description.as_deref().unwrap_or(&self.kind), 200)).into()
            }
        }
    }
}

impl Preview {
    /// One level deep: the browser describes no more unasked.
    fn json(&self, is_array: bool) -> Value {
        if is_array {
            let mut items: Vec<Value> = self.properties.iter().map(PreviewProperty::json).collect();
            items.extend(self.overflow.then(|| Value::from("[…]")));
            return items.into();
        }
        let mut members: Map<String, Value> =
            self.properties.iter().map(|property| (property.name.clone(), property.json())).collect();
        if self.overflow {
            members.insert("[…]".to_owned(), "[more]".into());
        }
        members.into()
    }
}

impl PreviewProperty {
    fn json(&self) -> Value {
        let text = self.value.as_deref().unwrap_or_default();
        match self.kind.as_str() {
            "string" => text.into(),
            "number" | "boolean" => serde_json::from_str(text).unwrap_or_else(|_| format!("[{text}]").into()),
            _ if text == "null" => Value::Null,
            kind if text.is_empty() => format!("[{kind}]").into(),
            _ => format!("[{text}]").into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn worker() -> WorkerCapture {
        let identity = Identity {
            session: Some("s".to_owned()),
            tab: Some("t".to_owned()),
            page: Some("w".to_owned()),
            ..Identity::default()
        };
        WorkerCapture::new(identity, "http://localhost/work.js".to_owned())
    }

    fn console(call: Value) -> Option<Value> {
        let entry = worker().console(serde_json::from_value(call).unwrap())?;
        Some(serde_json::from_str(&entry).unwrap())
    }

    #[test]
    fn a_console_call_becomes_the_entry_a_page_would_send() {
        let call = json!({
            "type": "warning", "timestamp": 1_769_077_800_000.25_f64, "executionContextId": 1,
            "args": [
                { "type": "string", "value": "slow" },
                { "type": "number", "value": 900, "description": "900" },
                { "type": "undefined" },
                { "type": "bigint", "unserializableValue": "5n" },
                { "type": "object", "subtype": "null", "value": null },
                { "type": "object", "className": "Object", "description": "Object", "preview": {
                    "type": "object", "overflow": true, "properties": [
                        { "name": "ms", "type": "number", "value": "900" },
                        { "name": "where", "type": "object", "value": "Array(2)" },
                        { "name": "none", "type": "object", "subtype": "null", "value": "null" },
                    ] } },
            ],
            "stackTrace": { "callFrames": [
                { "functionName": "run", "url": "http://localhost/lib/work.js?v=1", "lineNumber": 6, "columnNumber": 2 },
            ] },
        });
        assert_eq!(
            console(call),
            Some(json!({
                "type": "console", "ts": "2026-01-22T10:30:00.000Z", "level": "warn",
                "message": "slow 900 [undefined] [5n] null {\"ms\":900,\"where\":\"[Array(2)]\",\"none\":null,\"[…]\":\"[more]\"}",
                "args": ["slow", 900, "[undefined]", "[5n]", null,
                         { "ms": 900, "where": "[Array(2)]", "none": null, "[…]": "[more]" }],
                "source": "work.js:7", "url": "http://localhost/work.js",
                "session": "s", "tab": "t", "page": "w", "n": 1, "eventId": "w-1",
            }))
        );
    }

    #[test]
    fn an_assertion_that_failed_is_an_error() {
        let message = |args: Value| {
            let entry = console(json!({ "type": "assert", "args": args, "timestamp": 0 })).unwrap();
            (entry["level"].clone(), entry["message"].clone())
        };
        let text = json!([{ "type": "string", "value": "no rows" }]);
        assert_eq!(message(text), (json!("error"), json!("Assertion failed: no rows")));
        let bare = json!([{ "type": "string", "value": "console.assert" }]);
        assert_eq!(message(bare), (json!("error"), json!("Assertion failed")));
    }

    #[test]
    fn other_console_methods_are_left_out_as_in_pages() {
        assert_eq!(console(json!({ "type": "table", "args": [], "timestamp": 0 })), None);
    }

    #[test]
    fn an_uncaught_error_keeps_its_stack_and_place() {
        let stack = "TypeError: no total\n    at sum (http://localhost/work.js:3:7)";
        let thrown = json!({
            "timestamp": 1_769_077_800_000_i64,
            "exceptionDetails": {
                "exceptionId": 1, "text": "Uncaught", "lineNumber": 2, "columnNumber": 6,
                "url": "http://localhost/work.js",
                "exception": { "type": "object", "subtype": "error", "className": "TypeError", "description": stack },
            },
        });
        let entry = worker().exception(serde_json::from_value(thrown).unwrap()).entry().unwrap();
        assert_eq!(
            serde_json::from_str::<Value>(&entry).unwrap(),
            json!({
                "type": "exception", "ts": "2026-01-22T10:30:00.000Z", "level": "error", "mechanism": "error",
                "message": "TypeError: no total", "stack": stack, "source": "work.js:3",
                "filename": "http://localhost/work.js", "lineno": 3, "colno": 7, "url": "http://localhost/work.js",
                "session": "s", "tab": "t", "page": "w", "n": 1, "eventId": "w-1",
            })
        );
    }

    #[test]
    fn a_rejection_with_anything_is_told_as_such() {
        let thrown = json!({
            "timestamp": 0,
            "exceptionDetails": {
                "exceptionId": 1, "text": "Uncaught (in promise)", "lineNumber": 0, "columnNumber": 0,
                "exception": { "type": "string", "value": "no luck" },
            },
        });
        let entry = worker().exception(serde_json::from_value(thrown).unwrap()).entry().unwrap();
        let entry: Value = serde_json::from_str(&entry).unwrap();
        assert_eq!(
            (&entry["mechanism"], &entry["message"]),
            (&json!("unhandledrejection"), &json!("no luck"))
        );
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(bounded("ééé", 2), "éé…");
        assert_eq!(bounded("éé", 2), "éé");
    }
}
