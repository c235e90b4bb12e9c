//! The live link: what the server asks pages that are open now, and who answers.
//!
//! One WebSocket on `/live` from each browser (the extension's worker, or `gasoline attach`). The client says who it is
//! and keeps the server told which pages it can ask; the server sends queries, the client answers each by its id.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{AuditAnswer, AutoScreenshot, ClientKind, DomAnswer, PageInfo, ScreenshotCapture, SurveyAnswer};

/// Who opens a live link. The first message of every client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveHello {
    /// What kind of client.
    pub client: ClientKind,
    /// The client's own version.
    pub version: String,
    /// The wire version it speaks.
    pub wire: u32,
    /// Its capture session.
    pub session: String,
}

/// A captured page that can be asked. Pages that are not captured are never named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LivePage {
    /// Browser tab, as in the identity of its entries.
    pub tab: String,
    /// The top document.
    pub url: String,
    /// Its title.
    pub title: String,
    /// When a person or a test last turned to it, in epoch milliseconds.
    #[ts(type = "number")]
    pub focused_at: u64,
}

/// What a client says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum LiveClientMessage {
    /// Opens the link.
    Hello(LiveHello),
    /// Every page that can be asked now, in place of what was said before.
    Pages {
        /// In any order.
        pages: Vec<LivePage>,
    },
    /// Keeps Chrome from ending the extension's worker: only a message of the application does.
    Alive,
    /// What came of a query.
    Answer {
        /// The query's id.
        #[ts(type = "number")]
        id: u64,
        /// What came of it.
        outcome: LiveOutcome,
    },
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum LiveServerMessage {
    /// Asks one page. Every query is answered, unless the link ends first.
    Query {
        /// Names the query in its answer.
        #[ts(type = "number")]
        id: u64,
        /// The page.
        tab: String,
        /// The question.
        query: LiveQuery,
    },
    /// The client cannot be served; the server closes the link.
    Refused {
        /// What to do about it.
        reason: String,
    },
}

/// A question to a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LiveQuery {
    /// Which elements match a selector?
    Dom(DomQuery),
    /// What kind of page is it?
    PageInfo,
    /// What is wrong with its accessibility?
    Audit(AuditQuery),
    /// What does it look like? The browser answers, with the page's help.
    Screenshot(ScreenshotQuery),
    /// What has to be known to take a picture of it? Browsers ask this of their pages.
    Survey(SurveyQuery),
    /// From now on, when are pictures taken unasked? The browser answers.
    AutoScreenshot(AutoScreenshotChange),
}

/// A picture to take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ScreenshotQuery {
    /// CSS selector of the element to show; everything without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Whether to show what lies beyond the viewport.
    pub full_page: bool,
    /// CSS selectors of elements to outline.
    pub mark: Vec<String>,
}

/// What has to be known to take a picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct SurveyQuery {
    /// How long to wait at most until the page has settled, in milliseconds; 0 for not at all.
    pub settle_ms: u32,
    /// CSS selector of the element to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// CSS selectors of elements to outline.
    pub mark: Vec<String>,
}

/// When pictures are to be taken unasked; what is not named stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[ts(optional_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct AutoScreenshotChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_navigation: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_error: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_action: Option<bool>,
}

impl AutoScreenshotChange {
    /// What holds after it.
    pub fn applied_to(self, before: AutoScreenshot) -> AutoScreenshot {
        AutoScreenshot {
            on_navigation: self.on_navigation.unwrap_or(before.on_navigation),
            on_error: self.on_error.unwrap_or(before.on_error),
            on_action: self.on_action.unwrap_or(before.on_action),
        }
    }
}

/// A search for elements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DomQuery {
    /// A CSS selector, tried in the document, its open shadow roots and its frames of the same origin.
    pub selector: String,
    /// Computed styles to report for each match; empty for none.
    pub styles: Vec<String>,
    /// Levels of children to report; 0 for none.
    pub child_depth: u32,
    /// Matches to describe.
    pub limit: u32,
}

/// A check of the page's accessibility.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AuditQuery {
    /// CSS selector of the part to check; the whole page without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// Only rules with one of these tags; every rule if empty.
    pub tags: Vec<String>,
    /// Whether to name the rules that passed.
    pub include_passes: bool,
}

/// What came of a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LiveOutcome {
    /// Elements.
    Dom(DomAnswer),
    /// The page in short.
    PageInfo(PageInfo),
    /// Accessibility.
    Audit(AuditAnswer),
    /// A picture.
    Screenshot(Box<ScreenshotCapture>),
    /// What has to be known to take one.
    Survey(SurveyAnswer),
    /// When pictures are taken unasked.
    AutoScreenshot(AutoScreenshotState),
    /// There is no answer.
    Failed(LiveFailure),
}

/// When pictures are taken unasked, now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AutoScreenshotState {
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub when: AutoScreenshot,
    /// Whether the person has not turned off pictures altogether.
    pub enabled: bool,
}

/// Why a page has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveFailure {
    /// What kind of failure.
    pub reason: LiveFailureReason,
    /// The browser's own words.
    pub message: String,
}

/// Why a page has no answer, as far as what to do about it differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LiveFailureReason {
    /// The query itself is wrong: a selector that is none, a tag nobody knows.
    BadQuery,
    /// The tab was closed, before or meanwhile.
    TabGone,
    /// The page was left or reloaded meanwhile.
    Navigated,
    /// The page's process ended.
    Crashed,
    /// Not a page that may be looked into: another site, or the browser's own.
    NotCaptured,
    /// No picture can be taken of it now, or not in this way.
    NoPicture,
    /// Anything else.
    Failed,
}
