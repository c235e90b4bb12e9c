//! Every page, frame and worker of a browser, present and future.
//!
//! The browser attaches us to whatever it opens and holds it until we say go; each target does the same with what it
//! opens itself. So capture is in place before a page's first line runs, in out-of-process frames too. Whatever is not
//! captured is let go at once: a target that is held and forgotten would hang for ever.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use gasoline_wire::{Identity, Route};
use serde::Deserialize;
use serde_json::json;

use super::cdp::{Answer, CallError, Client, Event, SessionId};
use super::contexts::{self, Contexts, is_foreign};
use super::delivery::Delivery;
use super::document_headers::DocumentHeaders;
use super::live::LivePages;
use super::page_capture::{self, BINDING, Origin, PageEntry, PageSettings};
use super::screenshots::{self, Screenshots};
use super::set_up::{let_go, set_up};
use super::worker_errors::{Report, WorkerErrors};
use super::workers::{WorkerCapture, WorkerError, WorkerSaid};

/// How to capture.
#[derive(Clone, Debug)]
pub(super) struct CaptureOptions {
    /// Port of the server.
    pub(super) port: u16,
    /// Capture session.
    pub(super) session: Arc<str>,
    pub(super) test_id: Option<Arc<str>>,
    /// Where open pages are noted.
    pub(super) live: LivePages,
    /// Pages to show once capture is in place.
    pub(super) pages: Vec<String>,
}

/// The targets of one connection.
#[derive(Debug)]
pub(super) struct Targets {
    client: Client,
    options: CaptureOptions,
    delivery: Delivery,
    screenshots: Screenshots,
    document_headers: DocumentHeaders,
    worker_errors: WorkerErrors,
    sessions: HashMap<Arc<str>, TargetSession>,
    /// Which session captures a target. A service worker is offered by the browser and by each of its pages.
    captured: HashMap<Arc<str>, SessionId>,
}

/// One target under capture.
#[derive(Debug)]
struct TargetSession {
    target: Arc<str>,
    /// The page it belongs to; shared and service workers belong to none.
    tab: Option<Arc<str>>,
    subject: Subject,
    /// Whether capture is in place there.
    is_set_up: Arc<AtomicBool>,
}

#[derive(Debug)]
enum Subject {
    /// A page or an out-of-process frame, and its documents.
    Page {
        contexts: Contexts,
        /// Reads what the first document says before the page script is there, if the browser did not hold it.
        beginning: Option<WorkerCapture>,
    },
    Worker(WorkerCapture),
}

/// Where a document's scripts run.
#[derive(Clone, Debug)]
pub(super) struct DocumentPlace {
    session: SessionId,
    context: i64,
}

impl DocumentPlace {
    /// Asks for the value of an expression.
    pub(super) async fn ask(&self, client: &Client, expression: &str) -> Result<Answer, CallError> {
        let question = json!({ "expression": expression, "contextId": self.context });
        client.send(Some(&self.session), "Runtime.evaluate", question).await
    }
}

/// The documents of a session; workers have none.
fn documents_of((id, session): (&Arc<str>, &TargetSession)) -> Vec<DocumentPlace> {
    let Subject::Page { contexts, .. } = &session.subject else { return Vec::new() };
    let session = SessionId(Arc::clone(id));
    contexts.numbers().map(|context| DocumentPlace { session: session.clone(), context }).collect()
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AttachedToTarget {
    session_id: String,
    target_info: TargetInfo,
    #[serde(default)]
    waiting_for_debugger: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetInfo {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
    url: String,
    #[serde(default)]
    title: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetDescription {
    target_info: TargetInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DetachedFromTarget {
    session_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct BindingCalled {
    name: String,
    payload: String,
    execution_context_id: i64,
}

impl Targets {
    pub(super) fn new(client: Client, options: CaptureOptions, delivery: Delivery) -> Self {
        let screenshots = Screenshots::default();
        let (sessions, captured) = (HashMap::new(), HashMap::new());
        let document_headers = DocumentHeaders::default();
        let worker_errors = WorkerErrors::new(delivery.clone());
        Self { client, options, delivery, screenshots, document_headers, worker_errors, sessions, captured }
    }

    /// Takes notice of an event. Never waits: the connection must be read on.
    pub(super) fn note(&mut self, event: &Event<'_>) {
        if self.note_target(event).is_some() || self.document_headers.note(event).is_some() {
            return;
        }
        let Some(session) = event.session.as_deref().and_then(|id| self.sessions.get_mut(id)) else { return };
        match &mut session.subject {
            Subject::Page { contexts, beginning } => match event.method.as_ref() {
                "Runtime.bindingCalled" => {
                    self.note_binding(event);
                }
                "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" => {
                    let beginning = beginning.as_ref().filter(|_| contexts.have_said(event));
                    let entry = beginning.and_then(|frame| frame.heard(event)).and_then(WorkerSaid::entry);
                    if let Some(entry) = entry {
                        self.delivery.add(Route::Logs, entry);
                    }
                }
                _ => {
                    contexts.note(event);
                    contexts::note_world(&self.options.live, &session.target, event);
                }
            },
            Subject::Worker(worker) => {
                let tab = session.tab.clone();
                match worker.heard(event) {
                    Some(WorkerSaid::Line(entry)) => self.delivery.add(Route::Logs, entry),
                    Some(WorkerSaid::Error(error)) => self.note_worker_error(error, tab),
                    None => {}
                }
            }
        }
    }

    /// Every document under capture, for live queries.
    pub(super) fn documents(&self) -> Vec<DocumentPlace> {
        self.sessions.iter().flat_map(documents_of).collect()
    }

    /// Sessions of pages and frames.
    fn page_sessions(&self) -> Vec<SessionId> {
        let is_page = |session: &TargetSession| matches!(session.subject, Subject::Page { .. });
        let pages = self.sessions.iter().filter(|(_, session)| is_page(session));
        pages.map(|(id, _)| SessionId(Arc::clone(id))).collect()
    }

    /// A page that is captured from now on, whichever comes or the one of that target.
    pub(super) fn set_up_page(&self, target: Option<&str>) -> Option<SessionId> {
        let is_wanted = |session: &&SessionId| {
            self.sessions.get(&session.0).is_some_and(|session| {
                session.is_set_up.load(Ordering::Acquire)
                    && target.is_none_or(|target| *session.target == *target)
            })
        };
        self.page_sessions().iter().find(is_wanted).cloned()
    }

    /// `Some` if the event is about a target that comes or goes.
    fn note_target(&mut self, event: &Event<'_>) -> Option<()> {
        match event.method.as_ref() {
            "Target.attachedToTarget" => {
                if let Some(attached) = event.params() {
                    self.attached(event.session.as_deref(), attached);
                }
            }
            "Target.detachedFromTarget" => {
                if let Some(detached) = event.params() {
                    self.detached(&detached);
                }
            }
            "Target.targetInfoChanged" => {
                if let Some(TargetDescription { target_info }) = event.params() {
                    let TargetInfo { target_id, url, title, .. } = target_info;
                    self.options.live.rename(&target_id, url, title);
                }
            }
            // Titles come without an event; by now most documents have theirs.
            "Page.loadEventFired" => {
                let session = event.session.as_deref().and_then(|id| self.sessions.get(id))?;
                tokio::spawn(learn_name(
                    self.client.clone(),
                    self.options.live.clone(),
                    session.target.to_string(),
                ));
            }
            "Inspector.targetCrashed" => {
                let session = event.session.as_deref().and_then(|id| self.sessions.get(id));
                // The process of a frame may end without that of its page.
                if let Some(session) = session {
                    self.options.live.crashed(&session.target);
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn attached(&mut self, parent: Option<&str>, attached: AttachedToTarget) {
        let AttachedToTarget { session_id, target_info, waiting_for_debugger } = attached;
        let id = SessionId(session_id.into());
        let target: Arc<str> = target_info.target_id.as_str().into();
        let inherited = parent.and_then(|id| self.sessions.get(id)).and_then(|parent| parent.tab.clone());
        let tab = if target_info.kind == "page" { Some(Arc::clone(&target)) } else { inherited };
        let known = self.captured.contains_key(&target);
        let subject = self.subject(&target_info, tab.as_ref()).filter(|_| !known);
        let Some(mut subject) = subject else {
            tokio::spawn(let_go(self.client.clone(), id));
            return;
        };
        let script = matches!(subject, Subject::Page { .. }).then(|| self.script());
        if let Subject::Page { beginning, .. } = &mut subject
            && !waiting_for_debugger
            && self.is_new_frame(parent, &target_info)
        {
            *beginning = Some(self.beginning(&target_info, tab.as_ref()));
        }
        if target_info.kind == "page" {
            self.options.live.open(&target, self.client.clone(), id.clone(), target_info.url);
        }
        self.captured.insert(Arc::clone(&target), id.clone());
        let is_set_up = Arc::<AtomicBool>::default();
        let session = TargetSession { target, tab, subject, is_set_up: Arc::clone(&is_set_up) };
        self.sessions.insert(Arc::clone(&id.0), session);
        let client = self.client.clone();
        tokio::spawn(async move {
            set_up(client, id, script).await.ok();
            is_set_up.store(true, Ordering::Release);
        });
    }

    /// How a target is captured; `None` if it is not.
    fn subject(&self, info: &TargetInfo, tab: Option<&Arc<str>>) -> Option<Subject> {
        match info.kind.as_str() {
            // A new tab may show a page of the browser's own and become the user's later; its documents are told
            // apart one by one. The inspector stays what it is.
            "page" | "iframe" if !info.url.starts_with("devtools:") => {
                Some(Subject::Page { contexts: Contexts::default(), beginning: None })
            }
            "worker" | "shared_worker" | "service_worker" if !is_foreign(&info.url) => {
                let identity = Identity {
                    session: Some(self.options.session.to_string()),
                    tab: tab.map(ToString::to_string),
                    page: Some(info.target_id.clone()),
                    test_id: self.options.test_id.as_deref().map(str::to_owned),
                    ..Identity::default()
                };
                Some(Subject::Worker(WorkerCapture::new(identity, info.url.clone())))
            }
            _ => None,
        }
    }

    /// Whether a frame has just come. One that was there before us may have been captured by somebody else, and the browser
    /// would tell all it ever said.
    fn is_new_frame(&self, parent: Option<&str>, info: &TargetInfo) -> bool {
        let parent = parent.and_then(|id| self.sessions.get(id));
        info.kind == "iframe" && parent.is_some_and(|parent| parent.is_set_up.load(Ordering::Acquire))
    }

    /// Reads the beginning of a frame that runs already: the browser does not hold documents that come without a request,
    /// such as the `srcdoc` of a sandboxed frame.
    fn beginning(&self, info: &TargetInfo, tab: Option<&Arc<str>>) -> WorkerCapture {
        let identity = Identity {
            session: Some(self.options.session.to_string()),
            tab: tab.map(ToString::to_string),
            page: Some(info.target_id.clone()),
            frame: Some(info.target_id.clone()),
            test_id: self.options.test_id.as_deref().map(str::to_owned),
            ..Identity::default()
        };
        WorkerCapture::new(identity, info.url.clone())
    }

    fn script(&self) -> String {
        let options = &self.options;
        page_capture::init_script(&PageSettings {
            port: options.port,
            session: &options.session,
            test_id: options.test_id.as_deref(),
        })
    }

    fn detached(&mut self, detached: &DetachedFromTarget) {
        let Some(session) = self.sessions.remove(detached.session_id.as_str()) else { return };
        self.captured.remove(&session.target);
        self.screenshots.forget(&session.target);
        self.options.live.close(&session.target);
        if let Some(tab) = session.tab.filter(|tab| !self.has_workers(tab)) {
            self.worker_errors.give_up(&tab);
        }
    }

    fn note_binding(&mut self, event: &Event<'_>) -> Option<()> {
        let called: BindingCalled = event.params()?;
        let session = self.sessions.get_mut(event.session.as_deref()?)?;
        let Subject::Page { contexts, beginning } = &mut session.subject else { return None };
        if called.payload == page_capture::STARTED {
            *beginning = None;
        }
        let document = contexts.document(called.execution_context_id).filter(|_| called.name == BINDING)?;
        let is_top = document.frame.is_some() && document.frame == session.tab;
        let frame = if is_top { Some("0") } else { document.frame.as_deref() };
        let tab = session.tab.clone();
        let origin = Origin { session: &self.options.session, tab: tab.as_deref(), frame };
        let place = document.frame.as_deref();
        let headers = |url: &str| place.and_then(|frame| self.document_headers.find(frame, url));
        let batch = page_capture::read(&called.payload, &origin, &headers)?;
        if let (Route::EnhancedActions, Some(tab)) = (batch.route, &tab) {
            self.options.live.used(tab);
        }
        for mut entry in batch.entries {
            if let (Some(url), Some(tab), true) = (&entry.document, &tab, is_top) {
                self.note_document(tab, url, called.execution_context_id);
            }
            let occasion = entry.occasion.take();
            self.deliver(batch.route, entry, tab.as_ref());
            if let (Some(occasion), Some(tab)) = (occasion, &tab) {
                self.note_occasion(occasion, tab);
            }
        }
        Some(())
    }

    /// Hands an entry on, at once unless a worker may have more to say about it.
    fn deliver(&self, route: Route, entry: PageEntry, tab: Option<&Arc<str>>) {
        let PageEntry { json: entry, amendment, bare_error, .. } = entry;
        match (bare_error, tab) {
            (Some(place), Some(tab))
                if self.has_workers(tab) || self.worker_errors.is_awaited(tab, &place) =>
            {
                self.worker_errors.add(Arc::clone(tab), place, Report::Page { entry, amendment });
            }
            _ => {
                self.delivery.add(route, entry);
                if let Some(amendment) = amendment {
                    self.delivery.add(route, amendment);
                }
            }
        }
    }

    /// Hands a worker's error on, together with what its page says about it. What a worker says about a worker of its own
    /// adds nothing to that.
    fn note_worker_error(&self, error: Box<WorkerError>, tab: Option<Arc<str>>) {
        match (error.place_in_page().cloned(), tab) {
            (Some(_), Some(_)) if error.is_report() => {}
            (Some(place), Some(tab)) => self.worker_errors.add(tab, place, Report::Worker(error)),
            _ => {
                if let Some(entry) = error.entry() {
                    self.delivery.add(Route::Logs, entry);
                }
            }
        }
    }

    fn has_workers(&self, tab: &Arc<str>) -> bool {
        let is_worker = |session: &TargetSession| matches!(session.subject, Subject::Worker(_));
        self.sessions.values().any(|session| is_worker(session) && session.tab.as_ref() == Some(tab))
    }

    /// Tells a document at the top of a tab whether its beacons pass. Frames are told nothing: their page may stay, and
    /// a listener to requests would see the beacon.
    fn note_document(&self, tab: &Arc<str>, url: &str, context: i64) {
        let Some(session) = self.captured.get(tab).cloned() else { return };
        if !self.document_headers.let_beacons_pass(tab, url) {
            return;
        }
        let (client, allow_beacons) = (self.client.clone(), page_capture::allow_beacons(tab));
        let document = DocumentPlace { session, context };
        tokio::spawn(async move { document.ask(&client, &allow_beacons).await?.result().await });
    }

    /// The picture shows the whole page, also when something happened in one of its frames.
    fn note_occasion(&mut self, occasion: page_capture::Occasion, tab: &Arc<str>) {
        let Some(session) = self.captured.get(tab).cloned() else { return };
        let trigger = occasion.trigger;
        let is_wanted = self.options.live.wants_picture(trigger);
        if !is_wanted || !self.screenshots.is_due(tab, trigger, Instant::now()) {
            return;
        }
        let test_id = self.options.test_id.as_deref();
        let subject = screenshots::of_occasion(occasion, &self.options.session, tab, test_id);
        let (client, delivery) = (self.client.clone(), self.delivery.clone());
        tokio::spawn(screenshots::take_and_deliver(client, session, subject, delivery));
    }
}

impl Drop for Targets {
    fn drop(&mut self) {
        self.options.live.clear();
    }
}

/// Notes the address and title of a page.
async fn learn_name(client: Client, live: LivePages, target: String) {
    let asked = json!({ "targetId": target });
    let answer = client.call::<TargetDescription>(None, "Target.getTargetInfo", asked).await;
    if let Ok(TargetDescription { target_info: TargetInfo { url, title, .. } }) = answer {
        live.rename(&target, url, title);
    }
}
