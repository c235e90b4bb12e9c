//! What the page did before an error: the user's last actions, and requests that failed or had just ended.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::enrichment::printable;
use crate::intake::{Kind, LogClass};
use crate::store::{Entry, View};

/// Actions shown, as documented.
const MOST_ACTIONS: usize = 5;
/// Requests shown.
const MOST_REQUESTS: usize = 5;
/// A request that ended well matters for so long.
const RECENT_MILLISECONDS: i64 = 2_000;
/// Characters of an address, and of any other text.
const LONGEST_URL: usize = 200;
const LONGEST_TEXT: usize = 80;

/// Fields of an action's documented short form, besides its time.
const ACTION_FIELDS: [&str; 9] =
    ["type", "target", "text", "inputType", "value", "key", "toUrl", "selectedText", "formAction"];

/// Actions and requests of a view, read once for all errors.
#[derive(Debug)]
pub(super) struct Surroundings<'v> {
    actions: Vec<(Place, &'v Arc<Entry>)>,
    requests: Vec<(Place, Request)>,
}

/// What was before one error.
#[derive(Debug)]
pub(super) struct Moment {
    /// Newest first, in the documented short form.
    pub(super) actions: Vec<Value>,
    /// Newest first.
    pub(super) requests: Vec<Request>,
}

/// One request.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) url: String,
    /// 0 without response.
    pub(super) status: u16,
    /// When it ended, in milliseconds before the error; negative if it ended after.
    pub(super) before_milliseconds: i64,
    duration: Option<f64>,
    error: Option<String>,
    id: Option<String>,
    started: i64,
    ended: i64,
}

/// Where something happened.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    test: Option<Arc<str>>,
    session: Option<String>,
    tab: Option<String>,
    page: Option<String>,
}

impl Place {
    fn of(entry: &Entry) -> Self {
        let header = entry.header();
        let [session, tab, page] =
            [header.session, header.tab, header.page].map(|text| text.map(String::from));
        Self { test: entry.test_id.clone(), session, tab, page }
    }

    fn is_same_tab(&self, other: &Self) -> bool {
        let known_tab = self.tab.is_some() || other.tab.is_some();
        let tab = if known_tab {
            self.tab == other.tab && self.session == other.session
        } else {
            self.page == other.page
        };
        self.test == other.test && tab
    }

    fn is_same_page(&self, other: &Self) -> bool {
        self.is_same_tab(other) && self.page == other.page
    }
}

impl<'v> Surroundings<'v> {
    pub(super) fn new(view: &'v View) -> Self {
        let actions = view.entries(Kind::Action).iter().map(|entry| (Place::of(entry), entry)).collect();
        let mut requests: Vec<_> = requests_of(view.entries(Kind::NetworkBody));
        let known: BTreeSet<_> = requests.iter().filter_map(|(_, request)| request.id.clone()).collect();
        // Without body capture a failed request is known only from its log entry.
        let logged = view.entries(Kind::Log).iter().filter(|entry| entry.class == LogClass::Network);
        requests.extend(
            requests_of(logged)
                .into_iter()
                .filter(|(_, request)| request.id.as_ref().is_none_or(|id| !known.contains(id))),
        );
        Self { actions, requests }
    }

    /// What was before an error.
    pub(super) fn before(&self, error: &Entry) -> Moment {
        let place = Place::of(error);
        Moment { actions: self.actions_before(error, &place), requests: self.requests_before(error, &place) }
    }

    fn actions_before(&self, error: &Entry, place: &Place) -> Vec<Value> {
        let mut actions: Vec<_> = self
            .actions
            .iter()
            .filter(|(other, action)| action.time <= error.time && place.is_same_tab(other))
            .map(|(_, action)| *action)
            .collect();
        actions.sort_by_key(|action| std::cmp::Reverse((action.time, action.seq)));
        actions.into_iter().take(MOST_ACTIONS).map(|action| short_form(action)).collect()
    }

    fn requests_before(&self, error: &Entry, place: &Place) -> Vec<Request> {
        let time = error.time.as_milliseconds();
        let own = (error.class == LogClass::Network).then(|| Request::read(error)).flatten();
        let is_own = |request: &Request| own.as_ref().is_some_and(|own| own.is_same(request));
        let mut requests: Vec<_> = self
            .requests
            .iter()
            .filter(|(other, request)| {
                request.matters_at(time) && place.is_same_page(other) && !is_own(request)
            })
            .map(|(_, request)| Request { before_milliseconds: time - request.ended, ..request.clone() })
            .collect();
        // Failures are kept before anything else, then the latest.
        requests.sort_by_key(|request| (!request.has_failed(), request.before_milliseconds));
        requests.truncate(MOST_REQUESTS);
        requests.sort_by_key(|request| request.before_milliseconds);
        requests
    }
}

fn requests_of<'e>(entries: impl IntoIterator<Item = &'e Arc<Entry>>) -> Vec<(Place, Request)> {
    entries.into_iter().filter_map(|entry| Some((Place::of(entry), Request::read(entry)?))).collect()
}

impl Request {
    fn read(entry: &Entry) -> Option<Self> {
        let fields: Map<String, Value> = serde_json::from_str(entry.text()).ok()?;
        let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
        let duration = fields.get("duration").and_then(Value::as_f64);
        let (time, lasted) = (entry.time.as_milliseconds(), duration.unwrap_or(0.0).max(0.0) as i64);
        // A body's time is the request's start, a failure's is its end.
        let (started, ended) = match entry.kind {
            Kind::NetworkBody => (time, time.saturating_add(lasted)),
            _ => (time.saturating_sub(lasted), time),
        };
        Some(Self {
            method: shown(&text("method").unwrap_or_else(|| "GET".to_owned()), LONGEST_TEXT),
            url: shown(&text("url").unwrap_or_default(), LONGEST_URL),
            status: entry.status.unwrap_or(0),
            before_milliseconds: 0,
            duration,
            error: text("error").map(|error| shown(&error, LONGEST_TEXT)),
            id: text("requestId"),
            started,
            ended,
        })
    }

    #[cfg(test)]
    pub(super) fn sample(method: &str, url: &str, status: u16, before_milliseconds: i64) -> Self {
        let (method, url) = (method.to_owned(), url.to_owned());
        let ended = -before_milliseconds;
        Self {
            method,
            url,
            status,
            before_milliseconds,
            duration: None,
            error: None,
            id: None,
            started: ended,
            ended,
        }
    }

    pub(super) fn has_failed(&self) -> bool {
        self.status == 0 || self.status >= 400
    }

    /// Whether it began before the error and failed, or ended not long before it or later.
    fn matters_at(&self, time: i64) -> bool {
        self.started <= time && (self.has_failed() || self.ended >= time - RECENT_MILLISECONDS)
    }

    fn is_same(&self, other: &Self) -> bool {
        match (&self.id, &other.id) {
            (None, None) => (&self.method, &self.url, self.ended) == (&other.method, &other.url, other.ended),
            (one, another) => one == another,
        }
    }

    /// What the reader sees.
    pub(super) fn row(&self) -> Value {
        let mut row = Map::new();
        row.insert("method".to_owned(), Value::from(self.method.as_str()));
        row.insert("url".to_owned(), Value::from(self.url.as_str()));
        row.insert("status".to_owned(), Value::from(self.status));
        row.extend(self.duration.map(|duration| ("duration".to_owned(), Value::from(duration))));
        row.extend(self.error.as_ref().map(|error| ("error".to_owned(), Value::from(error.as_str()))));
        Value::Object(row)
    }

    /// One line: `POST /api/login → 401, 120 ms before`.
    pub(super) fn line(&self) -> String {
        let outcome = if self.status == 0 { "no response".to_owned() } else { self.status.to_string() };
        let when = match self.before_milliseconds {
            before @ 0.. => format!("{before} ms before"),
            _ => "still under way".to_owned(),
        };
        format!("{} {} → {outcome}, {when}", self.method, self.url)
    }
}

/// An action in the documented short form.
fn short_form(action: &Entry) -> Value {
    let fields: Map<String, Value> = serde_json::from_str(action.text()).unwrap_or_default();
    let mut short = Map::new();
    short.insert("ts".to_owned(), Value::from(action.time.to_string()));
    for name in ACTION_FIELDS {
        if let Some(text) = fields.get(name).and_then(Value::as_str) {
            short.insert(name.to_owned(), Value::from(shown(text, LONGEST_TEXT)));
        }
    }
    Value::Object(short)
}

fn shown(text: &str, longest: usize) -> String {
    let mut shown = printable(text);
    if let Some((end, _)) = shown.char_indices().nth(longest) {
        shown.truncate(end);
        shown.push('…');
    }
    shown
}
