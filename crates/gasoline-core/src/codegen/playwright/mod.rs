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
    /// Selectors of what a comparison of pictures covers.
    pub(super) masks: &'s [String],
    /// Requests are answered from the recorded answers: by a second test, or in the reproduction itself.
    pub(super) mocked: bool,
}

/// The file.
pub(super) fn emit(script: &Script, style: Style<'_>) -> String {
    let mut file = Lines::default();
    let waits = script.steps.iter().flat_map(|step| &step.before);
    let waits = waits.filter(|preparation| matches!(preparation, Preparation::Answer(_))).count() > 0;
    let expects = style.flavour == Flavour::Test || has_expectations(script);
    file.line(&imports(expects, waits));
    if style.mocked {
        file.line("import { fixtures, type Fixture } from './fixtures';");
    }
    file.blank();
    for line in &script.header {
        file.comment(line);
    }
    for (index, mocking) in style.variants().iter().enumerate() {
        if index > 0 {
            file.blank();
        }
        Writer::new(script, style, *mocking, &mut file).test();
    }
    if waits {
        file.blank();
        file.raw(passages::ANSWER_TO);
        file.blank();
        file.raw(passages::IS_AT);
    }
    if style.mocked {
        file.blank();
        file.raw(passages::QUERY_OF);
    }
    file.finish()
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

fn imports(expects: bool, waits: bool) -> String {
    let names = match (expects, waits) {
        (true, true) => "test, expect, type Request, type Response",
        (true, false) => "test, expect",
        (false, _) => "test",
    };
    format!("import {{ {names} }} from '@playwright/test';")
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
        self.deed(step);
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
