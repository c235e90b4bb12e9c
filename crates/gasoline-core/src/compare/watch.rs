//! What happens after a change, counted as it arrives, so that nothing that a full buffer drops is missed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use gasoline_wire::Timestamp;

use super::addresses::Address;
use super::baseline::{Baseline, IssueKey, MOST_ISSUES};
use super::calls::Calls;
use super::issue::Category;
use super::occasion::{Occasion, OccasionKind};
use super::sighting::{KINDS, Outcome, RequestSighting, Sighting, What, instance_of};
use crate::analysis::query::Query;
use crate::learned::Measured;
use crate::store::{Entry, View};

/// User actions that are shown.
const MOST_ACTIONS: usize = 20;
/// Times of one action or arrivals at one page that are kept; more are counted.
const MOST_TIMES: usize = 16;
/// Document instances that are known to have been open before.
const MOST_INSTANCES: usize = 512;
/// Pages, and actions, that are counted: each at any address and at one. An issue that needs further ones is not exercised.
const MOST_EXPECTED: usize = 128;
/// Paths whose loads are kept, and loads of each.
const MOST_PATHS: usize = 5;
const MOST_LOADS: usize = 3;

/// What could make the account of a stretch of time incomplete, as counted by the server since it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Entries that never arrived.
    pub lost: u64,
    /// Entries that were refused.
    pub rejected: u64,
}

impl Gaps {
    /// What was added since `earlier`.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self {
            lost: self.lost.saturating_sub(earlier.lost),
            rejected: self.rejected.saturating_sub(earlier.rejected),
        }
    }
}

/// When something that can be tried was tried.
#[derive(Clone, Debug, Default)]
struct Tries {
    /// Server time of each, the latest.
    times: VecDeque<i64>,
    /// Tries before those.
    earlier: u64,
}

impl Tries {
    fn note(&mut self, received: i64) {
        self.times.push_back(received);
        if self.times.len() > MOST_TIMES {
            self.times.pop_front();
            self.earlier += 1;
        }
    }

    /// How many are at least `delay` milliseconds ago.
    fn settled(&self, delay: i64, now: i64) -> u64 {
        let settled = self.times.iter().filter(|time| now.saturating_sub(**time) >= delay).count();
        self.earlier + settled as u64
    }
}

/// What happened on one page.
#[derive(Clone, Debug, Default)]
struct PageUse {
    first: Option<i64>,
    last: i64,
    /// Documents that were not there before.
    instances: BTreeSet<u64>,
    loads: Tries,
    /// Navigations to it.
    arrivals: Tries,
    /// Something without identity happened there: whether it was loaded again cannot be known.
    is_anonymous: bool,
}

impl PageUse {
    fn note(&mut self, received: i64) {
        self.first.get_or_insert(received);
        self.last = self.last.max(received);
    }

    fn is_used(&self) -> bool {
        self.first.is_some()
    }

    fn lasted(&self) -> i64 {
        self.first.map_or(0, |first| self.last - first)
    }

    /// How often it was come to, as far as that is known.
    fn loaded(&self, delay: i64, now: i64) -> u64 {
        let known = self.loads.settled(delay, now).max(self.arrivals.settled(delay, now));
        known.max(u64::from(self.is_anonymous))
    }
}

/// A path or the key of an action, and the hashed address of the page; without one it is meant wherever it happens.
type PageKey = (String, Option<u64>);

/// The keys under which something counts.
fn keys(name: &str, address: Option<&Address>) -> impl Iterator<Item = PageKey> {
    let at = address.map(|address| Some(address.hash));
    [Some(None), at].into_iter().flatten().map(|at| (name.to_owned(), at))
}

/// Where something has to be done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// At the address at which it led to an error.
    SameAddress,
    /// At any address of the page.
    AnyAddress,
}

/// What happens after a change.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Since when.
    pub started_at: Timestamp,
    pub(super) gaps_before: Gaps,
    /// Documents that were open then.
    open: BTreeSet<u64>,
    pub(super) errors: BTreeMap<(Category, String), (String, u64)>,
    pub(super) calls: Calls,
    /// Distinct issues beyond those kept.
    pub(super) not_kept: u64,
    pages: BTreeMap<PageKey, PageUse>,
    anywhere: PageUse,
    actions: BTreeMap<PageKey, Tries>,
    pub(super) user_actions: VecDeque<String>,
    pub(super) user_action_count: u64,
    pub(super) loads: BTreeMap<String, VecDeque<Measured>>,
}

impl Watch {
    /// Begins to watch for what a baseline is about. `view` holds what was there before.
    pub fn begin(baseline: &Baseline, view: &View, gaps: Gaps, started_at: Timestamp) -> Self {
        let entries = KINDS.into_iter().flat_map(|kind| view.entries(kind)).rev();
        let open = entries.filter_map(|entry| instance_of(entry));
        let mut watch = Self {
            started_at,
            gaps_before: gaps,
            open: first_distinct(open, MOST_INSTANCES),
            errors: BTreeMap::new(),
            calls: Calls::default(),
            not_kept: 0,
            pages: BTreeMap::new(),
            anywhere: PageUse::default(),
            actions: BTreeMap::new(),
            user_actions: VecDeque::new(),
            user_action_count: 0,
            loads: BTreeMap::new(),
        };
        for known in &baseline.issues {
            if let IssueKey::Endpoint(endpoint) = &known.key {
                watch.calls.expect(endpoint);
            }
            for occasion in &known.occasions {
                watch.expect(occasion);
            }
        }
        watch
    }

    /// Makes sure that an occasion is counted, whatever else comes.
    fn expect(&mut self, occasion: &Occasion) {
        if self.pages.len() < MOST_EXPECTED {
            for key in keys(&occasion.page.path, occasion.page.at.as_ref()) {
                self.pages.entry(key).or_default();
            }
        }
        if let OccasionKind::Action { key, at, .. } = &occasion.kind
            && self.actions.len() < MOST_EXPECTED
        {
            for key in keys(key, at.as_ref()) {
                self.actions.entry(key).or_default();
            }
        }
    }

    /// Takes an entry into account that `filter` admits.
    pub fn note(&mut self, entry: &Entry, filter: &Query) {
        if !KINDS.contains(&entry.kind) || !filter.admits(entry) {
            return;
        }
        let sighting = Sighting::of(entry);
        let is_new_document = sighting.place.instance.is_some_and(|instance| !self.open.contains(&instance));
        self.anywhere.note(sighting.received);
        for key in keys(&sighting.place.page, sighting.place.address.as_ref()) {
            let Some(page) = self.pages.get_mut(&key) else { continue };
            page.note(sighting.received);
            match sighting.place.instance {
                None => page.is_anonymous = true,
                Some(instance) => {
                    let has_room = page.instances.len() < MOST_TIMES;
                    if is_new_document && has_room && page.instances.insert(instance) {
                        page.loads.note(sighting.received);
                    }
                }
            }
        }
        self.count(sighting);
    }

    fn count(&mut self, sighting: Sighting) {
        match sighting.what {
            What::Error { category, key, shown } => self.count_error(category, key, shown),
            What::Request(request) => self.count_request(&request),
            What::Action(action) => {
                for key in keys(&action.key, sighting.place.address.as_ref()) {
                    if let Some(tries) = self.actions.get_mut(&key) {
                        tries.note(sighting.received);
                    }
                }
                let path = action.arrives_at.as_deref().unwrap_or_default();
                for key in keys(path, action.arrives_at_address.as_ref()) {
                    if let Some(page) = self.pages.get_mut(&key).filter(|_| !path.is_empty()) {
                        page.note(sighting.received);
                        page.arrivals.note(sighting.received);
                    }
                }
                self.user_action_count += 1;
                self.user_actions.push_back(action.shown);
                if self.user_actions.len() > MOST_ACTIONS {
                    self.user_actions.pop_front();
                }
            }
            What::Loaded(path, measured) => self.count_load(path, *measured),
            What::Began | What::Active => {}
        }
    }

    fn count_error(&mut self, category: Category, key: String, shown: String) {
        let key = (category, key);
        if let Some((_, count)) = self.errors.get_mut(&key) {
            *count += 1;
        // What was there before fits beside what is new.
        } else if self.errors.len() < 2 * MOST_ISSUES {
            self.errors.insert(key, (shown, 1));
        } else {
            self.not_kept += 1;
        }
    }

    fn count_request(&mut self, request: &RequestSighting) {
        let failed = request.outcome == Outcome::Failed;
        let mut beyond = false;
        self.calls.note(request, |calls| {
            beyond = failed && calls.failing().count() >= 2 * MOST_ISSUES;
            failed && !beyond
        });
        self.not_kept += u64::from(beyond);
    }

    fn count_load(&mut self, path: String, measured: Measured) {
        if !self.loads.contains_key(&path) && self.loads.len() >= MOST_PATHS {
            return;
        }
        let loads = self.loads.entry(path).or_default();
        loads.push_back(measured);
        if loads.len() > MOST_LOADS {
            loads.pop_front();
        }
    }

    /// What happened on a page; of one whose address is not known, what happened anywhere.
    fn page(&self, key: &PageKey) -> Option<&PageUse> {
        if key.0.is_empty() { Some(&self.anywhere) } else { self.pages.get(key) }
    }

    /// Whether any page was at work.
    pub(super) fn is_active(&self) -> bool {
        self.anywhere.is_used()
    }

    /// How often an occasion came again, and had time to show what it leads to.
    pub(super) fn tried(&self, occasion: &Occasion, place: Where, now: i64) -> u64 {
        let key = |name: &str, address: &Option<Address>| {
            let address = address.as_ref().filter(|_| place == Where::SameAddress);
            (name.to_owned(), address.map(|address| address.hash))
        };
        let path = &occasion.page.path;
        let page = self.page(&key(path, &occasion.page.at));
        let Some(page) = page.filter(|page| page.is_used()) else { return 0 };
        match &occasion.kind {
            OccasionKind::Action { key: action, at, delay, .. } => {
                self.actions.get(&key(action, at)).map_or(0, |tries| tries.settled(*delay, now))
            }
            OccasionKind::Load { .. } if path.is_empty() => 1,
            OccasionKind::Load { delay } => page.loaded(*delay, now),
            OccasionKind::Stay { lasting } => u64::from(page.lasted() >= *lasting),
        }
    }
}

fn first_distinct(values: impl Iterator<Item = u64>, most: usize) -> BTreeSet<u64> {
    let mut distinct = BTreeSet::new();
    for value in values {
        if distinct.len() == most {
            break;
        }
        distinct.insert(value);
    }
    distinct
}
