//! Cypress: reproduction scripts. What it cannot express (tabs, dialogs, drags) stays as a comment, with a warning.

mod elements;
mod errors;
mod guesses;

use gasoline_wire::Modifier;

use self::elements::{element, guessed};
use self::guesses::Guesses;
use super::lines::Lines;
use super::playwright::address_pattern;
use super::script::{
    Address, ClickKind, Input, Landmark, Operation, Outcome, PLACEHOLDER_CONTENT, Preparation, Script, Step,
    Target, USER_PROVIDED,
};
use super::syntax::{Chain, Expression, code, object, string};
use super::{js, targets};

/// The file; adds to the warnings what it had to leave out.
pub(super) fn emit(script: &Script, warnings: &mut Vec<String>) -> String {
    let mut writer = Writer { file: Lines::default(), warnings, guesses: Guesses::default() };
    writer.file.line(&format!("it({}, () => {{", js::string(&script.title)));
    let expected = errors::expectation(&script.errors);
    let expected_error = expected.is_some();
    if expected_error {
        writer.file.raw(errors::LISTEN);
        writer.file.blank();
    }
    for (index, step) in script.steps.iter().enumerate() {
        if index > 0 {
            writer.file.blank();
        }
        writer.step(step);
    }
    if let Some(expectation) = expected {
        writer.file.blank();
        writer.note(expectation.words);
        writer.file.statement(&expectation.call, 1);
    }
    writer.file.line("});");
    if expected_error {
        writer.file.blank();
        writer.file.raw(errors::EXPECT_ERROR);
    }
    writer.warnings.extend(writer.guesses.warnings());
    writer.file.finish()
}

struct Writer<'w> {
    file: Lines,
    warnings: &'w mut Vec<String>,
    guesses: Guesses,
}

impl Writer<'_> {
    fn step(&mut self, step: &Step) {
        if let Some(pause) = step.pause {
            self.note(&format!("[{}.{}s pause]", pause / 1_000, pause % 1_000 / 100));
        }
        self.note(&step.words);
        if step.page > 0 {
            return self.cannot("works in one tab only: a step in another tab was left out");
        }
        for preparation in &step.before {
            match preparation {
                Preparation::Dialog(_) => {
                    self.cannot("answers dialogs by itself: how the user did was left out")
                }
                Preparation::Tab(_) => {
                    self.cannot("works in one tab only: the tab that opens here is not followed")
                }
                Preparation::Answer(_) | Preparation::FileChooser => {}
            }
        }
        match operation(&step.operation, &step.held) {
            Some(chain) => {
                self.note_guesses(step);
                self.file.statement(&chain.end(), 1);
            }
            None if matches!(step.operation, Operation::Remark) => {}
            None => self.cannot("cannot do this by itself: the step was left out"),
        }
        for outcome in &step.after {
            self.outcome(outcome);
        }
    }

    fn cannot(&mut self, what: &str) {
        let warning = format!("Cypress {what}");
        self.note(&warning);
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Says at a step that its element is looked for in a way that nobody tried.
    fn note_guesses(&mut self, step: &Step) {
        for way in targets(&step.operation).into_iter().filter_map(guessed) {
            self.note(&format!("The {way} was never tried"));
            self.guesses.note(way, &step.words);
        }
    }

    fn outcome(&mut self, outcome: &Outcome) {
        let chain = match outcome {
            Outcome::Address(Address::Exact(url)) => {
                Chain::of("cy").call("url", []).call("should", [string("eq"), string(url)])
            }
            Outcome::Address(Address::Path { path, query, route }) => {
                let pattern = Expression::Pattern(address_pattern(path, query, route.as_deref()));
                Chain::of("cy").call("url", []).call("should", [string("match"), pattern])
            }
            Outcome::Shows(landmark) => shows(landmark),
            Outcome::Error { message, .. } => return self.note(&format!("Error occurred here: {message}")),
            Outcome::Note(note) => return self.note(note),
            Outcome::Picture(name) => Chain::of("cy").call("screenshot", [string(name)]),
            Outcome::Tab(_) | Outcome::Answered { .. } | Outcome::Looks { .. } => return,
        };
        self.file.statement(&chain.end(), 1);
    }

    fn note(&mut self, text: &str) {
        self.file.note(text, 1);
    }
}

fn operation<'d>(operation: &'d Operation, held: &[Modifier]) -> Option<Chain<'d>> {
    let cy = || Chain::of("cy");
    Some(match operation {
        Operation::Open(url) => cy().call("visit", [string(url)]),
        Operation::Reload(_) => cy().call("reload", []),
        Operation::Back(_) => cy().call("go", [string("back")]),
        Operation::Forward(_) => cy().call("go", [string("forward")]),
        Operation::Click(target, ClickKind::Single) => element(target).call("click", click_options(held)),
        Operation::Click(target, ClickKind::Double) => element(target).call("dblclick", click_options(held)),
        Operation::Click(target, ClickKind::Right) => element(target).call("rightclick", click_options(held)),
        Operation::Fill(target, value) if is_slider(target) => set(element(target), value),
        Operation::Fill(target, value) => fill(element(target).call("clear", []), value),
        Operation::Press(_, key) if key == "Tab" && held.is_empty() => cy().call("press", [string("Tab")]),
        // `type` knows no Tab, and `press` no further keys.
        Operation::Press(_, key) if key == "Tab" => return None,
        Operation::Press(Some(target), key) => {
            element(target).call("type", [string(key_sequence(key, held))])
        }
        Operation::Press(None, key) => {
            cy().call("get", [string("body")]).call("type", [string(key_sequence(key, held))])
        }
        Operation::Select(target, values) => element(target).call("select", [one_or_list(values)]),
        Operation::Check(target) | Operation::Uncheck(target) if !is_field(target) => {
            element(target).call("click", [])
        }
        Operation::Check(target) => element(target).call("check", []),
        Operation::Uncheck(target) => element(target).call("uncheck", []),
        Operation::Upload(target, files) => {
            let files = files.iter().map(|name| placeholder_file(name)).collect();
            // Fields for files are mostly hidden behind a button.
            let hidden_too = object([("force", code("true"))]);
            element(target).call("selectFile", [Expression::List(files), hidden_too])
        }
        Operation::SubmitForm(target) => element(target).call("submit", []),
        Operation::Click(_, ClickKind::Middle) | Operation::Drag(..) | Operation::Remark => return None,
    })
}

/// Whether a choice is its own field; otherwise it is the label of one that cannot be seen, which is only clicked.
fn is_field(target: &Target) -> bool {
    target.tag.as_deref().is_none_or(|tag| tag == "input")
}

/// Whether a field shows something to drag or to choose from, where nothing can be typed.
fn is_slider(target: &Target) -> bool {
    matches!(target.input_type.as_deref(), Some("range" | "color"))
}

/// Sets a value and says so to the page.
fn set<'t>(field: Chain<'t>, value: &'t Input) -> Chain<'t> {
    let set = field.call("invoke", [string("val"), input(value)]);
    set.call("trigger", [string("input")]).call("trigger", [string("change")])
}

/// A file of the right name; what was in it is not known.
fn placeholder_file(name: &str) -> Expression<'_> {
    let content = Chain::of("Cypress").member("Buffer").call("from", [string(PLACEHOLDER_CONTENT)]);
    object([("contents", content.end()), ("fileName", string(name))])
}

/// Typing nothing is an error, and braces name keys unless told otherwise.
fn fill<'t>(field: Chain<'t>, value: &'t Input) -> Chain<'t> {
    match value {
        Input::Plain(text) if text.is_empty() => field,
        Input::Plain(text) if text.contains('{') => {
            field.call("type", [string(text), object([("parseSpecialCharSequences", code("false"))])])
        }
        _ => field.call("type", [input(value)]),
    }
}

/// Keys that are held are released after the last one.
fn key_sequence(key: &str, held: &[Modifier]) -> String {
    let held = held.iter().map(|modifier| match modifier {
        Modifier::Alt => "{alt}",
        Modifier::Control => "{ctrl}",
        Modifier::Meta => "{meta}",
        Modifier::Shift => "{shift}",
    });
    let key = match key {
        "Escape" => "{esc}".to_owned(),
        other => format!("{{{}}}", other.to_ascii_lowercase()),
    };
    held.chain([key.as_str()]).collect()
}

fn click_options(held: &[Modifier]) -> Option<Expression<'static>> {
    let options = held.iter().map(|modifier| match modifier {
        Modifier::Alt => ("altKey", code("true")),
        Modifier::Control => ("ctrlKey", code("true")),
        Modifier::Meta => ("metaKey", code("true")),
        Modifier::Shift => ("shiftKey", code("true")),
    });
    (!held.is_empty()).then(|| object(options))
}

fn input(value: &Input) -> Expression<'_> {
    match value {
        Input::Plain(text) => string(text),
        Input::Environment(variable) => Expression::Otherwise(
            Box::new(Chain::of("Cypress").call("env", [string(variable)]).end()),
            Box::new(string(USER_PROVIDED)),
        ),
    }
}

fn one_or_list(values: &[Input]) -> Expression<'_> {
    match values {
        [only] => input(only),
        several => Expression::List(several.iter().map(input).collect()),
    }
}

fn shows(landmark: &Landmark) -> Chain<'_> {
    let cy = Chain::of("cy");
    match landmark {
        Landmark::Heading(level, Some(text)) => cy
            .call("contains", [string(format!("h{level}:visible")), string(text)])
            .call("should", [string("be.visible")]),
        Landmark::Heading(level, None) => {
            cy.call("get", [string(format!("h{level}:visible"))]).call("should", [string("exist")])
        }
        Landmark::TestId { id, attribute, text } => {
            let attribute = attribute.as_deref().unwrap_or("data-testid");
            let selector = format!("[{attribute}={}]", js::attribute_value(id));
            let found = cy.call("get", [string(selector)]).call("first", []);
            match text {
                Some(text) => found.call("should", [string("contain.text"), string(text)]),
                None => found.call("should", [string("be.visible")]),
            }
        }
    }
}
