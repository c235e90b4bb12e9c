//! What pages say on the live link, redacted before anyone reads it, and audits kept for a moment.

use std::collections::VecDeque;
use std::time::Duration;

use gasoline_core::redact::{EntryPolicy, EntryRedaction};
use gasoline_wire::{AuditAnswer, AuditQuery, LiveOutcome, LivePage, LiveQuery, Timestamp};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::live::{Answered, LiveError, PageChoice};
use super::{App, unpoisoned};

/// How long an audit stands for the page it was made of.
const AUDIT_LIFE_MILLISECONDS: i64 = 30_000;

/// Audits kept.
const MOST_AUDITS: usize = 10;

/// Pages a browser may name.
const MOST_PAGES: usize = 200;

/// Of an address or title a browser names.
const LONGEST_NAME: usize = 2_048;

/// Audits of the last moments, newest last.
#[derive(Debug, Default)]
pub(super) struct Audits(VecDeque<KeptAudit>);

#[derive(Debug)]
struct KeptAudit {
    tab: String,
    url: String,
    query: AuditQuery,
    made_at: Timestamp,
    answer: AuditAnswer,
}

impl App {
    /// Asks a page. What it says, its name included, is redacted.
    pub(crate) async fn ask_page(
        &self,
        choice: &PageChoice,
        query: LiveQuery,
        patience: Duration,
    ) -> Result<(LivePage, LiveOutcome), LiveError> {
        let (page, outcome) = self.ask_page_unredacted(choice, query, patience).await?;
        let redacted = self.redacted(&outcome).ok_or_else(|| LiveError::Failed {
            tab: page.tab.clone(),
            reason: "its answer cannot be read".to_owned(),
        })?;
        Ok((page, redacted))
    }

    /// The same for answers whose parts are redacted where they are kept; a failure is redacted here.
    pub(super) async fn ask_page_unredacted(
        &self,
        choice: &PageChoice,
        query: LiveQuery,
        patience: Duration,
    ) -> Result<(LivePage, LiveOutcome), LiveError> {
        let Answered { page, outcome } =
            self.browsers.live.ask(self.clock(), choice, query, patience).await?;
        let outcome = outcome.map_err(|failure| {
            let message = self.redactor.text(&failure.message).into_inner();
            LiveError::of(failure.reason, &page.tab, message)
        })?;
        Ok((page, outcome))
    }

    /// What a browser says of its pages, as it may be kept.
    pub(crate) fn readable_pages(&self, pages: Vec<LivePage>) -> Vec<LivePage> {
        let readable = |text: &str| {
            let end = text.floor_char_boundary(LONGEST_NAME);
            self.redactor.text(text.get(..end).unwrap_or_default()).into_inner()
        };
        let pages = pages.into_iter().take(MOST_PAGES);
        pages
            .map(|page| LivePage { url: readable(&page.url), title: readable(&page.title), ..page })
            .collect()
    }

    /// An audit of this page that is still fresh, and its age in milliseconds.
    pub(crate) fn kept_audit(&self, page: &LivePage, query: &AuditQuery) -> Option<(AuditAnswer, i64)> {
        let now = self.now().as_milliseconds();
        let audits = unpoisoned(&self.browsers.audits);
        let of_page =
            |kept: &&KeptAudit| kept.tab == page.tab && kept.url == page.url && kept.query == *query;
        let kept = audits.0.iter().rev().find(of_page)?;
        let age = now - kept.made_at.as_milliseconds();
        (0..AUDIT_LIFE_MILLISECONDS).contains(&age).then(|| (kept.answer.clone(), age))
    }

    /// Keeps an audit for the next caller.
    pub(crate) fn keep_audit(&self, page: &LivePage, query: AuditQuery, answer: AuditAnswer) {
        let mut audits = unpoisoned(&self.browsers.audits);
        if audits.0.len() == MOST_AUDITS {
            audits.0.pop_front();
        }
        let (tab, url) = (page.tab.clone(), page.url.clone());
        audits.0.push_back(KeptAudit { tab, url, query, made_at: self.now(), answer });
    }

    pub(super) fn redacted<T: Serialize + DeserializeOwned>(&self, value: &T) -> Option<T> {
        let text = serde_json::to_string(value).ok()?;
        let (EntryRedaction::Untouched(text) | EntryRedaction::Rewritten(text)) =
            self.redactor.entry(&text, EntryPolicy::Ordinary);
        serde_json::from_str(text.get()).ok()
    }
}
