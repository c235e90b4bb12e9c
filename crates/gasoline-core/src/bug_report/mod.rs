//! One bug as a document that any developer can check without running code: what was done, what broke, where, and how to
//! make it happen again.
//!
//! [`gather`] reads what was captured, once. [`BugReport::markdown`] writes it. What was not captured is not stated: a
//! blank is marked as one.

mod browser;
mod error;
mod evidence;
mod markdown;
mod pictures;
mod sections;
mod steps;

use gasoline_wire::Timestamp;

pub use self::error::{BugError, ErrorKind};
use self::evidence::Evidence;
pub use self::pictures::ReportPicture;
pub use self::sections::{PictureLink, Written};
use crate::analysis::query::Query;
use crate::codegen::{self, Reproduction, ReproductionOptions};
use crate::intake::Kind;
use crate::store::View;

/// Kinds of entry a report is made of.
pub const KINDS: [Kind; 7] = [
    Kind::Action,
    Kind::NetworkBody,
    Kind::Log,
    Kind::DomSnapshot,
    Kind::Document,
    Kind::Screenshot,
    Kind::WebSocket,
];

/// There is no bug to report on.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error(
    "nothing to report: no user action, no error and no failed request was captured; make it happen in a captured page first"
)]
pub struct NothingToReport;

/// What only the caller can say.
#[derive(Clone, Debug, Default)]
pub struct BugReportOptions {
    /// In a few words; else the error says it.
    pub title: Option<String>,
    /// What should have happened; else a blank is left for it.
    pub expected: Option<String>,
    /// Only the last so many actions.
    pub last_n_actions: Option<usize>,
}

/// What a report is written from.
#[derive(Debug)]
pub struct BugReport {
    /// What it is called.
    pub title: String,
    /// What broke, if something did.
    pub error: Option<BugError>,
    /// Pictures it shows, in order.
    pub pictures: Vec<ReportPicture>,
    /// The reproduction script, if the user did anything.
    pub script: Option<Reproduction>,
    expected: Option<String>,
    evidence: Evidence,
}

/// Reads the bug that was captured last.
///
/// # Errors
/// Nothing was captured that could be one.
pub fn gather(
    view: &View,
    query: &Query,
    now: Timestamp,
    options: &BugReportOptions,
) -> Result<BugReport, NothingToReport> {
    let flow = codegen::plain_flow(view, query, options.last_n_actions);
    let error = error::main(view, query, now, flow.as_ref());
    if flow.is_none() && error.is_none() {
        return Err(NothingToReport);
    }
    let evidence = Evidence::gather(view, query, flow, error.as_ref());
    let script_options = ReproductionOptions {
        include_assertions: true,
        last_n_actions: options.last_n_actions,
        ..ReproductionOptions::default()
    };
    let script =
        evidence.flow.as_ref().and_then(|_| codegen::reproduction(view, query, &script_options).ok());
    let pictures = pictures::placed(view, query, &evidence, error.as_ref());
    let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let title = given(&options.title).unwrap_or_else(|| match &error {
        Some(error) => error.message.clone(),
        None => "no error was captured".to_owned(),
    });
    Ok(BugReport { title, error, pictures, script, expected: given(&options.expected), evidence })
}

impl BugReport {
    /// Steps of the user.
    pub fn step_count(&self) -> usize {
        self.evidence.steps().len()
    }

    /// Requests that failed.
    pub fn network_failures(&self) -> usize {
        self.evidence.failed.len()
    }

    /// The page it is about, if that is known.
    pub fn url(&self) -> Option<&str> {
        self.evidence.page_url.as_deref()
    }

    /// Whether somebody said what should have happened.
    pub fn has_expectation(&self) -> bool {
        self.expected.is_some()
    }
}
