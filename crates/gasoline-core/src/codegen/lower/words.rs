//! Steps in words: the comment above each of them.

use gasoline_wire::{ActionEvent, LocatorStrategy, Modifier};

use super::super::script::{ClickKind, Operation, Target};
use crate::enrichment::printable;

/// Characters of a name in a comment or title.
const LONGEST_NAME: usize = 60;
/// Characters of an error's message.
const LONGEST_MESSAGE: usize = 200;

/// What a person would call the element.
pub(super) fn name(event: &ActionEvent, target: Option<&Target>) -> String {
    let selectors = event.selectors.as_ref();
    let role_name = selectors.and_then(|selectors| selectors.role.as_ref()).map(|role| role.name.as_str());
    let label = selectors.and_then(|selectors| selectors.aria_label.as_deref());
    let spoken = target.and_then(|target| {
        let is_spoken = |by| {
            matches!(
                by,
                LocatorStrategy::Role
                    | LocatorStrategy::Label
                    | LocatorStrategy::Placeholder
                    | LocatorStrategy::Text
                    | LocatorStrategy::Title
                    | LocatorStrategy::AltText
            )
        };
        target.ways.iter().find(|way| is_spoken(way.by)).map(|way| way.value.as_str())
    });
    let candidates = [
        label,
        role_name,
        spoken,
        event.text.as_deref(),
        selectors.and_then(|selectors| selectors.test_id.as_deref()),
        selectors.and_then(|selectors| selectors.id.as_deref()),
        event.target.as_deref(),
    ];
    let found = candidates.into_iter().flatten().find(|text| !text.trim().is_empty());
    shortened(found.unwrap_or("an element"))
}

/// An operation in words, after the keys that are held down.
pub(super) fn words(operation: &Operation, name: &str, held: &[Modifier]) -> String {
    let held: String = held.iter().map(|modifier| format!("{modifier:?}+")).collect();
    match operation {
        Operation::Open(_) => "Open the page".to_owned(),
        Operation::Reload(_) => "Reload the page".to_owned(),
        Operation::Back(_) => "Go back".to_owned(),
        Operation::Forward(_) => "Go forward".to_owned(),
        Operation::Click(_, ClickKind::Single) => format!("{held}Click {name}"),
        Operation::Click(_, ClickKind::Double) => format!("{held}Double-click {name}"),
        Operation::Click(_, ClickKind::Right) => format!("{held}Right-click {name}"),
        Operation::Click(_, ClickKind::Middle) => format!("{held}Middle-click {name}"),
        Operation::Fill(..) => format!("Fill {name}"),
        Operation::Press(_, key) => format!("Press {held}{key}"),
        Operation::Select(..) => format!("Choose in {name}"),
        Operation::Check(_) => format!("Check {name}"),
        Operation::Uncheck(_) => format!("Uncheck {name}"),
        Operation::Upload(..) => format!("Choose files for {name}"),
        Operation::Drag(..) => format!("Drag {name}"),
        Operation::SubmitForm(_) => format!("Submit {name}"),
        Operation::Remark => String::new(),
    }
}

/// A text of a page in one short line.
pub(crate) fn shortened(text: &str) -> String {
    cut(text, LONGEST_NAME)
}

/// A message in one line.
pub(crate) fn shortened_line(text: &str) -> String {
    cut(text.lines().next().unwrap_or_default(), LONGEST_MESSAGE)
}

fn cut(text: &str, longest: usize) -> String {
    let line = printable(text).split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}
