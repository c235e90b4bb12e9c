//! Pages: the script that captures them, and the entries it sends through its binding.
//!
//! The script is the one test suites use. It knows its document and counts its entries; which tab, frame and capture
//! session it runs in is added here.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gasoline_server::CAPTURE_SCRIPT;
use gasoline_wire::{
    AiContext, Enrichment, ErrorAmendment, Identity, MissingContext, ResponseHeaders, Route,
    ScreenshotTrigger,
};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::worker_errors::ErrorPlace;

/// Global under which the script looks for the binding.
pub(super) const BINDING: &str = "__gasolineBinding";

/// What a document's binding says first: from here on the script captures it.
pub(super) const STARTED: &str = "";

/// What the script leaves for us on the window: how to let go what it keeps back, and the word that beacons pass.
const MARK: &str = "globalThis[Symbol.for('gasoline.capture')]";

/// Lets go what a page keeps back.
pub(super) fn flush() -> String {
    format!("{MARK}?.flush?.()")
}

/// Tells a page, with its tab, that what it says while it is left may go by beacon.
pub(super) fn allow_beacons(tab: &str) -> String {
    format!("{MARK}?.allowBeacons?.({})", Value::from(tab))
}

/// Why errors come without the source around them.
const NO_SNIPPETS: &str =
    "gasoline attach does not read source maps; the extension and the Playwright fixture do";

/// What the script is told.
#[derive(Clone, Debug)]
pub(super) struct PageSettings<'a> {
    pub(super) port: u16,
    pub(super) session: &'a str,
    pub(super) test_id: Option<&'a str>,
}

/// The script for the documents of one target: settings as hidden globals, then the capture itself.
///
/// The session is said here although it could be added to each entry: what a page sends by beacon while it is left never
/// passes through us.
pub(super) fn init_script(settings: &PageSettings<'_>) -> String {
    let globals = [
        ("__GASOLINE_HOST", Some(json!("127.0.0.1"))),
        ("__GASOLINE_PORT", Some(json!(settings.port))),
        ("__GASOLINE_SESSION", Some(json!(settings.session))),
        ("__GASOLINE_TEST_ID", settings.test_id.map(Value::from)),
    ];
    let properties: Map<String, Value> = globals
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), json!({ "value": value?, "configurable": true }))))
        .collect();
    let properties = Value::Object(properties);
    let started = format!("globalThis.{BINDING}?.({})", Value::from(STARTED));
    format!("Object.defineProperties(globalThis, {properties});{started};\n{CAPTURE_SCRIPT}")
}

/// Where an entry comes from, as far as its page does not know.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Origin<'a> {
    pub(super) session: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tab: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) frame: Option<&'a str>,
}

/// Entries of one call of the binding.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PageBatch {
    pub(super) route: Route,
    pub(super) entries: Vec<PageEntry>,
}

/// One entry, complete.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PageEntry {
    pub(super) json: String,
    /// Set when it reports what a picture may be taken of.
    pub(super) occasion: Option<Occasion>,
    /// What is to follow it, complete.
    pub(super) amendment: Option<String>,
    /// Address of the document it describes.
    pub(super) document: Option<String>,
    /// Set when it reports an error of which no more is known than the place: a worker's, usually.
    pub(super) bare_error: Option<ErrorPlace>,
}

/// What a picture may be taken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Occasion {
    pub(super) trigger: ScreenshotTrigger,
    pub(super) name: EntryName,
}

/// Which entry a picture belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryName {
    pub(super) event_id: String,
    pub(super) page: Option<String>,
    pub(super) frame: Option<String>,
}

/// What the script sends: a path of the server and the body for it, one array of entries.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    path: Cow<'a, str>,
    #[serde(borrow)]
    body: BTreeMap<Cow<'a, str>, Vec<&'a RawValue>>,
}

/// The fields of an entry that decide what is added to it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Known<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    event_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    page: Option<Cow<'a, str>>,
    #[serde(borrow)]
    url: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "test_id")]
    test_id: Option<Cow<'a, str>>,
    /// Of an error: whether more was promised.
    enrichment: Option<Enrichment>,
    #[serde(borrow)]
    message: Option<Cow<'a, str>>,
    #[serde(borrow)]
    filename: Option<Cow<'a, str>>,
    lineno: Option<u32>,
    colno: Option<u32>,
    #[serde(default)]
    stack: Presence,
    #[serde(default)]
    n: Presence,
    #[serde(default)]
    session: Presence,
    #[serde(default)]
    tab: Presence,
    #[serde(default)]
    frame: Presence,
}

/// Whether a field is there, whatever it holds.
#[derive(Default, PartialEq, Eq)]
enum Presence {
    #[default]
    Absent,
    Present,
}

impl<'de> Deserialize<'de> for Presence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self::Present)
    }
}

/// Finds the headers a document came with, by its address.
pub(super) type FindHeaders<'f> = &'f dyn Fn(&str) -> Option<ResponseHeaders>;

/// Reads one call of the binding; `None` if it was not made by the script.
pub(super) fn read(payload: &str, origin: &Origin<'_>, headers: FindHeaders<'_>) -> Option<PageBatch> {
    let message: Message<'_> = serde_json::from_str(payload).ok()?;
    let route = Route::of(&message.path).filter(|route| !route.takes_one())?;
    let entries = message.body.into_values().flatten();
    let entries = entries.filter_map(|entry| complete(route, entry.get(), origin, headers)).collect();
    Some(PageBatch { route, entries })
}

fn complete(route: Route, entry: &str, origin: &Origin<'_>, headers: FindHeaders<'_>) -> Option<PageEntry> {
    let known: Known<'_> = serde_json::from_str(entry).ok()?;
    let with_headers = with_headers(entry, &known, headers);
    let entry = with_headers.as_deref().unwrap_or(entry);
    let missing = Origin {
        session: origin.session,
        tab: origin.tab.filter(|_| known.tab == Presence::Absent),
        frame: origin.frame.filter(|_| known.frame == Presence::Absent),
    };
    let mut added = serde_json::to_value(&missing).ok()?;
    if known.session == Presence::Present {
        added.as_object_mut()?.remove("session");
    }
    Some(PageEntry {
        json: extended(entry, &added)?,
        amendment: amendment(&known, origin),
        document: document(&known).map(str::to_owned),
        bare_error: bare_error(&known),
        occasion: occasion(route, known, origin),
    })
}

/// The address of the document that an entry describes.
fn document<'k>(known: &'k Known<'_>) -> Option<&'k str> {
    known.url.as_deref().filter(|_| known.kind.as_deref() == Some("document"))
}

/// Ends what the page began: it trusts the process outside to add the source of its errors.
fn amendment(known: &Known<'_>, origin: &Origin<'_>) -> Option<String> {
    if known.enrichment != Some(Enrichment::Pending) || known.n == Presence::Absent {
        return None;
    }
    let missing =
        MissingContext { source_snippets: Some(NO_SNIPPETS.to_owned()), ..MissingContext::default() };
    let amendment = ErrorAmendment {
        enrichment: Some(Enrichment::Done),
        ai_context: Some(AiContext { missing: Some(missing), ..AiContext::default() }),
        identity: Identity {
            session: Some(origin.session.to_owned()),
            tab: origin.tab.map(str::to_owned),
            page: known.page.as_deref().map(str::to_owned),
            frame: origin.frame.map(str::to_owned),
            n: None,
            event_id: Some(known.event_id.as_deref()?.to_owned()),
            test_id: known.test_id.as_deref().map(str::to_owned),
        },
    };
    serde_json::to_string(&amendment).ok()
}

/// A document's entry with the headers it came with; `None` for any other entry, or where no response was seen.
fn with_headers(entry: &str, known: &Known<'_>, headers: FindHeaders<'_>) -> Option<String> {
    let headers = serde_json::to_value(headers(document(known)?)?).ok()?;
    let mut fields: Map<String, Value> = serde_json::from_str(entry).ok()?;
    *fields.get_mut("responseHeaders")? = headers;
    serde_json::to_string(&fields).ok()
}

/// The object with further fields at its end; a field the entry has is never said twice.
fn extended(entry: &str, added: &Value) -> Option<String> {
    let open = entry.trim_end().strip_suffix('}')?.trim_end();
    let added = added.to_string();
    let added = added.strip_prefix('{')?;
    let separator = if open.ends_with('{') || added == "}" { "" } else { "," };
    Some(format!("{open}{separator}{added}"))
}

/// Where an error was thrown that the browser did not hand to the page.
fn bare_error(known: &Known<'_>) -> Option<ErrorPlace> {
    let is_bare = is_exception(known)
        && known.stack == Presence::Absent
        && known.message.as_deref().is_some_and(|message| message.starts_with("Uncaught "));
    let url = known.filename.as_deref().filter(|_| is_bare)?.to_owned();
    Some(ErrorPlace { url, line: known.lineno?, column: known.colno? })
}

/// Later additions to an error carry its name too, but no number.
fn is_exception(known: &Known<'_>) -> bool {
    known.kind.as_deref() == Some("exception") && known.n == Presence::Present
}

/// Actions that change what is seen only by moving it, or come with an occasion of their own.
const UNREMARKABLE_ACTIONS: [&str; 2] = ["navigate", "scroll"];

/// What a picture may be taken of. A DOM snapshot comes when a page or a route has been drawn.
fn occasion(route: Route, known: Known<'_>, origin: &Origin<'_>) -> Option<Occasion> {
    let trigger = match route {
        Route::Logs if is_exception(&known) => ScreenshotTrigger::Error,
        Route::DomSnapshots => ScreenshotTrigger::Navigation,
        Route::EnhancedActions if !UNREMARKABLE_ACTIONS.contains(&known.kind.as_deref()?) => {
            ScreenshotTrigger::Action
        }
        _ => return None,
    };
    let event_id = known.event_id?.into_owned();
    let page = known.page.map(Cow::into_owned);
    let name = EntryName { event_id, page, frame: origin.frame.map(str::to_owned) };
    Some(Occasion { trigger, name })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: Origin<'_> = Origin { session: "s", tab: Some("t"), frame: Some("0") };

    fn entries(payload: &str) -> Vec<String> {
        read(payload, &ORIGIN, &|_| None).unwrap().entries.into_iter().map(|entry| entry.json).collect()
    }

    #[test]
    fn a_document_is_told_the_headers_it_came_with() {
        let observed = || ResponseHeaders::Observed([("server".to_owned(), "x".to_owned())].into());
        let find = |url: &str| (url == "http://a/").then(observed);
        let document = |url: &str, kind: &str| {
            let payload = format!(
                r#"{{"path":"/logs","body":{{"entries":[{{"type":"{kind}","url":"{url}","responseHeaders":"not_observed"}}]}}}}"#
            );
            let mut batch = read(&payload, &ORIGIN, &find).unwrap();
            batch.entries.remove(0).json
        };
        assert_eq!(
            document("http://a/", "document"),
            r#"{"type":"document","url":"http://a/","responseHeaders":{"observed":{"server":"x"}},"session":"s","tab":"t","frame":"0"}"#
        );
        for (url, kind) in [("http://b/", "document"), ("http://a/", "console")] {
            assert!(document(url, kind).contains(r#""responseHeaders":"not_observed""#), "{url} {kind}");
        }
    }

    #[test]
    fn entries_are_completed_and_otherwise_kept_to_the_letter() {
        let payload = r#"{"path":"/logs","body":{"entries":[{"a": 1.50, "n":1 },{},
            {"session":"own","tab":"own","frame":"own"},{"tab":null}]}}"#;
        assert_eq!(
            entries(payload),
            [
                r#"{"a": 1.50, "n":1,"session":"s","tab":"t","frame":"0"}"#,
                r#"{"session":"s","tab":"t","frame":"0"}"#,
                r#"{"session":"own","tab":"own","frame":"own"}"#,
                r#"{"tab":null,"session":"s","frame":"0"}"#,
            ]
        );
    }

    #[test]
    fn only_the_first_report_of_an_error_is_one() {
        let payload = r#"{"path":"/logs","body":{"entries":[
            {"type":"exception","n":1,"page":"p","eventId":"p-1"},
            {"type":"exception","page":"p","eventId":"p-1","_aiContext":1},
            {"type":"console","n":2,"page":"p","eventId":"p-2"}]}}"#;
        let found: Vec<_> = read(payload, &ORIGIN, &|_| None)
            .unwrap()
            .entries
            .into_iter()
            .filter_map(|entry| entry.occasion)
            .collect();
        let name =
            EntryName { event_id: "p-1".to_owned(), page: Some("p".to_owned()), frame: Some("0".to_owned()) };
        assert_eq!(found, [Occasion { trigger: ScreenshotTrigger::Error, name }]);
    }

    #[test]
    fn drawn_pages_and_actions_may_be_pictured_but_not_every_movement() {
        let triggers = |path: &str, field: &str, entries: &str| -> Vec<ScreenshotTrigger> {
            let payload = format!(r#"{{"path":"{path}","body":{{"{field}":{entries}}}}}"#);
            let entries = read(&payload, &ORIGIN, &|_| None).unwrap().entries;
            entries.into_iter().filter_map(|entry| entry.occasion).map(|found| found.trigger).collect()
        };
        let drawn = triggers("/dom-snapshots", "dom_snapshots", r#"[{"eventId":"a"},{}]"#);
        assert_eq!(drawn, [ScreenshotTrigger::Navigation]);
        let acted = r#"[{"type":"scroll","eventId":"a"},{"type":"click","eventId":"b"},{"type":"navigate","eventId":"c"}]"#;
        assert_eq!(triggers("/enhanced-actions", "actions", acted), [ScreenshotTrigger::Action]);
    }

    #[test]
    fn an_error_of_which_more_was_promised_is_told_why_there_is_none() {
        let payload = r#"{"path":"/logs","body":{"entries":[
            {"type":"exception","n":1,"page":"p","eventId":"p-1","enrichment":"pending","test_id":"x"},
            {"type":"exception","n":2,"page":"p","eventId":"p-2"},
            {"type":"exception","page":"p","eventId":"p-1","enrichment":"pending","_aiContext":{}},
            {"type":"console","n":3,"enrichment":"pending"}]}}"#;
        let entries = read(payload, &ORIGIN, &|_| None).unwrap().entries;
        let amendments: Vec<_> = entries.into_iter().map(|entry| entry.amendment).collect();
        let first = r#"{"enrichment":"done","_aiContext":{"missing":{"sourceSnippets":"gasoline attach does not read source maps; the extension and the Playwright fixture do"}},"session":"s","tab":"t","page":"p","frame":"0","eventId":"p-1","test_id":"x"}"#;
        assert_eq!(amendments, [Some(first.to_owned()), None, None, None]);
    }

    #[test]
    fn what_the_script_did_not_write_is_passed_over() {
        for payload in [
            "",
            "null",
            "{}",
            r#"{"path":"/clear","body":{"entries":[{}]}}"#,
            r#"{"path":"/screenshots","body":{"screenshot":[{}]}}"#,
            r#"{"path":"/logs","body":[]}"#,
            r#"{"path":"/logs","body":{"entries":7}}"#,
            r#"{"path":"/logs","body":{"entries":[{]}}"#,
        ] {
            assert_eq!(read(payload, &ORIGIN, &|_| None), None, "{payload}");
        }
        assert_eq!(entries(r#"{"path":"/logs","body":{"entries":[7,"x",null,[],{"type":7}]}}"#), [""; 0]);
    }

    #[test]
    fn settings_cannot_break_out_of_the_script() {
        let settings =
            PageSettings { port: 7890, session: "s", test_id: Some("\"});alert(1)//\u{2028}</script>") };
        let script = init_script(&settings);
        let (first, rest) = script.split_once('\n').unwrap();
        assert_eq!(
            first,
            "Object.defineProperties(globalThis, {\"__GASOLINE_HOST\":{\"value\":\"127.0.0.1\",\"configurable\":true},\
             \"__GASOLINE_PORT\":{\"value\":7890,\"configurable\":true},\
             \"__GASOLINE_SESSION\":{\"value\":\"s\",\"configurable\":true},\
             \"__GASOLINE_TEST_ID\":{\"value\":\"\\\"});alert(1)//\u{2028}</script>\",\"configurable\":true}});globalThis.__gasolineBinding?.(\"\");"
        );
        assert_eq!(rest, CAPTURE_SCRIPT);
    }
}
