//! Names of fields that a project declares secret, besides those that are secret everywhere.
//!
//! A name is compared by its letters and digits: `badgeNumber`, `badge_number` and `Badge-Number` are the same. Unlike the built-in
//! names these are taken at their word: whatever stands below one is replaced.

use std::ops::Range;

use regex::Regex;

use super::fields::LONGEST_NAME;
use super::{Hit, numbers};

/// Most names; each costs every captured byte a little.
pub const MOST_FURTHER_NAMES: usize = 100;

/// What may stand between the words of a name.
const BETWEEN_WORDS: &str = r"[ _.\-]?";

/// The rule that their markers name.
const RULE: &str = "sensitive-field";

/// The further names, ready to be looked for.
#[derive(Debug, Default)]
pub(super) struct FurtherNames {
    /// Their letters and digits in lower case, sorted.
    names: Vec<String>,
    /// Finds any of them in any spelling, with the value behind it.
    assigned: Option<Regex>,
    /// Finds any of them.
    mentioned: Option<Regex>,
}

impl FurtherNames {
    /// Names without a letter or digit are left out.
    pub(super) fn new(names: &[String]) -> Self {
        let mut own: Vec<String> = names.iter().map(|name| essence(name)).collect();
        own.retain(|name| !name.is_empty() && name.len() <= LONGEST_NAME);
        own.sort();
        own.dedup();
        own.truncate(MOST_FURTHER_NAMES);
        if own.is_empty() {
            return Self::default();
        }
        let spellings: Vec<String> = own.iter().map(|name| spelling(name)).collect();
        let any = spellings.join("|");
        let mentioned = Regex::new(&format!("(?i)(?:{any})")).ok();
        // A name ends where its letters end; then come quotes and brackets, a separator, and the value.
        let assigned = Regex::new(&format!(
            r#"(?i)(?:^|[^a-z0-9])(?:{any})(?:\\?["'`\]])*\s*[:=]\s*(?:\\?"(?P<double>[^"\\]+)|'(?P<single>[^'\\]+)|(?P<bare>[^\s"'`&;,<>{{}}\[\]()\\]+))"#
        ))
        .ok();
        Self { names: own, assigned, mentioned }
    }

    /// Whether the name is one of them.
    pub(super) fn contains(&self, name: &str) -> bool {
        !self.names.is_empty()
            && name.len() <= 2 * LONGEST_NAME
            && self.names.binary_search(&essence(name)).is_ok()
    }

    /// False means that none occurs in `text`.
    pub(super) fn may_occur_in(&self, text: &[u8]) -> bool {
        let Some(mentioned) = &self.mentioned else { return false };
        std::str::from_utf8(text).map_or(true, |text| mentioned.is_match(text))
    }

    /// Values behind such names in any text, in order.
    pub(super) fn find(&self, text: &str) -> Vec<Hit> {
        let Some(assigned) = &self.assigned else { return Vec::new() };
        let found = assigned.captures_iter(text).filter_map(|captures| {
            let value = ["double", "single", "bare"].iter().find_map(|group| captures.name(group))?;
            let span: Range<usize> = value.range();
            Some(Hit { rule: RULE, is_number: numbers::is_json_number(text, &span), span })
        });
        found
            .filter(|hit| !matches!(&text.as_bytes()[hit.span.clone()], b"true" | b"false" | b"null"))
            .collect()
    }
}

/// What is left of a name without case and punctuation.
fn essence(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// An expression for every spelling of a name.
fn spelling(name: &str) -> String {
    let letters: Vec<String> = name.chars().map(|letter| regex::escape(&letter.to_string())).collect();
    letters.join(BETWEEN_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str], text: &str) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let names = FurtherNames::new(&names);
        let hits = names.find(text);
        assert!(hits.is_empty() || names.may_occur_in(text.as_bytes()), "{text}");
        hits.into_iter().map(|hit| text.get(hit.span).unwrap().to_owned()).collect()
    }

    #[test]
    fn a_name_is_found_in_every_spelling_and_place() {
        for text in [
            r#"{"badgeNumber":"A 17"}"#,
            r#"{"badge_number" : "A 17""#,
            r#"{\"badge-number\":\"A 17\"}"#,
            "badge.number: 'A 17'",
        ] {
            assert_eq!(found(&["badgeNumber"], text), ["A 17"], "{text}");
        }
        assert_eq!(found(&["badge-number"], "/staff?x=1&badgeNumber=17&y=2"), ["17"]);
        assert_eq!(found(&["badge number"], "staff[badge_number]=17"), ["17"]);
        assert_eq!(found(&["badge number"], r#"{"badgeNumber": 17, "x": 1}"#), ["17"]);
    }

    #[test]
    fn longer_names_other_names_and_empty_values_are_left_alone() {
        for text in [
            "oldbadgeNumber=17",
            "badgeNumbers=17",
            "badge=17",
            r#"{"badgeNumber":""}"#,
            r#"{"badgeNumber":null}"#,
        ] {
            assert_eq!(found(&["badgeNumber"], text), Vec::<String>::new(), "{text}");
        }
        assert!(FurtherNames::new(&["-".to_owned()]).names.is_empty());
        assert!(!FurtherNames::default().contains(""));
    }
}
