//! The last link: whether an editor is set up to start `gasoline mcp`.
//!
//! Editors keep secrets of other tools in the same files. Of their content nothing is shown but whether we are in it,
//! and the line of a syntax error.

mod comments;
mod configuration;
mod places;

use std::path::Path;

use gasoline_server::platform::UserFolders;

use self::configuration::Configuration;
use self::places::{Place, places};
use super::finding::{Finding, Link};

const SET_UP: &str = "add `gasoline mcp` to your editor as `gasoline mcp --help` shows";

/// The port that is examined, and the one an editor uses that names none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ports {
    pub(super) examined: u16,
    pub(super) usual: u16,
}

/// Reads every configuration file that exists in the usual places.
pub(super) fn examine(ports: Ports, folders: Option<&UserFolders>, project: &Path) -> Finding {
    let Ports { examined: port, usual } = ports;
    let read = |place: Place| Configuration::read(&place, usual).map(|configuration| (place, configuration));
    let files: Vec<(Place, Configuration)> = places(folders, project).into_iter().filter_map(read).collect();
    if files.is_empty() {
        return Link::Editors.warning("no configuration file of an editor found", SET_UP);
    }
    let found = files.iter().map(describe).collect::<Vec<_>>().join(", ");
    if let Some((place, _)) = files.iter().find(|(_, file)| file.is_ours_but_unreadable()) {
        return Link::Editors.broken(found, format!("correct {place}: its editor cannot read it"));
    }
    if !files.iter().any(|(_, file)| matches!(file, Configuration::WithGasoline(_))) {
        return Link::Editors.warning(found, SET_UP);
    }
    if let Some((place, other)) =
        files.iter().find_map(|(place, file)| Some((place, other_port(file, port)?)))
    {
        let remedy = format!(
            "that editor asks another server than the one examined: set port {port} in {place}, or run `gasoline doctor --port {other}`"
        );
        return Link::Editors.warning(found, remedy);
    }
    match files.iter().find(|(_, file)| !file.is_readable()) {
        Some((place, _)) => Link::Editors.warning(found, format!("correct {place} if you use that editor")),
        None => Link::Editors.ok(found),
    }
}

/// A port in a file that is not the one examined.
fn other_port(file: &Configuration, port: u16) -> Option<u16> {
    match file {
        Configuration::WithGasoline(ports) => ports.iter().copied().find(|&other| other != port),
        _ => None,
    }
}

fn describe((place, configuration): &(Place, Configuration)) -> String {
    match configuration {
        Configuration::WithGasoline(ports) => {
            let ports: Vec<String> = ports.iter().map(u16::to_string).collect();
            format!("{place} has gasoline on port {}", ports.join(" and "))
        }
        Configuration::WithoutGasoline => format!("{place} is without gasoline"),
        Configuration::Invalid { line, .. } => format!("{place} is not valid JSON at line {line}"),
        Configuration::Unreadable { reason } => format!("{place} cannot be read ({reason})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    /// doctor-03
    #[test]
    fn an_editor_on_another_port_is_a_warning_that_names_both() {
        let project = tempfile::tempdir().unwrap();
        let content = r#"{"mcpServers":{"gasoline":{"command":"gasoline","args":["mcp","--port","7891"]}}}"#;
        std::fs::write(project.path().join(".mcp.json"), content).unwrap();
        assert_eq!(examine(Ports { examined: 7891, usual: 7890 }, None, project.path()).state, State::Ok);
        let other = examine(Ports { examined: 7890, usual: 7890 }, None, project.path());
        assert_eq!(
            other,
            Link::Editors.warning(
                "Claude Code (./.mcp.json) has gasoline on port 7891",
                "that editor asks another server than the one examined: set port 7890 in Claude Code (./.mcp.json), or run \
                 `gasoline doctor --port 7891`"
            )
        );
    }
}
