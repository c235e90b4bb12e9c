//! A flow as language-neutral steps: what to do, what to expect, in what order. Emitters add nothing to it.

use gasoline_wire::{DialogKind, FrameStep, Locator, Modifier};

/// One generated file, before it is written in any language.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Name of the test.
    pub title: String,
    /// What a reader should know first.
    pub header: Vec<String>,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// Pages that take part: the first, and further tabs.
    pub pages: usize,
    /// How errors on the page are dealt with.
    pub errors: ErrorWatch,
}

/// What the test does about errors on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorWatch {
    /// Nothing.
    Off,
    /// There must be none.
    None,
    /// There were these when the session was captured, so nothing is asserted.
    Known(Vec<String>),
    /// An error with a message of this pattern must not come back.
    Absent(String),
    /// It must come back.
    Present(String),
}

/// One thing the user did, with what surrounds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What is done, in words.
    pub words: String,
    /// Which page.
    pub page: usize,
    /// Milliseconds the user waited before, where it was long.
    pub pause: Option<i64>,
    /// What must be in place before.
    pub before: Vec<Preparation>,
    /// What is done.
    pub operation: Operation,
    /// Keys held down meanwhile; only during clicks and other keys.
    pub held: Vec<Modifier>,
    /// The last request for what the user had entered, whose answer moves or replaces what is clicked next.
    pub fetched: Option<Fetched>,
    /// What is expected after.
    pub after: Vec<Outcome>,
}

/// What was asked for because the user had entered it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// Path, `*` for segments that are data.
    pub path: String,
    /// Parameters that hold what the user entered, as they stand in the address.
    pub query: Vec<String>,
}

/// What must be in place before an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preparation {
    /// Watch for the answer to a request.
    Answer(Awaited),
    /// Answer a dialog.
    Dialog(DialogAnswer),
    /// Watch for a tab that opens.
    Tab(usize),
    /// Keep the dialog for files away: they are chosen by the next step.
    FileChooser,
}

/// A request whose answer is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// Name for it in code, unique in the script: `login`.
    pub name: String,
    /// Request method.
    pub method: String,
    /// Path, `*` for segments that are data.
    pub path: String,
    /// Which of several such calls.
    pub count: usize,
}

/// How a dialog is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialogAnswer {
    /// Which kind.
    pub kind: DialogKind,
    /// Its message.
    pub message: String,
    /// Whether it is accepted.
    pub accepted: bool,
    /// What is typed into a prompt.
    pub typed: Option<Input>,
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Operation {
    Open(String),
    /// Of this address.
    Reload(String),
    /// To this address.
    Back(String),
    /// To this address.
    Forward(String),
    Click(Target, ClickKind),
    Fill(Target, Input),
    Press(Option<Target>, String),
    Select(Target, Vec<Input>),
    Check(Target),
    Uncheck(Target),
    Upload(Target, Vec<String>),
    Drag(Target, Target),
    SubmitForm(Target),
    /// Nothing to do: words only.
    Remark,
}

impl Operation {
    /// The element it is done to.
    pub(crate) fn target(&self) -> Option<&Target> {
        match self {
            Self::Click(target, _)
            | Self::Fill(target, _)
            | Self::Press(Some(target), _)
            | Self::Select(target, _)
            | Self::Check(target)
            | Self::Uncheck(target)
            | Self::Upload(target, _)
            | Self::Drag(target, _)
            | Self::SubmitForm(target) => Some(target),
            Self::Open(_)
            | Self::Reload(_)
            | Self::Back(_)
            | Self::Forward(_)
            | Self::Press(None, _)
            | Self::Remark => None,
        }
    }

    /// Texts that the user enters by it.
    pub(crate) fn entered(&self) -> impl Iterator<Item = &str> {
        let inputs = match self {
            Self::Fill(_, input) => std::slice::from_ref(input),
            Self::Select(_, inputs) => inputs.as_slice(),
            _ => &[],
        };
        inputs.iter().filter_map(|input| match input {
            Input::Plain(text) => Some(text.as_str()),
            Input::Environment(_) => None,
        })
    }
}

/// Kinds of click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ClickKind {
    Single,
    Double,
    Right,
    Middle,
}

/// Text that goes into a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// As typed.
    Plain(String),
    /// It was redacted: the runner's environment has it under this name.
    Environment(String),
}

/// What stands in for a redacted value nobody provided.
pub const USER_PROVIDED: &str = "[user-provided]";

/// What stands in for the content of a file, which is not captured.
pub const PLACEHOLDER_CONTENT: &str = "placeholder";

/// An element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Frames around it, outermost first.
    pub frames: Vec<FrameStep>,
    /// Ways to find it, best first; at least one.
    pub ways: Vec<Locator>,
    /// Ways by CSS that nobody tried, for targets that can express none of the others.
    pub untried: Vec<Locator>,
    /// Its whole accessible name when it was recorded, if it had one; ways may go by a part of it.
    pub spoken: Option<String>,
    /// Inside an open shadow root.
    pub in_shadow: bool,
    /// Its `aria-label`: a name that is not its text.
    pub aria_label: Option<String>,
    /// Name of the element, if it is known: `label`.
    pub tag: Option<String>,
    /// What kind of field it is: `range`.
    pub input_type: Option<String>,
}

/// What is expected after an operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A tab has opened.
    Tab(usize),
    /// The address is this.
    Address(Address),
    /// A request was answered.
    Answered {
        /// Which, as prepared.
        request: Awaited,
        /// Its status; absent if it is only waited for.
        status: u16,
        /// What its body looks like.
        shape: Option<Shape>,
    },
    /// The page shows this.
    Shows(Landmark),
    /// The page looks as it did.
    Looks {
        /// Name of the picture, without ending.
        name: String,
        /// CSS selectors of what the comparison leaves out.
        masks: Vec<String>,
    },
    /// A picture of the page is kept under this name.
    Picture(String),
    /// An error happened here.
    Error {
        /// What it says.
        message: String,
        /// It was not caught; otherwise it was only logged.
        is_thrown: bool,
    },
    /// Something a reader should know.
    Note(String),
}

/// An address that a page is expected to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// Exactly this.
    Exact(String),
    /// This path, `*` for segments that are data, and maybe a route after `#`; whatever else the query says.
    Path {
        /// With a leading slash.
        path: String,
        /// Parameters that hold what the user entered, as they stand in the address.
        query: Vec<String>,
        /// `#/route`.
        route: Option<String>,
    },
}

/// Something a page shows. Texts that look like data are left out: something must be there, whatever it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Landmark {
    /// A heading of this level that contains a text.
    Heading(u8, Option<String>),
    /// An element with a test id.
    TestId {
        /// The id.
        id: String,
        /// The attribute that holds it, if it is not `data-testid`.
        attribute: Option<String>,
        /// Its text.
        text: Option<String>,
    },
}

/// The structure of a JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Shape {
    Text,
    Number,
    Boolean,
    /// Of known fields.
    Object(Vec<(String, Self)>),
    /// Of such elements, if any was seen.
    List(Option<Box<Self>>),
}
