//! The contract of each API endpoint as its traffic shows it: statuses, shapes of answers and of what is sent, and what
//! departed from them.
//!
//! Learned as entries come in, so a body that has left its buffer has still taught its shape. Values are never kept.

mod call;
mod departure;
mod part;
mod tracked;

use serde::{Deserialize, Serialize};

use self::call::Call;
pub use self::departure::{Departure, Rule};
pub use self::part::Part;
pub use self::tracked::{Outcome, Tracked};
use super::Learner;
use crate::address::Endpoint;
use crate::intake::Kind;
use crate::store::{Entry, Scope, View};

/// Endpoints tracked; the one called longest ago goes first.
const MOST_ENDPOINTS: usize = 30;
/// Memory of all shapes, about.
const MOST_BYTES: usize = 300 * 1_024;

/// The endpoints called last, newest last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Contracts {
    tracked: Vec<Tracked>,
    /// Requests taken into account.
    requests: u64,
    /// Endpoints that were dropped for others.
    forgotten: u64,
    /// Whether none is dropped.
    #[serde(skip)]
    is_unbounded: bool,
}

impl Contracts {
    /// What is tracked, called last first.
    pub fn endpoints(&self) -> impl Iterator<Item = &Tracked> {
        self.tracked.iter().rev()
    }

    /// Requests taken into account.
    pub fn requests(&self) -> u64 {
        self.requests
    }

    /// Endpoints that were dropped for others.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// The same with the endpoints that were dropped for others, as far as their requests are still there. For files, which
    /// are read once: nothing grows.
    #[must_use]
    pub fn completed(mut self, view: &View) -> Self {
        let mut all = Self { is_unbounded: true, ..Self::default() };
        for entry in view.entries(Kind::NetworkBody) {
            all.note(entry);
        }
        let is_known = |one: &Tracked| self.tracked.iter().any(|known| known.endpoint == one.endpoint);
        let more: Vec<Tracked> = all.tracked.into_iter().filter(|one| !is_known(one)).collect();
        self.forgotten = self.forgotten.saturating_sub(more.len() as u64);
        self.tracked.extend(more);
        self.tracked.sort_by_key(|tracked| tracked.last_called);
        self.is_unbounded = true;
        self
    }

    /// The same after the requests of a later capture. Of those, what left its buffer is not known.
    #[must_use]
    pub fn followed_by(mut self, view: &View) -> Self {
        for entry in view.entries(Kind::NetworkBody) {
            self.note(entry);
        }
        self
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    fn take(&mut self, endpoint: &Endpoint<'_>, call: &Call<'_>) -> Option<Tracked> {
        let name = endpoint.to_string();
        let place = self.tracked.iter().position(|tracked| tracked.endpoint == name);
        match place {
            Some(place) => Some(self.tracked.remove(place)),
            // What never answered in JSON is no API.
            None => call.is_json().then(|| Tracked::new(endpoint, name, call)),
        }
    }

    fn bound(&mut self) {
        if self.is_unbounded {
            return;
        }
        let bytes = |tracked: &[Tracked]| tracked.iter().map(Tracked::bytes).sum::<usize>();
        while self.tracked.len() > MOST_ENDPOINTS
            || (self.tracked.len() > 1 && bytes(&self.tracked) > MOST_BYTES)
        {
            self.tracked.remove(0);
            self.forgotten += 1;
        }
    }
}

impl Learner for Contracts {
    const KINDS: &'static [Kind] = &[Kind::NetworkBody];

    fn note(&mut self, entry: &Entry) -> bool {
        let Some(call) = Call::read(entry) else { return false };
        let (request, response) = (call.request_body(), call.response_body());
        let endpoint = Endpoint::of(&call.method, &call.url, request.as_deref());
        let Some(mut tracked) = self.take(&endpoint, &call) else { return false };
        tracked.note(&call, request.as_deref(), response.as_deref());
        self.tracked.push(tracked);
        self.requests += 1;
        self.bound();
        true
    }

    /// The contract of an API outlives a test and a cleared buffer.
    fn clear(&mut self, _: &Scope) {}

    /// It belongs to all tests.
    fn within(&self, _: &Scope) -> Self {
        self.clone()
    }
}

#[cfg(test)]
mod tests;
