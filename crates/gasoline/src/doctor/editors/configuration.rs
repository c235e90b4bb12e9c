//! Whether one configuration file names us as an MCP server.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::comments::blank_out;
use super::places::{Place, Syntax};

/// Far more than any such file holds; Claude Code keeps its history in one of them.
const LARGEST_FILE: u64 = 64 * 1024 * 1024;

/// The members under which editors list MCP servers.
const SERVER_LISTS: [&str; 3] = ["mcpServers", "servers", "context_servers"];

const OUR_NAME: &str = "gasoline";

/// What a file turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Configuration {
    WithGasoline,
    WithoutGasoline,
    Invalid {
        line: usize,
        /// Whether our name occurs anywhere in it.
        names_gasoline: bool,
    },
    Unreadable {
        reason: io::ErrorKind,
    },
}

impl Configuration {
    /// Reads the file; `None` if there is none.
    pub(super) fn read(place: &Place) -> Option<Self> {
        match content(&place.path) {
            Ok(content) => Some(Self::of(content, place.syntax)),
            // A parent that is a file leaves no room for one either.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                None
            }
            Err(error) => Some(Self::Unreadable { reason: error.kind() }),
        }
    }

    fn of(mut content: Vec<u8>, syntax: Syntax) -> Self {
        if syntax == Syntax::JsonWithComments {
            blank_out(&mut content);
        }
        match serde_json::from_slice::<Value>(without_byte_order_mark(&content)) {
            Ok(value) if lists_us(&value) => Self::WithGasoline,
            Ok(_) => Self::WithoutGasoline,
            // An empty file is how some editors leave one they have never written to.
            Err(_) if content.trim_ascii().is_empty() => Self::WithoutGasoline,
            Err(error) => {
                let names_gasoline = names_us(&String::from_utf8_lossy(&content));
                Self::Invalid { line: error.line(), names_gasoline }
            }
        }
    }

    /// Whether its editor can make sense of it.
    pub(super) fn is_readable(&self) -> bool {
        matches!(self, Self::WithGasoline | Self::WithoutGasoline)
    }

    /// Whether somebody set us up in it, to no avail.
    pub(super) fn is_ours_but_unreadable(&self) -> bool {
        matches!(self, Self::Invalid { names_gasoline: true, .. })
    }
}

fn content(path: &Path) -> io::Result<Vec<u8>> {
    let file = fs::metadata(path)?;
    if !file.is_file() {
        // Reading a pipe would wait for whoever writes to it.
        return Err(io::ErrorKind::InvalidInput.into());
    }
    if file.len() > LARGEST_FILE {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    fs::read(path)
}

fn without_byte_order_mark(content: &[u8]) -> &[u8] {
    content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content)
}

/// Searches at every depth: Claude Code keeps a list for each project beside the one for all.
fn lists_us(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(name, value)| {
            SERVER_LISTS.contains(&name.as_str()) && starts_us(value) || lists_us(value)
        }),
        Value::Array(values) => values.iter().any(lists_us),
        _ => false,
    }
}

/// Whether one of the servers has our name or our command.
fn starts_us(servers: &Value) -> bool {
    let mut servers = servers.as_object().into_iter().flatten();
    servers.any(|(name, server)| names_us(name) || names_us(&server.to_string()))
}

fn names_us(text: &str) -> bool {
    text.to_ascii_lowercase().contains(OUR_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(content: &str, syntax: Syntax) -> Configuration {
        Configuration::of(content.as_bytes().to_vec(), syntax)
    }

    #[test]
    fn every_configuration_we_tell_people_to_paste_is_recognised() {
        let help = include_str!("../../editors.txt");
        let mut found = 0;
        for (start, _) in help.match_indices("\n    {") {
            let (_, rest) = help.split_at(start);
            let value =
                serde_json::Deserializer::from_str(rest).into_iter::<Value>().next().unwrap().unwrap();
            assert_eq!(of(&value.to_string(), Syntax::Json), Configuration::WithGasoline);
            found += 1;
        }
        assert_eq!(found, 3);
    }

    #[test]
    fn a_server_of_another_name_is_known_by_its_command() {
        let content = r#"{"mcpServers":{"browser":{"command":"/opt/Gasoline/bin/gasoline","args":["mcp"]}}}"#;
        assert_eq!(of(content, Syntax::Json), Configuration::WithGasoline);
    }

    #[test]
    fn one_projects_servers_count() {
        let content = r#"{"projects":{"/app":{"mcpServers":{"gasoline":{"command":"gasoline"}}}}}"#;
        assert_eq!(of(content, Syntax::Json), Configuration::WithGasoline);
    }

    #[test]
    fn our_name_elsewhere_is_not_a_server() {
        let content =
            r#"{"projects":{"/home/ann/gasoline":{"mcpServers":{},"history":["what is gasoline?"]}}}"#;
        assert_eq!(of(content, Syntax::Json), Configuration::WithoutGasoline);
    }

    #[test]
    fn comments_are_an_error_only_where_the_editor_takes_none() {
        let content = "{\n// mine\n\"servers\": {\"gasoline\": {},},\n}";
        assert_eq!(of(content, Syntax::JsonWithComments), Configuration::WithGasoline);
        let invalid = Configuration::Invalid { line: 2, names_gasoline: true };
        assert_eq!(of(content, Syntax::Json), invalid);
    }

    #[test]
    fn an_empty_file_and_a_byte_order_mark_are_no_errors() {
        assert_eq!(of(" \n", Syntax::Json), Configuration::WithoutGasoline);
        assert_eq!(of("\u{feff}{}", Syntax::Json), Configuration::WithoutGasoline);
    }
}
