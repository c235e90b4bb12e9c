//! OTLP: a run of tests as traces and logs, for the engine that a team runs already.
//!
//! A run is a root span, a test a span below it, a request a client span below its test. Errors, console lines and vitals are logs
//! inside the span of their test. A request whose page sent a `traceparent` keeps that trace, so that spans of a back end join it, and
//! is linked to its test. Each test is one line of JSON for each signal.

mod ids;
mod names;
mod record;

use std::collections::BTreeMap;

use gasoline_wire::{Level, PerformanceSnapshot};
use serde_json::{Map, Value, json};

use self::record::{Attributes, Log, Severity, Span, SpanKind};
use crate::address::Parts;
use crate::analysis::requests::{self, Request};
use crate::intake::{Kind, LogClass};
use crate::store::{Entry, View};
use crate::test_record::{TestRecord, TestStatus};

/// Which run something belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunName {
    /// The run of the CI service, or what stands for it.
    pub run: String,
    /// Which attempt at it.
    pub attempt: Option<String>,
    /// Which part of the suite.
    pub shard: Option<String>,
}

/// What was tested, and by whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunDetails {
    /// Version of Gasoline.
    pub version: String,
    /// Commit of the program under test.
    pub commit: Option<String>,
    /// Its branch.
    pub branch: Option<String>,
}

/// Lines of JSON, each a whole request of its signal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// For `/v1/traces`.
    pub traces: Vec<String>,
    /// For `/v1/logs`.
    pub logs: Vec<String>,
}

/// Collects the tests of one or more runs.
#[derive(Debug, Default)]
pub struct Exporter {
    runs: BTreeMap<RunName, Run>,
}

#[derive(Debug)]
struct Run {
    details: RunDetails,
    signals: Signals,
    /// From the first start to the last end.
    times: Option<(i64, i64)>,
    tests: u64,
    failed: u64,
}

impl Exporter {
    /// Adds a test that ended, with what was captured of it.
    pub fn add(&mut self, name: &RunName, details: &RunDetails, record: &TestRecord, view: &View) {
        let run = self.runs.entry(name.clone()).or_insert_with(|| Run {
            details: details.clone(),
            signals: Signals::default(),
            times: None,
            tests: 0,
            failed: 0,
        });
        let test = Test::of(name, record, view);
        let (start, end) = test.times;
        let (first, last) = run.times.unwrap_or(test.times);
        run.times = Some((first.min(start), last.max(end)));
        run.tests += 1;
        run.failed += u64::from(record.status.needs_evidence());
        let mut spans = vec![test.span(record)];
        spans.extend(requests::all(view).iter().map(|(entry, request)| test.request(entry, request)));
        run.signals.traces.push(traces(name, details, spans));
        let logged = test.logs(record, view);
        if !logged.is_empty() {
            run.signals.logs.push(logs(name, details, logged));
        }
    }

    /// Everything, with the spans of the runs last.
    pub fn finish(self) -> Signals {
        let mut all = Signals::default();
        for (name, run) in self.runs {
            let root = root(&name, &run);
            all.traces.extend(run.signals.traces);
            all.traces.push(traces(&name, &run.details, vec![root]));
            all.logs.extend(run.signals.logs);
        }
        all
    }
}

impl RunName {
    /// All shards of a run are one trace.
    fn trace(&self) -> String {
        ids::trace(&[&self.run, self.attempt.as_deref().unwrap_or_default()])
    }

    fn span(&self) -> String {
        let [attempt, shard] = [&self.attempt, &self.shard].map(|part| part.as_deref().unwrap_or_default());
        ids::span(&["run", &self.run, attempt, shard])
    }
}

fn root(name: &RunName, run: &Run) -> Span {
    let status = if run.failed > 0 { "failure" } else { "success" };
    Span {
        trace: name.trace(),
        id: name.span(),
        parent: None,
        link: None,
        name: names::RUN_SPAN.to_owned(),
        kind: SpanKind::Internal,
        times: run.times.unwrap_or_default(),
        has_failed: run.failed > 0,
        attributes: Attributes::default()
            .text(names::RUN_STATUS, status)
            .whole(names::RUN_TESTS, run.tests)
            .whole(names::RUN_FAILED, run.failed)
            .maybe(names::RUN_ATTEMPT, name.attempt.as_deref())
            .maybe(names::RUN_SHARD, name.shard.as_deref()),
    }
}

/// One test within its run.
struct Test {
    trace: String,
    span: String,
    run_span: String,
    times: (i64, i64),
}

impl Test {
    fn of(name: &RunName, record: &TestRecord, view: &View) -> Self {
        let description = &record.description;
        let retry = description.retry.unwrap_or(0).to_string();
        let end = record.ended_at.as_milliseconds();
        let first = Kind::ALL.iter().flat_map(|kind| view.entries(*kind)).map(|entry| entry.time).min();
        let start = description.started_at.or(first).map_or(end, |start| start.as_milliseconds());
        Self {
            trace: name.trace(),
            span: ids::span(&[
                "test",
                &name.run,
                name.attempt.as_deref().unwrap_or_default(),
                &description.test_id,
                &retry,
            ]),
            run_span: name.span(),
            times: (start, end.max(start)),
        }
    }

    fn span(&self, record: &TestRecord) -> Span {
        let description = &record.description;
        let title = description.title.as_deref().unwrap_or(&description.test_id);
        let (result, status) = match record.status {
            TestStatus::Pass => (Some("pass"), "passed"),
            TestStatus::Fail => (Some("fail"), "failed"),
            TestStatus::Error => (Some("fail"), "timed out or interrupted"),
            TestStatus::Skip => (None, "skipped"),
            TestStatus::Unknown => (None, "unknown"),
        };
        Span {
            trace: self.trace.clone(),
            id: self.span.clone(),
            parent: Some(self.run_span.clone()),
            link: None,
            name: title.to_owned(),
            kind: SpanKind::Internal,
            times: self.times,
            has_failed: record.status.needs_evidence(),
            attributes: Attributes::default()
                .text(names::TEST_NAME, title)
                .maybe(names::TEST_RESULT, result)
                .text(names::TEST_STATUS, status)
                .text(names::TEST_ID, &description.test_id)
                .maybe(names::TEST_FILE, description.file.as_deref())
                .maybe(names::TEST_PROJECT, description.project.as_deref())
                .whole(names::TEST_RETRY, u64::from(description.retry.unwrap_or(0))),
        }
    }

    fn request(&self, entry: &Entry, request: &Request) -> Span {
        let ours = || {
            let id = request.id.clone().unwrap_or_else(|| format!("{} {}", entry.seq, request.started));
            (self.trace.clone(), ids::span(&["request", &self.span, &id, &request.url]))
        };
        let taken_over = ids::of_header(&header(entry, "traceparent"));
        let is_ours = taken_over.is_none();
        let (trace, id) = taken_over.unwrap_or_else(ours);
        let path = Parts::of(&request.url).path.to_owned();
        let failure = match request.status {
            0 => Some("no answer".to_owned()),
            status => (status >= 400).then(|| status.to_string()),
        };
        let mut attributes = Attributes::default()
            .text(names::METHOD, &request.method)
            .text(names::URL, &request.url)
            .maybe(names::HOST, Some(Parts::of(&request.url).host()));
        if request.status != 0 {
            attributes = attributes.whole(names::STATUS, u64::from(request.status));
        }
        Span {
            trace,
            id,
            parent: is_ours.then(|| self.span.clone()),
            link: (!is_ours).then(|| (self.trace.clone(), self.span.clone())),
            name: format!("{} {path}", request.method),
            kind: SpanKind::Client,
            times: (request.started, request.ended),
            has_failed: request.has_failed,
            attributes: attributes.maybe(names::ERROR_TYPE, failure.as_deref()),
        }
    }

    fn logs(&self, record: &TestRecord, view: &View) -> Vec<Log> {
        let of_runner = record.errors.iter().map(|error| {
            let mut attributes = Attributes::default()
                .text(names::EXCEPTION_MESSAGE, &error.message)
                .maybe(names::TEST_FILE, error.file.as_deref());
            if let Some(line) = error.line {
                attributes = attributes.whole(names::TEST_LINE, u64::from(line));
            }
            self.log(self.times.1, names::RUNNER_EVENT, Severity::Error, error.message.clone(), attributes)
        });
        let logged = view.entries(Kind::Log).iter().filter(|entry| entry.class != LogClass::Network);
        let logged = logged.map(|entry| self.entry(entry));
        let measured = view.entries(Kind::Performance).iter().flat_map(|entry| self.vitals(entry));
        of_runner.chain(logged).chain(measured).collect()
    }

    fn entry(&self, entry: &Entry) -> Log {
        let fields = fields(entry);
        let text = |name: &str| fields.get(name).and_then(Value::as_str);
        let message = text("message").unwrap_or_default();
        let severity = match entry.level {
            Level::Error => Severity::Error,
            Level::Warn => Severity::Warn,
            Level::Info | Level::Log => Severity::Info,
            Level::Debug => Severity::Debug,
        };
        let attributes = Attributes::default().maybe(names::URL, text("url"));
        if entry.class != LogClass::Exception {
            return self.log(
                entry.time.as_milliseconds(),
                names::CONSOLE_EVENT,
                severity,
                message.to_owned(),
                attributes,
            );
        }
        let kind = message.split(':').next().filter(|word| word.ends_with("Error") && !word.contains(' '));
        let attributes = attributes
            .maybe(names::EXCEPTION_TYPE, kind)
            .text(names::EXCEPTION_MESSAGE, message)
            .maybe(names::EXCEPTION_STACK, text("stack"));
        let time = entry.time.as_milliseconds();
        self.log(time, names::EXCEPTION_EVENT, severity, message.to_owned(), attributes)
    }

    fn vitals(&self, entry: &Entry) -> Vec<Log> {
        let Ok(measured) = serde_json::from_str::<PerformanceSnapshot>(entry.text()) else {
            return Vec::new();
        };
        let timing = &measured.timing;
        let values = [
            ("ttfb", Some(timing.time_to_first_byte)),
            ("fcp", timing.first_contentful_paint),
            ("lcp", timing.largest_contentful_paint),
            ("inp", timing.interaction_to_next_paint),
            ("cls", measured.cumulative_layout_shift),
        ];
        let known = values.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let log = |(name, value): (&str, f64)| {
            let attributes = Attributes::default()
                .text(names::VITAL_NAME, name)
                .number(names::VITAL_VALUE, value)
                .text(names::URL, &measured.url);
            let body = format!("{name} {value}");
            self.log(entry.time.as_milliseconds(), names::VITAL_EVENT, Severity::Info, body, attributes)
        };
        known.map(log).collect()
    }

    fn log(
        &self,
        time: i64,
        event: &'static str,
        severity: Severity,
        body: String,
        attributes: Attributes,
    ) -> Log {
        Log { time, trace: self.trace.clone(), span: self.span.clone(), event, severity, body, attributes }
    }
}

fn fields(entry: &Entry) -> Map<String, Value> {
    serde_json::from_str(entry.text()).unwrap_or_default()
}

/// A header that the page sent, whatever the case of its name.
fn header(entry: &Entry, name: &str) -> String {
    let fields = fields(entry);
    let headers = fields.get("requestHeaders").and_then(Value::as_object);
    let found =
        headers.and_then(|headers| headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)));
    found.and_then(|(_, value)| value.as_str()).unwrap_or_default().to_owned()
}

fn resource(name: &RunName, details: &RunDetails) -> Value {
    let attributes = Attributes::default()
        .text(names::SERVICE_NAME, names::SERVICE)
        .maybe(names::SERVICE_VERSION, Some(&details.version))
        .text(names::RUN_ID, &name.run)
        .maybe(names::COMMIT, details.commit.as_deref())
        .maybe(names::BRANCH, details.branch.as_deref());
    json!({ "attributes": attributes.into_value() })
}

fn traces(name: &RunName, details: &RunDetails, spans: Vec<Span>) -> String {
    let spans: Vec<Value> = spans.into_iter().map(Span::into_value).collect();
    let scope = json!({ "name": names::SERVICE, "version": details.version });
    json!({ "resourceSpans": [{ "resource": resource(name, details), "scopeSpans": [{ "scope": scope, "spans": spans }] }] })
        .to_string()
}

fn logs(name: &RunName, details: &RunDetails, logs: Vec<Log>) -> String {
    let records: Vec<Value> = logs.into_iter().map(Log::into_value).collect();
    let scope = json!({ "name": names::SERVICE, "version": details.version });
    json!({ "resourceLogs": [{ "resource": resource(name, details), "scopeLogs": [{ "scope": scope, "logRecords": records }] }] })
        .to_string()
}

#[cfg(test)]
mod tests;
