//! A project file's text, read into a [`Project`]. Every mistake is one problem with its line.

use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use gasoline_core::report::{Labels, NoiseLabel};
use gasoline_core::rules::MOST_FURTHER_NAMES;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Project, keys};
use crate::match_pattern::MatchPattern;

/// What is wrong in a file.
#[derive(Debug, PartialEq, Eq, Error)]
pub(crate) enum Problem {
    #[error("{0}")]
    Syntax(String),
    #[error("there is no key `{name}`")]
    UnknownKey { name: String, nearest: Option<&'static str>, known: &'static [&'static str] },
    #[error("`{key}` must be {expected}, not {found}")]
    Type { key: &'static str, expected: &'static str, found: &'static str },
    #[error("`{key}` has an empty text in it, which would fit everything")]
    Empty { key: &'static str },
    #[error("`{text}` is no origin")]
    Origin { text: String },
    #[error("`{text}` has no letter or digit")]
    Name { text: String },
    #[error("`sensitive-names` has more than {MOST_FURTHER_NAMES} names")]
    TooManyNames,
    #[error("a `[[noise]]` needs a `label`, and one of `hosts`, `addresses` and `messages`")]
    Incomplete,
}

impl Problem {
    /// What a person can do about it.
    pub(super) fn hint(&self) -> Option<String> {
        match self {
            Self::UnknownKey { nearest: Some(nearest), .. } => Some(format!("did you mean `{nearest}`?")),
            Self::UnknownKey { known, .. } => Some(format!("the keys are {}", known.join(", "))),
            Self::Origin { .. } => {
                Some("write scheme and host, such as https://staging.example.com".to_owned())
            }
            _ => None,
        }
    }
}

/// Where a problem is, in bytes, and what it is.
type Misplaced = (Range<usize>, Problem);

/// What the text says, or the first problem with its line.
pub(super) fn read(text: &str) -> Result<Project, (usize, Problem)> {
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text, span.start));
        (line, Problem::Syntax(error.message().to_owned()))
    })?;
    project(table.get_ref()).map_err(|(span, problem)| (line_of(text, span.start), problem))
}

fn line_of(text: &str, position: usize) -> usize {
    1 + text.bytes().take(position).filter(|byte| *byte == b'\n').count()
}

fn project(table: &DeTable<'_>) -> Result<Project, Misplaced> {
    let mut project = Project::default();
    for (name, value) in table {
        match key(name, &keys::TOP)? {
            "sites" => project.sites = sites(value)?,
            "sensitive-names" => project.sensitive_names = sensitive_names(value)?,
            "source-maps" => {
                project.source_maps = texts("source-maps", value)?.into_iter().map(PathBuf::from).collect();
            }
            "ignore-endpoints" => project.labels.ignored_endpoints = texts("ignore-endpoints", value)?,
            _ => project.labels = Labels { noise: all_noise(value)?, ..project.labels },
        }
    }
    Ok(project)
}

/// The key of this name among those that may stand here.
fn key(name: &Spanned<Cow<'_, str>>, known: &'static [&'static str]) -> Result<&'static str, Misplaced> {
    let text = name.get_ref().as_ref();
    known.iter().copied().find(|key| *key == text).ok_or_else(|| {
        let nearest = keys::nearest(text, known);
        (name.span(), Problem::UnknownKey { name: text.to_owned(), nearest, known })
    })
}

fn sites(value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, Misplaced> {
    let mut origins = Vec::new();
    for (span, text) in spanned_texts("sites", value)? {
        let origin = text.trim_end_matches('/').to_owned();
        let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        let is_origin = host.is_some_and(|host| !host.contains(['/', '*', '?', '#', '@']))
            && MatchPattern::from_str(&format!("{origin}/*")).is_ok();
        if !is_origin {
            return Err((span, Problem::Origin { text }));
        }
        origins.push(origin);
    }
    Ok(origins)
}

fn sensitive_names(value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, Misplaced> {
    let mut names = Vec::new();
    for (span, text) in spanned_texts("sensitive-names", value)? {
        if !text.chars().any(char::is_alphanumeric) {
            return Err((span, Problem::Name { text }));
        }
        names.push(text);
    }
    if names.len() > MOST_FURTHER_NAMES { Err((value.span(), Problem::TooManyNames)) } else { Ok(names) }
}

fn all_noise(value: &Spanned<DeValue<'_>>) -> Result<Vec<NoiseLabel>, Misplaced> {
    array("noise", "written as [[noise]]", value)?.map(noise).collect()
}

fn noise(value: &Spanned<DeValue<'_>>) -> Result<NoiseLabel, Misplaced> {
    let found = value.get_ref();
    let table = found.as_table().ok_or_else(|| {
        let problem =
            Problem::Type { key: "noise", expected: "written as [[noise]]", found: found.type_str() };
        (value.span(), problem)
    })?;
    let mut noise = NoiseLabel::default();
    for (name, value) in table {
        match key(name, &keys::NOISE)? {
            "label" => noise.label = text("label", value)?,
            "hosts" => noise.hosts = texts("hosts", value)?,
            "addresses" => noise.addresses = texts("addresses", value)?,
            _ => noise.messages = texts("messages", value)?,
        }
    }
    let fits_nothing = noise.hosts.is_empty() && noise.addresses.is_empty() && noise.messages.is_empty();
    if noise.label.is_empty() || fits_nothing { Err((value.span(), Problem::Incomplete)) } else { Ok(noise) }
}

fn texts(key: &'static str, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, Misplaced> {
    Ok(spanned_texts(key, value)?.into_iter().map(|(_, text)| text).collect())
}

fn spanned_texts(
    key: &'static str,
    value: &Spanned<DeValue<'_>>,
) -> Result<Vec<(Range<usize>, String)>, Misplaced> {
    let each = |value: &Spanned<DeValue<'_>>| Ok((value.span(), text(key, value)?));
    array(key, "a list of texts", value)?.map(each).collect()
}

fn array<'v, 'i>(
    key: &'static str,
    expected: &'static str,
    value: &'v Spanned<DeValue<'i>>,
) -> Result<impl Iterator<Item = &'v Spanned<DeValue<'i>>>, Misplaced> {
    let found = value.get_ref();
    let array = found.as_array();
    let wrong = || (value.span(), Problem::Type { key, expected, found: found.type_str() });
    Ok(array.ok_or_else(wrong)?.iter())
}

fn text(key: &'static str, value: &Spanned<DeValue<'_>>) -> Result<String, Misplaced> {
    let found = value.get_ref();
    let wrong = || (value.span(), Problem::Type { key, expected: "text", found: found.type_str() });
    let text = found.as_str().ok_or_else(wrong)?.trim();
    if text.is_empty() { Err((value.span(), Problem::Empty { key })) } else { Ok(text.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read() {
        let text = r#"
            sites = ["https://staging.example.com", "http://10.0.0.7:3000/"]
            sensitive-names = ["badgeNumber"]
            ignore-endpoints = ["/health"]
            source-maps = ["dist"]

            [[noise]]
            label = "chat widget"
            hosts = ["chat.example"]
            addresses = ["/chat/"]
            messages = ["Chat is away"]

            [[noise]]
            label = "maps"
            messages = ["tile"]
        "#;
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let chat = NoiseLabel {
            label: "chat widget".to_owned(),
            hosts: words(&["chat.example"]),
            addresses: words(&["/chat/"]),
            messages: words(&["Chat is away"]),
        };
        let maps =
            NoiseLabel { label: "maps".to_owned(), messages: words(&["tile"]), ..NoiseLabel::default() };
        let expected = Project {
            file: None,
            sites: words(&["https://staging.example.com", "http://10.0.0.7:3000"]),
            sensitive_names: words(&["badgeNumber"]),
            labels: Labels { noise: vec![chat, maps], ignored_endpoints: words(&["/health"]) },
            source_maps: vec![PathBuf::from("dist")],
        };
        assert_eq!(read(text), Ok(expected));
        assert_eq!(read("# nothing\n"), Ok(Project::default()));
    }

    /// What is said of a wrong text, with its hint.
    fn told(text: &str) -> String {
        let (line, problem) = read(text).unwrap_err();
        let hint = problem.hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
        format!("{line}: {problem}{hint}")
    }

    #[test]
    fn every_mistake_is_told_with_its_line() {
        let texts = [
            "\n\nsite = []",
            "xyz = 1",
            "[noise]\nlabel = 'x'",
            "[[noise]]\nlabel = 'x'\nhost = ['a']",
            "[[noise]]\nlabel = 'x'",
            "sites = 'https://a.test'",
            "sites = [\n'https://a.test',\n7]",
            "sites = ['a.test']",
            "sites = ['https://*.a.test']",
            "sites = ['https://a.test/x']",
            "sensitive-names = ['--']",
            "ignore-endpoints = ['']",
            "sites = [",
            "sites = []\nsites = []",
        ];
        let told: Vec<String> = texts.iter().map(|text| told(text)).collect();
        insta::assert_snapshot!(told.join("\n"));
        let many: Vec<String> = (0..=MOST_FURTHER_NAMES).map(|number| format!("'n{number}'")).collect();
        assert_eq!(
            read(&format!("sensitive-names = [{}]", many.join(","))).unwrap_err().1,
            Problem::TooManyNames
        );
    }
}
