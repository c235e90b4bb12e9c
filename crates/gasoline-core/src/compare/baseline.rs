//! What was wrong before a change, and what led to it.

use std::collections::BTreeMap;

use gasoline_wire::Timestamp;

use super::addresses::Address;
use super::calls::Calls;
use super::issue::{Category, Issue};
use super::occasion::{Occasion, Occurrence, Rate, Surroundings};
use super::sighting::{KINDS, Sighting, What};
use crate::analysis::query::Query;
use crate::learned::Baselines;
use crate::store::View;

/// Distinct issues kept of each category, the latest.
pub(super) const MOST_ISSUES: usize = 50;
/// Paths whose loads are kept.
const MOST_PATHS: usize = 5;

/// What makes an issue the same issue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum IssueKey {
    /// A normalised message.
    Message(Category, String),
    /// Method and path.
    Endpoint(String),
}

/// An issue before the change.
#[derive(Clone, Debug)]
pub(super) struct KnownIssue {
    pub(super) key: IssueKey,
    pub(super) issue: Issue,
    /// What led to it; of an endpoint, calls do.
    pub(super) occasions: Vec<Occasion>,
    /// Of an endpoint: the address of the calls, if it was the same each time.
    pub(super) at: Option<Address>,
    /// How often it did.
    pub(super) rate: Option<Rate>,
    /// Order of its last occurrence.
    last: i64,
}

/// Occurrences of each category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct IssueCounts {
    /// Errors in the console.
    pub console_errors: u64,
    /// Requests that failed.
    pub network_errors: u64,
    /// Both.
    pub total_issues: u64,
}

impl IssueCounts {
    pub(super) fn of<'i>(issues: impl Iterator<Item = &'i Issue>) -> Self {
        let mut counts = Self::default();
        for issue in issues {
            counts.total_issues += issue.count();
            match issue.category() {
                Category::Console => counts.console_errors += issue.count(),
                Category::Network => counts.network_errors += issue.count(),
            }
        }
        counts
    }
}

/// What was wrong before a change. Messages are kept as previews, bodies not at all.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// When.
    pub captured_at: Timestamp,
    pub(super) issues: Vec<KnownIssue>,
    /// Distinct issues beyond those kept.
    pub(super) not_kept: usize,
    /// How fast pages were.
    pub(super) performance: Baselines,
}

impl Baseline {
    /// Everything that is wrong in a view.
    pub fn of(view: &View, filter: &Query, performance: &Baselines, captured_at: Timestamp) -> Self {
        let mut gathering = Gathering::default();
        let entries = KINDS.into_iter().flat_map(|kind| view.entries(kind));
        for entry in entries.filter(|entry| filter.admits(entry)) {
            gathering.add(Sighting::of(entry));
        }
        let (issues, not_kept) = gathering.finish();
        Self { captured_at, issues, not_kept, performance: performance.latest(MOST_PATHS) }
    }

    /// Each issue, the latest first.
    pub fn issues(&self) -> impl Iterator<Item = &Issue> {
        self.issues.iter().map(|known| &known.issue)
    }

    /// How often all of them occurred.
    pub fn counts(&self) -> IssueCounts {
        IssueCounts::of(self.issues())
    }

    /// What to do so that every issue has its chance to come back, each once.
    pub fn reproduction_steps(&self) -> Vec<String> {
        let mut steps: Vec<String> = Vec::new();
        for known in &self.issues {
            for step in known.steps() {
                if !steps.contains(&step) {
                    steps.push(step);
                }
            }
        }
        steps
    }

    pub(super) fn find(&self, key: &IssueKey) -> Option<&KnownIssue> {
        self.issues.iter().find(|known| known.key == *key)
    }
}

impl KnownIssue {
    /// What has to be done for it to come back.
    pub(super) fn steps(&self) -> Vec<String> {
        match &self.key {
            IssueKey::Endpoint(endpoint) => vec![self.call(endpoint)],
            IssueKey::Message(..) => self.occasions.iter().map(Occasion::request).collect(),
        }
    }

    fn call(&self, endpoint: &str) -> String {
        let as_it_was =
            self.at.as_ref().filter(|address| !endpoint.ends_with(&format!(" {}", address.shown)));
        let address = as_it_was.map(|address| format!(" as {}", address.shown)).unwrap_or_default();
        format!("make the page call {endpoint} again{address}")
    }
}

/// An error and where it occurred.
struct Errors {
    shown: String,
    occurrences: Vec<Occurrence>,
}

/// A view, being read.
#[derive(Default)]
struct Gathering {
    errors: BTreeMap<(Category, String), Errors>,
    calls: Calls,
    surroundings: Surroundings,
}

impl Gathering {
    fn add(&mut self, sighting: Sighting) {
        let Sighting { time, place, what, .. } = sighting;
        if let Some(instance) = place.instance {
            let address = place.address.as_ref().map(|address| address.hash);
            let of_page = self.surroundings.instances.entry(place.page.clone()).or_default();
            of_page.insert((instance, address));
        }
        match what {
            What::Error { category, key, shown } => {
                let errors = self
                    .errors
                    .entry((category, key))
                    .or_insert_with(|| Errors { shown, occurrences: Vec::new() });
                errors.occurrences.push(Occurrence { time, place });
            }
            What::Request(request) => self.calls.note(&request, |_| true),
            What::Action(action) => self.surroundings.actions.push((time, place, action)),
            What::Began => {
                let began =
                    place.instance.map(|instance| self.surroundings.began.entry(instance).or_insert(time));
                if let Some(began) = began {
                    *began = time.min(*began);
                }
            }
            What::Loaded(..) | What::Active => {}
        }
    }

    fn finish(mut self) -> (Vec<KnownIssue>, usize) {
        self.surroundings.actions.sort_by_key(|(time, ..)| *time);
        let errors = self.errors.into_iter().map(|((category, key), errors)| {
            let (occasions, rate) = self.surroundings.occasions(&errors.occurrences);
            KnownIssue {
                key: IssueKey::Message(category, key),
                issue: Issue::message(category, &errors.shown, errors.occurrences.len() as u64),
                occasions,
                at: None,
                rate,
                last: errors.occurrences.iter().map(|each| each.time).max().unwrap_or_default(),
            }
        });
        let failing = self.calls.failing().map(|(endpoint, outcomes)| KnownIssue {
            key: IssueKey::Endpoint(endpoint.to_owned()),
            issue: Issue::endpoint(endpoint, outcomes.failed_status, outcomes.failed),
            occasions: Vec::new(),
            at: outcomes.failed_at.sole().cloned(),
            rate: Some(Rate { times: outcomes.failed, of: outcomes.failed + outcomes.answered_there() }),
            last: outcomes.last as i64,
        });
        let (errors, dropped_errors) = latest(errors.collect());
        let (failing, dropped_failing) = latest(failing.collect());
        (errors.into_iter().chain(failing).collect(), dropped_errors + dropped_failing)
    }
}

/// The latest issues, and how many there are besides.
fn latest(mut issues: Vec<KnownIssue>) -> (Vec<KnownIssue>, usize) {
    issues.sort_by_key(|known| std::cmp::Reverse(known.last));
    let dropped = issues.len().saturating_sub(MOST_ISSUES);
    issues.truncate(MOST_ISSUES);
    (issues, dropped)
}
