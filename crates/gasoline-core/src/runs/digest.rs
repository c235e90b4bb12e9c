//! What one test run did, in four kilobytes: endpoints with status and order, shapes as hashes, load times, console lines.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;

use gasoline_wire::{Direction, Level, PerformanceSnapshot, WebSocketEvent, WebSocketEventKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use siphasher::sip::SipHasher24;

use crate::address::is_data;
use crate::analysis::requests::{self, Request};
use crate::compare::normalised_message;
use crate::intake::{Kind, LogClass};
use crate::store::{Entry, View};

/// Bytes of a digest as JSON.
const LARGEST: usize = 4 * 1_024;
/// Requests and different lines that are looked at.
const MOST_CALLS: usize = 150;
const MOST_LINES: usize = 60;
/// Characters of an endpoint or a line.
const LONGEST_LINE: usize = 100;
/// Levels of a JSON value that make its shape.
const DEEPEST: usize = 6;

/// One request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    /// Its endpoint, by its place in the list of endpoints.
    pub endpoint: u16,
    /// 0 without response.
    pub status: u16,
    /// How long it took, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u32>,
    /// What the answer looks like, as a hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<u32>,
}

/// One load of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Load {
    /// The page.
    pub path: String,
    /// Milliseconds until its load event.
    pub ms: f64,
    /// Requests it made.
    pub requests: u32,
    /// Bytes that came.
    pub bytes: f64,
}

/// What one test run did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Digest {
    /// `GET /users/{id}`.
    pub endpoints: Vec<String>,
    /// In the order in which they ended.
    pub calls: Vec<Call>,
    /// `error: boom`, and how often.
    pub console: BTreeMap<String, u32>,
    /// WebSocket messages by direction and type, and how often.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub messages: BTreeMap<String, u32>,
    /// Loads of pages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loads: Vec<Load>,
    /// What had no room.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: u32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Digest {
    /// What a view tells of one test run.
    pub fn of(view: &View) -> Self {
        let mut digest = Self::default();
        let mut requests: Vec<Request> =
            requests::all(view).into_iter().map(|(_, request)| request).collect();
        requests.sort_by_key(|request| request.ended);
        requests.iter().filter(|request| !request.is_given_up()).for_each(|request| digest.add_call(request));
        view.entries(Kind::Log).iter().for_each(|entry| digest.add_line(entry));
        view.entries(Kind::WebSocket).iter().for_each(|entry| digest.add_message(entry));
        let loads = view.entries(Kind::Performance).iter();
        digest.loads.extend(loads.filter_map(|entry| {
            let snapshot: PerformanceSnapshot = entry.typed(Value::Null)?;
            Some(Load {
                path: cut(&entry.path()),
                ms: snapshot.timing.load.round(),
                requests: snapshot.network.request_count,
                bytes: snapshot.network.transfer_size.round(),
            })
        }));
        digest.fit();
        digest
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty() && self.console.is_empty() && self.messages.is_empty() && self.loads.is_empty()
    }

    /// The requests, each with the name of its endpoint.
    pub(super) fn named_calls(&self) -> impl Iterator<Item = (&str, &Call)> {
        self.calls
            .iter()
            .filter_map(|call| Some((self.endpoints.get(usize::from(call.endpoint))?.as_str(), call)))
    }

    fn add_call(&mut self, request: &Request) {
        if self.calls.len() == MOST_CALLS {
            self.omitted += 1;
            return;
        }
        let name = cut(&request.endpoint().to_string());
        let known = self.endpoints.iter().position(|known| *known == name);
        let place = known.unwrap_or_else(|| {
            self.endpoints.push(name);
            self.endpoints.len() - 1
        });
        self.calls.push(Call {
            endpoint: place as u16,
            status: request.status,
            ms: request.duration.map(|duration| duration.max(0.0).round() as u32),
            shape: request.response.as_deref().and_then(shape),
        });
    }

    fn add_line(&mut self, entry: &Entry) {
        if entry.class == LogClass::Network || entry.level < Level::Warn {
            return;
        }
        let line = format!("{}: {}", entry.level.as_str(), normalised_message(entry));
        count(&mut self.console, cut(&line), &mut self.omitted);
    }

    fn add_message(&mut self, entry: &Entry) {
        let Some(event) = entry.typed::<WebSocketEvent>(Value::Null) else { return };
        if event.event != WebSocketEventKind::Message {
            return;
        }
        let direction = if event.direction == Some(Direction::Outgoing) { "sent" } else { "received" };
        let data: Option<Value> = event.data.as_deref().and_then(|data| serde_json::from_str(data).ok());
        let name = data.as_ref().and_then(|data| data.get("type").or(data.get("event"))?.as_str());
        let line = format!("{direction} {}", name.unwrap_or("message"));
        count(&mut self.messages, cut(&line), &mut self.omitted);
    }

    /// Leaves out the last of what there is most of, until it fits.
    fn fit(&mut self) {
        while serde_json::to_string(self).map_or(0, |text| text.len()) > LARGEST {
            let lines = self.console.len() + self.messages.len();
            let dropped = if self.calls.len() >= lines && !self.calls.is_empty() {
                let keep = self.calls.len() - self.calls.len().div_ceil(10);
                let dropped = self.calls.len() - keep;
                self.calls.truncate(keep);
                let used = self.calls.iter().map(|call| usize::from(call.endpoint) + 1).max().unwrap_or(0);
                self.endpoints.truncate(used);
                dropped
            } else if self.console.pop_last().or_else(|| self.messages.pop_last()).is_some()
                || self.loads.pop().is_some()
            {
                1
            } else {
                return;
            };
            self.omitted += dropped as u32;
        }
    }
}

fn count(counts: &mut BTreeMap<String, u32>, line: String, omitted: &mut u32) {
    if counts.len() < MOST_LINES || counts.contains_key(&line) {
        *counts.entry(line).or_default() += 1;
    } else {
        *omitted += 1;
    }
}

fn cut(text: &str) -> String {
    text.chars().take(LONGEST_LINE).collect()
}

/// What a JSON text looks like: names and types, without values and without keys that are data.
fn shape(text: &str) -> Option<u32> {
    let value: Value = serde_json::from_str(text).ok()?;
    let mut parts = BTreeSet::new();
    collect(&value, String::new(), DEEPEST, &mut parts);
    let mut hasher = SipHasher24::new_with_key(&[0; 16]);
    parts.iter().for_each(|part| hasher.write(part.as_bytes()));
    Some(hasher.finish() as u32)
}

fn collect(value: &Value, path: String, levels: usize, parts: &mut BTreeSet<String>) {
    let (kind, inside): (&str, Vec<(&str, &Value)>) = match value {
        Value::Null => ("null", Vec::new()),
        Value::Bool(_) => ("boolean", Vec::new()),
        Value::Number(_) => ("number", Vec::new()),
        Value::String(_) => ("string", Vec::new()),
        Value::Array(items) => ("array", items.iter().take(20).map(|item| ("[]", item)).collect()),
        Value::Object(fields) => {
            let name = |name: &'_ str| if is_data(name) { "{id}" } else { name }.to_owned();
            parts.insert(format!("{path}:object"));
            if levels > 0 {
                for (field, value) in fields {
                    collect(value, format!("{path}.{}", name(field)), levels - 1, parts);
                }
            }
            return;
        }
    };
    parts.insert(format!("{path}:{kind}"));
    if levels > 0 {
        inside
            .into_iter()
            .for_each(|(name, value)| collect(value, format!("{path}{name}"), levels - 1, parts));
    }
}
