//! What a page showed when a test failed: roles and names, one a line.

use serde_json::Value;

use crate::intake::Kind;
use crate::store::View;

/// One element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// `button`, `heading`, `testid` or `text`.
    pub(super) role: String,
    pub(super) name: String,
}

/// The newest outline of a test's pages; empty where none was captured.
pub(super) fn outline(view: &View) -> Vec<Shown> {
    let entries = view.entries(Kind::DomSnapshot).iter().rev();
    let texts = entries.filter_map(|entry| {
        let fields: Value = serde_json::from_str(entry.text()).ok()?;
        Some(fields.get("outline")?.as_str()?.to_owned())
    });
    // Each page of the test has one.
    texts.flat_map(|text| text.lines().filter_map(shown).collect::<Vec<_>>()).collect()
}

/// `- button "Pay" [disabled]`, `- text: Sold out`, `- heading "Shop" [level=1]:`.
fn shown(line: &str) -> Option<Shown> {
    let line = line.trim_start().strip_prefix("- ")?;
    let end = line.find([' ', ':']).unwrap_or(line.len());
    let (role, rest) = line.split_at(end);
    let name = match rest.trim_start().strip_prefix('"') {
        Some(quoted) => unquoted(quoted),
        None => {
            rest.split_once(':').map(|(_, text)| text.trim().trim_matches('"').to_owned()).unwrap_or_default()
        }
    };
    Some(Shown { role: role.to_owned(), name })
}

/// Up to the closing quote.
fn unquoted(text: &str) -> String {
    let mut name = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => name.extend(characters.next()),
            character => name.push(character),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_by_role_and_name() {
        let read = |line| shown(line).map(|Shown { role, name }| format!("{role} {name}"));
        assert_eq!(read("- button \"Pay \\\"now\\\"\" [disabled]").as_deref(), Some("button Pay \"now\""));
        assert_eq!(read("  - text: Sold out").as_deref(), Some("text Sold out"));
        assert_eq!(read("- heading \"Shop\" [level=1]:").as_deref(), Some("heading Shop"));
        assert_eq!(read("- testid \"cart\"").as_deref(), Some("testid cart"));
        assert_eq!(read("- list:").as_deref(), Some("list "));
        assert_eq!(read("Shop"), None);
    }
}
