//! Which entries are events. One file per category, one rule per row of the documented table.

mod errors;
mod fields;
mod frustration;
mod network;
mod performance;
mod secrets;

use serde_json::{Map, Value};

use self::fields::Fields;
use self::frustration::Frustration;
use self::network::Answers;
use super::{Category, Known, Severity, StreamEvent};
use crate::intake::{Kind, LogClass};
use crate::learned::Baseline;
use crate::store::Entry;

/// Errors, secrets and slow pages that were events before.
const MOST_KNOWN: usize = 1_000;

/// What decides: it remembers what was there before.
#[derive(Debug)]
pub struct Significance {
    /// Errors met before.
    errors: Known<()>,
    answers: Answers,
    /// Requests with secrets met before.
    secrets: Known<()>,
    /// Paths that are known to be slow.
    slow: Known<()>,
    frustration: Frustration,
}

impl Default for Significance {
    fn default() -> Self {
        Self {
            errors: Known::new(MOST_KNOWN),
            answers: Answers::default(),
            secrets: Known::new(MOST_KNOWN),
            slow: Known::new(MOST_KNOWN),
            frustration: Frustration::default(),
        }
    }
}

impl Significance {
    /// Whether an entry can matter at all. Most do not, and cost nothing more.
    pub fn concerns(entry: &Entry) -> bool {
        match entry.kind {
            Kind::Log => entry.is_error() || matches!(entry.class, LogClass::Network | LogClass::LongTask),
            Kind::NetworkBody | Kind::Performance | Kind::Action => true,
            _ => false,
        }
    }

    /// The events of a new entry. `baseline` gives what is usual for a path, this entry included.
    pub fn judge(
        &mut self,
        entry: &Entry,
        baseline: impl FnOnce(&str) -> Option<Baseline>,
    ) -> Vec<StreamEvent> {
        let Some(fields) = Fields::read(entry) else { return Vec::new() };
        match (entry.kind, entry.class) {
            (Kind::Log, LogClass::Network) => self.answers.judge(entry, &fields).into_iter().collect(),
            (Kind::Log, LogClass::LongTask) => performance::long_task(entry, &fields).into_iter().collect(),
            (Kind::Log, _) if entry.is_error() => {
                let error = errors::judge(entry, &fields, &mut self.errors);
                let click = self.frustration.error(entry, &fields);
                error.into_iter().chain(click).collect()
            }
            (Kind::NetworkBody, _) => {
                let answer = self.answers.judge(entry, &fields);
                let secret = secrets::judge(entry, &fields, &mut self.secrets);
                answer.into_iter().chain(secret).collect()
            }
            (Kind::Performance, _) => {
                let slow = baseline(&entry.path())
                    .and_then(|usual| performance::slow_load(entry, &usual, &mut self.slow));
                slow.into_iter().chain(performance::longest_task(entry)).collect()
            }
            (Kind::Action, _) => self.frustration.action(entry, &fields).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The events of an entry that late fields were merged into.
    pub fn judge_completed(&mut self, entry: &Entry) -> Option<StreamEvent> {
        if entry.kind != Kind::Action {
            return None;
        }
        self.frustration.outcome(entry, &Fields::read(entry)?)
    }

    /// Somebody cleared: what comes next is new again. What endpoints answered and how fast pages were stays known.
    pub fn forget_seen(&mut self) {
        self.errors.clear();
        self.secrets.clear();
    }
}

/// An event of an entry, about the document and request the entry names.
fn event(
    entry: &Entry,
    (category, severity): (Category, Severity),
    message: String,
    context: Vec<(&str, Value)>,
) -> StreamEvent {
    let header = entry.header();
    let mut all = Map::new();
    let addresses = [("url", header.url), ("pageUrl", header.page_url)];
    for (name, address) in addresses {
        all.extend(
            address.map(|url| (name.to_owned(), Value::from(fields::start(&url, fields::MOST_ADDRESS)))),
        );
    }
    all.extend(header.tab.map(|tab| ("tab".to_owned(), Value::from(tab.into_owned()))));
    all.extend(entry.test_id.as_deref().map(|test| ("test_id".to_owned(), Value::from(test))));
    all.extend(
        context
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name.to_owned(), value)),
    );
    let key = format!("{}\n{message}", category.as_str());
    StreamEvent { category, severity, message, timestamp: entry.time, context: all, key, is_known: false }
}

#[cfg(test)]
mod tests;
