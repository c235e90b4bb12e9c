//! From recorded actions to steps: pages, addresses, dialogs, tabs, and what each action does in code.

use gasoline_wire::{ActionEvent, ActionKind, DialogKind, NavigationKind};

use super::super::script::{
    ClickKind, DialogAnswer, Input, Operation, Outcome, Preparation, Step, Target, USER_PROVIDED,
};
use super::address::Addresses;
use super::kept_actions::Kept;
use super::passwords::{FIRST_PASSWORD, Passwords};
use super::recorded_flow::Action;
use super::{locate, words};
use crate::address::Parts;
use crate::removed;

/// Presses of one key that are written out; nobody reads more of them.
const MOST_PRESSES: u32 = 100;

/// A pause that is worth a remark.
const LONG_PAUSE_MILLISECONDS: i64 = 2_000;
/// How soon after an operation a navigation without referrer still counts as its effect.
const NAVIGATION_MILLISECONDS: i64 = 2_000;

/// A step with the times between which its effects began.
#[derive(Debug)]
pub(super) struct Timed {
    pub(super) step: Step,
    pub(super) started: i64,
    pub(super) ended: i64,
    /// The tab in which it happened.
    pub(super) tab: Option<String>,
    /// The last address it led to, and whether a document was loaded for it.
    pub(super) led_to: Option<LedTo>,
    /// The action it was made of; none for what only follows from others.
    pub(super) acted: Option<Acted>,
}

/// What readers of a step want to know of its action.
#[derive(Clone, Debug)]
pub(super) struct Acted {
    /// What a person would call the element.
    pub(super) name: String,
    /// Its role.
    pub(super) role: Option<String>,
    /// Identity of the entry.
    pub(super) event_id: Option<String>,
    /// What it led to, where the page said so.
    pub(super) effect: Option<String>,
}

/// Where a step led.
#[derive(Clone, Debug)]
pub(super) struct LedTo {
    pub(super) url: String,
    pub(super) loaded: bool,
}

/// One tab as the script knows it.
#[derive(Debug)]
struct Tab {
    id: Option<String>,
    page: usize,
    /// The newest step in it; none in a tab that only opened.
    last_step: Option<usize>,
    /// Addresses visited, and which of them is shown.
    history: Vec<String>,
    position: usize,
}

/// A tab that a page opened.
#[derive(Debug)]
struct AwaitedTab {
    page: usize,
    url: Option<String>,
}

/// Builds the steps of one flow.
#[derive(Debug)]
pub(super) struct Flow<'w> {
    pub(super) steps: Vec<Timed>,
    pub(super) addresses: Addresses,
    pub(super) pages: usize,
    tabs: Vec<Tab>,
    /// Tabs that opened and have not been seen since.
    awaited_tabs: Vec<AwaitedTab>,
    passwords: Passwords,
    last_time: Option<i64>,
    /// The first known address of each tab's top document: what happens inside a frame names only the frame's.
    top_urls: Vec<(Option<String>, String)>,
    warnings: &'w mut Vec<String>,
}

impl<'w> Flow<'w> {
    pub(super) fn new(
        addresses: Addresses,
        top_urls: Vec<(Option<String>, String)>,
        warnings: &'w mut Vec<String>,
    ) -> Self {
        Self {
            steps: Vec::new(),
            addresses,
            pages: 0,
            tabs: Vec::new(),
            awaited_tabs: Vec::new(),
            passwords: Passwords::default(),
            last_time: None,
            top_urls,
            warnings,
        }
    }

    /// Adds what one action does.
    pub(super) fn add(&mut self, kept: &Kept<'_>) {
        let action = kept.action;
        match action.event.kind {
            ActionKind::Navigate => self.navigate(action),
            ActionKind::Dialog => self.answer_dialog(action),
            ActionKind::NewTab => self.open_tab(kept),
            ActionKind::Keypress => {
                for _ in 0..action.event.count.unwrap_or(1).clamp(1, MOST_PRESSES) {
                    self.act(kept);
                }
            }
            _ => self.act(kept),
        }
    }

    fn act(&mut self, kept: &Kept<'_>) {
        let tab = self.tab_of(kept.action);
        let Some((operation, words)) = self.operation(kept.action) else {
            return;
        };
        if matches!(operation, Operation::Upload(..)) {
            self.keep_chooser_away(tab);
        }
        self.push(tab, operation, words, kept.started, kept.action.time);
        if let Some(timed) = self.steps.last_mut() {
            let event = &kept.action.event;
            timed.step.held = event.modifiers.clone().unwrap_or_default();
            let target = timed.step.operation.target();
            timed.acted = Some(Acted {
                name: words::name(event, target),
                role: event
                    .selectors
                    .as_ref()
                    .and_then(|selectors| selectors.role.as_ref())
                    .map(|role| role.role.clone()),
                event_id: event.identity.event_id.clone(),
                effect: kept.action.effect.clone(),
            });
        }
    }

    /// A click right before files are chosen opens the dialog for them, which nobody answers.
    fn keep_chooser_away(&mut self, tab: usize) {
        let step = self.tabs.get(tab).and_then(|tab| tab.last_step);
        let clicked = step.and_then(|step| self.steps.get_mut(step)).map(|timed| &mut timed.step);
        if let Some(step) = clicked.filter(|step| matches!(step.operation, Operation::Click(..))) {
            step.before.push(Preparation::FileChooser);
        }
    }

    /// The tab of an action. One that was not seen yet starts with opening its address, unless the page opened it.
    fn tab_of(&mut self, action: &Action) -> usize {
        let id = action.tab().map(str::to_owned);
        if let Some(known) = self.tabs.iter().position(|tab| tab.id == id) {
            return known;
        }
        let url = self.document_of(action);
        let awaited = self.awaited(&url, action.tab()).map(|index| self.awaited_tabs.remove(index).page);
        let page = awaited.unwrap_or_else(|| self.new_page());
        self.tabs.push(Tab { id, page, last_step: None, history: vec![url.clone()], position: 0 });
        let tab = self.tabs.len() - 1;
        if awaited.is_none() {
            let time = action.time;
            self.open(tab, &url, time);
        }
        tab
    }

    /// Which of the awaited tabs shows this address first: one that was opened with it, or whose own was redirected here.
    fn awaited(&self, url: &str, tab: Option<&str>) -> Option<usize> {
        let is_elsewhere = |wanted: &str| {
            let mut others = self.top_urls.iter().filter(|(other, _)| other.as_deref() != tab);
            others.any(|(other, url)| url == wanted && self.tabs.iter().all(|tab| tab.id != *other))
        };
        let may_lead_here = |opened: &AwaitedTab| {
            opened.url.as_deref().is_none_or(|wanted| {
                Parts::of(wanted).origin == Parts::of(url).origin && !is_elsewhere(wanted)
            })
        };
        let with_address = self.awaited_tabs.iter().position(|opened| opened.url.as_deref() == Some(url));
        with_address.or_else(|| self.awaited_tabs.iter().position(may_lead_here))
    }

    /// The top document of an action.
    fn document_of(&self, action: &Action) -> String {
        let known = self.top_urls.iter().find(|(tab, _)| tab.as_deref() == action.tab());
        match known {
            Some((_, url)) if !action.is_in_top_frame() => url.clone(),
            _ => document_url(action),
        }
    }

    fn new_page(&mut self) -> usize {
        self.pages += 1;
        self.pages - 1
    }

    fn open(&mut self, tab: usize, url: &str, time: i64) {
        let operation = Operation::Open(self.addresses.open(url));
        let words = words::words(&operation, "", &[]);
        self.push(tab, operation, words, time, time);
    }

    fn push(&mut self, tab: usize, operation: Operation, words: String, started: i64, ended: i64) {
        let pause =
            self.last_time.map(|last| started - last).filter(|&pause| pause > LONG_PAUSE_MILLISECONDS);
        self.last_time = Some(ended);
        let Some(tab) = self.tabs.get_mut(tab) else { return };
        // Pages scroll by themselves on the way out: that leads nowhere.
        if !matches!(operation, Operation::Remark) {
            tab.last_step = Some(self.steps.len());
        }
        let step = Step {
            words,
            page: tab.page,
            pause,
            before: Vec::new(),
            operation,
            held: Vec::new(),
            fetched: None,
            after: Vec::new(),
        };
        self.steps.push(Timed { step, started, ended, tab: tab.id.clone(), led_to: None, acted: None });
    }

    /// A typed address is opened; one that an operation led to is expected after it.
    fn navigate(&mut self, action: &Action) {
        if !action.is_in_top_frame() {
            return;
        }
        let known = self.tabs.iter().any(|tab| tab.id.as_deref() == action.tab());
        let index = self.tab_of(action);
        if !known {
            return;
        }
        let url = document_url(action);
        let kind = action.event.navigation;
        let cause = self.cause(index, action);
        let Some(tab) = self.tabs.get_mut(index) else { return };
        let step_back = tab.goes_back(&url);
        match (kind, cause) {
            (Some(NavigationKind::Reload), Some(_)) => {}
            (Some(NavigationKind::Reload), None) => self.travel(index, Operation::Reload, &url, action.time),
            (_, Some(step)) => {
                let loaded = matches!(kind, Some(NavigationKind::Load | NavigationKind::History));
                tab.visit(&url, kind);
                self.lead(step, url, loaded);
            }
            (Some(NavigationKind::History | NavigationKind::Pop), None) => {
                tab.visit(&url, kind);
                match step_back {
                    Some(true) => self.travel(index, Operation::Back, &url, action.time),
                    Some(false) => self.travel(index, Operation::Forward, &url, action.time),
                    None => self.open(index, &url, action.time),
                }
                if step_back.is_some() {
                    self.lead(self.steps.len() - 1, url, kind == Some(NavigationKind::History));
                }
            }
            (_, None) => {
                tab.visit(&url, kind);
                self.open(index, &url, action.time);
            }
        }
    }

    fn travel(&mut self, tab: usize, operation: fn(String) -> Operation, url: &str, time: i64) {
        let operation = operation(self.addresses.open(url));
        let words = words::words(&operation, "", &[]);
        self.push(tab, operation, words, time, time);
    }

    fn lead(&mut self, step: usize, url: String, loaded: bool) {
        if let Some(timed) = self.steps.get_mut(step) {
            let loaded = loaded || timed.led_to.as_ref().is_some_and(|led_to| led_to.loaded);
            timed.led_to = Some(LedTo { url, loaded });
        }
    }

    /// The step that caused a navigation; none if the user typed the address or used the browser's buttons.
    fn cause(&self, tab: usize, action: &Action) -> Option<usize> {
        let step = self.tabs.get(tab)?.last_step?;
        let timed = self.steps.get(step)?;
        let is_soon = action.time - timed.ended <= NAVIGATION_MILLISECONDS;
        let came_from_page = action.event.from_url.is_some();
        let caused = match action.event.navigation {
            Some(NavigationKind::Push | NavigationKind::Replace) => true,
            Some(NavigationKind::Reload) => is_soon && timed.is_interaction(),
            // A user who is led to a page and leaves it at once goes back by the browser's button.
            Some(NavigationKind::History | NavigationKind::Pop) => {
                is_soon && timed.is_interaction() && timed.led_to.is_none()
            }
            Some(NavigationKind::Load) | None => came_from_page || (is_soon && timed.is_interaction()),
        };
        caused.then_some(step)
    }

    fn answer_dialog(&mut self, action: &Action) {
        let tab = self.tab_of(action);
        let event = &action.event;
        let answer = DialogAnswer {
            kind: event.dialog.unwrap_or(DialogKind::Alert),
            message: words::shortened(event.text.as_deref().unwrap_or_default()),
            accepted: event.accepted.unwrap_or(true),
            typed: event.value.as_deref().map(|value| self.input(value, action, "the dialog")),
        };
        let step = self.tabs.get(tab).and_then(|tab| tab.last_step);
        if let Some(timed) = step.and_then(|step| self.steps.get_mut(step)) {
            timed.step.before.push(Preparation::Dialog(answer));
        }
    }

    /// A tab is opened by the step before it, or by the middle click on a link that is named here.
    fn open_tab(&mut self, kept: &Kept<'_>) {
        let opener = self.tab_of(kept.action);
        if kept.action.event.target.is_some() {
            self.act(kept);
        }
        let step = self.tabs.get(opener).and_then(|tab| tab.last_step);
        let page = self.new_page();
        if let Some(timed) = step.and_then(|step| self.steps.get_mut(step)) {
            timed.step.before.push(Preparation::Tab(page));
            timed.step.after.push(Outcome::Tab(page));
            let url = kept.action.event.to_url.clone().filter(|url| url.starts_with("http"));
            self.awaited_tabs.push(AwaitedTab { page, url });
        }
    }

    /// What an action does, and its words.
    fn operation(&mut self, action: &Action) -> Option<(Operation, String)> {
        let event = &action.event;
        if event.kind == ActionKind::Scroll {
            let y = event.scroll_y.unwrap_or_default().round();
            return Some((Operation::Remark, format!("User scrolled to y={y}")));
        }
        let target = locate::target(action, self.warnings);
        let name = words::name(event, target.as_ref());
        let operation = match (event.kind, target) {
            (ActionKind::Keypress, target) => Operation::Press(target, event.key.clone()?),
            (_, None) => {
                self.warnings
                    .push(format!("A {} was left out: its element is unknown", words_of(event.kind)));
                let words = format!("User did a {} on an unknown element", words_of(event.kind));
                return Some((Operation::Remark, words));
            }
            (ActionKind::Drag, Some(_)) if locate::drop_target(action, &mut Vec::new()).is_none() => {
                self.warnings.push(format!("A drag of {name} was left out: where it ended is unknown"));
                return Some((Operation::Remark, format!("User dragged {name} to an unknown place")));
            }
            (kind, Some(target)) => self.operation_on(kind, target, action, &name)?,
        };
        let words = words::words(&operation, &name, event.modifiers.as_deref().unwrap_or_default());
        Some((operation, words))
    }

    fn operation_on(
        &mut self,
        kind: ActionKind,
        target: Target,
        action: &Action,
        name: &str,
    ) -> Option<Operation> {
        let event = &action.event;
        Some(match kind {
            ActionKind::Click => Operation::Click(target, ClickKind::Single),
            ActionKind::DoubleClick => Operation::Click(target, ClickKind::Double),
            ActionKind::RightClick => Operation::Click(target, ClickKind::Right),
            ActionKind::NewTab => Operation::Click(target, ClickKind::Middle),
            ActionKind::Input => {
                Operation::Fill(target, self.input(event.value.as_deref().unwrap_or_default(), action, name))
            }
            ActionKind::Select => {
                let values = chosen(event).into_iter().map(|value| self.input(value, action, name)).collect();
                Operation::Select(target, values)
            }
            ActionKind::Check => Operation::Check(target),
            ActionKind::Uncheck => Operation::Uncheck(target),
            ActionKind::Upload => {
                let files = event.files.clone().unwrap_or_default();
                let listed = files.join(", ");
                self.warnings.push(format!(
                    "Files are not captured — replace the placeholder content of {listed} if it matters"
                ));
                Operation::Upload(target, files)
            }
            ActionKind::Drag => Operation::Drag(target, locate::drop_target(action, self.warnings)?),
            ActionKind::Submit
                if event.target.as_deref().is_some_and(|target| target.starts_with("form")) =>
            {
                Operation::SubmitForm(target)
            }
            ActionKind::Submit => Operation::Click(target, ClickKind::Single),
            ActionKind::Keypress | ActionKind::Navigate | ActionKind::Scroll | ActionKind::Dialog => {
                return None;
            }
        })
    }

    /// What goes into a field. A value that was redacted comes from the environment.
    fn input(&mut self, value: &str, action: &Action, name: &str) -> Input {
        if action.event.truncated == Some(true) {
            self.warn(format!(
                "What was entered in {name} was too long to be captured: only its beginning is replayed"
            ));
        }
        if !removed::occurs_in(value) {
            return Input::Plain(value.to_owned());
        }
        let is_password = action.event.input_type.as_deref() == Some("password");
        let variable = if is_password { self.passwords.variable(value, name) } else { variable_name(name) };
        let what = match variable.as_str() {
            FIRST_PASSWORD => "Password field".to_owned(),
            _ => format!("Field {name}:"),
        };
        let warning = format!(
            "{what} value redacted — set {variable} or replace '{USER_PROVIDED}' with test credentials"
        );
        self.warn(warning);
        Input::Environment(variable)
    }

    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

impl Timed {
    /// Whether the user did something to the page, rather than to the browser.
    pub(super) fn is_interaction(&self) -> bool {
        use Operation::{Back, Forward, Open, Reload, Remark};
        !matches!(self.step.operation, Open(_) | Reload(_) | Back(_) | Forward(_) | Remark)
    }
}

impl Tab {
    /// Whether an address lies one step back (`true`) or forward in the history.
    fn goes_back(&self, url: &str) -> Option<bool> {
        let at = |index: Option<usize>| {
            index.and_then(|index| self.history.get(index)).is_some_and(|one| one == url)
        };
        if at(self.position.checked_sub(1)) {
            Some(true)
        } else {
            at(Some(self.position + 1)).then_some(false)
        }
    }

    fn visit(&mut self, url: &str, kind: Option<NavigationKind>) {
        match (kind, self.goes_back(url)) {
            (Some(NavigationKind::History | NavigationKind::Pop), Some(true)) => self.position -= 1,
            (Some(NavigationKind::History | NavigationKind::Pop), Some(false)) => self.position += 1,
            (Some(NavigationKind::Replace), _) => {
                if let Some(shown) = self.history.get_mut(self.position) {
                    url.clone_into(shown);
                }
            }
            _ => {
                self.history.truncate(self.position + 1);
                self.history.push(url.to_owned());
                self.position += 1;
            }
        }
    }
}

/// The values chosen in a list. Others than our capture tell several with commas between them, as ours once did; what has
/// commas is taken for several only where the page shows a list rather than one choice.
fn chosen(event: &ActionEvent) -> Vec<&str> {
    if let Some(values) = &event.selected_values {
        return values.iter().map(String::as_str).collect();
    }
    let chosen = event.selected_value.as_deref().or(event.value.as_deref()).unwrap_or_default();
    let role = event.selectors.as_ref().and_then(|selectors| selectors.role.as_ref());
    let is_list = role.is_some_and(|role| role.role == "listbox");
    if is_list { chosen.split(", ").collect() } else { vec![chosen] }
}

/// The document an action happened in; for a navigation, where it led.
fn document_url(action: &Action) -> String {
    let event = &action.event;
    event.to_url.clone().unwrap_or_else(|| event.url.clone())
}

fn words_of(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::Click => "click",
        ActionKind::Input => "text input",
        ActionKind::Submit => "submit",
        ActionKind::Keypress => "key press",
        ActionKind::Navigate => "navigation",
        ActionKind::Scroll => "scroll",
        ActionKind::Select => "choice",
        ActionKind::Check => "check",
        ActionKind::Uncheck => "uncheck",
        ActionKind::DoubleClick => "double click",
        ActionKind::RightClick => "right click",
        ActionKind::Upload => "choice of files",
        ActionKind::Drag => "drag",
        ActionKind::Dialog => "dialog",
        ActionKind::NewTab => "new tab",
    }
}

/// `GASOLINE_CARD_NUMBER` for a field called "Card number".
pub(crate) fn variable_name(name: &str) -> String {
    let mut variable = String::from("GASOLINE");
    let words =
        name.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    for word in words.take(4) {
        variable.push('_');
        variable.push_str(&word.to_ascii_uppercase());
    }
    if variable == "GASOLINE" { "GASOLINE_VALUE".to_owned() } else { variable }
}
