//! What broke: the error that the flow is about, else the latest, else the latest request that failed.

use gasoline_wire::Timestamp;
use serde_json::{Map, Value};

use crate::analysis::errors::{Form, errors};
use crate::analysis::query::Query;
use crate::analysis::requests::{self, Request};
use crate::codegen::{FlowError, PlainFlow};
use crate::intake::Kind;
use crate::report::noise;
use crate::store::View;

/// Different errors among which the one to report is looked for.
const MOST_ERRORS: usize = 50;

/// What kind of thing broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An exception that nobody caught.
    Exception,
    /// A rejected promise that nobody handled.
    Rejection,
    /// An error that the page logged.
    Logged,
    /// A request that was refused or got no answer.
    Request,
    /// Something that a policy of the page did not allow.
    Violation,
    /// A connection that broke.
    Socket,
}

impl ErrorKind {
    fn of(kind: &str, mechanism: &str) -> Self {
        match (kind, mechanism) {
            ("exception", "unhandledrejection") => Self::Rejection,
            ("exception", _) => Self::Exception,
            ("network", _) => Self::Request,
            ("violation" | "csp" | "csp-violation", _) => Self::Violation,
            ("websocket", _) => Self::Socket,
            _ => Self::Logged,
        }
    }

    /// The documented severity.
    pub fn severity(self) -> &'static str {
        match self {
            Self::Exception => "Error (unhandled exception)",
            Self::Rejection => "Error (unhandled promise rejection)",
            Self::Logged => "Error (logged by the page)",
            Self::Request => "Error (failed request)",
            Self::Violation => "Error (blocked by a policy of the page)",
            Self::Socket => "Error (broken WebSocket connection)",
        }
    }

    fn is_thrown(self) -> bool {
        matches!(self, Self::Exception | Self::Rejection)
    }
}

/// One error with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BugError {
    /// What kind.
    pub kind: ErrorKind,
    /// What it says.
    pub message: String,
    /// Where: in the original source if that is known, else in the script that ran.
    pub place: Option<String>,
    /// Whether the place is one of the original source.
    pub is_mapped: bool,
    /// When it happened first, in milliseconds since 1970.
    pub time: i64,
    /// When it happened last.
    pub last: i64,
    /// How often.
    pub count: u64,
    pub(super) page_url: Option<String>,
    pub(super) stack: Option<String>,
    pub(super) snippets: Vec<String>,
    pub(super) components: Option<String>,
    /// A guess, and what it rests on.
    pub(super) likely_cause: Option<(String, String)>,
    pub(super) event_ids: Vec<String>,
}

/// The error that a report is about.
pub(super) fn main(view: &View, query: &Query, now: Timestamp, flow: Option<&PlainFlow>) -> Option<BugError> {
    let query = Query { limit: MOST_ERRORS, ..query.clone() };
    let rows = errors(view, &query, now, Form::Condensed).rows;
    let shared = &rows.about.shared;
    let mut found: Vec<BugError> = rows
        .shown
        .iter()
        .filter_map(|row| row.value.as_object())
        .map(|row| BugError::read(&RowFields { row, shared }))
        .collect();
    let is_noise = |error: &BugError| {
        let stack = error.stack.as_deref().unwrap_or_default();
        noise::of_message(&error.message, stack, &Default::default()).is_some()
    };
    let of_flow = flow.and_then(|flow| flow.error.as_ref());
    let chosen = of_flow
        .and_then(|wanted| found.iter().position(|error| error.is(wanted)))
        .or_else(|| found.iter().position(|error| error.kind.is_thrown() && !is_noise(error)))
        .or_else(|| found.iter().position(|error| error.kind != ErrorKind::Request && !is_noise(error)));
    let mut error = match chosen {
        Some(index) => found.swap_remove(index),
        None => failed_request(view, &query)?,
    };
    error.event_ids = event_ids(view, &error.message);
    Some(error)
}

/// A row with what all rows share.
struct RowFields<'r> {
    row: &'r Map<String, Value>,
    shared: &'r Map<String, Value>,
}

impl RowFields<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        self.row.get(name).or_else(|| self.shared.get(name))
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_str).filter(|text| !text.is_empty())
    }

    fn time(&self, name: &str) -> Option<i64> {
        self.text(name).and_then(|time| Timestamp::parse(time).ok()).map(Timestamp::as_milliseconds)
    }
}

impl BugError {
    fn read(fields: &RowFields<'_>) -> Self {
        let text = |name: &str| fields.text(name).map(str::to_owned);
        let stack = text("stack");
        let mapped = text("location");
        let in_script = || {
            let first_frame = stack.as_deref().and_then(|stack| stack.lines().next()).map(frame_place);
            first_frame.or_else(|| text("source")).or_else(|| text("filename"))
        };
        let context = fields.get("_aiContext");
        let snippets = context.and_then(|context| context.get("sourceSnippets")).and_then(Value::as_array);
        let components = context.and_then(|context| context.get("componentAncestry")?.get("components"));
        let time = fields.time("ts").unwrap_or_default();
        Self {
            kind: ErrorKind::of(
                fields.text("type").unwrap_or_default(),
                fields.text("mechanism").unwrap_or_default(),
            ),
            message: text("message").unwrap_or_else(|| "(no message)".to_owned()),
            is_mapped: mapped.is_some(),
            place: mapped.or_else(in_script),
            time: fields.time("first_ts").unwrap_or(time),
            last: fields.time("last_ts").unwrap_or(time),
            count: fields.get("count").and_then(Value::as_u64).unwrap_or(1),
            page_url: text("pageUrl").or_else(|| text("url")),
            snippets: snippets.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect(),
            components: components.and_then(Value::as_str).map(str::to_owned),
            likely_cause: fields.get("likely_cause").and_then(likely_cause),
            event_ids: Vec::new(),
            stack,
        }
    }

    fn is(&self, wanted: &FlowError) -> bool {
        self.message == wanted.message && self.kind.is_thrown() == wanted.is_thrown
    }
}

/// The place of `submit (src/form.tsx:43:7)`.
fn frame_place(frame: &str) -> String {
    let inside = frame.rsplit_once('(').and_then(|(_, place)| place.strip_suffix(')'));
    inside.unwrap_or(frame).to_owned()
}

fn likely_cause(cause: &Value) -> Option<(String, String)> {
    let text = cause.get("text")?.as_str()?.to_owned();
    let rests_on = cause.get("rests_on").and_then(Value::as_array).into_iter().flatten();
    let rests_on: Vec<&str> = rests_on.filter_map(Value::as_str).collect();
    Some((text, rests_on.join(", ")))
}

/// The latest request that failed and is not known for that.
fn failed_request(view: &View, query: &Query) -> Option<BugError> {
    let labels = Default::default();
    let requests = requests::all(view).into_iter().filter(|(entry, _)| query.admits(entry));
    let failed = requests.map(|(_, request)| request).filter(|request| {
        request.has_failed
            && noise::of_request(&request.method, &request.url, &request.page_url, &labels).is_none()
    });
    failed.max_by_key(|request| request.ended).map(|request| BugError::of_request(&request))
}

impl BugError {
    fn of_request(request: &Request) -> Self {
        Self {
            kind: ErrorKind::Request,
            message: format!("{} {}", request_line(request), outcome(request)),
            place: request.initiator.as_ref().and_then(|initiator| initiator.line_text()),
            is_mapped: true,
            time: request.ended,
            last: request.ended,
            count: 1,
            page_url: Some(request.page_url.clone()).filter(|url| !url.is_empty()),
            stack: None,
            snippets: Vec::new(),
            components: None,
            likely_cause: None,
            event_ids: Vec::new(),
        }
    }
}

/// `POST /api/orders`, without the query, which may be long.
pub(super) fn request_line(request: &Request) -> String {
    let url = request.short_url(&request.page_url);
    format!("{} {}", request.method, crate::address::without_query(url))
}

/// `answered 500`, or why there was no answer.
pub(super) fn outcome(request: &Request) -> String {
    match (request.status, &request.error) {
        (0, Some(error)) => format!("got no answer ({error})"),
        (0, None) => "got no answer".to_owned(),
        (status, _) => format!("answered {status}"),
    }
}

/// Identities of the entries that say the same, by which pictures belong to them.
fn event_ids(view: &View, message: &str) -> Vec<String> {
    let says_it = |text: &str| {
        let fields: Option<Map<String, Value>> = serde_json::from_str(text).ok();
        fields.is_some_and(|fields| fields.get("message").and_then(Value::as_str) == Some(message))
    };
    let entries = view.entries(Kind::Log).iter().filter(|entry| entry.is_error() && says_it(entry.text()));
    entries.filter_map(|entry| entry.header().event_id.map(std::borrow::Cow::into_owned)).collect()
}
