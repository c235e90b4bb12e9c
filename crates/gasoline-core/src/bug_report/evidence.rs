//! What surrounds the error: the steps before it, requests that failed, what was logged, and the document.

use gasoline_wire::{Level, Timestamp, Viewport};
use serde_json::{Map, Value};

use super::error::BugError;
use crate::analysis::query::Query;
use crate::analysis::requests::{self, Request};
use crate::codegen::{PlainFlow, PlainStep};
use crate::intake::{Kind, LogClass};
use crate::store::{Entry, View};

/// Without a flow, so much before an error belongs to it.
const BEFORE_MILLISECONDS: i64 = 30_000;
/// So much after an error still belongs to it: what it broke, and pictures that waited for the page.
pub(super) const AFTER_MILLISECONDS: i64 = 5_000;

/// What a report is made of besides its error.
#[derive(Debug)]
pub(super) struct Evidence {
    pub(super) flow: Option<PlainFlow>,
    /// Requests that failed, in order of time.
    pub(super) failed: Vec<Request>,
    /// Requests that were captured at all.
    pub(super) requests: usize,
    /// Other warnings and errors, in order of time.
    pub(super) logged: Vec<Logged>,
    pub(super) page_url: Option<String>,
    pub(super) document: Option<Document>,
    pub(super) test_id: Option<String>,
    /// When it all began, and up to when it is of interest; milliseconds since 1970.
    pub(super) span: (i64, i64),
}

/// One warning or error.
#[derive(Debug)]
pub(super) struct Logged {
    pub(super) time: i64,
    pub(super) level: &'static str,
    pub(super) message: String,
    pub(super) place: Option<String>,
    /// How often in a row.
    pub(super) times: usize,
}

/// What is known of the document.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) user_agent: Option<String>,
    pub(super) viewport: Option<Viewport>,
}

impl Evidence {
    /// Reads what belongs to an error, or to a flow without one.
    pub(super) fn gather(
        view: &View,
        query: &Query,
        flow: Option<PlainFlow>,
        error: Option<&BugError>,
    ) -> Self {
        let flow = flow.map(|flow| up_to(flow, error));
        let session = flow.as_ref().and_then(|flow| flow.session.clone());
        let span = span(flow.as_ref(), error);
        let reach = Reach { query, session: session.as_deref(), span };
        let all = reach.requests(view);
        let requests = all.len();
        let mut failed: Vec<Request> = all.into_iter().filter(|request| request.has_failed).collect();
        failed.sort_by_key(|request| request.ended);
        let page_url = error.and_then(|error| error.page_url.clone()).or_else(|| last_address(flow.as_ref()));
        let described = document(view, &reach, page_url.as_deref());
        Self {
            failed,
            requests,
            logged: reach.logged(view, error),
            test_id: described.as_ref().and_then(|(_, test)| test.clone()),
            document: described.map(|(document, _)| document),
            page_url,
            span,
            flow,
        }
    }

    /// What the user did before the error.
    pub(super) fn steps(&self) -> &[PlainStep] {
        self.flow.as_ref().map_or(&[], |flow| flow.steps.as_slice())
    }
}

/// Steps that began after the error did not lead to it. An error that came before all of them leaves them: they are what is known.
fn up_to(mut flow: PlainFlow, error: Option<&BugError>) -> PlainFlow {
    let Some(error) = error else { return flow };
    let before = flow.steps.iter().filter(|step| step.started <= error.last).count();
    flow.left_out += flow.steps.len() - before;
    flow.steps.truncate(before);
    flow
}

fn span(flow: Option<&PlainFlow>, error: Option<&BugError>) -> (i64, i64) {
    let from = flow.map(|flow| flow.began);
    let of_error = error.map(|error| error.time - BEFORE_MILLISECONDS);
    let from = match (from, of_error) {
        // Flow and error may have nothing to do with each other.
        (Some(from), Some(_)) if error.is_some_and(|error| error.last >= from) => from,
        (Some(from), None) => from,
        (_, before) => before.unwrap_or(i64::MIN),
    };
    (from, error.map_or(i64::MAX, |error| error.last.saturating_add(AFTER_MILLISECONDS)))
}

/// Where the last step led.
fn last_address(flow: Option<&PlainFlow>) -> Option<String> {
    use crate::codegen::script::Operation::{Back, Forward, Open, Reload};
    let address = |step: &PlainStep| match (&step.led_to, &step.operation) {
        (Some(url), _) => Some(url.clone()),
        (None, Open(url) | Reload(url) | Back(url) | Forward(url)) => Some(url.clone()),
        _ => None,
    };
    flow?.steps.iter().rev().find_map(address)
}

/// Which entries belong to the bug.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<'r> {
    pub(super) query: &'r Query,
    pub(super) session: Option<&'r str>,
    pub(super) span: (i64, i64),
}

impl Reach<'_> {
    /// Whether an entry is of the same capture session; those of other senders name none.
    pub(super) fn is_of_session(&self, entry: &Entry) -> bool {
        let named = entry.header().session;
        self.session.zip(named).is_none_or(|(one, other)| one == other)
    }

    fn includes(&self, entry: &Entry) -> bool {
        let (from, to) = self.span;
        (from..=to).contains(&entry.time.as_milliseconds())
            && self.query.admits(entry)
            && self.is_of_session(entry)
    }

    fn requests(&self, view: &View) -> Vec<Request> {
        requests::all(view)
            .into_iter()
            .filter(|(entry, _)| self.includes(entry))
            .map(|(_, request)| request)
            .collect()
    }

    /// Warnings and errors besides the one that is reported; requests have a section of their own.
    fn logged(&self, view: &View, error: Option<&BugError>) -> Vec<Logged> {
        let is_wanted = |entry: &Entry| {
            entry.level >= Level::Warn && !matches!(entry.class, LogClass::Network | LogClass::LongTask)
        };
        let mut entries: Vec<&Entry> = view
            .entries(Kind::Log)
            .iter()
            .map(AsRef::as_ref)
            .filter(|entry| is_wanted(entry) && self.includes(entry))
            .collect();
        entries.sort_by_key(|entry| (entry.time, entry.seq));
        let mut logged: Vec<Logged> = Vec::new();
        for line in entries.into_iter().filter_map(Logged::read) {
            match logged.last_mut() {
                _ if error.is_some_and(|error| error.message == line.message) => {}
                Some(before) if before.message == line.message && before.level == line.level => {
                    before.times += 1
                }
                _ => logged.push(line),
            }
        }
        logged
    }
}

impl Logged {
    fn read(entry: &Entry) -> Option<Self> {
        let fields: Map<String, Value> = serde_json::from_str(entry.text()).ok()?;
        let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
        let level = match (entry.class, entry.level) {
            (LogClass::Exception, _) => "exception",
            (LogClass::Violation, _) => "blocked by a policy",
            (_, Level::Warn) => "warning",
            _ => "error",
        };
        Some(Self {
            time: entry.time.as_milliseconds(),
            level,
            message: text("message")?,
            place: text("source").or_else(|| text("filename")),
            times: 1,
        })
    }
}

/// The document of an address, the latest that began before the end of the span; and the test it belongs to.
fn document(view: &View, reach: &Reach<'_>, page_url: Option<&str>) -> Option<(Document, Option<String>)> {
    let address = page_url.map(crate::address::without_query);
    let (_, to) = reach.span;
    let mut candidates: Vec<(bool, Timestamp, &Entry)> = view
        .entries(Kind::Document)
        .iter()
        .filter(|entry| entry.time.as_milliseconds() <= to && reach.is_of_session(entry))
        .map(|entry| {
            let url = entry.header().url;
            let is_it = url.as_deref().map(crate::address::without_query) == address;
            (is_it, entry.time, entry.as_ref())
        })
        .collect();
    candidates.sort_by_key(|(is_it, time, _)| (*is_it, *time));
    let (_, _, entry) = candidates.pop()?;
    let fields: Map<String, Value> = serde_json::from_str(entry.text()).ok()?;
    let user_agent = fields.get("userAgent").and_then(Value::as_str).map(str::to_owned);
    let viewport = fields.get("viewport").and_then(|viewport| serde_json::from_value(viewport.clone()).ok());
    Some((Document { user_agent, viewport }, entry.test_id.as_deref().map(str::to_owned)))
}
