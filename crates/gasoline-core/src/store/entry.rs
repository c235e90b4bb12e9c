//! One stored entry: its redacted JSON and the few fields filters need without parsing.

use std::sync::Arc;

use gasoline_wire::{Enrichment, EntryHeader, Level, Timestamp};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::address::Parts;
use crate::enrichment::DEADLINE_MILLISECONDS;
use crate::intake::{Kind, LogClass};
use crate::redact::Redacted;

/// An entry as it is kept. Never changed: a late merge puts a new one in its place.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Order of arrival over all kinds and tests; what cursors use.
    pub seq: u64,
    /// Server time of arrival.
    pub received_at: Timestamp,
    /// Browser time, corrected by the offset measured at hello; arrival time when the sender gave none.
    pub time: Timestamp,
    /// Which buffer it is in.
    pub kind: Kind,
    /// For log entries: what kind of log.
    pub class: LogClass,
    /// Severity.
    pub level: Level,
    /// HTTP status, where there is one.
    pub status: Option<u16>,
    /// The test it belongs to: its own id, or the one the server gave it.
    pub test_id: Option<Arc<str>>,
    /// The server gave it its test id, because only that test was running: the JSON does not contain it.
    pub tagged: bool,
    /// Late enrichment.
    pub enrichment: Option<Enrichment>,
    /// The entry itself.
    pub json: Redacted<Box<str>>,
}

impl Entry {
    /// Bytes this entry counts for in every bound: its JSON and a fixed share for the bookkeeping around it.
    pub fn cost(&self) -> usize {
        const BOOKKEEPING: usize = 200;
        self.json.get().len() + BOOKKEEPING
    }

    /// The entry's JSON text as its sender wrote it, secrets replaced.
    pub fn text(&self) -> &str {
        self.json.get()
    }

    /// The fields every entry may have, read anew from the JSON.
    pub fn header(&self) -> EntryHeader<'_> {
        // It was readable when it came in; a merge adds only `_…` fields and `enrichment`.
        EntryHeader::read_text(self.text()).unwrap_or_default()
    }

    /// The entry as its wire type. Other senders write times and ids as numbers and leave fields out: those are
    /// brought into form, and what is missing is taken from `defaults`.
    pub fn typed<T: DeserializeOwned>(&self, defaults: Value) -> Option<T> {
        let mut fields: Map<String, Value> = serde_json::from_str(self.text()).ok()?;
        fields.insert("ts".to_owned(), Value::from(self.time.to_string()));
        for name in ["session", "tab", "page", "frame", "eventId", "test_id", "id"] {
            if let Some(Value::Number(number)) = fields.get(name) {
                let text = Value::from(number.to_string());
                fields.insert(name.to_owned(), text);
            }
        }
        if let Value::Object(defaults) = defaults {
            for (name, value) in defaults {
                fields.entry(name).or_insert(value);
            }
        }
        serde_json::from_value(Value::Object(fields)).ok()
    }

    /// Whether this is an error or an exception.
    pub fn is_error(&self) -> bool {
        self.kind == Kind::Log && (self.level == Level::Error || self.class == LogClass::Exception)
    }

    /// Whether this is evidence of something gone wrong: an error or a failed request.
    pub fn is_telling(&self) -> bool {
        self.is_error() || (self.kind == Kind::NetworkBody && self.is_failed_request())
    }

    /// Whether this tells of a request that was refused or got no answer. Without body capture only a log entry does.
    pub fn is_failed_request(&self) -> bool {
        let is_told = match self.kind {
            Kind::NetworkBody => true,
            Kind::Log => self.class == LogClass::Network && self.level >= Level::Warn,
            _ => false,
        };
        is_told
            && match self.status {
                None | Some(0) => self.is_unanswered(),
                Some(status) => status >= 400,
            }
    }

    /// Whether an answer was wanted to the end and did not come. Status 0 alone does not say so: the browser hides the
    /// answer of another origin from the page. In the log a request that was given up is only a warning.
    fn is_unanswered(&self) -> bool {
        /// What our capture writes of requests that were given up.
        const GIVEN_UP: [&str; 2] = ["aborted", "page left"];
        #[derive(serde::Deserialize)]
        struct Failure {
            error: Option<Value>,
        }
        if self.kind == Kind::Log {
            return self.is_error();
        }
        let failure: Option<Failure> = serde_json::from_str(self.text()).ok();
        let error = failure.and_then(|failure| failure.error);
        error.is_some_and(|error| error.as_str().is_none_or(|text| !GIVEN_UP.contains(&text)))
    }

    /// Whether more is on its way under the same identity.
    pub fn is_pending(&self, now: Timestamp) -> bool {
        self.enrichment_at(now) == Some(Enrichment::Pending)
    }

    /// How far enrichment has come. What did not arrive in the time it is given will not: a page that was left, or a
    /// worker that died, cannot say so itself.
    pub fn enrichment_at(&self, now: Timestamp) -> Option<Enrichment> {
        let waited = now.as_milliseconds() - self.received_at.as_milliseconds();
        match &self.enrichment {
            Some(Enrichment::Pending) if waited > DEADLINE_MILLISECONDS => {
                Some(Enrichment::Failed(format!("not complete within {} s", DEADLINE_MILLISECONDS / 1_000)))
            }
            state => state.clone(),
        }
    }

    /// What its sender calls the request it is about: a failed one is told of by two entries of different kinds.
    pub fn request_id(&self) -> Option<String> {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Fields {
            request_id: Option<Value>,
        }
        id_text(serde_json::from_str::<Fields>(self.text()).ok()?.request_id)
    }

    /// Path of the entry's `url`, without origin, query and fragment: what performance is kept by.
    pub fn path(&self) -> String {
        let url = self.header().url.unwrap_or_default();
        Parts::of(&url).path.to_owned()
    }

    /// Whether the request, socket or document address contains `part`.
    pub fn url_contains(&self, part: &str) -> bool {
        let header = self.header();
        [header.url, header.page_url].iter().flatten().any(|url| url.contains(part))
    }
}

/// An id as text: other senders write them as numbers.
pub(crate) fn id_text(id: Option<Value>) -> Option<String> {
    match id? {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
