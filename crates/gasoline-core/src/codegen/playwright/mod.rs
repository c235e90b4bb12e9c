//! Playwright: reproduction scripts and regression tests.

mod addresses;
mod expectations;
mod locators;
mod passages;
mod steps;

use std::borrow::Cow;

pub(super) use self::addresses::address_pattern;
use super::js;
use super::layout::width;
use super::lines::Lines;
use super::script::{Awaited, ErrorWatch, Outcome, Preparation, Script, Step};
use super::setup::{self, Setup};

/// What kind of file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flavour {
    /// Does what the user did.
    Reproduction,
    /// Checks what happened then.
    Test,
}

/// What besides the script decides how it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'s> {
    pub(super) flavour: Flavour,
    /// Requests are answered from the recorded answers: by a second test, or in the reproduction itself.
    pub(super) mocked: bool,
    /// What is done before.
    pub(super) setup: Option<&'s Setup>,
}

/// The file.
pub(super) fn emit(script: &Script, style: Style<'_>) -> String {
    let mut file = Lines::default();
    let needs = Needs::of(script, style);
    file.line(&needs.import());
    if style.mocked {
        file.line("import { fixtures, type Fixture } from './fixtures';");
    }
    file.blank();
    for line in &script.header {
        file.comment(line);
    }
    if let Some(setup) = style.setup {
        setup::write(setup, &mut file);
    }
    for (index, mocking) in style.variants().iter().enumerate() {
        if index > 0 {
            file.blank();
        }
        Writer::new(script, style, *mocking, &mut file).test();
    }
    let passages = [
        (needs.answers, passages::ANSWER_TO),
        (needs.answers, passages::IS_AT),
        (needs.fetched, passages::HAS_FETCHED),
        (needs.error, passages::COMES_BACK),
        (needs.setup.calls, setup::ANSWER_OF),
        (style.mocked, passages::QUERY_OF),
        (style.mocked, passages::OPERATION_OF),
        (style.mocked, passages::NAME_FIXTURES),
    ];
    for (_, passage) in passages.into_iter().filter(|(is_needed, _)| *is_needed) {
        file.blank();
        file.raw(passage);
    }
    if let Some(setup) = style.setup {
        setup::write_login(setup, &mut file);
    }
    file.finish()
}

/// What a file uses besides its own steps.
#[derive(Clone, Copy, Debug)]
struct Needs {
    /// Expectations.
    expect: bool,
    /// Waiting for answers to requests.
    answers: bool,
    /// Waiting for what the page asks for.
    fetched: bool,
    /// Waiting for an error.
    error: bool,
    /// Answers from recorded ones.
    mocked: bool,
    /// Calls before the tests.
    setup: setup::Needed,
}

impl Needs {
    fn of(script: &Script, style: Style<'_>) -> Self {
        let is_fetched = |step| style.variants().iter().any(|mocking| awaits_fetched(step, *mocking));
        let fetched = script.steps.iter().any(is_fetched);
        let error = expects_error(script);
        let setup = setup::Needed::of(style.setup);
        let expect =
            style.flavour == Flavour::Test || has_expectations(script) || fetched || error || setup.calls;
        let answers = script.steps.iter().any(awaits_answers);
        Self { expect, error, answers, fetched, mocked: style.mocked, setup }
    }

    fn import(self) -> String {
        let names = [
            (true, "test"),
            (self.expect, "expect"),
            (self.setup.login, "type APIRequestContext"),
            (self.setup.calls, "type APIResponse"),
            (self.fetched, "type Frame"),
            (self.fetched, "type Page"),
            (self.answers || self.mocked, "type Request"),
            (self.answers, "type Response"),
        ];
        let names: Vec<_> =
            names.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, name)| name).collect();
        let line = format!("import {{ {} }} from '@playwright/test';", names.join(", "));
        if width(&line) <= 80 {
            return line;
        }
        format!("import {{\n  {},\n}} from '@playwright/test';", names.join(",\n  "))
    }
}

/// How the error of a script's last step is watched for: a reproduction gives it the time to come back.
fn watch_for_failure(step: &Step) -> Option<&'static str> {
    let thrown = step.after.iter().filter_map(|outcome| match outcome {
        Outcome::Error { is_thrown, .. } => Some(*is_thrown),
        _ => None,
    });
    thrown.max().map(|is_thrown| if is_thrown { passages::ERROR_THROWN } else { passages::ERROR_LOGGED })
}

/// Whether the error of the flow must be gone, or must be there.
fn expects_error(script: &Script) -> bool {
    matches!(script.errors, ErrorWatch::Absent(_) | ErrorWatch::Present(_))
}

fn awaits_answers(step: &Step) -> bool {
    step.before.iter().any(|preparation| matches!(preparation, Preparation::Answer(_)))
}

/// Whether the page is given time for what it asks for; where the answer itself is asserted, it has come.
fn awaits_fetched(step: &Step, mocking: Mocking) -> bool {
    step.fetched.is_some() && (mocking == Mocking::On || !awaits_answers(step))
}

impl Style<'_> {
    fn variants(self) -> &'static [Mocking] {
        match (self.mocked, self.flavour) {
            (false, _) => &[Mocking::Off],
            (true, Flavour::Test) => &[Mocking::Off, Mocking::On],
            (true, Flavour::Reproduction) => &[Mocking::On],
        }
    }
}

fn has_expectations(script: &Script) -> bool {
    script.steps.iter().flat_map(|step| &step.after).any(|outcome| matches!(outcome, Outcome::Shows(_)))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mocking {
    Off,
    On,
}

struct Writer<'w> {
    script: &'w Script,
    style: Style<'w>,
    file: &'w mut Lines,
    mocking: Mocking,
    /// Pages that exist already.
    opened: Vec<bool>,
}

impl<'w> Writer<'w> {
    fn new(script: &'w Script, style: Style<'w>, mocking: Mocking, file: &'w mut Lines) -> Self {
        let opened = (0..script.pages.max(1)).map(|page| page == 0).collect();
        Self { script, style, file, mocking, opened }
    }

    fn test(&mut self) {
        let title = match self.mocking {
            Mocking::On if self.style.flavour == Flavour::Test => {
                format!("{} (captured answers)", self.script.title)
            }
            Mocking::On | Mocking::Off => self.script.title.clone(),
        };
        self.opening(&js::string(&title));
        let start = self.file.len();
        if self.script.errors != ErrorWatch::Off {
            let is_single = self.script.pages <= 1;
            self.file.raw(if is_single { passages::LISTEN } else { passages::LISTEN_EVERYWHERE });
            self.file.blank();
        }
        if self.mocking == Mocking::On {
            self.file.raw(passages::MOCK);
            self.file.blank();
        }
        for (index, step) in self.script.steps.iter().enumerate() {
            if index > 0 && self.file.len() > start {
                self.file.blank();
            }
            self.step(index, step);
        }
        self.errors();
        if self.mocking == Mocking::On {
            self.file.blank();
            self.file.line("  nameFixtures(unused, unmatched);");
        }
        self.file.line("});");
    }

    /// Prettier never breaks before a test's function, only inside its parameters.
    fn opening(&mut self, title: &str) {
        let fixtures: &[&str] = if self.script.pages > 1 { &["page", "context"] } else { &["page"] };
        let line = format!("test({title}, async ({{ {} }}) => {{", fixtures.join(", "));
        if width(&line) <= 80 {
            return self.file.line(&line);
        }
        self.file.line(&format!("test({title}, async ({{"));
        fixtures.iter().for_each(|name| self.file.line(&format!("  {name},")));
        self.file.line("}) => {");
    }

    fn step(&mut self, index: usize, step: &Step) {
        if let Some(pause) = step.pause {
            self.note(&format!("[{}.{}s pause]", pause / 1_000, pause % 1_000 / 100));
        }
        let words = match self.style.flavour {
            Flavour::Test => format!("{}. {}", index + 1, step.words),
            Flavour::Reproduction => step.words.clone(),
        };
        self.note(&words);
        self.create_page(step);
        self.dialogs(step);
        for preparation in &step.before {
            self.prepare(step, preparation);
        }
        let ends = self.style.flavour == Flavour::Reproduction && index + 1 == self.script.steps.len();
        let watch = watch_for_failure(step).filter(|_| ends && !expects_error(self.script));
        if let Some(watch) = watch {
            self.file.raw(&format!("  const failure = {}{watch}", page_name(step.page)));
        }
        self.operation(step);
        self.fetched(step);
        if watch.is_some() {
            self.file.line("  await failure;");
        }
        self.outcomes(step);
    }

    fn note(&mut self, text: &str) {
        self.file.note(text, 1);
    }
}

fn page_name(page: usize) -> Cow<'static, str> {
    if page == 0 { Cow::Borrowed("page") } else { Cow::Owned(format!("page{}", page + 1)) }
}

fn response_name(request: &Awaited) -> String {
    format!("{}Response", request.name)
}
