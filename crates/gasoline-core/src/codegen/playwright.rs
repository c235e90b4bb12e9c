//! Playwright: reproduction scripts and regression tests.

use gasoline_wire::{FrameStep, Locator, LocatorStrategy};

use super::js;
use super::layout::width;
use super::lines::Lines;
use super::script::{
    Address, Awaited, ClickKind, Deed, DialogAnswer, ErrorWatch, Input, Landmark, Outcome,
    PLACEHOLDER_CONTENT, Preparation, Script, Shape, Step, Target, USER_PROVIDED,
};
use super::syntax::{self, Chain, Expression, Spread, code, object, string};

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
    /// A second test that answers requests from the recorded answers.
    pub(super) mocked: bool,
}

/// The file.
pub(super) fn emit(script: &Script, style: Style<'_>) -> String {
    let mut file = Lines::default();
    let waits = script.steps.iter().flat_map(|step| &step.before);
    let waits = waits.filter(|preparation| matches!(preparation, Preparation::Answer(_))).count() > 0;
    let expects = style.flavour == Flavour::Test || has_expectations(script);
    file.line(imports(expects, waits));
    if style.mocked {
        file.line("import { fixtures } from './fixtures';".to_owned());
    }
    file.blank();
    for line in &script.header {
        file.comment(line);
    }
    Writer::new(script, style, Mocking::Off, &mut file).test();
    if style.mocked {
        file.blank();
        Writer::new(script, style, Mocking::On, &mut file).test();
    }
    if waits {
        file.blank();
        file.raw(ANSWER_TO);
        file.blank();
        file.raw(IS_AT);
    }
    file.finish()
}

fn imports(expects: bool, waits: bool) -> String {
    let names = match (expects, waits) {
        (true, true) => "test, expect, type Response",
        (true, false) => "test, expect",
        (false, _) => "test",
    };
    format!("import {{ {names} }} from '@playwright/test';")
}

fn has_expectations(script: &Script) -> bool {
    script.steps.iter().flat_map(|step| &step.after).any(|outcome| matches!(outcome, Outcome::Shows(_)))
}

/// Waits are by method and path.
const ANSWER_TO: &str = r"/** Finds the answer to a request by method and path, the last of `count`. */
function answerTo(method: string, path: string, count = 1) {
  let seen = 0;
  return (response: Response) =>
    response.request().method() === method &&
    isAt(path, new URL(response.url())) &&
    ++seen === count;
}
";

/// A path's `*` stands for any one segment.
const IS_AT: &str = r"/** Whether an address has this path, in which `*` is any one segment. */
function isAt(path: string, url: URL) {
  const wanted = path.split('/');
  const actual = url.pathname.split('/');
  return (
    actual.length === wanted.length &&
    wanted.every((part, index) => part === '*' || part === actual[index])
  );
}
";

/// Listens before anything is opened. Failed requests are the network assertions' part.
const LISTEN: &str = r"  // Collect errors of the page
  const consoleErrors: string[] = [];
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource')
    ) {
      consoleErrors.push(message.text());
    }
  });
";

/// The same for all tabs.
const LISTEN_EVERYWHERE: &str = r"  // Collect errors of every tab
  const consoleErrors: string[] = [];
  context.on('weberror', (event) => consoleErrors.push(event.error().message));
  context.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource')
    ) {
      consoleErrors.push(message.text());
    }
  });
";

/// Answers requests from what was recorded.
const MOCK: &str = r"  // Answer from the captured session, each request in its turn
  for (const [endpoint, answers] of Object.entries(fixtures)) {
    let turn = 0;
    await page.context().route(
      (url) => endpoint.endsWith(` ${url.pathname}${url.search}`),
      async (route) => {
        const answer = answers[Math.min(turn, answers.length - 1)];
        const isAsked = endpoint.startsWith(`${route.request().method()} `);
        if (answer === undefined || !isAsked) return route.fallback();
        turn += 1;
        const { body, ...rest } = answer;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        await route.fulfill({ ...rest, body: text });
      },
    );
  }
";

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
            Mocking::Off => self.script.title.clone(),
            Mocking::On => format!("{} (captured answers)", self.script.title),
        };
        self.opening(&js::string(&title));
        let start = self.file.len();
        if self.script.errors != ErrorWatch::Off {
            self.file.raw(if self.script.pages > 1 { LISTEN_EVERYWHERE } else { LISTEN });
            self.file.blank();
        }
        if self.mocking == Mocking::On {
            self.file.raw(MOCK);
            self.file.blank();
        }
        for (index, step) in self.script.steps.iter().enumerate() {
            if index > 0 && self.file.len() > start {
                self.file.blank();
            }
            self.step(index, step);
        }
        self.errors();
        self.file.line("});".to_owned());
    }

    /// Prettier never breaks before a test's function, only inside its parameters.
    fn opening(&mut self, title: &str) {
        let fixtures: &[&str] = if self.script.pages > 1 { &["page", "context"] } else { &["page"] };
        let line = format!("test({title}, async ({{ {} }}) => {{", fixtures.join(", "));
        if width(&line) <= 80 {
            return self.file.line(line);
        }
        self.file.line(format!("test({title}, async ({{"));
        fixtures.iter().for_each(|name| self.file.line(format!("  {name},")));
        self.file.line("}) => {".to_owned());
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

    /// What is expected stands apart from the deed; a tab belongs to it.
    fn outcomes(&mut self, step: &Step) {
        let (tabs, others): (Vec<&Outcome>, Vec<&Outcome>) =
            step.after.iter().partition(|outcome| matches!(outcome, Outcome::Tab(_)));
        tabs.into_iter().for_each(|outcome| self.outcome(step, outcome));
        // Captured answers would only be compared with themselves.
        let is_shown =
            |outcome: &&Outcome| self.mocking == Mocking::Off || !matches!(outcome, Outcome::Answered { .. });
        let others: Vec<&Outcome> = others.into_iter().filter(is_shown).collect();
        let is_assertion = |outcome: &&Outcome| {
            self.style.flavour == Flavour::Test || !matches!(outcome, Outcome::Address(_))
        };
        if others.first().is_some_and(is_assertion) {
            self.file.blank();
        }
        let mut before: Option<&Outcome> = None;
        for outcome in others {
            let continues = matches!((before, outcome), (Some(Outcome::Shows(_)), Outcome::Shows(_)));
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

    /// A tab the user opened by hand.
    fn create_page(&mut self, step: &Step) {
        let Some(opened) = self.opened.get_mut(step.page) else { return };
        if !*opened {
            *opened = true;
            let value = Chain::of("context").call("newPage", []).awaited();
            self.file.text(&syntax::constant(&page_name(step.page), &value, 1));
        }
    }

    fn dialogs(&mut self, step: &Step) {
        let dialogs: Vec<&DialogAnswer> = step
            .before
            .iter()
            .filter_map(|preparation| match preparation {
                Preparation::Dialog(answer) => Some(answer),
                Preparation::Answer(_) | Preparation::Tab(_) => None,
            })
            .collect();
        self.dialog(&page_name(step.page), &dialogs, 1);
    }

    /// One listener answers one dialog; it sets up the next before it lets the page go on.
    fn dialog(&mut self, page: &str, dialogs: &[&DialogAnswer], indentation: usize) {
        let Some((answer, rest)) = dialogs.split_first() else { return };
        let space = "  ".repeat(indentation);
        if !answer.message.is_empty() {
            self.file.line(format!("{space}// Dialog: {}", js::comment(&answer.message)));
        }
        self.file.line(format!("{space}{page}.once('dialog', async (dialog) => {{"));
        self.dialog(page, rest, indentation + 1);
        let chain = Chain::of("dialog");
        let chain = match (&answer.typed, answer.accepted) {
            (Some(typed), true) => chain.call("accept", [input(typed)]),
            (None, true) => chain.call("accept", []),
            (_, false) => chain.call("dismiss", []),
        };
        self.file.text(&syntax::statement(&chain.awaited(), indentation + 1));
        self.file.line(format!("{space}}});"));
    }

    fn prepare(&mut self, step: &Step, preparation: &Preparation) {
        match preparation {
            Preparation::Answer(_) if self.mocking == Mocking::On => {}
            Preparation::Answer(request) => {
                let mut wanted = vec![string(&request.method), string(&request.path)];
                if request.count > 1 {
                    wanted.push(code(request.count.to_string()));
                }
                let matcher = Chain::calling("answerTo", wanted).end();
                let value = Chain::of(page_name(step.page)).call("waitForResponse", [matcher]).end();
                self.file.text(&syntax::constant(&response_name(request), &value, 1));
            }
            Preparation::Tab(page) => {
                let value = Chain::of("context").call("waitForEvent", [string("page")]).end();
                self.file.text(&syntax::constant(&format!("{}Promise", page_name(*page)), &value, 1));
            }
            Preparation::Dialog(_) => {}
        }
    }

    fn deed(&mut self, step: &Step) {
        let page = || Chain::of(page_name(step.page));
        let chain = match &step.deed {
            Deed::Open(url) => page().call("goto", [string(url)]),
            Deed::Reload => page().call("reload", []),
            Deed::Back => page().call("goBack", []),
            Deed::Forward => page().call("goForward", []),
            Deed::Click(target, ClickKind::Single) => locator(page(), target).call("click", []),
            Deed::Click(target, ClickKind::Double) => locator(page(), target).call("dblclick", []),
            Deed::Click(target, ClickKind::Right) => {
                locator(page(), target).call("click", [object([("button", string("right"))])])
            }
            Deed::Fill(target, value) => locator(page(), target).call("fill", [input(value)]),
            Deed::Press(Some(target), key) => locator(page(), target).call("press", [string(key)]),
            Deed::Press(None, key) => page().member("keyboard").call("press", [string(key)]),
            Deed::Select(target, values) => {
                locator(page(), target).call("selectOption", [one_or_list(values)])
            }
            Deed::Check(target) => locator(page(), target).call("check", []),
            Deed::Uncheck(target) => locator(page(), target).call("uncheck", []),
            Deed::Upload(target, files) => {
                let mut files: Vec<Expression> = files.iter().map(|name| placeholder_file(name)).collect();
                let only = if files.len() == 1 { files.pop() } else { None };
                locator(page(), target).call("setInputFiles", [only.unwrap_or(Expression::List(files))])
            }
            Deed::Drag(from, to) => locator(page(), from).call("dragTo", [locator(page(), to).end()]),
            Deed::SubmitForm(target) => {
                let submit = "(form: HTMLFormElement) => form.requestSubmit()";
                locator(page(), target).call("evaluate", [code(submit)])
            }
            Deed::Remark => return,
        };
        self.file.text(&syntax::statement(&chain.awaited(), 1));
    }

    fn outcome(&mut self, step: &Step, outcome: &Outcome) {
        let page = page_name(step.page);
        match outcome {
            Outcome::Tab(opened) => {
                let name = page_name(*opened);
                if let Some(opened) = self.opened.get_mut(*opened) {
                    *opened = true;
                }
                self.file.line(format!("  const {name} = await {name}Promise;"));
            }
            Outcome::Address(address) => self.address(&page, address),
            Outcome::Answered { request, status, shape } => self.answered(request, *status, shape.as_ref()),
            Outcome::Shows(landmark) => self.landmark(&page, landmark),
            Outcome::Looks(name) => self.looks(&page, name),
            Outcome::Error(message) => self.note(&format!("Error occurred here: {message}")),
            Outcome::Note(note) => self.note(note),
        }
    }

    fn address(&mut self, page: &str, address: &Address) {
        let wanted = match address {
            Address::Exact(url) => string(url),
            Address::Path { path, route } => Expression::Pattern(address_pattern(path, route.as_deref())),
        };
        let statement = match self.style.flavour {
            Flavour::Reproduction => Chain::of(page).call("waitForURL", [wanted]),
            Flavour::Test => {
                self.note(&format!("Assert: navigated to {} (confidence: high)", address_words(address)));
                Chain::calling("expect", vec![code(page)]).call("toHaveURL", [wanted])
            }
        };
        self.file.text(&syntax::statement(&statement.awaited(), 1));
    }

    fn answered(&mut self, request: &Awaited, status: u16, shape: Option<&Shape>) {
        let Awaited { name, method, path, count } = request;
        let times = if *count > 1 { format!(", call {count}") } else { String::new() };
        self.note(&format!("Assert: {method} {path} answers {status}{times} (confidence: high)"));
        let answer = format!("{name}Answer");
        self.file.line(format!("  const {answer} = await {};", response_name(request)));
        self.file.line(format!("  expect({answer}.status()).toBe({status});"));
        if let Some(shape) = shape {
            self.note("Assert: response shape (confidence: medium)");
            let body = Expression::Await(Box::new(Chain::of(answer).call("json", []).end()));
            let statement = Chain::calling("expect", vec![body]).call("toEqual", [matcher(shape)]);
            self.file.text(&syntax::statement(&statement.end(), 1));
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
        self.file.text(&syntax::statement(&expectation.awaited(), 1));
    }

    fn looks(&mut self, page: &str, name: &str) {
        self.note("Assert: page looks as captured (confidence: low)");
        let mut options = vec![("fullPage", code("true"))];
        if !self.style.masks.is_empty() {
            let mask = |selector: &String| Chain::of(page).call("locator", [string(selector)]).end();
            options.push(("mask", Expression::List(self.style.masks.iter().map(mask).collect())));
        }
        let expectation = Chain::calling("expect", vec![code(page)])
            .call("toHaveScreenshot", [string(name), object(options)]);
        self.file.text(&syntax::statement(&expectation.awaited(), 1));
    }

    fn errors(&mut self) {
        match &self.script.errors {
            ErrorWatch::Off => {}
            ErrorWatch::None => {
                self.file.blank();
                self.note("Assert: no errors during the flow (confidence: high)");
                self.file.line("  expect(consoleErrors).toHaveLength(0);".to_owned());
            }
            ErrorWatch::Known(messages) => {
                self.file.blank();
                self.note("Known errors during captured session:");
                for message in messages {
                    self.note(&format!("- {}", js::json_string(message)));
                }
                self.note(
                    "expect(consoleErrors).toHaveLength(0); // DISABLED: errors present in captured session",
                );
            }
        }
    }

    fn note(&mut self, text: &str) {
        self.file.line(format!("  // {}", js::comment(text)));
    }
}

fn page_name(page: usize) -> String {
    if page == 0 { "page".to_owned() } else { format!("page{}", page + 1) }
}

fn response_name(request: &Awaited) -> String {
    format!("{}Response", request.name)
}

fn input(value: &Input) -> Expression {
    match value {
        Input::Plain(text) => string(text),
        Input::Environment(variable) => Expression::Otherwise(
            Box::new(code(format!("process.env.{variable}"))),
            Box::new(string(USER_PROVIDED)),
        ),
    }
}

fn one_or_list(values: &[Input]) -> Expression {
    match values {
        [only] => input(only),
        several => Expression::List(several.iter().map(input).collect()),
    }
}

/// A file of the right name and type; what was in it is not known.
fn placeholder_file(name: &str) -> Expression {
    let content = Chain::of("Buffer").call("from", [string(PLACEHOLDER_CONTENT)]).end();
    object([("name", string(name)), ("mimeType", string(mime_type(name))), ("buffer", content)])
}

/// The type a browser would give a file.
fn mime_type(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "csv" => "text/csv",
        "gif" => "image/gif",
        "htm" | "html" => "text/html",
        "jpeg" | "jpg" => "image/jpeg",
        "json" => "application/json",
        "pdf" => "application/pdf",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" | "md" => "text/plain",
        "webp" => "image/webp",
        "xml" => "application/xml",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}

/// `^` origin, path, then the end or whatever follows a path.
pub(super) fn address_pattern(path: &str, route: Option<&str>) -> String {
    let general = |path: &str| -> String {
        let parts: Vec<String> = path
            .split('/')
            .map(|part| if part == "*" { "[^/?#]+".to_owned() } else { js::pattern(part) })
            .collect();
        parts.join("\\/")
    };
    match route {
        None => format!("^\\w+:\\/\\/[^/]+{}(?:[?#]|$)", general(path)),
        Some(route) => format!("^\\w+:\\/\\/[^/]+{}(?:\\?[^#]*)?{}(?:\\?|$)", general(path), general(route)),
    }
}

fn address_words(address: &Address) -> String {
    match address {
        Address::Exact(url) => super::lower::address::parts(url).path.to_owned(),
        Address::Path { path, route } => format!("{path}{}", route.as_deref().unwrap_or_default()),
    }
}

fn matcher(shape: &Shape) -> Expression {
    let any = |kind: &str| Chain::of("expect").call("any", [code(kind)]).end();
    match shape {
        Shape::Text => any("String"),
        Shape::Number => any("Number"),
        Shape::Boolean => any("Boolean"),
        Shape::Object(fields) if fields.is_empty() => any("Object"),
        Shape::Object(fields) => {
            let fields = fields.iter().map(|(name, shape)| (name.clone(), matcher(shape))).collect();
            Chain::of("expect").call("objectContaining", [Expression::Object(fields, Spread::Always)]).end()
        }
        Shape::List(None) => any("Array"),
        Shape::List(Some(element)) => {
            Chain::of("expect").call("arrayContaining", [Expression::List(vec![matcher(element)])]).end()
        }
    }
}

/// The element, from its page.
fn locator(page: Chain, target: &Target) -> Chain {
    let inside = target.frames.iter().fold(page, frame_of);
    match target.ways.first() {
        Some(way) => find(inside, way),
        None => inside,
    }
}

fn frame_of(chain: Chain, frame: &FrameStep) -> Chain {
    match (frame.locators.first(), &frame.name) {
        (Some(way), _) => find(chain, way).call("contentFrame", []),
        (None, Some(name)) => {
            chain.call("frameLocator", [string(format!("iframe[name={}]", js::attribute_value(name)))])
        }
        (None, None) => {
            let path = super::lower::address::parts(&frame.url).path;
            chain.call("frameLocator", [string(format!("iframe[src*={}]", js::attribute_value(path)))])
        }
    }
}

fn find(chain: Chain, way: &Locator) -> Chain {
    let chain = match &way.within {
        Some(container) => find(chain, container),
        None => chain,
    };
    let chain = by_strategy(chain, way);
    let chain = match &way.has_text {
        Some(text) => chain.call("filter", [object([("hasText", string(text))])]),
        None => chain,
    };
    match way.nth {
        Some(0) => chain.call("first", []),
        Some(nth) => chain.call("nth", [code(nth.to_string())]),
        None => chain,
    }
}

fn by_strategy(chain: Chain, way: &Locator) -> Chain {
    let value = way.value.as_str();
    let exact = way.exact == Some(true);
    let by_text = |name: &str, chain: Chain| {
        let options = exact.then(|| object([("exact", code("true"))]));
        chain.call(name, [string(value)].into_iter().chain(options))
    };
    match way.by {
        LocatorStrategy::TestId => match &way.attribute {
            None => chain.call("getByTestId", [string(value)]),
            Some(attribute) if attribute == "data-testid" => chain.call("getByTestId", [string(value)]),
            Some(attribute) => {
                chain.call("locator", [string(format!("[{attribute}={}]", js::attribute_value(value)))])
            }
        },
        LocatorStrategy::Role => {
            let role = string(way.role.as_deref().unwrap_or("generic"));
            let mut options = Vec::new();
            if !value.is_empty() {
                options.push(("name", string(value)));
            }
            if exact {
                options.push(("exact", code("true")));
            }
            let options = (!options.is_empty()).then(|| object(options));
            chain.call("getByRole", [role].into_iter().chain(options))
        }
        LocatorStrategy::Label => by_text("getByLabel", chain),
        LocatorStrategy::Placeholder => by_text("getByPlaceholder", chain),
        LocatorStrategy::AltText => by_text("getByAltText", chain),
        LocatorStrategy::Title => by_text("getByTitle", chain),
        LocatorStrategy::Text => by_text("getByText", chain),
        LocatorStrategy::Id => chain.call("locator", [string(js::id_selector(value))]),
        LocatorStrategy::Css => chain.call("locator", [string(value)]),
    }
}
