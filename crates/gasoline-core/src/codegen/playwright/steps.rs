//! What is done: pages, dialogs, what is watched for before an operation, and the operation.

use gasoline_wire::Modifier;

use super::addresses::address_pattern;
use super::locators::locator;
use super::{Mocking, Writer, awaits_fetched, page_name, response_name};
use crate::codegen::script::{
    ClickKind, DialogAnswer, Fetched, Input, Operation, PLACEHOLDER_CONTENT, Preparation, Step, USER_PROVIDED,
};
use crate::codegen::syntax::{Chain, Expression, code, object, spread, string};

impl Writer<'_> {
    /// A tab the user opened by hand.
    pub(super) fn create_page(&mut self, step: &Step) {
        let Some(opened) = self.opened.get_mut(step.page) else { return };
        if !*opened {
            *opened = true;
            let value = Chain::of("context").call("newPage", []).awaited();
            self.file.constant(&page_name(step.page), &value, 1);
        }
    }

    pub(super) fn dialogs(&mut self, step: &Step) {
        let dialogs: Vec<&DialogAnswer> = step
            .before
            .iter()
            .filter_map(|preparation| match preparation {
                Preparation::Dialog(answer) => Some(answer),
                Preparation::Answer(_) | Preparation::Tab(_) | Preparation::FileChooser => None,
            })
            .collect();
        self.dialog(&page_name(step.page), &dialogs, 1);
    }

    /// One listener answers one dialog; it sets up the next before it lets the page go on.
    fn dialog(&mut self, page: &str, dialogs: &[&DialogAnswer], indentation: usize) {
        let Some((answer, rest)) = dialogs.split_first() else { return };
        let space = "  ".repeat(indentation);
        if !answer.message.is_empty() {
            self.file.note(&format!("Dialog: {}", answer.message), indentation);
        }
        self.file.line(&format!("{space}{page}.once('dialog', async (dialog) => {{"));
        self.dialog(page, rest, indentation + 1);
        let chain = Chain::of("dialog");
        let chain = match (&answer.typed, answer.accepted) {
            (Some(typed), true) => chain.call("accept", [input(typed)]),
            (None, true) => chain.call("accept", []),
            (_, false) => chain.call("dismiss", []),
        };
        self.file.statement(&chain.awaited(), indentation + 1);
        self.file.line(&format!("{space}}});"));
    }

    pub(super) fn prepare(&mut self, step: &Step, preparation: &Preparation) {
        match preparation {
            Preparation::Answer(_) if self.mocking == Mocking::On => {}
            Preparation::Answer(request) => {
                let mut wanted = vec![string(&request.method), string(&request.path)];
                if request.count > 1 {
                    wanted.push(code(request.count.to_string()));
                }
                let matcher = Chain::calling("answerTo", wanted).end();
                let value = Chain::of(page_name(step.page)).call("waitForResponse", [matcher]).end();
                self.file.constant(&response_name(request), &value, 1);
            }
            Preparation::Tab(page) => {
                let value = Chain::of("context").call("waitForEvent", [string("page")]).end();
                self.file.constant(&format!("{}Promise", page_name(*page)), &value, 1);
            }
            Preparation::FileChooser => {
                self.file.line(&format!("  {}.once('filechooser', () => {{}});", page_name(step.page)));
            }
            Preparation::Dialog(_) => {}
        }
    }

    pub(super) fn operation(&mut self, step: &Step) {
        let page = || Chain::of(page_name(step.page));
        let chain = match &step.operation {
            Operation::Open(url) => page().call("goto", [string(url)]),
            Operation::Reload(_) => page().call("reload", []),
            Operation::Back(_) => page().call("goBack", []),
            Operation::Forward(_) => page().call("goForward", []),
            Operation::Click(target, kind) => {
                let method = if *kind == ClickKind::Double { "dblclick" } else { "click" };
                locator(page(), target).call(method, click_options(*kind, &step.held))
            }
            Operation::Fill(target, value) => locator(page(), target).call("fill", [input(value)]),
            Operation::Press(Some(target), key) => {
                locator(page(), target).call("press", [string(keys(key, &step.held))])
            }
            Operation::Press(None, key) => {
                page().member("keyboard").call("press", [string(keys(key, &step.held))])
            }
            Operation::Select(target, values) => {
                locator(page(), target).call("selectOption", [one_or_list(values)])
            }
            Operation::Check(target) => locator(page(), target).call("check", []),
            Operation::Uncheck(target) => locator(page(), target).call("uncheck", []),
            Operation::Upload(target, files) => {
                let files = match files.as_slice() {
                    [only] => spread(placeholder_file(only)),
                    several => {
                        Expression::List(several.iter().map(|name| object(placeholder_file(name))).collect())
                    }
                };
                locator(page(), target).call("setInputFiles", [files])
            }
            Operation::Drag(from, to) => locator(page(), from).call("dragTo", [locator(page(), to).end()]),
            Operation::SubmitForm(target) => {
                let submit = "(form: HTMLFormElement) => form.requestSubmit()";
                locator(page(), target).call("evaluate", [code(submit)])
            }
            Operation::Remark => return,
        };
        self.file.statement(&chain.awaited(), 1);
    }

    /// What the page asks for because of an operation is there before the next one.
    pub(super) fn fetched(&mut self, step: &Step) {
        let Some(Fetched { path, query }) = &step.fetched else { return };
        if awaits_fetched(step, self.mocking) {
            let address = Expression::Pattern(address_pattern(path, query, None));
            let wait = Chain::calling("hasFetched", vec![code(page_name(step.page)), address]);
            self.file.statement(&wait.awaited(), 1);
        }
    }
}

/// Which button, and the keys that are held; nothing for a plain click.
fn click_options(kind: ClickKind, held: &[Modifier]) -> Option<Expression<'static>> {
    let button = match kind {
        ClickKind::Single | ClickKind::Double => None,
        ClickKind::Right => Some("right"),
        ClickKind::Middle => Some("middle"),
    };
    let modifiers: Vec<_> = modifiers(held).into_iter().map(string).collect();
    let button = button.map(|button| ("button", string(button)));
    let modifiers = (!modifiers.is_empty()).then_some(("modifiers", Expression::List(modifiers)));
    let options: Vec<_> = button.into_iter().chain(modifiers).collect();
    (!options.is_empty()).then(|| object(options))
}

/// `Shift+Tab`.
fn keys(key: &str, held: &[Modifier]) -> String {
    modifiers(held).into_iter().chain([key]).collect::<Vec<_>>().join("+")
}

/// Control here is Command on a Mac, no matter where it was recorded.
fn modifiers(held: &[Modifier]) -> Vec<&'static str> {
    let mut names: Vec<_> = held
        .iter()
        .map(|modifier| match modifier {
            Modifier::Alt => "Alt",
            Modifier::Control | Modifier::Meta => "ControlOrMeta",
            Modifier::Shift => "Shift",
        })
        .collect();
    names.dedup();
    names
}

fn input(value: &Input) -> Expression<'_> {
    match value {
        Input::Plain(text) => string(text),
        Input::Environment(variable) => Expression::Otherwise(
            Box::new(code(format!("process.env.{variable}"))),
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

/// A file of the right name and type; what was in it is not known.
fn placeholder_file(name: &str) -> [(&'static str, Expression<'_>); 3] {
    let content = Chain::of("Buffer").call("from", [string(PLACEHOLDER_CONTENT)]).end();
    [("name", string(name)), ("mimeType", string(mime_type(name))), ("buffer", content)]
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
