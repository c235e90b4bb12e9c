//! Scripts and tests from what the user did.
//!
//! `lower` turns a captured session into a [`script::Script`], once; each target has an emitter that is a function over
//! it. `js` quotes, `layout` and `syntax` lay out; nothing else does either.

mod api_types;
mod cypress;
mod expected_error;
mod fixtures;
mod js;
mod layout;
mod lines;
mod lower;
mod masks;
mod msw;
mod plain_flow;
mod playwright;
mod puppeteer_replay;
mod recorder_selectors;
pub mod script;
mod selectors;
mod setup;
mod syntax;

use std::collections::BTreeMap;

use gasoline_wire::{LocatorStrategy, PictureElement};
use serde::Serialize;

pub use self::api_types::api_types;
pub use self::expected_error::ExpectError;
pub use self::fixtures::LARGEST as LARGEST_FIXTURES;
pub use self::lower::Assertions;
use self::lower::looks::PageMasks;
pub use self::lower::recorded_flow::KINDS;
use self::lower::recorded_flow::{Failure, RecordedFlow};
pub use self::lower::step_pictures::StepPicture;
use self::lower::step_pictures::step_name;
use self::lower::{address, locate, words};
pub use self::msw::HANDLERS as MSW_HANDLERS;
pub use self::plain_flow::{FlowError, PlainFlow, PlainStep, plain_flow};
use self::playwright::{Flavour, Style};
use self::script::{ErrorWatch, Operation, Outcome, Script, Target};
pub use self::setup::Classified;
use self::setup::Setup;
use crate::address::Parts;
use crate::analysis::query::Query;
use crate::store::View;

/// Why there is no script.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum CodegenError {
    /// Nobody did anything.
    #[error(
        "no user actions captured yet; ask the user to do what should be scripted in a captured page, then call this again"
    )]
    NoActions,
    /// The address to use instead is none.
    #[error(
        "expected an origin (scheme, host and maybe port, no path) such as http://localhost:3000, got `{0}`"
    )]
    BaseUrl(String),
}

/// In which language a reproduction is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Format {
    #[default]
    Playwright,
    Cypress,
    PuppeteerReplay,
}

/// What a reproduction is to be.
#[derive(Clone, Debug, Default)]
pub struct ReproductionOptions {
    /// Language.
    pub format: Format,
    /// Whether navigations and visible headings are asserted.
    pub include_assertions: bool,
    /// Origin to use instead of the captured one.
    pub base_url: Option<String>,
    /// Only the last so many actions.
    pub last_n_actions: Option<usize>,
    /// Whether each step keeps a picture.
    pub include_screenshots: bool,
    /// Whether requests are answered as they were.
    pub fixtures: bool,
    /// Whether what the session changed before is changed again before the script.
    pub include_fixtures: bool,
    /// What is expected of the error; if not given, that it is gone.
    pub expect_error: Option<ExpectError>,
}

/// The error a reproduction is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorContext {
    /// Its message.
    pub message: String,
    /// File in the source, or the script the browser ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

/// A script that does what the user did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the documented fields of the answer")]
pub struct Reproduction {
    pub script: String,
    pub fixture_file: Option<String>,
    pub classified: Option<Classified>,
    pub actions_used: usize,
    pub error_context: Option<ErrorContext>,
    pub selectors_used: Vec<&'static str>,
    /// Taken when the session was captured, where pictures are asked for.
    pub pictures: Vec<StepPicture>,
    pub warnings: Vec<String>,
}

/// What a test is to be.
#[derive(Clone, Debug)]
pub struct TestOptions {
    /// Its name.
    pub test_name: Option<String>,
    /// Only the last so many actions.
    pub last_n_actions: Option<usize>,
    /// Origin to use instead of the captured one.
    pub base_url: Option<String>,
    /// What it asserts.
    pub assertions: Assertions,
    /// Whether a second test runs on the recorded answers.
    pub fixtures: bool,
    /// Whether what the session changed before is changed again before the test.
    pub include_fixtures: bool,
    /// What a comparison of pictures covers.
    pub mask_dynamic: Masks,
    /// Elements that pictures of the session show, by the id of the picture.
    pub elements: BTreeMap<String, Vec<PictureElement>>,
}

/// What a comparison of pictures covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Masks {
    /// Nothing.
    Off,
    /// What was seen to change by itself.
    Changing,
    /// These CSS selectors.
    Selectors(Vec<String>),
}

/// Bytes of a reproduction that an answer holds at most, as documented. A longer one is whole all the same, in a file.
pub const LARGEST_REPRODUCTION: usize = 50 * 1024;
/// Bytes of a test that an answer holds at most, as documented.
pub const LARGEST_TEST: usize = 100 * 1024;

/// A regression test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the documented fields of the answer")]
pub struct GeneratedTest {
    pub test_script: String,
    pub fixture_file: Option<String>,
    pub classified: Option<Classified>,
    pub test_name: String,
    pub action_count: usize,
    pub assertion_count: usize,
    pub warnings: Vec<String>,
}

/// A script that does what the user did.
///
/// # Errors
/// Nobody did anything, or the base address is none.
pub fn reproduction(
    view: &View,
    query: &Query,
    options: &ReproductionOptions,
) -> Result<Reproduction, CodegenError> {
    let mut recorded = session(view, query, options.last_n_actions)?;
    let base_url = base_url(options.base_url.as_deref())?;
    let mut warnings = Vec::new();
    let failure = lower::main_failure(&recorded.failures);
    let errors = expected_error::watch(options.expect_error, failure.as_ref(), &mut warnings);
    if let Some(failure) = failure.as_ref().filter(|_| errors != ErrorWatch::Off) {
        warnings.extend(left_out(expected_error::end_with(failure, &mut recorded)));
    }
    let assertions = Assertions {
        addresses: options.include_assertions,
        network: false,
        response_shape: false,
        no_errors: false,
        dom_state: options.include_assertions,
        visual: false,
    };
    let lowered = lower::lower(&recorded, base_url, assertions, &PageMasks::NONE);
    let mut script = Script { errors, ..lowered.script };
    if let (ErrorWatch::Absent(_), Some(failure)) = (&script.errors, &failure) {
        expected_error::expect_nothing_after(failure, &mut script);
    }
    script.title = match &failure {
        Some(failure) => format!("reproduction: {}", words::shortened_line(&failure.message)),
        None => format!("reproduction: {}", derived_name(&script)),
    };
    let pictures = if options.include_screenshots {
        keep_pictures(&mut script);
        lowered.pictures
    } else {
        Vec::new()
    };
    warnings.extend(lowered.warnings);
    let fixture_file = reproduction_fixtures(&recorded, options, &mut warnings);
    let mocked = fixture_file.is_some();
    let setup = reproduction_setup(&recorded, base_url, options, &mut warnings);
    let written = match options.format {
        Format::Playwright => {
            let setup = setup.as_ref();
            playwright::emit(&script, Style { flavour: Flavour::Reproduction, mocked, setup })
        }
        Format::Cypress => cypress::emit(&script, &mut warnings),
        Format::PuppeteerReplay => puppeteer_replay::emit(&script, &mut warnings),
    };
    warnings.sort_by_key(|warning| !warning.contains("redacted"));
    warnings.extend(too_long(&written, LARGEST_REPRODUCTION));
    Ok(Reproduction {
        script: written,
        fixture_file,
        classified: setup.map(|setup| setup.classified),
        actions_used: recorded.actions.len(),
        error_context: failure.map(ErrorContext::from),
        selectors_used: strategies(&script),
        pictures,
        warnings,
    })
}

/// Says that a script ends with the error.
fn left_out(actions: usize) -> Option<String> {
    let after = counted(actions, "action");
    (actions > 0).then(|| format!("{after} after the error left out; expect_error: off keeps them"))
}

/// A regression test of what happened.
///
/// # Errors
/// Nobody did anything, or the base address is none.
pub fn test(view: &View, query: &Query, options: &TestOptions) -> Result<GeneratedTest, CodegenError> {
    let recorded = session(view, query, options.last_n_actions)?;
    let base_url = base_url(options.base_url.as_deref())?;
    let (masks, masked) = masks::masks(&recorded, options);
    let lowered = lower::lower(&recorded, base_url, options.assertions, &masks);
    let mut script = lowered.script;
    script.title = options.test_name.clone().unwrap_or_else(|| derived_name(&script));
    script.header = header(&recorded);
    let mut warnings = lowered.warnings;
    let setup = options.include_fixtures.then(|| Setup::of(&recorded, base_url));
    warnings.extend(setup.iter().flat_map(|setup| setup.warnings.clone()));
    let style = Style { flavour: Flavour::Test, mocked: options.fixtures, setup: setup.as_ref() };
    warnings.extend(unfulfilled(options.assertions));
    warnings.extend(masked);
    let fixture_file = options.fixtures.then(|| fixture_file(&recorded, &mut warnings));
    let test_script = playwright::emit(&script, style);
    warnings.extend(too_long(&test_script, LARGEST_TEST));
    Ok(GeneratedTest {
        test_script,
        fixture_file,
        classified: setup.map(|setup| setup.classified),
        test_name: script.title.clone(),
        action_count: recorded.actions.len(),
        assertion_count: lower::count_assertions(&script),
        warnings,
    })
}

/// What is asked for and cannot be had yet, or not without something else.
fn unfulfilled(assertions: Assertions) -> Vec<String> {
    let Assertions { network, response_shape, visual, .. } = assertions;
    let reasons = [
        (response_shape && !network, "Shapes of answers are part of assertions.network: none are asserted"),
        (
            visual,
            "There are no pictures to compare with yet: the first run writes them and fails — run it with --update-snapshots, look at the pictures and keep them with the test",
        ),
    ];
    reasons.into_iter().filter(|(applies, _)| *applies).map(|(_, reason)| reason.to_owned()).collect()
}

fn fixture_file(recorded: &RecordedFlow<'_>, warnings: &mut Vec<String>) -> String {
    let acted: Vec<i64> = recorded.actions.iter().map(|action| action.time).collect();
    let fixtures = fixtures::emit(recorded.loading.iter().chain(&recorded.requests), &acted);
    warnings.extend(fixtures.warnings);
    fixtures.module
}

/// Only Playwright's scripts are written to run on captured answers.
fn reproduction_fixtures(
    recorded: &RecordedFlow<'_>,
    options: &ReproductionOptions,
    warnings: &mut Vec<String>,
) -> Option<String> {
    match (options.fixtures, options.format) {
        (false, _) => None,
        (true, Format::Playwright) => Some(fixture_file(recorded, warnings)),
        (true, Format::Cypress | Format::PuppeteerReplay) => {
            warnings.push("Captured answers come with Playwright scripts only".to_owned());
            None
        }
    }
}

/// Only Playwright's scripts make calls of their own.
fn reproduction_setup(
    recorded: &RecordedFlow<'_>,
    base_url: Option<&str>,
    options: &ReproductionOptions,
    warnings: &mut Vec<String>,
) -> Option<Setup> {
    match (options.include_fixtures, options.format) {
        (false, _) => None,
        (true, Format::Playwright) => {
            let setup = Setup::of(recorded, base_url);
            warnings.extend(setup.warnings.clone());
            Some(setup)
        }
        (true, Format::Cypress | Format::PuppeteerReplay) => {
            warnings.push("Setup calls come with Playwright scripts only".to_owned());
            None
        }
    }
}

/// A picture after each step.
fn keep_pictures(script: &mut Script) {
    for (index, step) in script.steps.iter_mut().enumerate() {
        if !matches!(step.operation, Operation::Remark) {
            step.after.push(Outcome::Picture(step_name(index)));
        }
    }
}

/// Says that a script is over its bound. It is never cut: half a script is none.
fn too_long(script: &str, largest: usize) -> Option<String> {
    let kilobytes = script.len().div_ceil(1024);
    (script.len() > largest).then(|| {
        format!(
            "The script has {kilobytes} KB, more than {} KB: it comes whole as a linked file; last_n_actions makes it shorter",
            largest / 1024
        )
    })
}

fn session<'e>(
    view: &'e View,
    query: &Query,
    last_n_actions: Option<usize>,
) -> Result<RecordedFlow<'e>, CodegenError> {
    let recorded = RecordedFlow::read(view, query, last_n_actions);
    if recorded.actions.is_empty() { Err(CodegenError::NoActions) } else { Ok(recorded) }
}

fn base_url(given: Option<&str>) -> Result<Option<&str>, CodegenError> {
    given.map(|given| address::base(given).ok_or_else(|| CodegenError::BaseUrl(given.to_owned()))).transpose()
}

impl From<Failure> for ErrorContext {
    fn from(failure: Failure) -> Self {
        Self { message: failure.message, file: failure.file, line: failure.line }
    }
}

/// When, how long, what and where.
fn header(recorded: &RecordedFlow<'_>) -> Vec<String> {
    let Some((first, last)) = recorded.actions.first().zip(recorded.actions.last()) else {
        return Vec::new();
    };
    let lasted = (last.time - first.time) as f64 / 1_000.0;
    let mut urls: Vec<String> = Vec::new();
    for action in &recorded.actions {
        let url = without_query(&action.event.url);
        if !url.is_empty() && !urls.contains(&url) {
            urls.push(url);
        }
    }
    let (actions, requests, errors) =
        (recorded.actions.len(), recorded.requests.len(), recorded.failures.len());
    vec![
        format!("Captured {}, {lasted:.1} s", first.event.ts),
        [counted(actions, "action"), counted(requests, "request"), counted(errors, "error")].join(", "),
        format!("Pages: {}", urls.join(", ")),
    ]
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn without_query(url: &str) -> String {
    let parts = Parts::of(url);
    format!("{}{}", parts.origin, parts.path)
}

/// A name for a flow that nobody named: its last operation with a name.
fn derived_name(script: &Script) -> String {
    let mut named = script.steps.iter().rev().filter(|step| {
        matches!(
            step.operation,
            Operation::Click(..) | Operation::SubmitForm(_) | Operation::Drag(..) | Operation::Upload(..)
        )
    });
    match named.next() {
        Some(step) => step.words.clone(),
        None => script.steps.last().map_or_else(|| "user flow".to_owned(), |step| step.words.clone()),
    }
}

/// The strategies that the script's locators use, in the order of their first use.
fn strategies(script: &Script) -> Vec<&'static str> {
    let mut names = Vec::new();
    for target in script.steps.iter().flat_map(|step| targets(&step.operation)) {
        let by: Option<LocatorStrategy> = target.ways.first().map(|way| way.by);
        let name = by.map(locate::strategy_name);
        names.extend(name.filter(|name| !names.contains(name)));
    }
    names
}

fn targets(operation: &Operation) -> Vec<&Target> {
    let dropped_on = match operation {
        Operation::Drag(_, to) => Some(to),
        _ => None,
    };
    operation.target().into_iter().chain(dropped_on).collect()
}
