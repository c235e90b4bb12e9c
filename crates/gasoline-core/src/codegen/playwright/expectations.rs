//! What is expected after an operation, and at the end.

use std::borrow::Cow;

use super::addresses::{address_pattern, address_words};
use super::{Flavour, Mocking, Writer, page_name, response_name};
use crate::codegen::js;
use crate::codegen::script::{Address, Awaited, ErrorWatch, Landmark, Outcome, Shape, Step};
use crate::codegen::syntax::{Chain, Expression, Spread, code, object, string};

/// What a comparison of pictures lets pass, as documented: how edges are smoothed, not what is shown.
const MOST_DIFFERENT_PIXELS: &str = "100";

impl Writer<'_> {
    /// What is expected stands apart from the operation; a tab belongs to it.
    pub(super) fn outcomes(&mut self, step: &Step) {
        let (tabs, others): (Vec<&Outcome>, Vec<&Outcome>) =
            step.after.iter().partition(|outcome| matches!(outcome, Outcome::Tab(_)));
        tabs.into_iter().for_each(|outcome| self.outcome(step, outcome));
        // Captured answers would only be compared with themselves.
        let is_shown =
            |outcome: &&Outcome| self.mocking == Mocking::Off || !matches!(outcome, Outcome::Answered { .. });
        let others: Vec<&Outcome> = others.into_iter().filter(is_shown).collect();
        let is_assertion = |outcome: &&Outcome| {
            self.style.flavour == Flavour::Test
                || !matches!(outcome, Outcome::Address(_) | Outcome::Picture(_))
        };
        if others.first().is_some_and(is_assertion) {
            self.file.blank();
        }
        let mut before: Option<&Outcome> = None;
        for outcome in others {
            let continues = matches!(
                (before, outcome),
                (Some(Outcome::Shows(_)), Outcome::Shows(_)) | (_, Outcome::Picture(_))
            );
            if before.is_some() && !continues {
                self.file.blank();
            }
            if matches!(outcome, Outcome::Shows(_)) && !continues {
                self.note("Assert: the page shows this (confidence: low)");
            }
            self.outcome(step, outcome);
            before = Some(outcome);
        }
    }

    fn outcome(&mut self, step: &Step, outcome: &Outcome) {
        let page = page_name(step.page);
        match outcome {
            Outcome::Tab(opened) => {
                let name = page_name(*opened);
                if let Some(opened) = self.opened.get_mut(*opened) {
                    *opened = true;
                }
                self.file.line(&format!("  const {name} = await {name}Promise;"));
            }
            Outcome::Address(address) => self.address(&page, address),
            Outcome::Answered { request, status, shape } => self.answered(request, *status, shape.as_ref()),
            Outcome::Shows(landmark) => self.landmark(&page, landmark),
            Outcome::Looks { name, masks } => self.looks(&page, name, masks),
            Outcome::Picture(name) => {
                let options = object([("path", string(format!("{name}.png")))]);
                let picture = Chain::of(page).call("screenshot", [options]);
                self.file.statement(&picture.awaited(), 1);
            }
            Outcome::Error { message, .. } => self.note(&format!("Error occurred here: {message}")),
            Outcome::Note(note) => self.note(note),
        }
    }

    fn address(&mut self, page: &str, address: &Address) {
        let wanted = match address {
            Address::Exact(url) => string(url),
            Address::Path { path, query, route } => {
                Expression::Pattern(address_pattern(path, query, route.as_deref()))
            }
        };
        let statement = match self.style.flavour {
            Flavour::Reproduction => Chain::of(page).call("waitForURL", [wanted]),
            Flavour::Test => {
                self.note(&format!("Assert: navigated to {} (confidence: high)", address_words(address)));
                Chain::calling("expect", vec![code(page)]).call("toHaveURL", [wanted])
            }
        };
        self.file.statement(&statement.awaited(), 1);
    }

    fn answered(&mut self, request: &Awaited, status: u16, shape: Option<&Shape>) {
        let Awaited { name, method, path, count } = request;
        let times = if *count > 1 { format!(", call {count}") } else { String::new() };
        self.note(&format!("Assert: {method} {path} answers {status}{times} (confidence: high)"));
        let answer = format!("{name}Answer");
        self.file.line(&format!("  const {answer} = await {};", response_name(request)));
        self.file.line(&format!("  expect({answer}.status()).toBe({status});"));
        if let Some(shape) = shape {
            self.note("Assert: response shape (confidence: medium)");
            let body = Expression::Await(Box::new(Chain::of(answer).call("json", []).end()));
            let statement = Chain::calling("expect", vec![body]).call("toEqual", [matcher(shape)]);
            self.file.statement(&statement.end(), 1);
        }
    }

    fn landmark(&mut self, page: &str, landmark: &Landmark) {
        let page = Chain::of(page);
        let (element, text) = match landmark {
            Landmark::Heading(level, Some(text)) => {
                let heading = page.call("locator", [string(format!("h{level}:visible"))]);
                (heading.call("filter", [object([("hasText", string(text))])]), None)
            }
            Landmark::Heading(level, None) => {
                (page.call("locator", [string(format!("h{level}:visible"))]), None)
            }
            Landmark::TestId { id, attribute: None, text } => {
                (page.call("getByTestId", [string(id)]), text.as_ref())
            }
            Landmark::TestId { id, attribute: Some(attribute), text } => {
                let selector = format!("[{attribute}={}]", js::attribute_value(id));
                (page.call("locator", [string(selector)]), text.as_ref())
            }
        };
        let expectation = Chain::calling("expect", vec![element.call("first", []).end()]);
        let expectation = match text {
            Some(text) => expectation.call("toContainText", [string(text)]),
            None => expectation.call("toBeVisible", []),
        };
        self.file.statement(&expectation.awaited(), 1);
    }

    fn looks(&mut self, page: &str, name: &str, masks: &[String]) {
        self.note("Assert: page looks as captured (confidence: low)");
        let mut options = vec![("fullPage", code("true")), ("maxDiffPixels", code(MOST_DIFFERENT_PIXELS))];
        if !masks.is_empty() {
            let masks =
                masks.iter().map(|selector| Chain::of(page).call("locator", [string(selector)]).end());
            options.push(("mask", Expression::List(masks.collect())));
        }
        // Two tests of one file have their pictures in one folder.
        let variant = if self.mocking == Mocking::On { "-captured-answers" } else { "" };
        let expectation = Chain::calling("expect", vec![code(page)])
            .call("toHaveScreenshot", [string(format!("{name}{variant}.png")), object(options)]);
        self.file.statement(&expectation.awaited(), 1);
    }

    pub(super) fn errors(&mut self) {
        match &self.script.errors {
            ErrorWatch::Off => {}
            ErrorWatch::None => {
                self.blank_note("Assert: no errors during the flow (confidence: high)");
                self.file.line("  expect(consoleErrors).toHaveLength(0);");
            }
            ErrorWatch::Absent(pattern) => {
                self.blank_note("Assert: the error does not come back (confidence: high)");
                self.comes_back(pattern, "the captured error came back", "false");
            }
            ErrorWatch::Present(pattern) => {
                self.blank_note("Assert: the error comes back (confidence: high)");
                self.comes_back(pattern, "the captured error did not come back", "true");
            }
            ErrorWatch::Known(messages) => {
                self.blank_note("Known errors during captured session:");
                for message in messages {
                    self.note(&format!("- {}", js::json_string(message)));
                }
                self.note(
                    "expect(consoleErrors).toHaveLength(0); // DISABLED: errors present in captured session",
                );
            }
        }
    }
}

impl Writer<'_> {
    fn blank_note(&mut self, text: &str) {
        self.file.blank();
        self.note(text);
    }

    fn comes_back(&mut self, pattern: &str, otherwise: &'static str, expected: &'static str) {
        let error = Expression::Pattern(pattern.to_owned());
        let comes = Chain::calling("comesBack", vec![code("consoleErrors"), error]);
        let expectation = Chain::calling("expect", vec![comes.awaited(), string(otherwise)]);
        self.file.statement(&expectation.call("toBe", [code(expected)]).end(), 1);
    }
}

fn matcher(shape: &Shape) -> Expression<'_> {
    match shape {
        Shape::Text => Expression::Call("expect.any(String)"),
        Shape::Number => Expression::Call("expect.any(Number)"),
        Shape::Boolean => Expression::Call("expect.any(Boolean)"),
        Shape::Object(fields) if fields.is_empty() => Expression::Call("expect.any(Object)"),
        Shape::Object(fields) => {
            let fields = fields.iter().map(|(name, shape)| (Cow::from(name), matcher(shape))).collect();
            Chain::of("expect").call("objectContaining", [Expression::Object(fields, Spread::Always)]).end()
        }
        Shape::List(None) => Expression::Call("expect.any(Array)"),
        Shape::List(Some(element)) => {
            Chain::of("expect").call("arrayContaining", [Expression::List(vec![matcher(element)])]).end()
        }
    }
}
