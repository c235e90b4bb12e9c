//! What changed in the contracts of the APIs a page talks to.

mod description;
mod expected;
mod spike;
mod violation;

use serde_json::{Value, json};

pub use self::description::described;
pub use self::expected::{Checked, ExpectedError, check};
pub use self::violation::{Severity, Violation};
use crate::learned::{Contracts, Part, Tracked};
use crate::store::View;

/// Which endpoints are asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndpointFilter {
    /// Only addresses that contain this.
    pub url_filter: Option<String>,
    /// None that contains one of these.
    pub ignored: Vec<String>,
}

impl EndpointFilter {
    fn includes(&self, tracked: &Tracked) -> bool {
        self.includes_call(&tracked.endpoint, &tracked.url)
    }

    fn includes_call(&self, endpoint: &str, url: &str) -> bool {
        let contains = |part: &str| endpoint.contains(part) || url.contains(part);
        self.url_filter.as_deref().is_none_or(contains) && !self.ignored.iter().any(|part| contains(part))
    }
}

/// What was found among the endpoints asked about.
#[derive(Debug)]
pub struct Analysis {
    /// Most severe first, then newest.
    pub violations: Vec<Violation>,
    /// Endpoints looked at.
    pub tracked_endpoints: usize,
    /// Of them, those without a violation that is more than `info`.
    pub clean_endpoints: usize,
    /// Their calls.
    pub total_requests: u64,
    /// Violations beyond those remembered of an endpoint.
    pub not_remembered: u64,
}

/// Looks at every endpoint asked about. `view` holds requests that are still in their buffer, and errors.
pub fn analyze(contracts: &Contracts, view: &View, filter: &EndpointFilter) -> Analysis {
    let mut analysis = Analysis {
        violations: Vec::new(),
        tracked_endpoints: 0,
        clean_endpoints: 0,
        total_requests: 0,
        not_remembered: 0,
    };
    for tracked in contracts.endpoints().filter(|tracked| filter.includes(tracked)) {
        let found = violations(tracked, view);
        analysis.tracked_endpoints += 1;
        analysis.total_requests += tracked.calls;
        analysis.clean_endpoints += usize::from(found.iter().all(|each| each.severity == Severity::Info));
        analysis.not_remembered += tracked.response.more_departures + tracked.request.more_departures;
        analysis.violations.extend(found);
    }
    analysis.sort();
    analysis
}

impl Analysis {
    /// Adds what departed from a written contract.
    pub fn add(&mut self, departed: Vec<Violation>) {
        self.violations.extend(departed);
        self.sort();
    }

    fn sort(&mut self) {
        self.violations
            .sort_by_key(|each| (std::cmp::Reverse(each.severity), std::cmp::Reverse(each.last_at)));
    }
}

fn violations(tracked: &Tracked, view: &View) -> Vec<Violation> {
    let spike = spike::of(tracked, view);
    let halves =
        [(&tracked.response, violation::Half::Response), (&tracked.request, violation::Half::Request)];
    let departures = halves.into_iter().flat_map(|(part, half)| {
        part.departures.iter().map(move |departure| violation::of(tracked, part, departure, half, view))
    });
    spike.into_iter().chain(departures).collect()
}

/// One endpoint as `report` shows it.
pub fn reported(tracked: &Tracked) -> Value {
    let statuses: serde_json::Map<String, Value> =
        tracked.statuses.iter().map(|(status, count)| (status.to_string(), json!(count))).collect();
    let mut row = json!({
        "endpoint": tracked.endpoint,
        "method": tracked.method,
        "call_count": tracked.calls,
        "status_codes": statuses,
    });
    if let Value::Object(members) = &mut row {
        if let Some(shape) = shape_of(&tracked.response) {
            members.insert("established_shape".to_owned(), shape);
        }
        if let Some(consistency) = tracked.response.consistency() {
            members.insert("consistency".to_owned(), json!(format!("{consistency}%")));
        }
        if let Some(shape) = shape_of(&tracked.request) {
            members.insert("request".to_owned(), json!({ "established_shape": shape }));
        }
        members.insert("last_called".to_owned(), json!(tracked.last_called));
    }
    row
}

/// The endpoints asked about, called last first.
pub fn endpoints<'c>(
    contracts: &'c Contracts,
    filter: &'c EndpointFilter,
) -> impl Iterator<Item = &'c Tracked> {
    contracts.endpoints().filter(|tracked| filter.includes(tracked))
}

fn shape_of(part: &Part) -> Option<Value> {
    (part.shape.whole() + part.shape.cut() > 0).then(|| described(part.shape.root()))
}

#[cfg(test)]
mod tests;
