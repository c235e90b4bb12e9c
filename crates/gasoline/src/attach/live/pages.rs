//! The pages a captured browser shows, for live queries.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gasoline_server::clock::{Clock, SystemClock};
use gasoline_server::ids::{Ids, SystemIds};
use gasoline_wire::{
    AutoScreenshot, AutoScreenshotChange, Identity, LiveFailureReason, LivePage, ScreenshotTrigger,
};
use tokio::sync::{Notify, watch};

use crate::attach::cdp::{Client, SessionId};
use crate::attach::screenshots::Subject;

/// What became of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Open,
    Crashed,
    Closed,
}

#[derive(Debug)]
struct OpenPage {
    client: Client,
    session: SessionId,
    url: String,
    title: String,
    focused_at: u64,
    fate: watch::Sender<Fate>,
    /// Names of our own worlds in its documents, by number.
    worlds: HashMap<i64, String>,
    /// How many documents it has shown before this one.
    documents_left: u64,
}

/// A page to ask.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) client: Client,
    pub(super) session: SessionId,
    pub(super) url: String,
    fate: watch::Receiver<Fate>,
    documents_left: u64,
}

impl Asked {
    /// Completes when the page can no longer answer, with the reason.
    pub(super) async fn ended(&mut self) -> LiveFailureReason {
        match self.fate.wait_for(|fate| *fate != Fate::Open).await.as_deref() {
            Ok(Fate::Crashed) => LiveFailureReason::Crashed,
            _ => LiveFailureReason::TabGone,
        }
    }
}

/// The open pages by tab. Clones share them.
#[derive(Clone, Debug, Default)]
pub(in crate::attach) struct LivePages(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    pages: Mutex<BTreeMap<Arc<str>, OpenPage>>,
    changed: Notify,
    pictures: Mutex<PictureSource>,
}

/// Whose pictures are taken, and when unasked.
#[derive(Clone, Debug, Default)]
pub(in crate::attach) struct PictureSource {
    /// Capture session.
    pub(in crate::attach) session: String,
    pub(in crate::attach) test_id: Option<String>,
    pub(in crate::attach) when: AutoScreenshot,
    /// Whether the person wants any unasked.
    pub(in crate::attach) enabled: bool,
}

impl LivePages {
    /// Says whose pictures are taken.
    pub(in crate::attach) fn set_picture_source(&self, source: PictureSource) {
        *self.picture_source() = source;
    }

    /// Whether something that happened is worth a picture.
    pub(in crate::attach) fn wants_picture(&self, trigger: ScreenshotTrigger) -> bool {
        let source = self.picture_source();
        source.enabled && source.when.wants(trigger)
    }

    /// Changes when pictures are taken unasked; what holds now, and whether it has an effect.
    pub(super) fn set_auto_screenshot(&self, change: AutoScreenshotChange) -> (AutoScreenshot, bool) {
        let mut source = self.picture_source();
        source.when = change.applied_to(source.when);
        (source.when, source.enabled)
    }

    /// What a picture belongs to that was asked for.
    pub(super) fn explicit_picture(&self, tab: &str) -> Subject {
        let PictureSource { session, test_id, .. } = self.picture_source().clone();
        Subject {
            trigger: ScreenshotTrigger::Explicit,
            related_event_id: None,
            identity: Identity {
                event_id: Some(format!("{}-screenshot", SystemIds.short())),
                session: Some(session),
                tab: Some(tab.to_owned()),
                test_id,
                ..Identity::default()
            },
        }
    }

    fn picture_source(&self) -> MutexGuard<'_, PictureSource> {
        self.0.pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A page was opened.
    pub(in crate::attach) fn open(&self, tab: &Arc<str>, client: Client, session: SessionId, url: String) {
        let page = OpenPage {
            client,
            session,
            url,
            title: String::new(),
            focused_at: now(),
            fate: watch::Sender::new(Fate::Open),
            worlds: HashMap::new(),
            documents_left: 0,
        };
        self.lock().insert(Arc::clone(tab), page);
        self.0.changed.notify_one();
    }

    /// The page shows another document, or gives itself another name.
    pub(in crate::attach) fn rename(&self, tab: &str, url: String, title: String) {
        self.change(tab, |page| {
            if page.url != url {
                page.focused_at = now();
            }
            (page.url, page.title) = (url, title);
        });
    }

    /// Somebody used the page. Debugging ports know no focus: the page last opened, moved on or used stands for it.
    pub(in crate::attach) fn used(&self, tab: &str) {
        self.change(tab, |page| page.focused_at = now());
    }

    /// The page's process ended.
    pub(in crate::attach) fn crashed(&self, tab: &str) {
        if let Some(page) = self.lock().get(tab) {
            page.fate.send_replace(Fate::Crashed);
        }
    }

    /// A document runs in the page, whatever happened before.
    pub(in crate::attach) fn revived(&self, tab: &str) {
        if let Some(page) = self.lock().get(tab) {
            page.fate.send_replace(Fate::Open);
        }
    }

    /// A world of ours was opened in the page.
    pub(in crate::attach) fn note_world(&self, tab: &str, number: i64, name: String) {
        if let Some(page) = self.lock().get_mut(tab) {
            page.worlds.insert(number, name);
        }
    }

    /// The page's documents are gone, and our worlds in them.
    pub(in crate::attach) fn forget_worlds(&self, tab: &str) {
        if let Some(page) = self.lock().get_mut(tab) {
            page.worlds.clear();
            page.documents_left += 1;
        }
    }

    /// The name of the world of this number, if the document that was asked still shows. A browser opens a world that a
    /// hanging document did not open in the document after it.
    pub(super) fn world(&self, tab: &str, asked: &Asked, number: i64) -> Option<String> {
        let pages = self.lock();
        let page = pages.get(tab).filter(|page| page.documents_left == asked.documents_left)?;
        page.worlds.get(&number).cloned()
    }

    /// The page was closed.
    pub(in crate::attach) fn close(&self, tab: &str) {
        if let Some(page) = self.lock().remove(tab) {
            page.fate.send_replace(Fate::Closed);
            self.0.changed.notify_one();
        }
    }

    /// The browser is gone.
    pub(in crate::attach) fn clear(&self) {
        self.lock().clear();
        self.0.changed.notify_one();
    }

    pub(super) fn find(&self, tab: &str) -> Option<Asked> {
        let pages = self.lock();
        let page = pages.get(tab)?;
        Some(Asked {
            client: page.client.clone(),
            session: page.session.clone(),
            url: page.url.clone(),
            fate: page.fate.subscribe(),
            documents_left: page.documents_left,
        })
    }

    /// Pages as the server wants to know them, those that `is_foreign` left out.
    pub(super) fn list(&self, is_foreign: impl Fn(&str) -> bool) -> Vec<LivePage> {
        let pages = self.lock();
        let captured = pages.iter().filter(|(_, page)| !is_foreign(&page.url));
        captured
            .map(|(tab, page)| LivePage {
                tab: tab.to_string(),
                url: page.url.clone(),
                title: page.title.clone(),
                focused_at: page.focused_at,
            })
            .collect()
    }

    /// Completes when something has changed since the last time.
    pub(super) async fn changed(&self) {
        self.0.changed.notified().await;
    }

    fn change(&self, tab: &str, change: impl FnOnce(&mut OpenPage)) {
        if let Some(page) = self.lock().get_mut(tab) {
            change(page);
            self.0.changed.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Arc<str>, OpenPage>> {
        self.0.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn now() -> u64 {
    u64::try_from(SystemClock.now().as_milliseconds()).unwrap_or_default()
}
