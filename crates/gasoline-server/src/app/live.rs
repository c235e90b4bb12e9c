//! Browsers that can be asked about the pages they show, and the questions they are working on.
//!
//! A query ends as an answer, as an error or by its deadline: a link that goes away takes its waiting queries with it,
//! and the caller gets an error at once.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use gasoline_core::address::Site;
use gasoline_wire::{
    ClientKind, LiveFailure, LiveFailureReason, LiveOutcome, LivePage, LiveQuery, LiveServerMessage,
};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::unpoisoned;
use crate::clock::Clock;

/// Browsers at once. More than anyone has; a program that opens links in a loop is stopped here.
const MOST_LINKS: usize = 32;

/// Connections that have not said yet who they are. Browsers say so at once; one more makes the oldest go.
const MOST_NEWCOMERS: usize = 32;

/// Queries on their way to one browser.
const QUERY_QUEUE: usize = 64;

/// Tabs named in an error.
const MOST_TABS_NAMED: usize = 5;

/// Which page to ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageChoice {
    /// The page in this tab.
    pub tab: Option<String>,
    /// A page whose address contains this.
    pub url_filter: Option<String>,
    /// A page of this app.
    pub site: Option<Site>,
}

impl PageChoice {
    fn includes(&self, page: &LivePage) -> bool {
        self.tab.as_ref().is_none_or(|tab| *tab == page.tab)
            && self.url_filter.as_ref().is_none_or(|part| page.url.contains(part.as_str()))
            && self.site.as_ref().is_none_or(|site| site.includes(&page.url))
    }
}

/// Why there is no answer, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LiveError {
    /// Nobody can be asked.
    #[error(
        "no browser is connected; load the extension (run `gasoline extension`, it says how) and open the app, or run \
         `gasoline attach --launch chromium -- URL`; `gasoline doctor` names the broken link"
    )]
    NoBrowser,
    /// A browser is there, and shows nothing that is captured.
    #[error(
        "a browser is connected but shows no captured page; open the app on localhost, or turn on its site in the \
         extension's popup. Pages of the browser itself (chrome://, the web store) cannot be looked into"
    )]
    NoPage,
    /// No page is the one that was asked for.
    #[error(
        "no captured page {wanted}; captured tabs: {known}. A tab that was closed, shows another site or a page of the \
         browser itself (chrome://, the web store) cannot be looked into"
    )]
    NoMatch {
        /// What was asked for.
        wanted: String,
        /// What there is.
        known: String,
    },
    /// The link ended while the query was on its way.
    #[error("the {client} disconnected while it was asked; it comes back within 30 s: ask again")]
    LinkLost {
        /// Whose link.
        client: &'static str,
    },
    /// The browser has more to do than it can take.
    #[error("the browser is still busy with {QUERY_QUEUE} earlier queries; ask again later")]
    Busy,
    /// The deadline passed.
    #[error(
        "the page in tab `{tab}` did not answer within {seconds} s: it may be in an endless loop, paused in a debugger, \
         or show a dialog (alert, confirm, print); close the dialog or reload the page, then ask again"
    )]
    TimedOut {
        /// Which page.
        tab: String,
        /// How long it had.
        seconds: u64,
    },
    /// The query is wrong.
    #[error("{0}")]
    BadQuery(String),
    /// The tab was closed.
    #[error("tab `{tab}` was closed; leave out `tab` to ask the page focused last")]
    TabGone {
        /// Which.
        tab: String,
    },
    /// The page was left meanwhile.
    #[error("the page in tab `{tab}` was left or reloaded while it was asked; ask again")]
    Navigated {
        /// Which.
        tab: String,
    },
    /// The page's process ended.
    #[error("the page in tab `{tab}` has crashed; reload it, then ask again")]
    Crashed {
        /// Which.
        tab: String,
    },
    /// The page may not be looked into.
    #[error(
        "the page in tab `{tab}` cannot be looked into; turn on its site in the extension's popup. Pages of the browser \
         itself (chrome://, the web store) never can"
    )]
    NotCaptured {
        /// Which.
        tab: String,
    },
    /// No picture can be taken of it now, or not in this way.
    #[error("no screenshot of the page in tab `{tab}`: {reason}")]
    NoPicture {
        /// Which.
        tab: String,
        /// Why, and what to do about it.
        reason: String,
    },
    /// Anything else.
    #[error("the page in tab `{tab}` could not be asked: `{reason}`")]
    Failed {
        /// Which.
        tab: String,
        /// The browser's words.
        reason: String,
    },
}

impl LiveError {
    /// A browser answered another question than it was asked.
    pub(crate) fn misunderstood(tab: String) -> Self {
        Self::Failed { tab, reason: "its answer belongs to another question".to_owned() }
    }

    /// What a browser's failure means to the caller. `message` is redacted.
    pub(crate) fn of(failure: LiveFailureReason, tab: &str, message: String) -> Self {
        let tab = tab.to_owned();
        match failure {
            LiveFailureReason::BadQuery => Self::BadQuery(message),
            LiveFailureReason::TabGone => Self::TabGone { tab },
            LiveFailureReason::Navigated => Self::Navigated { tab },
            LiveFailureReason::Crashed => Self::Crashed { tab },
            LiveFailureReason::NotCaptured => Self::NotCaptured { tab },
            LiveFailureReason::NoPicture => Self::NoPicture { tab, reason: message },
            LiveFailureReason::Failed => Self::Failed { tab, reason: message },
        }
    }
}

/// What a page said, before it is redacted.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) page: LivePage,
    pub(crate) outcome: Result<LiveOutcome, LiveFailure>,
}

#[derive(Debug)]
struct Link {
    client: ClientKind,
    pages: Vec<LivePage>,
    queries: mpsc::Sender<LiveServerMessage>,
    waiting: HashMap<u64, oneshot::Sender<LiveOutcome>>,
}

#[derive(Debug, Default)]
struct State {
    /// Of links and queries alike.
    last_id: u64,
    links: BTreeMap<u64, Link>,
    newcomers: BTreeMap<u64, CancellationToken>,
    /// Whether a page was ever there to be asked.
    has_had_pages: watch::Sender<bool>,
}

/// The live links of a server. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct LiveLinks(Arc<Mutex<State>>);

/// One browser's link, for as long as this lives.
#[derive(Debug)]
pub(crate) struct JoinedLink {
    links: LiveLinks,
    id: u64,
    /// Queries to send.
    pub(crate) queries: mpsc::Receiver<LiveServerMessage>,
}

/// A connection that has not said yet who it is, for as long as this lives.
#[derive(Debug)]
pub(crate) struct Newcomer {
    links: LiveLinks,
    id: u64,
    /// Cancelled when it has to make room.
    pub(crate) dismissed: CancellationToken,
}

impl Drop for Newcomer {
    fn drop(&mut self) {
        self.links.lock().newcomers.remove(&self.id);
    }
}

impl LiveLinks {
    /// Notes a connection that has not said who it is. The oldest of too many has to go.
    pub(crate) fn receive(&self) -> Newcomer {
        let mut state = self.lock();
        if state.newcomers.len() >= MOST_NEWCOMERS
            && let Some((_, oldest)) = state.newcomers.pop_first()
        {
            oldest.cancel();
        }
        state.last_id += 1;
        let (id, dismissed) = (state.last_id, CancellationToken::new());
        state.newcomers.insert(id, dismissed.clone());
        Newcomer { links: self.clone(), id, dismissed }
    }

    /// Adds a browser; `None` when there are too many.
    pub(crate) fn join(&self, client: ClientKind) -> Option<JoinedLink> {
        let (sender, queries) = mpsc::channel(QUERY_QUEUE);
        let mut state = self.lock();
        if state.links.len() >= MOST_LINKS {
            return None;
        }
        state.last_id += 1;
        let id = state.last_id;
        let link = Link { client, pages: Vec::new(), queries: sender, waiting: HashMap::new() };
        state.links.insert(id, link);
        Some(JoinedLink { links: self.clone(), id, queries })
    }

    /// Resolves when a page has been there to be asked.
    pub(crate) async fn first_page(&self) {
        let mut had = self.lock().has_had_pages.subscribe();
        // Fails only without a sender, which `self` holds.
        drop(had.wait_for(|had| *had).await);
    }

    /// Pages that can be asked, focused last first.
    pub fn pages(&self) -> Vec<LivePage> {
        let state = self.lock();
        let mut pages: Vec<LivePage> = state.links.values().flat_map(|link| link.pages.clone()).collect();
        pages.sort_by(|one, other| other.focused_at.cmp(&one.focused_at).then(one.tab.cmp(&other.tab)));
        pages
    }

    /// The page a choice means.
    pub fn choose(&self, choice: &PageChoice) -> Result<LivePage, LiveError> {
        self.find(choice).map(|(_, page)| page)
    }

    /// Asks a page and waits for what comes of it.
    pub(crate) async fn ask(
        &self,
        clock: &dyn Clock,
        choice: &PageChoice,
        query: LiveQuery,
        patience: Duration,
    ) -> Result<Answered, LiveError> {
        let (link, page) = self.find(choice)?;
        let (asked, client) = self.send(link, &page, query)?;
        let Asked { id, mut answer } = asked;
        let _forgotten = Forgotten { links: self, link, id };
        let outcome = match clock.timeout(patience, &mut answer).await {
            Ok(Ok(LiveOutcome::Failed(failure))) => Err(failure),
            Ok(Ok(outcome)) => Ok(outcome),
            Ok(Err(_)) => return Err(LiveError::LinkLost { client: client.as_str() }),
            Err(_) => return Err(LiveError::TimedOut { tab: page.tab, seconds: patience.as_secs() }),
        };
        Ok(Answered { page, outcome })
    }

    /// The page focused last of those that are meant, and the link it is reached by.
    fn find(&self, choice: &PageChoice) -> Result<(u64, LivePage), LiveError> {
        let state = self.lock();
        let all = || state.links.iter().flat_map(|(id, link)| link.pages.iter().map(move |page| (*id, page)));
        let found = all().filter(|(_, page)| choice.includes(page)).max_by_key(|(_, page)| page.focused_at);
        if let Some((link, page)) = found {
            return Ok((link, page.clone()));
        }
        if state.links.is_empty() {
            return Err(LiveError::NoBrowser);
        }
        let named: Vec<_> = all().take(MOST_TABS_NAMED).map(|(_, page)| named(page)).collect();
        match wanted(choice) {
            Some(wanted) if !named.is_empty() => Err(LiveError::NoMatch { wanted, known: named.join(", ") }),
            _ => Err(LiveError::NoPage),
        }
    }

    fn send(&self, link: u64, page: &LivePage, query: LiveQuery) -> Result<(Asked, ClientKind), LiveError> {
        let mut state = self.lock();
        state.last_id += 1;
        let id = state.last_id;
        // It was there a moment ago.
        let link = state.links.get_mut(&link).ok_or(LiveError::NoBrowser)?;
        let message = LiveServerMessage::Query { id, tab: page.tab.clone(), query };
        link.queries.try_send(message).map_err(|_| LiveError::Busy)?;
        let (sender, answer) = oneshot::channel();
        link.waiting.insert(id, sender);
        Ok((Asked { id, answer }, link.client))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        unpoisoned(&self.0)
    }
}

impl JoinedLink {
    /// Replaces what is known of the browser's pages.
    pub(crate) fn set_pages(&self, pages: Vec<LivePage>) {
        let mut state = self.links.lock();
        let has_pages = !pages.is_empty();
        if let Some(link) = state.links.get_mut(&self.id) {
            link.pages = pages;
            state.has_had_pages.send_if_modified(|had| has_pages && !std::mem::replace(had, true));
        }
    }

    /// Hands an answer to the caller. One that comes too late, or to a query of another link, is dropped.
    pub(crate) fn answer(&self, id: u64, outcome: LiveOutcome) {
        let waiting = self.links.lock().links.get_mut(&self.id).and_then(|link| link.waiting.remove(&id));
        if let Some(waiting) = waiting {
            // The caller may have left in this moment.
            drop(waiting.send(outcome));
        }
    }
}

impl Drop for JoinedLink {
    fn drop(&mut self) {
        self.links.lock().links.remove(&self.id);
    }
}

struct Asked {
    id: u64,
    answer: oneshot::Receiver<LiveOutcome>,
}

/// Removes a query nobody waits for any more, also when the call was cancelled.
struct Forgotten<'l> {
    links: &'l LiveLinks,
    link: u64,
    id: u64,
}

impl Drop for Forgotten<'_> {
    fn drop(&mut self) {
        if let Some(link) = self.links.lock().links.get_mut(&self.link) {
            link.waiting.remove(&self.id);
        }
    }
}

fn named(page: &LivePage) -> String {
    format!("`{}` ({})", page.tab, page.url)
}

fn wanted(choice: &PageChoice) -> Option<String> {
    let PageChoice { tab, url_filter, site } = choice;
    let parts = [
        tab.as_ref().map(|tab| format!("in tab `{tab}`")),
        url_filter.as_ref().map(|part| format!("whose URL contains `{part}`")),
        site.as_ref().map(|site| format!("of `{site}`, the app this client was set up for")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use gasoline_wire::PageInfo;

    use super::*;
    use crate::clock::{ManualClock, SystemClock};

    const PATIENCE: Duration = Duration::from_secs(10);

    fn page(tab: &str, focused_at: u64) -> LivePage {
        let url = format!("http://localhost/{tab}");
        LivePage { tab: tab.to_owned(), url, title: String::new(), focused_at }
    }

    fn joined(links: &LiveLinks, pages: &[(&str, u64)]) -> JoinedLink {
        let link = links.join(ClientKind::Extension).unwrap();
        link.set_pages(pages.iter().map(|(tab, at)| page(tab, *at)).collect());
        link
    }

    fn in_tab(tab: &str) -> PageChoice {
        PageChoice { tab: Some(tab.to_owned()), ..PageChoice::default() }
    }

    async fn ask(links: &LiveLinks, choice: &PageChoice) -> Result<Answered, LiveError> {
        ask_by(&SystemClock, links, choice).await
    }

    async fn ask_by(
        clock: &dyn Clock,
        links: &LiveLinks,
        choice: &PageChoice,
    ) -> Result<Answered, LiveError> {
        links.ask(clock, choice, LiveQuery::PageInfo, PATIENCE).await
    }

    /// The next query, as its id and tab.
    async fn query(link: &mut JoinedLink) -> (u64, String) {
        match link.queries.recv().await.unwrap() {
            LiveServerMessage::Query { id, tab, .. } => (id, tab),
            LiveServerMessage::Refused { reason } => panic!("{reason}"),
        }
    }

    #[tokio::test]
    async fn without_browser_or_page_the_error_says_what_to_do() {
        let links = LiveLinks::default();
        assert_eq!(ask(&links, &PageChoice::default()).await.unwrap_err(), LiveError::NoBrowser);
        let link = joined(&links, &[]);
        assert_eq!(ask(&links, &PageChoice::default()).await.unwrap_err(), LiveError::NoPage);
        assert_eq!(ask(&links, &in_tab("7")).await.unwrap_err(), LiveError::NoPage);
        link.set_pages(vec![page("1", 5)]);
        let error = ask(&links, &in_tab("7")).await.unwrap_err();
        let expected = LiveError::NoMatch {
            wanted: "in tab `7`".to_owned(),
            known: "`1` (http://localhost/1)".to_owned(),
        };
        assert_eq!(error, expected);
    }

    #[tokio::test]
    async fn the_page_focused_last_in_any_browser_is_asked_unless_another_is_named() {
        let links = LiveLinks::default();
        let mut one = joined(&links, &[("1", 10), ("2", 30)]);
        let mut other = joined(&links, &[("3", 20)]);
        let tabs: Vec<_> = links.pages().into_iter().map(|page| page.tab).collect();
        assert_eq!(tabs, ["2", "3", "1"]);
        let by_url = PageChoice { url_filter: Some("host/1".to_owned()), ..PageChoice::default() };
        for (choice, tab, browser) in [(PageChoice::default(), "2", &mut one), (in_tab("3"), "3", &mut other)]
        {
            let asking = tokio::spawn({
                let (links, choice) = (links.clone(), choice.clone());
                async move { ask(&links, &choice).await }
            });
            let (id, asked) = query(browser).await;
            assert_eq!(asked, tab);
            browser.answer(id, LiveOutcome::PageInfo(PageInfo::default()));
            assert_eq!(asking.await.unwrap().unwrap().page.tab, tab);
        }
        assert_eq!(links.choose(&by_url).unwrap().tab, "1");
    }

    #[tokio::test]
    async fn a_page_that_never_answers_is_given_up_and_its_late_answer_dropped() {
        let links = LiveLinks::default();
        let mut link = joined(&links, &[("1", 1)]);
        let clock = Arc::new(ManualClock::at(0));
        let mut asking = tokio::spawn({
            let (clock, links) = (Arc::clone(&clock), links.clone());
            async move { ask_by(&*clock, &links, &PageChoice::default()).await }
        });
        clock.until_timers(1).await;
        clock.advance(9_999);
        tokio::task::yield_now().await;
        assert!((&mut asking).now_or_never().is_none());
        clock.advance(1);
        let error = asking.await.unwrap().unwrap_err();
        assert_eq!(error, LiveError::TimedOut { tab: "1".to_owned(), seconds: 10 });
        let (id, _) = query(&mut link).await;
        link.answer(id, LiveOutcome::PageInfo(PageInfo::default()));
        assert!(links.lock().links.values().all(|link| link.waiting.is_empty()));
    }

    #[tokio::test]
    async fn a_link_that_ends_ends_its_queries_at_once() {
        let links = LiveLinks::default();
        let mut link = joined(&links, &[("1", 1)]);
        let asking = tokio::spawn({
            let links = links.clone();
            async move { ask(&links, &PageChoice::default()).await }
        });
        query(&mut link).await;
        drop(link);
        let error = asking.await.unwrap().unwrap_err();
        assert_eq!(error, LiveError::LinkLost { client: "extension" });
        assert_eq!(links.pages(), []);
    }

    /// server-bounds-03
    #[test]
    fn silent_connections_are_bounded_and_the_oldest_makes_room() {
        let links = LiveLinks::default();
        let mut silent: Vec<_> = (0..MOST_NEWCOMERS).map(|_| links.receive()).collect();
        assert!(silent.iter().all(|newcomer| !newcomer.dismissed.is_cancelled()));
        silent.push(links.receive());
        let dismissed: Vec<_> = silent.iter().map(|newcomer| newcomer.dismissed.is_cancelled()).collect();
        assert_eq!(dismissed.iter().filter(|dismissed| **dismissed).count(), 1);
        assert!(dismissed[0]);
        assert_eq!(links.lock().newcomers.len(), MOST_NEWCOMERS);
        drop(silent);
        assert_eq!(links.lock().newcomers.len(), 0);
    }

    #[tokio::test]
    async fn a_browser_cannot_answer_for_another() {
        let links = LiveLinks::default();
        let mut asked = joined(&links, &[("1", 2)]);
        let stranger = joined(&links, &[("1", 1)]);
        let asking = tokio::spawn({
            let links = links.clone();
            async move { ask(&links, &PageChoice::default()).await }
        });
        let (id, _) = query(&mut asked).await;
        stranger.answer(id, LiveOutcome::PageInfo(PageInfo::default()));
        let failure = LiveFailure { reason: LiveFailureReason::Navigated, message: "gone".to_owned() };
        asked.answer(id, LiveOutcome::Failed(failure.clone()));
        assert_eq!(asking.await.unwrap().unwrap().outcome, Err(failure));
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_browser_does_not_take_is_refused_not_kept() {
        let links = LiveLinks::default();
        let _link = joined(&links, &[("1", 1)]);
        let mut asking = Vec::new();
        for _ in 0..=QUERY_QUEUE {
            let links = links.clone();
            asking.push(tokio::spawn(async move { ask(&links, &PageChoice::default()).await.unwrap_err() }));
        }
        let mut refused = 0;
        for one in asking {
            refused += usize::from(one.await.unwrap() == LiveError::Busy);
        }
        assert_eq!(refused, 1);
        let many: Vec<_> = std::iter::from_fn(|| links.join(ClientKind::Attach)).collect();
        assert_eq!(many.len(), MOST_LINKS - 1);
    }
}
