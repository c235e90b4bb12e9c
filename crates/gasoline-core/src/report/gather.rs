//! One test's report from its record and its entries.

use std::sync::Arc;

use gasoline_wire::{Level, Mocked, Timestamp};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::app_error::Facts;
use super::labels::Labels;
use super::model::{Meaning, ReportedError, ReportedRequest, ReportedSocket, TestReport};
use super::pages::{Pages, pages};
use super::runner_failure::RunnerFailure;
use super::text::{duration, shortened};
use super::{Depth, Severity, app_error, noise};
use crate::address::Parts;
use crate::analysis::errors::{Form, errors};
use crate::analysis::query::Query;
use crate::analysis::requests::{self, Request};
use crate::enrichment::{frames, is_library};
use crate::intake::{Kind, LogClass};
use crate::store::{Entry, View};
use crate::test_record::TestRecord;

/// Different errors of a test, and requests of its timeline.
const MOST_ERRORS: usize = 50;
const MOST_REQUESTS: usize = 200;
/// Frames of an error.
const MOST_FRAMES: usize = 3;
/// Characters of messages, bodies and addresses.
const LONGEST_MESSAGE: usize = 500;
const LONGEST_BODY: usize = 400;
const LONGEST_URL: usize = 200;

/// What a report says of a test.
pub(super) fn test(record: &TestRecord, view: &View, missing: Option<&str>, depth: &Depth) -> TestReport {
    let description = &record.description;
    let start = description.started_at.or_else(|| first_moment(view)).unwrap_or_default();
    let pages = pages(view, start);
    let errors = reported_errors(view, start, depth, &pages);
    let requests = reported_requests(view, start, &depth.labels);
    let sockets = broken_sockets(view, start, &depth.labels);
    let mut notes = notes(record, view);
    notes.extend(missing.map(str::to_owned));
    let failure = RunnerFailure::of(&record.errors);
    let app_error = record.status.needs_evidence().then(|| {
        app_error::judge(Facts {
            errors: &errors,
            requests: &requests,
            sockets: &sockets,
            is_complete: notes.is_empty(),
            failure: failure.as_ref(),
            pages: &pages,
        })
    });
    TestReport {
        test_id: Arc::clone(&description.test_id),
        title: description.title.clone(),
        file: description.file.clone(),
        // A suite with one project gives it no name.
        project: description.project.clone().filter(|project| !project.is_empty()),
        retry: description.retry.unwrap_or(0),
        status: record.status,
        flaky: false,
        was_retried: false,
        duration: record.duration_ms.map(duration),
        duration_ms: record.duration_ms,
        app_error,
        runner_errors: record.errors.clone(),
        errors,
        network_failures: requests.iter().filter(|request| request.failed).cloned().collect(),
        ws_errors: sockets,
        requests,
        span: (start.as_milliseconds(), record.ended_at.as_milliseconds()),
        notes,
    }
}

fn first_moment(view: &View) -> Option<Timestamp> {
    Kind::ALL.iter().flat_map(|kind| view.entries(*kind)).map(|entry| entry.time).min()
}

/// What is missing of a test.
fn notes(record: &TestRecord, view: &View) -> Vec<String> {
    let mut notes = Vec::new();
    let losses = view.losses();
    if record.evidence_dropped {
        notes.push("what was captured made room for later tests".to_owned());
    }
    if losses.evicted > 0 {
        notes.push(format!("{} older entries were dropped", losses.evicted));
    }
    if losses.lost > 0 {
        notes.push(format!("{} entries never arrived", losses.lost));
    }
    notes
}

fn reported_errors(view: &View, start: Timestamp, depth: &Depth, pages: &Pages) -> Vec<ReportedError> {
    let query = Query { limit: MOST_ERRORS, ..Query::default() };
    let rows = errors(view, &query, start, Form::Documented).rows.shown;
    let of_errors = rows.iter().filter_map(|row| row.value.as_object()).filter(|row| !is_failed_request(row));
    let mut reported: Vec<_> =
        of_errors.map(|row| reported_error(row, start, &depth.labels, pages)).collect();
    let logged = view.entries(Kind::Log).iter().filter(|entry| admits(depth.severity, entry));
    reported.extend(logged.map(|entry| reported_log(entry, start, &depth.labels)).take(MOST_ERRORS));
    reported.sort_by_key(|error| error.at_ms);
    reported
}

/// Whether a log entry that is no error is asked for.
fn admits(severity: Severity, entry: &Entry) -> bool {
    let least = match severity {
        Severity::Error => return false,
        Severity::Warn => Level::Warn,
        Severity::Info => Level::Info,
    };
    entry.level >= least && !entry.is_error() && entry.class != LogClass::Network
}

/// Whether the list of requests tells of it. What a document loads by itself and answers that could not be read are not there.
fn is_failed_request(row: &Map<String, Value>) -> bool {
    let is_unreadable = row.contains_key("handled") && row.get("status").and_then(Value::as_u64) < Some(400);
    text(row, "type") == "network" && !row.contains_key("resourceKind") && !is_unreadable
}

/// Errors that only the engine makes, and only of wrong code.
const OF_THE_ENGINE: [&str; 4] = ["TypeError: ", "ReferenceError: ", "SyntaxError: ", "RangeError: "];

/// What may be blocked without harm to what the app does is left out: pictures, fonts, styles.
const BLOCKED: [&str; 4] = ["(script-src", "(connect-src", "(worker-src", "(default-src"];

fn meaning(row: &Map<String, Value>, pages: &Pages) -> Meaning {
    let message = text(row, "message");
    let is_own = || pages.is_own(Parts::of(text(row, "url")).origin);
    match text(row, "type") {
        _ if row.contains_key("mocked") => Meaning::OfTheTest,
        "exception" => Meaning::Uncaught,
        "console" if OF_THE_ENGINE.iter().any(|name| message.contains(name)) => Meaning::CaughtAndPrinted,
        "violation" if BLOCKED.iter().any(|name| message.contains(name)) && message.contains(" blocked ") => {
            Meaning::Blocked
        }
        "network" if text(row, "resourceKind") == "script" && is_own() => Meaning::CodeMissing,
        "network" if row.contains_key("handled") => Meaning::Unreadable,
        _ => Meaning::Open,
    }
}

fn reported_error(
    row: &Map<String, Value>,
    start: Timestamp,
    labels: &Labels,
    pages: &Pages,
) -> ReportedError {
    let (message, stack) = (text(row, "message"), text(row, "stack"));
    let address = match text(row, "type") {
        "network" => text(row, "url"),
        _ => text(row, "blocked"),
    };
    let of_address = || noise::of_request("GET", address, "", labels).filter(|_| !address.is_empty());
    let time = row.get("first_ts").or_else(|| row.get("ts")).and_then(Value::as_str);
    let time = time.and_then(|time| Timestamp::parse(time).ok()).unwrap_or(start);
    let cause = row.get("likely_cause");
    let cause = cause.and_then(|cause| cause.as_str().or_else(|| cause.get("text")?.as_str()));
    ReportedError {
        kind: text(row, "type").to_owned(),
        message: shortened(message, LONGEST_MESSAGE),
        location: row.get("location").and_then(Value::as_str).map(str::to_owned),
        frames: frames(stack)
            .filter(|frame| !is_library(frame.file))
            .take(MOST_FRAMES)
            .map(|frame| frame.place())
            .collect(),
        count: row.get("count").and_then(Value::as_u64).unwrap_or(1),
        at_ms: after(start, time),
        meaning: meaning(row, pages),
        likely_cause: cause.map(str::to_owned),
        noise: noise::of_message(message, stack, labels).or_else(of_address),
    }
}

fn reported_log(entry: &Entry, start: Timestamp, labels: &Labels) -> ReportedError {
    let fields = fields(entry);
    let message = text(&fields, "message");
    ReportedError {
        kind: entry.level.as_str().to_owned(),
        message: shortened(message, LONGEST_MESSAGE),
        location: None,
        frames: Vec::new(),
        count: 1,
        at_ms: after(start, entry.time),
        meaning: Meaning::Open,
        likely_cause: None,
        noise: noise::of_message(message, "", labels),
    }
}

/// Every request, in order of time.
fn reported_requests(view: &View, start: Timestamp, labels: &Labels) -> Vec<ReportedRequest> {
    let mut requests: Vec<_> = requests::all(view)
        .into_iter()
        .map(|(entry, request)| reported_request(&request, after(start, entry.time), labels))
        .collect();
    requests.sort_by_key(|request| request.at_ms);
    // The end of a test tells more of its failure than its beginning.
    requests.drain(..requests.len().saturating_sub(MOST_REQUESTS));
    requests
}

fn reported_request(request: &Request, at_ms: i64, labels: &Labels) -> ReportedRequest {
    let body = |text: &String| (!text.is_empty()).then(|| shortened(text, LONGEST_BODY));
    ReportedRequest {
        method: request.method.clone(),
        url: shortened(request.short_url(&request.page_url), LONGEST_URL),
        status: request.status,
        #[expect(clippy::cast_possible_truncation, reason = "milliseconds of a request")]
        duration_ms: request.duration.map(|duration| duration.round() as i64),
        at_ms,
        request: request.request_body.as_ref().and_then(body),
        response: [&request.response, &request.error].into_iter().flatten().find_map(body),
        failed: request.has_failed,
        is_open: request.error.as_deref() == Some("page left"),
        mocked: request.mocked,
        noise: noise::of_request(&request.method, &request.url, &request.page_url, labels),
    }
}

/// Connections that ended otherwise than by closing.
fn broken_sockets(view: &View, start: Timestamp, labels: &Labels) -> Vec<ReportedSocket> {
    const USUAL: [u64; 3] = [1000, 1001, 1005];
    let mut broken: Vec<ReportedSocket> = Vec::new();
    for entry in view.entries(Kind::WebSocket) {
        let fields = fields(entry);
        let code = fields.get("code").and_then(Value::as_u64);
        let is_broken = match text(&fields, "event") {
            "error" => true,
            "close" => code.is_some_and(|code| !USUAL.contains(&code)),
            _ => false,
        };
        let url = text(&fields, "url");
        if text(&fields, "event") == "open" {
            let url = shortened(url, LONGEST_URL);
            broken.iter_mut().filter(|socket| socket.url == url).for_each(|socket| socket.is_replaced = true);
        }
        if is_broken {
            let reason = text(&fields, "reason");
            broken.push(ReportedSocket {
                url: shortened(url, LONGEST_URL),
                code: code.and_then(|code| u16::try_from(code).ok()),
                reason: (!reason.is_empty()).then(|| shortened(reason, LONGEST_BODY)),
                is_replaced: false,
                mocked: fields.get("mocked").and_then(|mocked| Mocked::deserialize(mocked).ok()),
                at_ms: after(start, entry.time),
                noise: noise::of_request("GET", url, "", labels),
            });
        }
    }
    broken
}

fn fields(entry: &Entry) -> Map<String, Value> {
    serde_json::from_str(entry.text()).unwrap_or_default()
}

fn text<'f>(fields: &'f Map<String, Value>, name: &str) -> &'f str {
    fields.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn after(start: Timestamp, time: Timestamp) -> i64 {
    time.as_milliseconds() - start.as_milliseconds()
}
