//! What one entry says to a comparison.

use std::hash::Hasher;

use gasoline_wire::PerformanceSnapshot;
use serde_json::{Map, Value};
use siphasher::sip::SipHasher24;

use super::addresses::Address;
use super::issue::Category;
use super::normalised::{normalised, preview};
use crate::address::{Parts, is_data, template};
use crate::analysis::requests::Request;
use crate::intake::{Kind, LogClass};
use crate::learned::Measured;
use crate::store::Entry;

/// The kinds of entry a comparison reads.
pub const KINDS: [Kind; 8] = [
    Kind::NetworkBody,
    Kind::Log,
    Kind::Action,
    Kind::Performance,
    Kind::Document,
    Kind::WebSocket,
    Kind::DomSnapshot,
    Kind::Storage,
];

/// Bytes of a page's path or an endpoint that are kept.
const LONGEST_PATH: usize = 200;

/// What one entry says, and where and when.
#[derive(Debug)]
pub(super) struct Sighting {
    /// Corrected browser time, milliseconds.
    pub(super) time: i64,
    /// Server time of arrival, milliseconds.
    pub(super) received: i64,
    pub(super) place: Place,
    pub(super) what: What,
}

/// Where something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Path of the document, ids replaced; empty if it is not known.
    pub(super) page: String,
    /// The document's address, if it is known.
    pub(super) address: Option<Address>,
    /// The document instance, if the sender says so.
    pub(super) instance: Option<u64>,
    /// The tab, if the sender says so.
    pub(super) tab: Option<u64>,
}

/// What happened.
#[derive(Debug)]
pub(super) enum What {
    /// Something is wrong, and a message says so.
    Error { category: Category, key: String, shown: String },
    /// A request ended.
    Request(RequestSighting),
    /// The user did something.
    Action(ActionSighting),
    /// A page of this path was measured.
    Loaded(String, Box<Measured>),
    /// A document began.
    Began,
    /// A page was at work.
    Active,
}

/// A request that ended.
#[derive(Clone, Debug)]
pub(super) struct RequestSighting {
    /// `GET /users/{id}`.
    pub(super) endpoint: String,
    pub(super) address: Option<Address>,
    pub(super) outcome: Outcome,
    pub(super) status: u16,
    pub(super) duration: Option<f64>,
    pub(super) id: Option<u64>,
    /// A log entry tells of it, which knows less than one with bodies.
    pub(super) only_logged: bool,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Answered,
    Failed,
    /// Given up, or answered in secret: says nothing.
    Unknown,
}

/// Something the user did.
#[derive(Clone, Debug)]
pub(super) struct ActionSighting {
    /// The same for each time the same thing is done.
    pub(super) key: String,
    /// For a reader.
    pub(super) shown: String,
    /// For navigations: the path gone to.
    pub(super) arrives_at: Option<String>,
    /// The same with its data.
    pub(super) arrives_at_address: Option<Address>,
    /// Whether it can set something off.
    pub(super) is_trigger: bool,
}

impl Sighting {
    /// Reads an entry.
    pub(super) fn of(entry: &Entry) -> Self {
        let header = entry.header();
        let is_request = matches!(entry.kind, Kind::NetworkBody | Kind::WebSocket)
            || (entry.kind == Kind::Log && entry.class == LogClass::Network);
        let own = header.url.as_deref().filter(|_| !is_request);
        let document = header.page_url.as_deref().or(own).unwrap_or_default();
        let session = header.session.as_deref().unwrap_or_default();
        let place = Place {
            page: path_of(document),
            address: Address::of(document),
            instance: header.page.as_deref().map(hash),
            tab: header.tab.as_deref().map(|tab| hash(&format!("{session} {tab}"))),
        };
        let what = what(entry, &place);
        Self {
            time: entry.time.as_milliseconds(),
            received: entry.received_at.as_milliseconds(),
            place,
            what,
        }
    }
}

/// The document instance of an entry, if its sender says so.
pub(super) fn instance_of(entry: &Entry) -> Option<u64> {
    entry.header().page.as_deref().map(hash)
}

impl Place {
    /// Whether what was done here may have led to what happened there: in the same document of the same tab, as far as the
    /// sender names them. What happens in another document is due to its load.
    pub(super) fn may_lead_to(&self, other: &Self) -> bool {
        let may_be_same = |one: Option<u64>, another: Option<u64>| match (one, another) {
            (Some(one), Some(another)) => one == another,
            _ => true,
        };
        may_be_same(self.tab, other.tab) && may_be_same(self.instance, other.instance)
    }
}

fn what(entry: &Entry, place: &Place) -> What {
    match entry.kind {
        Kind::Action => action(entry, place).map_or(What::Active, What::Action),
        Kind::Document if place.instance.is_some() => What::Began,
        Kind::Performance => entry
            .typed::<PerformanceSnapshot>(Value::Null)
            .map_or(What::Active, |snapshot| What::Loaded(entry.path(), Box::new(Measured::of(&snapshot)))),
        Kind::NetworkBody => request(entry).map_or(What::Active, What::Request),
        Kind::Log => logged(entry),
        _ => What::Active,
    }
}

fn logged(entry: &Entry) -> What {
    if entry.class == LogClass::Network {
        match request(entry) {
            Some(request) if request.outcome == Outcome::Failed => return What::Request(request),
            // What a document loads by itself: no request of its own tells that it succeeded.
            None if entry.is_failed_request() => return error(entry, Category::Network),
            _ => {}
        }
    }
    if entry.is_error() { error(entry, Category::Console) } else { What::Active }
}

fn error(entry: &Entry, category: Category) -> What {
    let message = message_of(entry);
    What::Error { category, key: normalised(&message), shown: preview(&message) }
}

/// The message of an entry without what differs each time.
pub(crate) fn normalised_message(entry: &Entry) -> String {
    normalised(&message_of(entry))
}

/// The message, or the arguments of a sender that writes none.
fn message_of(entry: &Entry) -> String {
    let fields: Map<String, Value> = serde_json::from_str(entry.text()).unwrap_or_default();
    match (fields.get("message"), fields.get("args")) {
        (Some(Value::String(message)), _) if !message.is_empty() => message.clone(),
        (_, Some(Value::Array(arguments))) => {
            let texts =
                arguments.iter().map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned));
            texts.collect::<Vec<_>>().join(" ")
        }
        (Some(other), _) => other.to_string(),
        _ => "(no message)".to_owned(),
    }
}

fn request(entry: &Entry) -> Option<RequestSighting> {
    let request = Request::read(entry)?;
    let outcome = match request.status {
        _ if request.has_failed => Outcome::Failed,
        200..400 => Outcome::Answered,
        _ => Outcome::Unknown,
    };
    let mut endpoint = request.endpoint().to_string();
    endpoint.truncate(endpoint.floor_char_boundary(LONGEST_PATH));
    Some(RequestSighting {
        endpoint,
        address: Address::of(&request.url),
        outcome,
        status: request.status,
        duration: request.duration,
        id: request.id.as_deref().map(hash),
        only_logged: entry.kind == Kind::Log,
    })
}

/// What names an element best, most lasting first.
const SELECTORS: [&str; 5] = ["testId", "id", "ariaLabel", "text", "cssPath"];

fn action(entry: &Entry, place: &Place) -> Option<ActionSighting> {
    let fields: Map<String, Value> = serde_json::from_str(entry.text()).ok()?;
    let text = |name: &str| fields.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let kind = text("type").unwrap_or("action");
    if kind == "navigate" {
        let url = text("toUrl").or(text("url")).unwrap_or_default();
        let path = path_of(url);
        let shown = preview(&format!("navigate {path}"));
        return Some(ActionSighting {
            key: format!("navigate {path}"),
            shown,
            arrives_at: Some(path),
            arrives_at_address: Address::of(url),
            is_trigger: true,
        });
    }
    let element = element_of(&fields).or(text("target").map(str::to_owned)).unwrap_or_default();
    let key = text("key").map(|key| format!(" {key}")).unwrap_or_default();
    let label = text("text").or(text("selectedText")).map(|label| format!(" '{label}'")).unwrap_or_default();
    let target = text("target").unwrap_or(&element);
    Some(ActionSighting {
        // The same button on another page is another one.
        key: format!("{} {}", place.page, preview(&format!("{kind}{key} {element}"))),
        shown: preview(format!("{kind} {target}{key}{label}").trim()),
        arrives_at: None,
        arrives_at_address: None,
        is_trigger: kind != "scroll",
    })
}

/// What an element is found by.
fn element_of(fields: &Map<String, Value>) -> Option<String> {
    let selectors = fields.get("selectors")?;
    let test_id = selectors.get("testId").and_then(Value::as_str);
    let role = selectors.get("role").map(Value::to_string).filter(|_| test_id.is_none());
    let named = || SELECTORS.iter().find_map(|name| selectors.get(*name)?.as_str().map(str::to_owned));
    role.or_else(named)
}

/// The path of a document without what is data; empty for no address.
pub(super) fn path_of(url: &str) -> String {
    if url.is_empty() {
        return String::new();
    }
    let path = Parts::of(url).path;
    let mut path = template(path, "{id}", is_data).into_owned();
    path.truncate(path.floor_char_boundary(LONGEST_PATH));
    path
}

pub(super) fn hash(text: &str) -> u64 {
    // Not keyed: these never leave the process, and a page that forges another page's id only fools itself.
    let mut hasher = SipHasher24::new_with_key(&[0; 16]);
    hasher.write(text.as_bytes());
    hasher.finish()
}
