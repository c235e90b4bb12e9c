//! Requests counted by endpoint, each once, though a log entry and one with bodies may tell of it.

use std::collections::{BTreeMap, VecDeque};

use super::addresses::Addresses;
use super::sighting::{Outcome, RequestSighting};

/// Requests whose ids are remembered: both entries of one come close to each other.
const MOST_IDS: usize = 128;

/// What became of the requests to one endpoint.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcomes {
    pub(super) failed: u64,
    pub(super) answered: u64,
    pub(super) failed_at: Addresses,
    pub(super) answered_at: Addresses,
    /// Status of the last that failed.
    pub(super) failed_status: u16,
    /// Status of the last that was answered.
    pub(super) answered_status: u16,
    /// When the last one came, by order of arrival.
    pub(super) last: u64,
}

impl Outcomes {
    /// How often the endpoint answered at the address at which it fails; at any, if it fails at several.
    pub(super) fn answered_there(&self) -> u64 {
        self.failed_at.sole().map_or(self.answered, |address| self.answered_at.count(address))
    }
}

/// Requests by endpoint.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    endpoints: BTreeMap<String, Outcomes>,
    /// Requests seen last; with an endpoint where only a log entry told of it.
    recent: VecDeque<(u64, Option<String>)>,
    counted: u64,
}

impl Calls {
    /// Makes sure that an endpoint is counted, whatever else comes.
    pub(super) fn expect(&mut self, endpoint: &str) {
        self.endpoints.entry(endpoint.to_owned()).or_default();
    }

    /// Counts a request. An endpoint that is not known yet is counted if `admits` says so.
    pub(super) fn note(&mut self, request: &RequestSighting, admits: impl FnOnce(&Self) -> bool) {
        if let Some(id) = request.id {
            match self.recent.iter().position(|(known, _)| *known == id) {
                Some(at) if !request.only_logged => self.take_back(at),
                Some(_) => return,
                None => {}
            }
            let told = request.only_logged.then(|| request.endpoint.clone());
            self.recent.push_back((id, told));
            if self.recent.len() > MOST_IDS {
                self.recent.pop_front();
            }
        }
        if !self.endpoints.contains_key(&request.endpoint) && !admits(self) {
            return;
        }
        self.counted += 1;
        let outcomes = self.endpoints.entry(request.endpoint.clone()).or_default();
        outcomes.last = self.counted;
        match request.outcome {
            Outcome::Failed => {
                outcomes.failed += 1;
                outcomes.failed_status = request.status;
                outcomes.failed_at.note(request.address.as_ref());
            }
            Outcome::Answered => {
                outcomes.answered += 1;
                outcomes.answered_status = request.status;
                outcomes.answered_at.note(request.address.as_ref());
            }
            Outcome::Unknown => {}
        }
    }

    /// Takes back what a log entry told of a request whose bodies came now.
    fn take_back(&mut self, at: usize) {
        if let Some((_, Some(endpoint))) = self.recent.remove(at)
            && let Some(outcomes) = self.endpoints.get_mut(&endpoint)
        {
            outcomes.failed = outcomes.failed.saturating_sub(1);
        }
    }

    /// The outcomes of one endpoint.
    pub(super) fn of(&self, endpoint: &str) -> Outcomes {
        self.endpoints.get(endpoint).cloned().unwrap_or_default()
    }

    /// Every endpoint.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Outcomes)> {
        self.endpoints.iter().map(|(endpoint, outcomes)| (endpoint.as_str(), outcomes))
    }

    /// Endpoints that fail.
    pub(super) fn failing(&self) -> impl Iterator<Item = (&str, &Outcomes)> {
        self.all().filter(|(_, outcomes)| outcomes.failed > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(endpoint: &str, id: Option<u64>, only_logged: bool) -> RequestSighting {
        RequestSighting {
            endpoint: endpoint.to_owned(),
            address: None,
            outcome: Outcome::Failed,
            status: 500,
            duration: None,
            id,
            only_logged,
        }
    }

    #[test]
    fn a_request_that_two_entries_tell_of_counts_once_in_either_order() {
        let (logged, whole) =
            (request("POST /graphql", Some(1), true), request("POST /graphql#A", Some(1), false));
        for order in [[&logged, &whole], [&whole, &logged]] {
            let mut calls = Calls::default();
            order.into_iter().for_each(|request| calls.note(request, |_| true));
            assert_eq!(
                calls.failing().map(|(name, of)| (name, of.failed)).collect::<Vec<_>>(),
                [("POST /graphql#A", 1)]
            );
        }
    }

    #[test]
    fn an_expected_endpoint_is_counted_even_if_no_other_is() {
        let mut calls = Calls::default();
        calls.expect("GET /a");
        for endpoint in ["GET /a", "GET /b", "GET /a"] {
            calls.note(&request(endpoint, None, false), |_| false);
        }
        assert_eq!(calls.all().map(|(name, of)| (name, of.failed)).collect::<Vec<_>>(), [("GET /a", 2)]);
    }
}
