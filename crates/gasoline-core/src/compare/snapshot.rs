//! What a browser's state comes to at one moment: errors, endpoints, connections and load times, without any payload.

use std::collections::{BTreeMap, BTreeSet};

use gasoline_wire::{Level, Timestamp};
use serde::Serialize;
use serde_json::{Value, json};

use super::addresses::{Address, Addresses};
use super::calls::Calls;
use super::issue::{Category, Issue};
use super::sighting::{KINDS, Outcome, RequestSighting, Sighting, What, path_of};
use crate::analysis::performance::median;
use crate::analysis::query::Query;
use crate::intake::{Kind, LogClass};
use crate::learned::{self, Connection, ConnectionState, Learned};
use crate::store::{Entry, View};

/// Distinct errors, and endpoints, that are kept.
const MOST_ERRORS: usize = 50;
const MOST_ENDPOINTS: usize = 100;
/// Connections and pages that are kept.
const MOST_SOCKETS: usize = 20;
const MOST_PAGES: usize = 50;
/// Durations of one endpoint that its median is made of.
const MOST_DURATIONS: usize = 50;
/// Characters of the page's address.
const LONGEST_URL: usize = 200;

/// An error of a snapshot.
#[derive(Clone, Debug)]
pub(super) struct ErrorState {
    pub(super) issue: Issue,
    /// The pages it occurred on.
    pub(super) pages: BTreeSet<String>,
    /// Their addresses.
    pub(super) addresses: Addresses,
}

/// An endpoint of a snapshot.
#[derive(Clone, Debug, Default)]
pub(super) struct EndpointState {
    pub(super) calls: u64,
    pub(super) failed: u64,
    pub(super) answered: u64,
    pub(super) failed_at: Addresses,
    pub(super) answered_at: Addresses,
    /// Of the last call that failed, or else of the last one.
    pub(super) status: u16,
    /// Median, in milliseconds.
    pub(super) duration: Option<f64>,
}

/// The state of a browser at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// When.
    pub captured_at: Timestamp,
    /// The page that was at work last.
    pub page_url: Option<String>,
    pub(super) errors: BTreeMap<(Category, String), ErrorState>,
    pub(super) warnings: u64,
    pub(super) endpoints: BTreeMap<String, EndpointState>,
    pub(super) sockets: BTreeMap<String, SocketState>,
    /// Pages that were at work.
    pub(super) pages: BTreeSet<String>,
    /// The addresses of all pages.
    pub(super) addresses: Addresses,
    /// The loads of the page that was measured last, and of the others.
    pub(super) performance: Vec<learned::Baseline>,
    /// Distinct errors and endpoints beyond those kept.
    pub(super) not_kept: usize,
}

/// A connection of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SocketState {
    Open,
    Closed,
}

impl Snapshot {
    /// The state that a view and what was learned tell of.
    pub fn of(view: &View, filter: &Query, learned: &Learned, captured_at: Timestamp) -> Self {
        let mut gathering = Gathering::default();
        let entries = KINDS.into_iter().flat_map(|kind| view.entries(kind));
        for entry in entries.filter(|entry| filter.admits(entry)) {
            gathering.add(entry);
        }
        let performance =
            learned.baselines.all().rev().filter(|baseline| gathering.loaded.contains(&baseline.path));
        let performance = performance.take(5).cloned().collect();
        let sockets = sockets(learned, filter, captured_at);
        gathering.finish(captured_at, sockets, performance)
    }

    /// How many times anything was wrong in the console.
    pub fn error_count(&self) -> u64 {
        self.of_category(Category::Console)
    }

    fn of_category(&self, category: Category) -> u64 {
        self.errors.iter().filter(|((of, _), _)| *of == category).map(|(_, state)| state.issue.count()).sum()
    }

    /// The documented counts.
    pub fn counts(&self) -> Value {
        let failed: u64 = self.endpoints.values().map(|state| state.failed).sum();
        let mut counts = json!({
            "captured_at": self.captured_at,
            "console_errors": self.error_count(),
            "console_warnings": self.warnings,
            "network_requests": self.endpoints.values().map(|state| state.calls).sum::<u64>(),
            "network_errors": failed + self.of_category(Category::Network),
            "websocket_connections": self.sockets.values().filter(|state| **state == SocketState::Open).count(),
            "unique_endpoints": self.endpoints.len(),
            "page_url": self.page_url,
        });
        if let Some(load) = self.performance.first().and_then(|baseline| baseline.loads.back()) {
            counts["performance"] = json!({
                "load_time": load.load.round() as i64,
                "request_count": load.request_count as i64,
                "transfer_size": load.transfer_size.round() as i64,
            });
        }
        if self.not_kept > 0 {
            counts["not_kept"] = json!(self.not_kept);
        }
        counts
    }

    /// Whether nothing at all was captured.
    pub fn is_empty(&self) -> bool {
        self.page_url.is_none()
            && self.errors.is_empty()
            && self.endpoints.is_empty()
            && self.pages.is_empty()
    }
}

fn sockets(learned: &Learned, filter: &Query, now: Timestamp) -> BTreeMap<String, SocketState> {
    let part = filter.url_filter.as_deref();
    let is_meant = |connection: &&Connection| {
        part.is_none_or(|part| {
            connection.url.contains(part)
                || connection.page_url.as_deref().is_some_and(|page| page.contains(part))
        })
    };
    let mut sockets = BTreeMap::new();
    let (open, closed) = (learned.connections.open(), learned.connections.closed(now));
    for connection in closed.chain(open).filter(is_meant) {
        let state = match connection.state {
            ConnectionState::Closed => SocketState::Closed,
            _ => SocketState::Open,
        };
        let path = path_of(&connection.url);
        // One that is open counts more than an earlier one that was closed.
        if sockets.len() < MOST_SOCKETS || sockets.contains_key(&path) {
            let known = sockets.entry(path).or_insert(state);
            if state == SocketState::Open {
                *known = state;
            }
        }
    }
    sockets
}

/// An error, while a view is read.
#[derive(Default)]
struct GatheredError {
    shown: String,
    count: u64,
    pages: BTreeSet<String>,
    addresses: Addresses,
}

/// A view, being read.
#[derive(Default)]
struct Gathering {
    errors: BTreeMap<(Category, String), GatheredError>,
    calls: Calls,
    durations: BTreeMap<String, Vec<f64>>,
    warnings: u64,
    pages: BTreeSet<String>,
    addresses: Addresses,
    loaded: BTreeSet<String>,
    latest_page: Option<(u64, String)>,
}

impl Gathering {
    fn add(&mut self, entry: &Entry) {
        let sighting = Sighting::of(entry);
        if entry.kind == Kind::Log && entry.level == Level::Warn && entry.class != LogClass::Network {
            self.warnings += 1;
        }
        self.note_page(entry, &sighting.place.page, sighting.place.address.as_ref());
        match sighting.what {
            What::Error { category, key, shown } => {
                let known = self.errors.entry((category, key)).or_default();
                if known.count == 0 {
                    known.shown = shown;
                }
                known.count += 1;
                known.pages.insert(sighting.place.page);
                known.addresses.note(sighting.place.address.as_ref());
            }
            What::Request(request) => self.add_request(&request),
            What::Loaded(path, _) => {
                self.loaded.insert(path);
            }
            What::Action(_) | What::Began | What::Active => {}
        }
    }

    fn note_page(&mut self, entry: &Entry, page: &str, address: Option<&Address>) {
        if address.is_some() {
            self.addresses.note(address);
        }
        if !page.is_empty() && self.pages.len() < MOST_PAGES {
            self.pages.insert(page.to_owned());
        }
        let header = entry.header();
        let is_document =
            !matches!(entry.kind, Kind::NetworkBody | Kind::WebSocket) && entry.class != LogClass::Network;
        let document = header.page_url.or(header.url.filter(|_| is_document));
        if let Some(document) =
            document.filter(|_| self.latest_page.as_ref().is_none_or(|(seq, _)| entry.seq > *seq))
        {
            self.latest_page = Some((entry.seq, document.chars().take(LONGEST_URL).collect()));
        }
    }

    fn add_request(&mut self, request: &RequestSighting) {
        self.calls.note(request, |_| true);
        if request.only_logged || request.outcome == Outcome::Unknown {
            return;
        }
        if let Some(duration) = request.duration {
            let durations = self.durations.entry(request.endpoint.clone()).or_default();
            if durations.len() < MOST_DURATIONS {
                durations.push(duration);
            }
        }
    }

    fn finish(
        self,
        captured_at: Timestamp,
        sockets: BTreeMap<String, SocketState>,
        performance: Vec<learned::Baseline>,
    ) -> Snapshot {
        let known_errors = self.errors.len();
        let errors: BTreeMap<_, _> = self
            .errors
            .into_iter()
            .take(MOST_ERRORS)
            .map(|((category, key), error)| {
                let issue = Issue::message(category, &error.shown, error.count);
                ((category, key), ErrorState { issue, pages: error.pages, addresses: error.addresses })
            })
            .collect();
        let (endpoints, endpoints_left_out) = endpoints(&self.calls, &self.durations);
        Snapshot {
            captured_at,
            page_url: self.latest_page.map(|(_, url)| url),
            not_kept: (known_errors - errors.len()) + endpoints_left_out,
            errors,
            warnings: self.warnings,
            endpoints,
            sockets,
            pages: self.pages,
            addresses: self.addresses,
            performance,
        }
    }
}

/// Endpoints, those that fail before any other, and how many there are besides.
fn endpoints(
    calls: &Calls,
    durations: &BTreeMap<String, Vec<f64>>,
) -> (BTreeMap<String, EndpointState>, usize) {
    let mut known: Vec<_> = calls.all().filter(|(_, of)| of.failed + of.answered > 0).collect();
    let left_out = known.len().saturating_sub(MOST_ENDPOINTS);
    known.sort_by_key(|(_, of)| (of.failed == 0, std::cmp::Reverse(of.last)));
    known.truncate(MOST_ENDPOINTS);
    let states = known.into_iter().map(|(endpoint, of)| {
        let status = if of.failed > 0 { of.failed_status } else { of.answered_status };
        let state = EndpointState {
            calls: of.failed + of.answered,
            failed: of.failed,
            answered: of.answered,
            failed_at: of.failed_at.clone(),
            answered_at: of.answered_at.clone(),
            status,
            duration: durations.get(endpoint).map(|durations| median(durations)),
        };
        (endpoint.to_owned(), state)
    });
    (states.collect(), left_out)
}
