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
    /// With the ports that our servers in it are set up for.
    WithGasoline(Vec<u16>),
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
    pub(super) fn read(place: &Place, usual_port: u16) -> Option<Self> {
        match content(&place.path) {
            Ok(content) => Some(Self::of(content, place.syntax, usual_port)),
            // A parent that is a file leaves no room for one either.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                None
            }
            Err(error) => Some(Self::Unreadable { reason: error.kind() }),
        }
    }

    fn of(mut content: Vec<u8>, syntax: Syntax, usual_port: u16) -> Self {
        if syntax == Syntax::JsonWithComments {
            blank_out(&mut content);
        }
        match serde_json::from_slice::<Value>(without_byte_order_mark(&content)) {
            Ok(value) => match ports(&value, usual_port) {
                ports if ports.is_empty() => Self::WithoutGasoline,
                ports => Self::WithGasoline(ports),
            },
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
        matches!(self, Self::WithGasoline(_) | Self::WithoutGasoline)
    }

    /// Whether somebody set us up in it, to no avail.
    pub(super) fn is_ours_but_unreadable(&self) -> bool {
        matches!(self, Self::Invalid { names_gasoline: true, .. })
    }
}

fn content(path: &Path) -> io::Result<Vec<u8>> {
    let file = fs::metadata(path)?;
    if !file.is_file() {
        // Reading a pipe would wait for its writer.
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

/// The ports of all our servers. Searches at every depth: Claude Code keeps a list for each project beside the one for all.
fn ports(value: &Value, usual_port: u16) -> Vec<u16> {
    let mut ports = Vec::new();
    collect_ports(value, usual_port, &mut ports);
    ports.sort_unstable();
    ports.dedup();
    ports
}

fn collect_ports(value: &Value, usual_port: u16, ports: &mut Vec<u16>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                if SERVER_LISTS.contains(&name.as_str()) {
                    ports.extend(our_ports(value).map(|port| port.unwrap_or(usual_port)));
                }
                collect_ports(value, usual_port, ports);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_ports(value, usual_port, ports)),
        _ => {}
    }
}

/// The ports of those servers that have our name or our command.
fn our_ports(servers: &Value) -> impl Iterator<Item = Option<u16>> {
    let servers = servers.as_object().into_iter().flatten();
    let ours = servers.filter(|(name, server)| names_us(name) || names_us(&server.to_string()));
    ours.map(|(_, server)| port_of(server))
}

/// The port a server entry names: in its address, its arguments or its environment.
fn port_of(server: &Value) -> Option<u16> {
    let address = server.get("url").or_else(|| server.get("serverUrl")).and_then(Value::as_str);
    let arguments = server.get("args").and_then(Value::as_array);
    // Zed nests the command.
    let arguments = arguments.or_else(|| server.get("command")?.get("args")?.as_array());
    let environment = server.get("env").and_then(|variables| variables.get("GASOLINE_PORT"));
    let named = address.and_then(port_of_address).or_else(|| arguments.and_then(|list| port_argument(list)));
    named.or_else(|| number(environment?))
}

fn port_of_address(address: &str) -> Option<u16> {
    let (_, rest) = address.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    authority.rsplit_once(':')?.1.parse().ok()
}

fn port_argument(arguments: &[Value]) -> Option<u16> {
    let words: Vec<&str> = arguments.iter().filter_map(Value::as_str).collect();
    let joined = words.iter().find_map(|word| word.strip_prefix("--port=")?.parse().ok());
    let apart = || {
        let position = words.iter().position(|word| *word == "--port")?;
        words.get(position + 1)?.parse().ok()
    };
    joined.or_else(apart)
}

fn number(value: &Value) -> Option<u16> {
    value.as_str().map_or_else(|| value.as_u64()?.try_into().ok(), |text| text.parse().ok())
}

fn names_us(text: &str) -> bool {
    text.to_ascii_lowercase().contains(OUR_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(content: &str, syntax: Syntax) -> Configuration {
        Configuration::of(content.as_bytes().to_vec(), syntax, 7890)
    }

    #[test]
    fn every_configuration_we_tell_people_to_paste_is_recognised() {
        let help = include_str!("../../editors.txt");
        let mut found = 0;
        for (start, _) in help.match_indices("\n    {") {
            let (_, rest) = help.split_at(start);
            let value =
                serde_json::Deserializer::from_str(rest).into_iter::<Value>().next().unwrap().unwrap();
            assert_eq!(of(&value.to_string(), Syntax::Json), Configuration::WithGasoline(vec![7890]));
            found += 1;
        }
        assert_eq!(found, 3);
    }

    #[test]
    fn a_server_of_another_name_is_known_by_its_command() {
        let content = r#"{"mcpServers":{"browser":{"command":"/opt/Gasoline/bin/gasoline","args":["mcp"]}}}"#;
        assert_eq!(of(content, Syntax::Json), Configuration::WithGasoline(vec![7890]));
    }

    #[test]
    fn one_projects_servers_count() {
        let content = r#"{"projects":{"/app":{"mcpServers":{"gasoline":{"command":"gasoline"}}}}}"#;
        assert_eq!(of(content, Syntax::Json), Configuration::WithGasoline(vec![7890]));
    }

    /// doctor-02
    #[test]
    fn the_port_is_found_wherever_an_editor_keeps_it() {
        for (entry, port) in [
            (r#"{"command":"gasoline","args":["mcp","--port","7891"]}"#, 7891),
            (r#"{"command":"gasoline","args":["mcp","--port=7892"]}"#, 7892),
            (r#"{"command":"gasoline","args":["mcp"],"env":{"GASOLINE_PORT":"7893"}}"#, 7893),
            (r#"{"command":{"path":"gasoline","args":["mcp","--port","7894"]}}"#, 7894),
            (r#"{"type":"http","url":"http://127.0.0.1:7895/mcp?site=localhost:3000"}"#, 7895),
            (r#"{"command":"gasoline","args":["mcp","--port"]}"#, 7890),
        ] {
            let content = format!(r#"{{"mcpServers":{{"gasoline":{entry}}}}}"#);
            assert_eq!(of(&content, Syntax::Json), Configuration::WithGasoline(vec![port]), "{entry}");
        }
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
        assert_eq!(of(content, Syntax::JsonWithComments), Configuration::WithGasoline(vec![7890]));
        let invalid = Configuration::Invalid { line: 2, names_gasoline: true };
        assert_eq!(of(content, Syntax::Json), invalid);
    }

    #[test]
    fn an_empty_file_and_a_byte_order_mark_are_no_errors() {
        assert_eq!(of(" \n", Syntax::Json), Configuration::WithoutGasoline);
        assert_eq!(of("\u{feff}{}", Syntax::Json), Configuration::WithoutGasoline);
    }
}
