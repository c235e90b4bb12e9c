//! What was captured of one flow, read once and in order of time.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use gasoline_wire::{
    ActionEvent, ActionKind, DomSnapshot, Identity, Level, NavigationKind, ScreenshotEntry, members,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::identities::Identities;
use super::request::Request;
use crate::analysis::query::Query;
use crate::enrichment::throwing_snippet;
use crate::intake::{Kind, LogClass};
use crate::shape::Json;
use crate::store::{Entry, View};

/// Actions a script is made of at most, as documented.
const MOST_ACTIONS: usize = 50;

/// Kinds of entry a script is made from.
pub const KINDS: [Kind; 5] =
    [Kind::Action, Kind::NetworkBody, Kind::Log, Kind::DomSnapshot, Kind::Screenshot];

/// One captured flow.
#[derive(Debug, Default)]
pub(crate) struct RecordedFlow<'e> {
    pub(crate) actions: Vec<Action>,
    pub(crate) requests: Vec<Request<'e>>,
    /// What the first document had asked for before the first action: a script that opens it asks for it again.
    pub(crate) loading: Vec<Request<'e>>,
    /// Everything that was asked for before the first action.
    pub(crate) before: Vec<Request<'e>>,
    pub(crate) failures: Vec<Failure>,
    pub(crate) landmarks: Vec<PageLandmarks>,
    pub(crate) pictures: Vec<TakenPicture>,
    /// What the server called things, in addresses.
    pub(crate) identities: Identities,
    /// Actions of other capture sessions and tests, left out.
    pub(crate) foreign: usize,
    /// Actions that could not be read.
    pub(crate) unreadable: usize,
}

/// One action.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) time: i64,
    pub(crate) event: ActionEvent,
    /// What it led to, where the page said so: `mutation`.
    pub(crate) effect: Option<String>,
}

/// One error.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) time: i64,
    /// Thrown rather than logged.
    pub(crate) is_thrown: bool,
    pub(crate) message: String,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<u64>,
}

/// What the page showed.
#[derive(Clone, Debug)]
pub(crate) struct PageLandmarks {
    pub(crate) time: i64,
    pub(crate) snapshot: DomSnapshot,
}

/// What is known of a picture beside its pixels.
#[derive(Clone, Debug)]
pub(crate) struct TakenPicture {
    pub(crate) time: i64,
    pub(crate) entry: ScreenshotEntry,
}

/// Whose flow it is: entries of another browser or another test are no part of it.
#[derive(Debug)]
struct Owner {
    session: Option<String>,
    test: Option<Arc<str>>,
}

impl Owner {
    fn of(entry: &Entry) -> Self {
        Self { session: session_of(entry).map(Cow::into_owned), test: entry.test_id.clone() }
    }

    fn owns(&self, entry: &Entry) -> bool {
        self.test == entry.test_id && self.session.as_deref() == session_of(entry).as_deref()
    }

    /// A picture that an agent asked for may name no session.
    fn has_pictured(&self, entry: &Entry) -> bool {
        self.test == entry.test_id
            && session_of(entry).is_none_or(|session| self.session.as_deref() == Some(&*session))
    }

    /// A request is long: whose it is is read along with the rest.
    fn request<'e>(&self, entry: &'e Entry) -> Option<Request<'e>> {
        if self.test == entry.test_id { Request::read(entry, self.session.as_deref()) } else { None }
    }
}

/// The capture session that an entry names.
fn session_of(entry: &Entry) -> Option<Cow<'_, str>> {
    let mut recorded = None;
    let found = members(entry.text(), |name, value| {
        if name == "session" {
            recorded = Some(Json(value));
        }
    });
    match found {
        Some(()) => recorded.and_then(Json::identity),
        None => entry.header().session,
    }
}

impl<'e> RecordedFlow<'e> {
    /// The flow that the latest action of a view belongs to, from its first action that counts.
    pub(crate) fn read(view: &'e View, query: &Query, last_n_actions: Option<usize>) -> Self {
        let mut entries = admitted(view, query, Kind::Action);
        let Some(owner) = entries.last().map(|entry| Owner::of(entry)) else {
            return Self::default();
        };
        let all = entries.len();
        entries.retain(|entry| owner.owns(entry));
        let foreign = all - entries.len();
        let most = last_n_actions.unwrap_or(MOST_ACTIONS).min(MOST_ACTIONS);
        let earlier: Vec<&Arc<Entry>> = entries.drain(..entries.len().saturating_sub(most)).collect();
        let Some(start) = entries.first().map(|entry| entry.time.as_milliseconds()) else {
            return Self::default();
        };
        let since = |kind| {
            let mut entries = admitted(view, query, kind);
            entries.retain(|entry| entry.time.as_milliseconds() >= start);
            entries
        };
        let of = |kind| since(kind).into_iter().filter(|entry| owner.owns(entry));
        let mut actions: Vec<Action> = entries.iter().filter_map(|entry| Action::read(entry)).collect();
        place_departures(&mut actions);
        let unreadable = entries.len() - actions.len();
        let mut requests: Vec<Request<'e>> =
            since(Kind::NetworkBody).into_iter().filter_map(|entry| owner.request(entry)).collect();
        let identities = identities(&actions, &requests);
        requests.iter_mut().for_each(|request| request.generalise(&identities));
        let loading = loading(view, query, &owner, &earlier, &actions);
        let before = admitted(view, query, Kind::NetworkBody).into_iter();
        let before = before.filter(|entry| entry.time.as_milliseconds() < start);
        let pictures = since(Kind::Screenshot).into_iter().filter(|entry| owner.has_pictured(entry));
        let failures = of(Kind::Log).filter(|entry| is_failure(entry));
        Self {
            actions,
            requests,
            loading,
            before: before.filter_map(|entry| owner.request(entry)).collect(),
            failures: failures.filter_map(|entry| Failure::read(entry)).collect(),
            landmarks: of(Kind::DomSnapshot).filter_map(|entry| PageLandmarks::read(entry)).collect(),
            pictures: pictures.filter_map(|entry| TakenPicture::read(entry)).collect(),
            identities,
            foreign,
            unreadable,
        }
    }
}

/// The last answer to each read that the document of the first action made before it.
fn loading<'e>(
    view: &'e View,
    query: &Query,
    owner: &Owner,
    earlier: &[&Arc<Entry>],
    actions: &[Action],
) -> Vec<Request<'e>> {
    let Some(first) = actions.first().filter(|first| !first.loads_document()) else {
        return Vec::new();
    };
    let before = earlier.iter().rev().filter_map(|entry| Action::read(entry));
    let mut before = before.filter(|action| action.tab() == first.tab() && action.loads_document());
    let loaded = before.next().map_or(i64::MIN, |load| load.time);
    let mut requests: Vec<Request<'e>> = Vec::new();
    for entry in admitted(view, query, Kind::NetworkBody) {
        let time = entry.time.as_milliseconds();
        let Some(request) = owner.request(entry).filter(|_| (loaded..first.time).contains(&time)) else {
            continue;
        };
        if request.method == "GET" && request.tab.as_deref() == first.tab() {
            requests.retain(|known| known.url != request.url);
            requests.push(request);
        }
    }
    requests
}

/// The words in addresses of a flow that its answers call identities.
fn identities(actions: &[Action], requests: &[Request<'_>]) -> Identities {
    let pages = actions.iter().map(|action| action.event.to_url.as_deref().unwrap_or(&action.event.url));
    let asked = requests.iter().map(|request| &*request.url);
    Identities::of(pages.chain(asked), requests.iter().filter_map(|request| request.body))
}

/// What left together with its page went by a way that knows neither tab nor frame: others of the page tell.
fn place_departures(actions: &mut [Action]) {
    let mut places: BTreeMap<String, (String, Option<String>)> = BTreeMap::new();
    for identity in actions.iter().map(|action| &action.event.identity) {
        if let (Some(page), Some(tab)) = (&identity.page, &identity.tab) {
            places.insert(page.clone(), (tab.clone(), identity.frame.clone()));
        }
    }
    for identity in actions.iter_mut().map(|action| &mut action.event.identity) {
        let place = identity.page.as_ref().and_then(|page| places.get(page));
        if let (None, Some((tab, frame))) = (&identity.tab, place) {
            identity.tab = Some(tab.clone());
            identity.frame.clone_from(frame);
        }
    }
}

fn admitted<'v>(view: &'v View, query: &Query, kind: Kind) -> Vec<&'v Arc<Entry>> {
    let mut entries: Vec<_> = view.entries(kind).iter().filter(|entry| query.matches(entry)).collect();
    entries.sort_by_key(|entry| (entry.time, entry.seq));
    entries
}

/// Errors of scripts. A failed request is no error of the page by itself, and what a policy blocks is neither thrown nor
/// logged by the page, so that no script can wait for it.
fn is_failure(entry: &Entry) -> bool {
    let is_error = entry.level == Level::Error || entry.class == LogClass::Exception;
    is_error && !matches!(entry.class, LogClass::Network | LogClass::Violation)
}

impl Action {
    fn read(entry: &Entry) -> Option<Self> {
        // Our own capture writes what the type says; others are brought into form.
        let event = serde_json::from_str(entry.text()).ok().or_else(|| entry.typed(json!({ "url": "" })));
        let event = ActionEvent { ts: entry.time.to_string(), ..event? };
        Some(Self { time: entry.time.as_milliseconds(), event, effect: effect_of(entry) })
    }

    /// The tab, as far as it is known.
    pub(crate) fn tab(&self) -> Option<&str> {
        self.event.identity.tab.as_deref()
    }

    /// Whether it shows that the top document was loaded.
    fn loads_document(&self) -> bool {
        use NavigationKind::{History, Load, Reload};
        let kind = self.event.navigation.unwrap_or(Load);
        self.event.kind == ActionKind::Navigate
            && matches!(kind, Load | Reload | History)
            && self.is_in_top_frame()
    }

    /// Whether it happened in the top document.
    pub(crate) fn is_in_top_frame(&self) -> bool {
        is_top_frame(&self.event.identity) && self.event.frames.as_ref().is_none_or(Vec::is_empty)
    }
}

/// What the page said later of what an action led to.
fn effect_of(entry: &Entry) -> Option<String> {
    #[derive(Deserialize)]
    struct Amended {
        #[serde(rename = "_outcome")]
        outcome: Outcome,
    }
    #[derive(Deserialize)]
    struct Outcome {
        effect: String,
    }
    serde_json::from_str::<Amended>(entry.text()).ok().map(|amended| amended.outcome.effect)
}

fn is_top_frame(identity: &Identity) -> bool {
    identity.frame.as_deref().is_none_or(|frame| frame == "0")
}

impl Failure {
    fn read(entry: &Entry) -> Option<Self> {
        let fields: Map<String, Value> = serde_json::from_str(entry.text()).ok()?;
        let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
        let snippets = fields.get("_aiContext").and_then(|context| context.get("sourceSnippets"));
        let snippet = throwing_snippet(snippets);
        let mapped = snippet.and_then(|snippet| {
            Some((snippet.get("file")?.as_str()?.to_owned(), snippet.get("line")?.as_u64()?))
        });
        let thrown_at = || Some((text("filename")?, fields.get("lineno")?.as_u64()?));
        let (file, line) = match mapped.or_else(thrown_at) {
            Some((file, line)) => (Some(file), Some(line)),
            None => file_and_line(text("source").as_deref().unwrap_or_default(), text("filename")),
        };
        let is_thrown = entry.class == LogClass::Exception;
        let message = text("message")?;
        // Playwright tells of a failed assertion under another type, and without these words.
        if !is_thrown && message.starts_with("Assertion failed") {
            return None;
        }
        Some(Self { time: entry.time.as_milliseconds(), is_thrown, message, file, line })
    }
}

/// File and line of `app.js:42`; what is known besides, if it says neither.
fn file_and_line(source: &str, filename: Option<String>) -> (Option<String>, Option<u64>) {
    let place = source.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    place.map_or((filename, None), |(file, line)| (Some(file.to_owned()), Some(line)))
}

impl PageLandmarks {
    fn read(entry: &Entry) -> Option<Self> {
        let snapshot: DomSnapshot = entry.typed(json!({ "url": "", "title": "", "landmarks": [] }))?;
        is_top_frame(&snapshot.identity).then(|| Self { time: entry.time.as_milliseconds(), snapshot })
    }
}

impl TakenPicture {
    fn read(entry: &Entry) -> Option<Self> {
        let time = entry.time.as_milliseconds();
        serde_json::from_str(entry.text()).ok().map(|entry| Self { time, entry })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `page tab frame`; `-` for what is not known.
    fn action(place: &str) -> Action {
        let [page, tab, frame] = ["page", "tab", "frame"];
        let known: Vec<Option<&str>> = place.split(' ').map(|word| (word != "-").then_some(word)).collect();
        let event = json!({
            "ts": "2026-01-01T00:00:00.000Z", "type": "click", "url": "http://localhost/",
            page: known.first(), tab: known.get(1), frame: known.get(2),
        });
        Action { time: 0, event: serde_json::from_value(event).unwrap(), effect: None }
    }

    fn place(action: &Action) -> String {
        let identity = &action.event.identity;
        let known = [&identity.page, &identity.tab, &identity.frame];
        known.map(|word| word.as_deref().unwrap_or("-")).join(" ")
    }

    #[test]
    fn a_place_is_a_file_and_a_line() {
        let known = || Some("a.js".to_owned());
        assert_eq!(file_and_line("app.js:42", known()), (Some("app.js".to_owned()), Some(42)));
        assert_eq!(
            file_and_line("http://x:1/app.js:7", None),
            (Some("http://x:1/app.js".to_owned()), Some(7))
        );
        assert_eq!(file_and_line("app.js", known()), (known(), None));
        assert_eq!(file_and_line("", None), (None, None));
    }

    #[test]
    fn what_left_with_its_page_gets_the_tab_and_frame_of_others_of_that_page() {
        let mut actions = ["p1 7 0", "p2 8 3", "p1 - -", "p2 - -", "p3 - -", "- - -"].map(action);
        place_departures(&mut actions);
        let places = actions.each_ref().map(place);
        assert_eq!(places, ["p1 7 0", "p2 8 3", "p1 7 0", "p2 8 3", "p3 - -", "- - -"]);
    }
}
