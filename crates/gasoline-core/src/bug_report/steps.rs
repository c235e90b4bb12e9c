//! Steps in plain words.

use super::markdown::{address, bare, quoted};
use crate::address::Parts;
use crate::analysis::requests::without_own_origin;
use crate::codegen::PlainStep;
use crate::codegen::script::{ClickKind, Operation};

/// Characters of a name, an entered value and an address.
const LONGEST_NAME: usize = 60;
const LONGEST_VALUE: usize = 120;
const LONGEST_ADDRESS: usize = 200;

/// What a step does, for a person.
pub(super) fn words(step: &PlainStep, page_url: Option<&str>) -> String {
    let mut text = done(step, page_url);
    if step.page > 0 {
        text.push_str(&format!(" (in tab {})", step.page + 1));
    }
    for (message, is_accepted) in &step.dialogs {
        let answer = if *is_accepted { "accept" } else { "dismiss" };
        text.push_str(&format!("; {answer} the dialog {}", quoted(message, LONGEST_VALUE)));
    }
    if let Some(url) = &step.led_to {
        text.push_str(&format!("; this leads to {}", shown_address(url, page_url)));
    }
    text
}

fn done(step: &PlainStep, page_url: Option<&str>) -> String {
    let element = || element(step);
    match &step.operation {
        Operation::Open(url) => format!("Navigate to {}", shown_address(url, page_url)),
        Operation::Reload(_) => "Reload the page".to_owned(),
        Operation::Back(url) => format!("Go back to {}", shown_address(url, page_url)),
        Operation::Forward(url) => format!("Go forward to {}", shown_address(url, page_url)),
        Operation::Click(_, kind) => format!("{} {}", click(*kind), element()),
        Operation::Fill(..) => filled(step),
        Operation::Press(target, key) => {
            let times = if step.times > 1 { format!(" {} times", step.times) } else { String::new() };
            let place = target.as_ref().map(|_| format!(" in {}", element())).unwrap_or_default();
            format!("Press {}{times}{place}", bare(key, LONGEST_NAME))
        }
        Operation::Select(..) => format!("Choose {} in {}", entered(step), element()),
        Operation::Check(_) => format!("Check {}", element()),
        Operation::Uncheck(_) => format!("Uncheck {}", element()),
        Operation::Upload(_, files) => {
            let files: Vec<String> = files.iter().map(|name| quoted(name, LONGEST_NAME)).collect();
            format!("Choose the file {} for {}", files.join(", "), element())
        }
        Operation::Drag(_, to) => {
            let place = to.spoken.as_deref().or_else(|| to.ways.first().map(|way| way.value.as_str()));
            format!("Drag {} to {}", element(), quoted(place.unwrap_or("an element"), LONGEST_NAME))
        }
        Operation::SubmitForm(_) => format!("Submit the form {}", element()),
        Operation::Remark => bare(&step.words, LONGEST_VALUE),
    }
}

fn click(kind: ClickKind) -> &'static str {
    match kind {
        ClickKind::Single => "Click",
        ClickKind::Double => "Double-click",
        ClickKind::Right => "Right-click",
        ClickKind::Middle => "Middle-click",
    }
}

fn filled(step: &PlainStep) -> String {
    match step.entered().first() {
        Some(Some("")) => format!("Clear {}", element(step)),
        Some(Some(value)) => format!("Type {} into {}", quoted(value, LONGEST_VALUE), element(step)),
        _ => format!("Type into {} (the value was redacted)", element(step)),
    }
}

fn entered(step: &PlainStep) -> String {
    let value =
        |value: Option<&str>| value.map_or("a redacted value".to_owned(), |text| quoted(text, LONGEST_NAME));
    step.entered().into_iter().map(value).collect::<Vec<_>>().join(", ")
}

/// `"Export" button`.
fn element(step: &PlainStep) -> String {
    let name = quoted(step.element.as_deref().unwrap_or("an element"), LONGEST_NAME);
    match step.role.as_deref().and_then(role_word) {
        Some(word) => format!("{name} {word}"),
        None => name,
    }
}

/// Roles that people have a word for.
fn role_word(role: &str) -> Option<&'static str> {
    Some(match role {
        "button" => "button",
        "link" => "link",
        "checkbox" => "checkbox",
        "radio" => "option",
        "tab" => "tab",
        "menuitem" => "menu item",
        "option" => "entry",
        "textbox" | "searchbox" | "spinbutton" => "field",
        "combobox" | "listbox" => "list",
        "switch" => "switch",
        "slider" => "slider",
        "heading" => "heading",
        "img" => "image",
        _ => return None,
    })
}

/// The path alone where the origin is that of the report.
fn shown_address(url: &str, page_url: Option<&str>) -> String {
    let own = page_url.map_or("", |page| Parts::of(page).origin);
    address(without_own_origin(url, own), LONGEST_ADDRESS)
}
