//! What the page did before an error: the user's last actions, and requests that failed or had just ended,
//! and what the page's policy refused.

use std::sync::{Arc, LazyLock};

use gasoline_wire::Level;
use regex::Regex;
use serde_json::{Map, Value};

use super::super::requests::{self, Request};
use crate::enrichment::printable;
use crate::intake::{Kind, LogClass};
use crate::store::{Entry, View};

/// Actions shown, as documented.
const MOST_ACTIONS: usize = 5;
/// Requests shown, and looked at for a cause.
const MOST_SHOWN: usize = 5;
const MOST_REQUESTS: usize = 50;
/// A request that ended well is shown for so long.
const RECENT_MILLISECONDS: i64 = 2_000;
/// And looked at for so long.
const LOOKED_AT_MILLISECONDS: i64 = 5_000;
/// Characters of any text of an action.
const LONGEST_TEXT: usize = 80;

/// How browsers say that the page's Content Security Policy refused something.
static POLICY: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"violates the (?:following|document's) Content[- ]Security[- ]Policy").ok());

/// Fields of an action's documented short form, besides its time.
const ACTION_FIELDS: [&str; 9] =
    ["type", "target", "text", "inputType", "value", "key", "toUrl", "selectedText", "formAction"];

/// Actions and requests of a view, read once for all errors.
#[derive(Debug)]
pub(super) struct Surroundings<'v> {
    actions: Vec<(Place, &'v Arc<Entry>)>,
    requests: Vec<(Place, Request)>,
    /// What was refused, when, in the browser's words.
    refusals: Vec<(Place, i64, String)>,
}

/// What was before one error.
#[derive(Debug)]
pub(super) struct Moment<'v> {
    /// Newest first.
    pub(super) actions: Vec<&'v Arc<Entry>>,
    /// Newest first: all that may have to do with it.
    pub(super) requests: Vec<NearRequest>,
    /// What the page's policy refused at that time.
    pub(super) refusals: Vec<String>,
}

/// A request near an error.
#[derive(Clone, Debug)]
pub(super) struct NearRequest {
    pub(super) request: Request,
    /// When it ended, in milliseconds before the error; negative if it ended after.
    pub(super) before_milliseconds: i64,
}

/// Where something happened.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    test: Option<Arc<str>>,
    session: Option<String>,
    tab: Option<String>,
    page: Option<String>,
}

impl Place {
    pub(super) fn of(entry: &Entry) -> Self {
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

    pub(super) fn is_same_page(&self, other: &Self) -> bool {
        self.is_same_tab(other) && self.page == other.page
    }
}

impl<'v> Surroundings<'v> {
    pub(super) fn new(view: &'v View) -> Self {
        let actions = view.entries(Kind::Action).iter().map(|entry| (Place::of(entry), entry)).collect();
        let requests =
            requests::all(view).into_iter().map(|(entry, request)| (Place::of(entry), request)).collect();
        let refusals = view.entries(Kind::Log).iter().filter_map(|entry| {
            let text = refusal(entry)?;
            Some((Place::of(entry), entry.time.as_milliseconds(), text))
        });
        Self { actions, requests, refusals: refusals.collect() }
    }

    /// What was before an error.
    pub(super) fn before(&self, error: &Entry) -> Moment<'v> {
        let place = Place::of(error);
        let time = error.time.as_milliseconds();
        let is_near =
            |other: i64| (time - LOOKED_AT_MILLISECONDS..=time + RECENT_MILLISECONDS).contains(&other);
        let refusals =
            self.refusals.iter().filter(|(other, at, _)| is_near(*at) && place.is_same_page(other));
        Moment {
            actions: self.actions_before(error, &place),
            requests: self.requests_before(error, &place),
            refusals: refusals.map(|(_, _, text)| text.clone()).collect(),
        }
    }

    fn actions_before(&self, error: &Entry, place: &Place) -> Vec<&'v Arc<Entry>> {
        let mut actions: Vec<_> = self
            .actions
            .iter()
            .filter(|(other, action)| action.time <= error.time && place.is_same_tab(other))
            .map(|(_, action)| *action)
            .collect();
        actions.sort_by_key(|action| std::cmp::Reverse((action.time, action.seq)));
        actions.truncate(MOST_ACTIONS);
        actions
    }

    fn requests_before(&self, error: &Entry, place: &Place) -> Vec<NearRequest> {
        let time = error.time.as_milliseconds();
        let own = (error.class == LogClass::Network).then(|| Request::read(error)).flatten();
        let is_own = |request: &Request| own.as_ref().is_some_and(|own| own.is_same(request));
        let mut near: Vec<_> = self
            .requests
            .iter()
            .filter(|(other, request)| {
                matters_at(request, time) && place.is_same_page(other) && !is_own(request)
            })
            .map(|(_, request)| NearRequest {
                request: request.clone(),
                before_milliseconds: time - request.ended,
            })
            .collect();
        near.sort_by_key(|near| (!near.is_unsuccessful(), near.before_milliseconds));
        near.truncate(MOST_REQUESTS);
        near.sort_by_key(|near| near.before_milliseconds);
        near
    }
}

impl Moment<'_> {
    /// The requests worth a reader's time, newest first: failures before anything else, then the latest.
    pub(super) fn shown_requests(&self) -> Vec<&NearRequest> {
        let is_shown =
            |near: &&NearRequest| near.is_unsuccessful() || near.before_milliseconds <= RECENT_MILLISECONDS;
        let mut shown: Vec<_> = self.requests.iter().filter(is_shown).collect();
        shown.sort_by_key(|near| (!near.is_unsuccessful(), near.before_milliseconds));
        shown.truncate(MOST_SHOWN);
        shown.sort_by_key(|near| near.before_milliseconds);
        shown
    }
}

/// What the browser says was refused, if the entry is about that: the address, or the browser's sentence.
fn refusal(entry: &Entry) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Fields {
        #[serde(rename = "type")]
        kind: Option<String>,
        blocked: Option<String>,
        message: Option<String>,
    }
    // Few entries are about a policy; the others must not be parsed for it.
    let mentions = |text: &str| memchr::memmem::find(entry.text().as_bytes(), text.as_bytes()).is_some();
    if !mentions("violat") {
        return None;
    }
    let Fields { kind, blocked, message } = serde_json::from_str(entry.text()).ok()?;
    if kind.as_deref() == Some("violation") && entry.level == Level::Error {
        return blocked;
    }
    message.filter(|message| POLICY.as_ref().is_some_and(|policy| policy.is_match(message)))
}

/// Whether it began before the error and failed, or ended not long before it or later.
fn matters_at(request: &Request, time: i64) -> bool {
    let has_failed = !request.is_answered() || request.status >= 400;
    request.started <= time && (has_failed || request.ended >= time - LOOKED_AT_MILLISECONDS)
}

impl NearRequest {
    /// Whether it brought no answer, or one that says no.
    pub(super) fn is_unsuccessful(&self) -> bool {
        !self.request.is_answered() || self.request.status >= 400
    }

    /// One line: `POST /api/login → 401, answered 120 ms before`.
    pub(super) fn line(&self, page_url: &str) -> String {
        let Request { method, status, duration, .. } = &self.request;
        let url = address(self.request.short_url(page_url));
        let outcome = match (&self.request.error, status) {
            _ if self.request.is_given_up() => "given up".to_owned(),
            (_, 0) => "no response".to_owned(),
            (_, status) => status.to_string(),
        };
        let lasted = duration.map(|lasted| format!(" in {lasted:.0} ms")).unwrap_or_default();
        let verb = if *status == 0 { "ended" } else { "answered" };
        let when = match self.before_milliseconds {
            before @ 0.. => format!("{verb} {before} ms before"),
            after => format!("{verb} {} ms after", -after),
        };
        format!("{} {url} → {outcome}{lasted}, {when}", shown(method, 20))
    }
}

/// An address that cannot be taken for words.
fn address(url: &str) -> String {
    shown(url, 200).replace(' ', "%20")
}

/// An action in the documented short form.
pub(super) fn short_form(action: &Entry) -> Value {
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
