//! What a locator asks for, read from its text.

use super::outline::Shown;
use super::wording;

/// Roles of controls that stand for each other: a button that became a link is the same control.
const PRESSED: [&str; 4] = ["button", "link", "menuitem", "tab"];

/// Roles that a label names.
const FIELDS: [&str; 8] =
    ["textbox", "searchbox", "combobox", "checkbox", "radio", "spinbutton", "switch", "slider"];

/// What a locator finds elements by.
#[derive(Clone, Debug, PartialEq, Eq)]
enum By {
    Role(String),
    TestId,
    Id,
    Label,
    Text,
}

/// What a locator asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    by: By,
    pub(super) name: String,
    exact: bool,
}

impl Wanted {
    /// `getByRole('button', { name: 'Pay', exact: true })`, `getByTestId('cart')`, `getByLabel('Name')`, `getByText('Pay')` or `locator('#pay')`;
    /// none for chains, patterns and others.
    pub(super) fn read(locator: &str) -> Option<Self> {
        let exact = locator.contains("exact: true");
        if let Some(rest) = locator.strip_prefix("getByRole(") {
            let (role, rest) = quoted(rest)?;
            let (name, rest) = quoted(rest.split_once("name: ")?.1)?;
            return is_last(rest).then_some(Self { by: By::Role(role), name, exact });
        }
        if let Some(rest) = locator.strip_prefix("locator(") {
            let (css, rest) = quoted(rest)?;
            let id = css.strip_prefix('#').filter(|id| is_name(id))?.to_owned();
            return is_last(rest).then_some(Self { by: By::Id, name: id, exact: true });
        }
        let calls = [("getByTestId(", By::TestId), ("getByLabel(", By::Label), ("getByText(", By::Text)];
        let (rest, by) = calls.into_iter().find_map(|(call, by)| Some((locator.strip_prefix(call)?, by)))?;
        let exact = exact || by == By::TestId;
        let (name, rest) = quoted(rest)?;
        is_last(rest).then_some(Self { by, name, exact })
    }

    /// By the runner's own rules.
    pub(super) fn matches(&self, shown: &Shown) -> bool {
        let found = if self.exact {
            shown.name == self.name
        } else {
            shown.name.to_lowercase().contains(&self.name.to_lowercase())
        };
        self.is_kind(&shown.role) && found
    }

    /// The same element under another name or, with the same name, of another role. Of text alone nothing is said.
    pub(super) fn is_alike(&self, shown: &Shown) -> bool {
        if self.by == By::Text {
            return false;
        }
        if self.is_kind(&shown.role) {
            return wording::is_same(&self.name, &shown.name);
        }
        let stands_for = |role: &str| PRESSED.contains(&role);
        matches!(&self.by, By::Role(role) if stands_for(role))
            && stands_for(&shown.role)
            && shown.name == self.name
    }

    fn is_kind(&self, role: &str) -> bool {
        match &self.by {
            By::Role(wanted) => wanted == role,
            By::TestId => role == "testid",
            By::Id => role == "id",
            By::Label => FIELDS.contains(&role),
            By::Text => !matches!(role, "testid" | "id" | "missing" | "blocked"),
        }
    }
}

fn is_name(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|character| character.is_alphanumeric() || "-_".contains(character))
}

/// Nothing follows but the end of the call: a chain asks for something else.
fn is_last(rest: &str) -> bool {
    let end = rest.trim_start();
    let end =
        end.strip_prefix(", exact: true").or_else(|| end.strip_prefix(", { exact: true }")).unwrap_or(end);
    matches!(end.trim(), ")" | "})" | "} )")
}

/// The text in the first quotes, and what follows them.
pub(super) fn quoted(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"' | '`'))?;
    let mut name = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => name.extend(characters.next().map(|(_, escaped)| escaped)),
            character if character == quote => return Some((name, text.get(at + quote.len_utf8()..)?)),
            character => name.push(character),
        }
    }
    None
}
